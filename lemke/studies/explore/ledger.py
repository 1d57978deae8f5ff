"""The book of ends: which equilibria have been reached, from which priors, and what is proved of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    NORMAL_FORM_PERFECT,
    Claim,
    Equilibrium,
    Judge,
    ProvedPlans,
    Trembles,
    objections_to_normal_form_perfect,
)
from lemke.certificate.exploration import Exploration, Failure, PathLengths, Reached, Stopped, Witness
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import TreeForm
from lemke.game.strategy import Profile, is_realization_plan
from lemke.ground.rational import ONE
from lemke.solvers import judged
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.priors import PathFromPrior
from lemke.studies.explore.start import End, Had, Outcome, Plans, key, proves_perfect


@dataclass(eq=False)
class Ledger:
    """All outcomes until now.

    Attributes
    ----------
    form : TreeForm
    had : Had
    outcomes : dict
        By the number of the prior.
    plans, witnesses : dict
        By key: the plans; of the witnesses that of the smallest number.
    """

    form: TreeForm
    had: Had = field(default_factory=lambda: Had(set(), {}))
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    plans: dict[str, Plans] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def trimmed(self, outcome: Outcome) -> Outcome:
        """Return an outcome without plans that are known, and without a witness where one of a smaller number is."""
        if not isinstance(outcome, End):
            return outcome
        held = self.witnesses.get(outcome.key)
        return replace(
            outcome,
            plans=None if outcome.key in self.plans else outcome.plans,
            witness=outcome.witness if held is None or outcome.prior < held.prior else None,
        )

    def progress(self, wanted: int) -> Callable[[], str]:
        """Return what tells how far the starts are."""
        return lambda: f"{len(self.outcomes)} of {wanted} starts, {len(self.plans)} different equilibria"

    def add(self, outcome: Outcome) -> None:
        """Enter an outcome; an InputError if one of the same prior is there, or its plans are not."""
        if outcome.prior in self.outcomes:
            raise InputError(f"prior {outcome.prior} twice, expected once")
        if isinstance(outcome, End):
            if outcome.plans is not None:
                self.plans.setdefault(outcome.key, outcome.plans)
            elif outcome.key not in self.plans:
                raise InputError(f"an end {outcome.key[:12]}... without its plans, expected them the first time")
            held = self.witnesses.get(outcome.key)
            if outcome.witness is not None and (held is None or outcome.prior < held.prior):
                self.witnesses[outcome.key] = Witness(outcome.prior, outcome.witness)
            self.had.add(outcome)
        self.outcomes[outcome.prior] = _slim(outcome)

    def check(self, outcome: Outcome) -> None:
        """Raise an InputError unless all that an outcome states of plans is true; for those that a file tells."""
        if isinstance(outcome, Failure):
            return
        if outcome.plans is not None:
            self._check_plans(outcome, outcome.plans)
        if outcome.witness is not None:
            plans = outcome.plans or self.plans.get(outcome.key)
            if not outcome.perfect or plans is None or not self._sized(outcome.witness):
                raise InputError(f"a witness at prior {outcome.prior} that is of no plans, expected none")
            if not proves_perfect(self.form, plans, outcome.witness):
                raise InputError(f"the witness at prior {outcome.prior} proves nothing, expected best replies to it")
        elif outcome.perfect and self.had.lacks_witness(outcome.key, outcome.prior):
            raise InputError(f"no witness at prior {outcome.prior}, expected one as it is the first")

    def _check_plans(self, end: End, plans: Plans) -> None:
        if key(plans) != end.key:
            raise InputError(f"plans at prior {end.prior} that are not those of their key, expected the same")
        both = zip(self.form.sequences, plans, strict=True)
        if not self._sized(plans) or not all(is_realization_plan(own, plan) for own, plan in both):
            raise InputError(f"plans at prior {end.prior} that are no realization plans, expected some of the game")
        try:
            self._proved(end, plans, "random", None)
        except NotProvedError:
            raise InputError(f"plans at prior {end.prior} that are no equilibrium, expected one") from None

    def _sized(self, plans: Plans) -> bool:
        return all(len(plan) == own.size for own, plan in zip(self.form.sequences, plans, strict=True))

    def _proved(self, end: End, plans: Plans, prior: str, seed: int | None) -> ProvedPlans:
        how = PathFromPrior(
            method="lcp",
            kernel=end.kernel,
            pivots=end.pivots,
            bits=end.bits,
            tries=end.tries,
            prior=prior,
            seed=seed,
        )
        return proved_by_replies(self.form, plans, how)

    def exploration(
        self,
        wanted: int,
        priors: str,
        prior: Callable[[int], Profile],
        seed: int,
        kernel: str,
        stopped: tuple[Stopped, str],
    ) -> Exploration:
        """Return what the outcomes of the first priors, as many as are wanted, say together.

        Every equilibrium is judged on the tree.

        Parameters
        ----------
        prior : callable
            From a number to the prior.
        """
        done = sorted(k for k in self.outcomes if k < wanted)
        outcomes = [self.outcomes[k] for k in done]
        basins: dict[str, list[End]] = {}
        for each in outcomes:
            if isinstance(each, End):
                basins.setdefault(each.key, []).append(each)
        order = sorted(basins, key=lambda name: (-len(basins[name]), basins[name][0].prior))
        place = {name: k for k, name in enumerate(order)}
        found = {each.prior: place[each.key] for each in outcomes if isinstance(each, End)}
        return Exploration(
            game=self.form.game,
            equilibria=tuple(self._reached(name, basins[name], len(outcomes), priors, prior, seed) for name in order),
            starts=len(outcomes),
            wanted=wanted,
            ends=tuple(found.get(k) for k in range(done[-1] + 1)),
            failures=tuple(each for each in outcomes if isinstance(each, Failure)),
            priors=priors,
            seed=seed,
            kernel=kernel,
            stopped=stopped[0],
            reason=stopped[1],
        )

    def _reached(
        self, name: str, ends: list[End], starts: int, priors: str, prior: Callable[[int], Profile], seed: int
    ) -> Reached:
        first, plans = ends[0], self.plans[name]
        named = "random" if priors == "random" else "profile"
        proved = self._proved(first, plans, named, seed + first.prior)
        (equilibrium,) = judged(self.form, [proved], prior(first.prior))
        pivots = [each.pivots for each in ends]
        proofs = [each.prior for each in ends if each.perfect]
        witness = self.witnesses[name] if proofs else None
        return Reached(
            equilibrium if witness is None else self._perfect(equilibrium, witness),
            len(ends),
            mpq(len(ends), starts),
            first.prior,
            PathLengths(min(pivots), mpq(sum(pivots), len(pivots)), max(pivots)),
            len(proofs),
            witness,
        )

    def _perfect(self, equilibrium: Equilibrium, witness: Witness) -> Equilibrium:
        """Return an equilibrium with what proves it normal-form perfect, once the judge confirms that on the tree."""
        # from the equilibrium's plans straight to those of the witness, at ε = 1
        both = zip(equilibrium.plans, witness.plans, strict=True)
        one, two = (np.column_stack([end, near - end]) for end, near in both)
        trembles = Trembles(NORMAL_FORM_PERFECT, ONE, (one, two))
        judge = Judge(self.form.game, self.form.behind, self.form.sequences)
        claim = Claim(equilibrium.profile, refinement=trembles)
        if objections := objections_to_normal_form_perfect(judge, claim):
            raise NotProvedError(f"the last edge from prior {witness.prior} proves nothing: {'; '.join(objections)}")
        how = replace(equilibrium.how, method=NORMAL_FORM_PERFECT)
        return replace(equilibrium, how=how, refinement=trembles)


def _slim(outcome: Outcome) -> Outcome:
    return replace(outcome, plans=None, witness=None) if isinstance(outcome, End) else outcome
