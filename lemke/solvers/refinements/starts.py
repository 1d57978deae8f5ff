"""Completely mixed priors, one after the other, for refinements that a path from a prior may find or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.strategy import Profile, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.solvers.priors import Prior, starting_point

RANDOM_PRIORS = 20
"""Random priors that are tried before a refinement gives up. One has been enough in all games met so far."""


@dataclass(frozen=True, eq=False, slots=True)
class Start:
    """A completely mixed prior, as a profile and as realization plans; its name, and the seed of a random one."""

    name: str
    seed: int | None
    profile: Profile
    plans: tuple[Vector, Vector]

    def __str__(self) -> str:
        return self.name if self.seed is None else f"seed {self.seed}"


def starts(form: TreeForm, refinement: str, method: str, kernel: str, prior: Prior, seed: int) -> Iterator[Start]:
    """Return the prior that was asked for, then random ones, from the seed on.

    Raises
    ------
    InputError
        For a method that follows no path from a prior.
    ProfileError
        If a prior is not completely mixed.
    """
    if method not in ("auto", "lcp"):
        raise InputError(f"the method {method} with {refinement}, expected auto or lcp: a path from a prior")
    if isinstance(prior, Profile):
        for sequences, strategy in zip(form.sequences, prior.behavior, strict=True):
            for information_set, moves in zip(sequences.information_sets, strategy, strict=True):
                if not all(moves):
                    mixed = f"a prior with a probability 0 at {information_set.name}"
                    raise ProfileError(f"{mixed}, expected a completely mixed one")
    return _starts(form, kernel, prior, seed)


def _starts(form: SequenceForm, kernel: str, prior: Prior, seed: int) -> Iterator[Start]:
    if prior != "random":
        yield _start(form, prior, None, kernel)
    for number in range(seed, seed + RANDOM_PRIORS):
        limits.check()
        yield _start(form, "random", number, kernel)


def _start(form: SequenceForm, prior: Prior, seed: int | None, kernel: str) -> Start:
    name, profile = starting_point(form, prior, seed or 0, kernel)
    p, q = map(realization_plan, form.sequences, profile.behavior)
    return Start(name, seed, profile, (p, q))
