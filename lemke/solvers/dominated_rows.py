"""Rows of a matrix of payoffs that other rows dominate, and beliefs about the columns that support the rest.

Exact comparisons settle most rows: another row dominates them, or they are best against a few equally likely columns.
For each row that is left there is a linear program: its solution is the dominating mixture, or its dual is the belief
(Gale, Sherman 1950; Pearce 1984).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal

Matrix = NDArray[np.object_]
Ranks = NDArray[np.int64]

FEW = 16
"""Largest number of columns in a belief that is found without a linear program."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Which rows of a matrix are dominated, by which mixtures, and which beliefs support the others."""

    mixtures: dict[int, dict[int, mpq]]  # positive probabilities of undominated rows
    # probabilities of the columns to which the row is a best reply; empty after a test of single rows alone
    beliefs: dict[int, Vector]


def ranked(table: Matrix) -> Ranks:
    """Return integers in the order of the payoffs, equal where these are equal: comparisons are exact and fast.

    >>> ranked(np.array([[mpq(1, 2), mpq(7)], [mpq(7), mpq(-1)]]))
    array([[1, 2],
           [2, 0]])
    """
    return np.unique(table, return_inverse=True)[1].reshape(table.shape)


def dominated_by_rows(ranks: Ranks, weak: bool) -> Verdicts:
    """Return for every row that single rows dominate the one of these with the greatest sum of ranks.

    No row dominates that one, since the sum of that row would be greater.

    >>> dominated_by_rows(np.array([[2, 1], [1, 0], [1, 1]]), False).mixtures
    {1: {0: mpq(1,1)}}
    """
    sums = ranks.sum(axis=1)
    mixtures = {}
    for row, row_ranks in enumerate(ranks):
        limits.check()
        better = (ranks >= row_ranks).all(axis=1) & (sums > sums[row]) if weak else (ranks > row_ranks).all(axis=1)
        if better.any():
            mixtures[row] = {int(np.where(better, sums, -1).argmax()): ONE}
    return Verdicts(mixtures, {})


def dominated_by_mixtures(table: Matrix, ranks: Ranks, weak: bool) -> Verdicts:
    """Return a mixture for every dominated row and a belief for every other one.

    No dominated row is needed to dominate another one: in a mixture its own mixture can take its place. So rows known
    to be dominated are left out of all further programs, and replaced in earlier mixtures. ``ranks`` is from
    :func:`ranked`.

    >>> table = np.array([[mpq(3), mpq(0)], [mpq(0), mpq(3)], [mpq(1), mpq(1)]])
    >>> verdicts = dominated_by_mixtures(table, ranked(table), False)
    >>> verdicts.mixtures, verdicts.beliefs[1]
    ({2: {0: mpq(1,2), 1: mpq(1,2)}}, array([mpq(0,1), mpq(1,1)], dtype=object))
    """
    simple = dominated_by_rows(ranks, weak).mixtures
    first: dict[bytes, int] = {}
    # equal rows have the same mixture or the same belief: only the first of them is tested
    twin = {row: first.setdefault(row_ranks.tobytes(), row) for row, row_ranks in enumerate(ranks) if row not in simple}
    rows = list(first.values())
    verdicts = _Undecided(table[rows], ranks[rows], weak).verdicts()
    mixtures = {rows[k]: {rows[j]: share for j, share in mixture.items()} for k, mixture in verdicts.mixtures.items()}
    beliefs = {rows[k]: belief for k, belief in verdicts.beliefs.items()}
    for row, mixture in simple.items():
        (better,) = mixture
        simple[row] = mixtures.get(twin[better], mixture)
    return Verdicts(
        simple | {row: mixtures[first_twin] for row, first_twin in twin.items() if first_twin in mixtures},
        {row: beliefs[first_twin] for row, first_twin in twin.items() if first_twin in beliefs},
    )


