"""A thousand random games on the guided path: all are proved; prints how often the first proposal was enough."""

from collections import Counter
from collections.abc import Callable

import pytest

import lemke
from methods import solved_by
from seeded_games import ADVERSARIAL, payoff_kind, random_game

pytestmark = pytest.mark.slow

GAMES, CHUNKS = 1000, 4


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_random_game_is_proved(chunk: int, record_property: Callable[[str, object], None]) -> None:
    again, exactly, games = Counter[bool](), Counter[bool](), Counter[bool]()
    seeds = range(chunk * GAMES // CHUNKS, (chunk + 1) * GAMES // CHUNKS)
    for seed in seeds:
        equilibrium = solved_by(random_game(seed, nodes=20 + seed % 180), "lcp", kernel="guided", seed=seed)
        assert lemke.verify(equilibrium.game, equilibrium.profile).regrets == (0, 0), seed
        hard = payoff_kind(seed) in ADVERSARIAL
        games[hard] += 1
        again[hard] += equilibrium.how.tries > 1
        exactly[hard] += equilibrium.kernel == "exact"
    for hard, name in ((False, "ordinary"), (True, "adversarial")):
        told = f"of {games[hard]} {name} games {again[hard]} took more than one try, {exactly[hard]} the exact tableau"
        record_property(name, told)
        print(told)  # shown by pytest -rA
