"""Equilibria of general-sum games: the sequence form as LCP, solved by Lemke's algorithm from a prior."""

from __future__ import annotations

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm
from lemke.game.strategy import realization_plan
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
    p, q = map(realization_plan, form.sequences, start.profile.behavior)
    proved = lemke(form.lcp((p, q)), start.kernel, start.seed, rays=False)
    outcome = proved.outcome
    assert isinstance(outcome, Solution)
    seed = start.seed if start.name == "random" else proved.seed
    told = {"kernel": proved.kernel, "tries": proved.tries, "prior": start.name, "seed": seed}
    return end_of_path(form, outcome, method="lcp", **told)
