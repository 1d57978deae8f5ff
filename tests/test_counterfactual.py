"""Counterfactual values compared with their formula, and theorems about them, for one to three players."""

from functools import partial
from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import GameError, InputError, ProfileError, RecallError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.best_response import Counterfactual, counterfactual
from lemke.game.strategy import Profile
from naive import Behavior, behaviors, leaves, naive_best_value, naive_payoffs, own_sets, payoff, reach, steps
from strategies import games

GAMES = st.one_of(*(games(players=players, max_depth=4 if players == 1 else 3) for players in (1, 2, 3)))


def others_reach(game: Game, behavior: tuple[Behavior, ...], player: int, index: int) -> mpq:
    """π_{−i}(I): the sum over the nodes of the set."""
    nodes = [node for node in range(game.size) if game.information_set[node] == index]
    return sum((reach(game, node, behavior, without=player) for node in nodes), mpq(0))


def weighted_value(game: Game, behavior: tuple[Behavior, ...], player: int, index: int) -> mpq:
    """π_{−i}(I) v_i(I) = Σ π_{−i}(h) π(h, z) u_i(z) over the nodes h of the set and the leaves z below them."""
    total = mpq(0)
    for node in [node for node in range(game.size) if game.information_set[node] == index]:
        before = steps(game, node)
        for leaf in leaves(game):
            path = steps(game, leaf)
            if path[: len(before)] == before:  # the leaf is below the node
                onward = prod((probability(game, behavior, *step) for step in path[len(before) :]), start=mpq(1))
                total += reach(game, node, behavior, without=player) * onward * payoff(game, leaf, player)
    return total


def probability(game: Game, behavior: tuple[Behavior, ...], index: int, move: int) -> mpq:
    information_set = game.information_sets[index]
    chosen = (
        information_set.player != CHANCE
        and behavior[information_set.player][own_sets(game, information_set.player).index(index)]
    )
    return (chosen or information_set.probabilities)[move]


def turned(game: Game, behavior: tuple[Behavior, ...], player: int, index: int, move: int) -> tuple[Behavior, ...]:
    """σ|I→a."""
    strategy = list(behavior[player])
    strategy[own_sets(game, player).index(index)] = [
        mpq(k == move) for k in range(len(game.information_sets[index].actions))
    ]
    return (*behavior[:player], strategy, *behavior[player + 1 :])


def weighted_moves(game: Game, behavior: tuple[Behavior, ...], player: int, index: int) -> list[mpq]:
    """π_{−i}(I) v_i(I, a) of every action a."""
    moves = range(len(game.information_sets[index].actions))
    return [weighted_value(game, turned(game, behavior, player, index, move), player, index) for move in moves]


def by_backward_induction(game: Game, behavior: tuple[Behavior, ...], player: int) -> tuple[Behavior, ...]:
    """The profile in which the player plays a CBR: the deepest sets first, an action of the greatest value at each."""
    for index in sorted(own_sets(game, player), key=lambda set_index: -len(own_steps(game, player, set_index))):
        values = weighted_moves(game, behavior, player, index)
        behavior = turned(game, behavior, player, index, values.index(max(values)))
    return behavior


def own_steps(game: Game, player: int, index: int) -> list[tuple[int, int]]:
    """The player's moves before a set; with perfect recall they are the same for all of its nodes."""
    first = game.information_set.tolist().index(index)
    return [step for step in steps(game, first) if game.information_sets[step[0]].player == player]


def drawn(data: st.DataObject, game: Game) -> list[tuple[int, tuple[Behavior, ...], Counterfactual]]:
    """For every player: a drawn profile and the library's counterfactual values."""
    behavior = data.draw(behaviors(game))
    profile = Profile.of(game, behavior)
    return [(player, behavior, counterfactual(game, profile, player)) for player in range(len(game.players))]


@given(st.data(), GAMES)
def test_values_of_sets_and_moves_follow_the_formula(data, game):
    for player, behavior, result in drawn(data, game):
        values = result.values
        for h, index in enumerate(own_sets(game, player)):
            reached = others_reach(game, behavior, player, index)
            moves = weighted_moves(game, behavior, player, index)
            assert values.reach[h] == reached
            assert values.weighted[h] == weighted_value(game, behavior, player, index)
            assert [values.weighted_moves[sequence] for sequence in values.sequences.moves(h)] == moves
            if reached:
                assert values.value(h) == weighted_value(game, behavior, player, index) / reached
                assert [values.move_value(h, move) for move in range(len(moves))] == [
                    weighted / reached for weighted in moves
                ]
            else:
                assert not values.weighted[h]
                for undefined in (partial(values.value, h), partial(values.move_value, h, 0)):
                    with pytest.raises(InputError, match=r"counterfactual value at .* do not reach"):
                        undefined()


