"""Compare profiles with all equilibria of their game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Comparison, EquilibriumSet, EquilibriumSets, Judge, StrangeMove
from lemke.certificate.described_set import named_moves
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game
from lemke.game.recall import EMPTY
from lemke.game.strategy import Profile
from lemke.ground.masks import flags_of, mask_where
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal
from lemke.solvers.answers import raise_if_stopped
from lemke.solvers.equilibrium_sets.run import equilibrium_sets
from lemke.solvers.equilibrium_sets.search import HalfCone


def nearest_plan(half: HalfCone, outside: int, plan: Vector) -> tuple[mpq, Vector]:
    """Return the least distance of a plan x to the plans of a nonempty face, and the nearest plan x*.

    ``outside`` are the variables of the half that are 0 on the face, as bits. The program has the variables z and w of
    the :class:`~lemke.linear.guided.Cone`, where z begins with x*, and for every sequence the positive part t and the
    negative part t' of x* − x:

        min Σ (t + t')    subject to    N z + G w = 0,    x* − t + t' = x,    1 = z(constant)
    """
    rows, width = half.matrix.shape
    n = half.plan_size
    identity = SparseMatrix.from_entries((n, n), range(n), range(n), [ONE] * n)
    constant = SparseMatrix.from_entries((1, width), [0], [half.constant], [ONE])
    A = SparseMatrix.of_blocks(
        (rows + n + 1, width + 2 * n),
        [
            (0, 0, half.matrix),
            (rows, 0, identity),
            (rows, width, -identity),
            (rows, width + n, identity),
            (rows + n, 0, constant),
        ],
    )
    may_be_nonzero = np.append(~flags_of(outside, half.size), np.ones(width - half.size + 2 * n, dtype=bool))
    columns = np.flatnonzero(may_be_nonzero)
    right = np.concatenate([zeros(rows), plan, [ONE]])
    cost = np.append(zeros(width), np.full(2 * n, ONE))
    senses = np.zeros(rows + n + 1, dtype=np.int64)
    free = (columns >= half.size) & (columns < width)
    optimum = solve_lp(LP(A.part(np.arange(rows + n + 1), columns), right, cost[columns], senses, free))
    assert isinstance(optimum, Optimal)  # the face has a point, and distances are not negative
    solution = np.full(width + 2 * n, ZERO)
    solution[columns] = optimum.x
    assert solution[EMPTY] == ONE
    return optimum.value, solution[:n]


def compared(game: Game, profiles: Sequence[Profile]) -> Iterator[Comparison]:
    """Yield how profiles differ from all equilibria of their game; there is one search for all profiles.

    Raises LimitError if a limit is reached before all equilibria are known.
    """
    judge = Judge.of(game)
    pairs = [judge.plans(profile) for profile in profiles]
    equilibria = equilibrium_sets(game)
    raise_if_stopped(equilibria.stopped, equilibria.reason)
    form = sequence_form(game)
    halves = HalfCone(form, 0), HalfCone(form, 1)
    for plans in pairs:
        nearest = [_nearest_plans(halves, described.equilibrium_set, plans) for described in equilibria.sets]
        # the set with the least sum of both distances
        (distance_1, x), (distance_2, y) = min(nearest, key=lambda pair: pair[0][0] + pair[1][0])
        moves = tuple(_strange_moves(equilibria, plans))
        yield Comparison(len(equilibria.sets), moves, (distance_1, distance_2), (tuple(x), tuple(y)))


def _nearest_plans(
    halves: tuple[HalfCone, HalfCone], equilibrium_set: EquilibriumSet, plans: Sequence[Vector]
) -> list[tuple[mpq, Vector]]:
    """Return for each player the least distance of the plan to the plans of a set, and the nearest plan."""
    support = [mask_where(plan > 0) for plan in equilibrium_set.plans]
    return [
        nearest_plan(half, half.outside(support[player], support[1 - player]), plans[player])
        for player, half in enumerate(halves)
    ]


def _strange_moves(equilibria: EquilibriumSets, plans: Sequence[Vector]) -> Iterator[StrangeMove]:
    """Yield the moves whose probability in the plans occurs in no equilibrium."""
    for player, (sequences, plan) in enumerate(zip(equilibria.sequences, plans, strict=True)):
        for sequence, information_set, name in named_moves(equilibria.game, sequences):
            reach = plan[sequences.shorter[sequence]]
            if not reach:
                continue
            probability = plan[sequence] / reach
            moves = (described.moves[player][sequence] for described in equilibria.sets)
            # the intervals of all sets, each once
            intervals = tuple(
                dict.fromkeys(move.probability for move in moves if move is not None and move.probability)
            )
            if not any(interval.least <= probability <= interval.greatest for interval in intervals):
                yield StrangeMove(
                    player + 1, information_set.number, information_set.label, name, probability, intervals
                )
