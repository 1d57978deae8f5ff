"""Exact linear complementarity and linear programming: floats propose, exact arithmetic proves.

Nothing here knows games.

Reading order: :mod:`~lemke.pivoting.tableau` (the path in exact arithmetic) →
:mod:`~lemke.pivoting.guided` (the path in floats) → :mod:`~lemke.pivoting.prove` and
:mod:`~lemke.pivoting.exact_solve` (from a basis to exact numbers) → :mod:`~lemke.pivoting.kernels` (which
when) → :mod:`~lemke.pivoting.linear` (linear programs).
"""

from lemke.pivoting.highs import estimate
from lemke.pivoting.kernels import KERNELS, SMALL, Proved, lemke, solve_lcp
from lemke.pivoting.linear import optima, solve
from lemke.pivoting.tableau import Path, Pivot, path

__all__ = ["KERNELS", "SMALL", "Path", "Pivot", "Proved", "estimate", "lemke", "optima", "path", "solve", "solve_lcp"]
