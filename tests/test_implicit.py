"""Games as states: they have the tree of the same game given as a tree, and their values are checked."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from lemke import sequence_form
from lemke.certificate import ProvedPlans
from lemke.errors import GameError, InputError, LemkeError, LimitError, NumberError, RecallError
from lemke.game import CHANCE, Game, implicit
from lemke.game.implicit import expand
from lemke.generators import kuhn, kuhn_state, leduc
from states import TreeState
from strategies import games


@given(games(perfect_recall=False, players=3))
def test_the_expanded_state_is_the_tree(game: Game) -> None:
    for state in (TreeState(game), implicit.TreeState.root(game)):
        assert lemke.sha256(expand(state, "", game.players)) == lemke.sha256(game)
    expanded = expand(TreeState(game), game.title, game.players, game.comment)
    assert expanded.parent.tolist() == game.parent.tolist()
    assert expanded.player.tolist() == game.player.tolist()
    assert (expanded.title, expanded.players, expanded.comment) == (game.title, game.players, game.comment)
    for player in range(3):
        sets, expected = ([tree.information_sets[k] for k in tree.sets_of(player)] for tree in (expanded, game))
        assert [(h.label, h.actions) for h in sets] == [(h.label, h.actions) for h in expected]
        assert [h.number for h in sets] == list(range(1, len(sets) + 1))


def test_a_state_is_solved_by_its_form() -> None:
    proved = lemke.solve(sequence_form(kuhn_state(3)), kernel="exact")
    equilibrium = lemke.solve(kuhn(3), kernel="exact")
    assert type(proved) is ProvedPlans
    assert [plan.tolist() for plan in proved.plans] == [plan.tolist() for plan in equilibrium.plans]
    assert proved.payoffs == equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))


@dataclass(frozen=True)
class OnePlayer:
    """A game in which one player moves again and again; :func:`changed` replaces methods."""

    length: int = 2
    done: tuple[object, ...] = ()

    def is_terminal(self) -> bool:
        return len(self.done) == self.length

    def player(self) -> Any:
        return 0

    def information_state(self) -> Any:
        return self.done

    def actions(self) -> Any:
        return ["a", "b"]

    def chance(self) -> Any:
        return [("a", "1/2"), ("b", "1/2")]

    def child(self, action: str, /) -> "OnePlayer":
        return type(self)(self.length, (*self.done, action))

    def payoffs(self) -> Any:
        return (1, 2)


def changed(**values: Any) -> OnePlayer:
    """The game, whose methods with these names return other values, or are other functions of the state."""
    methods = {name: value if callable(value) else lambda self, value=value: value for name, value in values.items()}
    state: OnePlayer = type("Changed", (OnePlayer,), methods)()
    return state


def first_chance(state: OnePlayer) -> int:
    return 0 if state.done else CHANCE


@pytest.mark.parametrize(
    ("changes", "kind", "message"),
    [
        ({"player": 2}, GameError, "player 2"),
        ({"player": "0"}, GameError, "'0'"),
        ({"player": "Player 1"}, GameError, "to move, expected 0, 1 or chance"),
        ({"player": [1]}, GameError, "to move, expected 0, 1 or chance"),
        ({"player": CHANCE, "chance": None}, InputError, "moves of chance of type NoneType, expected pairs"),
        ({"information_state": []}, GameError, "an information state of type list, expected a hashable value"),
        ({"player": CHANCE, "chance": {"left": "1/2"}}, InputError, "'left'\" among the moves of chance, expected"),
        ({"payoffs": 1}, InputError, "payoffs of type int, expected numbers, one per player"),
        ({"actions": []}, GameError, "no actions at the information state '()'"),
        ({"player": CHANCE, "chance": [("a", "1/2"), ("b", "1/3")]}, NumberError, "probabilities that sum to 5/6"),
        ({"player": CHANCE, "chance": [("a", "3/2"), ("b", "-1/2")]}, NumberError, "the probability -1/2, expected"),
        ({"player": CHANCE, "chance": [("a", 0.5), ("b", 0.5)]}, NumberError, "the float 0.5, expected"),
        ({"payoffs": (1, 0.5)}, NumberError, "the float 0.5, expected"),
        ({"payoffs": (1,)}, GameError, "1 payoff, expected 2"),
        (
            {"player": first_chance, "information_state": "blind", "actions": lambda self: ["l", *self.done]},
            GameError,
            'information set 1 "blind" of player 1, expected l, ',
        ),
    ],
)
def test_states_that_make_no_game_are_refused(changes: dict[str, Any], kind: type[LemkeError], message: str) -> None:
    with pytest.raises(kind) as error:
        expand(changed(**changes))
    assert message in error.value.message


def test_a_state_without_perfect_recall_has_no_sequence_form() -> None:
    for state in (changed(information_state="lost"), changed(information_state=lambda self: len(self.done))):
        with pytest.raises(RecallError, match="expected perfect recall"):
            sequence_form(state)


def test_actions_may_be_arrays_and_new_objects_at_every_visit() -> None:
    game = expand(changed(player=first_chance, information_state="blind", actions=lambda self: np.arange(2)))
    assert game.information_sets[-1].actions == ("0", "1")


def test_a_branch_of_probability_zero_keeps_its_information_sets_and_loses_its_payoffs() -> None:
    form = sequence_form(changed(player=first_chance, chance=[("a", 1), ("b", 0)]))
    assert [information_set.label for information_set in form.sequences[0].information_sets] == ["('a',)", "('b',)"]
    assert form.A.entries == [(1, 0, 1), (2, 0, 1)]


def test_a_state_may_be_one_leaf() -> None:
    assert expand(OnePlayer(0)).size == 1
    form = sequence_form(OnePlayer(0))
    assert (form.A.entries, form.B.entries) == ([(0, 0, 1)], [(0, 0, 2)])


def test_an_endless_game_ends_at_the_limit_and_reports_its_nodes() -> None:
    with pytest.raises(LimitError, match="time limit of 1 s"), lemke.limits(time=1):
        expand(OnePlayer(length=60))

    def stop(stage: str) -> None:
        raise LimitError(stage)

    with pytest.raises(LimitError, match=r": [0-9 ]+ nodes$"), lemke.limits(progress=stop):
        expand(OnePlayer(length=60))


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
