"""From realization plans to behavior strategies, which the judge confirms on the tree."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Claim, Equilibrium, Judge, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import TreeForm
from lemke.game.best_response import complete
from lemke.game.strategy import Profile, behavior
from lemke.ground import limits
from lemke.ground.rational import text
from lemke.ground.sparse import Vector


def completed(judge: Judge, plans: Sequence[Vector], prior_values: Sequence[Vector]) -> Profile:
    """Return plans as a profile with best replies off the path, among these the best against a prior.

    Parameters
    ----------
    judge : Judge
    plans : pair of exact vectors
        A probability for every sequence.
    prior_values : pair of exact vectors
        What every sequence gets against the prior, as of ``judge.values``.
    """
    strategies = [
        complete(own, behavior(own, plans[player]), judge.values(player, list(plans)), prior_values[player])
        for player, own in enumerate(judge.sequences)
    ]
    return Profile(tuple(each for each, _ in strategies), tuple(filled for _, filled in strategies))


def judged(form: TreeForm, proposals: Sequence[ProvedPlans], prior: Profile) -> list[Equilibrium]:
    """Complete proved plans to behavior strategies, and let the judge confirm all that they claim, on the tree.

    Off the path best replies are filled in, among these the best against a prior.

    Raises
    ------
    NotProvedError
        If the judge has any objection.
    """
    judge = Judge(form.game, form.behind, form.sequences)
    prior_plans = judge.plans(prior)
    prior_values = [judge.values(player, prior_plans) for player in (0, 1)]
    equilibria = []
    for proved in proposals:
        profile = completed(judge, proved.plans, prior_values)
        limits.check()
        report, objections = judge.judge(Claim(profile, proved.payoffs, proved.plans, proved.duals))
        if objections or not report.is_equilibrium:
            regrets = ", ".join(map(text, report.regrets))
            raise NotProvedError(
                "; ".join([f"kernel {proved.kernel} proposed regrets {regrets} on the tree", *objections])
            )
        equilibria.append(Equilibrium(**vars(proved), game=form.game, profile=profile))
    return equilibria
