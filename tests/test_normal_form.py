"""The strategic form is that of the naive definition and has the printed tables of lecture notes."""

from itertools import product

import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from lemke.errors import GameError
from lemke.forms.normal_form import normal_form
from lemke.game import Game, GameBuilder
from naive import Behavior, naive_payoffs, own_sets, pure_strategies
from strategies import games


def pure_behavior(game: Game, player: int, pure: dict[int, int]) -> Behavior:
    sizes = {index: len(game.information_sets[index].actions) for index in own_sets(game, player)}
    return [[mpq(move == pure[index]) for move in range(size)] for index, size in sizes.items()]


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("perfect_recall", [True, False])
def test_every_combination_has_the_payoffs_of_the_naive_judge(players: int, perfect_recall: bool) -> None:
    @given(games(players=players, perfect_recall=perfect_recall, max_depth=2))
    def agrees(game: Game) -> None:
        form = normal_form(game)
        pure = [list(pure_strategies(game, player)) for player in range(players)]
        assert [len(labels) for labels in form.strategies] == list(map(len, pure))
        assert all(len(set(labels)) == len(labels) for labels in form.strategies)
        for place in product(*(range(len(player_pure)) for player_pure in pure)):
            behavior = [pure_behavior(game, player, pure[player][k]) for player, k in enumerate(place)]
            assert tuple(table[place] for table in form.payoffs) == naive_payoffs(game, behavior)

    agrees()


def test_a_form_too_large_is_refused_before_it_is_built() -> None:
    builder = lemke.GameBuilder()
    node = builder.root
    for _ in range(200):
        node = builder.move(node, 0, ["stop", "on"])[1]
    with pytest.raises(GameError, match="at most 1000000 combinations"):
        normal_form(builder.build(unpaid="zero"))


def test_a_strategic_game_keeps_odd_labels() -> None:
    text = 'NFG 1 R "" { "1" "2" }\n{ { "L S" "#2" "*" } { "a b" } }\n""\n\n1 2\n3 4\n5 6\n'
    game = lemke.loads(text, "nfg")
    assert normal_form(game).strategies == (("L S", "#2", "*"), ("a b",))
    assert lemke.dumps(game, "nfg") == text


def test_few_strategies_of_very_many_moves_are_refused() -> None:
    """A player who stops or goes on has one more reduced strategy than sets, and each strategy has a slot per set."""
    with pytest.raises(GameError, match=r"4001 x 1 strategies, .* 10000000 moves"):
        normal_form(chain(4000), reduced=True)
    assert normal_form(chain(300), reduced=True).payoffs[0].shape == (301, 1)


def chain(length: int) -> Game:
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(length):
        stop, node = builder.move(node, 0, ["stop", "on"])
        builder.pay(stop, k, -k)
    return builder.build(unpaid="zero")


@pytest.mark.parametrize("players", [0, 33])
def test_tables_of_no_or_too_many_dimensions_are_refused(players: int) -> None:
    with pytest.raises(GameError, match=f"{players} players, expected 1 to 32"):
        normal_form(lemke.GameBuilder([str(k) for k in range(players)]).build(unpaid="zero"))


def test_a_move_that_looks_like_a_star_is_told_from_one() -> None:
    builder = lemke.GameBuilder(["1"])
    builder.move(builder.move(builder.root, 0, ["L", "R"])[0], 0, ["*", "T"])
    assert normal_form(builder.build(unpaid="zero"), reduced=True).strategies == (("L #1", "L T", "R *"),)


def test_a_form_may_have_thirty_two_players() -> None:
    builder = GameBuilder([""] * 32)
    node = builder.root
    for player in range(32):
        node, *_ = builder.move(node, player, ["go", "stop"] if player == 31 else ["go"])
    form = normal_form(builder.build(unpaid="zero"))
    assert form.payoffs[0].shape == (1,) * 31 + (2,)


def test_sums_near_the_end_of_machine_integers_are_exact() -> None:
    for payoff in (mpq(2**55 + 1), mpq(2**55 + 1, 3), mpq(2**62 - 1), mpq(10**30, 3)):
        builder = GameBuilder(["Ann"])
        for k, node in enumerate(builder.chance(builder.root, dict.fromkeys("abcd", "1/4"))):
            builder.pay(node, 4 * payoff + k)
        assert normal_form(builder.build()).payoffs[0].tolist() == [4 * payoff + mpq(3, 2)]
    for many in (mpq(2**60), mpq(2**61)):
        builder = GameBuilder(["Ann"])
        for node in builder.chance(builder.root, dict.fromkeys("abcdefghijklmnop", "1/16")):
            builder.pay(node, 16 * many)
        assert normal_form(builder.build()).payoffs[0].tolist() == [16 * many]


def test_long_fractions_are_added_up_exactly() -> None:
    """The sums exceed machine integers, and their common denominator is not 1."""
    builder = GameBuilder()
    choice = builder.information_set(0, ["L", "R"])
    for k, node in enumerate(builder.chance(builder.root, {"a": "1/3", "b": "2/3"}), 1):
        for j, leaf in enumerate(builder.decide(node, choice), 1):
            builder.pay(leaf, mpq(10**30 * k + j, 7), mpq(j, 11))
    A, B = normal_form(builder.build()).matrices()
    assert A.ravel().tolist() == [mpq(10**30 + j, 7) / 3 + 2 * mpq(2 * 10**30 + j, 7) / 3 for j in (1, 2)]
    assert B.ravel().tolist() == [mpq(1, 11), mpq(2, 11)]
