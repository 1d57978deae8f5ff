"""Trees of objects with the methods of OpenSpiel's states, without OpenSpiel."""

from dataclasses import dataclass, replace

import pytest
from gmpy2 import mpq

from lemke.errors import GameError, NumberError
from lemke.game import CHANCE
from lemke.ground.rational import binary
from lemke.interop.openspiel.rationals import snapped
from lemke.interop.openspiel.walk import ChanceNodes, StateWalk


@dataclass(frozen=True)
class Draw:
    """Chance draws a card, player 1 names a number, player 2 sees the number and names one."""

    past: tuple[int, ...] = ()
    chance: tuple[float, ...] = (1 / 3, 2 / 3)
    answers: tuple[int, ...] = (4, 7)
    payoffs: tuple[float, ...] = (1.0, -1.0)
    last: int = 1

    def current_player(self) -> int:
        return (-1, 0, self.last, -4)[len(self.past)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.chance, 10))

    def legal_actions(self) -> list[int]:
        return [5, 3] if len(self.past) == 1 else list(self.answers)

    def information_state_string(self, player: int) -> str:
        return str(self.past[-1])

    def action_to_string(self, player: int, action: int) -> str:
        return f"{'card' if player == CHANCE else 'say'} {action}"

    def child(self, action: int) -> "Draw":
        return replace(self, past=(*self.past, action))

    def returns(self) -> list[float]:
        return [self.past[2] * payoff for payoff in self.payoffs]

    def history(self) -> list[int]:
        return list(self.past)


def test_the_tree_has_the_sets_actions_and_payoffs_of_the_states() -> None:
    walk = StateWalk(Draw(), binary)
    game = walk.game()
    assert [(information_set.name, information_set.actions) for information_set in game.information_sets] == [
        ("information set 1 of chance", ("card 10", "card 11")),
        ('information set 1 "10" of player 1', ("say 5", "say 3")),
        ('information set 2 "11" of player 1', ("say 5", "say 3")),
        ('information set 1 "5" of player 2', ("say 4", "say 7")),
        ('information set 2 "3" of player 2', ("say 4", "say 7")),
    ]
    assert game.information_sets[0].probabilities == (mpq(1, 3), mpq(2, 3))
    assert walk.action_ids(game) == ((10, 11), (5, 3), (5, 3), (4, 7), (4, 7))
    assert [outcome.payoffs for outcome in game.outcomes] == [(4, -4), (7, -7)]
    assert game.size == 1 + 2 + 4 + 8
    assert walk.floats == {4.0, -4.0, 7.0, -7.0}
    third = mpq(1, 3) - binary(1 / 3)
    assert (walk.chance_nodes(hit=True), walk.chance_nodes(hit=False)) == (
        ChanceNodes(1, 3, 2 * third),
        ChanceNodes(),
    )


def test_a_shift_of_rounded_probabilities_is_recorded() -> None:
    walk = StateWalk(Draw(chance=(0.1 + 0.2, 0.7)), binary)
    assert walk.game().information_sets[0].probabilities == (mpq(3, 10), mpq(7, 10))
    assert walk.chance_nodes(hit=True) == ChanceNodes()
    assert walk.chance_nodes(hit=False) == ChanceNodes(1, 10, binary(0.1 + 0.2) - mpq(3, 10))


def test_a_chance_move_that_no_rationals_explain_is_refused_with_its_place() -> None:
    @dataclass(frozen=True)
    class Twice(Draw):
        def current_player(self) -> int:
            return (-1, 0, -1, -4)[len(self.past)]

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(0, 0.5), (1, 0.5)] if not self.past else [(0, 0.25), (1, 0.74)]

    with pytest.raises(NumberError) as caught:
        StateWalk(Twice(), binary)
    assert "after the actions 0, 5: " in str(caught.value) and "0.25, 0.74, expected" in str(caught.value)
    with pytest.raises(NumberError, match=r"first state: .*0\.5, 0\.4, expected"):
        StateWalk(Draw(chance=(0.5, 0.4)), binary)


def test_chance_nodes_whose_actions_differ_in_their_numbers_only_are_in_two_sets() -> None:
    @dataclass(frozen=True)
    class Alike(Draw):
        def current_player(self) -> int:
            return (0, -1, -4)[len(self.past)]

        def legal_actions(self) -> list[int]:
            return [5, 3]

        def information_state_string(self, player: int) -> str:
            return "first"

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(10 * self.past[0], 0.5), (10 * self.past[0] + 1, 0.5)]

        def action_to_string(self, player: int, action: int) -> str:
            return str(action) if player != CHANCE else f"card {action % 10}"

        def returns(self) -> list[float]:
            return [self.past[1] * payoff for payoff in self.payoffs]

    walk = StateWalk(Alike(), binary)
    game = walk.game()
    assert walk.action_ids(game) == ((5, 3), (50, 51), (30, 31))
    assert game.leaf_payoffs(0).tolist() == [50, 51, 30, 31]


def test_other_actions_at_the_same_information_state_are_refused() -> None:
    @dataclass(frozen=True)
    class Forgetful(Draw):
        def legal_actions(self) -> list[int]:
            return [5, 3] if len(self.past) == 1 else [*self.answers, *range(self.past[0] - 10)]

    with pytest.raises(GameError) as caught:
        StateWalk(Forgetful(), binary)
    assert '4, 7, 0 at information set 1 "5" of player 2, expected 4, 7' in str(caught.value)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (-2, "simultaneous"),
        (-5, "mean-field"),
        (-3, "no player"),
    ],
)
def test_nodes_where_no_single_player_moves_are_refused(last: int, words: str) -> None:
    with pytest.raises(GameError) as caught:
        StateWalk(Draw(last=last), binary)
    assert words in str(caught.value) and "after the actions 10, 5, expected" in str(caught.value)


@pytest.mark.parametrize("payoff", [binary, snapped])
def test_payoffs_that_are_no_numbers_are_refused(payoff) -> None:
    with pytest.raises(NumberError, match=r"after the actions 10, 5, 4: .*nan, expected"):
        StateWalk(Draw(payoffs=(float("nan"), 0.0)), payoff)
