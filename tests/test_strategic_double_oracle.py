"""The double oracle of games in strategic form: bounds and regrets beside naive ones, games too large for a matrix."""

from collections.abc import Hashable, Mapping
from copy import copy
from itertools import pairwise

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, NumberError
from lemke.forms.normal_form import NormalForm
from lemke.solvers.double_oracle import MatrixOracle, Round, iterations
from methods import solved_by
from strategies import PAYOFFS

Mixed = Mapping[Hashable, mpq]

EXPANSIONS = st.sampled_from(["both", "larger"])


@st.composite
def matrices(draw: st.DrawFn, number: int) -> list[list[list[mpq]]]:
    """Some matrices of one shape, single strategies among them, whose entries often tie."""
    m, n = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    entries = draw(st.sampled_from([PAYOFFS, st.integers(-9, 9).map(mpq), st.fractions(-2, 2, max_denominator=9)]))
    row = st.lists(entries.map(mpq), min_size=n, max_size=n)
    return [draw(st.lists(row, min_size=m, max_size=m)) for _ in range(number)]


def opposed(A: list[list[mpq]], total: mpq) -> NormalForm:
    """The constant-sum game in which player 1 gets A."""
    return NormalForm.of(A, [[total - payoff for payoff in row] for row in A])


def listed(form: NormalForm, strategies: tuple[Mixed, Mixed]) -> list[list[mpq]]:
    """Mixed strategies as lists with their zeros; the probabilities in the dictionaries must be positive."""
    assert all(p > 0 for strategy in strategies for p in strategy.values())
    return [
        [strategy.get(k, mpq(0)) for k in range(size)] for strategy, size in zip(strategies, form.shape, strict=True)
    ]


# ---------------------------------------------------------------------- matrices


@given(matrices(2), EXPANSIONS, st.sampled_from([None, mpq(0), mpq(7, 3)]))
def test_every_round_has_true_bounds_or_regrets(payoffs: list, expansion: str, total: mpq | None) -> None:
    """``total`` is the sum of the payoffs; None stands for a general-sum game."""
    A, B = payoffs
    form = NormalForm.of(A, B) if total is None else opposed(A, total)
    rounds: list[Round] = list(iterations(MatrixOracle(form), expansion, constant_sum=total is not None))
    rows: list[int] = []
    columns: list[int] = []
    for step in rounds:
        rows += step.added[0]
        columns += step.added[1]
        assert step.sizes == (len(rows), len(columns)) == (len({*rows}), len({*columns}))
        paid, regrets = form.judge(listed(form, step.strategies))
        if total is None:
            assert (step.payoffs, step.regrets, step.gap) == (paid, regrets, max(regrets))
        else:
            restricted = opposed([[A[row][column] for column in columns] for row in rows], total)
            assert step.restricted_payoffs == lemke.solve(restricted).payoffs
            assert (step.lower, step.upper) == (paid[0] - regrets[1], paid[0] + regrets[0])
    for before, after in pairwise(rounds):
        assert before.gap >= after.gap and before.gap > 0
        new = [len(strategies) for strategies in after.added]
        assert sum(new) == 1 if expansion == "larger" else 0 < sum(new) and max(new) == 1
    assert rounds[-1].gap == 0
    assert [step.number for step in rounds] == list(range(1, len(rounds) + 1))
    if total is not None:
        assert rounds[-1].lower == solved_by(form, "lp").payoffs[0]


def test_payoffs_beyond_floats_have_an_exact_value() -> None:
    huge, tiny = mpq(10) ** 400, mpq(1, 10**400)
    form = NormalForm.zero_sum([[huge, 0], [0, tiny]])
    *_, last = iterations(MatrixOracle(form))
    assert last.gap == 0
    assert last.restricted_payoffs[0] == huge * tiny / (huge + tiny)


# ---------------------------------------------------------------------- games that are never written down


MANY = 10**30


