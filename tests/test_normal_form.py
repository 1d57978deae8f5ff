"""Strategic forms: given by matrices, solved and judged; made from games, they are those of the naive definition."""

from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, NumberError
from lemke.forms.normal_form import NormalForm, StrategicForm, normal_form
from lemke.game import Game, GameBuilder
from lemke.io import nfg
from lemke.solvers import METHODS
from methods import solved_by
from naive import Behavior, naive_payoffs, own_sets, pure_strategies
from strategies import games

PAYOFFS = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(-1), mpq(2), mpq(1, 3), mpq(10) ** 30])
LABELS = st.text('ab" {},é', max_size=3)


@st.composite
def forms(draw: st.DrawFn, players: int = 2) -> NormalForm:
    """Small games with ties, single strategies and labels that repeat."""
    shape = tuple(draw(st.integers(1, 4)) for _ in range(players))
    size = prod(shape)
    payoffs = [np.array(draw(st.lists(PAYOFFS, min_size=size, max_size=size)), dtype=object) for _ in shape]
    labels = [draw(st.lists(LABELS, min_size=count, max_size=count)) for count in shape]
    names = draw(st.lists(LABELS, min_size=len(shape), max_size=len(shape)))
    title = draw(LABELS)
    return NormalForm.of(*(table.reshape(shape) for table in payoffs), players=names, strategies=labels, title=title)


@st.composite
def mixed(draw: st.DrawFn, form: NormalForm) -> list[list[mpq]]:
    weights = [draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)) for size in form.shape]
    return [
        [mpq(weight, sum(player_weights)) for weight in player_weights]
        if any(player_weights)
        else [mpq(1)] + [mpq(0)] * (len(player_weights) - 1)
        for player_weights in weights
    ]


def same_payoffs(form: NormalForm, expected: NormalForm) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(form.payoffs, expected.payoffs, strict=True))


# ---------------------------------------------------------------------- all kinds of numbers


def test_a_wrong_entry_is_refused_with_its_place() -> None:
    with pytest.raises(NumberError, match=r"^row 2, column 1 .*player 2: .*nan"):
        lemke.bimatrix([[1, 2], [3, 4]], [[1, 2], [float("nan"), 0.5]])
    with pytest.raises(NumberError, match=r"^entry 1, 2, 1 .*player 3: 'x'"):
        NormalForm.of([[[1], [1]]], [[[1], [1]]], [[[1], ["x"]]])


def test_floats_are_refused_or_mean_their_binary_values() -> None:
    with pytest.raises(NumberError, match=r"float 0\.1, expected an exact"):
        NormalForm.of([[0.1]], [[0]])
    binary = NormalForm.of(np.array([[0.1, 2.0]]), [[np.float32(0.1), "0.1"]], floats=True)
    assert binary.payoffs[0].tolist() == [[mpq(3602879701896397, 36028797018963968), 2]]
    assert binary.payoffs[1].tolist() == [[mpq(13421773, 134217728), mpq(1, 10)]]
    for value, floats in product((np.inf, np.nan), (False, True)):
        with pytest.raises(NumberError, match=r"float (inf|nan), expected a finite"):
            NormalForm.of([[value]], [[0]], floats=floats)
    assert NormalForm.zero_sum([[0.5]], floats=True).payoffs[1].tolist() == [[mpq(-1, 2)]]


