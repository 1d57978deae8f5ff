"""Families of games: known sizes and values, rules played by hand, and the table of all families."""

import re
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke import CHANCE, Game, generators, sequence_form
from lemke.errors import InputError, LimitError
from lemke.game.implicit import BoundedState, State
from lemke.game.strategy import Profile, is_realization_plan
from lemke.generators import (
    FAMILIES,
    Family,
    goofspiel,
    goofspiel_state,
    kuhn,
    kuhn_state,
    leduc,
    leduc_state,
    liars_dice,
    liars_dice_state,
    no_limit_kuhn,
    no_limit_kuhn_state,
    random_signaling,
)
from lemke.generators.dice import Wild
from lemke.ground.limits import limits
from named_games import GAMES
from states import agree

SMALL: dict[str, dict[str, object]] = {
    "coordination": {"n": 2},
    "goofspiel": {"cards": 3},
    "hard-to-solve": {"d": 4},
    "kuhn": {"cards": 4, "rake": "1/20"},
    "leduc": {"ranks": 2, "suits": 2, "distinct": True, "rake": "0.1", "bets": ("1/2", 3), "ante": 2},
    "liars-dice": {"faces": 2, "dice": 2},
    "many-equilibria": {"d": 4},
    "near-zero-sum": {"n": 3, "distance": "0.05"},
    "no-limit-kuhn": {"cards": 2, "stack": 3},
    "random-bimatrix": {"rows": 3, "columns": 1, "seed": 5, "least": 0},
    "signaling": {"types": 3, "seed": 5},
}
"""A small game of every family."""


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_makes_games_of_two_players_with_perfect_recall(name: str) -> None:
    game = FAMILIES[name].make(**SMALL[name])
    assert len(game.players) == 2
    assert game.title
    sequence_form(game)
    assert lemke.sha256(lemke.loads(lemke.dumps(game))) == lemke.sha256(game)


STRATEGIC = [name for name in FAMILIES if FAMILIES[name].make(**SMALL[name]).strategic]


@pytest.mark.parametrize("name", STRATEGIC)
def test_a_strategic_game_has_the_matrices_of_its_function(name: str) -> None:
    form = lemke.normal_form(FAMILIES[name].make(**SMALL[name]))
    matrices = getattr(generators, name.replace("-", "_"))(**SMALL[name])
    for payoffs, matrix in zip(form.payoffs, matrices, strict=True):
        assert {type(value) for value in matrix.ravel()} == {type(mpq())}
        assert np.array_equal(payoffs, matrix)
    assert lemke.sha256(lemke.loads(lemke.dumps(form.game, "nfg"), "nfg")) == lemke.sha256(form.game)


STATES = [name for name, family in FAMILIES.items() if family.state]


@pytest.mark.parametrize("name", STATES)
def test_the_state_of_a_family_is_its_game(name: str) -> None:
    family: Family = FAMILIES[name]
    assert family.state is not None
    state, game = family.state(**SMALL[name]), family.make(**SMALL[name])
    assert isinstance(state, State)
    agree(sequence_form(state), sequence_form(game))


def payoffs_of_player_1(state: State) -> set[mpq]:
    """All payoffs of player 1 below a state; the bounds of every state on the way hold."""
    assert isinstance(state, BoundedState)
    if state.is_terminal():
        payoffs = {mpq(state.payoffs()[0])}
    else:
        actions = [action for action, _ in state.chance()] if state.player() == CHANCE else state.actions()
        payoffs = set().union(*(payoffs_of_player_1(state.child(action)) for action in actions))
    low, high = state.bounds()
    assert low <= min(payoffs)
    assert max(payoffs) <= high
    return payoffs


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        *((name, SMALL[name]) for name in STATES),
        ("goofspiel", {"cards": 3, "returns": "points"}),
        ("goofspiel", {"cards": 3, "returns": "difference"}),
        ("goofspiel", {"cards": 4, "prizes": "ascending"}),
        ("kuhn", {"rake": "3/4"}),
        ("leduc", {"ranks": 2, "rake": "3/4"}),
        ("leduc", {"ranks": 2, "rake": 1, "bets": (1, 0)}),
        ("leduc", {"ranks": 3, "raises": 1}),
    ],
)
def test_payoffs_are_within_the_bounds_of_all_states_before(name: str, parameters: dict[str, object]) -> None:
    make = FAMILIES[name].state
    assert make is not None
    assert payoffs_of_player_1(make(**parameters))


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_keeps_limits(name: str) -> None:
    with pytest.raises(LimitError):
        large = {"types": 100, "signals": 100} if name == "signaling" else {}
        large |= {"cards": 100} if name in {"kuhn", "no-limit-kuhn", "goofspiel"} else {}
        with limits(time=0):
            FAMILIES[name].make(**large, **({"ranks": 8} if name == "leduc" else {}))


