"""A profile with its game: values by name of set and move, reach probabilities, beliefs, tables and JSON objects."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeAlias, TypeVar, overload

from gmpy2 import mpq

from lemke.errors import ProfileError, one_line
from lemke.game.best_response import Counterfactual, counterfactual
from lemke.game.canonical import identified_game
from lemke.game.names import NodeNames, SetNames
from lemke.game.reach import Reach, reach, reached_sets
from lemke.game.strategy import Distribution, Profile
from lemke.game.tree import Game, InformationSet, unique_names
from lemke.ground.rational import approximate, quoted, short
from lemke.ground.results import Result
from lemke.ground.sparse import Vector, exact_sum, vector
from lemke.ground.table import Table
from lemke.ground.words import count

FILLED = "off the path; filled in"
UNREACHED = "off the path"
ON_PATH_FILLED = "filled in"
LONGEST = 24
"""A fraction with more characters is printed as a decimal in texts; JSON always has the fraction."""

SetName: TypeAlias = str | int | tuple[str | int, str | int]
"""The label of an information set, its number, or a pair (player, label or number). A name that is both is a label."""
PerMove = TypeVar("PerMove")
"""The type of the value of a move."""


class ByMove(dict[str, PerMove]):
    """The values of the moves at one information set, by the names of the moves.

    >>> ByMove(call=1, fold=0)["cal"]
    Traceback (most recent call last):
        ...
    lemke.errors.ProfileError: the move 'cal', expected one of 'call, fold'
    """

    def __missing__(self, name: object) -> NoReturn:
        raise ProfileError(f"the move {quoted(name)}, expected one of {quoted(', '.join(self))}")


class BySet(Generic[PerMove]):
    """A base class of results that have a game and a value for every move at every information set.

    An information set is named as in :func:`lemke.profile`: by its label or its number; a name that is both is a label.
    A pair (player, label or number) names a set of this player; the player is 0, 1, … or a name.
    """

    if TYPE_CHECKING:  # a field of most subclasses, whose default a property here would become

        @property
        def game(self) -> Game: ...  # noqa: D102

    @abstractmethod
    def _per_move(self, player: int, h: int) -> Iterable[PerMove]:
        """Return the values of the moves at the h-th information set of a player, in the order of the moves."""

    @cached_property
    def _names(self) -> SetNames:
        return SetNames(self.game)

    def _set_index(self, name: object) -> int:
        """Return the index of the information set with this name; raise ProfileError if there is none."""
        if isinstance(name, tuple) and len(name) == 2:
            return self._names.find(name[1], self._names.player(name[0]))
        return self._names.find(name)

    def __getitem__(self, name: SetName) -> ByMove[PerMove]:
        """Return the values of the moves at the information set with this name.

        Raises ProfileError, which is also a KeyError, if no set or more than one has this name. The returned
        dictionary raises ProfileError for an unknown move.
        """
        return self._at(self._set_index(name))

    def _at(self, index: int) -> ByMove[PerMove]:
        information_set: InformationSet = self.game.information_sets[index]
        values = self._per_move(information_set.player, self.game.positions[index])
        return ByMove(zip(unique_names(information_set.actions), values, strict=True))

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield (player from 0, name) for every information set, player by player, in depth-first order."""
        for player, indices in enumerate(self.game.preorder_sets()):
            yield from ((player, self._names.name(index)) for index in indices)

    def __contains__(self, name: object) -> bool:
        try:
            self._set_index(name)
        except ProfileError:
            return False
        return True

    def keys(self) -> list[tuple[int, str]]:
        """Return the names of all information sets: pairs of player, from 0, and label or number."""
        return list(self)

    def items(self) -> Iterator[tuple[tuple[int, str], ByMove[PerMove]]]:
        """Yield the name of every information set with the values of its moves."""
        return ((name, self[name]) for name in self)

    def values(self) -> Iterator[ByMove[PerMove]]:
        """Yield the values of the moves at every information set."""
        return (self[name] for name in self)


