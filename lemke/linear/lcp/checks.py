"""The exact check of every outcome."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.ground.rational import ZERO, exact
from lemke.ground.sparse import Vector, exact_dot, vector
from lemke.linear.lcp.outcomes import Defect, Feasible, Infeasibility, Ray, Solution
from lemke.linear.lcp.problem import LCP


def check(problem: LCP, outcome: Solution | Ray | Infeasibility | Feasible) -> Defect | None:
    """Test every condition of an outcome, in exact arithmetic; return the first one broken, or None.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> check(problem, Solution(vector(["4/3", "7/3"]), vector([0, 0]), (0, 1), 2, 2)) is None
    True
    >>> print(check(problem, Solution(vector([1, 3]), vector([0, 1]), (0, 1), 2, 2)))
    zw = 0 fails at index 2: 3
    """
    if isinstance(outcome, Ray):
        return _check_ray(problem, outcome)
    if isinstance(outcome, Infeasibility):
        return _check_infeasibility(problem, outcome)
    if len(outcome.z) != problem.size or len(outcome.w) != problem.size:
        return Defect("the number of variables", 0, mpq(len(outcome.z)))
    z, w = vector(outcome.z), vector(outcome.w)  # no float gets in here
    broken = _check_feasible(problem, z, w)
    if broken is None and isinstance(outcome, Solution):
        return _first("zw = 0", ~problem.free & (z * w != 0), z * w)
    return broken


def infeasibility(problem: LCP, ray: Ray) -> Infeasibility | None:
    """Return the proof that nothing is feasible which a ray's direction is, or None if it is none.

    It is one if M is copositive-plus and d > 0 (Lemke 1965; Cottle, Pang, Stone 1992, section 4.4): z0 stays along
    the ray, so Mv ≥ 0 and vᵀMv = 0 for its direction v, hence (M + Mᵀ)v = 0, Mᵀv = −Mv ≤ 0, and q·v < 0. The
    conditions on v are tested as they are; nothing is asked of M. A None says nothing of feasibility.

    >>> from lemke.linear.guided import solve_lcp
    >>> problem = LCP.of([[0, 1], [-1, 0]], [0, -1])
    >>> infeasibility(problem, solve_lcp(problem)).multipliers
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> problem = LCP.of([[-1]], [-1])
    >>> infeasibility(problem, solve_lcp(problem)).multipliers  # M is negative, and there is a proof all the same
    array([mpq(1,1)], dtype=object)
    """
    require_problem(problem)
    if not isinstance(ray, Ray):
        raise InputError(f"an object of type {type(ray).__name__}, expected the Ray on which a path ended")
    claim = Infeasibility(vector(ray.direction), ray.pivots)
    return claim if check(problem, claim) is None else None


def require_problem(problem: object) -> None:
    """Raise :class:`InputError` for what is no problem."""
    if not isinstance(problem, LCP):
        raise InputError(f"an object of type {type(problem).__name__}, expected an LCP, such as LCP.of(M, q)")


def _check_feasible(problem: LCP, z: Vector, w: Vector) -> Defect | None:
    residual = problem.q + problem.M @ z - w
    constrained = ~problem.free
    return (
        _first("w = q + Mz", residual != 0, residual)
        or _first("w = 0 of an equation", problem.free & (w != 0), w)
        or _first("z >= 0", constrained & (z < 0), z)
        or _first("w >= 0", constrained & (w < 0), w)
    )


def _check_infeasibility(problem: LCP, claim: Infeasibility) -> Defect | None:
    if len(claim.multipliers) != problem.size:
        return Defect("the number of variables", 0, mpq(len(claim.multipliers)))
    free, constrained = problem.free, ~problem.free
    v = vector(claim.multipliers)
    combined, constant = problem.M.T @ v, exact_dot(problem.q, v)
    return (
        _first("v >= 0", constrained & (v < 0), v)
        or _first("M'v = 0 of a free variable", free & (combined != 0), combined)
        or _first("M'v <= 0", constrained & (combined > 0), combined)
        or (Defect("q.v < 0", 0, constant) if constant >= 0 else None)
    )


def _check_ray(problem: LCP, ray: Ray) -> Defect | None:
    if len(ray.z) != problem.size or len(ray.direction) != problem.size:
        return Defect("the number of variables", 0, mpq(len(ray.z)))
    free, constrained = problem.free, ~problem.free
    z, direction, z0, step = vector(ray.z), vector(ray.direction), exact(ray.z0), exact(ray.direction_z0)
    w = problem.q + problem.M @ z + problem.d * z0
    dw = problem.M @ direction + problem.d * step
    if z0 <= 0 or step < 0:  # at z0 = 0 the point would be a solution
        return Defect("z0 > 0 along the ray", 0, min(z0, step))
    if not np.any(direction != 0) and (step == 0 or not np.any(z != 0)):
        # a point; or the ray on which paths begin
        return Defect("a direction, and z or its direction not zero", 0, ZERO)
    for name, part, slack in (("the point", z, w), ("the direction", direction, dw)):
        defect = (
            _first(f"w = 0 of an equation at {name}", free & (slack != 0), slack)
            or _first(f"z >= 0 at {name}", constrained & (part < 0), part)
            or _first(f"w >= 0 at {name}", constrained & (slack < 0), slack)
        )
        if defect:
            return defect
    product = (z + direction) * (w + dw)  # of nonnegative terms, so 0 iff all four products are
    return _first("zw = 0 along the ray", constrained & (product != 0), product)


def _first(condition: str, broken: NDArray[np.bool_], values: Vector) -> Defect | None:
    places = np.flatnonzero(broken)
    return Defect(condition, int(places[0]), values[places[0]]) if len(places) else None
