"""Games as states: they have the tree and the sequence form of the same game given as a tree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import sequence_form
from lemke.certificate import ProvedPlans
from lemke.errors import (
    GameError,
    InputError,
    LemkeError,
    LimitError,
    NumberError,
    ProfileError,
    RecallError,
    type_name,
)
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.game.recall import histories, violations
from lemke.game.strategy import Profile
from lemke.generators import kuhn, kuhn_state, leduc
from states import TreeState, agree
from strategies import games


@given(games())
def test_the_form_of_a_state_is_that_of_the_tree(game: Game) -> None:
    agree(sequence_form(TreeState(game)), sequence_form(game))


@given(games(perfect_recall=False, players=3))
def test_the_expanded_state_is_the_tree(game: Game) -> None:
    expanded = expand(TreeState(game), game.title, game.players, game.comment)
    assert lemke.sha256(expanded) == lemke.sha256(game)
    for left, right in ((expanded, game), (game, expanded)):
        assert left.parent.tolist() == right.parent.tolist()
        assert left.player.tolist() == right.player.tolist()
    assert expanded.players == game.players
    for player in range(3):
        sets = [[tree.information_sets[index] for index in tree.sets_of(player)] for tree in (expanded, game)]
        assert [(information_set.label, information_set.actions) for information_set in sets[0]] == [
            (information_set.label, information_set.actions) for information_set in sets[1]
        ]
        assert [information_set.number for information_set in sets[0]] == list(range(1, len(sets[0]) + 1))


@given(games())
def test_a_form_has_the_names_of_the_expanded_tree(game: Game) -> None:
    state = TreeState(game)
    direct, through_tree = sequence_form(state), sequence_form(expand(state))
    agree(direct, through_tree)
    assert [direct.sequence_names(i) for i in (0, 1)] == [through_tree.sequence_names(i) for i in (0, 1)]


@given(games(perfect_recall=False))
def test_a_state_without_perfect_recall_is_refused_as_its_tree_is(game: Game) -> None:
    forgetful = [player for player, violation in enumerate(violations(game, histories(game))) if violation]
    if not forgetful:
        agree(sequence_form(TreeState(game)), sequence_form(game))
        return
    with pytest.raises(RecallError, match="imperfect recall at information set") as error:
        sequence_form(TreeState(game))
    assert any(f"of player {player + 1} " in error.value.message for player in forgetful)


@given(games(), st.sampled_from(["centroid", "random"]), st.integers(0, 9))
def test_a_state_is_solved_as_its_tree_is(game: Game, prior: str, seed: int) -> None:
    proved = lemke.solve(lemke.sequence_form(TreeState(game)), kernel="exact", prior=prior, seed=seed)
    equilibrium = lemke.solve(game, kernel="exact", prior=prior, seed=seed)
    assert type(proved) is ProvedPlans
    assert [plan.tolist() for plan in proved.plans] == [plan.tolist() for plan in equilibrium.plans]
    assert proved.payoffs == equilibrium.payoffs


def test_a_profile_may_be_the_prior_for_a_state() -> None:
    profile = lemke.solve(kuhn(3)).profile
    assert lemke.solve(lemke.sequence_form(kuhn_state(3)), prior=profile).payoffs == (mpq(-1, 18), mpq(1, 18))
    with pytest.raises(ProfileError, match="6 information sets of player 1, expected 8"):
        lemke.solve(lemke.sequence_form(kuhn_state(4)), prior=profile)
    with pytest.raises(NumberError, match='information set 1 "1" of player 1: probabilities that sum to 2'):
        wrong = Profile((((1, 1), *profile.behavior[0][1:]), profile.behavior[1]), profile.filled)
        lemke.solve(lemke.sequence_form(kuhn_state(3)), prior=wrong)


@dataclass(frozen=True)
class OnePlayer:
    """A game in which one player moves again and again; its subclasses change one method."""

    length: int = 2
    done: tuple[object, ...] = ()

    def is_terminal(self) -> bool:
        return len(self.done) == self.length

    def player(self) -> int:
        return 0

    def information_state(self) -> object:
        return self.done

    def actions(self) -> list[str]:
        return ["a", "b"]

    def chance(self) -> list[tuple[str, object]]:
        return [("a", "1/2"), ("b", "1/2")]

    def child(self, action: str, /) -> "OnePlayer":
        return type(self)(self.length, (*self.done, action))

    def payoffs(self) -> tuple[object, ...]:
        return (1, 2)


class Forgetful(OnePlayer):
    def information_state(self) -> object:
        return len(self.done)


class AbsentMinded(OnePlayer):
    def information_state(self) -> object:
        return "lost"


class ThirdPlayer(OnePlayer):
    def player(self) -> int:
        return 2


class TextPlayer(OnePlayer):
    def player(self) -> Any:
        return "0"


class ListState(OnePlayer):
    def information_state(self) -> Any:
        return list(self.done)


class ArrayActions(OnePlayer):
    def actions(self) -> Any:
        return np.arange(2)


class NoPairs(OnePlayer):
    def player(self) -> int:
        return CHANCE

    def chance(self) -> Any:
        return {"left": "1/2", "right": "1/2"}


class OneNumber(OnePlayer):
    def payoffs(self) -> Any:
        return 1


class OtherActions(OnePlayer):
    def player(self) -> int:
        return CHANCE if not self.done else 0

    def information_state(self) -> object:
        return "blind"

    def actions(self) -> list[str]:
        return ["l", "r"] if self.done == ("a",) else ["l", "m"]


class NoActions(OnePlayer):
    def actions(self) -> list[str]:
        return []


class Chance(OnePlayer):
    def player(self) -> int:
        return CHANCE


class Lopsided(Chance):
    def chance(self) -> list[tuple[str, object]]:
        return [("a", "1/2"), ("b", "1/3")]


class Negative(Chance):
    def chance(self) -> list[tuple[str, object]]:
        return [("a", "3/2"), ("b", "-1/2")]


class FloatProbability(Chance):
    def chance(self) -> list[tuple[str, object]]:
        return [("a", 0.5), ("b", 0.5)]


class FloatPayoff(OnePlayer):
    def payoffs(self) -> tuple[object, ...]:
        return (1, 0.5)


class OnePayoff(OnePlayer):
    def payoffs(self) -> tuple[object, ...]:
        return (1,)


REFUSED = [
    (ThirdPlayer, GameError, "player 2"),
    (TextPlayer, GameError, "'0'"),
    (ListState, GameError, "an information state of type list, expected a hashable value"),
    (NoPairs, InputError, "'left'\" among the moves of chance, expected pairs of an action and its probability"),
    (OneNumber, InputError, "payoffs of type int, expected numbers, one per player"),
    (OtherActions, GameError, 'information set 1 "blind" of player 1, expected l, '),
    (NoActions, GameError, "no actions at the information state '()'"),
    (Lopsided, NumberError, "probabilities that sum to 5/6, expected"),
    (Negative, NumberError, "the probability -1/2, expected"),
    (FloatProbability, NumberError, "the float 0.5, expected"),
    (FloatPayoff, NumberError, "the float 0.5, expected"),
    (OnePayoff, GameError, "1 payoff, expected 2"),
]


def test_actions_may_be_an_array() -> None:
    assert expand(ArrayActions()).information_sets[0].actions == ("0", "1")
    assert sequence_form(ArrayActions()).sequences[0].information_sets[0].actions == ("0", "1")


@pytest.mark.parametrize("make", [sequence_form, expand])
@pytest.mark.parametrize(("state", "kind", "message"), REFUSED, ids=lambda value: getattr(value, "__name__", ""))
def test_states_that_make_no_game_are_refused(
    state: type[OnePlayer], kind: type[LemkeError], message: str, make: Callable[[State], object]
) -> None:
    with pytest.raises(kind) as error:
        make(state())
    assert message in error.value.message


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (Forgetful(3), "imperfect recall at information set 3 \"2\" of player 1 (after a at '1' | after b at '1')"),
        (AbsentMinded(), 'imperfect recall at information set 1 "lost" of player 1 (no own move before | after a at'),
    ],
)
def test_an_information_set_reached_by_two_own_moves_is_named_with_both(state: OnePlayer, message: str) -> None:
    with pytest.raises(RecallError) as error:
        sequence_form(state)
    assert message in error.value.message
    assert "expected perfect recall" in error.value.message


def test_actions_may_be_new_objects_at_every_visit() -> None:
    class Blind(OtherActions):
        def actions(self) -> list[str]:
            return [*"lr"]

    agree(sequence_form(Blind()), sequence_form(expand(Blind())))


def test_a_branch_of_probability_zero_keeps_its_information_sets_and_loses_its_payoffs() -> None:
    class Never(OtherActions):
        def information_state(self) -> object:
            return self.done[0]

        def chance(self) -> list[tuple[str, object]]:
            return [("a", 1), ("b", 0)]

    form = sequence_form(Never())
    assert [information_set.label for information_set in form.sequences[0].information_sets] == ["a", "b"]
    assert form.A.entries == [(1, 0, 1), (2, 0, 1)]


@pytest.mark.parametrize("problem", [None, 3, [], object()])
def test_what_is_neither_a_game_nor_a_state_is_refused(problem: object) -> None:
    kind = type_name(problem)
    with pytest.raises(InputError, match=f"type {kind}, expected a game"):
        sequence_form(problem)


@pytest.mark.slow
def test_a_long_game_needs_no_recursion() -> None:
    @dataclass(frozen=True)
    class Chain(OnePlayer):
        count: int = 0

        def is_terminal(self) -> bool:
            return self.count == 20_000

        def player(self) -> int:
            return self.count % 2

        def information_state(self) -> int:
            return self.count

        def actions(self) -> list[str]:
            return ["on"]

        def child(self, action: str, /) -> "Chain":
            return Chain(count=self.count + 1)

    form = sequence_form(Chain())
    assert form.A.shape == (10_001, 10_001)
    agree(form, sequence_form(expand(Chain())))


@pytest.mark.parametrize("make", [sequence_form, expand])
def test_an_endless_game_ends_at_the_limit(make: Callable[..., object]) -> None:
    reached = pytest.raises(LimitError, match="time limit of 1 s")
    with reached, lemke.limits(time=1):
        make(OnePlayer(length=60))


@pytest.mark.parametrize("make", [sequence_form, expand])
def test_progress_counts_the_nodes_of_an_endless_game(make: Callable[..., object]) -> None:
    def stop(stage: str) -> None:
        raise LimitError(stage)

    with pytest.raises(LimitError, match=r": [0-9 ]+ nodes$"), lemke.limits(progress=stop):
        make(OnePlayer(length=60))


def test_a_state_may_be_one_leaf() -> None:
    form = sequence_form(OnePlayer(0))
    assert form.A.entries == [(0, 0, 1)]
    assert form.B.entries == [(0, 0, 2)]
    assert expand(OnePlayer(0)).size == 1


def test_chance_never_forgets_its_own_moves() -> None:
    """Gambit refuses a game in which nodes of one chance set have different chance moves before them."""
    game = leduc(3)
    behind: dict[int, set[tuple[int, int] | None]] = {}
    last: list[tuple[int, int] | None] = [None] * game.size
    for node in range(game.size):
        if node:
            parent = int(game.parent[node])
            chance_move = (int(game.information_set[parent]), int(game.move[node]))
            last[node] = chance_move if game.player[parent] == CHANCE else last[parent]
        if game.player[node] == CHANCE:
            behind.setdefault(int(game.information_set[node]), set()).add(last[node])
    assert len(behind) > 1
    assert all(len(moves) == 1 for moves in behind.values())
