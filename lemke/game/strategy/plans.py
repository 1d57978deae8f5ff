"""Profiles from realization plans, including plans of floats, whose sums are not exact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from gmpy2 import mpq

from lemke.errors import NumberError
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy.profile import Behavior, Normalization, Profile, list_of
from lemke.game.tree import Game
from lemke.ground.rational import binary, short
from lemke.ground.sparse import Vector, exact_sum, vector


def of_plans(game: Game, plans: Sequence[Any], normalize: bool = False) -> Profile:
    """Return the profile of realization plans, one for each player.

    At information sets that a plan does not reach, all moves get equal probabilities.

    Parameters
    ----------
    plans : sequence of vectors, one probability per sequence
        A float is taken at its exact binary value.
    normalize : bool
        Whether the sums of a plan may be inexact. The probabilities at an information set are then divided by their
        sum, and the profile's ``normalization`` reports by how much the sums were wrong.

    Raises
    ------
    RecallError
        If a player does not have perfect recall.
    ProfileError
        For a wrong number of plans, or a plan of a wrong length.
    NumberError
        For a negative number; without ``normalize`` also for an inexact sum, with the error of the sum in the message.
    NumberError
        For a value that is no finite number.
    """
    sequences = require_perfect_recall(game, histories(game))
    exact_plans = list(map(_exact_plan, sequences, list_of(plans, len(sequences), "player")))
    strategies = list(map(partial(_strategy, normalize=normalize), sequences, exact_plans))
    behavior = tuple(strategy for strategy, _, _ in strategies)
    normalization = sum((player_normalization for _, _, player_normalization in strategies), Normalization())
    filled = tuple(filled_sets for _, filled_sets, _ in strategies)
    return Profile(behavior, filled, normalization if normalize else None)


def _strategy(sequences: Sequences, plan: Vector, normalize: bool) -> tuple[Behavior, frozenset[int], Normalization]:
    """Return a plan's behavior strategy, the positions of the sets that the plan does not reach, its normalization."""
    names = [
        f"the empty sequence of player {sequences.player + 1}",
        *(information_set.name for information_set in sequences.information_sets),
    ]
    move_ranges = map(sequences.moves, range(len(sequences.sets)))
    move_weights = [plan[moves.start : moves.stop] for moves in move_ranges]
    sums = list(map(exact_sum, move_weights))
    # x(∅) − 1, then Σ_c x(σ_h c) − x(σ_h) for every set h
    defects = [plan[0] - 1, *(total - reach for total, reach in zip(sums, plan[sequences.parent], strict=True))]
    inexact = [k for k, defect in enumerate(defects) if defect]
    if inexact and not normalize:
        k = inexact[0]
        name, defect = names[k], short(defects[k])
        # k = 0 is the empty sequence, otherwise k − 1 is the position of a set
        leading = "the probability of the sequence that leads there"
        expected = f"{short(plan[sequences.parent[k - 1]])}, {leading}" if k else "1"
        raise NumberError(
            f"the realization plan of player {sequences.player + 1}: the sum at {name} is off by {defect}, "
            f"expected {expected}"
        )
    strategy, filled = [], set()
    for h, (weights, total) in enumerate(zip(move_weights, sums, strict=True)):
        if not total:
            filled.add(h)
        strategy.append(tuple(weights / total) if total else (mpq(1, len(weights)),) * len(weights))
    worst = max(inexact, key=lambda k: abs(defects[k]), default=None)
    normalization = Normalization() if worst is None else Normalization(len(inexact), defects[worst], names[worst])
    return tuple(strategy), frozenset(filled), normalization


def _exact_plan(sequences: Sequences, plan: object) -> Vector:
    """Return a plan as an exact vector, after checking its length and that no number is negative."""
    name = f"the realization plan of player {sequences.player + 1}"
    numbers = list_of(plan, sequences.size, "probability", f" in {name}")
    try:
        exact = vector(map(binary, numbers))
    except NumberError as error:
        raise NumberError(f"{name}: {error.message}") from None
    if (lowest := min(exact)) < 0:
        raise NumberError(f"{name}: the probability {short(lowest)}, expected none below 0")
    return exact
