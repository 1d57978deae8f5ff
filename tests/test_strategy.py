"""Realization plans from behavior strategies and back; checks of profiles; the centroid and random strategies."""

import random
from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import LemkeError, NumberError, ProfileError
from lemke.game import Game, GameBuilder
from lemke.game.recall import Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, behavior, random_behavior, realization_plan
from naive import behaviors, leaves, own_sets, steps
from strategies import games


def sequences_of(game: Game) -> tuple[Sequences, ...]:
    return require_perfect_recall(game, histories(game))


def two_stages() -> Game:
    """Player 1 moves out or in, and after in again; player 2 sees nothing of it."""
    builder = GameBuilder()
    blind = builder.information_set(1, ["l", "r"], label="blind", number=4)
    first, second = builder.move(builder.root, 0, ["out", "in"], label="door")
    builder.decide(first, blind)
    for node in builder.move(second, 0, ["a", "b", "c"]):
        builder.decide(node, blind)
    return builder.build(unpaid="zero")


GOOD = (((mpq(1, 4), mpq(3, 4)), (mpq(0), mpq(1, 3), mpq(2, 3))), ((mpq(1), mpq(0)),))


@given(st.data(), games(max_depth=3))
def test_a_plan_holds_the_products_of_own_probabilities_along_every_path(data, game):
    profile = data.draw(behaviors(game))
    behind = histories(game)
    for player, sequences in enumerate(sequences_of(game)):
        plan = realization_plan(sequences, profile[player])
        position = {index: h for h, index in enumerate(own_sets(game, player))}
        for leaf in leaves(game):
            path = [profile[player][position[index]][move] for index, move in steps(game, leaf) if index in position]
            assert plan[behind.last_move[player][leaf]] == prod(path, start=mpq(1))


@given(st.data(), games(max_depth=3))
def test_behavior_and_plan_go_there_and_back_where_the_plan_reaches(data, game):
    profile = data.draw(behaviors(game))
    for player, sequences in enumerate(sequences_of(game)):
        plan = realization_plan(sequences, profile[player])
        back = behavior(sequences, plan)
        for h, (recovered, given_as) in enumerate(zip(back, profile[player], strict=True)):
            assert recovered == (given_as if plan[sequences.parent[h]] else None)
        for choice in (0, -1):  # what is left open does not change the plan
            moves = [1] + [0] * 9
            closed = [
                recovered or tuple(mpq(move) for move in (moves[:size] if choice == 0 else moves[:size][::-1]))
                for recovered, size in zip(
                    back, (len(sequences.moves(h)) for h in range(len(sequences.sets))), strict=True
                )
            ]
            assert realization_plan(sequences, tuple(closed)).tolist() == plan.tolist()


REFUSED = {
    "one player": ([GOOD[0]], ProfileError, "1 player, expected 2"),
    "set too many": ([GOOD[0], GOOD[1] * 2], ProfileError, "2 information sets of player 2, expected 1"),
    "move missing": (
        [GOOD[0], [[1]]],
        ProfileError,
        'information set 4 "blind" of player 2: 1 probability, expected 2',
    ),
    "negative": (
        [GOOD[0], [["3/2", "-1/2"]]],
        NumberError,
        'information set 4 "blind" of player 2: the probability -1/2, expected none below 0',
    ),
    "a hair above one": (
        [GOOD[0], [["1/2", "0.500001"]]],
        NumberError,
        'information set 4 "blind" of player 2: probabilities that sum to 1000001/1000000, expected exactly 1',
    ),
    "all zero off the path": (
        [[[1, 0], [0, 0, 0]], GOOD[1]],
        NumberError,
        "information set 2 of player 1: probabilities that sum to 0, expected exactly 1",
    ),
    "float": (
        [GOOD[0], [[0.5, 0.5]]],
        NumberError,
        'the float 0.5, expected an exact number: text as in "1/10" or "0.1", or a Fraction',
    ),
}


@pytest.mark.parametrize("mistake", REFUSED)
def test_profiles_that_do_not_fit_are_refused_naming_the_set(mistake):
    given_as, kind, message = REFUSED[mistake]
    with pytest.raises(LemkeError) as error:
        Profile.of(two_stages(), given_as)
    assert type(error.value) is kind
    assert message in error.value.message


@given(games(), st.integers(0, 2**64))
def test_random_behavior_is_drawn_as_promised(game, seed):
    """`random.Random(seed)`, integers from 1 to 10⁶ per move in breadth-first order, normalised: an interface."""
    for player, sequences in enumerate(sequences_of(game)):
        source = random.Random(seed)
        for index, moves in zip(own_sets(game, player), random_behavior(sequences, random.Random(seed)), strict=True):
            weights = [source.randint(1, 10**6) for _ in game.information_sets[index].actions]
            assert moves == tuple(mpq(weight, sum(weights)) for weight in weights)
            assert all(probability > 0 for probability in moves)
