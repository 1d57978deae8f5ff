"""One start: from the number of a prior to the plans at the end of its path, and what its last edge proves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from lemke.certificate.exploration import Failure
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response, plan_value
from lemke.game.strategy import Profile, is_realization_plan, realization_plan
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import lemke
from lemke.solvers.priors import starting_point
from lemke.solvers.refinements.last_edge import last_edge

Plans: TypeAlias = tuple[Vector, Vector]


@dataclass(frozen=True, eq=False, slots=True)
class End:
    """Where a path ended.

    Attributes
    ----------
    prior : int
        Its number.
    key : str
        What tells its plans from others: :func:`key`.
    pivots, tries, bits : int
    kernel : str
        As in :class:`~lemke.certificate.ProvedPlans`.
    perfect : bool
        Whether the last edge proves that the plans are normal-form perfect.
    plans : pair of exact vectors, or None
        Left out where whoever asked has them.
    witness : pair of exact vectors, or None
        Completely mixed plans on the last edge; left out where whoever asked has those of a smaller number.
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


Outcome: TypeAlias = End | Failure


@dataclass(frozen=True, slots=True)
class Had:
    """What whoever asks for starts has already.

    Attributes
    ----------
    plans : set of str
        Keys.
    witnesses : dict
        From keys to the smallest number of a prior of which a witness is there.
    """

    plans: set[str]
    witnesses: dict[str, int]

    def add(self, end: End) -> None:
        """Note what comes with an end."""
        if end.plans is not None:
            self.plans.add(end.key)
        if end.witness is not None:
            self.witnesses[end.key] = min(end.prior, self.witnesses.get(end.key, end.prior))

    def lacks_witness(self, key: str, prior: int) -> bool:
        """Return whether a witness from this prior is wanted: there is none of a smaller number."""
        return prior < self.witnesses.get(key, prior + 1)

    def only(self, keys: set[str]) -> Had:
        """Return what is had of some keys by now, whatever is added later."""
        plans = self.plans & keys
        return Had(plans, {name: self.witnesses[name] for name in plans if name in self.witnesses})


def key(plans: Iterable[Vector]) -> str:
    """Return the SHA-256 of realization plans: the same for two pairs iff they are equal, number by number."""
    lines = (",".join(map(text, plan)) for plan in plans)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def plans_of(form: SequenceForm, profile: Profile) -> Plans:
    """Return the realization plans of a profile."""
    one, two = (realization_plan(own, each) for own, each in zip(form.sequences, profile.behavior, strict=True))
    return one, two


def random_prior(form: SequenceForm, seed: int) -> Profile:
    """Return the random prior with a seed, the same as :func:`lemke.solve` takes."""
    return starting_point(form, "random", seed, "auto")[1]


def follow(form: SequenceForm, prior: Plans, number: int, seed: int, kernel: str, had: Had) -> Outcome:
    """Follow the path from a prior to its end.

    Parameters
    ----------
    prior : pair of exact vectors
        Realization plans.
    number : int
        Of the prior.
    seed : int
        Of the guided kernel's perturbations.
    had : Had
        Tells what may be left out; what comes with this end is added to it.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    try:
        proved = lemke(form.lcp(prior), kernel, seed, rays=False)
        solution = proved.outcome
        assert isinstance(solution, Solution)
        edge = last_edge(form, prior, solution)
    except NotProvedError as error:
        return Failure(number, error.message)
    x, y, _, _ = form.plans(solution.z)
    name = key((x, y))
    wanted = edge is not None and had.lacks_witness(name, number)
    end = End(
        prior=number,
        key=name,
        pivots=solution.pivots,
        kernel=proved.kernel,
        tries=proved.tries,
        bits=solution.bits,
        perfect=edge is not None,
        plans=None if name in had.plans else (x, y),
        witness=edge.plans if edge is not None and wanted else None,
    )
    had.add(end)
    return end


def proves_perfect(form: SequenceForm, plans: Plans, near: Plans) -> bool:
    """Return whether plans are best replies to completely mixed ones, exactly.

    For an equilibrium that proves it normal-form perfect: see :class:`~lemke.certificate.exploration.Witness`.
    """
    against = form.A @ near[1], form.B.T @ near[0]
    return all(
        is_realization_plan(own, mixed)
        and all(probability > 0 for probability in mixed)
        and plan_value(plan, values) == best_response(own, values).value
        for own, plan, mixed, values in zip(form.sequences, plans, near, against, strict=True)
    )
