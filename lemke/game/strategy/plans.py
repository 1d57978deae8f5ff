"""Realization plans and behavior strategies of one player with perfect recall, and the way between.

A realization plan gives every sequence the probability that the player's own moves contribute to it (von Stengel
1996). A behavior strategy gives every information set a distribution over its moves. Sets come in breadth-first
order, as in :class:`~lemke.game.recall.Sequences`.
"""

from __future__ import annotations

import random
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.game.recall import Sequences
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, zeros

Distribution: TypeAlias = tuple[mpq, ...]
Behavior: TypeAlias = tuple[Distribution, ...]
"""One distribution per information set of the player, in breadth-first order."""
PartialBehavior: TypeAlias = tuple[Distribution | None, ...]
"""The same, None where a plan leaves the moves open."""


def realization_plan(sequences: Sequences, behavior: Behavior) -> Vector:
    """Return x(σ) for every sequence of the player: the product of the probabilities of its moves.

    x(∅) = 1 and Σ_c x(σ_h c) = x(σ_h) at every information set h (Koller, Megiddo, von Stengel 1996).
    """
    plan = zeros(sequences.size)
    plan[0] = ONE
    for h, distribution in enumerate(behavior):
        reach = plan[sequences.parent[h]]
        for sequence, probability in zip(sequences.moves(h), distribution, strict=True):
            plan[sequence] = reach * probability
    return plan


def behavior(sequences: Sequences, plan: Vector) -> PartialBehavior:
    """Return b(c | h) = x(σ_h c) / x(σ_h), None where x(σ_h) = 0 and the plan leaves the moves open."""
    strategy: list[Distribution | None] = []
    for h, reach in enumerate(plan[sequences.parent]):
        moves = sequences.moves(h)
        strategy.append(tuple(plan[moves.start : moves.stop] / reach) if reach else None)
    return tuple(strategy)


def is_realization_plan(sequences: Sequences, plan: Vector) -> bool:
    """Return whether the vector is nonnegative, starts with 1 and splits up exactly at every information set."""
    if len(plan) != sequences.size or plan[0] != ONE or np.any(plan < 0):
        return False
    if not len(sequences.sets):
        return True
    return np.array_equal(np.add.reduceat(plan, sequences.first), plan[sequences.parent])


def centroid(sequences: Sequences) -> Behavior:
    """Return the behavior strategy of the player that plays all moves at a set with equal probability."""
    sizes = np.diff(sequences.first, append=sequences.size).tolist()
    return tuple([(mpq(1, size),) * size for size in sizes])


def random_behavior(sequences: Sequences, source: random.Random) -> Behavior:
    """Return a completely mixed behavior strategy: integers from 1 to 10⁶ per move, normalised."""
    strategy = []
    for h in range(len(sequences.sets)):
        weights = [source.randint(1, 10**6) for _ in sequences.moves(h)]
        strategy.append(tuple(mpq(weight, sum(weights)) for weight in weights))
    return tuple(strategy)
