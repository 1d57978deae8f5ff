"""Normal-form perfect equilibria (Selten 1975), proved by the last edge of a path from a completely mixed prior.

On the path from a prior (p, q), x + p z0 and y + q z0 are realization plans, and whatever x and y put probability on
is a best reply to them (von Stengel, van den Elzen, Talman 2002). So is the end point to the points on the last edge,
if that has positive length. With a completely mixed prior these are completely mixed, and they come arbitrarily near
to the end point. That is a property of the plans, not of the moves that are filled in off the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    NORMAL_FORM_PERFECT,
    Claim,
    Equilibrium,
    Judge,
    Trembles,
    objections_to_normal_form_perfect,
)
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response, plan_value
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector
from lemke.linear.exact import Proposal, outcome
from lemke.linear.guided import Proved, lemke
from lemke.linear.lcp import LCP, Solution
from lemke.linear.lcp import Start as LiftedStart
from lemke.linear.pivoting import follow
from lemke.solvers.answers import judged
from lemke.solvers.sequence_lcp import Prior, Start, end_of_path, starts, words

TRIES = 5
"""Priors with the kernel that was asked for before the exact one takes over."""


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a normal-form perfect one; ``lemke.solve(game, refine="normal-form-perfect")`` has checked the options.

    The exact kernel passes the last edge until z0 leaves, so its first prior is enough. The guided one may end beside
    that edge where there are ties; then a few exact pivots lead to one. Should they not, random priors follow, at last
    the kernel ``exact``, unless ``guided`` was asked for.

    Raises InputError for another method; ProfileError for a prior that is not completely mixed; NotProvedError if no
    prior led to a proved equilibrium.

    Parameters
    ----------
    game : Game
    method : ``"auto"`` or ``"lcp"``
    kernel, seed
        As in :func:`lemke.solvers.solve`; random priors that follow have the numbers after the seed.
    prior : Prior
        Where the path starts, a completely mixed profile.

    Returns
    -------
    Equilibrium
        ``method`` is ``normal-form-perfect``, ``refinement`` the proof: x(ε) and y(ε) are on the last edge where
        z0 = ε. Moves that are filled in off the path are not part of what is proved.

    >>> import lemke
    >>> game = lemke.example("entry_deterrence")
    >>> equilibrium = lemke.solve(game, refine="normal-form-perfect")
    >>> equilibrium.payoffs, equilibrium.refinement.epsilon
    ((mpq(2,1), mpq(2,1)), mpq(1,2))
    """
    form = sequence_form(game)
    failures: list[str] = []
    for start, tried in _attempts(form, method, kernel, prior, seed):
        plans = start.plans(form)
        proved = lemke(form.lcp(plans), tried, seed, rays=False)
        assert isinstance(proved.outcome, Solution)
        solution: Solution | None = proved.outcome
        edge = last_edge(form, plans, proved.outcome)
        if edge is None and (solution := moved_to_an_edge(form, plans, proved.outcome)) is not None:
            edge = last_edge(form, plans, solution)
        if edge is not None and solution is not None:
            return _perfect(form, start, proved._replace(outcome=solution), edge, len(failures) + 1)
        failures.append(f"{words(start)}, kernel {proved.kernel}: the last edge has length 0")
    raise NotProvedError(f"no prior led to a {NORMAL_FORM_PERFECT} equilibrium; {'; '.join(failures)}")


def _attempts(form: TreeForm, method: str, kernel: str, prior: Prior, seed: int) -> Iterator[tuple[Start, str]]:
    """Yield priors with kernels; after some of them the first prior with the exact kernel, unless that was excluded."""
    first = None
    for start in islice(starts(form, NORMAL_FORM_PERFECT, method, kernel, prior, seed), TRIES):
        first = first or start
        yield start, kernel
    if first is not None and kernel == "auto":
        yield first, "exact"


