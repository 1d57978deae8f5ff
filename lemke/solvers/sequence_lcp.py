"""Equilibria of general-sum games: the sequence form as LCP, solved by Lemke's algorithm from a prior."""

from __future__ import annotations

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm
from lemke.game.strategy import realization_plan
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import lemke
from lemke.solvers.request import Request


def solve(form: SequenceForm, request: Request) -> ProvedPlans:
    """Return the equilibrium at the end of the path that starts from a prior.

    For plans (p, q) as prior the path is that of von Stengel, van den Elzen and Talman (2002): x + p z0 and y + q z0
    are realization plans all along it. It ends at an equilibrium, never on a ray.

    Raises
    ------
    NotProvedError
        If no kernel could prove an equilibrium.
    """
    one, two = (
        realization_plan(sequences, behavior)
        for sequences, behavior in zip(form.sequences, request.prior.behavior, strict=True)
    )
    proved = lemke(form.lcp((one, two)), request.kernel, request.seed, rays=False)
    outcome = proved.outcome
    assert isinstance(outcome, Solution)
    plans = form.plans(outcome.z)
    return ProvedPlans(
        plans=(plans.x, plans.y),
        duals=(plans.u, plans.v),
        payoffs=(plans.u[0], plans.v[0]),
        method="lcp",
        kernel=proved.kernel,
        pivots=outcome.pivots,
        tries=proved.tries,
        prior=None,
        seed=proved.seed,
        bits=outcome.bits,
        label=None,
    )
