"""The last edge of a path from a prior: its points prove that the equilibrium at its end is normal-form perfect.

On the path from a prior (p, q), x + p z0 and y + q z0 are realization plans, and whatever x and y put probability on
is a best reply to them (von Stengel, van den Elzen, Talman 2002). So is the end point to the points on the last edge,
if that has positive length. With a completely mixed prior these are completely mixed, and they come arbitrarily near
to the end point. That is a property of the plans, not of the moves that are filled in off the path.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response, plan_value
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import ONE, short
from lemke.ground.sparse import Vector, zeros
from lemke.linear.exact import Proposal, outcome
from lemke.linear.lcp import LCP, Solution, Start
from lemke.linear.pivoting import follow


@dataclass(frozen=True, eq=False)
class Edge:
    """A point on the last edge of a path: the proof that the equilibrium at the path's end is normal-form perfect.

    Attributes
    ----------
    z0 : mpq
        Of the point, positive.
    plans : (exact vector, exact vector)
        x + p z0 and y + q z0, completely mixed realization plans; the equilibrium's plans are best replies to them.
    values : (mpq, mpq)
        What each player's best replies get against the other's plan, in units of payoff.
    """

    z0: mpq
    plans: tuple[Vector, Vector]
    values: tuple[mpq, mpq]


def last_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Edge | None:
    """Return a point on the last edge of the path from a prior, checked exactly; None if it proves nothing.

    It proves nothing if the edge has length 0, as ties may have it, or if its plans are not completely mixed, as those
    of a completely mixed prior are.

    Parameters
    ----------
    form : SequenceForm
    prior : (exact vector, exact vector)
        Realization plans p and q, from which the path started.
    solution : Solution
        Of ``form.lcp(prior)``, with its basis, from any kernel.

    Raises
    ------
    ProfileError
        If the prior is no pair of realization plans.
    InputError
        If the basis is singular.
    NotProvedError
        If the check fails, so if the solution is none of ``form.lcp(prior)`` at its basis.
    LimitError
        If a limit is reached.

    >>> from lemke.generators import kuhn
    >>> from lemke.linear.guided import lemke
    >>> from lemke.forms.sequence_form import sequence_form
    >>> from lemke.game.strategy import centroid, realization_plan
    >>> form = sequence_form(kuhn(3))
    >>> one, two = (realization_plan(own, centroid(own)) for own in form.sequences)
    >>> edge = last_edge(form, (one, two), lemke(form.lcp((one, two))).outcome)
    >>> min(edge.plans[0]) > 0
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
    end, step = form.plans(solution.z), form.plans(along.z)
    one, two = (plan + z0 * (rate + start) for plan, rate, start in zip(end[:2], step[:2], prior, strict=True))
    if any(np.any(plan <= 0) for plan in (one, two)):
        return None
    return Edge(z0, (one, two), _values(form, (end.x, end.y), (one, two)))


def moved_to_an_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Solution | None:
    """Return a solution at the end of an edge of positive length, some pivots from one without; None if there is none.

    The path in floats ends beside the last edge where there are ties. A basis that solves the problem for the constants
    q + ε d, ε a symbol, solves it for all small z0 = ε. Few variables of the given one are negative for small ε; a path
    of its own leads from there to a solution, not always the same.

    Raises
    ------
    ProfileError, InputError, LimitError
        As :func:`last_edge`.
    """
    problem = form.lcp(prior)
    along = _along(problem, solution)
    z_lift, w_lift = (
        _ones((now == 0).astype(bool) & (rate < 0).astype(bool) & ~problem.free)
        for now, rate in ((solution.z, along.z), (solution.w, along.w))
    )
    # w + w_lift = q + M (z + z_lift) + c z0 at z0 = 1: a start that lifts what is negative
    basic = frozenset(code for code in solution.basis if code < problem.size)
    lifted = replace(problem, d=w_lift - problem.M @ z_lift, start=Start(basic, ONE))
    found = follow(lifted, [problem.d])
    if not isinstance(found, Solution):
        return None
    pivots = solution.pivots + found.pivots
    return Solution(found.z[:, 0], found.w[:, 0], found.basis, pivots, max(solution.bits, found.bits))


def _along(problem: LCP, solution: Solution) -> Solution:
    """Return dz and dw = M dz + d: at a solution's basis and z0 they are z + dz z0 and w + dw z0."""
    along = outcome(replace(problem, q=problem.d), Proposal(frozenset(solution.basis), 0))
    if not isinstance(along, Solution):
        raise InputError("a basis with z0 in it, expected that of a solution")
    return along


def _ones(places: NDArray[np.bool_]) -> Vector:
    lift = zeros(len(places))
    lift[places] = ONE
    return lift


def _values(form: SequenceForm, end: tuple[Vector, Vector], near: tuple[Vector, Vector]) -> tuple[mpq, mpq]:
    """Return what best replies to completely mixed plans get, after checking that those of the end are some."""
    found = []
    for sequences, plan, own, against in zip(
        form.sequences, end, near, (form.A @ near[1], form.B.T @ near[0]), strict=True
    ):
        who = f"player {sequences.player + 1}"
        if not is_realization_plan(sequences, own):
            raise NotProvedError(f"a point near the end of the path is no realization plan of {who}")
        best = best_response(sequences, against).value
        if best != (value := plan_value(plan, against)):
            raise NotProvedError(f"the end of the path loses {short(best - value)} of {who} near by, expected 0")
        found.append(best)
    return found[0], found[1]
