"""Classes decided by principal minors: P, P0, nondegenerate, by Schur complements over the integers.

A search that includes or leaves out one index after the other meets every principal minor once, as a pivot of integer
elimination (Bareiss 1968). Each of the 2ⁿ minors then takes a few operations instead of n³ (Tsatsomeros, Li 2000). No
short proof that a matrix belongs to P is known (Coxson 1994), so a complete search is the proof if no other is found.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from gmpy2 import mpz

from lemke.ground.rational import ONE, ZERO, cleared
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.linear.exact import Elimination, integer_elimination
from lemke.linear.matrix_classes.elimination import DiagonalElimination
from lemke.linear.matrix_classes.verdict import Inquiry, Minor, Searched, Verdict, WitnessVector

IntegerRows = list[list[mpz]]


def decide_p(inquiry: Inquiry) -> Verdict:
    """Every principal minor is positive.

    Equivalently, each x ≠ 0 has some xᵢ (M x)ᵢ > 0 (Fiedler, Pták 1962; Gale, Nikaido 1965).
    """
    if known := inquiry.implied("P", "M", "H", "PD"):
        return known
    if inquiry.verdict("Z"):
        return Verdict("P", False, inquiry.verdict("M").witness)  # P and M are the same in Z
    broken, cases = _first_minor(inquiry, "P", _integer_rows(inquiry.M), lambda minor: minor <= 0)
    if broken is None:
        return Verdict("P", True, Searched(cases))
    return Verdict("P", False, WitnessVector(_reversed(inquiry, inquiry.M, broken), minor_of(inquiry.M, broken)))


def decide_p0(inquiry: Inquiry) -> Verdict:
    """No principal minor is negative; iff for each x ≠ 0 some xᵢ ≠ 0 has xᵢ (M x)ᵢ ≥ 0 (Fiedler, Pták 1966).

    Let N be M with rows multiplied by positive numbers to integers. M is in P0 iff c N + I is in P for one large c.
    Let H be a bound on all principal minors, and c = 4 n H. The other terms of det(N + I/c) are at most
    H ((1 + 1/c)ⁿ − 1) ≤ 1/2, so a negative minor of N, which is at most −1, outweighs them. An x that breaks P for
    c N + I has xᵢ (N x)ᵢ ≤ −xᵢ²/c.
    """
    if known := inquiry.implied("P0", "P", "PSD"):
        return known
    rows = _integer_rows(inquiry.M)
    size = len(rows)
    c = 4 * size * prod((max(mpz(1), sum(map(abs, row), mpz(0))) for row in rows), start=mpz(1))
    shifted = [[c * value + (i == j) for j, value in enumerate(row)] for i, row in enumerate(rows)]
    broken, cases = _first_minor(inquiry, "P0", shifted, lambda minor: minor <= 0)
    if broken is None:
        return Verdict("P0", True, Searched(cases))
    return Verdict("P0", False, WitnessVector(_reversed(inquiry, SparseMatrix.from_dense(shifted), broken)))


def decide_nondegenerate(inquiry: Inquiry) -> Verdict:
    """No principal minor is 0."""
    if known := inquiry.implied("nondegenerate", "P"):
        return known
    rows = _integer_rows(inquiry.M)
    broken, cases = _first_minor(inquiry, "nondegenerate", rows, lambda minor: minor == 0)
    if broken is None:
        return Verdict("nondegenerate", True, Searched(cases))
    return Verdict("nondegenerate", False, minor_of(inquiry.M, broken))


def _integer_rows(M: SparseMatrix) -> IntegerRows:
    """Return the rows as integers, each multiplied by a positive number."""
    return [cleared(row)[0] for row in M.to_lists()]


def _first_minor(
    inquiry: Inquiry, name: str, rows: IntegerRows, broken: Callable[[mpz], bool]
) -> tuple[tuple[int, ...] | None, int]:
    """Return the indices of the first principal minor that breaks a class, the last pivot last, and how many were met.

    An entry of a table is the minor of the included indices, bordered by the entry's row and column. ``last`` is the
    minor of the included indices alone. It is not 0, so all pivots before a broken one are regular.
    """
    pending: list[tuple[IntegerRows, mpz, tuple[int, ...], int]] = [(rows, mpz(1), (), 0)]
    met = 0
    while pending:
        table, last, included, index = pending.pop()
        if not table:
            continue
        met += 1
        inquiry.count(name, met)
        pivot = table[0][0]
        if broken(pivot):
            return (*included, index), met
        left_out = [row[1:] for row in table[1:]]
        pending.append((left_out, last, included, index + 1))
        complement = integer_elimination(table[0], table[1:], last)
        pending.append((complement, pivot, (*included, index), index + 1))
    return None, met


def _reversed(inquiry: Inquiry, M: SparseMatrix, indices: tuple[int, ...]) -> Vector:
    """Return x = (−M_KK⁻¹ M_Kj, 1) on K and j, the last index: M x is 0 on K, and the Schur complement, ≤ 0, at j."""
    *before, last = indices
    elimination = DiagonalElimination(M)
    for index in before:
        elimination.eliminate(index)
    return elimination.extended({last: ONE})


def minor_of(M: SparseMatrix, indices: tuple[int, ...]) -> Minor:
    """Return the principal minor of some indices, by elimination with row exchanges."""
    dense = M.to_lists()
    forms = Elimination({i: {j: dense[i][j] for j in indices if dense[i][j]} for i in indices})
    value, left = ONE, list(indices)
    for j in indices:
        row = next((i for i in left if j in forms.rows[i]), None)
        if row is None:
            return Minor(tuple(sorted(indices)), ZERO)
        value *= -forms.rows[row][j] if left.index(row) % 2 else forms.rows[row][j]
        left.remove(row)
        forms.eliminate(row, j)
    return Minor(tuple(sorted(indices)), value)
