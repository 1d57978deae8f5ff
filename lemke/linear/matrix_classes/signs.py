"""Classes told by signs: Z, nonnegative, and the matrices of classes M and H, by one elimination."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from gmpy2 import mpq

from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, vector
from lemke.linear.matrix_classes.elimination import DiagonalElimination
from lemke.linear.matrix_classes.inquiry import Inquiry
from lemke.linear.matrix_classes.verdict import Entry, Implied, Minor, Point, Searched, Verdict


def decide_z(inquiry: Inquiry) -> Verdict:
    """No entry off the diagonal is positive."""
    return _by_entries(inquiry, "Z", (each for each in inquiry.M.entries if each[0] != each[1] and each[2] > 0))


def decide_nonnegative(inquiry: Inquiry) -> Verdict:
    """No entry is negative."""
    return _by_entries(inquiry, "nonnegative", (each for each in inquiry.M.entries if each[2] < 0))


def _by_entries(inquiry: Inquiry, name: str, wrong: Iterator[tuple[int, int, mpq]]) -> Verdict:
    for row, column, value in islice(wrong, 1):
        return Verdict(name, False, Entry(row, column, value))
    return Verdict(name, True, Searched(inquiry.M.nnz))


def decide_m(inquiry: Inquiry) -> Verdict:
    """In Z, with some v > 0 for which M v > 0 (Fiedler, Pták 1962)."""
    if not (z := inquiry.verdict("Z")):
        return Verdict("M", False, Implied((z,)))
    return _by_domination(inquiry.M, "M")


def decide_h(inquiry: Inquiry) -> Verdict:
    """The comparison matrix is in M: for some v > 0, Mᵢᵢ vᵢ > Σⱼ |Mᵢⱼ| vⱼ, j ≠ i, for all i (Ostrowski 1937)."""
    if found := inquiry.implied("H", "M"):
        return found
    return _by_domination(comparison(inquiry.M), "H")


def comparison(M: SparseMatrix) -> SparseMatrix:
    """Return the matrix of Mᵢᵢ and −|Mᵢⱼ|."""
    values = np.where(M.rows == M.columns, M.values, -abs(M.values))
    return SparseMatrix.from_entries(M.shape, M.rows, M.columns, values)


def _by_domination(Z: SparseMatrix, name: str) -> Verdict:
    """Eliminate in a matrix of class Z: it is in M iff all pivots are positive, whatever their order.

    Then v = Z⁻¹(1, …, 1) > 0. Before the first pivot s ≤ 0, at j after K, Z_KK is in M, its inverse nonnegative, and
    xⱼ = 1, x_K = −Z_KK⁻¹ Z_Kj is nonnegative with Z x = 0 on K, s at j, and not positive at the others.
    """
    size = Z.shape[0]
    elimination = DiagonalElimination(Z, vector([1] * size))
    minor = ONE
    while (index := elimination.sparsest()) is not None:
        if elimination.diagonal(index) <= 0:
            indices = sorted([index, *elimination.pivots])
            broken = Minor(tuple(indices), minor * elimination.diagonal(index)) if name == "M" else None
            return Verdict(name, False, Point(elimination.extended({index: ONE}), broken))
        minor *= elimination.eliminate(index)
    return Verdict(name, True, Point(elimination.extended({size: ONE})))
