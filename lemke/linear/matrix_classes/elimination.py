"""Sparse elimination with pivots on the diagonal, of few entries first; nothing is assumed of the other rows."""

from __future__ import annotations

import heapq

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.exact import Elimination, back_substituted, linear_forms


class DiagonalElimination:
    """The Schur complement of what has been eliminated in M.

    A further column, number n, holds −``right``, so that with xₙ = 1 the rows mean M x = right.

    Attributes
    ----------
    forms : Elimination
        ``forms.rows`` are those of the Schur complement.
    pivots : dict
        The indices eliminated, in turn → their pivots.
    """

    def __init__(self, M: SparseMatrix, right: Vector | None = None) -> None:
        self.size = M.shape[0]
        limits.check()
        self.forms = Elimination(linear_forms(M, {} if right is None else {self.size: -right}))
        self.pivots: dict[int, mpq] = {}
        self._lengths = [(len(row), i) for i, row in self.forms.rows.items()]
        heapq.heapify(self._lengths)

    def diagonal(self, index: int) -> mpq:
        """Return a diagonal entry of the Schur complement."""
        return self.forms.rows[index].get(index, ZERO)

    def sparsest(self, *, positive: bool = False) -> int | None:
        """Return the index left whose row is shortest, among those with a positive diagonal entry if so asked.

        One elimination asks in one of the two ways throughout, as a row passed over comes back only when it changes.
        """
        rows = self.forms.rows
        while self._lengths:
            length, i = self._lengths[0]
            if i in rows and length == len(rows[i]) and (not positive or self.diagonal(i) > 0):
                return i
            heapq.heappop(self._lengths)  # a row that changes enters again
        return None

    def eliminate(self, index: int) -> mpq:
        """Pivot on a diagonal entry that is not 0, and return it."""
        self.pivots[index] = self.diagonal(index)
        users = self.forms.users[index] - {index}
        self.forms.eliminate(index, index)
        for i in users:
            heapq.heappush(self._lengths, (len(self.forms.rows[i]), i))
        return self.pivots[index]

    def row(self, index: int) -> Vector:
        """Return the row of an index eliminated over its pivot, as it was then: 1 there and 0 at earlier indices."""
        row = zeros(self.size)
        row[index] = ONE
        for j, value in self.forms.solved[index].items():
            row[j] = -value
        return row

    def extended(self, values: dict[int, mpq]) -> Vector:
        """Return x that is as given at the indices left and makes all rows eliminated 0.

        Then M x is 0 at the indices eliminated, and the Schur complement times the given x at the others.
        """
        x = zeros(self.size)
        for index, value in back_substituted(self.forms.solved, values).items():
            if index < self.size:
                x[index] = value
        return x
