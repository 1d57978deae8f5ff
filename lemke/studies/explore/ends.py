"""The ends of Lemke's paths from priors, and a ledger of these ends: which are the same, and what is proved of them."""

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
    """The equilibrium at the end of a path.

    Attributes
    ----------
    prior : int
        The number of the prior at which the path starts.
    key : str
        The :func:`key` of the plans.
    pivots : int
        The number of pivots of the path.
    kernel : str
        The kernel that followed the path.
    tries : int
        The number of bases that were proposed until one was proved.
    bits : int
        The bits of the largest basis determinant on the path; with the guided kernel, the bits of the longest
        denominator. See ``how`` of :class:`~lemke.certificate.ProvedPlans`.
    perfect : bool
        Whether the last edge of the path proves that the plans are normal-form perfect.
    plans : pair of exact vectors, or None
        Realization plans; None if the ledger has them already.
    witness : pair of exact vectors, or None
        Completely mixed realization plans on the last edge, if this edge proves perfection; None if the edge proves
        nothing, or if the ledger has a witness from a prior with a smaller number.
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
    """Return the SHA-256 of exact realization plans; plans with the same key are the same."""
    lines = (",".join(map(text, plan)) for plan in plans)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def follow(form: SequenceForm, number: int, prior: Plans | None, seed: int, kernel: str) -> PathOutcome:
    """Follow the path from prior ``number`` to its end. A start whose end no kernel can prove has failed.

    The prior is given as realization plans, or as None for the random profile that :func:`lemke.solve` uses with this
    seed. The guided kernel's perturbations have the same seed. Raises LimitError if a limit is reached.
    """
    if prior is None:
        prior = starting_point(form, "random", seed, "auto").plans(form)
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
    """The outcomes of all starts so far.

    Attributes
    ----------
    form : SequenceForm
    outcomes : dict
        From the number of a prior to the outcome, without plans and witness.
    first : dict
        From the key of plans to the smallest number of a prior whose path ends at these plans.
    plans : dict
        From the key of plans to the plans.
    witnesses : dict
        From the key of plans to the witness from the smallest prior whose path has a witness.
    """

    form: SequenceForm
    outcomes: dict[int, PathOutcome] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    plans: dict[str, Plans] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def trim(self, outcome: PathOutcome) -> PathOutcome:
        """Return an outcome without plans that the ledger has, and without a witness that the ledger does not need.

        The ledger does not change.
        """
        if isinstance(outcome, FailedStart):
            return outcome
        plans = None if outcome.key in self.plans else outcome.plans
        return replace(outcome, plans=plans, witness=outcome.witness if self._lacks_witness(outcome) else None)

    def add(self, outcome: PathOutcome) -> None:
        """Enter an outcome; InputError if its prior has an outcome already, or if the plans are missing."""
        if outcome.prior in self.outcomes:
            raise InputError(f"prior {outcome.prior} twice, expected every prior once")
        if isinstance(outcome, PathEnd):
            if outcome.plans is not None:
                self.plans.setdefault(outcome.key, outcome.plans)
            elif outcome.key not in self.plans:
                raise InputError(f"the first end with the key {outcome.key[:12]}... has no plans, expected plans")
            if outcome.witness is not None and self._lacks_witness(outcome):
                self.witnesses[outcome.key] = Witness(outcome.prior, outcome.witness)
            self.first[outcome.key] = min(outcome.prior, self.first.get(outcome.key, outcome.prior))
            outcome = replace(outcome, plans=None, witness=None)
        self.outcomes[outcome.prior] = outcome

    def check(self, outcome: PathOutcome) -> None:
        """Raise an InputError unless the plans and the witness of an outcome from a file prove what the outcome says.

        Plans that the ledger has already need not be in the outcome.
        """
        if isinstance(outcome, FailedStart):
            return
        where, plans = f"at prior {outcome.prior}", outcome.plans
        if plans is not None:
            if key(plans) != outcome.key:
                keys = f"{key(plans)[:12]}..., expected {outcome.key[:12]}..., the key in the same line"
                raise InputError(f"plans {where} with the key {keys}")
            if not all(map(is_realization_plan, self.form.sequences, plans)):
                raise InputError(f"plans {where} that do not fit the game, expected realization plans of the game")
            try:
                proved_plans(self.form, outcome, plans)
            except NotProvedError:
                raise InputError(f"plans {where} that are not in equilibrium, expected an equilibrium") from None
        if outcome.witness is not None:
            plans = plans or self.plans.get(outcome.key)
            if not outcome.perfect or plans is None:
                reason = "the plans are missing" if plans is None else "perfect is false"
                raise InputError(f"a witness {where}, expected no witness, as {reason}")
            lengths, sizes = list(map(len, outcome.witness)), [sequences.size for sequences in self.form.sequences]
            if lengths != sizes:
                stated, expected = (" and ".join(map(str, numbers)) for numbers in (lengths, sizes))
                raise InputError(f"a witness {where} of {stated} numbers, expected {expected}, one per sequence")
            if not _proves_perfect(self.form, plans, outcome.witness):
                raise InputError(
                    f"the witness {where} proves nothing, expected completely mixed plans to which the plans of the "
                    f"equilibrium are best replies"
                )
        elif outcome.perfect and self._lacks_witness(outcome):
            reason = "perfect is true, and no smaller prior has a witness for these plans"
            raise InputError(f"no witness {where}, expected a witness, as {reason}")

    def _lacks_witness(self, end: PathEnd) -> bool:
        """Return whether the ledger has no witness for these plans, or only one from a larger prior."""
        return end.key not in self.witnesses or end.prior < self.witnesses[end.key].prior


def proved_plans(
    form: SequenceForm, end: PathEnd, plans: Plans, prior: str = "random", seed: int | None = None
) -> ProvedPlans:
    """Return the plans at an end with the proof that they are an equilibrium; NotProvedError if they are not."""
    members = {name: getattr(end, name) for name in ("kernel", "pivots", "bits", "tries")}
    return proved_by_replies(form, plans, PathFromPrior(method="lcp", **members, prior=prior, seed=seed))


def _proves_perfect(form: SequenceForm, plans: Plans, witness: Plans) -> bool:
    """Return whether the witness is a pair of completely mixed plans to which the plans are exact best replies.

    If the plans are an equilibrium, the witness proves the equilibrium normal-form perfect: see
    :class:`~lemke.certificate.exploration.Witness`.
    """
    payoffs = form.A @ witness[1], form.B.T @ witness[0]  # of each player's sequences against the witness
    return all(
        is_realization_plan(sequences, mixed_plan)
        and all(probability > 0 for probability in mixed_plan)
        and plan_value(plan, values) == best_response(sequences, values).value
        for sequences, plan, mixed_plan, values in zip(form.sequences, plans, witness, payoffs, strict=True)
    )
