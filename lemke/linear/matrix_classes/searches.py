"""Classes decided by searches over pivots of dense tables: copositive and sufficient matrices.

**Copositive.** Let f(x) = xᵀA x on the simplex x ≥ 0, Σx = 1, where A is the symmetric part. Take a minimum of f with
smallest support K. In the relative interior of the face K, no other point is stationary for f on the face's affine
hull: otherwise f would be constant on a line, and this line would lead to a minimum of smaller support. So f is
strictly convex on the face K, and also on all faces of K. The search lists the faces where f is strictly convex, and
computes the stationary point of each. One of these points minimizes f; cf. Cottle, Habetler, Lemke (1970) and Hadeler
(1983).

If f ≥ 0, the zeros of f on a face K are a polytope in the kernel of A_KK (Diananda 1962). The vertices of the polytope
have smallest support, so the same search finds them. Hence A x = 0 for all zeros x iff A x = 0 for the zeros found.

**Sufficient.** M is column sufficient if xᵢ (M x)ᵢ ≤ 0 for all i only where all these products are 0. M is row
sufficient if Mᵀ is column sufficient (Cottle, Pang, Venkateswaran 1989). The definition depends only on the products
xᵢ wᵢ, where w = M x. So it holds for M iff it holds for every principal pivotal transform of M (Tucker 1960). It is
enough to test the principal submatrices of order one and two in all transforms (Cottle, Guu 1992; Väliaho 1996), at
most 2ⁿ tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import TypeAlias

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.linear.matrix_classes.verdict import LARGE, Implied, Inquiry, Searched, Verdict, WitnessVector

DenseRows: TypeAlias = list[list[mpq]]


def decide_copositive(inquiry: Inquiry) -> Verdict:
    """xᵀM x ≥ 0 for all x ≥ 0."""
    implied = inquiry.implied("copositive", "nonnegative", "PSD")
    return implied or _by_faces(inquiry, "copositive", lambda x, value: value < 0)


def decide_strictly_copositive(inquiry: Inquiry) -> Verdict:
    """xᵀM x > 0 for all x ≥ 0 other than 0."""
    implied = inquiry.implied("strictly-copositive", "PD")
    return implied or _by_faces(inquiry, "strictly-copositive", lambda x, value: value <= 0)


def decide_copositive_plus(inquiry: Inquiry) -> Verdict:
    """Copositive, and x ≥ 0 with xᵀM x = 0 has (M + Mᵀ) x = 0."""
    if implied := inquiry.implied("copositive-plus", "PSD", "strictly-copositive"):
        return implied
    A = inquiry.symmetric_part
    return _by_faces(inquiry, "copositive-plus", lambda x, value: value < 0 or (value == 0 and any(A @ x)))


def _by_faces(inquiry: Inquiry, name: str, broken: Callable[[Vector, mpq], bool]) -> Verdict:
    """Return the verdict on a class that ``broken`` decides from the stationary points x and xᵀA x."""
    for cases, point in enumerate(_stationary(inquiry.symmetric_part.to_lists()), 1):
        inquiry.count(name, cases)
        if point is not None and broken(*point):
            return Verdict(name, False, WitnessVector(point[0]))
    return Verdict(name, True, Searched(cases))


def _stationary(A: DenseRows) -> Iterator[tuple[Vector, mpq] | None]:
    """Yield each face's stationary point and value where the form is strictly convex; None if it is not interior.

    The vertex of an index i with Aᵢⱼ ≥ 0 for all remaining j is yielded; then i is left out. With xᵢ = 0 the form is no
    larger, and the vertex i is the only zero of smallest support that has i in its support.
    """
    size = len(A)
    for i in range(size):
        yield _at(size, {i: ONE}), A[i][i]
    remaining = list(range(size))
    while nonnegative := [i for i in remaining if all(A[i][j] >= 0 for j in remaining)]:
        remaining = [i for i in remaining if i not in nonnegative]
    for position, first in enumerate(remaining):
        later = remaining[position + 1 :]
        for face, value, shares in _faces(_bordered(A, first, later)):
            point = {later[k]: share for k, share in zip(face, shares, strict=True)} | {first: ONE - sum(shares)}
            yield (_at(size, point), value) if min(point.values()) > 0 else None


def _bordered(A: DenseRows, first: int, later: list[int]) -> DenseRows:
    """Return f(e₁ + Σ yₖ (eₖ − e₁)) as the matrix of a quadratic form of (y, 1).

    The index 1 is ``first``, and k are the ``later`` indices.
    """
    corner = A[first][first]
    row = [A[first][k] - corner for k in later]
    quadratic = [
        [A[k][j] - A[first][k] - A[first][j] + corner for j in later] + [linear]
        for k, linear in zip(later, row, strict=True)
    ]
    return [*quadratic, [*row, corner]]


def _faces(form: DenseRows) -> Iterator[tuple[tuple[int, ...], mpq, list[mpq]]]:
    """Yield the sets of indices on which a form of (y, 1) is strictly convex, with the minimum and the minimizing y.

    A set is extended only by larger indices, so each set comes once. The table of a set has pivots on its indices. The
    form is strictly convex on an extended set iff the table's diagonal entry at the new index is positive.
    """
    last = len(form) - 1
    pending: list[tuple[DenseRows, tuple[int, ...]]] = [(form, ())]
    while pending:
        table, face = pending.pop()
        for k in range(face[-1] + 1 if face else 0, last):
            if table[k][k] > 0:
                next_table, next_face = exchange(table, k, k), (*face, k)
                yield next_face, next_table[last][last], [next_table[j][last] for j in next_face]
                pending.append((next_table, next_face))


def _at(size: int, point: dict[int, mpq]) -> Vector:
    """Return the vector with the numbers of a point at their indices, and 0 elsewhere."""
    return vector(point.get(index, ZERO) for index in range(size))


def exchange(table: DenseRows, r: int, s: int) -> DenseRows:
    """Solve row r of w = T z for z_s, and substitute the solution into the other rows: w_r and z_s change places.

    The entry T_rs must not be 0.

    >>> exchange([[mpq(2), mpq(1)], [mpq(4), mpq(0)]], 0, 0)
    [[mpq(1,2), mpq(-1,2)], [mpq(2,1), mpq(-2,1)]]
    """
    pivot = table[r][s]
    solved = [-value / pivot for value in table[r]]
    solved[s] = 1 / pivot
    result = []
    for i, row in enumerate(table):
        if i != r and (factor := row[s]):
            row = [value + factor * change for value, change in zip(row, solved, strict=True)]
            row[s] = factor * solved[s]
        result.append(solved if i == r else row)
    return result


def decide_column_sufficient(inquiry: Inquiry) -> Verdict:
    """xᵢ (M x)ᵢ ≤ 0 for all i only where xᵢ (M x)ᵢ = 0 for all i."""
    return _by_transforms(inquiry, "column-sufficient", inquiry.M)


def decide_row_sufficient(inquiry: Inquiry) -> Verdict:
    """The transpose is column sufficient."""
    return _by_transforms(inquiry, "row-sufficient", inquiry.M.T)


def decide_sufficient(inquiry: Inquiry) -> Verdict:
    """Both column and row sufficient."""
    verdicts = inquiry.verdict("column-sufficient"), inquiry.verdict("row-sufficient")
    failing = tuple(verdict for verdict in verdicts if not verdict.holds)
    return Verdict("sufficient", not failing, Implied(failing[:1] or verdicts))


def _by_transforms(inquiry: Inquiry, name: str, M: SparseMatrix) -> Verdict:
    """Decide the class ``name``: whether M, the inquiry's matrix or its transpose, is column sufficient."""
    if implied := inquiry.implied(name, "PSD", "P"):
        return implied
    for cases, (exchanged, table) in enumerate(_transforms(M.to_lists()), 1):
        inquiry.count(name, cases)
        if (pair := _violation(table)) is not None:
            return Verdict(name, False, WitnessVector(_original(exchanged, table, pair)))
    return Verdict(name, True, Searched(cases))


