"""The exact kernel beside the textbook's dense tableau, pivot by pivot; rays; infeasible starts; the checked door."""

from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import LCP
from lemke.errors import InputError, NotProvedError, NumberError
from lemke.game import Game
from lemke.game.strategy import realization_plan
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix
from lemke.linear.guided import KERNELS
from lemke.linear.guided.kernels import Attempts
from lemke.linear.lcp import Ray, Solution, StartBasis, check
from lemke.linear.pivoting import path
from lemke.linear.pivoting.tableau import Tableau
from lemke.solvers.sequence_lcp import starting_point
from naive_lemke import naive_path
from strategies import games

SMALL = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(-1), mpq(2), mpq(-2), mpq(1, 2), mpq(-3, 7)])
POSITIVE = st.sampled_from([mpq(1), mpq(2), mpq(1, 3)])


@st.composite
def problems(draw: st.DrawFn) -> LCP:
    """Small LCPs with many ties."""
    n = draw(st.integers(0, 5))
    table = draw(st.lists(st.lists(SMALL, min_size=n, max_size=n), min_size=n, max_size=n))
    q = draw(st.lists(SMALL, min_size=n, max_size=n))
    d = draw(st.lists(POSITIVE, min_size=n, max_size=n))
    return LCP.of(SparseMatrix.from_dense(table, n), q, d)


def walk(problem: LCP) -> tuple[list[tuple[int, int, mpq]], Solution | Ray]:
    steps = path(problem)
    pivots = []
    while True:
        try:
            number, entering, leaving, z0, _ = next(steps)
        except StopIteration as end:
            return pivots, end.value
        pivots.append((entering, leaving, z0))
        assert number == len(pivots)


def agrees_with_the_textbook(problem: LCP) -> Solution | Ray:
    pivots, outcome = walk(problem)
    expected, end = naive_path(problem)
    assert pivots == expected
    assert end == ("solution" if isinstance(outcome, Solution) else "ray")
    assert outcome.pivots == len(pivots)
    assert check(problem, outcome) is None
    return outcome


def game_problem(game: Game, prior: str, seed: int) -> LCP:
    form = lemke.sequence_form(game)
    profile = starting_point(form, prior, seed, False).profile
    plan_1, plan_2 = map(realization_plan, form.sequences, profile.behavior)
    return form.lcp((plan_1, plan_2))


@given(problems())
def test_general_lcps_take_the_textbook_path(problem: LCP) -> None:
    agrees_with_the_textbook(problem)


@given(games(), st.sampled_from(["centroid", "random"]), st.integers(0, 9))
def test_games_take_the_textbook_path_to_a_solution(game: Game, prior: str, seed: int) -> None:
    assert isinstance(agrees_with_the_textbook(game_problem(game, prior, seed)), Solution)


def test_infeasible_starts_are_refused() -> None:
    with pytest.raises(InputError, match="w1 is negative for large z0"):
        lemke.solve_lcp([[1]], [-1], [0])
    with pytest.raises(InputError, match="w1 is negative at z0 = 1/2"):
        walk(replace(LCP.of([[1]], [-1]), start=StartBasis(frozenset(), mpq(1, 2))))


def test_singular_starts_are_refused() -> None:
    with pytest.raises(InputError, match="singular start basis"):
        walk(replace(LCP.of([[0]], [-1]), start=StartBasis(frozenset([0]), mpq(1))))


def test_an_outcome_that_fails_the_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(problem: LCP, seed: int, early: bool) -> Attempts:
        _, outcome = walk(problem)
        yield "exact", replace(outcome, z=outcome.z + 1), False, False
        yield "exact", replace(outcome, w=outcome.w + 1), False, False

    monkeypatch.setitem(KERNELS, "exact", wrong)
    with pytest.raises(NotProvedError, match=r"2 tries; exact: w = q \+ Mz fails"):
        lemke.solve_lcp([[2, 1], [1, 2]], [-5, -6])


def test_free_variables_need_a_start() -> None:
    base = LCP.of([[1]], [-1])
    with pytest.raises(InputError, match="free variables without a start"):
        walk(replace(base, free=[True]))
    with pytest.raises(InputError, match="expected all free indices"):
        replace(base, free=[True], start=StartBasis(frozenset(), mpq(1)))
    with pytest.raises(InputError, match=r"a start basis of \[7\]"):
        replace(base, start=StartBasis(frozenset([7]), mpq(1)))


def test_a_start_in_the_middle_of_a_closed_path_is_refused() -> None:
    """The edge of this start has two ends, and the path from the one leads back to the other."""
    problem = replace(LCP.of([[-1, 0], [0, -1]], [1, -1], [-1, 1]), start=StartBasis(frozenset(), mpq(1)))
    with pytest.raises(InputError, match="leads back to its start"):
        walk(problem)


def test_a_start_that_leads_to_the_first_ray_is_refused() -> None:
    problem = replace(LCP.of([[-1]], [-1], ["1/2"]), start=StartBasis(frozenset([0]), mpq(5)))
    with pytest.raises(InputError, match="leads back to the ray on which paths begin"):
        walk(problem)


def test_no_float_gets_into_a_problem_or_its_check() -> None:
    for options in ({"q": [0.5]}, {"d": [0.5]}, {"start": StartBasis(frozenset(), 0.5)}):
        with pytest.raises(NumberError, match="the float"):
            replace(LCP.of([[1]], [-1]), **options)
    with pytest.raises(NumberError, match="the float"):
        SparseMatrix((1, 1), np.array([0]), np.array([0]), np.array([0.1], dtype=object))
    with pytest.raises(NumberError, match="the float"):
        check(LCP.of([[0]], [1 + mpq(1, 10**30)]), Solution(np.array([mpq(0)]), np.array([1.0]), (1,), 0, 1))


def test_zeros_take_no_dense_block() -> None:
    size = 300
    problem = LCP.of(SparseMatrix.from_entries((size, size), [], [], []), [-1] * size)
    assert sum(block.table.size for block in Tableau(problem).blocks) < 10 * size
    assert isinstance(lemke.solve_lcp(problem, kernel="exact"), Ray)


def test_limits_are_checked_within_one_pivot_of_a_large_tableau(monkeypatch: pytest.MonkeyPatch) -> None:
    size, checks = 200, []
    (block,) = Tableau(LCP.of([[1 + (i == j) for j in range(size)] for i in range(size)], [-1] * size)).blocks
    monkeypatch.setattr(limits, "check", lambda: checks.append(None))
    block.pivot(0, 0)
    assert len(checks) > 2
