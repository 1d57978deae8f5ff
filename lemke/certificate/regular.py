"""Whether the conditions of trembling players determine their plans as power series in ε; ranks are modulo a prime.

Moves that are not mixing (:mod:`lemke.certificate.identities`) have the probability ε. Let the *further* moves be the
mixing moves without the first mixing move of each set. Their probabilities determine a plan. Every further move c has a
change of the plan: weight goes from the first mixing move of the set to c, and after both moves play goes on with first
mixing moves, up to trembles. The changes are the columns of S(ε) for player 1, and of T(ε) for player 2. Every further
move must be as good as the first mixing move of its set; this is a linear equation in the other player's plan. The
matrix of these equations for player i is C(ε) = S(ε)ᵀ Aᵢ T(ε), with the payoffs Aᵢ of player i.

If C(0) is regular, so is C(ε) near 0. Otherwise let C(0) have null spaces of dimension k from the left and from the
right, and let C'(0), restricted to these spaces, be regular. Then ε C(ε)⁻¹ has a limit (T. Kato 1966, Perturbation
theory for linear operators, II.2). The rank modulo a prime is at most the true rank, so full rank modulo a prime proves
full rank. The null vectors are stated and checked exactly. If as many null vectors are independent as the null space
modulo the prime has dimensions, they span the null space.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lemke.certificate.identities import Mixing
from lemke.certificate.judge import Judge
from lemke.certificate.refined import objection_to_sums
from lemke.game.recall import EMPTY, Sequences, weighted_payoffs
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import Vector

PRIMES = 2147483647, 2147483629, 2147483587
"""The largest primes below 2³¹: the product of two residues fits into ``int64``."""

NullVectors = tuple[Vector, ...]
"""Changes of a plan after which the other player's mixing moves are still equally good, at ε = 0."""


def lost_terms(judge: Judge, mixing: Sequence[Mixing], kernels: tuple[NullVectors, NullVectors]) -> int | None:
    """Return how many of the last terms of the stated plans may be wrong, 0 or 1; None if nothing is proved.

    Parameters
    ----------
    mixing : two arrays of truth values, one per sequence
        Whether the last move of the sequence is mixing; at least one move of each information set is.
    kernels : (exact vectors, exact vectors)
        The null vectors of C(0), as changes of x and as changes of y. After such a change, the other player's mixing
        moves are still equally good at ε = 0.
    """
    changes = [_changes(sequences, played) for sequences, played in zip(judge.sequences, mixing, strict=True)]
    if changes[0].size != changes[1].size:
        return None
    # in a constant-sum game the matrices of both players are equal up to the sign
    players = (0,) if judge.total is not None else (0, 1)
    if any(not _are_null(judge, player, mixing, kernels[1 - player]) for player in players):
        return None
    for player in players:
        if not any(_is_determined(judge, player, changes, kernels[1 - player], prime) for prime in PRIMES):
            return None
    return int(any(kernels[1 - player] for player in players))


class PlanChanges(NamedTuple):
    """The matrices S₀ and S₁ of S(ε) = S₀ + ε S₁ + …, with ``size`` columns, one per change.

    The row of sequence σ has the entries number ``starts[σ]`` to ``starts[σ + 1] - 1``. Entry k is in column
    ``columns[k]``; it is ``constant[k]`` in S₀ and ``linear[k]`` in S₁.
    """

    size: int
    starts: Integers
    columns: Integers
    constant: Integers
    linear: Integers

    def at(self, sequences: Integers) -> tuple[Integers, Integers]:
        """Return, per entry of several sequences, its sequence's position in ``sequences`` and the entry's number."""
        counts = np.diff(self.starts)[sequences]
        # a sequence's entries are numbered from its start; in the result they begin at cumsum − counts
        positions = np.repeat(np.arange(len(sequences)), counts)
        return positions, np.arange(len(positions)) + np.repeat(
            self.starts[sequences] - np.cumsum(counts) + counts, counts
        )


def _changes(sequences: Sequences, mixing: Mixing) -> PlanChanges:
    """Return S₀ and S₁ of a player. The row of a move that does not mix is ε times the row of its parent."""
    # for every sequence: change → coefficients in S₀ and S₁; rows may share a dict, because no dict of a row changes
    rows: list[dict[int, tuple[int, int]]] = [{}] * sequences.size
    size = 0  # changes so far
    for h, parent in enumerate(sequences.parent.tolist()):
        first, *further = (sequence for sequence in sequences.moves(h) if mixing[sequence])
        trembling = [sequence for sequence in sequences.moves(h) if not mixing[sequence]]
        above = rows[parent].items()
        # row of the first mixing move: the parent's row minus the rows of all other moves of the set
        rows[first] = {change: (constant, linear - len(trembling) * constant) for change, (constant, linear) in above}
        rows[first] |= dict.fromkeys(range(size, size + len(further)), (-1, 0))
        for change, sequence in enumerate(further, size):
            rows[sequence] = {change: (1, 0)}
        for sequence in trembling:
            rows[sequence] = {change: (0, constant) for change, (constant, _) in above if constant}
        size += len(further)
    entries = [(change, *coefficients) for row in rows for change, coefficients in row.items()]
    columns, constant, linear = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return PlanChanges(size, np.cumsum([0, *map(len, rows)]), columns, constant, linear)


