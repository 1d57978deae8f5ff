"""Completely mixed priors, one after the other, for refinements that a path from a prior may find or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.solvers import Prior, check_options, named_prior
from lemke.solvers.priors import starting_point

RANDOM_PRIORS = 20
"""Random priors that are tried before a refinement gives up. One has been enough in all games met so far."""


@dataclass(frozen=True, eq=False, slots=True)
class Start:
    """A completely mixed prior, as a profile and as realization plans; its name, and the seed of a random one."""

    name: str
    seed: int | None
    profile: Profile
    plans: tuple[Vector, Vector]


def starts(form: SequenceForm, prior: Prior, seed: int, kernel: str) -> Iterator[Start]:
    """Yield the prior that was asked for, then random ones, from the seed on."""
    if prior != "random":
        yield _start(form, prior, None, kernel)
    for each in range(seed, seed + RANDOM_PRIORS):
        limits.check()
        yield _start(form, "random", each, kernel)


def checked(game: Game, refinement: str, method: str, kernel: str, prior: Prior, seed: int) -> Prior:
    """Return the prior, after checking the options of a refinement that follows Lemke's path from it.

    Raises
    ------
    InputError
        For an unknown option, or a method that follows no path from a prior.
    ProfileError, ProbabilityError
        If a given prior does not fit the game, or is not completely mixed.
    """
    check_options(method, kernel, seed)
    if method not in ("auto", "lcp"):
        raise InputError(f"the method {method} with {refinement}, expected auto or lcp: a path from a prior")
    prior = named_prior(prior)
    if isinstance(prior, Profile):
        check_profile(game, prior)
        for player, strategy in enumerate(prior.behavior):
            for h, moves in enumerate(strategy):
                if not all(moves):
                    name = game.information_sets[game.sets_of(player)[h]].name
                    raise ProfileError(f"a prior with a probability 0 at {name}, expected a completely mixed one")
    return prior


def _start(form: SequenceForm, prior: Prior, seed: int | None, kernel: str) -> Start:
    name, profile = starting_point(form, prior, seed or 0, kernel)
    one, two = map(realization_plan, form.sequences, profile.behavior)
    return Start(name, seed, profile, (one, two))
