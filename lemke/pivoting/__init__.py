"""Kernels that follow Lemke's path, and the one function that chooses among them and checks what they return.

Nothing here knows games.
"""

from __future__ import annotations

from collections.abc import Callable

from lemke.errors import InputError, NotProvedError
from lemke.lcp import LCP, Ray, Solution, check
from lemke.pivoting.tableau import Path, Pivot, path
from lemke.rational import decimal
from lemke.watch import Watch

__all__ = ["KERNELS", "Path", "Pivot", "lemke", "path"]


def exact(problem: LCP, watch: Watch) -> Solution | Ray:
    """Follow the path in exact arithmetic: the reference."""
    walk = path(problem)
    watch.check()
    while True:
        try:
            pivot = next(walk)
        except StopIteration as end:
            outcome: Solution | Ray = end.value
            return outcome
        watch.report(lambda: f"pivot {pivot.number}, z0 = {decimal(pivot.z0, 4)}, {pivot.bits} bits")


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