def play(state: State, *actions: str) -> State:
    """The state after actions of these names."""
    for action in actions:
        known = [candidate for candidate, _ in state.chance()] if state.player() == CHANCE else state.actions()
        state = state.child(next(candidate for candidate in known if str(candidate) == action))
    return state


# -- Kuhn poker --


def test_kuhn_is_the_bundled_game() -> None:
    assert lemke.sha256(kuhn(3)) == lemke.sha256(lemke.read(GAMES / "kuhn3.efg"))
    assert lemke.sha256(kuhn(3, "1/20")) == lemke.sha256(lemke.read(GAMES / "kuhn3_raked.efg"))


# -- Leduc poker --


@pytest.mark.slow
@pytest.mark.parametrize(
    ("parameters", "sequences", "information_sets"),
    [
        ({}, 337, 144),
        ({"distinct": True}, 1093, 468),
        ({"ranks": 2}, 155, 66),
        ({"ranks": 13}, 6007, 2574),
        ({"ranks": 13, "suits": 4, "rake": "1/20"}, 6007, 2574),
    ],
)
def test_leduc_poker_has_the_known_numbers_of_sequences_and_sets(
    parameters: dict[str, object], sequences: int, information_sets: int
) -> None:
    for player_sequences in sequence_form(leduc_state(**parameters)).sequences:
        assert (player_sequences.size, len(player_sequences.information_sets)) == (sequences, information_sets)


class SuitBlind:
    """A state of Leduc poker whose players do not see suits."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.is_terminal, self.player, self.actions = state.is_terminal, state.player, state.actions
        self.chance, self.payoffs = state.chance, state.payoffs

    def information_state(self) -> str:
        return re.sub(r"\.\d+", "", str(self.state.information_state()))

    def child(self, action: object, /) -> "SuitBlind":
        return SuitBlind(self.state.child(action))


@pytest.mark.parametrize(
    "parameters", [{}, {"ranks": 4, "rake": "1/7"}, {"ranks": 4, "suits": 1}, {"ranks": 2, "suits": 3, "raises": 1}]
)
def test_dealing_ranks_by_probability_is_the_same_as_dealing_cards(parameters: dict[str, object]) -> None:
    agree(sequence_form(leduc_state(**parameters)), sequence_form(SuitBlind(leduc_state(**parameters, distinct=True))))


@pytest.mark.parametrize(
    ("actions", "payoffs"),
    [
        ("2 1 raise fold", (1, -1)),
        ("2 1 raise raise fold", (-3, 3)),
        ("2 1 check check 1 check check", (-1, 1)),
        ("1 3 raise call 1 raise raise call", (11, -11)),
        ("1 3 raise raise call 2 check raise fold", (-5, 5)),
        ("3 3 raise call 1 raise call", (0, 0)),
    ],
)
def test_hands_of_leduc_poker_have_the_payoffs_of_the_rules(actions: str, payoffs: tuple[int, int]) -> None:
    end = play(leduc_state(), *actions.split())
    assert end.is_terminal()
    assert end.payoffs() == payoffs


# -- liar's dice --


@pytest.mark.slow
def test_liars_dice_has_the_known_size() -> None:
    form = sequence_form(liars_dice_state())
    assert form.A.shape == (24571, 24571)
    assert form.A.nnz == 147420
    assert form.B == -form.A


@pytest.mark.parametrize(
    ("dice", "dice_2", "faces", "wild", "value"),
    [
        (1, 1, 3, "none", "-1/9"),
        (1, 1, 4, "ones", "0"),
        (2, 1, 2, "none", "1/4"),
        (1, 2, 4, "ones", "-1/32"),
        (1, 2, 3, "none", "-1/27"),
        (2, 1, 4, "ones", "1/4"),
        pytest.param(1, 1, 6, "ones", "-7/327", marks=pytest.mark.slow),
        pytest.param(2, 1, 4, "none", "345/1696", marks=pytest.mark.slow),
    ],
)
def test_liars_dice_has_the_values_of_a_published_table(
    dice: int, dice_2: int, faces: int, wild: Wild, value: str
) -> None:
    """T. D. Ahle, https://github.com/thomasahle/snyd: "normal" has no wild dice, "joker" wild ones."""
    form = sequence_form(liars_dice_state(dice, faces, dice_2, wild))
    proved = lemke.solve(form, method="lp")
    assert (proved.how.method, proved.how.unproved) == ("lp", None)
    plans, payoffs = form.replied(*proved.plans)
    assert all(map(is_realization_plan, form.sequences, proved.plans))
    assert (plans.u[0], plans.v[0]) == payoffs  # no best reply gains
    assert payoffs == (mpq(value), -mpq(value))


