"""Principal pivoting agrees with Lemke's path on its classes of matrices, and returns nothing unproved elsewhere."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import InputError, LimitError, NotProvedError
from lemke.ground.limits import limits
from lemke.linear.guided import METHODS, lcp_feasibility, solve_lcp, solve_problem
from lemke.linear.lcp import LCP, Infeasibility, Ray, Solution, check, infeasibility
from lemke.linear.pivoting.principal_pivoting import cottle_dantzig, murty

PRINCIPAL = ("murty", "cottle-dantzig")
SMALL = st.integers(-3, 3)
CONSTANTS = st.sampled_from([mpq(0), mpq(1), mpq(-1), mpq(-2), mpq(3), mpq(-1, 2)])


def square(n: int) -> st.SearchStrategy[np.ndarray]:
    return st.lists(st.lists(SMALL, min_size=n, max_size=n), min_size=n, max_size=n).map(
        lambda rows: np.array(rows, dtype=object).reshape(n, n)
    )


def dominant(A: np.ndarray) -> np.ndarray:
    """Strictly diagonally dominant with a positive diagonal, so a P-matrix (Cottle, Pang, Stone 1992, chapter 3)."""
    off = A - np.diag(np.diag(A))
    return off + np.diag(np.abs(off).sum(axis=1) + 1)


def positive_definite(A: np.ndarray) -> np.ndarray:
    """A Gram matrix, ones on the diagonal, and a skew part."""
    return A.T @ A + np.eye(len(A), dtype=int) + np.triu(A) - np.triu(A).T


def semidefinite(A: np.ndarray) -> np.ndarray:
    """A Gram matrix of low rank, and a skew part."""
    return np.outer(A[0], A[0]) + np.triu(A, 1) - np.triu(A, 1).T


def skew(A: np.ndarray) -> np.ndarray:
    return np.triu(A, 1) - np.triu(A, 1).T


def anything(A: np.ndarray) -> np.ndarray:
    return A


@st.composite
def problems(draw: st.DrawFn, *kinds: Callable[[np.ndarray], np.ndarray]) -> LCP:
    n = draw(st.integers(1, 5))
    M = draw(st.sampled_from(kinds))(draw(square(n)))
    return LCP.of(M, draw(st.lists(CONSTANTS, min_size=n, max_size=n)))


@given(problems(dominant, positive_definite))
def test_of_a_p_matrix_all_methods_and_kernels_find_the_one_solution(problem: LCP) -> None:
    exact, guided = (solve_lcp(problem, kernel=kernel) for kernel in ("exact", "guided"))
    assert isinstance(exact, Solution) and isinstance(guided, Solution)
    for outcome in (guided, *(solve_lcp(problem, method=method) for method in PRINCIPAL)):
        assert isinstance(outcome, Solution) and check(problem, outcome) is None
        assert list(outcome.z) == list(exact.z)


@given(problems(skew, semidefinite))
def test_of_a_semidefinite_matrix_there_is_a_solution_or_a_proof_that_nothing_is_feasible(problem: LCP) -> None:
    """Lemke 1965; Cottle, Pang, Stone 1992, Theorem 3.1.2: feasible problems have solutions."""
    feasible = not isinstance(lcp_feasibility(problem), Infeasibility)
    pivoted = solve_lcp(problem, method="cottle-dantzig")
    assert isinstance(pivoted, Solution if feasible else Infeasibility) and check(problem, pivoted) is None
    for kernel in ("exact", "guided"):
        outcome = solve_lcp(problem, kernel=kernel)
        assert isinstance(outcome, Solution if feasible else Ray) and check(problem, outcome) is None
        if isinstance(outcome, Ray):
            assert infeasibility(problem, outcome) is not None


@given(problems(anything), st.sampled_from(METHODS))
def test_of_any_matrix_nothing_unproved_is_returned(problem: LCP, method: str) -> None:
    try:
        outcome = solve_lcp(problem, method=method)
    except NotProvedError as error:
        assert method in PRINCIPAL and str(error).startswith(f"{method}: ")
        return
    assert check(problem, outcome) is None
    feasibility = lcp_feasibility(problem)
    assert check(problem, feasibility) is None
    if isinstance(outcome, Solution):
        assert not isinstance(feasibility, Infeasibility)
    elif isinstance(outcome, Infeasibility):
        assert isinstance(feasibility, Infeasibility)


def diagonal_first(problem: LCP) -> list[int]:
    """The indices of Murty's pivots from the definition: every basis is solved anew by Cramer's rule."""
    import sympy

    M = sympy.Matrix(problem.size, problem.size, [sympy.Rational(str(x)) for row in problem.M.to_lists() for x in row])
    q = sympy.Matrix([sympy.Rational(str(value)) for value in problem.q])
    inside: set[int] = set()
    indices = []
    while True:
        columns = [-M[:, i] if i in inside else sympy.eye(problem.size)[:, i] for i in range(problem.size)]
        values = sympy.Matrix.hstack(*columns).LUsolve(q)
        negative = [i for i in range(problem.size) if values[i] < 0]
        if not negative:
            return indices
        indices.append(negative[0])
        inside ^= {negative[0]}


@given(problems(dominant))
def test_murtys_pivots_are_those_of_the_definition(problem: LCP) -> None:
    assert [pivot.indices for pivot in murty(problem)] == [(i,) for i in diagonal_first(problem)]


def test_a_method_that_cycles_is_stopped() -> None:
    """All diagonal pivots on the way are positive, but M is no P-matrix: the minor of rows and columns 1, 2 is -11."""
    M = [
        [1, 4, 4, 0, -4, -4],
        [3, 1, -4, -4, 1, 1],
        [3, 0, 2, 3, -2, -2],
        [-4, -4, 0, 2, -1, 0],
        [4, 4, 2, 2, 2, -3],
        [-3, 4, 3, -3, -2, 2],
    ]
    problem = LCP.of(M, [1, 0, -1, 0, 0, -1])
    indices = []
    with pytest.raises(NotProvedError, match=r"12 pivots: a cycle"):
        for pivot in murty(problem):
            indices.append(pivot.indices[0])
    bases = [frozenset(i for i in range(6) if indices[:k].count(i) % 2) for k in range(13)]
    assert bases.index(bases[9]) < 9 and len(set(bases[:9])) == 9  # the first return
    assert bases[12] in bases[:9]


def test_long_paths_take_no_more_memory_than_short_ones() -> None:
    """On Murty's matrices (1978) the least-index method takes 2ⁿ − 1 pivots; the bases met are not kept."""
    n = 10
    M = [[2 if j > i else int(i == j) for j in range(n)] for i in range(n)]
    walk = murty(LCP.of(M, [-1] * n))
    tracemalloc.start()
    try:
        held = [tracemalloc.get_traced_memory()[0] for number, _ in enumerate(walk) if number in (99, 999)]
    finally:
        tracemalloc.stop()
    assert held[1] - held[0] < 20_000


