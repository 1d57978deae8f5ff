"""Probabilities of nodes, beliefs and values beside their definitions, for any number of players and any recall."""

from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import GameError, InputError, NumberError, ProfileError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.reach import reach
from lemke.game.strategy import Profile
from naive import Behavior, behaviors, blueprints, naive_payoffs, own_sets, payoff, steps
from strategies import games

ANY_GAMES = st.one_of(
    *(games(players=players, perfect_recall=False, max_depth=3) for players in (1, 2, 3)),
    blueprints().map(lambda blueprint: blueprint.build()),
)


def probability(game: Game, behavior: tuple[Behavior, ...], index: int, move: int) -> mpq:
    information_set = game.information_sets[index]
    if information_set.player == CHANCE:
        return information_set.probabilities[move]
    return behavior[information_set.player][own_sets(game, information_set.player).index(index)][move]


def product_of_steps(game: Game, behavior: tuple[Behavior, ...], node: int, movers: set[int]) -> mpq:
    """The probabilities on the path to a node, of the moves of these players only."""
    path = [step for step in steps(game, node) if game.information_sets[step[0]].player in movers]
    return prod((probability(game, behavior, *step) for step in path), start=mpq(1))


def worth(game: Game, behavior: tuple[Behavior, ...], node: int, player: int) -> mpq:
    """The value of a node: the payoff of a leaf, otherwise the mean of the values below."""
    if not game.children(node):
        return payoff(game, node, player)
    index = int(game.information_set[node])
    return sum(
        probability(game, behavior, index, move) * worth(game, behavior, child, player)
        for move, child in enumerate(game.children(node))
    )


def absent_minded_driver(onward: object) -> tuple[Game, Profile]:
    """Two exits that look alike: the first pays 0, the second 4, neither 1 (Piccione and Rubinstein 1997)."""
    builder = GameBuilder(["driver"])
    crossing = builder.information_set(0, ["exit", "on"], label="crossing")
    first, second = builder.decide(builder.root, crossing)
    exit_second, missed = builder.decide(second, crossing)
    for node, paid in ((first, 0), (exit_second, 4), (missed, 1)):
        builder.pay(node, paid)
    game = builder.build()
    return game, Profile.of(game, [[[1 - mpq(onward), onward]]])


@given(st.data(), ANY_GAMES)
def test_every_contribution_is_the_product_of_the_own_moves_on_the_path(data, game):
    behavior = data.draw(behaviors(game))
    reached = reach(game, Profile.of(game, behavior))
    players, nodes = range(len(game.players)), range(game.size)
    everybody = {CHANCE, *players}
    assert reached.chance.tolist() == [product_of_steps(game, behavior, node, {CHANCE}) for node in nodes]
    assert reached.nodes.tolist() == [product_of_steps(game, behavior, node, everybody) for node in nodes]
    for player in players:
        assert reached.players[player].tolist() == [product_of_steps(game, behavior, node, {player}) for node in nodes]
        expected = [product_of_steps(game, behavior, node, everybody - {player}) for node in nodes]
        assert reached.others(player).tolist() == expected


@given(st.data(), ANY_GAMES)
def test_a_set_is_as_probable_as_its_nodes_together_and_believed_in_proportion(data, game):
    behavior = data.draw(behaviors(game))
    reached = reach(game, Profile.of(game, behavior))
    for index in range(len(game.information_sets)):
        nodes = [node for node in range(game.size) if game.information_set[node] == index]
        total = sum(reached.nodes[nodes])
        assert reached.sets[index] == total
        if total:
            beliefs = reached.beliefs(index)
            assert sum(beliefs) == 1
            assert [belief * total for belief in beliefs] == reached.nodes[nodes].tolist()
        else:
            with pytest.raises(InputError, match="beliefs at") as raised:
                reached.beliefs(index)
            assert game.set_name(index) in str(raised.value)


@given(st.data(), ANY_GAMES)
def test_a_node_is_worth_the_mean_of_what_comes_next_even_off_the_path(data, game):
    behavior = data.draw(behaviors(game))
    reached = reach(game, Profile.of(game, behavior))
    for player in range(len(game.players)):
        expected = [worth(game, behavior, node, player) for node in range(game.size)]
        assert reached.values(player).tolist() == expected
        assert reached.payoffs[player] == expected[0]
    assert reached.payoffs == naive_payoffs(game, behavior)


def test_the_absent_minded_driver_passes_one_set_more_than_once():
    game, profile = absent_minded_driver("2/3")
    reached = reach(game, profile)
    assert reached.sets.tolist() == [mpq(5, 3)]  # an expected number of times, no probability
    assert reached.beliefs(0) == (mpq(3, 5), mpq(2, 5))
    assert reached.payoffs == (mpq(4, 3),)  # the largest payoff of any strategy


def test_a_draw_of_probability_zero_leaves_beliefs_undefined_but_not_values():
    builder = GameBuilder(["Ann"])
    never, _ = builder.chance(builder.root, {"never": 0, "always": 1})
    builder.pay(builder.move(never, 0, ["a", "b"], label="lost")[1], 6)
    game = builder.build(unpaid="zero")
    reached = reach(game, Profile.of(game, [[["1/2", "1/2"]]]))
    with pytest.raises(InputError, match='information set 1 "lost" of player 1'):
        reached.beliefs(1)
    assert reached.values(0)[1] == 3
    assert reached.payoffs == (0,)


def test_what_does_not_fit_the_game_is_refused():
    game, profile = absent_minded_driver("1/2")
    reached = reach(game, profile)
    with pytest.raises(ProfileError, match="0 players, expected 1"):
        reach(game, Profile((), ()))
    with pytest.raises(NumberError, match=r'information set 1 "crossing" of player 1: .*2'):
        reach(game, Profile((((mpq(1), mpq(1)),),), (frozenset(),)))
    with pytest.raises(GameError, match="node 5, expected a whole number from 0 to 4"):
        reached.between(0, 5)
    with pytest.raises(GameError, match="node 'exit', expected a whole number from 0 to 4"):
        reached.belief("exit")  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"player 1, .*expected one of 1 player"):
        reached.others(1)
    with pytest.raises(GameError, match=r"player 1, .*expected one of 1 player"):
        profile.replaced(game, {1: []})
