"""Losses by information set: they add up to the regret, and measures of exploitability agree with their definitions."""

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import Profile, verify
from naive import behaviors, naive_payoffs, naive_regrets
from strategies import games, opposed


@given(st.data(), games())
def test_the_best_response_gains_the_regret_by_its_reached_moves_alone(data, game):
    """Its moves at the sets that it reaches are enough: other moves at other sets change nothing."""
    behavior = data.draw(behaviors(game))
    report = verify(game, Profile.of(game, behavior))
    for player, deviation in enumerate(report.deviations):
        played = set(deviation.plays)
        moves = [move if h in played else 0 for h, move in enumerate(deviation.response.moves)]
        sizes = [len(deviation.sequences.moves(h)) for h in range(len(moves))]
        pure = tuple(tuple(mpq(k == move) for k in range(size)) for move, size in zip(moves, sizes, strict=True))
        changed = list(behavior)
        changed[player] = pure
        assert naive_payoffs(game, changed)[player] == report.best_values[player]


@given(st.data(), games().map(opposed))
def test_exploitability_is_half_of_nash_conv_in_zero_sum_games(data, game):
    behavior = data.draw(behaviors(game))
    report = verify(game, Profile.of(game, behavior))
    assert report.nash_conv == sum(naive_regrets(game, behavior))
    assert report.exploitability == report.nash_conv / 2


def test_the_greatest_loss_comes_first_and_sets_without_loss_are_left_out():
    """After a draw player 1 takes the worst of two moves, which costs 0, 1, 5, 3 and less than a float holds."""
    builder = lemke.GameBuilder()
    draws = builder.chance(builder.root, {f"draw {k}": "1/5" for k in range(5)})
    for drawn, cost in zip(draws, (0, 1, 5, 3, mpq(1, 10**400)), strict=True):
        good, bad = builder.move(drawn, 0, ["good", "bad"])
        builder.pay(good, cost, 0)
        builder.pay(bad, 0, 0)
    game = builder.build()
    report = verify(game, Profile.of(game, (((mpq(0), mpq(1)),) * 5, ())))
    assert report.deviations[0].worst() == [2, 3, 1, 4]
    assert report.deviations[0].losses.tolist() == [0, mpq(1, 5), 1, mpq(3, 5), mpq(1, 5 * 10**400)]
