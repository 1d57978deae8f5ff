"""Last moves, sequence numbering and perfect recall, by one breadth-first pass.

The pass finds each player's last move on the path to every node. A player has perfect recall iff all nodes of each of
its information sets have the same last move of that player (B. von Stengel, unpublished comments on generating reduced
strategies).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from operator import attrgetter, itemgetter

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import RecallError
from lemke.game import CHANCE, Game, InformationSet, NodeNames
from lemke.game.tree import LONG_NAME, Integers, unique_names
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, pairs, vector, zeros

EMPTY = 0
"""The empty sequence: the player has not moved yet."""

BETWEEN_CHECKS = 1 << 10
"""Different products of chance's probabilities, or information sets, between two checks of the limits."""


@dataclass(frozen=True, eq=False)
class Histories(ByValue):
    """The last moves of the players and the probabilities of chance on the path to every node.

    Attributes
    ----------
    last_move : tuple of int64 arrays, per player, one number per node
        The player's last move on the path to the node, as the number of the sequence that it ends (with perfect
        recall, the number of *the* sequence); :data:`EMPTY` where the player has not moved.
    first : int64 array, one number per information set
        The number of the set's first move among the moves of its player, or of chance. Its other moves follow.
    moves : tuple of int, per player
        Number of moves of the player, the empty one included: 1 + Σ|C_h|.
    products : object array of mpq
        The different products of chance probabilities along paths.
    product : int64 array, one number per node
        The index into ``products`` for the path to the node.
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


@dataclass(frozen=True, slots=True)
class Violation:
    """A witness of imperfect recall: two nodes of one information set with different last moves of the player.

    ``absent_minded`` means that one node is below the other: the player forgets the visit to the first.
    """

    player: int
    information_set: int
    nodes: tuple[int, int]
    absent_minded: bool


@dataclass(frozen=True, eq=False)
class Sequences(ByValue):
    """The sequences of a player with perfect recall: the one map between numbers, sequences and information sets.

    Sequence 0 is the empty one; the sequences σ_h c that end in information set h have the numbers ``moves(h)``.
    A prefix of a sequence has a smaller number.

    Attributes
    ----------
    player : int
    sets : tuple of int
        The player's information sets, as indices into ``game.information_sets``, in breadth-first order; 0, 1, … for a
        game without a tree. The index h is a position in this tuple.
    first, parent : int64 arrays, one number per information set
        The first sequence that ends there, and σ_h, the sequence that leads there.
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
        """Return the numbers of the sequences σ_h c, c a move at information set h."""
        return self._moves[h]

    @cached_property
    def _moves(self) -> list[range]:
        return list(map(range, self.first.tolist(), [*self.first[1:].tolist(), self.size]))

    @cached_property
    def followers(self) -> list[list[int]]:
        """inf_i(σ) of every sequence σ: the sets h with σ_h = σ, directly after it (slides of 2016, (4))."""
        followers: list[list[int]] = [[] for _ in range(self.size)]
        for h, parent in enumerate(self.parent.tolist()):
            followers[parent].append(h)
        return followers

    @cached_property
    def shorter(self) -> list[int]:
        """For every sequence, the sequence without its last move; for the empty one, itself."""
        counts = np.diff(np.append(self.first, self.size)) if len(self.sets) else np.zeros(0, dtype=np.int64)
        return [EMPTY, *np.repeat(self.parent, counts).tolist()]

    @cached_property
    def lengths(self) -> list[int]:
        """``|σ|``, the number of moves, of every sequence σ."""
        lengths = [0] * self.size
        for h, parent in enumerate(self.parent.tolist()):
            for sequence in self.moves(h):
                lengths[sequence] = lengths[parent] + 1
        return lengths

    def names(self) -> list[str]:
        """Return unique names for people: the labels of the moves in turn, ``∅`` for the empty sequence.

        A move whose label is not unique among the player's moves is written ``SET:MOVE``. In a name that extends a
        long one, the prefix is replaced by its sequence's number: ``[NUMBER] MOVE``.
        """
        names = ["∅"]
        counts = Counter(action for information_set in self.information_sets for action in information_set.actions)
        set_labels = Counter(information_set.label for information_set in self.information_sets)
        for h, information_set in enumerate(self.information_sets):
            label, number = information_set.label, str(information_set.number)
            where = label if label and set_labels[label] == 1 else number
            before = names[self.parent[h]]
            if len(before) > LONG_NAME:  # the names of a long chain would take quadratic memory
                before = f"[{self.parent[h]}]"
            prefix = f"{before} " if self.parent[h] != EMPTY else ""
            for action, plain in zip(information_set.actions, unique_names(information_set.actions), strict=True):
                names.append(prefix + (plain if action and counts[action] == 1 else f"{where}:{plain}"))
        if len(set(names)) < len(names):  # some labels look like the names made here
            names = [f"{name} ({k})" for k, name in enumerate(names)]
        return names


