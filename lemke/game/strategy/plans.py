"""Behavior strategies from realization plans, including plans whose sums are not exact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from gmpy2 import mpq

from lemke.errors import ProbabilityError, ProfileError
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy.profile import Behavior, Normalization, Profile, is_container
from lemke.game.tree import Game
from lemke.ground.rational import binary, short
from lemke.ground.sparse import Vector, exact_sum, vector
from lemke.ground.words import count


def of_plans(game: Game, plans: Sequence[Any], normalize: bool = False) -> Profile:
    """Return the behavior strategies of realization plans, one for each player; moves that they leave open are uniform.

    Parameters
    ----------
    plans : sequence of vectors, one probability per sequence
        A float counts as its exact binary value.
    normalize : bool
        Whether plans are accepted whose sums do not match exactly at every information set. A move's probability is
        then its sequence's share of the sum there, and the profile's ``normalization`` has the defects.

    Raises
    ------
    ProfileError
        For a wrong number or length of plans.
    ProbabilityError
        For a negative number; without ``normalize`` for sums that do not match exactly, with the exact defect.
    """
    sequences = require_perfect_recall(game, histories(game))
    if len(plans) != len(sequences):
        raise ProfileError(f"plans of {count(len(plans), 'player')}, expected {len(sequences)}")
    exact = list(map(_plan, sequences, plans))
    splits = list(map(partial(_split, normalize=normalize), sequences, exact))
    behavior = tuple(strategy for strategy, _, _ in splits)
    defects = sum((defect for _, _, defect in splits), Normalization())
    return Profile(behavior, tuple(filled for _, filled, _ in splits), defects if normalize else None)


def _split(sequences: Sequences, plan: Vector, normalize: bool) -> tuple[Behavior, frozenset[int], Normalization]:
    """Return the behavior strategy of a plan, the positions of sets that it leaves open, and its defects."""
    names = [
        f"the empty sequence of player {sequences.player + 1}",
        *(information_set.name for information_set in sequences.information_sets),
    ]
    moves = [plan[span.start : span.stop] for span in map(sequences.moves, range(len(sequences.sets)))]
    sums = list(map(exact_sum, moves))
    defects = [plan[0] - 1, *(total - reach for total, reach in zip(sums, plan[sequences.parent], strict=True))]
    missed = [k for k, defect in enumerate(defects) if defect]
    if missed and not normalize:
        where, defect = names[missed[0]], short(defects[missed[0]])
        raise ProbabilityError(
            f"the plan of player {sequences.player + 1}: the sum at {where} is off by {defect}, expected an exact sum"
        )
    strategy, filled = [], set()
    for h, (weights, total) in enumerate(zip(moves, sums, strict=True)):
        if not total:
            filled.add(h)
        strategy.append(tuple(weights / total) if total else (mpq(1, len(weights)),) * len(weights))
    worst = max(missed, key=lambda k: abs(defects[k]), default=None)
    missing = Normalization() if worst is None else Normalization(len(missed), defects[worst], names[worst])
    return tuple(strategy), frozenset(filled), missing


def _plan(sequences: Sequences, plan: object) -> Vector:
    name = f"the plan of player {sequences.player + 1}"
    numbers = list(plan.tolist() if hasattr(plan, "tolist") else plan) if is_container(plan) else []
    if len(numbers) != sequences.size:
        raise ProfileError(f"{name} has {len(numbers)} probabilities, expected {sequences.size}, one per sequence")
    exact = vector(map(binary, numbers))
    if (lowest := min(exact)) < 0:
        raise ProbabilityError(f"{name}: the probability {short(lowest)}, expected none below 0")
    return exact