@given(st.data(), GAMES)
def test_best_values_are_those_of_backward_induction(data, game):
    for player, behavior, result in drawn(data, game):
        best = by_backward_induction(game, behavior, player)
        for h, index in enumerate(own_sets(game, player)):
            assert result.best_values.reach[h] == result.values.reach[h]
            assert result.best_values.weighted[h] == weighted_value(game, best, player, index)
            assert result.best_values.weighted[h] >= result.values.weighted[h]


@given(st.data(), GAMES)
def test_a_counterfactual_best_response_plays_only_best_moves_at_sets_that_others_reach(data, game):
    for player, behavior, result in drawn(data, game):
        best = by_backward_induction(game, behavior, player)
        only_best = True
        for h, index in enumerate(own_sets(game, player)):
            moves = weighted_moves(game, best, player, index)
            played = [moves[move] for move, share in enumerate(behavior[player][h]) if share]
            if others_reach(game, behavior, player, index):
                only_best = only_best and set(played) == {max(moves)}
        assert result.is_counterfactual_best_response == only_best


@given(st.data(), GAMES)
def test_a_counterfactual_best_response_is_a_best_response(data, game):
    for player, behavior, result in drawn(data, game):
        most = naive_best_value(game, behavior, player)
        assert result.response.value == most
        assert result.is_best_response == (naive_payoffs(game, behavior)[player] == most)
        assert result.is_best_response or not result.is_counterfactual_best_response
        best = [
            [int(k == move) for k in range(len(distribution))]
            for move, distribution in zip(result.response.moves, behavior[player])
        ]
        pure = Profile.of(game, behavior).replaced(game, {player: best})
        assert naive_payoffs(game, pure.behavior)[player] == most
        assert counterfactual(game, pure, player).is_counterfactual_best_response


@given(st.data(), GAMES)
def test_the_best_response_value_is_the_sum_over_the_first_own_sets_and_the_leaves_without_own_moves(data, game):
    for player, behavior, result in drawn(data, game):
        sets = own_sets(game, player)
        first = [h for h, index in enumerate(sets) if not own_steps(game, player, index)]
        untouched = [leaf for leaf in leaves(game) if not any(index in sets for index, _ in steps(game, leaf))]
        paid = [reach(game, leaf, behavior, without=player) * payoff(game, leaf, player) for leaf in untouched]
        reached = [h for h in first if result.best_values.reach[h]]
        values = [result.best_values.reach[h] * result.best_values.value(h) for h in reached]
        assert sum(values) + sum(paid) == naive_best_value(game, behavior, player)


@given(st.data(), GAMES)
def test_the_regret_is_at_most_the_sum_of_the_counterfactual_regrets(data, game):
    for player, behavior, result in drawn(data, game):
        expected = []
        for index in own_sets(game, player):
            value = weighted_value(game, behavior, player, index)
            expected.append(
                max(mpq(0), *(weighted - value for weighted in weighted_moves(game, behavior, player, index)))
            )
        assert result.counterfactual_regrets.tolist() == expected
        regret = naive_best_value(game, behavior, player) - naive_payoffs(game, behavior)[player]
        assert result.payoff == naive_payoffs(game, behavior)[player]
        assert regret <= sum(expected)


def test_wrong_players_profiles_and_recall_are_refused():
    builder = GameBuilder(["Ann"])
    builder.move(builder.root, 0, ["out", "in"])
    game = builder.build(unpaid="zero")
    with pytest.raises(GameError, match=r"player 1, .*expected one of 1 player"):
        counterfactual(game, Profile.of(game, [[[1, 0]]]), 1)
    with pytest.raises(ProfileError, match="0 information sets of player 1, expected 1"):
        counterfactual(game, Profile(((),)), 0)
    builder = GameBuilder(["driver"])
    crossing = builder.information_set(0, ["exit", "on"])
    builder.decide(builder.decide(builder.root, crossing)[1], crossing)
    driver = builder.build(unpaid="zero")
    with pytest.raises(RecallError, match="absent-mindedness at information set 1 of player 1"):
        counterfactual(driver, Profile.of(driver, [[[1, 0]]]), 0)
