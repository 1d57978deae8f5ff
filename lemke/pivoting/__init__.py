"""Exact linear complementarity and linear programming: floats propose, exact arithmetic proves.

Nothing here knows games.

Reading order: :mod:`~lemke.pivoting.tableau` (the path in exact arithmetic) →
:mod:`~lemke.pivoting.guided` (the path in floats) → :mod:`~lemke.pivoting.prove` and
:mod:`~lemke.pivoting.exact_solve` (from a basis to exact numbers) → :mod:`~lemke.pivoting.kernels` (which
when) → :mod:`~lemke.pivoting.principal` (principal pivoting) → :mod:`~lemke.pivoting.linear` (linear programs) →
:mod:`~lemke.pivoting.quadratic` (convex quadratic ones) → :mod:`~lemke.pivoting.feasibility` (whether an LCP is
feasible at all). For scripts: :mod:`~lemke.pivoting.lcp_path` (the path as an object),
:mod:`~lemke.pivoting.tie_rules`, :mod:`~lemke.pivoting.polynomial` (right-hand sides with trembles).
"""

from lemke.pivoting.feasibility import lcp_feasibility
from lemke.pivoting.highs import estimate
from lemke.pivoting.kernels import KERNELS, METHODS, SMALL, Proved, lemke, solve_lcp, solve_problem
from lemke.pivoting.linear import optima, solve
from lemke.pivoting.tableau import Path, Pivot, path

__all__ = [
    "KERNELS",
    "METHODS",
    "SMALL",
    "Path",
    "Pivot",
    "Proved",
    "estimate",
    "lcp_feasibility",
    "lemke",
    "optima",
    "path",
    "solve",
    "solve_lcp",
    "solve_problem",
]
