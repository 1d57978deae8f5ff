"""Every method on some hundred random games, judged by the naive judge; `every_method.py` takes any number of them."""

import pytest

from every_method import CHUNK, judged
from lemke.solvers import METHODS, REFINEMENTS

pytestmark = pytest.mark.slow

GAMES = 300


@pytest.mark.parametrize("first", range(10**6, 10**6 + GAMES, CHUNK))
def test_every_method_finds_an_equilibrium_of_every_random_game(first: int) -> None:
    answers, objections = judged(first)
    assert objections == []
    assert all(answers[name] for name in (*METHODS, *REFINEMENTS, "enumerate", "one value"))
