"""Lemke's algorithm as in the textbook: one dense tableau of all variables, in rationals.

The reference for the kernel's path: same pivots, one by one, from the same start basis.
"""

from gmpy2 import mpq

from lemke.linear.lcp import LCP


def naive_path(problem: LCP, least_index: bool = False) -> tuple[list[tuple[int, int, mpq]], str]:
    """Return (entering, leaving, z0) of every pivot and how the path ends: "solution", "ray" or "cycle".

    Ties are lexicographic, or with the least index.
    """
    n = problem.size
    z0, constant = 2 * n, 2 * n + 1
    basis, rows = _start_tableau(problem, z0, constant)
    signed = [i for i, code in enumerate(basis) if not problem.free[code % n]]
    order = sorted((basis[i] for i in signed), key=lambda code: code % n)

    def leaving_row(rates: dict[int, mpq]) -> int | None:
        blocked = [i for i in signed if rates[i] > 0]
        if not blocked:
            return None
        least = min(rows[i][constant] / rates[i] for i in blocked)
        tied = [i for i in blocked if rows[i][constant] / rates[i] == least]
        for i in tied:
            if basis[i] == z0:
                return i
        return min(tied, key=lambda i: basis[i] if least_index else [rows[i][t] / rates[i] for t in order])

    def pivot(row: int, column: int) -> int:
        left = basis[row]
        _eliminate(rows, row, column)
        basis[row] = column
        return left

    pivots: list[tuple[int, int, mpq]] = []
    entering, met = z0, set()
    row = leaving_row({i: -rows[i][z0] for i in signed})
    if row is None or rows[row][constant] / rows[row][z0] <= 0:
        return pivots, "solution"
    while row is not None:
        left = pivot(row, entering)
        now = next((rows[i][constant] for i in range(n) if basis[i] == z0), mpq(0))
        pivots.append((entering, left, now))
        if left == z0:
            return pivots, "solution"
        entering = left - n if left >= n else left + n
        if (state := (frozenset(basis), entering)) in met:
            return pivots, "cycle"
        met.add(state)
        row = leaving_row({i: rows[i][entering] for i in signed})
    return pivots, "ray"


def _eliminate(rows: list[list[mpq]], row: int, column: int) -> None:
    """Bring a column to 1 in the row and to 0 elsewhere."""
    factor = rows[row][column]
    rows[row] = [value / factor for value in rows[row]]
    for i in range(len(rows)):
        if i != row and rows[i][column]:
            rows[i] = [a - rows[i][column] * b for a, b in zip(rows[i], rows[row], strict=True)]


def _start_tableau(problem: LCP, z0: int, constant: int) -> tuple[list[int], list[list[mpq]]]:
    """Return the basis and the tableau w − M z − d z0 = q, brought to the start basis by Gaussian elimination."""
    n = problem.size
    matrix = problem.M.to_lists()
    rows = [[mpq(0)] * (constant + 1) for _ in range(n)]
    for i in range(n):
        rows[i][:n] = [-value for value in matrix[i]]
        rows[i][n + i] = mpq(1)
        rows[i][z0], rows[i][constant] = -problem.d[i], problem.q[i]
    start_basis = sorted(problem.start.basic) if problem.start else []
    basic = [*start_basis, *(n + i for i in range(n) if i not in set(start_basis))]
    basis = [-1] * n
    for column in basic:
        row = next(i for i in range(n) if basis[i] < 0 and rows[i][column])
        _eliminate(rows, row, column)
        basis[row] = column
    return basis, rows
