"""Families of games: known sizes and values, rules played by hand, and the table of all families."""

import re
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke import CHANCE, Game, generators, sequence_form
from lemke.cli import run
from lemke.errors import InputError, LimitError
from lemke.game.implicit import BoundedState, State
from lemke.game.strategy import is_realization_plan
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
    random_signaling,
)
from lemke.generators.dice import Wild
from lemke.ground.limits import limits
from naive_lemke_howson import all_labels
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
def test_every_parameter_is_described(name: str) -> None:
    family = FAMILIES[name]
    assert list(family.parameters()) == list(family.descriptions)
    assert all(parameter.default is not parameter.empty for parameter in family.parameters().values())


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


def test_the_title_of_a_strategic_game_names_all_its_parameters() -> None:
    titles = {name: FAMILIES[name].make(**SMALL[name]).title for name in STRATEGIC}
    assert titles["random-bimatrix"] == "random game 3 x 1, payoffs 0 to 100, seed 5"
    for name, title in titles.items():
        assert all(str(value) in title for value in SMALL[name].values())


def test_positional_parameters_make_the_same_title() -> None:
    assert FAMILIES["random-bimatrix"].make(4, 2).title == FAMILIES["random-bimatrix"].make(columns=2, rows=4).title


@pytest.mark.parametrize("suffix", ["nfg", "json"])
def test_the_hard_game_written_to_a_file_has_the_path_lengths_of_the_literature(suffix: str, tmp_path: Path) -> None:
    path = str(tmp_path / f"hard.{suffix}")
    assert run(["generate", "hard-to-solve", "--d", "6", "-o", path]) == 0
    paths = all_labels(*lemke.normal_form(lemke.read(path)).matrices())
    assert [len(picked_up) for _, picked_up in paths] == [88, 24, 24, 24, 24, 88, 36, 36, 16, 16, 36, 36]


