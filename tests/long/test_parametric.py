"""Closed forms against exact solves at 100 random rational parameters in each piece, and larger games."""

import random

import pytest
from gmpy2 import mpq

import lemke
from lemke.studies.parametric.intervals import bounds
from methods import solved_by
from parametric_games import matrices
from scripts import script

pytestmark = pytest.mark.slow

KUHN = script("examples/research/kuhn_bet").kuhn
VALUES = 100


def values_in(piece, source: random.Random) -> list[mpq]:
    """Random rational numbers in a piece."""
    low, high = bounds(piece.interval.low, 30)[1], bounds(piece.interval.high, 30)[0]
    return [low + (high - low) * mpq(source.randint(0, 10**6), 10**6) for _ in range(VALUES)]


@pytest.mark.parametrize(("cards", "critical"), [(3, "1 2"), (4, "1/2 1 2 4"), (5, "1/3 2/3 1 2 3")])
def test_zero_sum_kuhn_poker_has_its_value_at_random_bets(cards: int, critical: str) -> None:
    source = random.Random(cards)
    sweep = lemke.sweep(KUHN(cards), 0, 6)
    assert sweep.critical == tuple(map(mpq, critical.split()))
    for piece in sweep.pieces:
        for bet in values_in(piece, source):
            game = sweep.game.at(bet)
            assert piece.at(bet).payoffs == solved_by(game, "lp").payoffs


@pytest.mark.parametrize("seed", range(20))
def test_all_equilibria_of_bimatrix_games_with_quadratic_payoffs(seed: int) -> None:
    """At random values the pieces are exactly the equilibria that enumeration finds: in these games none is missed."""
    source = random.Random(seed)

    def entry() -> str:
        return f"{source.randint(-3, 3)} + {source.randint(-2, 2)}*t + {source.choice([0, 0, 1, -1])}*t**2"

    game = matrices(*([(entry(), entry()) for _ in range(3)] for _ in range(3)))
    sweep = lemke.sweep(game, -1, 1, equilibria="all")
    for piece in sweep.pieces:
        for value in values_in(piece, source)[:10]:
            known = {
                (equilibrium.profile.behavior[0], equilibrium.profile.behavior[1]) for equilibrium in sweep.at(value)
            }
            enumerated = {profile.behavior for profile in lemke.enumerate(game.at(value), "strategies").profiles}
            assert known == enumerated
