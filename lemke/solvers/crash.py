"""Crash bases: bases for linear programs from supports, and starts for paths of nearly zero-sum games.

If a game is nearly zero-sum, its players have nearly the same incentives in the zero-sum game with payoffs A − B. An
optimal basis of that game's linear program has one variable of each pair, as the bases of the LCP have. The right-hand
sides e and f are moved a little, so that no plan is 0 at a whole information set: then every set has a basic move. With
the payoffs A and B some values of the basis may be negative. A covering vector raises them, as in the repair of a
failed proposal, and a path leads on from there. It may end in a ray, which proves nothing about the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, mantissas_and_exponents, vector
from lemke.linear.guided import Solver
from lemke.linear.lp import LP, Basis
from lemke.solvers.learning import Mask

LONG = 500
"""Variables of the LCP from which a shorter path saves more time than the linear program of its start takes."""
NEARLY_ZERO_SUM = 0.25
"""Largest share of A + B in A and B, by sums of absolute values, for a zero-sum game to be a guide."""
MOVED = 10_000
"""Right-hand sides are moved by up to one part in so many of e₀ = f₀ = 1."""
ATTEMPTS = 4
"""Programs that are solved, each moved differently: in the game some bases are singular, or have the wrong index."""
WORK, MOVED_WORK = 100_000, 20_000
"""Nanoseconds of the program per variable of the LCP, and of one more solution with moved right-hand sides."""
BLEND = mpq(1, 1000)
"""The share of the centroid in a profile near an equilibrium, so that the profile is completely mixed."""
GRAIN = 1 << 20
"""Probabilities of this profile are multiples of about 1 / GRAIN."""


def nearly_zero_sum(form: SequenceForm) -> bool:
    """Return whether A + B is so small that the zero-sum game with payoffs A − B is a guide to the game."""
    largest = max((abs(payoffs.values).max() for payoffs in (form.A, form.B) if payoffs.nnz), default=ONE)
    exponent = int(mantissas_and_exponents(vector([largest]))[1][0])
    A, B = form.A.to_scipy(-exponent), form.B.to_scipy(-exponent)
    return bool(abs(A + B).sum() <= NEARLY_ZERO_SUM * (abs(A).sum() + abs(B).sum()))


class Guide(NamedTuple):
    """The zero-sum game with payoffs A − B as a guide: a completely mixed profile near an equilibrium, and its program.

    The program starts at the optimal basis.
    """

    profile: Profile
    program: LP


def is_guide(form: SequenceForm) -> bool:
    """Return whether a path from a crash basis is worth its linear program."""
    return form.lcp_size >= LONG and nearly_zero_sum(form)


def guide(form: SequenceForm) -> Guide | None:
    """Return the guide; None for small games, for games far from zero-sum, and if HiGHS finds no optimum."""
    if not is_guide(form):
        return None
    program = form.against().lp()
    solver = Solver(program)
    verdict, basis = solver.propose()
    if verdict != "optimal" or basis is None:
        return None
    solution, dual = solver.values()
    plans = dual[len(form.f) :], solution[: form.A.shape[1]]
    return Guide(Profile(tuple(map(_blended, form.sequences, plans))), replace(program, start=basis))


def _blended(sequences: Sequences, plan: NDArray[np.float64]) -> Behavior:
    """Return the behavior of an approximate plan, rounded and mixed with the centroid."""
    weights = np.maximum(plan, 0.0)
    behavior = []
    for h in range(len(sequences.sets)):
        moves = weights[sequences.moves(h).start : sequences.moves(h).stop]
        reach = moves.sum()
        share = moves / reach if reach > 1 / GRAIN else np.full(len(moves), 1 / len(moves))
        grains = [int(grain) for grain in np.rint(share * GRAIN)]
        floor = BLEND / len(moves)
        behavior.append(tuple((1 - BLEND) * mpq(grain, sum(grains)) + floor for grain in grains))
    return tuple(behavior)


def bases(form: SequenceForm, program: LP, seed: int) -> Iterator[frozenset[int] | int]:
    """Yield start bases for the LCP near the basis of a guide's program, and before each the nanoseconds of work."""
    height, (rows, width) = len(form.f), form.A.shape
    source = random.Random(seed)
    for _ in range(ATTEMPTS):
        limits.check()
        right, cost = program.b.copy(), program.c.copy()
        right[:height] += _moves(height, source)
        cost[width:] += _moves(len(form.e), source)
        verdict, near = Solver(replace(program, b=right, c=cost)).propose()
        yield MOVED_WORK * form.lcp_size
        if verdict != "optimal" or near is None:
            return
        x = np.flatnonzero(~near.rows[height:])
        y = rows + np.flatnonzero(near.columns[:width])
        yield frozenset([*x.tolist(), *y.tolist(), *range(rows + width, form.lcp_size)])


def basis(program: LP, support: Mask, opposing: Mask) -> Basis:
    """Return the basis that belongs to the supports of the player whose plan is in the program, and of the opponent.

    The plan comes first among the variables; the constraints of the opponent's sequences come last. HiGHS completes a
    basis of too few columns, and cuts down one of too many.
    """
    rows, columns = program.A.shape
    values, equations = columns - len(support), rows - len(opposing)
    return Basis(np.append(support, np.ones(values, dtype=bool)), np.append(np.zeros(equations, dtype=bool), ~opposing))


def _moves(size: int, source: random.Random) -> Vector:
    return vector(mpq(source.randint(1 << 19, 1 << 20), MOVED << 20) for _ in range(size))
