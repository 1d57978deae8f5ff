"""Compare profiles with all equilibria of their game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmpy2 import mpq

from lemke.certificate import Comparison, EquilibriumSet, EquilibriumSets, Judge, StrangeMove
from lemke.certificate.described_set import named_moves
from lemke.errors import LimitError
from lemke.forms.sequence_form import sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.masks import mask_where
from lemke.ground.sparse import Vector
from lemke.solvers.equilibrium_sets.distance import nearest_plan
from lemke.solvers.equilibrium_sets.faces import HalfCone
from lemke.solvers.equilibrium_sets.run import equilibrium_sets


def compared(game: Game, profiles: Sequence[Profile]) -> Iterator[Comparison]:
    """Yield how profiles differ from all equilibria of their game; there is one search for all profiles.

    Raises
    ------
    LimitError
        If a limit is reached before all equilibria are known.
    """
    judge = Judge.of(game)
    pairs = [judge.plans(profile) for profile in profiles]
    equilibria = equilibrium_sets(game)
    if equilibria.stopped == "interrupt":
        raise KeyboardInterrupt
    if not equilibria.is_complete:
        raise LimitError(equilibria.reason)
    form = sequence_form(game)
    halves = HalfCone(form, 0), HalfCone(form, 1)
    for plans in pairs:
        nearest = [_nearest_plans(halves, described.equilibrium_set, plans) for described in equilibria.sets]
        # the set with the least sum of both distances
        (distance_1, x), (distance_2, y) = min(nearest, key=lambda pair: pair[0][0] + pair[1][0])
        moves = tuple(_strange_moves(equilibria, plans))
        yield Comparison(len(equilibria.sets), moves, (distance_1, distance_2), (x, y))


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
