"""Last moves, sequences and perfect recall.

One pass over the tree finds the last move of every player on the path to every node. A player has perfect recall iff
in every information set of the player, all nodes have the same last move of this player (B. von Stengel, unpublished
comments on generating reduced strategies).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import RecallError
from lemke.game import CHANCE, Game, InformationSet, NodeNames
from lemke.game.tree import LONG_NAME, Integers, unique_names
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, pairs, vector, zeros

EMPTY = 0
"""The empty sequence: the player has not moved yet."""


@dataclass(frozen=True, eq=False)
class Histories(ByValue):
    """The last moves of the players and the probabilities of chance on the path to every node.

    Attributes
    ----------
    last_move : tuple of int64 arrays, per player, one number per node
        The number of the player's last move on the path to the node; :data:`EMPTY` if the player has not moved. With
        perfect recall this is the number of the player's sequence that leads to the node.
    first : int64 array, one number per information set
        The number of the set's first move. All moves of a player, or of chance, are numbered set by set: players'
        moves from 1, moves of chance from 0.
    moves : tuple of int, per player
        How many moves the player has, plus 1 for EMPTY.
    products : object array of mpq
        The distinct products of chance probabilities along paths.
    product : int64 array, one number per node
        The index in ``products`` of the product on the path to the node.
    """

    last_move: tuple[Integers, ...]
    first: Integers
    moves: tuple[int, ...]
    products: Vector
    product: Integers

    @property
    def chance(self) -> Vector:
        """The product of the chance probabilities on the path to every node."""
        return self.products[self.product]


Violation: TypeAlias = tuple[int, tuple[int, int], bool]
"""A witness of imperfect recall: an information set, two of its nodes with different last moves of the player, and
whether the second node is below the first one, so that the player forgets having been there."""


@dataclass(frozen=True, eq=False)
class Sequences(ByValue):
    """The numbered sequences of a player with perfect recall, and their relation to the information sets.

    Sequence 0 is the empty one. The sequences σ_h c that end with a move c at information set h have the numbers
    ``moves(h)``. A prefix of a sequence has a smaller number.

    Attributes
    ----------
    player : int
    sets : tuple of int
        The player's information sets, as indices into ``game.information_sets``, in breadth-first order; 0, 1, … for a
        game without a tree. The index h is a position in this tuple.
    first : int64 array, one number per information set
        The first sequence that ends with a move at the set.
    parent : int64 array, one number per information set
        σ_h, the sequence that leads to the set.
    size : int
        Number of sequences.
    information_sets : tuple of InformationSet
        The sets themselves.
    """

    player: int
    sets: tuple[int, ...]
    first: Integers
    parent: Integers
    size: int
    information_sets: tuple[InformationSet, ...]

    def moves(self, h: int) -> range:
        """Return the numbers of the sequences σ_h c for the moves c at information set h."""
        return self._moves[h]

    @cached_property
    def _moves(self) -> list[range]:
        return list(map(range, self.first.tolist(), [*self.first[1:].tolist(), self.size]))

    @cached_property
    def shorter(self) -> list[int]:
        """For every sequence, the sequence without its last move; for the empty sequence, the empty sequence."""
        return [EMPTY, *np.repeat(self.parent, np.diff(np.append(self.first, self.size))).tolist()]

    @cached_property
    def lengths(self) -> list[int]:
        """``|σ|``, the number of moves, for every sequence σ."""
        lengths = [0] * self.size
        for h, parent in enumerate(self.parent.tolist()):
            for sequence in self.moves(h):
                lengths[sequence] = lengths[parent] + 1
        return lengths

    def names(self) -> list[str]:
        """Return unique names of the sequences: the labels of their moves with blanks between, ``∅`` for the empty one.

        If the label of a move is empty or not unique among the player's moves, it becomes ``SET:MOVE``, where SET is
        the set's label or number. The number of a sequence replaces a long name within longer names: ``[NUMBER] MOVE``.
        """
        names = ["∅"]
        counts = Counter(action for information_set in self.information_sets for action in information_set.actions)
        set_labels = Counter(information_set.label for information_set in self.information_sets)
        for h, information_set in enumerate(self.information_sets):
            label = information_set.label
            set_name = label if label and set_labels[label] == 1 else str(information_set.number)
            prefix = names[self.parent[h]]
            if len(prefix) > LONG_NAME:  # full names on a long path would take quadratic memory
                prefix = f"[{self.parent[h]}]"
            start = f"{prefix} " if self.parent[h] != EMPTY else ""
            for action, move in zip(information_set.actions, unique_names(information_set.actions), strict=True):
                names.append(start + (move if action and counts[action] == 1 else f"{set_name}:{move}"))
        if len(set(names)) < len(names):  # some labels look like names made here
            names = [f"{name} ({k})" for k, name in enumerate(names)]
        return names


def tied_moves(sequences: Sequences, payoffs: SparseMatrix, mixing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which sequences tie with a sequence in ``mixing``.

    Two sequences tie if they end at the same set and have equal rows of payoffs, and the player has no set after them.
    For every sequence of the player, ``mixing`` and the result have a flag, and ``payoffs`` has a row.
    """
    is_last = np.ones(sequences.size, dtype=bool)
    is_last[[EMPTY, *sequences.parent]] = False
    starts = np.searchsorted(payoffs.rows, np.arange(sequences.size + 1)).tolist()
    columns, values = payoffs.columns.tolist(), payoffs.values.tolist()
    numbers: dict[tuple[object, ...], int] = {}  # a number for every pair of a set and a row of payoffs
    number = np.zeros(sequences.size, dtype=np.int64)
    for h in range(len(sequences.sets)):
        for sequence in sequences.moves(h):
            row = slice(starts[sequence], starts[sequence + 1])
            number[sequence] = numbers.setdefault((h, *columns[row], *values[row]), len(numbers))
    return is_last & np.isin(number, number[mixing & is_last])


