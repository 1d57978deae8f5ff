"""Strategic forms given by matrices of any numbers: as tree, sequence form and LCP; solved and judged."""

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, NumberError
from lemke.forms.normal_form import NormalForm, StrategicForm
from lemke.ground.sparse import SparseMatrix
from lemke.io import nfg
from lemke.solvers import METHODS
from methods import solved_by

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


HALVES = [[mpq(1, 2), mpq(0)], [mpq(3), mpq(-1, 2)]]


@pytest.mark.parametrize(
    "given_as",
    [
        [["1/2", 0], [3, "-0.5"]],
        [[Fraction(1, 2), 0], [3, Fraction(-1, 2)]],
        sympy.Matrix([[sympy.Rational(1, 2), 0], [3, -sympy.Rational(1, 2)]]),
        sympy.SparseMatrix(2, 2, {(0, 0): sympy.Rational(1, 2), (1, 0): 3, (1, 1): -sympy.Rational(1, 2)}),
        SparseMatrix.from_dense(HALVES),
        np.array(HALVES, dtype=object),
        tuple(map(tuple, HALVES)),
    ],
    ids=["text", "fractions", "sympy", "sympy sparse", "our sparse", "array", "tuples"],
)
def test_payoffs_of_any_exact_kind_are_read(given_as: object) -> None:
    assert NormalForm.of(given_as, given_as).payoffs[1].tolist() == HALVES


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


def test_a_prior_leads_to_the_equilibrium_near_it() -> None:
    battle = NormalForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    for k in (0, 1):
        near = [["9/10", "1/10"][:: 1 - 2 * k]] * 2
        solution = lemke.solve(battle, prior=lemke.Profile.of(battle.tree(), [[shares] for shares in near]))
        assert solution.profile.behavior[0][0][k] == solution.profile.behavior[1][0][k] == 1
        assert solution.prior == "profile"


# ---------------------------------------------------------------------- numbers that users read


NAMED_FORM = NormalForm.of(
    [[3, 0], [1, "1/2"], [2, 5]],
    [[-1, 1], [0, 2], [7, "1/3"]],
    players=["Ann", "Bob"],
    strategies=[["T", "M", "B"], ["l", "r"]],
    title="three by two",
)


def test_the_table_of_two_players_has_all_payoffs_in_a_cell_and_that_of_others_a_row_per_combination() -> None:
    table = NAMED_FORM.to_table()
    assert (table.columns, table.rows[1]) == (("", "l", "r"), ("M", (1, 0), (mpq(1, 2), 2)))
    assert NormalForm.of(*[[[[1, 2]], [[3, 4]]]] * 3).to_table().rows[-1] == ("2", "1", "2", 4, 4, 4)
    assert NormalForm.of([1, 2]).to_table().rows == [("1", 1), ("2", 2)]
