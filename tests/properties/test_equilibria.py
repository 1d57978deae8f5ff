"""Properties of every game: the path ends in an equilibrium, judges agree, values agree with linear programming."""

import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError
from lemke.game import CHANCE, Game
from methods import solved_by
from naive import naive_payoffs, naive_regrets
from strategies import games, opposed

PRIORS = st.sampled_from(["centroid", "random"])


@given(games(), PRIORS, st.integers(0, 99))
def test_every_game_is_solved_and_the_naive_judge_agrees(game: Game, prior: str, seed: int) -> None:
    equilibrium = lemke.solve(game, prior=prior, seed=seed)
    report = lemke.verify(game, equilibrium.profile)
    assert report.is_equilibrium
    behavior = equilibrium.profile.behavior
    assert report.payoffs == equilibrium.payoffs == naive_payoffs(game, behavior)
    assert naive_regrets(game, behavior) == (0, 0)


@given(games(max_depth=3), st.integers(0, 99))
def test_a_profile_as_prior_may_have_zeros(game: Game, seed: int) -> None:
    first = lemke.solve(game, prior="random", seed=seed)
    again = lemke.solve(game, prior=first.profile)
    assert lemke.verify(game, again.profile).is_equilibrium


@given(games(max_depth=3), st.sampled_from([mpq(1), mpq(-7, 3)]))
def test_a_constant_for_both_changes_payoffs_by_it_and_nothing_else(game: Game, constant: mpq) -> None:
    plain, shifted = opposed(game), opposed(game, constant)
    assume(plain.leaves.size < 40)
    before, after = lemke.solve(plain), lemke.solve(shifted)
    assert before.profile == after.profile
    assert after.payoffs == (before.payoffs[0], before.payoffs[1] + constant)


CONSTANTS = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(-7, 3), mpq(10**19, 3)])


@given(games(), CONSTANTS)
def test_linear_programming_and_the_path_give_constant_sum_games_one_value(game: Game, constant: mpq) -> None:
    constant_sum = opposed(game, constant)
    by_lp, by_lcp = (solved_by(constant_sum, method, kernel="guided") for method in ("lp", "lcp"))
    assert by_lp.payoffs == by_lcp.payoffs
    assert sum(by_lp.payoffs) == constant
    for equilibrium in (by_lp, by_lcp):
        assert lemke.verify(constant_sum, equilibrium.profile).is_equilibrium
        assert naive_regrets(constant_sum, equilibrium.profile.behavior) == (0, 0)


@given(games(max_depth=3))
def test_plans_of_the_two_ways_may_be_exchanged(game: Game) -> None:
    """In a zero-sum game every pair of optimal plans is an equilibrium (von Neumann 1928)."""
    zero_sum = opposed(game)
    form = lemke.sequence_form(zero_sum)
    by_lp, by_lcp = (solved_by(form, method) for method in ("lp", "lcp"))
    for x, y in ((by_lp.plans[0], by_lcp.plans[1]), (by_lcp.plans[0], by_lp.plans[1])):
        assert form.payoffs(x, y) == by_lp.payoffs == by_lcp.payoffs


@given(games() | games().map(opposed))
def test_linear_programming_refuses_general_sum_games_and_no_others(game: Game) -> None:
    form = lemke.sequence_form(game)
    index, totals = game.payoffs()
    weight = {0: mpq(1)}
    for node in range(game.size):
        for move, child in enumerate(game.children(node) if game.player[node] != lemke.game.TERMINAL else ()):
            information_set = game.information_sets[game.information_set[node]]
            weight[child] = weight[node] * (
                information_set.probabilities[move] if information_set.player == CHANCE else 1
            )
    sums = {sum(totals[index[leaf]]) for leaf in game.leaves.tolist() if weight[leaf]}
    if len(sums) == 1:
        assert solved_by(form, "lp").payoffs == solved_by(form, "lcp").payoffs
    else:
        with pytest.raises(InputError, match="general-sum"):
            lemke.solve(form, method="lp")


@given(games(), PRIORS, st.integers(0, 99))
def test_every_game_is_solved_on_the_guided_path(game: Game, prior: str, seed: int) -> None:
    equilibrium = solved_by(game, "lcp", kernel="guided", prior=prior, seed=seed)
    assert naive_regrets(game, equilibrium.profile.behavior) == (0, 0)
    assert equilibrium.seed == seed
    assert equilibrium.prior == prior