class Played(BySet[mpq], Result):
    """A base class of results with a game and a profile: the probabilities of moves, by information set and move.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> half = PlayedProfile.of_game(game, Profile.of(game, [[["1/2", "1/2"]] * 6] * 2))
    >>> half["1"]["bet"], half[1, "3:b"]
    (mpq(1,2), {'pass': mpq(1,2), 'bet': mpq(1,2)})
    >>> half.reach("3:b"), half.belief(game.nodes_by_set()[game.sets_of(1)[0]][0]), half.action_values("3:b")["bet"]
    (mpq(1,6), mpq(1,2), mpq(2,1))
    """

    if TYPE_CHECKING:  # a field of most subclasses, whose default a property here would become

        @property
        def profile(self) -> Profile: ...  # noqa: D102

    def _per_move(self, player: int, h: int) -> Distribution:
        return self.profile.behavior[player][h]

    @cached_property
    def _reached(self) -> Reach:
        return reach(self.game, self.profile)

    @property
    def assessment(self) -> Mapping[int, Distribution] | None:
        """Beliefs that are stated or proved, by index of information set, in breadth-first order of the set's nodes.

        None if there are none; then only the profile determines beliefs, at information sets that it reaches.
        """
        return None

    @property
    def beliefs(self) -> dict[str, dict[str, dict[str, mpq]]] | None:
        """The stated or proved beliefs, by player, information set and node; None if there are none.

        A node is named by the moves that lead to it, or by its number in breadth-first order, as ``@N``, if the moves
        are long. ``lemke.verify(game, profile, refine="sequential", beliefs=...)`` takes such a dictionary.
        """
        if self.assessment is None:
            return None
        beliefs: dict[str, dict[str, dict[str, mpq]]] = {}
        for index, by_node in self._beliefs_by_node():
            player = self._names.player_name(self.game.information_sets[index].player)
            beliefs.setdefault(player, {})[self._names.name(index)] = by_node
        return beliefs

    def _beliefs_by_node(self) -> Iterator[tuple[int, dict[str, mpq]]]:
        """Yield the index of every information set with stated or proved beliefs, and the beliefs by name of node."""
        names, nodes = NodeNames(self.game), self.game.nodes_by_set()
        assessment = self.assessment or {}
        for index in (index for sets in self.game.preorder_sets() for index in sets if index in assessment):
            yield index, dict(zip(map(names.key, nodes[index].tolist()), assessment[index], strict=True))

    def reach(self, place: int | SetName) -> mpq:
        """Return the probability of reaching a node or an information set.

        With absent-mindedness, the result for a set is the expected number of visits. A node is given by its number in
        breadth-first order, an information set by name; the number of a set must be a text. Raises GameError if there
        is no such node, ProfileError if there is no such set.
        """
        if isinstance(place, Integral):
            return mpq(self._reached.nodes[self.game.check_node(place)])
        return mpq(self._reached.sets[self._set_index(place)])

    @overload
    def belief(self, place: int) -> mpq: ...

    @overload
    def belief(self, place: str | tuple[str | int, str | int]) -> dict[int, mpq]: ...

    def belief(self, place: int | SetName) -> mpq | dict[int, mpq]:
        """Return the probability of a node if its information set is reached; for a set, a dictionary of all its nodes.

        Beliefs that are stated, or proved by trembling profiles of a sequential equilibrium, also hold off the path.
        Raises InputError if the profile does not reach the set and no beliefs are stated or proved there; GameError for
        a leaf; other errors are those of :meth:`reach`.
        """
        if not isinstance(place, Integral):
            return self._beliefs_at(self._set_index(place))
        node = self.game.check_node(place)
        index = int(self.game.information_set[node])
        return self._beliefs_at(index)[node] if index in (self.assessment or {}) else self._reached.belief(node)

    def expected(self, node: int = 0) -> tuple[mpq, ...]:
        """Return every player's expected payoff if play begins at a node, which the profile need not reach.

        Raises GameError if there is no such node.
        """
        self.game.check_node(node)
        return tuple(mpq(values[node]) for values in self._values)

    def action_values(self, name: SetName) -> ByMove[mpq]:
        """Return the player's expected payoff of every move at an information set, given that the set is reached.

        With stated or proved beliefs at the set, these are means over its nodes, weighted by the beliefs, if play then
        follows the profile. Otherwise they are the counterfactual values v_i(I, a): the player is assumed to play to
        reach the set.

        Raises ProfileError unless one information set has this name. Without beliefs at the set, raises InputError if
        the moves of the others and chance never lead to it, and RecallError unless all players have perfect recall.
        """
        index = self._set_index(name)
        information_set = self.game.information_sets[index]
        player, names = information_set.player, unique_names(information_set.actions)
        if (beliefs := (self.assessment or {}).get(index)) is not None:
            children = self.game.first_child[self.game.nodes_by_set()[index]]
            weights, values = vector(beliefs), self._values[player]
            payoffs = [exact_sum(weights * values[children + move]) for move in range(len(names))]
            return ByMove(zip(names, payoffs, strict=True))
        values_at_sets, h = self._counterfactual[player].values, self.game.positions[index]
        return ByMove({action: values_at_sets.move_value(h, move) for move, action in enumerate(names)})

    def _beliefs_at(self, index: int) -> dict[int, mpq]:
        beliefs = (self.assessment or {}).get(index) or self._reached.beliefs(index)
        return dict(zip(self.game.nodes_by_set()[index].tolist(), beliefs, strict=True))

    @cached_property
    def _values(self) -> list[Vector]:
        return [self._reached.values(player) for player in range(len(self.game.players))]

    @cached_property
    def _counterfactual(self) -> list[Counterfactual]:
        return [counterfactual(self.game, self.profile, player) for player in range(len(self.game.players))]

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
        """Return a table with a row for every move; beliefs and further facts are notes below it."""
        rows = tuple(self._move_rows())
        columns = "player", "information set", "label", "action", "probability", "remark"
        notes = (*self._belief_notes(), *self._notes())
        return Table(columns, rows, one_line(self.game.title), notes, index=4)

    def _move_rows(self) -> Iterator[tuple[object, ...]]:
        game, profile = self.game, self.profile
        reached = reached_sets(game, profile)
        for player in range(len(game.players)):
            indices, name = game.sets_of(player), self._names.player_name(player)
            for h, information_set, _ in named_sets(game, player):
                marks = (ON_PATH_FILLED, "") if indices[h] in reached else (FILLED, UNREACHED)
                remark = marks[h not in profile.filled[player]]
                head = name, information_set.number, information_set.label
                moves = zip(unique_names(information_set.actions), profile.behavior[player][h], strict=True)
                yield from ((*head, move, share, remark) for move, share in moves)

    def _belief_notes(self) -> Iterator[str]:
        """Yield a line for every information set of several nodes with stated or proved beliefs."""
        for index, by_node in self._beliefs_by_node():
            if len(by_node) > 1:
                shares = ", ".join(f"{node or 'the root'} {short(share)}" for node, share in by_node.items())
                yield f"Beliefs at {self.game.set_name(index)}: {shares}"

    def _notes(self) -> Iterable[str]:
        """Return the lines below the table, after the beliefs."""
        return ()