def sets_from(sequences: Sequences, information_set: int | None = None) -> list[int]:
    """Return the positions of an information set and of all sets of the player after it; without a set, of all sets."""
    if information_set is None:
        return list(range(len(sequences.sets)))
    sets, passing = [information_set], set(sequences.moves(information_set))  # sequences with a move at the set
    for h, parent in enumerate(sequences.parent.tolist()):
        if parent in passing:
            sets.append(h)
            passing.update(sequences.moves(h))
    return sets


def part_of(sequences: Sequences, sets: list[int], start: int = EMPTY) -> tuple[Sequences, Integers]:
    """Return the sequences over some of a player's information sets, and the old number of every new sequence.

    ``sets`` are positions in ascending order, with all sets on the path from ``start`` to one of them. ``start`` is the
    sequence that becomes the empty sequence; it leads to the sets.

    >>> from lemke.generators import kuhn
    >>> part, old_numbers = part_of(player_sequences(kuhn(3), 0), [3], start=1)
    >>> part.size, part.parent, old_numbers
    (3, array([0]), array([1, 7, 8]))
    """
    old_numbers = np.array([start, *chain.from_iterable(map(sequences.moves, sets))], dtype=np.int64)
    new_numbers = np.full(sequences.size, EMPTY)
    new_numbers[old_numbers] = np.arange(len(old_numbers))
    positions = np.array(sets, dtype=np.int64)
    part = replace(
        sequences,
        sets=tuple(sequences.sets[h] for h in sets),
        first=new_numbers[sequences.first[positions]],
        parent=new_numbers[sequences.parent[positions]],
        size=len(old_numbers),
        information_sets=tuple(sequences.information_sets[h] for h in sets),
    )
    return part, old_numbers


def imbalances(sequences: Sequences, plan: Vector) -> Vector:
    """Return Σ_c x(σ_h c) − x(σ_h) for every information set h; for a realization plan x, these are all 0."""
    if not len(sequences.sets):
        return zeros(0)
    return np.asarray(np.add.reduceat(plan, sequences.first) - plan[sequences.parent])


def spread(sequences: Sequences, values: Vector) -> Vector:
    """Return Eᵀu, one number per sequence, where u has a number u₀ and then a number for every information set.

    The entries of E x are x(∅) and the :func:`imbalances` of x. The entry of Eᵀu at the sequence σ_h c is u_h − Σ_k u_k
    over the sets k directly after this sequence; the entry at the empty sequence is u₀ − Σ_k u_k.
    """
    counts = np.diff(np.append(sequences.first, sequences.size))
    differences = np.append([values[0]], np.repeat(values[1:], counts))
    np.subtract.at(differences, sequences.parent, values[1:])
    return differences


def histories(game: Game) -> Histories:
    """Return the last moves and the probabilities of chance on the paths to all nodes."""
    counts = [1] * len(game.players) + [0]  # next numbers of moves; the last entry, at index CHANCE = -1, for chance
    first = np.zeros(len(game.information_sets), dtype=np.int64)
    for index, information_set in enumerate(game.information_sets):
        first[index] = counts[information_set.player]
        counts[information_set.player] += len(information_set.actions)
    mover = game.player[game.parent]  # for the root, whose parent is -1, this reads the last node, a leaf
    number = np.append(first, EMPTY)[game.information_set[game.parent]] + game.move  # of the move that leads here
    number[0] = EMPTY  # no move leads to the root
    last_move = tuple(number[game.nearest(mover == player)] for player in range(len(game.players)))
    products, product = _products(game, game.nearest(mover == CHANCE), number)
    return Histories(last_move, first, tuple(counts[:-1]), products, product)


def constant_sum(game: Game, game_histories: Histories) -> mpq | None:
    """Return the sum of all players' payoffs if it is the same at all leaves that chance reaches; otherwise None."""
    index, table = game.payoffs()
    leaves = game.leaves
    reached_leaves = leaves[game_histories.chance[leaves].astype(bool)]
    totals = {sum(table[k], ZERO) for k in {*index[reached_leaves].tolist()}}
    return totals.pop() if len(totals) == 1 else None


