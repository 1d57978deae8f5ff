"""Compare profiles with all equilibria of their game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Comparison, EquilibriumSets, Judge, StrangeMove
from lemke.certificate.described_set import named_moves
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.guided import Cone
from lemke.solvers.answers import raise_if_stopped
from lemke.solvers.equilibrium_sets.run import equilibrium_sets
from lemke.solvers.equilibrium_sets.search import HalfCone


def nearest_plan(half: HalfCone, outside: int, plan: Vector) -> tuple[mpq, Vector]:
    """Return the least distance of a plan to the plans x of a nonempty face, and the nearest plan.

    ``outside`` are the variables of the half that are 0 on the face, as bits. The cone of the half gets the positive
    part t and the negative part t' of the difference as further variables, with x − t + t' = plan · constant.
    """
    rows, width = half.matrix.shape
    size, n = half.size, half.plan_size
    identity = SparseMatrix.from_entries((n, n), range(n), range(n), [ONE] * n)
    played = np.flatnonzero(plan)
    target = SparseMatrix.from_entries((n, 1), played, [0] * len(played), -plan[played])
    N, G = (half.matrix.part(np.arange(rows), np.arange(*ends)) for ends in ((0, size), (size, width)))
    matrix = SparseMatrix.of_blocks(
        (rows + n, width + 2 * n),
        [
            (0, 0, N),
            (0, size + 2 * n, G),
            (rows, 0, identity),
            (rows, half.constant, target),
            (rows, size, -identity),
            (rows, size + n, identity),
        ],
    )
    cost = np.append(zeros(size), np.full(2 * n, ONE))
    distance, _, point = Cone(matrix, size + 2 * n).least(outside, cost, half.constant)
    assert point is not None
    return distance, half.plan(point)[0]


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
        nearest = []  # for each set, and for each player, the least distance and the nearest plan
        for described in equilibria.sets:
            S, T = (mask_where(plan > 0) for plan in described.equilibrium_set.plans)
            faces = zip(halves, ((S, T), (T, S)), plans, strict=True)
            nearest.append([nearest_plan(half, half.outside(*supports), plan) for half, supports, plan in faces])
        # the set with the least sum of both distances
        (distance_1, x), (distance_2, y) = min(nearest, key=lambda pair: pair[0][0] + pair[1][0])
        moves = tuple(_strange_moves(equilibria, plans))
        yield Comparison(len(equilibria.sets), moves, (distance_1, distance_2), (tuple(x), tuple(y)))


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
            intervals = tuple(dict.fromkeys(move.probability for move in moves if move and move.probability))
            if not any(interval.least <= probability <= interval.greatest for interval in intervals):
                number, label = information_set.number, information_set.label
                yield StrangeMove(player + 1, number, label, name, probability, intervals)
