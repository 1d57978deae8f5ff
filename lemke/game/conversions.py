"""A profile as behavior strategies, realization plans or mixed strategies (Kuhn 1953)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from gmpy2 import mpq

from lemke.game import Game
from lemke.game.members import identified_game
from lemke.game.played import PlayedProfile
from lemke.game.pure_strategies import mixed_of_plan, pure_strategies
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile, origin_lines, realization_plan
from lemke.ground.results import Result
from lemke.ground.sparse import Vector
from lemke.ground.table import Table
from lemke.ground.words import player_name

ProfileForm: TypeAlias = Literal["behavior", "mixed", "plans"]
"""The form in which a profile is written."""
MEMBERS = {"plans": "realization_plans", "mixed": "mixed_strategies"}


@dataclass(frozen=True, eq=False)
class Converted(Result):
    """A profile as realization plans or mixed strategies.

    Attributes
    ----------
    game : Game
    profile : Profile
    to : ``"plans"`` or ``"mixed"``
    names : tuple of lists, one per player
        Names of the sequences, or of reduced pure strategies with a positive probability.
    shares : tuple of exact vectors, or of lists of mpq
        Their probabilities.
    """

    json_format: ClassVar[str] = PlayedProfile.json_format

    game: Game
    profile: Profile
    to: ProfileForm
    names: tuple[list[str], ...]
    shares: tuple[Vector | list[mpq], ...]

    def to_table(self) -> Table:
        """Return a row for every sequence or strategy."""
        rows = tuple(
            (player_name(self.game.players, player), name, share)
            for player, (names, shares) in enumerate(zip(self.names, self.shares, strict=True))
            for name, share in zip(names, shares, strict=True)
        )
        columns = "player", "strategy" if self.to == "mixed" else "sequence", "probability"
        return Table(columns, rows, self.game.title, tuple(origin_lines(self.profile)), index=2)

    def json_members(self) -> dict[str, object]:
        """Return the game, and the plans or mixed strategies."""
        shares: list[Any] = list(self.shares)
        if self.to == "mixed":
            shares = [dict(zip(*pair, strict=True)) for pair in zip(self.names, self.shares, strict=True)]
        return {"game": identified_game(self.game), MEMBERS[self.to]: shares}


def converted(game: Game, profile: Profile, to: ProfileForm) -> Converted | PlayedProfile:
    """Return a profile as behavior strategies, realization plans or mixed strategies.

    A mixed strategy has the same realization plan as the behavior strategy, and uses few reduced strategies
    (:func:`~lemke.game.pure_strategies.mixed_of_plan`). The game may have any number of players.

    Raises
    ------
    RecallError
        For realization plans and mixed strategies, if a player does not have perfect recall.
    ProfileError, NumberError
        If the profile does not fit the game.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> _ = builder.move(left, 0, ["S", "T"])
    >>> game = builder.build(unpaid="zero")
    >>> profile = Profile.of(game, [[["1/2", "1/2"], ["1/3", "2/3"]]])
    >>> print(converted(game, profile, "mixed"))
    player          strategy      probability
    --------------  ----------  -------------
    Player 1 (Ann)  L S                   1/6
    Player 1 (Ann)  L T                   1/3
    Player 1 (Ann)  R *                   1/2
    """
    check_profile(game, profile)
    if to == "behavior":
        return PlayedProfile.of_game(game, profile)
    sequences = require_perfect_recall(game, histories(game))
    plans = tuple(map(realization_plan, sequences, profile.behavior))
    if to == "plans":
        return Converted(game, profile, to, tuple(player.names() for player in sequences), plans)
    mixed = [
        mixed_of_plan(player, pure_strategies(game, player.player), plan)
        for player, plan in zip(sequences, plans, strict=True)
    ]
    names = tuple([strategy.strategies.text(pure) for pure in strategy.probabilities] for strategy in mixed)
    return Converted(game, profile, to, names, tuple(list(strategy.probabilities.values()) for strategy in mixed))
