"""Last moves, sequence numbering and perfect recall, by one breadth-first pass.

For every node keep each player's last move on the way there. A player has perfect recall iff all nodes of each of its
information sets carry the same last move (B. von Stengel, unpublished comments on generating reduced strategies).
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
"""The empty sequence: no own move made yet. A property of a node, unlike "not yet set"."""

BETWEEN_CHECKS = 1 << 10
"""Different products of chance's probabilities, or information sets, between two looks at the limits."""


@dataclass(frozen=True, eq=False)
class Histories(ByValue):
    """What lies behind every node.

    Attributes
    ----------
    last_move : tuple of int64 arrays, per player, one number per node
        The player's last move on the path to the node, as the number of the sequence that it ends (with perfect
        recall, the number of *the* sequence); :data:`EMPTY` where the player has not moved.
    first : int64 array, one number per information set
        The number of the set's first move among its player's moves, or chance's: those of a set are numbered from
        there on.
    moves : tuple of int, per player
        Number of moves of the player, the empty one included: 1 + Σ|C_h|.
    products : object array of mpq
        The different products of the chance probabilities on a path.
    product : int64 array, one number per node
        Which of them is the node's.
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
    """Two nodes of one information set that their player reaches by different own moves.

    ``absent_minded`` says that one of them lies below the other: the player forgets having been there.
    """

    player: int
    information_set: int
    nodes: tuple[int, int]
    absent_minded: bool


@dataclass(frozen=True, eq=False)
class Sequences(ByValue):
    """The sequences of a player with perfect recall: the one map between numbers, sequences and information sets.

    Sequence 0 is the empty one; the sequences σ_h c that end in information set h have the numbers ``moves(h)``.
    A prefix comes before what it is a prefix of.

    Attributes
    ----------
    player : int
    sets : tuple of int
        The player's information sets, as indices into ``game.information_sets``, in breadth-first order; what is
        called h here is a position in this tuple. 0, 1, … for a game without a tree.
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
        """inf_i(σ) of every sequence σ: the sets h with σ_h = σ, which come right after it (slides of 2016, (4))."""
        followers: list[list[int]] = [[] for _ in range(self.size)]
        for h, parent in enumerate(self.parent.tolist()):
            followers[parent].append(h)
        return followers

    @cached_property
    def shorter(self) -> list[int]:
        """Every sequence without its last move; the empty one for itself."""
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

        A move whose label does not tell it from others of its player is written ``SET:MOVE``. After a long name only
        its sequence's number is repeated, ``[NUMBER] MOVE``.
        """
        names = ["∅"]
        counts = Counter(action for each in self.information_sets for action in each.actions)
        set_labels = Counter(each.label for each in self.information_sets)
        for h, each in enumerate(self.information_sets):
            where = each.label if each.label and set_labels[each.label] == 1 else str(each.number)
            before = names[self.parent[h]]
            if len(before) > LONG_NAME:  # the names of a long chain would take quadratic memory
                before = f"[{self.parent[h]}]"
            prefix = f"{before} " if self.parent[h] != EMPTY else ""
            for action, plain in zip(each.actions, unique_names(each.actions), strict=True):
                names.append(prefix + (plain if action and counts[action] == 1 else f"{where}:{plain}"))
        if len(set(names)) < len(names):  # labels look like names of ours
            names = [f"{name} ({k})" for k, name in enumerate(names)]
        return names


def tied_moves(own: Sequences, payoffs: SparseMatrix, mixing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which sequences end in a move that pays as a mixing one of its set does, whatever the others play.

    No set of the player follows on either. ``payoffs`` has a row for every sequence of the player.
    """
    is_last = np.ones(own.size, dtype=bool)
    is_last[[EMPTY, *own.parent]] = False
    starts = np.searchsorted(payoffs.rows, np.arange(own.size + 1)).tolist()
    columns, values = payoffs.columns.tolist(), payoffs.values.tolist()
    kinds: dict[tuple[object, ...], int] = {}
    kind = np.zeros(own.size, dtype=np.int64)
    for h in limits.checked(range(len(own.sets)), BETWEEN_CHECKS):
        for sequence in own.moves(h):
            row = slice(starts[sequence], starts[sequence + 1])
            kind[sequence] = kinds.setdefault((h, *columns[row], *values[row]), len(kinds))
    return is_last & np.isin(kind, kind[mixing & is_last])


def sets_from(sequences: Sequences, information_set: int | None = None) -> list[int]:
    """Return an information set of the player and all that come after it, in order; all of them if no set is stated.

    >>> from lemke.generators import kuhn
    >>> own = player_sequences(kuhn(3), 0)
    >>> sets_from(own, 0), len(sets_from(own))
    ([0, 3], 6)
    """
    if information_set is None:
        return list(range(len(sequences.sets)))
    after = {information_set}
    made = set(sequences.moves(information_set))
    for h, parent in enumerate(sequences.parent.tolist()):
        if parent in made:
            after.add(h)
            made.update(sequences.moves(h))
    return sorted(after)


def part_of(sequences: Sequences, sets: list[int], start: int = EMPTY) -> tuple[Sequences, Integers]:
    """Return some of a player's information sets as sequences of their own, and the number that each had before.

    Parameters
    ----------
    sets : positions of information sets, in ascending order
        With each of them all that come before it, after the start.
    start : int
        The sequence from which on they are taken; it becomes the empty one.

    >>> from lemke.generators import kuhn
    >>> own = player_sequences(kuhn(3), 0)
    >>> part, before = part_of(own, [3], start=1)
    >>> part.size, part.parent, before
    (3, array([0]), array([1, 7, 8]))
    """
    before = np.array([start, *chain.from_iterable(map(sequences.moves, sets))], dtype=np.int64)
    place = np.full(sequences.size, EMPTY)
    place[before] = np.arange(len(before))
    kept = np.array(sets, dtype=np.int64)
    first, parent = place[sequences.first[kept]], place[sequences.parent[kept]]
    index, members = sequences.sets, sequences.information_sets
    names = tuple(index[h] for h in sets), first, parent, len(before), tuple(members[h] for h in sets)
    return Sequences(sequences.player, *names), before