def _perfect(form: TreeForm, start: Start, found: Proved, edge: Edge, tries: int) -> Equilibrium:
    """Return the end of a path as an equilibrium once the judge confirms it, and the point near it."""
    solution = found.outcome
    assert isinstance(solution, Solution)
    method, tries = NORMAL_FORM_PERFECT, max(tries, found.tries)
    proved = end_of_path(form, start, solution, method, found.kernel, tries, found.seed)
    (equilibrium,) = judged(form, [proved], start.profile)
    # on the edge plans are linear in z0
    one, two = (
        np.column_stack([end, (near - end) / edge.z0]) for end, near in zip(proved.plans, edge.plans, strict=True)
    )
    refined = replace(equilibrium, refinement=Trembles(NORMAL_FORM_PERFECT, edge.z0, (one, two)))
    judge = Judge(form.game, form.behind, form.sequences)
    if objections := objections_to_normal_form_perfect(judge, Claim(refined.profile, refinement=refined.refinement)):
        raise NotProvedError("; ".join([f"the end of the path is not {NORMAL_FORM_PERFECT}", *objections]))
    return refined


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove that its plans are normal-form perfect; nothing if it does.

    Raises what :func:`solve` does for other games.
    """
    return objections_to_normal_form_perfect(Judge.of(game), claim)


# ---------------------------------------------------------------------- the last edge


@dataclass(frozen=True, eq=False)
class Edge:
    """A point on the last edge of a path: the proof that the equilibrium at the path's end is normal-form perfect."""

    z0: mpq  # of the point, positive
    # x + p z0 and y + q z0, completely mixed realization plans; the equilibrium's plans are best replies to them
    plans: tuple[Vector, Vector]


def last_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Edge | None:
    """Return a point on the last edge of the path from a prior, checked exactly; None if it proves nothing.

    It proves nothing if the edge has length 0, as ties may have it, or if its plans are not completely mixed, as those
    of a completely mixed prior are.

    Raises ProfileError if the prior is no pair of realization plans; InputError if the basis is singular;
    NotProvedError if the check fails, so if the solution is none of ``form.lcp(prior)`` at its basis; LimitError if a
    limit is reached.

    The prior is the realization plans p and q, from which the path started; the solution is one of ``form.lcp(prior)``,
    with its basis, from any kernel.

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
    ends, steps = form.plans(solution.z), form.plans(along.z)
    near_x, near_y = (plan + z0 * (rate + start) for plan, rate, start in zip(ends[:2], steps[:2], prior, strict=True))
    if np.any(near_x <= 0) or np.any(near_y <= 0):
        return None
    against = form.A @ near_y, form.B.T @ near_x
    for sequences, end, near, values in zip(form.sequences, ends[:2], (near_x, near_y), against, strict=True):
        who = f"player {sequences.player + 1}"
        if not is_realization_plan(sequences, near):
            raise NotProvedError(f"a point near the end of the path is no realization plan of {who}")
        if lost := best_response(sequences, values).value - plan_value(end, values):
            raise NotProvedError(f"the end of the path loses {short(lost)} of {who} near by, expected 0")
    return Edge(z0, (near_x, near_y))


def moved_to_an_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Solution | None:
    """Return a solution at the end of an edge of positive length, some pivots from one without; None if there is none.

    The path in floats ends beside the last edge where there are ties. A basis that solves the problem for the constants
    q + ε d, ε a symbol, solves it for all small z0 = ε. Few variables of the given one are negative for small ε; a path
    of its own leads from there to a solution, not always the same.

    Raises ProfileError, InputError, LimitError as :func:`last_edge`.
    """
    problem = form.lcp(prior)
    along = _along(problem, solution)
    z_lift, w_lift = (
        np.where((now == 0).astype(bool) & (rate < 0).astype(bool) & ~problem.free, ONE, ZERO)
        for now, rate in ((solution.z, along.z), (solution.w, along.w))
    )
    # w + w_lift = q + M (z + z_lift) + c z0 at z0 = 1: a start that lifts what is negative
    basic = frozenset(code for code in solution.basis if code < problem.size)
    lifted = replace(problem, d=w_lift - problem.M @ z_lift, start=LiftedStart(basic, ONE))
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