@dataclass(frozen=True, eq=False)
class _Undecided:
    """Different rows that no single row dominates."""

    table: Matrix
    ranks: Ranks
    weak: bool

    def verdicts(self) -> Verdicts:
        size = len(self.table)
        mixtures: dict[int, dict[int, mpq]] = {}
        beliefs: dict[int, Vector] = {}
        for row in range(size):
            limits.report(partial("dominance: strategy {} of {}".format, row + 1, size), row, size)
            belief = self._simple_belief(row)
            if belief is not None:
                beliefs[row] = belief
        for row in range(size):
            if row not in beliefs:
                stage = partial("dominance: a linear program for strategy {} of {}".format, row + 1, size)
                limits.report(stage, row, size)
                self._by_program(row, mixtures, beliefs)
        for row, mixture in reversed(mixtures.items()):
            mixtures[row] = _replaced(mixture, mixtures)
        return Verdicts(mixtures, beliefs)

    def _simple_belief(self, row: int) -> Vector | None:
        """Return a belief in few columns to which a row is a best reply, if a simple test finds one.

        The columns, all equally likely, are those in which the row has the largest lead over the best other row. With
        weak dominance all columns need a positive probability. Then the row must be the only best reply to the few
        columns, so that the others can be mixed in.
        """
        size, n = self.table.shape
        even = self._even
        if self.weak and even[row] == even.max():
            return np.full(n, mpq(1, n), dtype=object)
        other_rows = np.delete(np.arange(size), row)
        if not len(other_rows):
            return _equally([0], n)
        rival = other_rows[self.ranks[other_rows].argmax(axis=0)]
        lead = self.table[row] - self.table[rival, np.arange(n)]
        columns = np.argsort(-lead, kind="stable")[:FEW]
        behind = np.cumsum(self.table[row, columns] - self.table[np.ix_(other_rows, columns)], axis=1).min(axis=0)
        enough = np.flatnonzero(behind > 0 if self.weak else behind >= 0)
        if not len(enough):
            return None
        number = int(enough[0]) + 1
        belief = _equally(columns[:number].tolist(), n)
        if not self.weak:
            return belief
        # a share t of all columns equally likely leaves the row a best reply while (1 − t) lead ≥ t loss
        lead, loss, share = behind[number - 1] / number, even.max() - even[row], ONE
        while share * (lead + loss) > lead:
            share /= 2
        mixed: Vector = (1 - share) * belief + share / n
        return mixed

    def _by_program(self, row: int, mixtures: dict[int, dict[int, mpq]], beliefs: dict[int, Vector]) -> None:
        """Find a mixture or a belief for row i.

        It is strictly dominated iff max ε > 0: Σ_k p_k a_kj ≥ a_ij + ε for all j, Σ p = 1, p ≥ 0; the dual is a belief
        q with q·a_k ≤ q·a_i + ε for all k. It is weakly dominated iff max Σ_kj p_k a_kj > Σ_j a_ij: Σ_k p_k a_kj ≥ a_ij
        for all j, Σ p = 1, p ≥ 0, in which p may be row i itself; else, with the dual y, it is a best reply to 1 + y.
        """
        m, n = self.table.shape
        left = [k for k in range(m) if k not in mixtures and (self.weak or k != row)]
        columns = np.array(left if self.weak else [*left, m])
        cost = -self._surplus[left].sum(axis=1) if self.weak else np.append(zeros(len(left)), -ONE)
        A, senses = self._constraints.part(np.arange(n + 1), columns), np.append(np.ones(n, dtype=np.int64), 0)
        optimal = solve_lp(LP(A, np.append(self._surplus[row], [ONE]), cost, senses, columns == m))
        assert isinstance(optimal, Optimal)  # some mixture is feasible, and payoffs are bounded
        dual = optimal.y[:n]
        if -optimal.value > (self._surplus[row].sum() if self.weak else ZERO):
            mixtures[row] = {k: share for k, share in zip(left, optimal.x[: len(left)], strict=True) if share}
        else:
            beliefs[row] = (1 + dual) / (n + dual.sum()) if self.weak else dual

    @cached_property
    def _constraints(self) -> SparseMatrix:
        """The transposed matrix with the row Σ p = 1 below it and −ε to its right."""
        m, n = self.table.shape
        dense = np.full((n + 1, m + 1), ONE, dtype=object)
        dense[:n, :m] = self._surplus.T
        dense[:n, m], dense[n, m] = -ONE, ZERO
        return SparseMatrix.from_dense(dense.tolist())

    @cached_property
    def _surplus(self) -> Matrix:
        """Payoffs minus the least in their column: dominance is the same, and floats lose no digits to a large part."""
        surplus: Matrix = self.table - self.table.min(axis=0)
        return surplus

    @cached_property
    def _even(self) -> Vector:
        """The payoffs of the rows if all columns are equally likely."""
        even: Vector = self.table.sum(axis=1) / self.table.shape[1]
        return even


def _equally(columns: Iterable[int], size: int) -> Vector:
    chosen = list(columns)
    belief = zeros(size)
    belief[chosen] = mpq(1, len(chosen))
    return belief


def _replaced(mixture: dict[int, mpq], mixtures: dict[int, dict[int, mpq]]) -> dict[int, mpq]:
    """Return a mixture with every dominated row replaced by its mixture, in which no dominated row is left."""
    shares: dict[int, mpq] = {}
    for row, share in mixture.items():
        for better, part in mixtures.get(row, {row: ONE}).items():
            shares[better] = shares.get(better, ZERO) + share * part
    return dict(sorted(shares.items()))
