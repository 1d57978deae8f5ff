"""Counting and numbering too many strategies to list: numbers of a thousand digits, chains, players who forget."""

import random
from itertools import islice

import pytest
from gmpy2 import mpq, mpz

import lemke
from lemke.errors import GameError, InputError
from lemke.game import Game, GameBuilder
from lemke.game.pure_strategies import STAR, PureStrategies, pure_strategies, slots


def dealt(builder: GameBuilder, hands: int) -> list[int]:
    """The nodes after chance has dealt one of so many hands."""
    return builder.decide(builder.root, builder.chance_set([""] * hands, [mpq(1, hands)] * hands))


def independent(hands: int) -> Game:
    """After every hand Ann moves left or right: 2^hands strategies."""
    builder = GameBuilder(["Ann"])
    for node in dealt(builder, hands):
        builder.move(node, 0, ["l", "r"])
    return builder.build(unpaid="zero")


def chain(length: int) -> Game:
    """Ann may go on so many times: length + 1 reduced strategies."""
    builder = GameBuilder(["Ann"])
    node = builder.root
    for _ in range(length):
        node = builder.move(node, 0, ["stop", "go"])[1]
    return builder.build(unpaid="zero")


def forgotten_chain(length: int) -> Game:
    """The same, but before each time Ann makes a move that she forgets: 2 (f(length − 1) + 1) strategies."""
    builder = GameBuilder(["Ann"])
    node = builder.root
    for _ in range(length):
        left, right = builder.move(node, 0, ["l", "r"])
        again = builder.information_set(0, ["stop", "go"])
        builder.decide(left, again)
        node = builder.decide(right, again)[1]
    return builder.build(unpaid="zero")


def muddled(hands: int) -> Game:
    """Whether Ann comes to the second move of a hand depends on the first, and to the last on any of the second."""
    builder = GameBuilder(["Ann"])
    last = builder.information_set(0, ["e", "f"])
    for node in dealt(builder, hands):
        second = builder.move(builder.move(node, 0, ["a", "b"])[0], 0, ["c", "d"])
        builder.decide(second[0], last)
    return builder.build(unpaid="zero")


def assert_numbers_lead_there_and_back(strategies: PureStrategies, seed: int) -> None:
    source = random.Random(seed)
    for number in (0, int(strategies.count) - 1, *(source.randrange(int(strategies.count)) for _ in range(3))):
        strategy = strategies.nth(number)
        assert strategies.rank(strategy) == number
        assert strategies.parse(strategies.text(strategy)) == strategy
    with pytest.raises(InputError, match="expected a number from 0 to"):
        strategies.nth(strategies.count)


@pytest.mark.slow
@pytest.mark.parametrize("reduced", [True, False])
def test_ten_thousand_independent_sets_are_counted_and_numbered(reduced):
    strategies = pure_strategies(independent(10**4), 0, reduced)
    assert strategies.count == mpz(2) ** 10**4
    assert_numbers_lead_there_and_back(strategies, seed=1)


@pytest.mark.slow
def test_a_chain_of_ten_thousand_sets_is_counted_and_numbered():
    game = chain(10**4)
    strategies = pure_strategies(game, 0)
    assert strategies.count == 10**4 + 1
    assert strategies.nth(0) == (0,) + (STAR,) * (10**4 - 1)
    assert strategies.nth(10**4) == (1,) * 10**4
    assert strategies.nth(7000) == (1,) * 7000 + (0,) + (STAR,) * 2999
    assert_numbers_lead_there_and_back(strategies, seed=2)
    assert pure_strategies(game, 0, reduced=False).count == mpz(2) ** 10**4


@pytest.mark.slow
def test_a_long_chain_of_moves_forgotten_is_counted_and_numbered():
    strategies = pure_strategies(forgotten_chain(120), 0)
    expected = mpz(1)
    for _ in range(120):
        expected = 2 * (expected + 1)
    assert strategies.count == expected
    assert_numbers_lead_there_and_back(strategies, seed=3)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_muddled_hands_are_counted_as_they_are_listed(hands):
    strategies = pure_strategies(muddled(hands), 0)
    assert strategies.count == len(set(strategies)) == 2 * 3**hands - 2**hands  # twice unless nobody plays c


def test_a_player_who_forgets_too_much_is_refused_but_may_still_be_listed(monkeypatch):
    monkeypatch.setattr(slots, "MAX_STATES", 1000)
    builder = GameBuilder(["Ann"])
    last = builder.information_set(0, ["e", "f"])
    middle = [builder.information_set(0, ["c", "d"]) for _ in range(40)]
    for k, node in enumerate(dealt(builder, 40)):
        for child, handle in zip(builder.move(node, 0, ["a", "b"]), (middle[k], middle[k * 7 % 40]), strict=True):
            builder.decide(builder.decide(child, handle)[0], last)
    strategies = pure_strategies(builder.build(unpaid="zero"), 0)
    with pytest.raises(GameError, match="more than 1000 cases"):
        _ = strategies.count
    assert len(set(islice(strategies, 100))) == 100


def test_very_many_sets_after_two_moves_are_counted_and_numbered() -> None:
    """A first move that is forgotten at many sets: which of them are reached depends on it alone."""
    builder = lemke.GameBuilder(["1"])
    later = [builder.information_set(0, ["l", "r"]) for _ in range(300)]
    for node in builder.move(builder.root, 0, ["a", "b"]):
        deal = builder.chance_set([""] * 300, ["1/300"] * 300)
        for child, handle in zip(builder.decide(node, deal), later, strict=True):
            builder.decide(child, handle)
    game = builder.build(unpaid="zero")
    strategies = pure_strategies(game, 0)
    assert strategies.count == 2 * 2**300
    assert strategies.rank(strategies.nth(3**150)) == 3**150
