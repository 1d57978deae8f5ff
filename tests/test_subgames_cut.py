"""Subgames as games: their payoffs and values agree with reach and counterfactual values of the whole game."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, NumberError, ProfileError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.best_response import counterfactual
from lemke.game.recall import histories, player_sequences, violations
from lemke.game.strategy import realization_plan
from lemke.game.subgames import minimal_subgames, proper_subgames, smallest_subgame, subgame
from naive import Behavior, behaviors, leaves, naive_best_value, naive_payoffs, own_sets, payoff, reach, steps
from strategies import games

PERFECT = st.one_of(games(max_depth=3), games(players=3, max_depth=3), games(players=1, max_depth=3))


def below(game: Game, root: int) -> list[int]:
    way = steps(game, root)
    inside = [node for node in range(game.size) if steps(game, node)[: len(way)] == way]
    return [node for node in inside if root in ancestors(game, node)]


def ancestors(game: Game, node: int) -> list[int]:
    path = [node]
    while game.parent[path[-1]] >= 0:
        path.append(int(game.parent[path[-1]]))
    return path


def forests(game: Game) -> list[list[int]]:
    """The roots of both kinds of subgames."""
    minimal = [subgame.roots.tolist() for subgame in minimal_subgames(game)]
    return [*([root] for root in proper_subgames(game).tolist()), *minimal]


def inside(game: Game, cut: Game, behavior: tuple[Behavior, ...]) -> tuple[Behavior, ...]:
    """The part of a profile in a subgame: information sets keep their players and numbers."""
    strategies = []
    for player, strategy in enumerate(behavior):
        by_number = {
            game.information_sets[index].number: moves
            for index, moves in zip(own_sets(game, player), strategy, strict=True)
        }
        strategies.append([by_number[cut.information_sets[index].number] for index in own_sets(cut, player)])
    return tuple(strategies)


@given(st.data())
def test_payoffs_are_the_expectations_over_the_roots(data: st.DataObject) -> None:
    """With a profile's probabilities: Σ π(z) u(z) over the leaves inside, divided by Σ π(root)."""
    game = data.draw(st.one_of(PERFECT, games(perfect_recall=False, max_depth=3)))
    behavior = data.draw(behaviors(game))
    roots = data.draw(st.sampled_from(forests(game) or [[0]]))
    reached = sum((reach(game, root, behavior) for root in roots), mpq(0))
    assume(reached)
    cut = subgame(game, roots, lemke.Profile.of(game, behavior))
    ends = [node for root in roots for node in below(game, root) if node in set(leaves(game))]
    expected = tuple(
        sum((reach(game, leaf, behavior) * payoff(game, leaf, player) for leaf in ends), mpq(0)) / reached
        for player in range(len(game.players))
    )
    assert naive_payoffs(cut, inside(game, cut, behavior)) == expected
    assert cut.size == sum(len(below(game, root)) for root in roots) + (len(roots) > 1)


@given(st.data())
def test_best_values_are_the_counterfactual_ones_of_the_whole_game(data: st.DataObject) -> None:
    """Σ π_i(σ_I) π_{−i}(I) CBV_i(I) over a player's first sets inside, and π(z) u_i(z) at leaves before any."""
    game = data.draw(PERFECT)
    behavior = data.draw(behaviors(game))
    profile = lemke.Profile.of(game, behavior)
    roots = data.draw(st.sampled_from(forests(game) or [[0]]))
    reached = sum((reach(game, root, behavior) for root in roots), mpq(0))
    assume(reached)
    cut = subgame(game, roots, profile)
    assert not any(violations(cut, histories(cut)))
    nodes = {node: root for root in roots for node in below(game, root)}
    for player in range(len(game.players)):
        sequences = player_sequences(game, player)
        plan = realization_plan(sequences, profile.behavior[player])
        best = counterfactual(game, profile, player).best_values.weighted
        total, firsts = mpq(0), set()
        for node, root in nodes.items():
            between = ancestors(game, node)[: ancestors(game, node).index(root) + 1]
            moves = [above for above in between if game.player[above] == player]
            if moves and moves == [node]:
                firsts.add(int(game.information_set[node]))
            if not moves and node in leaves(game):
                total += reach(game, node, behavior) * payoff(game, node, player)
        for index in firsts:
            h = sequences.sets.index(index)
            total += plan[sequences.parent[h]] * best[h]
        assert naive_best_value(cut, inside(game, cut, behavior), player) == total / reached


