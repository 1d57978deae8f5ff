"""Completely mixed priors, one after the other, for refinements that a path from a prior may find or not."""

from __future__ import annotations

from collections.abc import Iterator

from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.solvers.priors import Prior, Start, starting_point

RANDOM_PRIORS = 20
"""Random priors that are tried before a refinement gives up. One has been enough in all games met so far."""


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
        yield starting_point(form, prior, seed, kernel)
    for number in range(seed, seed + RANDOM_PRIORS):
        limits.check()
        yield starting_point(form, "random", number, kernel)


def words(start: Start) -> str:
    """Return which prior it is."""
    return f"seed {start.seed}" if start.name == "random" else start.name
