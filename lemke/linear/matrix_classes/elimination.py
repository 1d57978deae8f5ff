"""Classes decided by one elimination with diagonal pivots (PSD, PD, M, H) or by signs of entries (Z, nonnegative).

For a positive (semi)definite matrix, symmetric or not, (M + Mᵀ)/2 = LDLᵀ has rational factors.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import islice

import numpy as np
from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.linear.exact import Elimination, back_substituted, linear_forms
from lemke.linear.matrix_classes.verdict import (
    Entry,
    Implied,
    Inquiry,
    Minor,
    Searched,
    Squares,
    Verdict,
    WitnessVector,
)


class DiagonalElimination:
    """Elimination in M with pivots on the diagonal; ``forms.rows`` is the Schur complement that remains.

    ``pivots`` maps every eliminated index to its pivot. If ``right`` is given, a further column n holds −``right``: at
    xₙ = 1 the rows are M x − right.
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
        """Return the index of the shortest remaining row; if ``positive``, only rows with a diagonal entry > 0 count.

        All calls must have the same ``positive``: a rejected row returns to the queue only when it changes.
        """
        rows = self.forms.rows
        while self._lengths:
            length, i = self._lengths[0]
            if i in rows and length == len(rows[i]) and (not positive or self.diagonal(i) > 0):
                return i
            heapq.heappop(self._lengths)  # the length is out of date, or the diagonal entry not positive
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
        """Return the row of an eliminated index, as it was before its elimination, divided by its pivot.

        The row is 1 at the index and 0 at all indices that were eliminated before.
        """
        # the row is x_index − Σ aⱼ xⱼ, where x_index = Σ aⱼ xⱼ is the solution
        solved = {index: -ONE} | self.forms.solved[index]
        return vector(-solved.get(j, ZERO) for j in range(self.size))

    def extended(self, values: dict[int, mpq]) -> Vector:
        """Return the x with eliminated rows 0, ``values`` at remaining indices, and 0 at all other remaining indices.

        Without a right-hand side, M x is 0 at the eliminated indices, and S u at the remaining ones, where S is the
        Schur complement and u are the values. With a right-hand side and the value 1 at index n, M x is equal to the
        right-hand side at the eliminated indices.
        """
        x = back_substituted(self.forms.solved, values)
        return vector(x.get(index, ZERO) for index in range(self.size))


def decide_psd(inquiry: Inquiry) -> Verdict:
    """xᵀM x ≥ 0 for all x.

    Eliminate as long as a diagonal entry is positive. If the remaining Schur complement S is not 0, some u has
    uᵀS u < 0, and the extension x of u to the eliminated indices has xᵀM x = uᵀS u.
    """
    elimination = _eliminated(inquiry)
    for i in elimination.forms.rows:
        if elimination.diagonal(i) < 0:
            return Verdict("PSD", False, WitnessVector(elimination.extended({i: ONE})))
    for i, row in elimination.forms.rows.items():
        for j, value in row.items():  # the diagonal is 0, so uᵀS u = 2 sᵢⱼ uᵢ uⱼ for u on i and j
            return Verdict("PSD", False, WitnessVector(elimination.extended({i: -ONE if value > 0 else ONE, j: ONE})))
    return Verdict("PSD", True, _squares(elimination))


def decide_pd(inquiry: Inquiry) -> Verdict:
    """xᵀM x > 0 for all x ≠ 0: as for PSD, and no index is left after the elimination."""
    elimination = _eliminated(inquiry)
    for i in elimination.forms.rows:
        if elimination.diagonal(i) <= 0:
            return Verdict("PD", False, WitnessVector(elimination.extended({i: ONE})))
    return Verdict("PD", True, _squares(elimination))


def _eliminated(inquiry: Inquiry) -> DiagonalElimination:
    """Eliminate while a diagonal entry is positive; stop at the first negative one, as M is then not in PSD."""
    elimination = DiagonalElimination(inquiry.symmetric_part)
    while (index := elimination.sparsest(positive=True)) is not None:
        touched = elimination.forms.rows[index].keys() - {index}
        elimination.eliminate(index)
        if any(elimination.diagonal(row) < 0 for row in touched):
            break
    return elimination


def _squares(elimination: DiagonalElimination) -> Squares:
    """Return the LDLᵀ factors from an elimination that leaves only rows of zeros."""
    pivots = elimination.pivots
    return Squares(tuple(pivots), vector(pivots.values()), tuple(map(elimination.row, pivots)))


def decide_z(inquiry: Inquiry) -> Verdict:
    """No entry off the diagonal is positive."""
    return _by_entries(inquiry, "Z", (entry for entry in inquiry.M.entries if entry[0] != entry[1] and entry[2] > 0))


def decide_nonnegative(inquiry: Inquiry) -> Verdict:
    """No entry is negative."""
    return _by_entries(inquiry, "nonnegative", (entry for entry in inquiry.M.entries if entry[2] < 0))


def _by_entries(inquiry: Inquiry, name: str, excluded: Iterator[tuple[int, int, mpq]]) -> Verdict:
    """Return the verdict on a class of signs, given the entries that the class excludes."""
    for row, column, value in islice(excluded, 1):  # the first excluded entry, if there is one
        return Verdict(name, False, Entry(row, column, value))
    return Verdict(name, True, Searched(inquiry.M.nnz))


def decide_m(inquiry: Inquiry) -> Verdict:
    """In Z, with some v > 0 for which M v > 0 (Fiedler, Pták 1962)."""
    if not (z := inquiry.verdict("Z")):
        return Verdict("M", False, Implied((z,)))
    return _by_domination(inquiry.M, "M")


def decide_h(inquiry: Inquiry) -> Verdict:
    """The comparison matrix is in M: for some v > 0, Mᵢᵢ vᵢ > Σⱼ |Mᵢⱼ| vⱼ, j ≠ i, for all i (Ostrowski 1937)."""
    if implied := inquiry.implied("H", "M"):
        return implied
    return _by_domination(comparison(inquiry.M), "H")


def comparison(M: SparseMatrix) -> SparseMatrix:
    """Return the comparison matrix, which has the diagonal entries Mᵢᵢ and −|Mᵢⱼ| elsewhere."""
    values = np.where(M.rows == M.columns, M.values, -abs(M.values))
    return SparseMatrix.from_entries(M.shape, M.rows, M.columns, values)


def _by_domination(Z: SparseMatrix, name: str) -> Verdict:
    """Eliminate in a matrix of class Z: it is in M iff all pivots are positive, in any order.

    If all pivots are positive, v = Z⁻¹(1, …, 1) > 0. Otherwise let s ≤ 0 be the first pivot that is not, j its index,
    and K the indices eliminated before. Z_KK is in M, so its inverse is nonnegative. Let xⱼ = 1, x_K = −Z_KK⁻¹ Z_Kj,
    and x = 0 elsewhere. Then x ≥ 0, and Z x is 0 on K, s at j, and not positive elsewhere.
    """
    size = Z.shape[0]
    elimination = DiagonalElimination(Z, vector([1] * size))
    minor = ONE  # the product of the pivots: the principal minor of the eliminated indices
    while (index := elimination.sparsest()) is not None:
        if elimination.diagonal(index) <= 0:
            indices = sorted([index, *elimination.pivots])
            broken = Minor(tuple(indices), minor * elimination.diagonal(index)) if name == "M" else None
            return Verdict(name, False, WitnessVector(elimination.extended({index: ONE}), broken))
        minor *= elimination.eliminate(index)
    return Verdict(name, True, WitnessVector(elimination.extended({size: ONE})))