def pennies(hidden: bool = True) -> Game:
    builder = GameBuilder(title="pennies", comment="A coin.")
    builder.pay(builder.root, 10, 20)
    guess = builder.information_set(1, ["h", "t"], number=7)
    for node, sign in zip(builder.move(builder.root, 0, ["H", "T"]), (1, -1), strict=True):
        match, mismatch = builder.decide(node, guess) if hidden else builder.move(node, 1, ["h", "t"])
        builder.pay(match, sign, -sign)
        builder.pay(mismatch, -sign, sign)
    return builder.build()


def test_without_given_probabilities_roots_have_those_of_chance() -> None:
    builder = GameBuilder()
    deal = builder.chance(builder.root, {"a": "1/6", "b": "1/3", "c": "1/2"})
    hidden = builder.information_set(0, ["l", "r"])
    for node in deal[:2]:
        builder.decide(node, hidden)
    game = builder.build(unpaid="zero")
    assert subgame(game, [1, 2]).information_sets[0].probabilities == (mpq(1, 3), mpq(2, 3))
    assert subgame(game, [3]).size == 1  # a single leaf needs no move of chance
    assert subgame(game, np.int64(3)).size == 1
    assert subgame(game, smallest_subgame(game, [1])).size == game.size


@pytest.mark.parametrize(
    ("roots", "probabilities", "error", "words"),
    [
        ([1], None, GameError, "information set 7 of player 2 is cut.*roots @1 @2"),
        ([1, 2], ["1/2", "1/3"], NumberError, "5/6"),
        ([1, 2], [1], NumberError, "1 probabilities, expected 2"),
        ([1, 2], ["3/2", "-1/2"], NumberError, "-1/2"),
        ([0, 1], None, InputError, "@1 below the root @0"),
        ([], None, InputError, "one or more"),
        (0, ["1/2"], NumberError, "1/2"),
    ],
)
def test_bad_roots_and_probabilities_are_refused(
    roots: object, probabilities: object, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        subgame(pennies(), roots, probabilities)  # type: ignore[arg-type]


def test_roots_that_are_never_reached_need_probabilities() -> None:
    builder = GameBuilder()
    never, _ = builder.chance(builder.root, {"never": 0, "always": 1})
    hidden = builder.information_set(1, ["h", "t"])
    for node in builder.move(never, 0, ["H", "T"]):
        builder.decide(node, hidden)
    game = builder.build(unpaid="zero")
    roots = smallest_subgame(game, [3]).roots
    with pytest.raises(NumberError, match="chance never reaches"):
        subgame(game, roots)
    half = lemke.Profile.of(game, [[["1/2", "1/2"]], [["1/2", "1/2"]]])
    with pytest.raises(NumberError, match="the profile never reaches"):
        subgame(game, roots, half)
    assert subgame(game, roots, ["1/4", "3/4"]).information_sets[0].probabilities == (mpq(1, 4), mpq(3, 4))
    with pytest.raises(ProfileError):
        subgame(game, roots, lemke.solve(pennies(hidden=False)).profile)


def test_the_draw_of_a_root_has_another_number_than_the_draws_of_the_game() -> None:
    builder = GameBuilder()
    hidden = builder.information_set(1, ["h", "t"])
    for node in builder.move(builder.root, 0, ["H", "T"]):
        builder.decide(builder.chance(node, {"a": "1/2", "b": "1/2"})[0], hidden)
    cut = subgame(builder.build(unpaid="zero"), [1, 2], ["1/2", "1/2"])
    numbers = [information_set.number for information_set in cut.information_sets if information_set.player == CHANCE]
    assert sorted(numbers) == [1, 2, 3]
