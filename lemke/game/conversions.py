"""Documents of a profile as behavior strategies, realization plans or mixed strategies (Kuhn 1953)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, TypeAlias

from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import strategies
from lemke.game.pure_strategies import MixedStrategy, mixed_of_plan, pure_strategies
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import (
    LONGEST,
    Profile,
    behavior_object,
    check_profile,
    identity,
    normalization_object,
    origin_lines,
    realization_plan,
)
from lemke.ground.document import Block, Document, Format
from lemke.ground.sparse import Vector
from lemke.ground.tables import page_table
from lemke.ground.words import decimal_beside, player_name

PROFILE = Format(
    "lemke-profile/1",
    """
game | a game |
normalization | object, null | as in [`lemke-report/1`](#lemke-report1)
behavior | list, per player | with `--to behavior`, the default: as in a [certificate](certificate-format.md)
realization_plans | list of plans, per player | with `--to plans`
mixed_strategies | list of objects, per player | with `--to mixed`: from reduced strategies, as [`lemke
    strategies`](commands.md#lemke-strategies) writes them, to their probabilities, all positive
""",
)

ProfileForm: TypeAlias = Literal["behavior", "mixed", "plans"]
"""The form in which a profile is written."""


def converted(game: Game, profile: Profile, to: ProfileForm) -> Document:
    """Return a profile as a document of behavior strategies, realization plans or mixed strategies.

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
    >>> for kind in ("plans", "mixed"):
    ...     print(converted(game, profile, kind).to_text(), end="")
    Player 1 (Ann)
      ∅    1
      L    1/2  0.5
      R    1/2  0.5
      L S  1/6  0.166667
      L T  1/3  0.333333
    Player 1 (Ann): information sets 1, 2
      L S  1/6  0.166667
      L T  1/3  0.333333
      R *  1/2  0.5
    """
    check_profile(game, profile)
    members: dict[str, Any]
    head: dict[str, Any] = {"game": identity(game), "normalization": normalization_object(profile.normalization)}
    if to == "behavior":
        members = {"behavior": behavior_object(game, profile)}
        return Document(lambda: _behavior_blocks(game, profile), PROFILE, lambda: head | members)
    sequences = require_perfect_recall(game, histories(game))
    plans = list(map(realization_plan, sequences, profile.behavior))
    if to == "plans":
        names = [player_sequences.names() for player_sequences in sequences]
        rows = [list(zip(sequence_names, plan, strict=True)) for sequence_names, plan in zip(names, plans, strict=True)]
        members = {"realization_plans": plans}
        headings = [""] * len(plans)
    else:
        mixed = list(map(partial(_mixed_strategy, game), sequences, plans))
        by_name = [{m.strategies.text(pure): share for pure, share in m.probabilities.items()} for m in mixed]
        rows = [list(shares.items()) for shares in by_name]
        members = {"mixed_strategies": by_name}
        headings = list(map(_list_of_sets, mixed))

    def blocks() -> Iterator[Block]:
        for player, (heading, shares) in enumerate(zip(headings, rows, strict=True)):
            yield player_name(game.players, player) + heading
            yield page_table([[name, share, decimal_beside(share, LONGEST)] for name, share in shares], longest=LONGEST)
        yield from origin_lines(profile)

    return Document(blocks, PROFILE, lambda: head | members)


def _behavior_blocks(game: Game, profile: Profile) -> list[Block]:
    _, *blocks, empty_line = strategies(game, profile)  # without the first empty line
    lines = list(origin_lines(profile))
    return [*blocks, empty_line, *lines] if lines else blocks


def _mixed_strategy(game: Game, sequences: Sequences, plan: Vector) -> MixedStrategy:
    return mixed_of_plan(sequences, pure_strategies(game, sequences.player), plan)


def _list_of_sets(mixed: MixedStrategy) -> str:
    """Return the end of a player's heading: the information sets, in the order of the moves in pure strategies."""
    sets = mixed.strategies.information_sets
    names = ", ".join(
        one_line(f"{information_set.number} {information_set.label}".rstrip()) for information_set in sets
    )
    return f": information sets {names}" if sets else ": never moves"
