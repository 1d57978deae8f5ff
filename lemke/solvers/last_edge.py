"""The last edge of a path from a prior, on which z0 reaches 0: it may prove the path's end normal-form perfect."""

from __future__ import annotations

from dataclasses import replace

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
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile, is_realization_plan
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, exact_dot
from lemke.linear.exact import Proposal, outcome
from lemke.linear.lcp import LCP, Solution, StartBasis
from lemke.linear.pivoting import follow


def last_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Trembles | None:
    """Return the plans on the last edge of the path from a prior, checked at a point; None if the edge proves nothing.

    On the edge plans are linear in z0: completely mixed plans to which the equilibrium at z0 = 0 is a best reply.

    The edge proves nothing if it has length 0, which ties may cause, or if its plans are not completely mixed. With a
    completely mixed prior they are completely mixed.

    The prior is the pair of realization plans p and q from which the path started. The solution is a solution of
    ``form.lcp(prior)`` with its basis, from any kernel.

    Raises NotProvedError if the check fails, since the solution is not that of ``form.lcp(prior)`` at its basis;
    InputError if the basis is singular.
    """
    problem = form.lcp(prior)
    edge_rates = _edge_rates(problem, solution)
    signed = ~problem.free
    values = np.concatenate([solution.z[signed], solution.w[signed]])
    rates = np.concatenate([edge_rates.z[signed], edge_rates.w[signed]])
    decreases = (rates < 0).astype(bool)
    length = min(values[decreases] / -rates[decreases], default=mpq(2))  # any length if no variable decreases
    if length <= 0:
        return None
    z0 = length / 2  # the middle of the edge
    x, y, *_ = form.plans(solution.z)
    rate_x, rate_y, *_ = form.plans(edge_rates.z)
    # on the edge the variables x change to x + rate_x z0, and the plan is x + rate_x z0 + p z0; y likewise
    edge_x, edge_y = x + z0 * (rate_x + prior[0]), y + z0 * (rate_y + prior[1])
    if np.any(edge_x <= 0) or np.any(edge_y <= 0):
        return None
    payoffs = form.A @ edge_y, form.B.T @ edge_x
    for sequences, plan, edge_plan, against in zip(form.sequences, (x, y), (edge_x, edge_y), payoffs, strict=True):
        is_plan = is_realization_plan(sequences, edge_plan)
        if not is_plan or best_response(sequences, against).value != exact_dot(plan, against):
            name = f"player {sequences.player + 1}"
            at_fault = f"the plan at the path's end is no best reply of {name}" if is_plan else f"{name} has no plan"
            raise NotProvedError(f"{at_fault} at a point near the end of the path")
    # columns are the powers of ε = z0
    return Trembles(
        NORMAL_FORM_PERFECT, z0, (np.column_stack([x, rate_x + prior[0]]), np.column_stack([y, rate_y + prior[1]]))
    )


def solution_with_edge(form: SequenceForm, prior: tuple[Vector, Vector], solution: Solution) -> Solution | None:
    """Pivot from a solution whose edge has length 0 to a solution at the end of an edge of positive length.

    Return None if that fails. If variables tie, a path in floats may end at a basis that is not on the last edge. A
    basis that solves the problem for the constants q + ε d, with ε as a symbol, solves it for all small z0 = ε. At the
    given basis few variables are negative for small ε. A separate path leads from this basis to a solution, which may
    be another equilibrium.

    Raises ProfileError, InputError, LimitError as :func:`last_edge`.
    """
    problem = form.lcp(prior)
    edge_rates = _edge_rates(problem, solution)
    # 1 for the variables that would become negative at once
    z_lift, w_lift = (
        np.where((value == 0).astype(bool) & (rate < 0).astype(bool) & ~problem.free, ONE, ZERO)
        for value, rate in ((solution.z, edge_rates.z), (solution.w, edge_rates.w))
    )
    # w + w_lift = q + M (z + z_lift) + d z0 at z0 = 1, with d = w_lift − M z_lift: a start at which no variable is
    # negative
    basic = frozenset(code for code in solution.basis if code < problem.size)  # the basic variables z, without w
    lifted = replace(problem, d=w_lift - problem.M @ z_lift, start=StartBasis(basic, ONE))
    end = follow(lifted, [problem.d])
    if not isinstance(end, Solution):
        return None
    pivots = solution.pivots + end.pivots
    # column 0: the solution for ε = 0
    return Solution(end.z[:, 0], end.w[:, 0], end.basis, pivots, max(solution.bits, end.bits))


def proved_by_edge(form: TreeForm, equilibrium: Equilibrium, trembles: Trembles) -> Equilibrium:
    """Return the equilibrium at the end of a path with the proof that its last edge gives, if the judge confirms it."""
    refined = replace(equilibrium, how=replace(equilibrium.how, method=NORMAL_FORM_PERFECT), refinement=trembles)
    confirm_trembles(Judge(form.game, form.behind, form.sequences), refined.profile, trembles)
    return refined


def confirm_trembles(judge: Judge, profile: Profile, trembles: Trembles) -> None:
    """Raise NotProvedError unless the trembles prove that a profile is normal-form perfect."""
    if objections := objections_to_normal_form_perfect(judge, Claim(profile, refinement=trembles)):
        raise NotProvedError("; ".join([f"plans that are not proved {NORMAL_FORM_PERFECT}", *objections]))


def _edge_rates(problem: LCP, solution: Solution) -> Solution:
    """Return the rates dz and dw = M dz + d: with the solution's basis, the variables are z + dz z0 and w + dw z0."""
    rates = outcome(replace(problem, q=problem.d), Proposal(frozenset(solution.basis), 0))
    assert isinstance(rates, Solution)  # without an entering variable no ray is possible
    return rates
