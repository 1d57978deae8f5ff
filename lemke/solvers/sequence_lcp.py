"""Equilibria of general-sum games: the sequence form as LCP, solved by Lemke's algorithm from a prior."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.certificate import How, ProvedPlans
from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm, TreeForm, are_short, in_units, models
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, balanced, centroid, random_behavior, realization_plan
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, mantissas_and_exponents, scaled
from lemke.linear.guided import Proved, estimate, lemke
from lemke.linear.lcp import Solution

Prior: TypeAlias = Literal["auto", "centroid", "random"] | Profile
"""All moves equally likely; random, completely mixed; or a given profile; or what shortens the path."""

LONG = 500
"""Variables of the LCP from which on a shorter path makes up for the linear program that finds it."""
NEARLY_ZERO_SUM = 0.25
"""Largest share of A + B in A and B, by sums of absolute values, for a zero-sum game to be a guide."""
DEEP = 2000
"""Binary digits of the centroid's realization plan, in one player's longest sequence, beyond which paths start
elsewhere: the digits of all sequences together grow with the square of the depth. Up to there the centroid is no slower
in chains, and the path of a centipede game, which is short from it, has as many pivots as levels from elsewhere."""
BLEND = mpq(1, 1000)
"""How much of a prior near an equilibrium is the centroid, so that it is completely mixed."""
GRAIN = 1 << 20
"""Probabilities of such a prior are multiples of about one part in so many."""


def named_prior(prior: object) -> Prior:
    """Return a prior; an InputError for what is none. Whether a profile is one of the game is not looked at."""
    if isinstance(prior, Profile):
        return prior
    if isinstance(prior, str):
        match prior:
            case "auto" | "centroid" | "random":
                return prior
    raise InputError(f"the prior {prior!r}, expected auto, centroid, random or a profile")


@dataclass(frozen=True, eq=False, slots=True)
class Start:
    """Where a path starts, and what follows it."""

    profile: Profile
    # ``centroid``, ``random``, ``profile`` for a given one, ``zero-sum`` for one near an equilibrium of the zero-sum
    # game with payoffs A − B, ``balanced`` in games so deep that the centroid's plans have long numbers
    name: str = "profile"
    kernel: str = "auto"
    seed: int = 0  # of a random prior, and of the guided kernel's perturbations

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

    ``auto`` shortens a long path of the guided kernel, and avoids the long numbers of the centroid in a deep game.

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
    return even(form, kernel, seed, deep=prior == "auto")


def even(form: SequenceForm, kernel: str, seed: int, *, deep: bool = True) -> Start:
    """Return the centroid; if asked for, where that has long numbers, the balanced profile."""
    if deep and max(map(_digits, form.sequences)) > DEEP:
        return Start(Profile(tuple(map(balanced, form.sequences))), "balanced", kernel, seed)
    return Start(Profile(tuple(map(centroid, form.sequences))), "centroid", kernel, seed)


def _digits(sequences: Sequences) -> float:
    """Return the binary digits of the smallest number in the centroid's realization plan."""
    digits, parent = [0.0] * sequences.size, sequences.parent.tolist()
    for h, above in enumerate(parent):
        moves = sequences.moves(h)
        digits[moves.start : moves.stop] = [digits[above] + math.log2(len(moves))] * len(moves)
    return max(digits)


def _zero_sum(form: SequenceForm) -> tuple[Behavior, ...] | None:
    """Return a blend of an approximate equilibrium of the game with payoffs A − B and of the centroid.

    None where A + B is not small, so that A − B says little of the game, or where HiGHS finds no solution.
    """
    exponents = mantissas_and_exponents(np.append(form.A.values, form.B.values))[1]
    unit = int(exponents.max()) if len(exponents) else 0
    total, *weights = (abs(scaled(payoffs.values, -unit)).sum() for payoffs in (form.A + form.B, form.A, form.B))
    if total > NEARLY_ZERO_SUM * sum(weights):
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