def tied_moves(sequences: Sequences, payoffs: SparseMatrix, mixing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which sequences end in a move with the same payoffs as a mixing move of its set, whatever the others play.

    ``mixing`` marks sequences. No set of the player follows on either of the two. ``payoffs`` has a row for every
    sequence of the player.
    """
    is_last = np.ones(sequences.size, dtype=bool)
    is_last[[EMPTY, *sequences.parent]] = False
    starts = np.searchsorted(payoffs.rows, np.arange(sequences.size + 1)).tolist()
    columns, values = payoffs.columns.tolist(), payoffs.values.tolist()
    numbers: dict[tuple[object, ...], int] = {}  # equal for moves of one set with equal rows of payoffs
    number = np.zeros(sequences.size, dtype=np.int64)
    for h in limits.checked(range(len(sequences.sets)), BETWEEN_CHECKS):
        for sequence in sequences.moves(h):
            row = slice(starts[sequence], starts[sequence + 1])
            number[sequence] = numbers.setdefault((h, *columns[row], *values[row]), len(numbers))
    return is_last & np.isin(number, number[mixing & is_last])


def sets_from(sequences: Sequences, information_set: int | None = None) -> list[int]:
    """Return an information set of the player and all sets after it, in order; without a set, all of the player's.

    >>> from lemke.generators import kuhn
    >>> sequences = player_sequences(kuhn(3), 0)
    >>> sets_from(sequences, 0), len(sets_from(sequences))
    ([0, 3], 6)
    """
    if information_set is None:
        return list(range(len(sequences.sets)))
    after = {information_set}
    extended = set(sequences.moves(information_set))  # sequences that pass through the set
    for h, parent in enumerate(sequences.parent.tolist()):
        if parent in extended:
            after.add(h)
            extended.update(sequences.moves(h))
    return sorted(after)


def part_of(sequences: Sequences, sets: list[int], start: int = EMPTY) -> tuple[Sequences, Integers]:
    """Return the sequences over some of a player's information sets, and the number of each among all sequences.

    Parameters
    ----------
    sets : positions of information sets, in ascending order
        With each set, all sets between ``start`` and it must be among them.
    start : int
        The sequence that becomes the empty one.

    >>> from lemke.generators import kuhn
    >>> sequences = player_sequences(kuhn(3), 0)
    >>> part, before = part_of(sequences, [3], start=1)
    >>> part.size, part.parent, before
    (3, array([0]), array([1, 7, 8]))
    """
    before = np.array([start, *chain.from_iterable(map(sequences.moves, sets))], dtype=np.int64)
    place = np.full(sequences.size, EMPTY)
    place[before] = np.arange(len(before))
    kept = np.array(sets, dtype=np.int64)
    first, parent = place[sequences.first[kept]], place[sequences.parent[kept]]
    index, members = sequences.sets, sequences.information_sets
    fields = tuple(index[h] for h in sets), first, parent, len(before), tuple(members[h] for h in sets)
    return Sequences(sequences.player, *fields), before


def imbalances(sequences: Sequences, plan: Vector) -> Vector:
    """Return Σ_c x(σ_h c) − x(σ_h) for every information set h, 0 in a realization plan."""
    if not len(sequences.sets):
        return zeros(0)
    return np.asarray(np.add.reduceat(plan, sequences.first) - plan[sequences.parent])


def spread(sequences: Sequences, values: Vector) -> Vector:
    """Return Eᵀu, where u has u₀ and a value for every information set.

    Its entry at a sequence is the value of the set where it ends, minus the values of the sets directly after it.
    """
    differences = zeros(sequences.size)
    differences[EMPTY] = values[0]
    if len(sequences.sets):
        counts = np.diff(np.append(sequences.first, sequences.size))
        differences[1:] = np.repeat(values[1:], counts)
        np.subtract.at(differences, sequences.parent, values[1:])
    return differences


def histories(game: Game) -> Histories:
    """Return the last moves and chance probabilities of all nodes, by one breadth-first pass."""
    counts = [1] * len(game.players) + [0]  # the last one, also index −1 = CHANCE, counts chance's moves
    first = np.zeros(len(game.information_sets), dtype=np.int64)
    for index, information_set in enumerate(game.information_sets):
        first[index] = counts[information_set.player]
        counts[information_set.player] += len(information_set.actions)
    mover = game.player[game.parent]  # the root's parent −1 reads the last node, a leaf
    number = np.append(first, EMPTY)[game.information_set[game.parent]] + game.move
    number[0] = EMPTY
    last_move = []
    for player in range(len(game.players)):
        last_move.append(number[game.nearest(mover == player)])
        limits.check()
    products, product = _products(game, game.nearest(mover == CHANCE), number)
    return Histories(tuple(last_move), first, tuple(counts[:-1]), products, product)


def constant_sum(game: Game, behind: Histories) -> mpq | None:
    """Return the sum of all players' payoffs if it is the same at all leaves that chance reaches; otherwise None."""
    index, table = game.payoffs()
    leaves = game.leaves
    used = {*index[leaves[behind.chance[leaves].astype(bool)]].tolist()}
    totals = {sum(table[outcome], ZERO) for outcome in used}
    return totals.pop() if len(totals) == 1 else None


def _products(game: Game, drawn: Integers, number: Integers) -> tuple[Vector, Integers]:
    """Return the different products of chance's probabilities, and the index of each node's product.

    ``drawn`` is, for every node, the last node on its path that a chance move leads to; ``number`` that move's number.
    """
    probabilities = list(chain.from_iterable(map(attrgetter("probabilities"), game.information_sets)))
    product = [0] * game.size
    table, known = [ONE], {ONE: 0}
    draws = np.flatnonzero(drawn == np.arange(game.size))[1:]  # no move leads to the root
    above_draws, numbers = drawn[game.parent[draws]].tolist(), number[draws].tolist()
    for node, above, draw in zip(draws.tolist(), above_draws, numbers, strict=True):
        reach = table[product[above]] * probabilities[draw]
        product[node] = known.setdefault(reach, len(table))
        if product[node] == len(table):
            table.append(reach)
            if len(table) % BETWEEN_CHECKS == 0:
                limits.check()
    limits.check()
    return vector(table), np.array(product)[drawn]


def weighted_payoffs(game: Game, behind: Histories, player: int) -> tuple[Integers, Vector]:
    """Return chance's probability times the player's payoff at every leaf: indices into different terms, and the terms.

    There are few different ones, so each is computed once.
    """
    payoff, totals = game.payoffs()
    leaves = game.leaves
    products, payoffs, number = pairs(behind.product[leaves], payoff[leaves], len(totals))
    return number, behind.products[products] * vector(map(itemgetter(player), totals))[payoffs]


def violations(game: Game, behind: Histories) -> list[Violation | None]:
    """Return for every player None if it has perfect recall, otherwise a witness of the violation."""
    witnesses: list[Violation | None] = [None] * len(game.players)
    first_node = game.first_nodes()
    for player, last in enumerate(behind.last_move):
        player_nodes = np.flatnonzero(game.player == player)
        representative = first_node[game.information_set[player_nodes]]
        differs = player_nodes[last[player_nodes] != last[representative]]
        if len(differs):
            node, index = int(differs[0]), int(game.information_set[differs[0]])
            nodes = int(first_node[index]), node
            witnesses[player] = _absent_minded(game, player) or Violation(player, index, nodes, absent_minded=False)
    return witnesses


def last_moves(game: Game, behind: Histories, player: int) -> list[list[int]]:
    """Return, for every information set of a player, the last moves of the player at its nodes, each once.

    Moves have the numbers of :class:`Histories`, in increasing order; :data:`EMPTY` means no move. A player has perfect
    recall iff every set has one last move (B. von Stengel, unpublished comments on generating reduced strategies).

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> forgets = builder.information_set(0, ["l", "r"])
    >>> for node in builder.move(builder.root, 0, ["L", "R"]):
    ...     _ = builder.decide(node, forgets)
    >>> game = builder.build(unpaid="zero")
    >>> last_moves(game, histories(game), 0)
    [[0], [1, 2]]
    """
    sets = game.sets_of(player)
    nodes = np.flatnonzero(game.player == player)
    place = np.searchsorted(sets, game.information_set[nodes])
    pairs_seen = np.unique(np.stack([place, behind.last_move[player][nodes]], axis=1), axis=0)
    bounds = np.searchsorted(pairs_seen[:, 0], np.arange(len(sets) + 1)).tolist()
    moves = pairs_seen[:, 1].tolist()
    return [moves[start:end] for start, end in pairwise(bounds)]


def require_perfect_recall(game: Game, behind: Histories) -> tuple[Sequences, ...]:
    """Return the sequences of every player.

    Raises RecallError, which names the information set and two histories, if a player lacks perfect recall.
    """
    players = range(len(game.players))
    return tuple(map(partial(_sequences, game, behind), players, violations(game, behind)))


def player_sequences(game: Game, player: int) -> Sequences:
    """Return the sequences of one player; the others may have any recall.

    Raises
    ------
    PlayersError
        If there is no such player.
    RecallError
        If the player does not have perfect recall; the message names the information set and two histories.
    """
    game.check_player(player)
    behind = histories(game)
    return _sequences(game, behind, player, violations(game, behind)[player])


def _sequences(game: Game, behind: Histories, player: int, violation: Violation | None) -> Sequences:
    if violation is not None:
        raise RecallError(f"{describe(game, violation)}, expected perfect recall")
    sets = game.sets_of(player)
    parent = behind.last_move[player][game.first_nodes()[sets]]
    information_sets = tuple(map(game.information_sets.__getitem__, sets))
    return Sequences(player, tuple(sets), behind.first[sets], parent, behind.moves[player], information_sets)


def describe(game: Game, violation: Violation) -> str:
    """Return one line that names the information set and the two histories."""
    first, second = map(NodeNames(game).place, violation.nodes)
    kind = "absent-mindedness" if violation.absent_minded else "imperfect recall"
    return f"{kind} at {game.set_name(violation.information_set)} ({first} | {second})"


def _absent_minded(game: Game, player: int) -> Violation | None:
    """Return two nodes of one information set of a player on one path, or None, by a depth-first pass."""
    on_path: dict[int, int] = {}
    stack: list[tuple[int, bool]] = [(0, False)]
    while stack:
        node, leaving = stack.pop()
        index = int(game.information_set[node])
        if leaving:
            del on_path[index]
            continue
        if game.player[node] == player:
            if index in on_path:
                return Violation(player, index, (on_path[index], node), absent_minded=True)
            on_path[index] = node
            stack.append((node, True))
        stack.extend((child, False) for child in reversed(game.children(node)))
    return None
