"""Whether the inequalities of an LCP have a solution at all, complementarity left aside."""

from __future__ import annotations

import numpy as np

from lemke.errors import NotProvedError
from lemke.ground.sparse import zeros
from lemke.linear.lcp import LCP, Feasible, Infeasibility, check, require_problem
from lemke.linear.lp import LP, Infeasible, Unbounded
from lemke.linear.pivoting.linear import solve_lp


def lcp_feasibility(problem: LCP) -> Feasible | Infeasibility:
    """Return z ≥ 0 with q + M z ≥ 0, or multipliers which prove by Farkas' lemma that there are none.

    Of a free index zᵢ has no sign and (q + M z)ᵢ = 0. This is a linear program, solved and checked in exact arithmetic.
    If M is positive semidefinite, or copositive-plus, or row sufficient, a feasible problem has a solution (Cottle,
    Pang, Stone 1992, chapter 3); of other matrices it says no more than it says.

    Raises
    ------
    LimitError
        If a limit is reached.

    >>> lcp_feasibility(LCP.of([[0, 1], [-1, 0]], [0, -1])).multipliers
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> lcp_feasibility(LCP.of([[2, 1], [1, 2]], [-5, -6])).w >= 0
    array([ True,  True])
    """
    require_problem(problem)
    senses = np.where(problem.free, 0, 1)
    found = solve_lp(LP(problem.M, -problem.q, zeros(problem.size), senses, problem.free))
    outcome: Feasible | Infeasibility
    if isinstance(found, Infeasible):
        outcome = Infeasibility(found.y)
    elif isinstance(found, Unbounded):  # the objective is 0
        raise NotProvedError("a linear program with the objective 0 is said to be unbounded")
    else:
        outcome = Feasible(found.x, problem.q + problem.M @ found.x)
    if (defect := check(problem, outcome)) is not None:
        raise NotProvedError(f"neither a feasible point nor a proof that there is none: {defect}")
    return outcome