@pytest.mark.parametrize(
    ("method", "M", "q", "message"),
    [
        ("murty", [[0, 1], [1, 0]], [-1, -1], "murty: the diagonal entry of index 1 is 0 at pivot 1"),
        ("murty", [[1, 2], [2, 1]], [-1, -3], "murty: the diagonal entry of index 2 is -3 at pivot 2"),
        ("murty", [[-1]], [-1], "murty: the diagonal entry of index 1 is -1 at pivot 1"),
        ("cottle-dantzig", [[1, 0], [-1, -1]], [-2, 1], "the diagonal entry of index 2 is -1 at pivot 1"),
        ("cottle-dantzig", [[1, -1], [-1, 0]], [-2, 1], "the determinant of the block 1, 2 is -1 at pivot 1"),
        ("cottle-dantzig", [[0, -1], [-1, 0]], [-1, 1], "the determinant of the block 1, 2 is -1 at pivot 1"),
        ("cottle-dantzig", [[-1, 1], [0, 1]], [-1, 1], "no variable blocks, but M is not row sufficient"),
    ],
)  # fmt: skip
def test_outside_of_their_classes_the_methods_say_what_is_wrong(method: str, M: list, q: list, message: str) -> None:
    with pytest.raises(NotProvedError) as error:
        solve_lcp(M, q, method=method)
    assert str(error.value).startswith(method) and message in str(error.value)


def test_a_block_pivot_exchanges_two_pairs_where_the_diagonal_is_zero() -> None:
    """min x over x >= 1 as an LCP: M = (0 -1; 1 0) has no diagonal pivot at all."""
    problem = LCP.of([[0, -1], [1, 0]], [1, -1])
    assert [pivot.indices for pivot in cottle_dantzig(problem)] == [(1, 0)]
    assert list(solve_lcp(problem, method="cottle-dantzig").z) == [1, 1]


def test_a_negative_variable_that_falls_stops_at_the_lower_bound_and_rises_again() -> None:
    """z1 must rise by 3 while w2 falls from -1 below; w2 stays above the bound, leaves, and is raised last."""
    problem = LCP.of([[1, 3], [-2, 1]], [-3, -1])
    first = next(cottle_dantzig(problem))
    assert first.indices == (1,)  # min q - 1 = -4 is reached by w2 at z1 = 3/2
    outcome = solve_lcp(problem, method="cottle-dantzig")
    assert list(outcome.z) == [0, 1]


def test_problems_without_variables_and_without_negative_ones_need_no_pivot() -> None:
    for method in METHODS:
        assert solve_lcp([], [], method=method).pivots == 0
        assert list(solve_lcp([[-1]], [0], method=method).z) == [0]


def test_free_variables_other_kernels_and_unknown_methods_are_refused() -> None:
    free = LCP.of([[1]], [1])
    free = LCP(free.M, free.q, free.d, np.array([True]))
    for method in PRINCIPAL:
        with pytest.raises(InputError, match="free variables, expected none"):
            solve_problem(free, method)
        with pytest.raises(InputError, match=rf"the kernel 'guided' with the method {method}, expected auto or exact"):
            solve_lcp([[1]], [1], kernel="guided", method=method)
    with pytest.raises(InputError, match="the method 'simplex', expected one of lemke, murty, cottle-dantzig"):
        solve_lcp([[1]], [1], method="simplex")
    with pytest.raises(InputError, match="q or d together with an LCP"):
        solve_lcp(LCP.of([[1]], [1]), [1])


def test_limits_hold_and_progress_is_reported() -> None:
    seen: list[str] = []
    with limits(progress=seen.append):
        solve_lcp([[2, 1], [1, 2]], [-5, -6], method="murty")
    assert [line.split(",")[0] for line in seen] == ["pivot 1", "pivot 2"]
    with pytest.raises(LimitError), limits(time=0):
        solve_lcp([[1]], [-1], method="cottle-dantzig")
