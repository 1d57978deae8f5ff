"""Thousands of random games on the guided path: all proved, and how often the first proposal was enough."""

from collections.abc import Callable

import pytest

import lemke
from seeded_games import random_game

GAMES, CHUNKS = 5000, 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_random_game_is_proved(chunk: int, record_property: Callable[[str, object], None]) -> None:
    again = exactly = 0
    seeds = range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS)
    for seed in seeds:
        equilibrium = lemke.solve(random_game(seed, nodes=20 + seed % 180), method="lcp", kernel="guided", seed=seed)
        assert lemke.verify(equilibrium.game, equilibrium.profile).regrets == (0, 0), seed
        again += equilibrium.tries > 1
        exactly += equilibrium.kernel == "exact"
    record_property("more than one try", again)
    record_property("solved by the exact tableau", exactly)
    # shown by pytest -s, and by -rA
    print(f"\nof {len(seeds)} games {again} took more than one try, {exactly} of them the exact tableau")
