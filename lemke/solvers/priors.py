"""Priors: the profiles from which Lemke's path starts."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.certificate import How
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, centroid, random_behavior, realization_plan
from lemke.ground.sparse import Vector, floats
from lemke.linear.guided import estimate

Prior: TypeAlias = Literal["auto", "centroid", "random"] | Profile
"""All moves equally likely; random, completely mixed; or a given profile; or what shortens the path."""

LONG = 500
"""Variables of the LCP from which on a shorter path makes up for the linear program that finds it."""
NEARLY_ZERO_SUM = 0.25
"""Largest share of A + B in A and B, by sums of absolute values, for a zero-sum game to be a guide."""
BLEND = mpq(1, 1000)
"""How much of a prior near an equilibrium is the centroid, so that it is completely mixed."""
GRAIN = 1 << 20
"""Probabilities of such a prior are multiples of about one part in so many."""


def named_prior(prior: object) -> Prior:
    """Return a prior; an InputError for what is none. Whether a profile is one of the game is not looked at."""
    if isinstance(prior, Profile) or (isinstance(prior, str) and prior in ("auto", "centroid", "random")):
        return prior  # type: ignore[return-value]
    raise InputError(f"the prior {prior!r}, expected auto, centroid, random or a profile")


@dataclass(frozen=True, eq=False, slots=True)
class Start:
    """Where a path starts, and what follows it.

    Attributes
    ----------
    profile : Profile
    name : str
        ``centroid``, ``random``, ``profile`` for a given one, ``zero-sum`` for one near an equilibrium of the zero-sum
        game with payoffs A − B.
    kernel : str
    seed : int
        Of a random prior, and of the guided kernel's perturbations.
    """

    profile: Profile
    name: str = "profile"
    kernel: str = "auto"
    seed: int = 0

    def plans(self, form: SequenceForm) -> tuple[Vector, Vector]:
        """Return the profile as realization plans p and q."""
        p, q = map(realization_plan, form.sequences, self.profile.behavior)
        return p, q


@dataclass(frozen=True, kw_only=True)
class PathFromPrior(How):
    """What a method tells that follows Lemke's path from a prior.

    Attributes
    ----------
    prior : str
        Its name, as of :class:`Start`.
    seed : int | None
        Of the random prior, or of the guided kernel's perturbations, if there were any.

    >>> PathFromPrior(method="lcp", kernel="exact", pivots=1, bits=3, prior="random", seed=7).words()
    ['method lcp', 'kernel exact', '1 pivot', 'prior random', 'seed 7']
    """

    prior: str
    seed: int | None

    def words(self) -> list[str]:
        """Return the same in words; the centroid goes without saying."""
        method, kernel, pivots, *tries = super().words()
        prior = [] if self.prior == "centroid" else [f"prior {self.prior}"]
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        return [method, kernel, pivots, *prior, *tries, *seed]


def starting_point(form: SequenceForm, prior: Prior, seed: int, kernel: str) -> Start:
    """Return the profile that a prior stands for, named.

    ``auto`` shortens a long path of the guided kernel.

    Random priors come from ``random.Random(seed)``: player by player, sets in breadth-first order, an integer
    from 1 to 10⁶ per move, normalised. The same seed gives the same prior on every machine.
    """
    sequences = form.sequences
    if isinstance(prior, Profile):
        profile = Profile.at([own.information_sets for own in sequences], prior.behavior)
        return Start(profile, "profile", kernel, seed)
    if prior == "auto" and kernel != "exact" and form.lcp_size > LONG and (behavior := _zero_sum(form)) is not None:
        return Start(Profile(behavior), "zero-sum", kernel, seed)
    if prior == "random":
        source = random.Random(seed)
        return Start(Profile(tuple([random_behavior(own, source) for own in sequences])), "random", kernel, seed)
    return Start(Profile(tuple(map(centroid, sequences))), "centroid", kernel, seed)


def _zero_sum(form: SequenceForm) -> tuple[Behavior, ...] | None:
    """Return a blend of an approximate equilibrium of the game with payoffs A − B and of the centroid.

    None where A + B is not small, so that A − B says little of the game, or where HiGHS finds no solution.
    """
    weight = sum(abs(floats(payoffs.values)).sum() for payoffs in (form.A, form.B))
    if abs(floats((form.A + form.B).values)).sum() > NEARLY_ZERO_SUM * weight:
        return None
    found = estimate(form.against().lp())
    if found is None:
        return None
    solution, dual = found
    plans = dual[len(form.f) :], solution[: form.A.shape[1]]
    return tuple(_blended(own, plan) for own, plan in zip(form.sequences, plans, strict=True))


def _blended(sequences: Sequences, plan: NDArray[np.float64]) -> Behavior:
    """Return the behavior of an approximate plan, rounded, and mixed with the centroid."""
    weights = np.maximum(plan, 0.0)
    behavior = []
    for h in range(len(sequences.sets)):
        own = weights[sequences.moves(h).start : sequences.moves(h).stop]
        reach = own.sum()
        share = own / reach if reach > 1 / GRAIN else np.full(len(own), 1 / len(own))
        grains = [int(grain) for grain in np.rint(share * GRAIN)]
        floor = BLEND / len(own)
        behavior.append(tuple((1 - BLEND) * mpq(grain, sum(grains)) + floor for grain in grains))
    return tuple(behavior)