@pytest.mark.parametrize(
    ("payoffs", "labels", "error", "message"),
    [
        ((), {}, GameError, "0 players"),
        (([[1]], [[1, 2]]), {}, InputError, "payoffs of player 2 of 1 x 2, expected 1 x 1"),
        (([[1, 2], [3]], [[1]]), {}, InputError, "payoffs of player 1 is 2, expected .*rows of equal lengths"),
        (([1, 2], [1, 2]), {}, InputError, "expected numbers in 2 dimensions"),
        (([[]], [[]]), {}, InputError, "payoffs of player 1 is 1 x 0, expected .*at least one"),
        (([["x"]], [[1]]), {}, NumberError, "'x' is no number"),
        (([[1]], [[1]]), {"players": ["Ann"]}, InputError, "labels of 1 player"),
        (
            ([[1]], [[1]]),
            {"strategies": [["T"], ["l", "r"]]},
            InputError,
            "1 x 2 strategies, expected 2 players with 1 x 1",
        ),
    ],
)
def test_wrong_payoffs_and_labels_are_refused(
    payoffs: tuple[object, ...], labels: dict[str, list[str]], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        NormalForm.of(*payoffs, **labels)


# ---------------------------------------------------------------------- payoffs and regrets


@given(st.data())
def test_payoffs_and_regrets_are_those_of_the_definition(data: st.DataObject) -> None:
    form = data.draw(forms(data.draw(st.integers(1, 3))))
    strategies = data.draw(mixed(form))
    places = list(product(*map(range, form.shape)))

    def expected(player: int, mixture: list[list[mpq]]) -> mpq:
        return sum(
            (
                prod(strategy[k] for strategy, k in zip(mixture, place, strict=True)) * form.payoffs[player][place]
                for place in places
            ),
            start=mpq(0),
        )

    assert form.expected(strategies) == tuple(expected(player, strategies) for player in range(len(form.shape)))
    for player, size in enumerate(form.shape):
        pure = [[mpq(int(k == chosen)) for k in range(size)] for chosen in range(size)]
        values = [expected(player, [*strategies[:player], strategy, *strategies[player + 1 :]]) for strategy in pure]
        assert form.values(player, strategies).tolist() == values
        assert form.regrets(strategies)[player] == max(values) - form.expected(strategies)[player]


def test_a_strategic_form_is_accepted_in_place_of_a_game(tmp_path: Path) -> None:
    form = NormalForm.of([[1, 2]], [[3, 4]])
    lemke.write(form, tmp_path / "g.nfg")
    lemke.write(form.tree(), tmp_path / "tree.nfg")
    assert (tmp_path / "g.nfg").read_text() == (tmp_path / "tree.nfg").read_text() == lemke.dumps(form)
    assert lemke.loads(lemke.dumps(form)).strategic
    assert lemke.eliminate(form.tree()).surviving == lemke.eliminate(form).surviving
    assert lemke.verify(form, [1, 0, 1], normalize=True).regrets == form.regrets([[1], [0, 1]])


def test_wrong_mixed_strategies_are_refused() -> None:
    form = NormalForm.of([[1, 2]], [[3, 4]])
    with pytest.raises(InputError, match="lists of 1 x 2 probabilities"):
        form.expected([["1/2", "1/2"], [1]])
    with pytest.raises(NumberError, match="player 2"):
        form.regrets([[1], ["1/2", "1/3"]])
    with pytest.raises(NumberError, match="player 2"):
        form.regrets([[1], ["3/2", "-1/2"]])
    with pytest.raises(NumberError):
        form.regrets([[1], [0.5, 0.5]])


# ---------------------------------------------------------------------- tree, file, sequence form


@given(st.integers(1, 3).flatmap(forms))
def test_the_tree_and_the_file_give_the_form_back(form: NormalForm) -> None:
    tree = form.tree()
    assert tree.strategic
    assert same_payoffs(lemke.normal_form(tree), form)
    again = lemke.normal_form(lemke.loads(nfg.dumps_form(form), "nfg"))
    assert same_payoffs(again, form)
    assert again.shape == form.shape
    plain = [
        labels
        for labels in form.strategies
        if len(set(labels)) == len(labels) and set(labels) <= {"a", "b", "ab", "ba"}
    ]
    assert all(labels in again.strategies for labels in plain)


@given(forms())
def test_the_sequence_form_is_that_of_the_tree(form: NormalForm) -> None:
    direct, tree = form.sequence_form(), lemke.sequence_form(form.tree())
    assert isinstance(direct, StrategicForm)
    assert (direct.A, direct.B, direct.E, direct.F) == (tree.A, tree.B, tree.E, tree.F)
    assert direct.total == tree.total


# ---------------------------------------------------------------------- solved


@pytest.mark.slow
@given(st.data())
def test_every_method_solves_a_strategic_form(data: st.DataObject) -> None:
    form = data.draw(forms())
    prior = lemke.Profile.mixed(data.draw(mixed(form)))
    for method in METHODS:
        if method == "lp" and form.sequence_form().total is None:
            with pytest.raises(InputError, match="general-sum"):
                lemke.solve(form, method=method)
            continue
        for options in ({}, {"prior": "random", "seed": 3}, {"prior": prior}):
            solution = solved_by(form, method, **options)
            assert form.regrets(solution.profile) == (0, 0)
            assert form.expected(solution.profile) == solution.payoffs
            assert solution.method == method


# ---------------------------------------------------------------------- numbers that users read


def pure_behavior(game: Game, player: int, pure: dict[int, int]) -> Behavior:
    sizes = {index: len(game.information_sets[index].actions) for index in own_sets(game, player)}
    return [[mpq(move == pure[index]) for move in range(size)] for index, size in sizes.items()]


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("perfect_recall", [True, False])
def test_every_combination_has_the_payoffs_of_the_naive_judge(players: int, perfect_recall: bool) -> None:
    @given(games(players=players, perfect_recall=perfect_recall, max_depth=2))
    def agrees(game: Game) -> None:
        form = normal_form(game)
        pure = [list(pure_strategies(game, player)) for player in range(players)]
        assert [len(labels) for labels in form.strategies] == list(map(len, pure))
        assert all(len(set(labels)) == len(labels) for labels in form.strategies)
        for place in product(*(range(len(player_pure)) for player_pure in pure)):
            behavior = [pure_behavior(game, player, pure[player][k]) for player, k in enumerate(place)]
            assert tuple(table[place] for table in form.payoffs) == naive_payoffs(game, behavior)

    agrees()


def test_a_form_too_large_is_refused_before_it_is_built() -> None:
    builder = lemke.GameBuilder()
    node = builder.root
    for _ in range(200):
        node = builder.move(node, 0, ["stop", "on"])[1]
    with pytest.raises(GameError, match="at most 1000000 combinations"):
        normal_form(builder.build(unpaid="zero"))


def test_a_strategic_game_keeps_odd_labels() -> None:
    text = 'NFG 1 R "" { "1" "2" }\n{ { "L S" "#2" "*" } { "a b" } }\n""\n\n1 2\n3 4\n5 6\n'
    game = lemke.loads(text, "nfg")
    assert normal_form(game).strategies == (("L S", "#2", "*"), ("a b",))
    assert lemke.dumps(game, "nfg") == text


def test_few_strategies_of_very_many_moves_are_refused() -> None:
    """A player who stops or goes on has one more reduced strategy than sets, and each strategy has a slot per set."""
    with pytest.raises(GameError, match=r"4001 x 1 strategies, .* 10000000 moves"):
        normal_form(chain(4000), reduced=True)
    assert normal_form(chain(300), reduced=True).payoffs[0].shape == (301, 1)


def chain(length: int) -> Game:
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(length):
        stop, node = builder.move(node, 0, ["stop", "on"])
        builder.pay(stop, k, -k)
    return builder.build(unpaid="zero")


@pytest.mark.parametrize("players", [0, 33])
def test_tables_of_no_or_too_many_dimensions_are_refused(players: int) -> None:
    with pytest.raises(GameError, match=f"{players} players, expected 1 to 32"):
        normal_form(lemke.GameBuilder([str(k) for k in range(players)]).build(unpaid="zero"))


def test_a_move_that_looks_like_a_star_is_told_from_one() -> None:
    builder = lemke.GameBuilder(["1"])
    builder.move(builder.move(builder.root, 0, ["L", "R"])[0], 0, ["*", "T"])
    assert normal_form(builder.build(unpaid="zero"), reduced=True).strategies == (("L #1", "L T", "R *"),)


def test_sums_near_the_end_of_machine_integers_are_exact() -> None:
    for payoff in (mpq(2**55 + 1), mpq(2**55 + 1, 3), mpq(2**62 - 1), mpq(10**30, 3)):
        builder = GameBuilder(["Ann"])
        for k, node in enumerate(builder.chance(builder.root, dict.fromkeys("abcd", "1/4"))):
            builder.pay(node, 4 * payoff + k)
        assert normal_form(builder.build()).payoffs[0].tolist() == [4 * payoff + mpq(3, 2)]
    for many in (mpq(2**60), mpq(2**61)):
        builder = GameBuilder(["Ann"])
        for node in builder.chance(builder.root, dict.fromkeys("abcdefghijklmnop", "1/16")):
            builder.pay(node, 16 * many)
        assert normal_form(builder.build()).payoffs[0].tolist() == [16 * many]


def test_long_fractions_are_added_up_exactly() -> None:
    """The sums exceed machine integers, and their common denominator is not 1."""
    builder = GameBuilder()
    choice = builder.information_set(0, ["L", "R"])
    for k, node in enumerate(builder.chance(builder.root, {"a": "1/3", "b": "2/3"}), 1):
        for j, leaf in enumerate(builder.decide(node, choice), 1):
            builder.pay(leaf, mpq(10**30 * k + j, 7), mpq(j, 11))
    A, B = normal_form(builder.build()).matrices()
    assert A.ravel().tolist() == [mpq(10**30 + j, 7) / 3 + 2 * mpq(2 * 10**30 + j, 7) / 3 for j in (1, 2)]
    assert B.ravel().tolist() == [mpq(1, 11), mpq(2, 11)]