def imbalances(sequences: Sequences, plan: Vector) -> Vector:
    """Return Σ_c x(σ_h c) − x(σ_h) for every information set h, 0 in a realization plan."""
    if not len(sequences.sets):
        return zeros(0)
    return np.asarray(np.add.reduceat(plan, sequences.first) - plan[sequences.parent])


def spread(sequences: Sequences, values: Vector) -> Vector:
    """Return Eᵀu, for u₀ and a value for every information set.

    It is, for every sequence, the value of the set where it ends less those of the sets right after it.
    """
    differences = zeros(sequences.size)
    differences[EMPTY] = values[0]
    if len(sequences.sets):
        counts = np.diff(np.append(sequences.first, sequences.size))
        differences[1:] = np.repeat(values[1:], counts)
        np.subtract.at(differences, sequences.parent, values[1:])
    return differences


def histories(game: Game) -> Histories:
    """Return the last moves and chance probabilities of all nodes, in one breadth-first pass."""
    counts = [1] * len(game.players) + [0]  # the last one is chance's
    first = np.zeros(len(game.information_sets), dtype=np.int64)
    for index, each in enumerate(game.information_sets):
        first[index] = counts[each.player]
        counts[each.player] += len(each.actions)
    mover = game.player[game.parent]  # the root gets the last node's, a leaf
    number = np.append(first, EMPTY)[game.information_set[game.parent]] + game.move
    number[0] = EMPTY
    last_move = []
    for player in range(len(game.players)):
        last_move.append(number[game.nearest(mover == player)])
        limits.check()
    products, product = _products(game, game.nearest(mover == CHANCE), number)
    return Histories(tuple(last_move), first, tuple(counts[:-1]), products, product)


def constant_sum(game: Game, behind: Histories) -> mpq | None:
    """Return what all players get together, if that is the same at all leaves that chance reaches; else None."""
    index, table = game.payoffs()
    leaves = game.leaves
    used = {*index[leaves[behind.chance[leaves].astype(bool)]].tolist()}
    totals = {sum(table[outcome], ZERO) for outcome in used}
    return totals.pop() if len(totals) == 1 else None


def _products(game: Game, drawn: Integers, number: Integers) -> tuple[Vector, Integers]:
    """Return the products of chance's probabilities, given the last node drawn on every path and the draws' numbers."""
    probabilities = list(chain.from_iterable(map(attrgetter("probabilities"), game.information_sets)))
    product = [0] * game.size
    table, known = [ONE], {ONE: 0}
    draws = np.flatnonzero(drawn == np.arange(game.size))[1:]  # the root was not drawn
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
    """Return the number of every leaf's term and the terms: chance's probability of a leaf times the player's payoff.

    There are few different ones, so each is computed once.
    """
    payoff, totals = game.payoffs()
    leaves = game.leaves
    products, payoffs, number = pairs(behind.product[leaves], payoff[leaves], len(totals))
    return number, behind.products[products] * vector(map(itemgetter(player), totals))[payoffs]


def violations(game: Game, behind: Histories) -> list[Violation | None]:
    """Return for every player ``None`` (perfect recall) or a witness that it is violated."""
    found: list[Violation | None] = [None] * len(game.players)
    first_node = game.first_nodes()
    for player, last in enumerate(behind.last_move):
        own = np.flatnonzero(game.player == player)
        representative = first_node[game.information_set[own]]
        differs = own[last[own] != last[representative]]
        if len(differs):
            node, index = int(differs[0]), int(game.information_set[differs[0]])
            nodes = int(first_node[index]), node
            found[player] = _absent_minded(game, player) or Violation(player, index, nodes, absent_minded=False)
    return found


def last_moves(game: Game, behind: Histories, player: int) -> list[list[int]]:
    """Return, for every information set of a player, the last moves of the player at its nodes, each once.

    Moves have the numbers of :class:`Histories`, in increasing order; :data:`EMPTY` is none. A player has perfect
    recall iff all sets have one last move (B. von Stengel, unpublished comments on generating reduced strategies).

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

    A RecallError that names the information set and two histories, if a player does not have perfect recall.
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
        If the player does not have perfect recall, naming the information set and two histories.
    """
    game.check_player(player)
    behind = histories(game)
    return _sequences(game, behind, player, violations(game, behind)[player])


def _sequences(game: Game, behind: Histories, player: int, violation: Violation | None) -> Sequences:
    if violation is not None:
        raise RecallError(f"{describe(game, violation)}, expected perfect recall")
    sets = game.sets_of(player)
    parent = behind.last_move[player][game.first_nodes()[sets]]
    own = tuple(map(game.information_sets.__getitem__, sets))
    return Sequences(player, tuple(sets), behind.first[sets], parent, behind.moves[player], own)


def describe(game: Game, violation: Violation) -> str:
    """Return one line that names the information set and the two histories."""
    first, second = map(NodeNames(game).place, violation.nodes)
    kind = "absent-mindedness" if violation.absent_minded else "imperfect recall"
    return f"{kind} at {game.set_name(violation.information_set)} ({first} | {second})"


def _absent_minded(game: Game, player: int) -> Violation | None:
    """Return two nodes of one information set on one path, by a depth-first pass with the sets on the path."""
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
