"""Sparse elimination with pivots on the diagonal, of few entries first; nothing is assumed of the other rows."""

from __future__ import annotations

import heapq
from collections import defaultdict
from typing import TypeVar

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.rational import ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros

BETWEEN_CHECKS = 1 << 12
"""Entries read between two looks at the limits."""
T = TypeVar("T")


class Elimination:
    """The Schur complement of what has been eliminated in M, and the rows eliminated.

    A further column, number n, holds −``right``, so that with xₙ = 1 the rows mean M x = right.
    """

    def __init__(self, M: SparseMatrix, right: Vector | None = None) -> None:
        self.size = M.shape[0]
        self.rows: dict[int, dict[int, mpq]] = {i: {} for i in limits.checked(range(self.size))}
        for i, j, value in limits.checked(M.entries):
            self.rows[i][j] = value
        for i, value in limits.checked(enumerate(zeros(0) if right is None else right)):
            if value:
                self.rows[i][self.size] = -value
        self.users: defaultdict[int, set[int]] = defaultdict(set)
        for i, row in limits.checked(self.rows.items()):
            for j in row:
                self.users[j].add(i)
        self._lengths = [(len(row), i) for i, row in self.rows.items()]
        heapq.heapify(self._lengths)
        self.eliminated: list[tuple[int, dict[int, mpq]]] = []

    def diagonal(self, index: int) -> mpq:
        """Return a diagonal entry of the Schur complement."""
        return self.rows[index].get(index, ZERO)

    def sparsest(self, *, positive: bool = False) -> int | None:
        """Return the index left whose row is shortest, among those with a positive diagonal entry if so asked.

        One elimination asks in one of the two ways throughout, as a row passed over comes back only when it changes.
        """
        while self._lengths:
            length, i = self._lengths[0]
            if i in self.rows and length == len(self.rows[i]) and (not positive or self.diagonal(i) > 0):
                return i
            heapq.heappop(self._lengths)  # a row that changes enters again
        return None

    def eliminate(self, index: int) -> mpq:
        """Pivot on a diagonal entry that is not 0, and return it."""
        limits.check()
        row = self.rows.pop(index)
        pivot = row[index]
        for j in row:
            self.users[j].discard(index)
        for i in self.users.pop(index):
            self._subtract(i, row, self.rows[i].pop(index) / pivot, index)
            heapq.heappush(self._lengths, (len(self.rows[i]), i))
        self.eliminated.append((index, row))
        return pivot

    def _subtract(self, i: int, row: dict[int, mpq], factor: mpq, pivot: int) -> None:
        target = self.rows[i]
        for j, value in row.items():
            if j == pivot:
                continue
            difference = target.get(j, ZERO) - factor * value
            if difference:
                target[j] = difference
                self.users[j].add(i)
            elif j in target:
                del target[j]
                self.users[j].discard(i)

    def extended(self, values: dict[int, mpq]) -> Vector:
        """Return x that is as given at the indices left and makes all rows eliminated 0.

        Then M x is 0 at the indices eliminated, and the Schur complement times the given x at the others.
        """
        known = dict(values)
        for index, row in reversed(self.eliminated):
            rest = sum((value * known[j] for j, value in row.items() if j != index and j in known), ZERO)
            known[index] = -rest / row[index]
        x = zeros(self.size)
        for index, value in known.items():
            if index < self.size:
                x[index] = value
        return x
