"""Priors: the profiles from which Lemke's path starts."""

from __future__ import annotations

import random
from typing import Literal, TypeAlias

from lemke.errors import InputError
from lemke.recall import Sequences
from lemke.strategy import Profile, centroid, random_behavior

Prior: TypeAlias = Literal["centroid", "random"] | Profile
"""All moves equally likely; random, completely mixed; or a given profile."""


def prior_profile(sequences: tuple[Sequences, Sequences], prior: Prior, seed: int = 0) -> Profile:
    """Return the profile that a prior stands for.

    Random priors come from ``random.Random(seed)``: player by player, sets in breadth-first order, an integer
    from 1 to 10⁶ per move, normalised. The same seed gives the same prior on every machine.
    """
    if isinstance(prior, Profile):
        return Profile.at([own.information_sets for own in sequences], prior.behavior)
    if prior == "centroid":
        return Profile(tuple(centroid(own) for own in sequences), (frozenset(), frozenset()))
    if prior == "random":
        if not isinstance(seed, int) or seed < 0:
            raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")
        source = random.Random(seed)
        return Profile(tuple(random_behavior(own, source) for own in sequences), (frozenset(), frozenset()))
    raise InputError(f"the prior {prior!r}, expected centroid, random or a profile")
