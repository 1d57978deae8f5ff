"""Kernels that follow Lemke's path, and the one function that chooses among them and checks what they return.

Nothing here knows games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from lemke.errors import InputError, NotProvedError
from lemke.lcp import LCP, Ray, Solution, check
from lemke.pivoting.tableau import Path, Pivot, path
from lemke.rational import decimal
from lemke.sparse import SparseMatrix
from lemke.watch import Watch

__all__ = ["KERNELS", "Path", "Pivot", "lemke", "path", "solve_lcp"]


def exact(problem: LCP, watch: Watch) -> Solution | Ray:
    """Follow the path in exact arithmetic: the reference."""
    watch.check()
    walk = path(problem, watch)
    while True:
        try:
            pivot = next(walk)
        except StopIteration as end:
            outcome: Solution | Ray = end.value
            return outcome
        watch.report(partial(_stage, pivot))


def _stage(pivot: Pivot) -> str:
    return f"pivot {pivot.number}, z0 = {decimal(pivot.z0, 4)}, {pivot.bits} bits"


KERNELS: dict[str, Callable[[LCP, Watch], Solution | Ray]] = {"exact": exact}


def lemke(problem: LCP, kernel: str = "auto", watch: Watch | None = None) -> tuple[Solution | Ray, str]:
    """Solve a problem by Lemke's algorithm; return the outcome, checked exactly, and the kernel that found it.

    Raises
    ------
    InputError
        Unknown kernel, or a start that is infeasible.
    NotProvedError
        If no kernel returned an outcome that passes the check.
    LimitError
        If a limit of the watch is reached.

    >>> outcome, kernel = lemke(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> outcome.z, kernel
    (array([mpq(4,3), mpq(7,3)], dtype=object), 'exact')
    """
    name = "exact" if kernel == "auto" else kernel
    if name not in KERNELS:
        raise InputError(f"the kernel {kernel!r}, expected one of auto, {', '.join(KERNELS)}")
    outcome = KERNELS[name](problem, watch or Watch())
    defect = check(problem, outcome)
    if defect is not None:
        raise NotProvedError(f"the outcome of kernel {name} is not proved: {defect}")
    return outcome, name


def solve_lcp(
    M: SparseMatrix | Sequence[Sequence[object]],
    q: Iterable[object],
    d: Iterable[object] | None = None,
    kernel: str = "auto",
    watch: Watch | None = None,
) -> Solution | Ray:
    """Solve w = q + M z, w, z ≥ 0, zᵀw = 0 for rational M and q by Lemke's algorithm with covering vector d.

    Parameters
    ----------
    M : exact matrix, n x n
    q, d : n exact numbers
        d must be nonnegative, and positive wherever q is negative; all ones unless given.

    Returns
    -------
    Solution | Ray
        Checked exactly. If M is copositive-plus and d > 0, a ray proves that there is no solution (Lemke 1965).

    Raises
    ------
    ShapeError, NumberError, InputError
        Sizes that do not fit, floats, or a covering vector that makes no feasible start.
    LimitError, NotProvedError
        As :func:`lemke`.

    >>> solve_lcp([[2, 1], [1, 2]], [-5, -6]).z
    array([mpq(4,3), mpq(7,3)], dtype=object)
    >>> ray = solve_lcp([[-1]], [-1])
    >>> ray.z0, ray.direction
    (mpq(1,1), array([mpq(1,1)], dtype=object))
    """
    return lemke(LCP.of(M, q, d), kernel, watch)[0]
