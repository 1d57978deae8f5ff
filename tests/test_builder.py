"""The builder of games and the constructors, with wrong arguments too: an error of ours, and no other exception."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lemke
from lemke.errors import GameError, LemkeError, type_name
from lemke.game import CHANCE

# Python prints no int of more than 4300 digits
WRONG = [None, 3, "x", True, 1.5, -(10**5000), [None], {"x": 1}, np.array([1, 2]), object]
GAME = lemke.example("matching_pennies")
PROFILE = lemke.solve(GAME).profile


def refuses_or_answers(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Call a function; anything but an answer and an error of ours, in one line, fails."""
    try:
        function(*arguments)
    except LemkeError as error:
        assert str(error) and "\n" not in str(error)


@pytest.mark.parametrize("wrong", WRONG, ids=type_name)
def test_other_makers_end_in_errors_of_ours(wrong: object) -> None:
    matrices = [[1, 2], [3, 4]]
    for maker, arguments in (
        (lemke.Profile.of, (GAME, PROFILE.behavior)),
        (lemke.NormalForm.of, (matrices, matrices)),
        (lemke.LCP.of, ([[1]], [1], [1])),
        (lemke.LP.of, ([[1]], [1], [1], [">="], [0])),
        (lemke.ParametricGame.of, (GAME, "t", None, None)),
    ):
        maker(*arguments)
        for k in range(len(arguments)):
            refuses_or_answers(maker, (*arguments[:k], wrong, *arguments[k + 1 :]))


def test_chance_takes_pairs_as_well_as_a_mapping() -> None:
    games = []
    pairs = [("a", "1/3"), ("b", "2/3")]
    for probabilities in (dict(pairs), pairs, iter(pairs)):
        builder = lemke.GameBuilder()
        builder.chance(builder.root, probabilities)
        games.append(builder.build("zero"))
    assert games[0] == games[1] == games[2]


def test_a_player_may_be_a_label() -> None:
    builder = lemke.GameBuilder(["Nora", "Ben", "Ben"])
    builder.move(builder.root, "Nora", ["l", "r"])
    assert builder.sets[0].player == 0
    with pytest.raises(GameError, match="'Tom'"):
        builder.information_set("Tom", ["l", "r"])
    with pytest.raises(GameError, match="'Ben' of 2 players"):
        builder.information_set("Ben", ["l", "r"])


def test_a_missing_payoff_is_refused_unless_build_says_zero() -> None:
    builder = lemke.GameBuilder()
    left, right = builder.move(builder.root, 0, ["l", "r"])
    builder.pay(left, 1, -1)
    with pytest.raises(GameError, match=r"'r' has no payoffs, .*build\(unpaid"):
        builder.build()
    assert lemke.solve(builder.build(unpaid="zero")).payoffs == (1, -1)
    builder.pay(right, 0, 0)
    assert builder.build().size == 3


def test_a_payoff_before_the_leaves_counts() -> None:
    builder = lemke.GameBuilder()
    builder.pay(builder.root, 2, 3)
    builder.move(builder.root, 0, ["l", "r"])
    assert lemke.solve(builder.build()).payoffs == (2, 3)


def test_in_files_a_missing_outcome_stays_zero() -> None:
    game = lemke.loads('EFG 2 R "" { "1" "2" } p "" 1 1 "" { "l" "r" } 0 t "" 0 t "" 1 "" { -1, 1 }')
    assert lemke.solve(game).payoffs == (0, 0)
    assert lemke.loads(lemke.dumps(game)).size == 3
    assert CHANCE not in game.player.tolist()