def _products(game: Game, last_drawn: Integers, number: Integers) -> tuple[Vector, Integers]:
    """Return the distinct products of chance probabilities on paths, and the index of every node's product.

    For every node, ``last_drawn`` is the last node on its path to which a chance move leads, or else the root;
    ``number`` is the number of the move that leads to the node.
    """
    probabilities = list(chain.from_iterable(map(attrgetter("probabilities"), game.information_sets)))
    product = [0] * game.size
    table, index = [ONE], {ONE: 0}
    drawn = np.flatnonzero(last_drawn == np.arange(game.size))[1:]  # nodes after chance moves, without the root
    previous, numbers = last_drawn[game.parent[drawn]].tolist(), number[drawn].tolist()
    for node, previous_node, move in zip(drawn.tolist(), previous, numbers, strict=True):
        reach = table[product[previous_node]] * probabilities[move]
        product[node] = index.setdefault(reach, len(table))
        if product[node] == len(table):
            table.append(reach)
    return vector(table), np.array(product)[last_drawn]


def weighted_payoffs(game: Game, game_histories: Histories, player: int) -> tuple[Integers, Vector]:
    """Return ``index, terms``: the k-th leaf has the probability of chance times the payoff ``terms[index[k]]``."""
    payoff, totals = game.payoffs()
    leaves = game.leaves
    products, payoffs, number = pairs(game_histories.product[leaves], payoff[leaves], len(totals))
    return number, game_histories.products[products] * vector(map(itemgetter(player), totals))[payoffs]


def violations(game: Game, game_histories: Histories) -> list[Violation | None]:
    """Return, for every player, a witness of imperfect recall; None for a player with perfect recall."""
    witnesses: list[Violation | None] = []
    first_node = game.first_nodes()
    for player, last in enumerate(game_histories.last_move):
        nodes = np.flatnonzero(game.player == player)
        first_of_set = first_node[game.information_set[nodes]]
        violating = np.flatnonzero(last[nodes] != last[first_of_set])
        witness: Violation | None = None
        if len(violating):
            first, node = int(first_of_set[violating[0]]), int(nodes[violating[0]])
            witness = _absent_minded(game, nodes) or (int(game.information_set[node]), (first, node), False)
        witnesses.append(witness)
    return witnesses


def _absent_minded(game: Game, nodes: Integers) -> Violation | None:
    """Return a violation with two of a player's nodes on one path, the first in depth-first order; None if none exists.

    A subtree is an interval in depth-first order. So if a node of a set is below another one, then the next node of the
    set in this order is below that one, too.
    """
    position, end = game.spans()
    nodes = nodes[np.lexsort((position[nodes], game.information_set[nodes]))]
    above, below = nodes[:-1], nodes[1:]
    index = game.information_set[above]
    on_path = (index == game.information_set[below]) & (position[below] < end[above])
    if not on_path.any():
        return None
    k = np.flatnonzero(on_path)[np.argmin(position[below[on_path]])]
    return int(index[k]), (int(above[k]), int(below[k])), True


def last_moves(game: Game, game_histories: Histories, player: int) -> list[list[int]]:
    """Return, for every information set of a player, the distinct last moves of the player before its nodes, sorted.

    A player has perfect recall iff every set has only one last move.
    """
    nodes, last_move = game.nodes_by_set(), game_histories.last_move[player].tolist()
    return [sorted({last_move[node] for node in nodes[index].tolist()}) for index in game.sets_of(player)]


def require_perfect_recall(game: Game, game_histories: Histories) -> tuple[Sequences, ...]:
    """Return the sequences of every player.

    Raises RecallError, which names the information set and two histories, if a player lacks perfect recall.
    """
    violating = enumerate(violations(game, game_histories))
    return tuple(_sequences(game, game_histories, player, violation) for player, violation in violating)


def player_sequences(game: Game, player: int) -> Sequences:
    """Return the sequences of one player; the other players need not have perfect recall.

    Raises GameError if there is no such player, and RecallError if the player does not have perfect recall.
    """
    game.check_player(player)
    game_histories = histories(game)
    return _sequences(game, game_histories, player, violations(game, game_histories)[player])


def _sequences(game: Game, game_histories: Histories, player: int, violation: Violation | None) -> Sequences:
    if violation is not None:
        raise RecallError(f"{describe(game, violation)}, expected perfect recall")
    sets = game.sets_of(player)
    parent = game_histories.last_move[player][game.first_nodes()[sets]]
    information_sets = tuple(map(game.information_sets.__getitem__, sets))
    first, size = game_histories.first[sets], game_histories.moves[player]
    return Sequences(player, tuple(sets), first, parent, size, information_sets)


def describe(game: Game, violation: Violation) -> str:
    """Return one line that names the information set and the two histories."""
    index, nodes, is_absent_minded = violation
    first, second = map(NodeNames(game).place, nodes)
    kind = "absent-mindedness" if is_absent_minded else "imperfect recall"
    return f"{kind} at {game.set_name(index)} ({first} | {second})"
