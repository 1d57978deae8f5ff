"""Equilibria of general-sum games: the sequence form as LCP, solved by Lemke's algorithm from a prior."""

from __future__ import annotations

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm
from lemke.linear.guided import lemke
from lemke.linear.lcp import Solution
from lemke.solvers.answers import end_of_path
from lemke.solvers.priors import Start


def solve(form: SequenceForm, start: Start) -> ProvedPlans:
    """Return the equilibrium at the end of the path that starts from a prior.

    For plans (p, q) as prior the path is that of von Stengel, van den Elzen and Talman (2002): x + p z0 and y + q z0
    are realization plans all along it. It ends at an equilibrium, never on a ray.

    Raises
    ------
    NotProvedError
        If no kernel could prove an equilibrium.
    """
    proved = lemke(form.lcp(start.plans(form)), start.kernel, start.seed, rays=False)
    outcome = proved.outcome
    assert isinstance(outcome, Solution)
    return end_of_path(form, start, outcome, "lcp", proved.kernel, proved.tries, proved.seed)