@pytest.mark.parametrize(
    ("wild", "actions", "payoff"),
    [
        ("highest", "1-3 2 2x2 liar", 1),
        ("highest", "2-2 3 3x2 liar", 1),
    ],
)
def test_wild_dice_count_as_every_face(wild: Wild, actions: str, payoff: int) -> None:
    assert play(liars_dice_state(2, 3, 1, wild), *actions.split()).payoffs() == (payoff, -payoff)


# -- goofspiel --


@pytest.mark.parametrize("seen", ["bids", "winner"])
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_goofspiel_has_a_leaf_for_every_order_of_the_cards(cards: int, prizes: str, seen: str) -> None:
    orders = len(list(permutations(range(cards))))
    leaves = len(goofspiel(cards, prizes, seen=seen).leaves)
    assert leaves == orders**2 * (orders if prizes == "random" else 1)


@pytest.mark.parametrize(("returns", "payoffs"), [("win-loss", (1, -1)), ("difference", (3, -3)), ("points", (5, 2))])
def test_a_game_of_goofspiel_has_the_payoffs_of_the_rules(returns: str, payoffs: tuple[int, int]) -> None:
    state = goofspiel_state(4, "descending", returns)
    state = play(state, "4", "3", "2", "2")
    assert state.information_state() == "4:4-3 3:2-2 2:"
    state = play(state, "1")
    assert state.information_state() == "4:4-3 3:2-2 2:"
    assert state.actions() == (1, 4)
    end = play(state, "4")  # and 3 against 1 for the last prize
    assert end.is_terminal()
    assert end.payoffs() == payoffs


# -- parameters that make no game --


REFUSED: list[tuple[Callable[[], Game], str]] = [
    (lambda: kuhn(1), "cards 1, expected a whole number from 2 to 1000000"),
    (lambda: kuhn(3, "21/20"), "rake 21/20, expected a number from 0 to 1"),
    (lambda: kuhn(3, 0.05), "rake: the float 0.05, expected an exact number"),
    (lambda: leduc(2, 1), "2 cards, expected 3 or more"),
    (lambda: leduc(bets=(1, 2, 3)), "3 bets, expected 2, one for each round"),
    (lambda: liars_dice(faces=1, wild="ones"), "faces 1, expected a whole number from 2 to"),
    (lambda: liars_dice(50, 50), "50 dice of 50 faces have "),
    (lambda: random_signaling(0, 1, 1), "types 0, expected a whole number from 1 to"),
    (lambda: random_signaling(seed=-1), "the seed -1, expected a whole number, 0 or more"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_bad_parameters_are_refused(number: int) -> None:
    make, message = REFUSED[number]
    with pytest.raises(InputError) as error:
        make()
    assert message in error.value.message


def test_with_a_stack_of_one_it_is_kuhn_poker() -> None:
    for cards in (2, 3, 4):
        no_limit, kuhn = sequence_form(no_limit_kuhn_state(cards, 1)), sequence_form(kuhn_state(cards))
        assert (no_limit.A, no_limit.B, no_limit.E, no_limit.F) == (kuhn.A, kuhn.B, kuhn.E, kuhn.F)


def by_argument(player: int, known: str, actions: tuple[str, ...]) -> dict[str, mpq]:
    """The move that proves the value: bet one chip or nothing."""
    card, *bets = known.split()
    if actions[0] == "fold":
        calls = {"1": mpq(0), "2": mpq(1, 3) if bets in (["2"], ["check", "2"]) else mpq(0), "3": mpq(1)}[card]
        return {"fold": 1 - calls, "call": calls}
    often = {"1": mpq(1, 3), "2": mpq(0), "3": mpq(1)}[card] if player == 1 else mpq(0)
    return {"check": 1 - often, "2": often}


@pytest.mark.parametrize("stack", [1, 2, 3, 6])
def test_the_strategies_of_the_proof_are_an_equilibrium_with_the_value(stack: int) -> None:
    game = no_limit_kuhn(3, stack)
    behavior = []
    for player in (0, 1):
        sets = [game.information_sets[index] for index in game.sets_of(player)]
        plans = [by_argument(player, information_set.label, information_set.actions) for information_set in sets]
        behavior.append(
            [
                [plan.get(action, mpq(0)) for action in information_set.actions]
                for plan, information_set in zip(plans, sets, strict=True)
            ]
        )
    report = lemke.verify(game, Profile.of(game, behavior))
    assert report.is_equilibrium
    assert report.payoffs == (mpq(-1, 18), mpq(1, 18))
