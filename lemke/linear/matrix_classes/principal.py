"""Classes decided by the signs of all principal minors: P, P0 and nondegenerate matrices.

A search includes or leaves out one index after another. Every principal minor is computed once, as a pivot of integer
elimination (Bareiss 1968): each of the 2ⁿ minors takes a few operations instead of n³ (Tsatsomeros, Li 2000). No short
proof is known for all matrices in P (Coxson 1994), so a complete search is the proof if no other is found.
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
    if implied := inquiry.implied("P", "M", "H", "PD"):
        return implied
    if inquiry.verdict("Z"):
        return Verdict("P", False, inquiry.verdict("M").witness)  # P and M are the same in Z
    broken, cases = _first_minor(inquiry, "P", _integer_rows(inquiry.M), lambda minor: minor <= 0)
    if broken is None:
        return Verdict("P", True, Searched(cases))
    return Verdict("P", False, WitnessVector(_sign_reversed_vector(inquiry.M, broken), minor_of(inquiry.M, broken)))


def decide_p0(inquiry: Inquiry) -> Verdict:
    """No principal minor is negative.

    Equivalently, for each x ≠ 0 some xᵢ ≠ 0 has xᵢ (M x)ᵢ ≥ 0 (Fiedler, Pták 1966). Let N be the integer matrix of
    positive multiples of the rows of M, H a bound on the principal minors of N, and c = 4 n H. Then M is in P0 iff
    c N + I is in P: a principal minor of N + I/c differs from that of N by at most H ((1 + 1/c)ⁿ − 1) ≤ 1/2. If the
    minor of N is negative, it is at most −1, so that of N + I/c is negative too. An x that breaks P for c N + I has
    xᵢ (N x)ᵢ ≤ −xᵢ²/c.
    """
    if implied := inquiry.implied("P0", "P", "PSD"):
        return implied
    rows = _integer_rows(inquiry.M)
    size = len(rows)
    # Hadamard's bound with sums of absolute values in place of Euclidean lengths
    c = 4 * size * prod((max(mpz(1), sum(map(abs, row), mpz(0))) for row in rows), start=mpz(1))
    shifted = [[c * value + (i == j) for j, value in enumerate(row)] for i, row in enumerate(rows)]
    broken, cases = _first_minor(inquiry, "P0", shifted, lambda minor: minor <= 0)
    if broken is None:
        return Verdict("P0", True, Searched(cases))
    return Verdict("P0", False, WitnessVector(_sign_reversed_vector(SparseMatrix.from_dense(shifted), broken)))


def decide_nondegenerate(inquiry: Inquiry) -> Verdict:
    """No principal minor is 0."""
    if implied := inquiry.implied("nondegenerate", "P"):
        return implied
    rows = _integer_rows(inquiry.M)
    broken, cases = _first_minor(inquiry, "nondegenerate", rows, lambda minor: minor == 0)
    if broken is None:
        return Verdict("nondegenerate", True, Searched(cases))
    return Verdict("nondegenerate", False, minor_of(inquiry.M, broken))


def _integer_rows(M: SparseMatrix) -> IntegerRows:
    """Return the rows of M, each multiplied by a positive number that makes it integral."""
    return [cleared(row)[0] for row in M.to_lists()]


def _first_minor(
    inquiry: Inquiry, name: str, rows: IntegerRows, broken: Callable[[mpz], bool]
) -> tuple[tuple[int, ...] | None, int]:
    """Return the indices of the first principal minor that breaks a class, or None; and the number of minors computed.

    An entry of a table is the minor of the included indices together with the entry's row and column. ``last`` is the
    minor of the included indices alone. ``broken`` must be true of 0: a minor of 0 then ends the search, and ``last``
    is never 0.
    """
    pending: list[tuple[IntegerRows, mpz, tuple[int, ...], int]] = [(rows, mpz(1), (), 0)]
    cases = 0
    while pending:
        table, last, included, index = pending.pop()
        if not table:
            continue
        cases += 1
        inquiry.count(name, cases)
        pivot = table[0][0]
        if broken(pivot):
            return (*included, index), cases
        # the search goes on without the index, and with it; the pivot is the minor of the included indices and this one
        without_index = [row[1:] for row in table[1:]]
        pending.append((without_index, last, included, index + 1))
        complement = integer_elimination(table[0], table[1:], last)
        pending.append((complement, pivot, (*included, index), index + 1))
    return None, cases


def _sign_reversed_vector(M: SparseMatrix, indices: tuple[int, ...]) -> Vector:
    """Return the x with xⱼ = 1 and x_K = −M_KK⁻¹ M_Kj; j is the last of ``indices`` and K are those before it.

    M x is 0 on K. At j it is the Schur complement, a quotient of two principal minors, which is not positive.
    """
    *before, last = indices
    elimination = DiagonalElimination(M)
    for index in before:
        elimination.eliminate(index)
    return elimination.extended({last: ONE})


def minor_of(M: SparseMatrix, indices: tuple[int, ...]) -> Minor:
    """Return the principal minor of some indices, by elimination with row exchanges."""
    dense = M.to_lists()
    forms = Elimination({i: {j: dense[i][j] for j in indices if dense[i][j]} for i in indices})
    value, remaining = ONE, list(indices)
    for j in indices:
        row = next((i for i in remaining if j in forms.rows[i]), None)
        if row is None:
            return Minor(tuple(sorted(indices)), ZERO)
        # moving the row to the front takes as many exchanges as rows are before it
        value *= -forms.rows[row][j] if remaining.index(row) % 2 else forms.rows[row][j]
        remaining.remove(row)
        forms.eliminate(row, j)
    return Minor(tuple(sorted(indices)), value)