def _are_null(judge: Judge, player: int, mixing: Sequence[Mixing], kernel: NullVectors) -> bool:
    """Return whether, after changes of the other player's plan, a player's mixing moves are still tied at ε = 0."""
    sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
    for change in kernel:
        # at ε = 0, moves that do not mix have the weight 0; a change must not alter that
        if change[EMPTY] or change[1:][~mixing[1 - player][1:]].any() or objection_to_sums(opposing, change[:, None]):
            return False
        totals = judge.values(player, [change, change])  # Judge.values ignores the plan of ``player``
        for h in range(len(sequences.sets) - 1, -1, -1):  # later sets first: their totals are part of earlier ones
            best = {totals[sequence] for sequence in sequences.moves(h) if mixing[player][sequence]}
            if len(best) > 1:
                return False
            totals[sequences.parent[h]] += best.pop()  # the only element: every set has a mixing move
    return True


def _is_determined(judge: Judge, player: int, changes: list[PlanChanges], kernel: NullVectors, prime: int) -> bool:
    """Return whether C(0) and C'(0) of a player, modulo a prime, prove that the other player's plan is determined."""
    leaves, (rows, columns) = judge.game.leaves, judge.histories.last_move
    number, terms = weighted_payoffs(judge.game, judge.histories, player)
    if any(value.denominator % prime == 0 for numbers in (terms, *kernel) for value in numbers):
        return False
    payoffs = _residues(terms, prime)[number]
    leaf, first_entry = changes[0].at(rows[leaves])
    position, second_entry = changes[1].at(columns[leaves[leaf]])
    leaf, first_entry = leaf[position], first_entry[position]  # one number for each leaf and each pair of entries
    first, second, size = changes[0], changes[1], changes[0].size
    constant, linear = np.zeros((2, size, size), dtype=np.int64)
    places = first.columns[first_entry], second.columns[second_entry]
    # entries of S₀ are −1, 0 or 1, so the sums of residues fit into int64
    np.add.at(constant, places, payoffs[leaf] * (first.constant[first_entry] * second.constant[second_entry]))
    if not kernel:
        return _rank(constant % prime, prime) == size
    first_order = (
        first.constant[first_entry] * second.linear[second_entry]
        + first.linear[first_entry] * second.constant[second_entry]
    )
    np.add.at(linear, places, payoffs[leaf] * (first_order % prime) % prime)
    left, right = _null_spaces(constant % prime, prime)
    kernel_rank = _rank(np.array([_residues(change, prime) for change in kernel]), prime)
    if not len(left) == len(kernel) == kernel_rank:
        return False
    return _rank(_product(_product(left, linear % prime, prime), right, prime), prime) == len(left)


def _residues(numbers: Vector, prime: int) -> Integers:
    """Return rational numbers modulo a prime, which must divide no denominator."""
    residues = (number.numerator * pow(int(number.denominator), -1, prime) % prime for number in numbers)
    return np.array(list(map(int, residues)), dtype=np.int64)


def _product(left: Integers, right: Integers, prime: int) -> Integers:
    """Return the product modulo a prime, reduced after every term: a sum of several terms may not fit into int64."""
    product = np.zeros((len(left), right.shape[1]), dtype=np.int64)
    for column, row in zip(left.T, right, strict=True):
        product = (product + np.outer(column, row)) % prime
    return product


def _rank(matrix: Integers, prime: int) -> int:
    return len(_echelon_form(matrix, prime)[1])


def _null_spaces(matrix: Integers, prime: int) -> tuple[Integers, Integers]:
    """Return bases of the null spaces of a square matrix, from the left as rows, from the right as columns."""
    size = len(matrix)
    reduced, pivots = _echelon_form(np.hstack([matrix, np.eye(size, dtype=np.int64)]), prime)
    pivots = [column for column in pivots if column < size]
    rank, free = len(pivots), np.setdiff1d(np.arange(size), pivots)
    right = np.zeros((size, len(free)), dtype=np.int64)
    right[free, np.arange(len(free))] = 1
    right[pivots] = -reduced[:rank, free] % prime
    # beside the matrix, the identity has recorded the row operations: those that give rows 0 are left null vectors
    return reduced[rank:, size:], right


def _echelon_form(matrix: Integers, prime: int) -> tuple[Integers, list[int]]:
    """Return the reduced row echelon form of a matrix of residues, and the columns of its pivots."""
    matrix, pivots = matrix.copy(), list[int]()
    for column in range(matrix.shape[1]):
        rank = len(pivots)
        candidates = np.flatnonzero(matrix[rank:, column])
        if not len(candidates):
            continue
        limits.check()
        matrix[[rank, rank + candidates[0]]] = matrix[[rank + candidates[0], rank]]
        matrix[rank, column:] = matrix[rank, column:] * pow(int(matrix[rank, column]), -1, prime) % prime
        rows = np.flatnonzero(matrix[:, column])
        rows = rows[rows != rank]
        factors = matrix[rows, column]
        matrix[rows, column:] = (matrix[rows, column:] - np.outer(factors, matrix[rank, column:])) % prime
        pivots.append(column)
    return matrix, pivots
