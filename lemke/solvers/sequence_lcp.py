"""The method ``lcp`` for general-sum games: Lemke's algorithm from a prior, on the sequence form as an LCP."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from lemke.certificate import How, ProvedPlans
from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm, TreeForm, in_units
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile, balanced, centroid, random_behavior, realization_plan
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector
from lemke.ground.steps import Steps, done
from lemke.linear.guided import Proved, lemke_steps
from lemke.linear.lcp import Solution
from lemke.solvers import crash
from lemke.solvers.proposals import Proposal, Proposals

if TYPE_CHECKING:
    from lemke.linear.lp import LP

Prior: TypeAlias = Literal["auto", "centroid", "random"] | Profile
"""A prior by name, or a profile. ``auto``: a prior from which the path is short; ``centroid``: all moves equally
likely; ``random``: random and completely mixed."""

DEEP = 2000
"""If the smallest weight in the centroid's realization plan has more binary digits than this, paths start at the
balanced profile: all digits of the centroid's plan together grow with the square of the depth. With fewer digits the
centroid is no slower even if the tree is a chain. In a centipede game it is faster: the path from the centroid is
short, and a path from another prior has as many pivots as the game has levels."""
PER_PAYOFF, PER_VARIABLE = 2500, 5500
"""Nanoseconds of work before the first pivot of a path, per payoff and per variable of the LCP."""


@dataclass(frozen=True, eq=False, slots=True)
class PathStart:
    """Where a path starts, and how it is followed.

    Attributes
    ----------
    profile : Profile
        The prior.
    name : str
        The prior's name. ``centroid``; ``random``; ``profile`` for a prior that the user passed; ``balanced`` in games
        so deep that the centroid's plans have long numbers; ``zero-sum`` for a profile near an equilibrium of the
        zero-sum game with payoffs A − B; ``crash`` if a crash basis, not a prior, led to the equilibrium.
    kernel : str
        A name of :data:`lemke.linear.guided.KERNELS`, or ``auto``.
    seed : int
        Seed of a random prior, of the guided kernel's perturbations, and of the crash basis.
    shortened : bool
        Whether any equilibrium is accepted, so that the path may start at a crash basis and stop early.
    program : LP | None
        The linear program of the game A − B, if that game is a guide (:func:`lemke.solvers.crash.guide`).
    """

    profile: Profile
    name: str = "profile"
    kernel: str = "auto"
    seed: int = 0
    shortened: bool = False
    program: LP | None = None

    def plans(self, form: SequenceForm) -> tuple[Vector, Vector]:
        """Return the profile as realization plans p and q."""
        p, q = map(realization_plan, form.sequences, self.profile.behavior)
        return p, q


def starting_point(form: SequenceForm, prior: Prior, seed: int, kernel: str) -> PathStart:
    """Return the start of a path from a prior.

    ``auto`` lets the guided kernel shorten the path, and avoids the long numbers of the centroid in a deep game.

    Random priors come from ``random.Random(seed)``: player by player, sets in breadth-first order, an integer from 1 to
    10⁶ per move, divided by the sum at the set. The same seed gives the same prior on every machine.
    """
    sequences = form.sequences
    if isinstance(prior, Profile):
        profile = Profile.at([player.information_sets for player in sequences], prior.behavior)
        return PathStart(profile, "profile", kernel, seed)
    if prior == "random":
        source = random.Random(seed)
        profile = Profile(tuple([random_behavior(player, source) for player in sequences]))
        return PathStart(profile, "random", kernel, seed)
    may_be_guided = prior == "auto" and kernel != "exact" and form.lcp_size >= crash.LONG
    if may_be_guided and (guide := crash.guide(form)) is not None:
        profile, program = guide
        return PathStart(profile, "zero-sum", kernel, seed, shortened=True, program=program)
    return replace(even_start(form, kernel, seed, deep=prior == "auto"), shortened=prior == "auto")


def even_start(form: SequenceForm, kernel: str, seed: int, *, deep: bool = True) -> PathStart:
    """Return a start from the centroid; with ``deep``, from the balanced profile if the centroid has long numbers."""
    # a set of n moves adds log2 n < n digits, so there are fewer digits than sequences: the size is a cheap first test
    if deep and any(sequences.size > DEEP and _centroid_digits(sequences) > DEEP for sequences in form.sequences):
        return PathStart(Profile(tuple(map(balanced, form.sequences))), "balanced", kernel, seed)
    return PathStart(Profile(tuple(map(centroid, form.sequences))), "centroid", kernel, seed)


def _centroid_digits(sequences: Sequences) -> float:
    """Return the number of binary digits of the smallest weight in the centroid's realization plan."""
    digits = [0.0] * sequences.size
    for h, parent in enumerate(sequences.parent.tolist()):
        moves = sequences.moves(h)
        digits[moves.start : moves.stop] = [digits[parent] + math.log2(len(moves))] * len(moves)
    return max(digits)


def solve(form: SequenceForm, start: PathStart) -> ProvedPlans:
    """Return the equilibrium at the end of the path that starts from a prior.

    For plans (p, q) as prior the path is that of von Stengel, van den Elzen and Talman (2002); it ends at an
    equilibrium, never on a ray. If any equilibrium is accepted (``start.shortened``), the guided kernel starts at
    a :mod:`~lemke.solvers.crash` basis first, and leaves a path near its end.
    """
    return done(steps(form, start))


