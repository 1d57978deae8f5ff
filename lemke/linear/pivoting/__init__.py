"""Exact linear complementarity and linear programming: floats propose, exact arithmetic proves.

Nothing here knows games.

Reading order: :mod:`~lemke.linear.pivoting.tableau` (the path in exact arithmetic) →
:mod:`~lemke.linear.pivoting.guided` (the path in floats) → :mod:`~lemke.linear.pivoting.prove` and
:mod:`~lemke.linear.pivoting.exact_solve` (from a basis to exact numbers) → :mod:`~lemke.linear.pivoting.kernels` (which
when) → :mod:`~lemke.linear.pivoting.principal` (principal pivoting) → :mod:`~lemke.linear.pivoting.linear` (linear
programs) → :mod:`~lemke.linear.pivoting.feasibility` (whether an LCP is feasible at all). For scripts:
:mod:`~lemke.linear.pivoting.lcp_path` (the path as an object), :mod:`~lemke.linear.pivoting.tie_rules`,
:mod:`~lemke.linear.pivoting.polynomial` (right-hand sides with trembles).
"""

from lemke.linear.pivoting.feasibility import lcp_feasibility
from lemke.linear.pivoting.highs import estimate
from lemke.linear.pivoting.kernels import KERNELS, METHODS, SMALL, Proved, lemke, solve_lcp, solve_problem
from lemke.linear.pivoting.linear import optima, solve_lp
from lemke.linear.pivoting.tableau import Path, Pivot, path

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
    "solve_lcp",
    "solve_lp",
    "solve_problem",
]
