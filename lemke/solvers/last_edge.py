"""The last edge of a path from a prior, which may prove the end normal-form perfect."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response, plan_value
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector
from lemke.linear.exact import Proposal, outcome
from lemke.linear.lcp import LCP, Solution, StartBasis
from lemke.linear.pivoting import follow


@dataclass(frozen=True, eq=False)
class LastEdgePoint:
    """A point on the last edge of a path: the proof that the equilibrium at the path's end is normal-form perfect."""

    z0: mpq  # z0 at the point, positive
    # x + p z0 and y + q z0, completely mixed realization plans; the equilibrium's plans are best replies to them
    plans: tuple[Vector, Vector]


def last_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> LastEdgePoint | None:
    """Return a point on the last edge of the path from a prior, checked exactly; None if it proves nothing.

    It proves nothing if the edge has length 0, which ties may cause, or if its plans are not completely mixed. With a
    completely mixed prior they are.

    The prior is the pair of realization plans p and q from which the path started. The solution is one of
    ``form.lcp(prior)``, with its basis, from any kernel.

    Raises ProfileError if the prior is no pair of realization plans; InputError if the basis is singular;
    NotProvedError if the check fails, since the solution is not that of ``form.lcp(prior)`` at its basis; LimitError
    if a limit is reached.

    >>> from lemke.generators import kuhn
    >>> from lemke.linear.guided import lemke
    >>> from lemke.forms.sequence_form import sequence_form
    >>> from lemke.game.strategy import centroid, realization_plan
    >>> form = sequence_form(kuhn(3))
    >>> p, q = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    >>> point = last_edge(form, (p, q), lemke(form.lcp((p, q))).outcome)
    >>> min(point.plans[0]) > 0
    True
    """
    problem = form.lcp(prior)
    along = _along(problem, solution)
    signed = ~problem.free
    values = np.concatenate([solution.z[signed], solution.w[signed]])
    rates = np.concatenate([along.z[signed], along.w[signed]])
    falling = (rates < 0).astype(bool)
    length = min(values[falling] / -rates[falling], default=mpq(2))
    if length <= 0:
        return None
    z0 = length / 2
    ends, steps = form.plans(solution.z), form.plans(along.z)
    near_x, near_y = (plan + z0 * (rate + start) for plan, rate, start in zip(ends[:2], steps[:2], prior, strict=True))
    if np.any(near_x <= 0) or np.any(near_y <= 0):
        return None
    against = form.A @ near_y, form.B.T @ near_x
    for sequences, end, near, values in zip(form.sequences, ends[:2], (near_x, near_y), against, strict=True):
        name = f"player {sequences.player + 1}"
        if not is_realization_plan(sequences, near):
            raise NotProvedError(f"a point near the end of the path is no realization plan of {name}")
        if lost := best_response(sequences, values).value - plan_value(end, values):
            raise NotProvedError(f"{name} loses {short(lost)} at the path's end, against a point near it, expected 0")
    return LastEdgePoint(z0, (near_x, near_y))


def moved_to_an_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Solution | None:
    """Pivot from a solution without an edge of positive length to one at the end of such an edge; None if that fails.

    If there are ties, the path in floats ends beside the last edge. A basis that solves the problem for the constants
    q + ε d, ε a symbol, solves it for all small z0 = ε. At the given basis few variables are negative for small ε. A
    separate path leads from there to a solution, which may be another one.

    Raises ProfileError, InputError, LimitError as :func:`last_edge`.
    """
    problem = form.lcp(prior)
    along = _along(problem, solution)
    z_lift, w_lift = (
        np.where((now == 0).astype(bool) & (rate < 0).astype(bool) & ~problem.free, ONE, ZERO)
        for now, rate in ((solution.z, along.z), (solution.w, along.w))
    )
    # w + w_lift = q + M (z + z_lift) + c z0 at z0 = 1: a start at which no variable is negative
    basic = frozenset(code for code in solution.basis if code < problem.size)
    lifted = replace(problem, d=w_lift - problem.M @ z_lift, start=StartBasis(basic, ONE))
    end = follow(lifted, [problem.d])
    if not isinstance(end, Solution):
        return None
    pivots = solution.pivots + end.pivots
    return Solution(end.z[:, 0], end.w[:, 0], end.basis, pivots, max(solution.bits, end.bits))


def _along(problem: LCP, solution: Solution) -> Solution:
    """Return dz and dw = M dz + d: at a solution's basis and z0 they are z + dz z0 and w + dw z0."""
    along = outcome(replace(problem, q=problem.d), Proposal(frozenset(solution.basis), 0))
    if not isinstance(along, Solution):
        raise InputError("a basis with z0 in it, expected the basis of a solution")
    return along