@dataclass(frozen=True, eq=False, repr=False)
class PlayedProfile(Played, Profile):
    """A profile with its game, made by :func:`lemke.profile`.

    Attributes
    ----------
    game : Game
    assessment : mapping or None
        Stated beliefs, by index of information set: a probability for each node of the set, in breadth-first order.
    """

    json_format: ClassVar[str] = "lemke-profile/2"

    game: Game = field(kw_only=True)
    assessment: Mapping[int, Distribution] | None = field(default=None, kw_only=True)

    @classmethod
    def of_game(
        cls, game: Game, profile: Profile, assessment: Mapping[int, Distribution] | None = None
    ) -> PlayedProfile:
        """Return a profile with its game and perhaps with beliefs, unchecked."""
        return cls(profile.behavior, profile.filled, profile.normalization, game=game, assessment=assessment)

    @property
    def profile(self) -> Profile:
        """The profile itself."""
        return self

    def json_members(self) -> dict[str, object]:
        """Return the game, the behavior strategies and, if any are stated, the beliefs."""
        members = {"game": identified_game(self.game), "behavior": behavior_object(self.game, self)}
        return members | ({} if self.assessment is None else {"beliefs": self.beliefs})

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<Profile{title}: {count(len(self.keys()), 'information set')}>"


# ---------------------------------------------------------------------- parts of documents


def named_sets(game: Game, player: int) -> Iterator[tuple[int, InformationSet, dict[str, Any]]]:
    """Yield the information sets of a player in depth-first order, with their positions in breadth-first order.

    The third item is a dictionary with the members ``index`` (from 1), ``number`` and ``label`` of JSON objects.
    """
    for k, index in enumerate(game.preorder_sets()[player], 1):
        information_set = game.information_sets[index]
        names = {"index": k, "number": information_set.number, "label": information_set.label}
        yield game.positions[index], information_set, names


def behavior_object(game: Game, profile: Profile) -> list[dict[str, Any]]:
    """Return a profile as JSON objects, one for each player."""
    players = []
    for player, (strategy, filled) in enumerate(zip(profile.behavior, profile.filled, strict=True)):
        sets = [
            names
            | {"actions": dict(zip(unique_names(of_set.actions), strategy[h], strict=True)), "filled": h in filled}
            for h, of_set, names in named_sets(game, player)
        ]
        players.append({"player": player + 1, "information_sets": sets})
    return players


def origin_lines(profile: Profile) -> Iterator[str]:
    """Yield lines that say at how many information sets a profile was filled in or normalized."""
    if filled := sum(map(len, profile.filled)):
        yield f"Not stated, but filled in: {count(filled, 'information set')}."
    if (normalization := profile.normalization) is None:
        return
    if not normalization.sets:
        yield "All probabilities summed to 1 as they were."
        return
    sets, sign = count(normalization.sets, "information set"), "-" if normalization.largest < 0 else "+"
    farthest = f"1 {sign} {short(abs(normalization.largest), LONGEST)}, at {one_line(normalization.place)}"
    yield f"Probabilities at {sets} did not sum to 1 and were divided by their exact sum. Farthest off: {farthest}."
