"""Paths from priors to their ends, and the ledger of ends: which ends are the same, and what is proved about them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from lemke.certificate import ProvedPlans
from lemke.certificate.exploration import FailedStart, Witness
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response, plan_value
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.linear.lcp import Solution
from lemke.solvers import sequence_lcp
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.last_edge import last_edge
from lemke.solvers.sequence_lcp import PathFromPrior, starting_point

Plans: TypeAlias = tuple[Vector, Vector]


@dataclass(frozen=True, eq=False, slots=True)
class PathEnd:
    """The end of a path.

    Attributes
    ----------
    prior : int
        The number of the prior.
    key : str
        The :func:`key` of the plans.
    pivots, tries, bits : int
    kernel : str
        As in :class:`~lemke.certificate.ProvedPlans`.
    perfect : bool
        Whether the last edge proves that the plans are normal-form perfect.
    plans : pair of exact vectors, or None
        None if the ledger has them already.
    witness : pair of exact vectors, or None
        Completely mixed plans on the last edge; None if the ledger has those of a smaller prior.
    """

    prior: int
    key: str
    pivots: int
    kernel: str
    tries: int
    bits: int
    perfect: bool
    plans: Plans | None = None
    witness: Plans | None = None


PathOutcome: TypeAlias = PathEnd | FailedStart


def key(plans: Iterable[Vector]) -> str:
    """Return the SHA-256 of realization plans, by which plans are compared."""
    lines = (",".join(map(text, plan)) for plan in plans)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def follow(form: SequenceForm, number: int, prior: Plans | None, seed: int, kernel: str) -> PathOutcome:
    """Follow the path from prior ``number`` to its end; LimitError if a limit is reached.

    The prior is given as realization plans, or None: then it is the random profile with the seed. The guided kernel's
    perturbations have the same seed.
    """
    prior = prior or starting_point(form, "random", seed, "auto").plans(
        form
    )  # the prior of :func:`lemke.solve` with this seed
    try:
        proved = sequence_lcp.follow(form, prior, kernel, seed)
        solution = proved.outcome
        assert isinstance(solution, Solution)
        edge = last_edge(form, prior, solution)
    except NotProvedError as error:
        return FailedStart(number, error.message)
    plans = form.plans(solution.z)[:2]
    return PathEnd(
        prior=number,
        key=key(plans),
        pivots=solution.pivots,
        kernel=proved.kernel,
        tries=proved.tries,
        bits=solution.bits,
        perfect=edge is not None,
        plans=plans,
        witness=None if edge is None else edge.plans,
    )


@dataclass(eq=False)
class OutcomeLedger:
    """All outcomes so far.

    Attributes
    ----------
    form : SequenceForm
    outcomes : dict
        By the number of the prior.
    first : dict
        By key: the smallest prior that ends there.
    plans, witnesses : dict
        By key: the plans, and the witness of the smallest prior.
    """

    form: SequenceForm
    outcomes: dict[int, PathOutcome] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    plans: dict[str, Plans] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def trimmed(self, outcome: PathOutcome) -> PathOutcome:
        """Return an outcome without plans that are known, and without a witness if a smaller prior has one.

        The ledger does not change.
        """
        if isinstance(outcome, FailedStart):
            return outcome
        plans = None if outcome.key in self.plans else outcome.plans
        return replace(outcome, plans=plans, witness=outcome.witness if self._lacks_witness(outcome) else None)

    def add(self, outcome: PathOutcome) -> None:
        """Enter an outcome; InputError if its prior has one already, or its plans are missing."""
        if outcome.prior in self.outcomes:
            raise InputError(f"prior {outcome.prior} twice, expected once")
        if isinstance(outcome, PathEnd):
            if outcome.plans is not None:
                self.plans.setdefault(outcome.key, outcome.plans)
            elif outcome.key not in self.plans:
                raise InputError(f"the first end {outcome.key[:12]}... has no plans, expected plans")
            if outcome.witness is not None and self._lacks_witness(outcome):
                self.witnesses[outcome.key] = Witness(outcome.prior, outcome.witness)
            self.first[outcome.key] = min(outcome.prior, self.first.get(outcome.key, outcome.prior))
            outcome = replace(outcome, plans=None, witness=None)
        self.outcomes[outcome.prior] = outcome

    def check(self, outcome: PathOutcome) -> None:
        """Raise an InputError unless the plans and the witness of an outcome from a file prove what they should."""
        if isinstance(outcome, FailedStart):
            return
        where, plans = f"at prior {outcome.prior}", outcome.plans
        if plans is not None:
            if key(plans) != outcome.key:
                raise InputError(f"plans {where} that do not have their key, expected plans with it")
            if not all(map(is_realization_plan, self.form.sequences, plans)):
                raise InputError(f"plans {where} that are no realization plans of the game, expected such plans")
            try:
                proved_plans(self.form, outcome, plans)
            except NotProvedError:
                raise InputError(f"plans {where} that are no equilibrium, expected one") from None
        if outcome.witness is not None:
            plans = plans or self.plans.get(outcome.key)
            sizes = [sequences.size for sequences in self.form.sequences]
            if not outcome.perfect or plans is None or list(map(len, outcome.witness)) != sizes:
                raise InputError(f"a witness {where} that belongs to no plans, expected none")
            if not _proves_perfect(self.form, plans, outcome.witness):
                raise InputError(f"the witness {where} proves nothing, expected best replies to it")
        elif outcome.perfect and self._lacks_witness(outcome):
            raise InputError(f"no witness {where}, expected one as it is the first")

    def _lacks_witness(self, end: PathEnd) -> bool:
        """Return whether no witness is known, or only one of a larger prior."""
        return end.key not in self.witnesses or end.prior < self.witnesses[end.key].prior


def proved_plans(
    form: SequenceForm, end: PathEnd, plans: Plans, prior: str = "random", seed: int | None = None
) -> ProvedPlans:
    """Return the plans at an end with the proof that they are an equilibrium; NotProvedError if they are not."""
    path = {name: getattr(end, name) for name in ("kernel", "pivots", "bits", "tries")}
    return proved_by_replies(form, plans, PathFromPrior(method="lcp", **path, prior=prior, seed=seed))


def _proves_perfect(form: SequenceForm, plans: Plans, witness: Plans) -> bool:
    """Return whether plans are best replies to completely mixed ones, exactly.

    For an equilibrium that proves it normal-form perfect: see :class:`~lemke.certificate.exploration.Witness`.
    """
    against = form.A @ witness[1], form.B.T @ witness[0]
    return all(
        is_realization_plan(sequences, mixed)
        and all(probability > 0 for probability in mixed)
        and plan_value(plan, values) == best_response(sequences, values).value
        for sequences, plan, mixed, values in zip(form.sequences, plans, witness, against, strict=True)
    )
