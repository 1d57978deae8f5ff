"""A profile with its game: probabilities by name, reach probabilities, beliefs and values, tables and dictionaries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, overload

from gmpy2 import mpq

from lemke.errors import GameError, one_line
from lemke.game.best_response import Counterfactual, counterfactual
from lemke.game.by_set import ByMove, BySet, SetName
from lemke.game.reach import Reach, reach, reached_sets
from lemke.game.strategy import Distribution, Profile, behavior_object, named_sets
from lemke.game.tree import Game, unique_names
from lemke.game.typeset import strategies_table
from lemke.ground.document import Block, Document
from lemke.ground.rational import approximate, shown
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, decimal_beside, player_name

FILLED = "off the path; filled in"
UNREACHED = "off the path"
ON_PATH_FILLED = "filled in"


class Played(BySet[mpq]):
    """A base class of results with a game and a profile: the probabilities of moves, by information set and move.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> half = PlayedProfile.of_game(game, Profile.of(game, [[["1/2", "1/2"]] * 6] * 2))
    >>> half["1"]["bet"], half[1, "3:b"]
    (mpq(1,2), {'pass': mpq(1,2), 'bet': mpq(1,2)})
    >>> half.reach("3:b"), half.belief(game.nodes_by_set()[game.sets_of(1)[0]][0]), half.action_values("3:b")["bet"]
    (mpq(1,6), mpq(1,2), mpq(2,1))
    """

    if TYPE_CHECKING:  # most subclasses have a field `profile`; a property here would become the default of this field

        @property
        def profile(self) -> Profile: ...  # noqa: D102

    _all_of_player = "to_dict()"

    def _per_move(self, player: int, h: int) -> Distribution:
        return self.profile.behavior[player][h]

    @cached_property
    def _reached(self) -> Reach:
        return reach(self.game, self.profile)

    def reach(self, place: int | SetName) -> mpq:
        """Return the probability of reaching a node or an information set.

        With absent-mindedness, the result for a set is the expected number of visits. A node is given by its number in
        breadth-first order, an information set by name. A whole number is always a node: the number of a set must be a
        text. Raises GameError if there is no such node, ProfileError if there is no such set.
        """
        if isinstance(place, Integral):
            return mpq(self._reached.nodes[self._node(place)])
        return mpq(self._reached.sets[self._set_index(place)])

    @overload
    def belief(self, place: int) -> mpq: ...

    @overload
    def belief(self, place: str | tuple[str | int, str | int]) -> dict[int, mpq]: ...

    def belief(self, place: int | SetName) -> mpq | dict[int, mpq]:
        """Return the probability of a node if its information set is reached; for a set, a dictionary of all its nodes.

        A node and an information set are given as in :meth:`reach`. For a sequential equilibrium proved by trembles,
        the beliefs off the path are the limits of the beliefs under the trembling profiles.

        Raises InputError if the profile does not reach the set, and there are no such limits; GameError for a leaf
        or if there is no such node, ProfileError if there is no such set.
        """
        if isinstance(place, Integral):
            return self._belief(self._node(int(place)))
        nodes = self.game.nodes_by_set()[self._set_index(place)].tolist()
        return {node: self._belief(node) for node in nodes}

    def expected(self, node: int = 0) -> tuple[mpq, ...]:
        """Return every player's expected payoff if play begins at a node, which the profile need not reach.

        Raises GameError if there is no such node.
        """
        self._node(node)
        return tuple(mpq(values[node]) for values in self._values)

    def action_values(self, name: SetName) -> ByMove[mpq]:
        """Return the player's expected payoff of every move at an information set, given that the set is reached.

        These are the counterfactual values v_i(I, a) (Zinkevich, Johanson, Bowling, Piccione 2007): the player is
        assumed to play to reach the set.

        Raises
        ------
        ProfileError
            If no information set has this name, or more than one.
        InputError
            If the moves of the others and chance never lead to the set.
        RecallError
            If a player does not have perfect recall.
        """
        index = self._set_index(name)
        information_set = self.game.information_sets[index]
        values = self._counterfactual[information_set.player].values
        h = self._positions[index]
        names = enumerate(unique_names(information_set.actions))
        return ByMove({action: values.move_value(h, move) for move, action in names})

    def _belief(self, node: int) -> mpq:
        """Return the belief at a node of an information set that is reached."""
        return self._reached.belief(node)

    @cached_property
    def _values(self) -> list[Any]:
        return [self._reached.values(player) for player in range(len(self.game.players))]

    @cached_property
    def _counterfactual(self) -> list[Counterfactual]:
        return [counterfactual(self.game, self.profile, player) for player in range(len(self.game.players))]

    def _node(self, node: int) -> int:
        if not isinstance(node, Integral) or isinstance(node, bool) or not 0 <= node < self.game.size:
            raise GameError(f"node {shown(node)}, expected a whole number from 0 to {self.game.size - 1}")
        return int(node)

    def to_dict(self, floats: bool = False) -> dict[str, Any]:
        """Return nested dictionaries by player, information set and action, as :func:`lemke.profile` reads them.

        The probabilities are exact; with ``floats``, they are the nearest floats.
        """
        number = approximate if floats else mpq
        strategies: dict[str, Any] = {}
        for player, name in self:
            moves = {action: number(share) for action, share in self[player, name].items()}
            strategies.setdefault(self._names.player_name(player), {})[name] = moves
        return strategies

    def to_table(self) -> Table:
        """Return the :func:`moves_table` of the profile."""
        return moves_table(self.game, self.profile, repr(self)[1:-1])  # without < and >


@dataclass(frozen=True, eq=False, repr=False)
class PlayedProfile(Played, Profile):
    """A profile with its game, made by :func:`lemke.profile`.

    Attributes
    ----------
    game : Game
    """

    game: Game = field(kw_only=True)

    @classmethod
    def of_game(cls, game: Game, profile: Profile) -> PlayedProfile:
        """Return a profile with its game, unchecked."""
        return cls(profile.behavior, profile.filled, profile.normalization, game=game)

    @property
    def profile(self) -> Profile:
        """The profile itself."""
        return self

    def document(self) -> Document:
        """Return a document of the moves and their probabilities; ``lemke verify`` reads its JSON."""

        def blocks() -> Iterator[Block]:
            lines = strategies(self.game, self)
            if self.game.title:
                yield one_line(self.game.title)
            else:
                next(lines)  # no blank line at the start
            yield from lines

        return Document(
            blocks,
            members=lambda: {"behavior": behavior_object(self.game, self)},
            latex=lambda decimals: strategies_table(self.game, self).to_latex(decimals),
        )

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<Profile{title}: {count(len(self.keys()), 'information set')}>"


def moves_table(game: Game, profile: Profile, caption: str) -> Table:
    """Return a table with a row for every move; the last column says whether the probability was filled in."""
    rows = tuple(
        (player + 1, information_set.number, information_set.label, name, share, h in profile.filled[player])
        for player in range(len(game.players))
        for h, information_set, _ in named_sets(game, player)
        for name, share in zip(unique_names(information_set.actions), profile.behavior[player][h], strict=True)
    )
    columns = "player", "information set", "label", "action", "probability", "filled"
    return Table(columns, rows, caption, index=4)


def strategies(game: Game, profile: Profile) -> Iterator[Block]:
    """Yield the strategies of all players for the text of a document, with an empty line before each and at the end.

    Information sets off the path, and sets at which the moves were filled in, are marked.
    """
    reached = reached_sets(game, profile)
    for player in range(len(game.players)):
        indices, rows = game.sets_of(player), []
        for h, information_set, _ in named_sets(game, player):
            is_reached, is_filled = indices[h] in reached, h in profile.filled[player]
            if is_reached:
                mark = ON_PATH_FILLED if is_filled else ""
            else:
                mark = FILLED if is_filled else UNREACHED
            head = [] if game.strategic else [information_set.number, information_set.label]
            for name, share in zip(unique_names(information_set.actions), profile.behavior[player][h], strict=True):
                rows.append([*head, name, share, decimal_beside(share), mark])
                head, mark = [""] * len(head), ""  # only the first row of a set shows its number, label and mark
        yield ""
        yield player_name(game.players, player)
        yield page_table(rows) if rows else "  never moves"
    yield ""
