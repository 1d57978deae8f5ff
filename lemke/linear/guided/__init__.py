"""Solvers in which floats propose and exact arithmetic proves: LCPs by Lemke's path, linear programs by HiGHS.

Reading order: :mod:`~lemke.linear.guided.kernels` (which kernel when, and the check of what it returns) →
:mod:`~lemke.linear.guided.float_path` (Lemke's path in floats) on
:mod:`~lemke.linear.guided.revised_basis` → :mod:`~lemke.linear.guided.linear_programs` on
:mod:`~lemke.linear.guided.highs`.
"""

from lemke.linear.guided.highs import estimate
from lemke.linear.guided.kernels import KERNELS, METHODS, SMALL, Proved, lemke, solve_lcp, solve_problem
from lemke.linear.guided.linear_programs import lcp_feasibility, optima, solve_lp

__all__ = [
    "KERNELS",
    "METHODS",
    "SMALL",
    "Proved",
    "estimate",
    "lcp_feasibility",
    "lemke",
    "optima",
    "solve_lcp",
    "solve_lp",
    "solve_problem",
]
