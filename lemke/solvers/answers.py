"""Turn realization plans into answers: prove, complete and judge them, on the tree or on the matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans
from lemke.errors import LimitError, NotProvedError
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game import Game
from lemke.game.best_response import complete
from lemke.game.strategy import Profile, behavior, centroid, realization_plan
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.ground.steps import done
from lemke.solvers.proposals import Proposal, first_proved

Problem: TypeAlias = Game | NormalForm | SequenceForm
"""The type of games that :func:`lemke.solvers.solve` takes: a tree, or a form of the game."""


def raise_if_stopped(stopped: str, reason: str) -> None:
    """Raise what ended a search early, if that was a limit or the user."""
    if stopped == "interrupt":
        raise KeyboardInterrupt
    if stopped == "limit":
        raise LimitError(reason)


def answer(problem: object, form: SequenceForm, proved: ProvedPlans, prior: Profile) -> ProvedPlans:
    """Return proved plans as the answer to a problem: judged on the tree or the matrices, if there are any.

    Raises NotProvedError if the judge has any objection, or the matrices contradict the plans.
    """
    if isinstance(problem, NormalForm):
        x, y = (plan[1:] for plan in proved.plans)  # entry 0 is the empty sequence, then come the strategies
        payoffs = payoffs_on_matrices(problem, (x, y), f"the kernel {proved.kernel}")
        _require_equal(f"the kernel {proved.kernel}", proved.payoffs, payoffs, "the payoffs on the matrices")
        return Equilibrium(**vars(proved), game=problem.tree(), profile=Profile.mixed((x, y)))
    return judged(form, [proved], prior)[0] if isinstance(problem, Game) and isinstance(form, TreeForm) else proved


def proved_by_replies(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return plans with their proof. Raises NotProvedError if a best reply gets more than the plan."""
    x, y = plans
    return done(first_proved(form, {how.method: iter([Proposal((x, y), how)])}, 0))


def _require_equal(proposer: str, proposed: tuple[mpq, ...], expected: tuple[mpq, ...], source: str) -> None:
    if proposed != expected:
        proposed_text, expected_text = (", ".join(map(text, payoffs)) for payoffs in (proposed, expected))
        raise NotProvedError(f"{proposer} proposed payoffs {proposed_text}, expected {source}: {expected_text}")


def judged(form: TreeForm, proposals: Sequence[ProvedPlans], prior: Profile | None = None) -> list[Equilibrium]:
    """Complete proved plans to behavior strategies, and let the judge confirm all their claims on the tree.

    Off the path, best replies to the plans are filled in. Among several best replies, the best against the prior is
    taken; the default prior is the centroid.

    Raises NotProvedError if the judge has any objection.
    """
    judge = Judge(form.game, form.behind, form.sequences)
    prior_behavior = prior.behavior if prior else map(centroid, form.sequences)
    prior_values = form.values(*map(realization_plan, form.sequences, prior_behavior))
    equilibria = []
    for proved in proposals:
        behaviors = map(behavior, form.sequences, proved.plans)
        strategies = map(complete, form.sequences, behaviors, form.values(*proved.plans), prior_values)
        profile = Profile(*zip(*strategies, strict=True))
        claim = Claim(profile, proved.payoffs, proved.plans, proved.duals or ())
        confirm(judge, claim, f"the kernel {proved.how.kernel}")
        equilibria.append(Equilibrium(**vars(proved), game=form.game, profile=profile))
    return equilibria


def confirm(judge: Judge, claim: Claim, proposer: str, objections: Sequence[str] = ()) -> None:
    """Raise :class:`NotProvedError` unless a claim is an equilibrium, the judge agrees, and there are no objections."""
    report, contradictions = judge.judge(claim)
    if contradictions or objections or not report.is_equilibrium:
        regrets = ", ".join(map(text, report.regrets))
        proposal = f"{proposer} proposed a profile with regrets {regrets} on the tree"
        raise NotProvedError("; ".join([proposal, *contradictions, *objections]))


def payoffs_on_matrices(form: NormalForm, strategies: Strategies, proposer: str) -> tuple[mpq, ...]:
    """Return the payoffs of mixed strategies. Raises NotProvedError if a player has a regret on the matrices."""
    payoffs, regrets = form.judge(strategies)
    if any(regrets):
        listed = ", ".join(map(text, regrets))
        raise NotProvedError(f"{proposer} proposed strategies with regrets {listed} on the matrices, expected 0")
    return payoffs
