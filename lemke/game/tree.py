"""The game in extensive form: an immutable tree in flat arrays.

Nodes are numbered in breadth-first order. A parent comes before its children, and the children of a node have
consecutive numbers, so every pass over the tree is a loop without recursion. The game may have any number of players
and any recall.
"""

from __future__ import annotations

import operator
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from numbers import Integral
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError, InputError, one_line, type_name
from lemke.ground import notebook
from lemke.ground.rational import ZERO, shown, sympy_number
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.ground.table import Table
from lemke.ground.words import count

if TYPE_CHECKING:
    import sympy

Integers: TypeAlias = NDArray[np.int64]

CHANCE = -1
"""Player to move at a chance node."""
TERMINAL = -2
"""Player to move at a leaf."""
NONE = -1
"""No parent, child, move, information set or outcome. Arrays indexed by these often end with an entry for NONE."""

LONG_NAME = 80
"""Names with more characters are shortened or replaced by numbers."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """Nodes that the player to move cannot tell apart, with the moves there.

    Attributes
    ----------
    player : int
        0, 1, … or :data:`CHANCE`. A set of chance has one probability distribution for all its nodes.
    number : int
        From the file, or given by the builder; unique among the sets of the player.
    label : str
        A text for people; it need not be unique.
    actions : tuple of str
        Labels of the moves, at least one. They need not be unique.
    probabilities : tuple of mpq
        Probabilities of the moves at a chance set, nonnegative with sum 1; empty at a player's set.
    """

    player: int
    number: int
    label: str
    actions: tuple[str, ...]
    probabilities: tuple[mpq, ...] = ()

    @property
    def name(self) -> str:
        """The set's number, label and player as a phrase for messages."""
        owner = "chance" if self.player == CHANCE else f"player {self.player + 1}"
        label = f' "{one_line(self.label)}"' if self.label else ""
        return f"information set {self.number}{label} of {owner}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Payoffs to all players, attached to any number of nodes, leaves or not."""

    number: int
    label: str
    payoffs: tuple[mpq, ...]


