"""Tie-rich random games, seed by seed: refined equilibria are certified, and judged by their definitions."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

import lemke
from lemke.certificate import Claim
from lemke.solvers.refinements import extensive_form_perfect, objections_to
from trembling import (
    continuation_losses,
    is_undominated,
    judge_perfect,
    one_shot_gains,
    terms_of,
    tie_rich_game,
)

pytestmark = pytest.mark.slow

GAMES, CHUNKS = 400, 8
LEAVES = 11
"""Games with at most so many leaves are small enough for a naive look at all pure strategies."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_tie_rich_game_has_a_certified_quasi_perfect_equilibrium(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    tries = Counter[int]()
    for seed in range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS):
        game = tie_rich_game(seed)
        equilibrium = lemke.solve(game, refine="quasi-perfect")
        tries[equilibrium.how.tries] += 1
        claim = Claim(equilibrium.profile, method=equilibrium.method, refinement=equilibrium.refinement)
        assert objections_to("quasi-perfect", game, claim) == [], seed
        assert lemke.verify(game, equilibrium.profile).is_equilibrium, seed
        behavior, plans = equilibrium.profile.behavior, equilibrium.refinement.plans
        assert not any(one_shot_gains(game, behavior, plans)), seed
        if len(game.leaves) <= LEAVES:
            epsilon = equilibrium.refinement.epsilon
            assert not any(continuation_losses(game, behavior, plans, epsilon)), seed
            assert not any(continuation_losses(game, behavior, plans, epsilon / 1000)), seed
            assert all(is_undominated(game, behavior, player) for player in (0, 1)), seed
    told = f"priors needed: {dict(sorted(tries.items()))}"
    record_property("tries", told)
    print(told)  # shown by pytest -rA


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_tie_rich_game_has_a_certified_normal_form_perfect_equilibrium(chunk: int) -> None:
    for seed in range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS):
        game = tie_rich_game(seed)
        equilibrium = lemke.solve(game, kernel="guided", refine="normal-form-perfect")
        claim = Claim(equilibrium.profile, method=equilibrium.method, refinement=equilibrium.refinement)
        assert objections_to("normal-form-perfect", game, claim) == [], seed
        if len(game.leaves) <= LEAVES:
            assert is_undominated(game, equilibrium.profile.behavior, seed % 2), seed


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_tie_rich_game_has_a_certified_extensive_form_perfect_equilibrium(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By rational functions, judged by Selten's definition at numbers, and by the power series of these functions."""
    solve = partial(lemke.solve, refine="extensive-form-perfect")
    for seed in range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS):
        game = tie_rich_game(seed, nodes=16)
        monkeypatch.setattr(extensive_form_perfect, "SMALL", 1000)
        functions = solve(game)
        judge_perfect(functions)
        monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)
        series = solve(game)
        assert lemke.verify(game, lemke.dumps(series, "json")).holds, seed
        assert not any(one_shot_gains(game, series.profile.behavior, series.refinement.plans)), seed
        if series.refinement.epsilon is None and series.profile == functions.profile:
            for plan, exact in zip(series.refinement.plans, functions.refinement.plans, strict=True):
                assert np.array_equal(plan, terms_of(exact, plan.shape[1])), seed