def steps(form: SequenceForm, start: PathStart) -> Steps[ProvedPlans]:
    """Return what :func:`solve` returns, in steps (see :mod:`lemke.ground.steps`)."""
    basis = None if start.program is None else crash.crash_basis(form, start.program, start.seed)
    proved = yield from _solution_steps(
        form, start.plans(form), start.kernel, start.seed, early=start.shortened, basis=basis
    )
    assert isinstance(proved.outcome, Solution)
    if proved.lifted:  # the path began at a crash basis
        start = replace(start, name="crash")
    return end_of_path(form, start, proved.outcome, "lcp", proved.kernel, proved.tries, proved.seed, proved.early)


def proposals(form: SequenceForm, seed: int) -> Proposals:
    """Propose the plans at the end of a path whose start makes the path short."""
    yield PER_PAYOFF * (form.A.nnz + form.B.nnz) + PER_VARIABLE * form.lcp_size
    if crash.is_guide(form):
        yield crash.WORK * form.lcp_size
    yield from proposals_from(form, starting_point(form, "auto", seed, "auto"))


def proposals_from(form: SequenceForm, start: PathStart) -> Proposals:
    """Propose the plans at the end of the path from a start."""
    proved = yield from steps(form, start)
    yield Proposal(proved.plans, proved.how)


def follow(form: SequenceForm, prior: tuple[Vector, Vector], kernel: str, seed: int) -> Proved:
    """Return the solution of the form's LCP at the end of the path from a prior, in the form's units of payoff.

    Raises NotProvedError as :func:`solve` does.
    """
    return done(_solution_steps(form, prior, kernel, seed))


def _solution_steps(
    form: SequenceForm,
    prior: tuple[Vector, Vector],
    kernel: str,
    seed: int,
    *,
    early: bool = False,
    basis: frozenset[int] | None = None,
) -> Steps[Proved]:
    """Return what :func:`follow` returns, in steps; ``early`` and ``basis`` as in :func:`lemke_steps`."""
    form_in_units, units = in_units(form)
    problem = form_in_units.lcp(prior)
    proved = yield from lemke_steps(problem, kernel, seed, rays=False, early=early, basis=basis)
    outcome = proved.outcome
    if form_in_units is form or not isinstance(outcome, Solution):
        return proved
    # values and slacks of sequences get back the form's units of payoff; plans and slacks of equations have no unit
    x, y, u, v = form.plans(outcome.z)
    slack_units = np.repeat([*units, ONE], [len(x), len(y), len(u) + len(v)])
    z = np.concatenate([x, y, u * units[0], v * units[1]])
    return proved._replace(outcome=replace(outcome, z=z, w=outcome.w * slack_units))


def end_of_path(
    form: SequenceForm,
    start: PathStart,
    solution: Solution,
    method: str,
    kernel: str,
    tries: int,
    seed: int | None,
    early: bool = False,
) -> ProvedPlans:
    """Return the plans at the end of a path. ``seed`` is the kernel's seed; the seed of a random prior replaces it."""
    x, y, u, v = form.plans(solution.z)
    how = how_of_path(start, solution, method, kernel, tries, seed)
    return ProvedPlans((x, y), (u, v), (u[0], v[0]), replace(how, early=early))


def how_of_path(start: PathStart, end: Solution, method: str, kernel: str, tries: int, seed: int | None = None) -> How:
    """Return how the end of a path was found: the facts of its start, its pivots and the kernel."""
    seed = start.seed if start.name == "random" else seed
    return How(method=method, kernel=kernel, pivots=end.pivots, bits=end.bits, tries=tries, prior=start.name, seed=seed)


# ---------------------------------------------------------------------- priors of refinements


RANDOM_PRIORS = 20
"""Number of random priors that are tried before a refinement gives up. One was enough in all games so far."""


def mixed_starts(
    form: TreeForm, refinement: str, method: str, kernel: str, prior: Prior, seed: int
) -> Iterator[PathStart]:
    """Return starts at the given prior, then at random priors, whose seeds count up from the given seed.

    Raises InputError for a method that follows no path from a prior; ProfileError if the given prior is not completely
    mixed.
    """
    if method not in ("auto", "lcp"):
        raise InputError(
            f"the method {method} with {refinement}, expected auto or lcp, which follow a path from a prior"
        )
    if isinstance(prior, Profile):
        for sequences, strategy in zip(form.sequences, prior.behavior, strict=True):
            for information_set, moves in zip(sequences.information_sets, strategy, strict=True):
                if not all(moves):
                    mixed = f"a prior with a probability 0 at {information_set.name}"
                    raise ProfileError(f"{mixed}, expected a completely mixed prior")
    return _mixed_starts(form, kernel, prior, seed)  # another generator, so that the checks run at the call


def _mixed_starts(form: SequenceForm, kernel: str, prior: Prior, seed: int) -> Iterator[PathStart]:
    if prior != "random":
        yield starting_point(form, prior, seed, kernel)
    for number in range(seed, seed + RANDOM_PRIORS):
        yield starting_point(form, "random", number, kernel)


def start_words(start: PathStart) -> str:
    """Return a start's prior in words, for messages."""
    return f"seed {start.seed}" if start.name == "random" else start.name
