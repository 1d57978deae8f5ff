"""Theorem 2.66 as a test of equilibria: it agrees with the judge on the tree and names the broken condition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import is_equilibrium_by_lcp
from lemke.game import Game
from lemke.game.best_response import BestResponse
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile, centroid, realization_plan
from lemke.ground.sparse import Vector, vector
from lemke.linear.lcp import Solution, check
from naive import behaviors, naive_regrets
from named_games import GAMES
from strategies import games


@given(st.data())
def test_the_theorem_and_the_judge_on_the_tree_agree_on_any_profile(data: st.DataObject) -> None:
    game = data.draw(games())
    behavior = data.draw(behaviors(game))
    form = lemke.sequence_form(game)
    x, y = (realization_plan(sequences, strategy) for sequences, strategy in zip(form.sequences, behavior, strict=True))
    outcome = is_equilibrium_by_lcp(form, x, y)
    report = lemke.verify(game, Profile.of(game, behavior))
    assert bool(outcome) == report.is_equilibrium == (naive_regrets(game, behavior) == (0, 0))


@given(games())
def test_the_multipliers_of_an_equilibrium_solve_the_lcp(game: Game) -> None:
    form = lemke.sequence_form(game)
    x, y = lemke.solve(form).plans
    multipliers = is_equilibrium_by_lcp(form, x, y)
    assert multipliers
    prior = tuple(realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    problem = form.lcp(prior)
    u, v = multipliers
    z = vector([*x, *y, *u, *v])
    assert check(problem, Solution(z, problem.M @ z + problem.q, (), 0, 0)) is None
    assert (u[0], v[0]) == form.payoffs(x, y)


PENNIES = GAMES / "matching_pennies.efg"


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([1, 2, -1], [1, 1, 0], "x >= 0 fails at sequence tails of player 1: -1"),
        ([1, 1, 0], [1, -1, 2], "y >= 0 fails at sequence heads of player 2: -1"),
        ([2, 1, 1], [1, 1, 0], "Ex = e fails at sequence ∅ of player 1: 1"),
        ([1, 1, 1], [1, 1, 0], 'Ex = e fails at information set 1 "coin 1" of player 1: 1'),
        ([1, 1, 0], [1, "1/3", "1/3"], 'Fy = f fails at information set 1 "coin 2" of player 2: -1/3'),
        ([1, "1/2", "1/2"], [1, 1, 0], "x'(E'u - Ay) = 0 fails at sequence tails of player 1: 1"),
        ([1, 1, 0], [1, 1, 0], "y'(F'v - B'x) = 0 fails at sequence heads of player 2: 2"),
    ],
)
def test_the_condition_that_fails_is_named_with_its_place(x: list[object], y: list[object], message: str) -> None:
    broken = is_equilibrium_by_lcp(lemke.sequence_form(lemke.read(PENNIES)), vector(x), vector(y))
    assert not broken
    assert str(broken) == message


def test_values_that_prove_nothing_are_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """With best responses that are the first moves instead, (heads, heads) would pass for an equilibrium."""
    from lemke.forms.sequence_form import two_players

    def first_move(sequences: Sequences, values: Vector) -> BestResponse:
        return BestResponse(values[1:], vector([values[1]]), (0,))

    monkeypatch.setattr(two_players, "best_response", first_move)
    with pytest.raises(NotProvedError, match="player 2 below the payoff of a reply"):
        is_equilibrium_by_lcp(lemke.sequence_form(lemke.read(PENNIES)), [1, 1, 0], [1, 1, 0])
