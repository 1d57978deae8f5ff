"""Profiles are read from arrays, plans, lines and mappings; other shapes are refused."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import Game, Profile, errors
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import of_plans, realization_plan
from lemke.generators import kuhn
from naive import behaviors
from strategies import games


def plans_of(game: Game, profile: Profile) -> list[np.ndarray]:
    sequences = require_perfect_recall(game, histories(game))
    return [
        realization_plan(player_sequences, strategy)
        for player_sequences, strategy in zip(sequences, profile.behavior, strict=True)
    ]


@given(st.data(), games())
def test_realization_plans_give_the_profile_at_all_sets_that_they_reach(data, game: Game) -> None:
    profile = Profile.of(game, data.draw(behaviors(game)))
    plans = plans_of(game, profile)
    for read_profile in (of_plans(game, plans), of_plans(game, plans, normalize=True)):
        for strategy, read_strategy, filled in zip(
            profile.behavior, read_profile.behavior, read_profile.filled, strict=True
        ):
            assert all(
                moves == read_moves or h in filled
                for h, (moves, read_moves) in enumerate(zip(strategy, read_strategy, strict=True))
            )
            assert all(len(set(read_strategy[h])) == 1 for h in filled)
        assert [plan.tolist() for plan in plans_of(game, read_profile)] == [plan.tolist() for plan in plans]
        assert lemke.verify(game, read_profile) == lemke.verify(game, profile)
    assert of_plans(game, plans, normalize=True).normalization.sets == 0


def test_plans_in_floats_are_normalized_and_the_change_is_recorded() -> None:
    game = kuhn(3)
    exact = plans_of(game, lemke.solve(game).profile)
    floats = [np.array([float(weight) for weight in plan]) for plan in exact]
    floats[1][1:] *= 1 + 2.0**-30
    with pytest.raises(errors.NumberError, match=r"player [12]: the sum at .* off by -?[1-9]"):
        of_plans(game, floats)
    profile = of_plans(game, floats, normalize=True)
    assert profile.normalization.sets >= 6
    assert abs(profile.normalization.largest) < mpq(1, 2**29)
    assert lemke.verify(game, profile).nash_conv < mpq(1, 2**50)
    floats[0][3] = -(2.0**-40)
    with pytest.raises(errors.NumberError, match="below 0"):
        of_plans(game, floats, normalize=True)


@pytest.mark.parametrize(
    ("stated", "error", "message"),
    [
        ([[1, 0], [1, 0], [1, 0]], errors.ProfileError, "3 players, expected 2"),
        ([[1, 0], [1, 0]], errors.ProfileError, "2 probabilities in the realization plan of player 1, expected 13"),
        ([["1"] * 13, [1] * 13], errors.NumberError, 'the sum at information set 1 "1" of player 1 is off by 1'),
        ([[-1] * 13, [1] * 13], errors.NumberError, "plan of player 1: .*-1, expected"),
    ],
)
def test_plans_of_another_game_are_refused(stated, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        of_plans(kuhn(3), stated)


@pytest.mark.parametrize(
    ("plan", "sets", "largest", "filled"),
    [
        ([2, 1, 1, 0.5, 0.5], 1, 1, set()),
        ([1, 0.5, 0.5, 0, 0], 1, mpq(-1, 2), {1}),
        ([1, 0, 1, 0.5, 0.5], 1, 1, set()),
        ([1, 0.5, 0.5, 0.25, 0.25], 0, 0, set()),
        ([1, 0, 1, 0, 0], 0, 0, {1}),
    ],
)
def test_normalization_records_the_sums_that_a_plan_misses(plan, sets: int, largest: mpq, filled: set[int]) -> None:
    builder = lemke.GameBuilder(["Ann"])
    left, _ = builder.move(builder.root, 0, ["L", "R"])
    builder.move(left, 0, ["u", "d"])
    profile = of_plans(builder.build(unpaid="zero"), [plan], normalize=True)
    assert (profile.normalization.sets, profile.normalization.largest) == (sets, largest)
    assert profile.filled == (filled,)
