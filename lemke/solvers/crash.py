"""Crash bases: bases for linear programs from supports, and starts for paths of nearly zero-sum games.

If a game is nearly zero-sum, its players have nearly the same incentives in the zero-sum game with payoffs A − B. An
optimal basis of that game's linear program has one variable of each complementary pair, like the bases of the LCP. The
right-hand sides of the plans' constraints E x = e and F y = f are perturbed a little, so that no plan is 0 at a whole
information set: then every set has a basic move. With the payoffs A and B some basic variables may be negative. A
covering vector makes them nonnegative, and Lemke's path starts there. The path may end in a ray, which proves nothing
about the game.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, mantissas_and_exponents, vector
from lemke.linear import guided

if TYPE_CHECKING:
    from lemke.linear.lp import LP, Basis
    from lemke.solvers.learning import Mask

LONG = 500
"""From this many variables of the LCP on, a crash basis saves more time on the path than its linear program takes."""
NEARLY_ZERO_SUM = 0.25
"""A game is nearly zero-sum if Σ |A + B| is at most this share of Σ |A| + Σ |B|, over all entries."""
PERTURBATION = 10_000
"""Entries of the right-hand sides, where e₀ = f₀ = 1, are perturbed by at most 1 / PERTURBATION."""
WORK = 120_000
"""Nanoseconds of work per variable of the LCP for both solutions of the guide's program: as it is, and perturbed."""
BLEND = mpq(1, 1000)
"""The weight of the centroid in a guide's profile, so that the profile is completely mixed."""
GRAIN = 1 << 20
"""The probabilities of a guide's plans are rounded to about multiples of 1 / GRAIN before the centroid is mixed in. A
set that a plan reaches with at most 1 / GRAIN gets equal probabilities."""


def nearly_zero_sum(form: SequenceForm) -> bool:
    """Return whether A + B is so small that the zero-sum game with payoffs A − B is a guide to the game."""
    largest = max((abs(payoffs.values).max() for payoffs in (form.A, form.B) if payoffs.nnz), default=ONE)
    _, (exponent,) = mantissas_and_exponents(vector([largest]))
    # payoffs divided by a power of two near the largest one are within the range of floats
    A, B = form.A.to_scipy(-int(exponent)), form.B.to_scipy(-int(exponent))
    return bool(abs(A + B).sum() <= NEARLY_ZERO_SUM * (abs(A).sum() + abs(B).sum()))


def is_guide(form: SequenceForm) -> bool:
    """Return whether a path from a crash basis is worth the linear program that finds the basis."""
    return form.lcp_size >= LONG and nearly_zero_sum(form)


def guide(form: SequenceForm) -> tuple[Profile, LP] | None:
    """Return a completely mixed profile near an equilibrium of the zero-sum game A − B, and this game's linear program.

    The program starts at the optimal basis. Return None for small games, for games far from zero-sum, and if HiGHS
    finds no optimum.
    """
    if not is_guide(form):
        return None
    program = form.against().lp()
    solver = guided.Solver(program)
    verdict, basis = solver.propose()
    if verdict != "optimal" or basis is None:
        return None
    solution, dual = solver.values()
    plans = dual[len(form.f) :], solution[: form.A.shape[1]]  # player 1's plan is in the dual solution
    return Profile(tuple(map(_blended_behavior, form.sequences, plans))), replace(program, start=basis)


def _blended_behavior(sequences: Sequences, plan: NDArray[np.float64]) -> Behavior:
    """Return the behavior of an approximate plan, rounded and mixed with the centroid."""
    weights = np.maximum(plan, 0.0)
    behavior = []
    for h in range(len(sequences.sets)):
        moves = weights[sequences.moves(h).start : sequences.moves(h).stop]
        reach = moves.sum()
        probabilities = moves / reach if reach > 1 / GRAIN else np.full(len(moves), 1 / len(moves))
        grains = [int(grain) for grain in np.rint(probabilities * GRAIN)]
        least = BLEND / len(moves)
        behavior.append(tuple((1 - BLEND) * mpq(grain, sum(grains)) + least for grain in grains))
    return tuple(behavior)


def crash_basis(form: SequenceForm, program: LP, seed: int) -> frozenset[int] | None:
    """Return a start basis for the LCP from a guide's perturbed program; None if HiGHS finds no optimum.

    Other perturbations would not help: in ten nearly zero-sum games, the paths from twelve bases each all ended at an
    equilibrium, or none did.
    """
    height, (rows, width) = len(form.f), form.A.shape
    source = random.Random(seed)
    right, cost = program.b.copy(), program.c.copy()  # f is in b, e in c
    right[:height] += _perturbations(height, source)
    cost[width:] += _perturbations(len(form.e), source)
    verdict, perturbed_basis = guided.Solver(replace(program, b=right, c=cost)).propose()
    if verdict != "optimal" or perturbed_basis is None:
        return None
    # x(σ) is basic if the slack of σ is not; the values u and v always are
    x = np.flatnonzero(~perturbed_basis.rows[height:])
    y = rows + np.flatnonzero(perturbed_basis.columns[:width])
    return frozenset([*x.tolist(), *y.tolist(), *range(rows + width, form.lcp_size)])


def basis(program: LP, support: Mask, opposing: Mask) -> Basis:
    """Return the basis of ``program`` that belongs to a support of its player and a support of the opponent.

    The variables are the player's plan, which is basic at the support, and the values, which are all basic. The
    constraints are equations, which have no basic slacks, and an inequality per sequence of the opponent, whose slack
    is basic outside the opponent's support. HiGHS completes a basis with too few columns, and drops columns if there
    are too many.
    """
    from lemke.linear import lp  # noqa: PLC0415  loaded for programs only

    rows, columns = program.A.shape
    values, equations = columns - len(support), rows - len(opposing)
    return lp.Basis(
        np.append(support, np.ones(values, dtype=bool)), np.append(np.zeros(equations, dtype=bool), ~opposing)
    )


def _perturbations(size: int, source: random.Random) -> Vector:
    """Return random numbers between 1 / (2 PERTURBATION) and 1 / PERTURBATION."""
    return vector(mpq(source.randint(1 << 19, 1 << 20), PERTURBATION << 20) for _ in range(size))