@pytest.mark.parametrize(("name", "format"), [("coordination", "nfg"), ("kuhn", "efg")])
def test_the_standard_output_is_nfg_for_strategic_games_and_efg_for_trees(
    name: str, format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = FAMILIES[name].make()
    assert run(["generate", name]) == 0
    assert capsys.readouterr() == (lemke.dumps(game, format), "")
    path = tmp_path / f"game.{format}"
    lemke.write(game, path)
    assert run(["convert", str(path), "-"]) == 0
    assert capsys.readouterr() == (lemke.dumps(game, format), "")
    assert run(["generate", name, "-o", str(tmp_path / "game.efg")]) == 0
    assert not lemke.read(tmp_path / "game.efg").strategic


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


@pytest.mark.parametrize(
    ("state", "bounds"),
    [
        (kuhn_state(), (-2, 2)),
        (kuhn_state(rake="1/20"), (-2, mpq(9, 5))),
        (leduc_state(), (-13, 13)),
        (leduc_state(rake=1), (-13, 0)),
        (goofspiel_state(4), (-1, 1)),
        (goofspiel_state(4, returns="difference"), (-10, 10)),
        (goofspiel_state(4, returns="points"), (0, 10)),
    ],
)
def test_bounds_before_the_first_move_are_those_of_the_game(state: BoundedState, bounds: tuple[object, object]) -> None:
    assert state.bounds() == bounds


def test_bounds_get_narrower_as_a_game_goes_on() -> None:
    after = play(goofspiel_state(3, "descending"), "3", "1", "2", "2")  # 3 points to 0, a prize of 1 is left
    assert isinstance(after, BoundedState)
    assert after.bounds() == (1, 1)
    folding = play(kuhn_state(), "3-1", "bet")
    assert isinstance(folding, BoundedState)
    assert folding.bounds() == (1, 2)


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
        ({"ranks": 5}, 911, 390),
        ({"ranks": 8}, 2297, 984),
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
        ("2 1 check raise fold", (-1, 1)),
        ("2 1 raise raise fold", (-3, 3)),
        ("2 1 check check 3 check check", (1, -1)),
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


@pytest.mark.parametrize(
    ("actions", "stakes", "result"),
    [
        ("2 1 raise fold", (3, 1), (1, 0)),
        ("2 1 check raise fold", (1, 3), (0, 1)),
        ("1 3 raise call 1 raise raise call", (11, 11), (1, 0)),
        ("3 3 raise call 1 raise call", (7, 7), (mpq(1, 2), mpq(1, 2))),
    ],
)
def test_the_rake_comes_off_every_pot(actions: str, stakes: tuple[int, int], result: tuple[object, object]) -> None:
    pot = mpq(sum(stakes)) * mpq(19, 20)
    expected = tuple(share * pot - stake for share, stake in zip(result, stakes, strict=True))
    assert play(leduc_state(rake="1/20"), *actions.split()).payoffs() == expected


def test_players_know_their_card_the_board_and_the_bets() -> None:
    state = play(leduc_state(), "2", "3", "check")
    assert state.information_state() == "3:c"
    assert state.actions() == ("check", "raise")
    state = play(state, "raise", "raise")
    assert state.information_state() == "3:crr"
    assert state.actions() == ("fold", "call")
    state = play(state, "call", "1", "raise")
    assert state.information_state() == "3:crrc:1:r"
    assert play(leduc_state(distinct=True), "2.1", "2.2", "check").information_state() == "2.2:c"


def test_no_card_is_dealt_twice() -> None:
    assert [str(card) for card, _ in play(leduc_state(suits=1), "2").chance()] == ["1", "3"]
    assert play(leduc_state(), "2").chance() == [("1", mpq(2, 5)), ("2", mpq(1, 5)), ("3", mpq(2, 5))]


# -- liar's dice --


def test_liars_dice_with_three_faces_has_the_value_1_9() -> None:
    assert lemke.solve(liars_dice(faces=3)).payoffs == (mpq(1, 9), mpq(-1, 9))


@pytest.mark.slow
def test_liars_dice_has_the_known_size() -> None:
    form = sequence_form(liars_dice_state())
    assert form.A.shape == (24571, 24571)
    assert form.A.nnz == 147420
    assert form.B == -form.A


@pytest.mark.parametrize(
    ("actions", "payoffs"),
    [
        ("1 2 1x1 liar", (1, -1)),
        ("1 2 1x3 liar", (-1, 1)),
        ("1 6 1x3 liar", (1, -1)),
        ("3 6 1x1 2x3 liar", (-1, 1)),
        ("3 2 1x1 2x3 liar", (1, -1)),
        ("6 6 2x6 liar", (1, -1)),
    ],
)
def test_rounds_of_liars_dice_have_the_payoffs_of_the_rules(actions: str, payoffs: tuple[int, int]) -> None:
    assert play(liars_dice_state(), *actions.split()).payoffs() == payoffs


def test_rolls_of_several_dice_have_the_probabilities_of_all_orders() -> None:
    rolls = dict(liars_dice_state(dice=3, faces=3).chance())
    orders = [tuple(sorted(roll)) for roll in product("123", repeat=3)]
    assert rolls == {"-".join(roll): mpq(orders.count(roll), 27) for roll in orders}


@pytest.mark.parametrize(
    ("dice", "dice_2", "faces", "wild", "value"),
    [
        (1, 1, 3, "none", "-1/9"),
        (1, 1, 5, "none", "-3/25"),
        (1, 1, 4, "ones", "0"),
        (2, 1, 2, "none", "1/4"),
        (2, 1, 2, "ones", "1"),
        (1, 2, 4, "ones", "-1/32"),
        (2, 1, 3, "none", "1/9"),
        (1, 2, 3, "none", "-1/27"),
        (2, 1, 3, "ones", "1/3"),
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
        ("ones", "1-3 2 2x2 liar", 1),
        ("none", "1-3 2 2x2 liar", -1),
        ("none", "1-3 1 2x1 liar", 1),
        ("highest", "2-2 3 3x2 liar", 1),
        ("ones", "2-2 3 3x2 liar", -1),
    ],
)
def test_wild_dice_count_as_every_face(wild: Wild, actions: str, payoff: int) -> None:
    assert play(liars_dice_state(2, 3, 1, wild), *actions.split()).payoffs() == (payoff, -payoff)


def test_players_may_have_different_numbers_of_dice() -> None:
    root = liars_dice_state(2, 3, 1)
    assert [len(root.chance()), len(play(root, "1-2").chance())] == [6, 3]
    assert play(root, "1-2", "3").actions()[-1] == "3x3"


def test_nobody_bids_on_wild_ones() -> None:
    assert play(liars_dice_state(1, 3, wild="ones"), "1", "2").actions() == ("1x2", "1x3", "2x2", "2x3")


def test_bids_rise_and_a_lie_is_called_only_after_one() -> None:
    state = play(liars_dice_state(faces=2), "1", "2")
    assert state.actions() == ("1x1", "1x2", "2x1", "2x2")
    assert play(state, "1x2").actions() == ("2x1", "2x2", "liar")
    assert play(state, "2x2").actions() == ("liar",)
    assert play(state, "1x2").information_state() == "2 1x2"


# -- goofspiel --


@pytest.mark.parametrize("seen", ["bids", "winner"])
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_goofspiel_has_a_leaf_for_every_order_of_the_cards(cards: int, prizes: str, seen: str) -> None:
    orders = len(list(permutations(range(cards))))
    leaves = len(goofspiel(cards, prizes, seen=seen).leaves)
    assert leaves == orders**2 * (orders if prizes == "random" else 1)


@pytest.mark.parametrize("seen", ["bids", "winner"])
@pytest.mark.parametrize("returns", ["win-loss", "difference"])
def test_nobody_is_ahead_in_zero_sum_goofspiel(returns: str, seen: str) -> None:
    form = sequence_form(goofspiel_state(3, "descending", returns, seen))
    assert form.B == -form.A
    assert lemke.solve(form).payoffs == (0, 0)


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


def test_a_player_who_sees_only_winners_knows_the_own_bids() -> None:
    state = play(goofspiel_state(4, "random", seen="winner"), "2", "1", "3", "4")
    assert state.information_state() == "2:1- 4:"
    assert play(state, "2").information_state() == "2:3+ 4:"
    tie = play(goofspiel_state(4, "ascending", seen="winner"), "2", "2")
    assert tie.information_state() == "1:2= 2:"


def test_the_second_bidder_does_not_know_the_first_bid() -> None:
    state = goofspiel_state(3, "ascending")
    views = {play(state, bid).information_state() for bid in ("1", "2", "3")}
    assert views == {"1:"}


# -- parameters that make no game --


REFUSED: list[tuple[Callable[[], Game], str]] = [
    (lambda: kuhn(1), "cards 1, expected a whole number from 2 to 1000000"),
    (lambda: kuhn(10**30), "cards 1000000000000000000000000000000, expected"),
    (lambda: kuhn(10**5000), "cards about 1e+5000, expected"),
    (lambda: kuhn("3"), "cards '3', expected a whole number from 2 to"),
    (lambda: kuhn(3, "21/20"), "rake 21/20, expected a number from 0 to 1"),
    (lambda: kuhn(3, 0.05), "rake: the float 0.05, expected an exact number"),
    (lambda: leduc(0), "ranks 0, expected a whole number from 1 to"),
    (lambda: leduc(suits=True), "suits True, expected a whole number"),
    (lambda: leduc(2, 1), "2 cards, expected 3 or more"),
    (lambda: leduc(10**6, 10**6), "1000000000000 cards, expected 3 or more (two players and the board) and at most"),
    (lambda: leduc(bets=(1, 2, 3)), "3 bets, expected 2, one for each round"),
    (lambda: leduc(bets=(1, "-1/2")), "bet -1/2, expected a number, 0 or more"),
    (lambda: leduc(ante=-1), "ante -1, expected a number, 0 or more"),
    (lambda: leduc(raises=-1), "raises -1, expected a whole number from 0 to"),
    (lambda: leduc(rake="-1/100"), "rake -1/100, expected a number from 0 to 1"),
    (lambda: liars_dice(0), "dice 0, expected a whole number from 1 to"),
    (lambda: liars_dice(faces=0), "faces 0, expected a whole number from 1 to"),
    (lambda: liars_dice(faces=1, wild="ones"), "faces 1, expected a whole number from 2 to"),
    (lambda: liars_dice(dice_2=0), "dice_2 0, expected a whole number from 1 to"),
    (lambda: liars_dice(wild="all"), "wild 'all', expected highest or ones or none"),
    (lambda: liars_dice(50, 50), "50 dice of 50 faces have "),
    (lambda: liars_dice(1, 50, 50), "50 dice of 50 faces have "),
    (lambda: goofspiel(1), "cards 1, expected a whole number from 2 to"),
    (lambda: goofspiel(3, "sideways"), "prizes 'sideways', expected random or descending or"),
    (lambda: goofspiel(3, returns="all"), "returns 'all', expected win-loss or"),
    (lambda: goofspiel(3, seen="all"), "seen 'all', expected bids or winner"),
    (lambda: no_limit_kuhn(1), "cards 1, expected a whole number from 2 to"),
    (lambda: no_limit_kuhn(stack=0), "stack 0, expected a whole number from 1 to 1000"),
    (lambda: random_signaling(0, 1, 1), "types 0, expected a whole number from 1 to"),
    (lambda: random_signaling(seed=-1), "the seed -1, expected a whole number, 0 or more"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_bad_parameters_are_refused(number: int) -> None:
    make, message = REFUSED[number]
    with pytest.raises(InputError) as error:
        make()
    assert message in error.value.message


def test_a_seed_makes_one_game() -> None:
    assert lemke.sha256(random_signaling(3, 3, 2, 7)) == lemke.sha256(random_signaling(3, 3, 2, 7))
    assert lemke.sha256(random_signaling(3, 3, 2, 7)) != lemke.sha256(random_signaling(3, 3, 2, 8))


def test_a_large_game_is_solved_without_its_tree() -> None:
    assert lemke.solve(lemke.sequence_form(kuhn_state(8))).payoffs[0] == mpq(-1, 16)