def _transforms(M: DenseRows) -> Iterator[tuple[frozenset[int], DenseRows]]:
    """Yield the principal pivotal transforms with the sets of their exchanged indices.

    A set comes before the sets that are reached from it. If the tables so far have no violation, all sets of indices
    that can be exchanged are reached: each extends a smaller set by one index i with Tᵢᵢ > 0, or by two indices i, j
    with Tᵢᵢ = Tⱼⱼ = 0 and Tᵢⱼ Tⱼᵢ < 0, where T is the table of the smaller set.
    """
    pending: list[tuple[frozenset[int], DenseRows]] = [(frozenset(), M)]
    visited = {frozenset[int]()}
    while pending:
        exchanged, table = pending.pop()
        yield exchanged, table
        for i in set(range(len(M))) - exchanged:
            for j in set(range(i, len(M))) - exchanged:
                next_set = exchanged | {i, j}
                if next_set not in visited and table[i][j] and (i == j or (not table[i][i] and not table[j][j])):
                    if len(M) >= LARGE:
                        limits.check()
                    visited.add(next_set)
                    pending.append((next_set, transform(table, i, j)))


def _violation(table: DenseRows) -> dict[int, mpq] | None:
    """Return a y, nonzero at one or two indices, with all yᵢ (T y)ᵢ ≤ 0 and some yᵢ (T y)ᵢ < 0; None if none exists."""
    for i, row in enumerate(table):
        if row[i] < 0:
            return {i: ONE}
    for i, j in permutations(range(len(table)), 2):
        if pair := _on_pair(table[i][i], table[i][j], table[j][i], table[j][j]):
            return {i: pair[0], j: pair[1]}
    return None


def _on_pair(a: mpq, b: mpq, c: mpq, d: mpq) -> tuple[mpq, mpq] | None:
    """Return a violation y, as in :func:`_violation`, of the matrix (a b; c d) with a, d ≥ 0, or None.

    Some violations are found only in (d c; b a), with the indices exchanged; the caller tries both orders.
    """
    if a:  # the products are 0 and a (a d − b c)
        return (-b, a) if d and a * d < b * c else None
    if c and b * c >= 0:  # −b (d + 1) / c and −1
        return -(d + 1) / c, ONE
    return (-1 / b, ONE) if b and not c and not d else None  # −1 and 0


def _original(exchanged: frozenset[int], table: DenseRows, pair: dict[int, mpq]) -> Vector:
    """Return the x that belongs to a y of a transform: xᵢ = (T y)ᵢ at exchanged indices i, xᵢ = yᵢ at all others.

    ``pair`` has the nonzero numbers of y.
    """
    return vector(
        sum((row[j] * value for j, value in pair.items()), ZERO) if i in exchanged else pair.get(i, ZERO)
        for i, row in enumerate(table)
    )


def transform(table: DenseRows, i: int, j: int) -> DenseRows:
    """Exchange wᵢ and wⱼ for zᵢ and zⱼ, with pivots at (i, j) and (j, i); if i = j, exchange only wᵢ for zᵢ."""
    once = exchange(table, i, j)
    if i == j:
        return once
    # the pivots exchange wᵢ with zⱼ and wⱼ with zᵢ: rows i and j change places afterwards
    order = list(range(len(table)))
    order[i], order[j] = j, i
    twice = exchange(once, j, i)
    return [[twice[row][column] for column in order] for row in order]
