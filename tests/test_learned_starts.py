"""Linear programs that begin at learned supports, and matrix games that grow from pure profiles."""

import numpy as np
import pytest
from hypothesis import given

import lemke
from lemke import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.generators import leduc, liars_dice
from lemke.linear.lp import LP
from lemke.solvers import learned, methods, sequence_lp
from lemke.solvers.learning import Learning
from strategies import games, opposed


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_lp, "LARGE", 0)


def programs_of(monkeypatch: pytest.MonkeyPatch) -> list[LP]:
    """The programs that are given to HiGHS from now on."""
    programs, optima = [], sequence_lp.optima

    def listening(program: LP, *method: str):
        programs.append(program)
        return optima(program, *method)

    monkeypatch.setattr(sequence_lp, "optima", listening)
    return programs


@pytest.mark.parametrize("wild", ["highest", "ones", "none"])
def test_a_program_begins_at_the_supports_of_fast_learners(wild: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = lemke.sequence_form(liars_dice(faces=3, wild=wild))
    programs = programs_of(monkeypatch)
    proved = lemke.solve(form, method="lp")
    (program,) = programs
    assert program.start is not None and proved.how.tries == 1
    monkeypatch.setattr(sequence_lp, "LARGE", 10**9)
    assert lemke.solve(form, method="lp").payoffs == proved.payoffs and programs[-1].start is None


def test_a_program_has_no_start_if_learning_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_lp, "ITERATIONS", (2, 4))
    programs = programs_of(monkeypatch)
    assert lemke.solve(lemke.sequence_form(leduc(3)), method="lp").method == "lp"
    assert [program.start for program in programs] == [None]


@pytest.mark.slow
@given(games(max_depth=4).map(opposed))
def test_programs_that_begin_at_learned_supports_have_the_same_value(game: Game) -> None:
    form = lemke.sequence_form(game)
    assert sequence_lp._program(form).start is not None or not form.A.nnz
    proved = sequence_lp.solve(form, lemke.solvers.sequence_lcp.even_start(form, "auto", 0))
    assert proved.payoffs == lemke.solve(game, method="lcp").payoffs
    (_, _, u, v), payoffs = form.replied(*proved.plans)
    assert payoffs == (u[0], v[0]) == proved.payoffs


# ---------------------------------------------------------------------- matrix games


def matrix_form(A: list[list[int]], B: list[list[int]]) -> SequenceForm:
    return NormalForm.of(A, B).sequence_form()


def test_pure_profiles_come_in_the_order_of_their_regrets() -> None:
    A = [[3, 0, 5], [2, 4, 1]]
    B = [[1, 2, 3], [6, 5, 4]]
    pairs = Learning(matrix_form(A, B)).pure_profiles(10)
    regrets = [max(row[j - 1] for row in A) - A[i - 1][j - 1] + max(B[i - 1]) - B[i - 1][j - 1] for i, j in pairs]
    assert (1, 3) not in pairs[1:] and regrets[0] == 0 and regrets == sorted(regrets)
    assert sorted(pairs) == [(i, j) for i in (1, 2) for j in (1, 2, 3) if (A[i - 1][j - 1], B[i - 1][j - 1]) != (0, 0)]
    assert Learning(matrix_form(A, B)).pure_profiles(2) == pairs[:2]


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (3, 1)])
def test_games_in_which_a_player_has_no_choice_are_solved(shape: tuple[int, int]) -> None:
    form = matrix_form(np.ones(shape, dtype=int).tolist(), np.ones(shape, dtype=int).tolist())
    assert methods._proved_by(form, ("learn", 0)).payoffs == (1, 1)


def test_a_pure_equilibrium_of_a_large_matrix_is_the_first_try() -> None:
    source = np.random.default_rng(0)
    A, B = (source.integers(-1000, 1000, (150, 150)) for _ in range(2))
    A[17, 40] = B[17, 40] = 1001
    form = matrix_form(A.tolist(), B.tolist())
    proved = methods._proved_by(form, ("learn", 0))
    assert (proved.how.method, proved.how.tries, proved.payoffs) == ("learn", 1, (1001, 1001))


def test_another_seed_begins_at_another_pure_profile() -> None:
    source = np.random.default_rng(1)
    A, B = (source.integers(0, 9, (40, 40)).tolist() for _ in range(2))
    form = matrix_form(A, B)
    first = [next(learned._Search(form, seed).pure_profiles) for seed in (0, 1, 2)]
    assert first == Learning(form).pure_profiles(3)