class OneMore:
    """Mendelsohn's game of numbers from 1 to 10³⁰: one more than the opponent's wins 2, else the smaller wins 1.

    A number not next to one of the opponent's gets no more than 1, or than the successor of the largest one below it.
    """

    def start(self) -> tuple[int, int]:
        return MANY, MANY

    def payoffs(self, row: int, column: int) -> tuple[int, int]:
        ahead = row - column
        gain = 0 if ahead == 0 else 2 * ahead if abs(ahead) == 1 else 1 if ahead < 0 else -1
        return gain, -gain

    def response(self, player: int, opponent: Mapping[int, mpq]) -> int:
        near = {number + step for number in opponent for step in (-1, 0, 1)} | {1}
        candidates = sorted(candidate for candidate in near if 1 <= candidate <= MANY)
        return max(
            candidates, key=lambda candidate: sum(p * self.payoffs(candidate, k)[0] for k, p in opponent.items())
        )


@pytest.mark.parametrize("expansion", ["both", "larger"])
def test_a_zero_sum_game_of_very_many_strategies_has_its_known_strategies(expansion) -> None:
    *_, last = iterations(OneMore(), expansion)
    assert (last.lower, last.upper) == (0, 0)
    assert max(last.sizes) < 20
    expected = {number: mpq(weight, 16) for number, weight in enumerate((1, 5, 4, 5, 1), 1)}  # Mendelsohn 1946
    assert last.strategies == (expected, expected)


# ---------------------------------------------------------------------- what is refused


class Table:
    """Payoffs of both players by rows, and the responses that the oracle gives, right or wrong."""

    def __init__(self, pairs: list[list[object]], *responses: int) -> None:
        self.pairs, self.responses = pairs, responses

    def start(self) -> tuple[int, int]:
        return 0, 0

    def payoffs(self, row: int, column: int) -> object:
        return self.pairs[row][column]

    def response(self, player: int, opponent: Mixed) -> int:
        return self.responses[player]


class Rising(Table):
    """It pays one more at every call."""

    paid = 0

    def payoffs(self, row: int, column: int) -> tuple[int, int]:
        self.paid += 1
        return self.paid, -self.paid


class Meddler(Table):
    """It halves the probabilities that it is asked about."""

    def response(self, player: int, opponent: dict[int, mpq], /) -> int:
        for strategy in opponent:
            opponent[strategy] /= 2
        return 0


PAIRS: list[list[object]] = [[("3/2", "1/2"), ("13/2", "-9/2")], [("-1/2", "5/2"), (0, 2)]]


@pytest.mark.parametrize("constant_sum", [True, False])
@pytest.mark.parametrize(
    ("oracle", "error", "message"),
    [
        (Table(PAIRS, 1, 0), InputError, "^a response of the oracle with which player 1 gets -1/2, .* get 3/2"),
        (Table(PAIRS, 0, 1), InputError, "^a response of the oracle with which player 2 gets -9/2, .* get 1/2"),
        (Rising([], 0, 0), InputError, "player 1 gets [2-9], expected .* get 1"),
        (Table([[(1, 2, 3)]]), GameError, "3 payoffs, expected 2"),
        (Table([[(0.5, -0.5)]]), NumberError, "the float 0.5, expected"),
        (Meddler([[(0, 0)]]), TypeError, "does not support item assignment"),
    ],
    ids=["player 1 errs", "player 2 errs", "another payoff", "three payoffs", "a float", "changed strategies"],
)
def test_oracles_that_err_are_refused(oracle: Table, error: type[Exception], message: str, constant_sum: bool) -> None:
    with pytest.raises(error, match=message):
        list(iterations(copy(oracle), constant_sum=constant_sum))


def test_a_game_of_one_player_is_refused() -> None:
    with pytest.raises(GameError, match=r"^a game of 1 player, expected 2 players$"):
        MatrixOracle(NormalForm.of([1]))