@dataclass(frozen=True, eq=False)
class Game(ByValue, Result):
    """A game in extensive form, made by :class:`~lemke.game.GameBuilder` or read from a file.

    Attributes
    ----------
    title, comment : str
    players : tuple of str
        Labels of the players.
    parent, player, information_set, move, outcome, first_child : int64 arrays, one number per node
        ``player`` is the player to move, :data:`CHANCE` or :data:`TERMINAL`. ``move`` is the index of the move that
        leads to the node. ``information_set`` and ``outcome`` are indices into the tuples below. :data:`NONE` means
        that there is no such parent, set and so on.
    information_sets : tuple of InformationSet
        The sets of all players and chance, ordered by their first node.
    outcomes : tuple of Outcome
    node_labels : tuple of str
    strategic : bool
        Whether the tree is marked as a game in strategic form: each player moves once, in order, seeing nothing.

    Raises
    ------
    GameError
        If ``strategic`` is set and the tree does not have this shape.
    """

    title: str
    comment: str
    players: tuple[str, ...]
    parent: Integers
    player: Integers
    information_set: Integers
    move: Integers
    outcome: Integers
    first_child: Integers
    information_sets: tuple[InformationSet, ...]
    outcomes: tuple[Outcome, ...]
    node_labels: tuple[str, ...]
    strategic: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.strategic and not self._has_strategic_shape():
            raise GameError("a tree marked as strategic, expected one move per player, in order, without seeing others")

    def _has_strategic_shape(self) -> bool:
        moves = [len(information_set.actions) for information_set in self.information_sets]
        level_sizes = list(accumulate(moves, operator.mul, initial=1))  # nodes at depth k, where player k moves
        if len(moves) != len(self.players) or sum(level_sizes) != self.size:
            return False
        return np.array_equal(self.player, np.repeat([*range(len(moves)), TERMINAL], level_sizes))

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.parent)

    @property
    def leaves(self) -> Integers:
        """The terminal nodes, in breadth-first order."""
        return np.flatnonzero(self.player == TERMINAL)

    def children(self, node: int) -> range:
        """Return the children of a node, in the order of the moves."""
        if self.player[node] == TERMINAL:
            return range(0)
        first = int(self.first_child[node])
        return range(first, first + len(self.information_sets[self.information_set[node]].actions))

    def move_counts(self) -> Integers:
        """Return the number of moves at every node; 0 at leaves."""
        sizes = [len(information_set.actions) for information_set in self.information_sets]
        return np.array([*sizes, 0])[self.information_set]  # the last entry is for NONE, at leaves

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The position h of every information set among the sets of its player, in breadth-first order."""
        sizes: Counter[int] = Counter()
        positions = []
        for information_set in self.information_sets:
            positions.append(sizes[information_set.player])
            sizes[information_set.player] += 1
        return tuple(positions)

    def sets_of(self, player: int) -> list[int]:
        """Return the indices of a player's information sets, ordered by their first node in breadth-first order."""
        return [index for index, h in enumerate(self.information_sets) if h.player == player]

    def first_nodes(self) -> Integers:
        """Return the first node, in breadth-first order, of every information set."""
        nodes = np.flatnonzero(self.information_set != NONE)[::-1]
        first = np.zeros(len(self.information_sets), dtype=np.int64)
        first[self.information_set[nodes]] = nodes  # in descending order, so the last assignment stores the first node
        return first

    def nodes_by_set(self) -> list[Integers]:
        """Return the nodes of every information set, in breadth-first order."""
        return self._nodes_by_set

    @cached_property
    def _nodes_by_set(self) -> list[Integers]:
        inner_nodes = np.flatnonzero(self.information_set != NONE)
        by_set = inner_nodes[np.argsort(self.information_set[inner_nodes], kind="stable")]
        bounds = np.searchsorted(self.information_set[by_set], np.arange(1, len(self.information_sets)))
        return np.split(by_set, bounds) if len(self.information_sets) else []

    def preorder(self) -> list[int]:
        """Return the nodes in depth-first order: a node, then its subtrees in the order of the moves."""
        moves, first_child = self.move_counts().tolist(), self.first_child.tolist()
        order: list[int] = []
        stack = [0]
        while stack:
            node = stack.pop()
            order.append(node)
            if moves[node]:
                first = first_child[node]
                stack.extend(range(first + moves[node] - 1, first - 1, -1))
        return order

    def spans(self) -> tuple[Integers, Integers]:
        """Return where every node's subtree begins and ends in :meth:`preorder`, where it is an interval.

        The first array has the position of the node, the second one the position after the last node of the subtree.
        """
        position = np.argsort(self.preorder())
        last = np.where(self.player == TERMINAL, np.arange(self.size), self.first_child + self.move_counts() - 1)
        while not np.array_equal(last, next_last := last[last]):  # from a node to its last child, then on downwards
            last = next_last
        return position, position[last] + 1

    def nearest(self, marked: NDArray[np.bool_]) -> Integers:
        """Return, for every node, the last marked node on the path to it, the node included; the root if there is none.

        Each round doubles the number of steps upwards, so the number of rounds is logarithmic in the depth.
        """
        ancestor = np.where(marked, np.arange(self.size), self.parent)
        ancestor[0] = 0
        while not np.array_equal(ancestor, next_ancestor := ancestor[ancestor]):
            ancestor = next_ancestor
        return ancestor

    def preorder_sets(self) -> tuple[tuple[int, ...], ...]:
        """Return the indices of each player's sets in the order in which a depth-first search meets them, as Gambit."""
        _, first = np.unique(self.information_set[self.preorder()], return_index=True)
        player_sets: dict[int, list[int]] = defaultdict(list)
        for index in np.argsort(first[1:]).tolist():  # without NONE, of the leaves
            player_sets[self.information_sets[index].player].append(index)
        return tuple(tuple(player_sets[player]) for player in range(len(self.players)))

    def leaf_payoffs(self, player: int) -> Vector:
        """Return a player's payoff at every leaf, in the order of :attr:`leaves`, exact."""
        index, totals = self.payoffs()
        return np.asarray(vector(total[player] for total in totals)[index[self.leaves]])

    def payoffs(self) -> tuple[Integers, list[tuple[mpq, ...]]]:
        """Return every node's index into a table of payoffs, and the table.

        The payoffs of a node are the sums of all outcomes on its path, the node's included. At a leaf they are the
        payoffs of the game.
        """
        return self._totals

    @cached_property
    def _totals(self) -> tuple[Integers, list[tuple[mpq, ...]]]:
        totals = {(ZERO,) * len(self.players): 0}
        numbers = [totals.setdefault(outcome.payoffs, len(totals)) for outcome in self.outcomes]
        index = np.array([*numbers, 0])[self.outcome]  # the last entry is for NONE: zeros, the first total
        paying = self.outcome != NONE
        last = self.nearest(paying)  # the last node with an outcome on the path
        previous = last[self.parent]
        to_add = np.flatnonzero(paying & paying[previous] & (self.parent != NONE))  # an earlier node pays, too
        table = list(totals)
        for node, payer in zip(to_add.tolist(), previous[to_add].tolist(), strict=True):
            total = tuple(map(operator.add, table[index[payer]], table[index[node]]))
            index[node] = totals.setdefault(total, len(table))
            if index[node] == len(table):
                table.append(total)
        return index[last], table

    def require_two_players(self, purpose: str = "") -> None:
        """Raise :class:`GameError` unless there are exactly two players; ``purpose`` is the end of the message."""
        require_two(self.players, purpose)

    def check_player(self, player: int) -> None:
        """Raise :class:`GameError` unless 0, 1, … is a player of the game."""
        check_player(player, len(self.players))

    def check_node(self, node: object) -> int:
        """Return a node as an int; raise :class:`GameError` unless it is a whole number that belongs to a node."""
        if not isinstance(node, Integral) or isinstance(node, bool) or not 0 <= int(node) < self.size:
            raise GameError(f"node {shown(node)}, expected a whole number from 0 to {self.size - 1}")
        return int(node)

    def set_name(self, index: int) -> str:
        """Return the :attr:`InformationSet.name` of a set."""
        return self.information_sets[index].name

    def history(self, node: int) -> str:
        """Return the :func:`move_names` on the whole path to a node, separated by blanks; ``the root`` for the root."""
        moves: list[str] = []
        while (parent := int(self.parent[node])) != NONE:
            actions = self.information_sets[self.information_set[parent]].actions
            moves.append(move_names(actions)[self.move[node]])
            node = parent
        return " ".join(reversed(moves)) if moves else "the root"

    def to_table(self) -> Table:
        """Return a row for every node in breadth-first order; payoffs, summed along paths, only at leaves."""
        index, totals = self.payoffs()
        rows, no_payoffs = [], [None] * len(self.players)
        sets = self.information_set.tolist()
        columns = zip(self.parent.tolist(), self.move.tolist(), sets, strict=True)
        for node, (parent, move, set_index) in enumerate(columns):
            row: list[object] = [node, self.node_labels[node], None, None, None]
            if parent != NONE:
                above = self.information_sets[sets[parent]]
                row[2:] = [parent, above.actions[move], above.probabilities[move] if above.probabilities else None]
            if set_index == NONE:
                row += [None, None, *totals[index[node]]]
            else:
                information_set = self.information_sets[set_index]
                player = "chance" if information_set.player == CHANCE else information_set.player + 1
                row += [player, information_set.number, *no_payoffs]
            rows.append(tuple(row))
        names = ("node", "label", "parent", "action", "probability", "player", "information set")
        payoffs = tuple(f"payoff {name}" for name in unique_names(self.players))
        return Table((*names, *payoffs), rows, repr(self)[1:-1], index=1)  # without < and >

    def to_sympy(self) -> sympy.Matrix:
        """Return the exact payoffs as a matrix of sympy: a row for each of :attr:`leaves`, a column per player."""
        import sympy

        payoffs = [self.leaf_payoffs(player) for player in range(len(self.players))]
        return sympy.Matrix(len(self.leaves), len(payoffs), lambda i, j: sympy_number(payoffs[j][i]))

    def _repr_html_(self) -> str:
        return notebook.game_html(self) if notebook.game_html else super()._repr_html_()

    def __str__(self) -> str:
        return repr(self)  # a game may have millions of nodes

    def __repr__(self) -> str:
        return f"<Game {self.title!r}: {count(len(self.players), 'player')}, {count(self.size, 'node')}>"