def solve(form: SequenceForm, start: Start) -> ProvedPlans:
    """Return the equilibrium at the end of the path that starts from a prior.

    For plans (p, q) as prior the path is that of von Stengel, van den Elzen and Talman (2002): x + p z0 and y + q z0
    are realization plans all along it. It ends at an equilibrium, never on a ray. With the kernel ``scaled``, which
    ``auto`` may take, it is the path of a game whose payoffs are less far apart in size.

    Raises NotProvedError if no kernel could prove an equilibrium.
    """
    proved = follow(form, start.plans(form), start.kernel, start.seed, scale=True)
    assert isinstance(proved.outcome, Solution)
    return end_of_path(form, start, proved.outcome, "lcp", proved.kernel, proved.tries, proved.seed)


def follow(form: SequenceForm, prior: tuple[Vector, Vector], kernel: str, seed: int, *, scale: bool = False) -> Proved:
    """Return the solution of the form's LCP at the end of the path from a prior, in the form's own units of payoff.

    With ``scale`` the kernel ``auto`` may take the end of the path in another game, whose payoffs are less far apart.
    A NotProvedError as of :func:`solve`.
    """
    short, units = in_units(form)
    problem = short.lcp(prior)
    similar = (model.lcp(prior) for model in models(short)) if scale and not are_short(problem.d) else ()
    proved = lemke(problem, kernel, seed, rays=False, models=similar)
    outcome = proved.outcome
    if short is form or not isinstance(outcome, Solution):
        return proved
    x, y, u, v = form.plans(outcome.z)
    unit = np.repeat([*units, ONE], [len(x), len(y), len(u) + len(v)])
    z = np.concatenate([x, y, u * units[0], v * units[1]])
    return proved._replace(outcome=replace(outcome, z=z, w=outcome.w * unit))


def end_of_path(
    form: SequenceForm, start: Start, solution: Solution, method: str, kernel: str, tries: int, seed: int | None
) -> ProvedPlans:
    """Return the plans at the end of a path from a prior; the seed is the kernel's, if the prior is not random."""
    x, y, u, v = form.plans(solution.z)
    return ProvedPlans((x, y), (u, v), (u[0], v[0]), how_of_path(start, solution, method, kernel, tries, seed))


def how_of_path(
    start: Start, end: Solution, method: str, kernel: str, tries: int, seed: int | None = None
) -> PathFromPrior:
    """Return how a path from a start found its end."""
    seed = start.seed if start.name == "random" else seed
    return PathFromPrior(
        method=method, kernel=kernel, pivots=end.pivots, bits=end.bits, tries=tries, prior=start.name, seed=seed
    )


# ---------------------------------------------------------------------- priors of refinements


RANDOM_PRIORS = 20
"""Random priors that are tried before a refinement gives up. One has been enough in all games met so far."""


def starts(form: TreeForm, refinement: str, method: str, kernel: str, prior: Prior, seed: int) -> Iterator[Start]:
    """Return the prior that was asked for, then random ones, from the seed on.

    Raises InputError for a method that follows no path from a prior; ProfileError if a prior is not completely mixed.
    """
    if method not in ("auto", "lcp"):
        raise InputError(f"the method {method} with {refinement}, expected auto or lcp: a path from a prior")
    if isinstance(prior, Profile):
        for sequences, strategy in zip(form.sequences, prior.behavior, strict=True):
            for information_set, moves in zip(sequences.information_sets, strategy, strict=True):
                if not all(moves):
                    mixed = f"a prior with a probability 0 at {information_set.name}"
                    raise ProfileError(f"{mixed}, expected a completely mixed one")
    return _starts(form, kernel, prior, seed)  # not a generator itself, so that it is checked at once


def _starts(form: SequenceForm, kernel: str, prior: Prior, seed: int) -> Iterator[Start]:
    if prior != "random":
        yield starting_point(form, prior, seed, kernel)
    for number in range(seed, seed + RANDOM_PRIORS):
        limits.check()
        yield starting_point(form, "random", number, kernel)


def words(start: Start) -> str:
    """Return which prior it is."""
    return f"seed {start.seed}" if start.name == "random" else start.name
