"""Linear complementarity problems over the rationals, their outcomes, and the exact check of both.

A problem is w = q + M z with zᵢ ≥ 0, wᵢ ≥ 0, zᵢ wᵢ = 0 (Cottle, Pang, Stone 1992). It may be *mixed*: where index i is
free, zᵢ has no sign and wᵢ = 0 is an equation. Lemke's algorithm (Lemke 1965) follows the path of

    w = q + M z + d z0

from large z0 (or from a given start) to z0 = 0; d is the covering vector.

Reading order: :mod:`~lemke.linear.lcp.problem` → :mod:`~lemke.linear.lcp.outcomes` (solutions, rays, Farkas proofs, and
what is tested of each) → :mod:`~lemke.linear.lcp.documents`.
"""

from lemke.linear.lcp.outcomes import (
    Defect,
    Feasible,
    Infeasibility,
    Ray,
    Solution,
    check,
    infeasibility,
    require_problem,
)
from lemke.linear.lcp.problem import LCP, Start, column, given_matrix, given_vector

__all__ = [
    "LCP",
    "Defect",
    "Feasible",
    "Infeasibility",
    "Ray",
    "Solution",
    "Start",
    "check",
    "column",
    "given_matrix",
    "given_vector",
    "infeasibility",
    "require_problem",
]