def require_game(value: object) -> None:
    """Raise :class:`InputError` unless the value is a :class:`Game`."""
    if not isinstance(value, Game):
        made = "from read or example; for a NormalForm, its tree()"
        raise InputError(f"an object of type {type_name(value)}, expected a Game ({made})")


def require_two(players: Sequence[str], purpose: str = "") -> None:
    """Raise :class:`GameError` unless there are exactly two players; ``purpose`` is the end of the message."""
    if len(players) != 2:
        raise GameError(f"a game of {count(len(players), 'player')}, expected 2 players{purpose}")


def check_player(player: int, players: int) -> None:
    """Raise :class:`GameError` unless 0, 1, … is one of a number of players."""
    if player not in range(players):
        raise GameError(f"player {shown(player)}, counted from 0, expected one of {count(players, 'player')}")


def unique_names(labels: Sequence[str]) -> list[str]:
    """Return unique names for people: an empty or repeated label gets a number; if need be, all labels get numbers.

    >>> unique_names(["L", "", "R"]), unique_names(["a", "a"])
    (['L', '#2', 'R'], ['a#1', 'a#2'])
    """
    times = Counter(labels)
    names = [label if label and times[label] == 1 else f"{label}#{k}" for k, label in enumerate(labels, 1)]
    if len(set(names)) < len(names):  # a label looks like one of our numbers
        names = [f"{label}#{k}" for k, label in enumerate(labels, 1)]
    return names


