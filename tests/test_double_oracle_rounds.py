"""The double oracle from chosen sequences, and its rounds as the result keeps them."""

from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import GrowthRound
from lemke.errors import LemkeError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.generators import kuhn_state
from lemke.solvers.double_oracle import MatrixOracle, double_oracle
from methods import solved_by
from naive import behaviors
from strategies import games, opposed

PENNIES = NormalForm.zero_sum([[1, -1], [-1, 1]], strategies=(("heads", "tails"), ("Heads", "Tails")))


def lecture() -> Game:
    return lemke.example("double_oracle_lecture")


def rounds_of(problem: Game | NormalForm, **options: Any) -> tuple[GrowthRound, ...]:
    solved = lemke.solve(problem, method="double-oracle", rounds=True, **options)
    growth = solved.how.growth
    assert growth.iterations == len(growth.rounds)
    assert growth.sizes == growth.rounds[-1].sizes
    rounds: tuple[GrowthRound, ...] = growth.rounds
    return rounds


# ---------------------------------------------------------------------- the lecture


def test_the_lecture_s_example_has_its_printed_rounds() -> None:
    """O. Kubíček (2023): from AC and gi with value -1, by BE and hk, to -2 at a leaf; on a tree of our own."""
    first, second, third = rounds_of(lecture(), start=(["A C"], ["g i"]))
    assert first == GrowthRound(1, (("A", "A C"), ("g", "g i")), (3, 3), (-1, 1), (2, 3), (-3, 2), mpq(5))
    assert second == GrowthRound(2, (("B", "B E"), ("h", "h k")), (5, 5), (-2, 2), (1, 2), (-2, 1), mpq(3))
    half = mpq(1, 2)
    assert third == GrowthRound(3, (("B F",), ("h n",)), (6, 6), (-half, half), (-half, half), (-half, -half), mpq(0))
    assert solved_by(lecture(), "lp").payoffs[0] == -half


@pytest.mark.parametrize(
    "start",
    [
        (["A C"], ["g i"]),
        [["A", "A C"], ["g i", "g"]],
        ([("l2", "C")], [("i2", "i")]),
        ([(2, "C")], [("i2", "#1")]),
        Profile.of(lecture(), [[[1, 0], [1, 0], [1, 0]], [[1, 0], [1, 0], [0, 1], [0, 1]]]),
    ],
    ids=["names", "all prefixes", "labels and actions", "numbers and places", "support"],
)
def test_a_start_may_be_stated_in_several_ways(start: object) -> None:
    first = rounds_of(lecture(), start=start)[0]
    assert first.added == (("A", "A C"), ("g", "g i"))


# ---------------------------------------------------------------------- any game, any start


@st.composite
def started(draw: st.DrawFn) -> tuple[Game, Profile]:
    game = draw(games())
    return game, Profile.of(game, draw(behaviors(game)))


@given(started(), st.booleans(), st.sampled_from(["both", "larger"]))
def test_the_end_does_not_depend_on_the_start(drawn: tuple[Game, Profile], zero_sum: bool, expand: str) -> None:
    game, start = drawn
    if zero_sum:
        game = opposed(game)
    rounds = rounds_of(game, start=start, expand=expand)
    assert rounds[-1].gap == 0
    sequences = lemke.sequence_form(game).sequences
    names, shorter = [side.names() for side in sequences], [side.shorter for side in sequences]
    seen: tuple[set[str], set[str]] = ({"∅"}, {"∅"})
    for number, growth_round in enumerate(rounds, 1):
        assert growth_round.number == number
        for player in (0, 1):
            new = growth_round.added[player]
            assert not seen[player] & {*new} and len({*new}) == len(new)
            seen[player].update(new)
            assert len(seen[player]) == growth_round.sizes[player]
            assert seen[player] <= {*names[player]}
            assert {names[player][shorter[player][names[player].index(name)]] for name in new} <= seen[player]
    if zero_sum:
        value = solved_by(game, "lp").payoffs[0]
        assert rounds[-1].interval == (value, value)


@given(games())
def test_a_restricted_game_with_the_support_of_an_equilibrium_has_the_value(game: Game) -> None:
    """Both can play their optimal plans there, and no temporary leaf is left, since they reach no set without moves."""
    zero_sum = opposed(game)
    equilibrium = solved_by(zero_sum, "lp")
    first = rounds_of(zero_sum, start=equilibrium.profile)[0]
    for player, plan in enumerate(equilibrium.plans):
        names = lemke.sequence_form(zero_sum).sequence_names(player)
        assert {*first.added[player]} <= {names[k] for k, share in enumerate(plan) if share}
    assert first.restricted_payoffs == equilibrium.payoffs


# ---------------------------------------------------------------------- matrices, states, oracles


@pytest.mark.parametrize("start", [(["tails"], ["Heads"]), ([1], [0]), Profile.mixed([[0, 1], [1, 0]])])
def test_matrices_start_from_strategies(start: object) -> None:
    rounds = rounds_of(PENNIES, start=start)
    assert rounds[0].added == (("tails",), ("Heads",))
    assert rounds[0].sizes == (1, 1)
    assert rounds[0].restricted_payoffs == (-1, 1)
    assert rounds[-1].interval == (0, 0)


def test_trees_states_and_oracles_name_their_moves() -> None:
    assert double_oracle(lecture(), start=(["A C"], ["g i"])).rounds[0].added == (((0, 0), (2, 0)), ((1, 0), (4, 0)))
    assert double_oracle(MatrixOracle(PENNIES), start=([1], [])).rounds[0].added == ((1,), (1,))
    result = double_oracle(kuhn_state(3), start=([("1", "bet"), ("1", "bet"), ("never heard of", "bet")], []))
    assert result.rounds[0].added == ((("1", "bet"),), ())
    assert result.rounds[-1].interval == (mpq(-1, 18), mpq(-1, 18))


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("problem", "start", "message"),
    [
        (lecture(), (["A X"], []), "the sequence 'A X' of player 1 to start from"),
        (lecture(), ([("l2", "X")], []), "the action 'X' of player 1 at 'l2' to start from, expected one of 'C, D'"),
        (lecture(), ([("i2", "i")], []), "the information set 'i2' of player 1"),
        (lecture(), "A C; g i", "the start .*, expected two lists"),
        (lecture(), Profile.mixed([[0, 1], [1, 0]]), "information set"),
        (PENNIES, (["heads", "edge"], []), "the strategy 'edge' of player 1 to start from"),
        (kuhn_state(3), ([("1:", "b", "x")], []), "expected a pair"),
        (kuhn_state(3), ([("1", "jump")], []), "the action 'jump' of player 1 at '1' to start from, expected one of"),
    ],
)
def test_a_start_that_the_game_does_not_have_is_refused(problem: Any, start: object, message: str) -> None:
    with pytest.raises(LemkeError, match=message):
        double_oracle(problem, start=start)
