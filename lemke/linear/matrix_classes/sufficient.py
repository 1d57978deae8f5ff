"""Sufficient matrices (Cottle, Pang, Venkateswaran 1989), decided on the principal pivotal transforms.

M is column sufficient if xᵢ (M x)ᵢ ≤ 0 for all i makes all of them 0, and row sufficient if Mᵀ is column sufficient.
With w = M x the definition speaks of the products xᵢ wᵢ only, so it holds for M iff it holds for every principal
pivotal transform. It is enough to look at the principal submatrices of order one and two in all of them
(Cottle, Guu 1992; Väliaho 1996), at most 2ⁿ tables.
"""

from __future__ import annotations

from collections.abc import Iterator

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.linear.matrix_classes.inquiry import LARGE, Inquiry
from lemke.linear.matrix_classes.transforms import Table, transform
from lemke.linear.matrix_classes.verdict import Implied, Point, Searched, Verdict


def decide_column_sufficient(inquiry: Inquiry) -> Verdict:
    """xᵢ (M x)ᵢ ≤ 0 for all i only where all are 0."""
    return _decide(inquiry, "column-sufficient", inquiry.M)


def decide_row_sufficient(inquiry: Inquiry) -> Verdict:
    """The transpose is column sufficient."""
    return _decide(inquiry, "row-sufficient", inquiry.M.T)


def decide_sufficient(inquiry: Inquiry) -> Verdict:
    """Both column and row sufficient."""
    both = inquiry.verdict("column-sufficient"), inquiry.verdict("row-sufficient")
    failing = tuple(each for each in both if not each.holds)
    return Verdict("sufficient", not failing, Implied(failing[:1] or both))


def _decide(inquiry: Inquiry, name: str, M: SparseMatrix) -> Verdict:
    if found := inquiry.implied(name, "PSD", "P"):
        return found
    cases = 0
    for exchanged, table in _transforms(M.to_lists()):
        cases += 1
        inquiry.count(name, cases)
        if (pair := _violation(table)) is not None:
            return Verdict(name, False, Point(_original(exchanged, table, pair)))
    return Verdict(name, True, Searched(cases))


def _transforms(M: Table) -> Iterator[tuple[frozenset[int], Table]]:
    """Yield the principal pivotal transforms with the indices exchanged, the smaller before what grows from them.

    As long as no violation was met, each has a positive pivot on the diagonal, or a pair of zeros there with a product
    < 0 beside them, wherever indices can be exchanged at all.
    """
    pending: list[tuple[frozenset[int], Table]] = [(frozenset(), M)]
    met = {frozenset[int]()}
    while pending:
        exchanged, table = pending.pop()
        yield exchanged, table
        for i in set(range(len(M))) - exchanged:
            for j in set(range(i, len(M))) - exchanged:
                wider = exchanged | {i, j}
                if wider not in met and table[i][j] and (i == j or (not table[i][i] and not table[j][j])):
                    if len(M) >= LARGE:
                        limits.check()
                    met.add(wider)
                    pending.append((wider, transform(table, i, j)))


def _violation(table: Table) -> dict[int, mpq] | None:
    """Return y, on one or two indices, with all yᵢ (T y)ᵢ ≤ 0 and one < 0."""
    size = len(table)
    for i in range(size):
        if table[i][i] < 0:
            return {i: ONE}
    for i in range(size):
        for j in range(size):
            if i != j and (found := _on_pair(table[i][i], table[i][j], table[j][i], table[j][j])):
                return {i: found[0], j: found[1]}
    return None


def _on_pair(a: mpq, b: mpq, c: mpq, d: mpq) -> tuple[mpq, mpq] | None:
    """Return the same for the matrix (a b; c d) with a, d ≥ 0, unless it is found with the indices exchanged."""
    if a:
        return (-b, a) if d and a * d < b * c else None
    if c and b * c >= 0:
        return -(d + 1) / c, ONE
    return (-1 / b, ONE) if b and not c and not d else None


def _original(exchanged: frozenset[int], table: Table, pair: dict[int, mpq]) -> Vector:
    """Return x from a point of a transform, where the components exchanged are those of w."""
    return vector(
        sum((row[j] * value for j, value in pair.items()), ZERO) if i in exchanged else pair.get(i, ZERO)
        for i, row in enumerate(table)
    )
