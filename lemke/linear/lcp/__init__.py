"""Linear complementarity problems over the rationals, their outcomes, and the exact check of outcomes.

A problem is w = q + M z with zᵢ ≥ 0, wᵢ ≥ 0, zᵢ wᵢ = 0 (Cottle, Pang, Stone 1992). It may be *mixed*: if index i is
free, zᵢ may be negative and wᵢ must be 0. Lemke's algorithm (Lemke 1965) follows the path of

    w = q + M z + d z0

from large z0, or from a given start, to z0 = 0. d is the covering vector.

Reading order: :mod:`~lemke.linear.lcp.problem` → :mod:`~lemke.linear.lcp.outcomes` (solutions, rays, Farkas proofs and
their checks).
"""

from lemke.linear.lcp.outcomes import Defect as Defect
from lemke.linear.lcp.outcomes import Feasible as Feasible
from lemke.linear.lcp.outcomes import Infeasibility as Infeasibility
from lemke.linear.lcp.outcomes import Lost as Lost
from lemke.linear.lcp.outcomes import Ray as Ray
from lemke.linear.lcp.outcomes import Solution as Solution
from lemke.linear.lcp.outcomes import check as check
from lemke.linear.lcp.outcomes import infeasibility as infeasibility
from lemke.linear.lcp.problem import LCP as LCP
from lemke.linear.lcp.problem import StartBasis as StartBasis
from lemke.linear.lcp.problem import column as column
from lemke.linear.lcp.problem import given_matrix as given_matrix
from lemke.linear.lcp.problem import given_vector as given_vector
from lemke.linear.lcp.problem import listed as listed
