"""Whether the conditions of trembling players determine their plans as power series in ε, modulo a prime.

A plan is known from the probabilities of the mixing moves, all but the first of each set: more of one is less of the
first, and what follows goes on with first moves, up to trembles. These changes are the columns of S(ε). That so many
moves are as good as the first of their sets is one linear equation each; the matrix of those of player i, in the plan
of the other, is C(ε) = S₁ᵀ Aᵢ S₂.

If C(0) is regular, so is C(ε) near 0. If C(0) has k independent null vectors, all of them, and C'(0) is regular between
the null spaces of both sides, then ε C(ε)⁻¹ has a limit (T. Kato 1966, Perturbation theory for linear operators, II.2).
A rank modulo a prime is at most the rank; so is k.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lemke.certificate.identities import Mixing
from lemke.certificate.judge import Judge
from lemke.certificate.refined import broken_sums
from lemke.game.recall import EMPTY, Sequences, weighted_payoffs
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import Vector

PRIMES = 2147483647, 2147483629, 2147483587
"""The largest below 2³¹: the product of two residues fits into ``int64``."""


NullVectors = tuple[Vector, ...]


def lost_terms(judge: Judge, mixing: Sequence[Mixing], kernels: tuple[NullVectors, NullVectors]) -> int | None:
    """Return how many of the last terms of plans that solve the conditions may be wrong; None if all may be.

    Parameters
    ----------
    mixing : two arrays of truth values, one per sequence
        The moves that are best and played with more than their trembles, at least one at each information set.
    kernels : (exact vectors, exact vectors)
        Null vectors: changes of x and of y that change nothing for the other at ε = 0.
    """
    changes = [_changes(sequences, played) for sequences, played in zip(judge.sequences, mixing, strict=True)]
    if changes[0].size != changes[1].size:
        return None
    # of a constant sum both matrices are the same, up to a sign
    players = (0,) if judge.total is not None else (0, 1)
    if any(not _are_null(judge, player, mixing, kernels[1 - player]) for player in players):
        return None
    proved = (
        any(_is_determined(judge, player, changes, kernels[1 - player], prime) for prime in PRIMES)
        for player in players
    )
    return int(any(kernels[1 - player] for player in players)) if all(proved) else None


class PlanChanges(NamedTuple):
    """S₀ and S₁, changes of a plan to first order in ε; rows by rows: which changes concern a sequence, and how."""

    size: int
    starts: Integers
    columns: Integers
    constant: Integers
    linear: Integers

    def at(self, sequences: Integers) -> tuple[Integers, Integers]:
        """Return for sequences, one after the other, the places of their entries; first the place of the sequence."""
        counts = np.diff(self.starts)[sequences]
        places = np.repeat(np.arange(len(sequences)), counts)
        return places, np.arange(len(places)) + np.repeat(self.starts[sequences] - np.cumsum(counts) + counts, counts)


def _changes(sequences: Sequences, mixing: Mixing) -> PlanChanges:
    rows: list[dict[int, tuple[int, int]]] = [{}] * sequences.size
    size = 0
    for h, parent in enumerate(sequences.parent.tolist()):
        first, *further = (sequence for sequence in sequences.moves(h) if mixing[sequence])
        tied = [sequence for sequence in sequences.moves(h) if not mixing[sequence]]
        above = rows[parent].items()
        rows[first] = {change: (constant, linear - len(tied) * constant) for change, (constant, linear) in above}
        rows[first] |= dict.fromkeys(range(size, size + len(further)), (-1, 0))
        for change, sequence in enumerate(further, size):
            rows[sequence] = {change: (1, 0)}
        for sequence in tied:
            rows[sequence] = {change: (0, constant) for change, (constant, _) in above if constant}
        size += len(further)
    entries = [(change, *coefficients) for row in rows for change, coefficients in row.items()]
    columns, constant, linear = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return PlanChanges(size, np.cumsum([0, *map(len, rows)]), columns, constant, linear)


def _are_null(judge: Judge, player: int, mixing: Sequence[Mixing], kernel: NullVectors) -> bool:
    """Return whether changes of the other's plan leave all mixing moves of a player as good as the first, at ε = 0."""
    sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
    for change in kernel:
        if change[EMPTY] or change[1:][~mixing[1 - player][1:]].any() or broken_sums(opposing, change[:, None]):
            return False
        totals = judge.values(player, [change, change])  # the player's own is not looked at
        for h in range(len(sequences.sets) - 1, -1, -1):
            best = {totals[sequence] for sequence in sequences.moves(h) if mixing[player][sequence]}
            if len(best) > 1:
                return False
            totals[sequences.parent[h]] += best.pop()
    return True


def _is_determined(judge: Judge, player: int, changes: list[PlanChanges], kernel: NullVectors, prime: int) -> bool:
    """Return whether the first-order terms of a player's conditions determine the other's plan, modulo a prime."""
    leaves, (rows, columns) = judge.game.leaves, judge.behind.last_move
    number, terms = weighted_payoffs(judge.game, judge.behind, player)
    if any(value.denominator % prime == 0 for numbers in (terms, *kernel) for value in numbers):
        return False
    paid = _residues(terms, prime)[number]
    leaf, first_entry = changes[0].at(rows[leaves])
    part, second_entry = changes[1].at(columns[leaves[leaf]])
    leaf, first_entry = leaf[part], first_entry[part]
    first, second, size = changes[0], changes[1], changes[0].size
    constant, linear = np.zeros((2, size, size), dtype=np.int64)
    places = first.columns[first_entry], second.columns[second_entry]
    np.add.at(constant, places, paid[leaf] * (first.constant[first_entry] * second.constant[second_entry]))
    if not kernel:
        return _rank(constant % prime, prime) == size
    first_order = (
        first.constant[first_entry] * second.linear[second_entry]
        + first.linear[first_entry] * second.constant[second_entry]
    )
    np.add.at(linear, places, paid[leaf] * (first_order % prime) % prime)
    left, right = _null_spaces(constant % prime, prime)
    independent = _rank(np.array([_residues(change, prime) for change in kernel]), prime)
    if not len(left) == len(kernel) == independent:
        return False
    return _rank(_product(_product(left, linear % prime, prime), right, prime), prime) == len(left)


def _residues(numbers: Vector, prime: int) -> Integers:
    return np.array([int(n.numerator * pow(int(n.denominator), -1, prime) % prime) for n in numbers], dtype=np.int64)


def _product(left: Integers, right: Integers, prime: int) -> Integers:
    product = np.zeros((len(left), right.shape[1]), dtype=np.int64)
    for column, row in zip(left.T, right, strict=True):
        product = (product + np.outer(column, row)) % prime
    return product


def _rank(matrix: Integers, prime: int) -> int:
    return len(_reduced(matrix, prime)[1])


def _null_spaces(matrix: Integers, prime: int) -> tuple[Integers, Integers]:
    """Return bases of the null spaces of a square matrix, from the left as rows, from the right as columns."""
    size = len(matrix)
    reduced, pivots = _reduced(np.hstack([matrix, np.eye(size, dtype=np.int64)]), prime)
    pivots = [column for column in pivots if column < size]
    rank, free = len(pivots), np.setdiff1d(np.arange(size), pivots)
    right = np.zeros((size, len(free)), dtype=np.int64)
    right[free, np.arange(len(free))] = 1
    right[pivots] = -reduced[:rank, free] % prime
    return reduced[rank:, size:], right


def _reduced(matrix: Integers, prime: int) -> tuple[Integers, list[int]]:
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
