"""Copositive matrices: xᵀM x on x ≥ 0, decided on the faces of the simplex where the form is strictly convex.

Let f(x) = xᵀA x on the simplex x ≥ 0, Σx = 1, with A the symmetric part. Of the points where f is least take one of
smallest support K. In the relative interior of the face K it is the only point where f is stationary on the face's
affine hull: on a line of such points f would be constant, and lead to a smaller support. So f is strictly convex
on the face K, and then on all faces of that. Among the points found by listing the faces where f is strictly
convex, and solving on each for the stationary point, is one of least f; cf. Cottle, Habetler, Lemke (1970) and
Hadeler (1983).

If f ≥ 0, its zeros on a face are a polytope in the kernel of A_KK (Diananda 1962), whose vertices have smallest support
and are found in the same way. Hence A x = 0 for all zeros iff that holds for those found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gmpy2 import mpq

from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector
from lemke.linear.matrix_classes.sufficient import Table, exchange
from lemke.linear.matrix_classes.verdict import Inquiry, Point, Searched, Verdict


def decide_copositive(inquiry: Inquiry) -> Verdict:
    """xᵀM x ≥ 0 for all x ≥ 0."""
    found = inquiry.implied("copositive", "nonnegative", "PSD")
    return found or _search(inquiry, "copositive", lambda x, value: value < 0)


def decide_strictly_copositive(inquiry: Inquiry) -> Verdict:
    """xᵀM x > 0 for all x ≥ 0 other than 0."""
    found = inquiry.implied("strictly-copositive", "PD")
    return found or _search(inquiry, "strictly-copositive", lambda x, value: value <= 0)


def decide_copositive_plus(inquiry: Inquiry) -> Verdict:
    """Copositive, and x ≥ 0 with xᵀM x = 0 has (M + Mᵀ) x = 0."""
    if found := inquiry.implied("copositive-plus", "PSD", "strictly-copositive"):
        return found
    A = inquiry.symmetric_part
    return _search(inquiry, "copositive-plus", lambda x, value: value < 0 or (value == 0 and any(A @ x)))


def _search(inquiry: Inquiry, name: str, broken: Callable[[Vector, mpq], bool]) -> Verdict:
    for cases, point in enumerate(_stationary(inquiry.symmetric_part.to_lists()), 1):
        inquiry.count(name, cases)
        if point is not None and broken(*point):
            return Verdict(name, False, Point(point[0]))
    return Verdict(name, True, Searched(cases))


def _stationary(A: Table) -> Iterator[tuple[Vector, mpq] | None]:
    """Yield for each face where the form is strictly convex the stationary point, None if it is not in the interior.

    An index i with Aᵢⱼ ≥ 0 for all j left is put aside: without xᵢ the form is no larger, and a zero of smallest
    support does without, unless it is the vertex i.
    """
    size = len(A)
    for i in range(size):
        yield _at(size, {i: ONE}), A[i][i]
    left = list(range(size))
    while dominated := [i for i in left if all(A[i][j] >= 0 for j in left)]:
        left = [i for i in left if i not in dominated]
    for position, first in enumerate(left):
        others = left[position + 1 :]
        for face, value, shares in _faces(_bordered(A, first, others)):
            point = {others[k]: share for k, share in zip(face, shares, strict=True)} | {first: ONE - sum(shares)}
            yield (_at(size, point), value) if min(point.values()) > 0 else None


def _bordered(A: Table, first: int, others: list[int]) -> Table:
    """Return f(e₁ + Σ yₖ (eₖ − e₁)) as a quadratic form of (y, 1)."""
    corner = A[first][first]
    row = [A[first][k] - corner for k in others]
    inner = [
        [A[k][j] - A[first][k] - A[first][j] + corner for j in others] + [linear]
        for k, linear in zip(others, row, strict=True)
    ]
    return [*inner, [*row, corner]]


def _faces(form: Table) -> Iterator[tuple[tuple[int, ...], mpq, list[mpq]]]:
    """Yield the sets of y's on which a form of (y, 1) is strictly convex, its minimum there, and the y's of it."""
    last = len(form) - 1
    pending: list[tuple[Table, tuple[int, ...]]] = [(form, ())]
    while pending:
        table, face = pending.pop()
        for k in range(face[-1] + 1 if face else 0, last):
            if table[k][k] > 0:
                wider, grown = exchange(table, k, k), (*face, k)
                yield grown, wider[last][last], [wider[j][last] for j in grown]
                pending.append((wider, grown))


def _at(size: int, point: dict[int, mpq]) -> Vector:
    return vector(point.get(index, ZERO) for index in range(size))