def move_places(names: Sequence[str]) -> dict[str, int]:
    """Return the index of every move by its name, and by ``#k`` for the k-th move unless another move has this name."""
    return {f"#{k}": k - 1 for k in range(1, len(names) + 1)} | {name: k for k, name in enumerate(names)}


def move_names(labels: Sequence[str]) -> list[str]:
    """Return names of the moves at a set: the label, in double quotes if it has blanks, or ``#k`` for the k-th move.

    ``#k`` replaces a label that is empty, long, unprintable, used twice, or has a double quote or several blanks in a
    row. It also replaces a label that looks like another part of our texts: a label without blanks that begins with
    ``#``, ``*`` or ``@``, or is ``...`` or ``|``. :func:`split_moves` splits a text into such names.

    >>> move_names(["L", "", "two words", "x", "x", "*"])
    ['L', '#2', '"two words"', '#4', '#5', '#6']
    """
    times = Counter(labels)
    names = []
    for k, label in enumerate(labels, 1):
        unclear = len(label) > LONG_NAME or not label.isprintable() or '"' in label or "  " in label
        reserved = label.startswith(("#", "*", "@")) or label in ("...", "|")
        if not label or times[label] > 1 or unclear or (reserved and " " not in label):
            names.append(f"#{k}")
        else:
            names.append(f'"{label}"' if " " in label else label)
    return names


def split_moves(text: str) -> list[str]:
    """Return the names of moves in a text; blanks separate them, except within double quotes."""
    return re.findall(r'"[^"]*"(?!\S)|\S+', text)
