"""Solvers in which floats propose and exact arithmetic proves: LCPs by Lemke's path, linear programs by HiGHS.

Reading order: :mod:`~lemke.linear.guided.kernels` (the choice of a kernel for an LCP, the check of its outcome) →
:mod:`~lemke.linear.guided.float_path` (Lemke's path in floats) → :mod:`~lemke.linear.guided.revised_basis` (the basis
on this path) → :mod:`~lemke.linear.guided.linear_programs` → :mod:`~lemke.linear.guided.highs` (proposals for linear
programs) → :mod:`~lemke.linear.guided.cone` (faces of a cone).
"""

from typing import TYPE_CHECKING

from lemke.ground.names import importer

_NAMES = {
    "cone": "Cone ConePoint Support",
    "float_path": "Proposals propose",
    "highs": "Solver load_libraries",
    "kernels": "KERNELS SMALL Proved approximate_end lemke lemke_steps may_solve solve_lcp",
    "linear_programs": "lcp_feasibility optima proposals solve_lp",
}

if TYPE_CHECKING:  # the same table for type checkers and editors
    from lemke.linear.guided.cone import Cone as Cone
    from lemke.linear.guided.cone import ConePoint as ConePoint
    from lemke.linear.guided.cone import Support as Support
    from lemke.linear.guided.float_path import Proposals as Proposals
    from lemke.linear.guided.float_path import propose as propose
    from lemke.linear.guided.highs import Solver as Solver
    from lemke.linear.guided.highs import load_libraries as load_libraries
    from lemke.linear.guided.kernels import KERNELS as KERNELS
    from lemke.linear.guided.kernels import SMALL as SMALL
    from lemke.linear.guided.kernels import Proved as Proved
    from lemke.linear.guided.kernels import approximate_end as approximate_end
    from lemke.linear.guided.kernels import lemke as lemke
    from lemke.linear.guided.kernels import lemke_steps as lemke_steps
    from lemke.linear.guided.kernels import may_solve as may_solve
    from lemke.linear.guided.kernels import solve_lcp as solve_lcp
    from lemke.linear.guided.linear_programs import lcp_feasibility as lcp_feasibility
    from lemke.linear.guided.linear_programs import optima as optima
    from lemke.linear.guided.linear_programs import proposals as proposals
    from lemke.linear.guided.linear_programs import solve_lp as solve_lp
else:
    __getattr__ = importer(__name__, _NAMES)
