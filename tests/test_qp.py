"""Quadratic programs: outcomes judged by theory, solved exactly, refused where not convex."""

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

import lemke
from lemke.errors import InputError, LimitError, ShapeError
from lemke.ground.limits import limits
from lemke.ground.sparse import SparseMatrix, vector
from lemke.linear.lcp import check as check_lcp
from lemke.linear.lp import LP, Infeasible, Optimal, Unbounded
from lemke.linear.matrix_classes import matrix_class
from lemke.linear.pivoting import solve as solve_lp
from lemke.linear.pivoting.quadratic import solve
from lemke.linear.qp import QP, check

NUMBERS = (0, 0, 1, -1, 2, -2, 3, mpq(1, 2), mpq(-3, 7))


def program(n: int, m: int, rank: int, seed: int) -> QP:
    """Q = GᵀG of a rank, all senses, free variables, feasible or not."""
    source = random.Random(seed)
    G = np.array([[source.choice(NUMBERS) for _ in range(n)] for _ in range(rank)], dtype=object).reshape(rank, n)
    A = SparseMatrix.from_dense([[source.choice(NUMBERS) for _ in range(n)] for _ in range(m)], n)
    senses = [source.choice((">=", "=", "<=")) for _ in range(m)]
    free = [j for j in range(n) if source.random() < 0.3]
    c, b = ([source.choice(NUMBERS) for _ in range(size)] for size in (n, m))
    return QP.of((G.T @ G).tolist() if rank else SparseMatrix.from_entries((n, n), [], [], []), c, A, b, senses, free)


PROGRAMS = st.builds(program, st.integers(1, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 10**6))


def least_by_enumeration(given: QP) -> mpq | None:
    """The least value where, some rows being tight and some variables 0, the gradient is a combination of theirs.

    A convex program that has an optimum has it at such a point; all x that solve one system have the same value.
    """
    n, linear = given.Q.shape[0], given.linear
    Q, A = (np.array(each.to_lists(), dtype=object).reshape(each.shape) for each in (given.Q, linear.A))
    rows = [(A[i], linear.b[i], linear.senses[i]) for i in range(len(linear.b))]
    rows += [(vector(int(j == k) for k in range(n)), mpq(0), 1) for j in range(n) if not linear.free[j]]
    values = []
    for size in range(len(rows) + 1):
        for tight in combinations(rows, size):
            if any(sense == 0 and not any(row is each for each, _, _ in tight) for row, _, sense in rows):
                continue
            # min 0 over x, y: stationary, tight rows are equations, all rows hold
            k = len(tight)
            table = [[*Q[j], *(-row[j] for row, _, _ in tight)] for j in range(n)]
            table += [[*row, *[0] * k] for row, _, _ in (*tight, *rows)]
            right = [*(-linear.c), *(b for _, b, _ in (*tight, *rows))]
            words = ["="] * (n + k) + [{1: ">=", 0: "=", -1: "<="}[int(sense)] for _, _, sense in rows]
            found = solve_lp(LP.of(SparseMatrix.from_dense(table, n + k), right, [0] * (n + k), words, range(n + k)))
            if isinstance(found, Optimal):
                values.append(given.objective(found.x[:n]))
    return min(values, default=None)


@given(PROGRAMS)
def test_every_convex_program_has_one_of_three_outcomes(given: QP) -> None:
    outcome = solve(given)
    assert check(given, outcome) is None
    exact = solve(given, kernel="exact")
    assert type(exact) is type(outcome)
    if isinstance(outcome, Optimal):
        assert exact.value == outcome.value


@pytest.mark.slow
@given(st.builds(program, st.integers(1, 2), st.integers(0, 2), st.integers(1, 2), st.integers(0, 10**6)))
def test_the_value_is_the_least_of_all_stationary_points(given: QP) -> None:
    outcome = solve(given)
    if isinstance(outcome, Optimal):
        assert outcome.value == least_by_enumeration(given)


@given(PROGRAMS)
def test_the_conditions_as_an_lcp_and_back(given: QP) -> None:
    """M is semidefinite; x and y make a solution of the LCP again, halves written out, and the other way round."""
    problem = given.lcp()
    assert matrix_class(problem, "PSD")
    outcome = solve(given)
    if isinstance(outcome, Optimal):
        columns, rows = given.linear.halves()
        x, y = outcome.x, outcome.y
        halves = x[columns.positive], -x[columns.negative], y[rows.positive], -y[rows.negative]
        z = np.maximum(np.concatenate(halves), 0)
        w = problem.q + problem.M @ z
        assert check_lcp(problem, lemke.Solution(z, w, (), 0, 0)) is None
        assert list(given.point(z)) == list(x) and list(given.multipliers(z)) == list(y)


@given(PROGRAMS)
def test_a_linear_program_is_the_case_without_q(given: QP) -> None:
    linear = QP(SparseMatrix.from_entries(given.Q.shape, [], [], []), given.linear)
    outcome, other = solve(linear), solve_lp(given.linear)
    assert type(outcome) is type(other)
    assert linear.lcp() == given.linear.lcp()
    assert check(linear, outcome) is None
    if isinstance(outcome, Optimal):
        assert outcome.value == other.value


@given(PROGRAMS, st.integers(0, 3), st.sampled_from([mpq(1, 10**30), mpq(-1, 10**30)]))
def test_an_outcome_with_one_number_moved_is_rejected(given: QP, place: int, step: mpq) -> None:
    outcome = solve(given)
    if isinstance(outcome, Optimal):
        x = outcome.x.copy()
        x[place % len(x)] += step
        if matrix_class(given.Q, "PD"):  # then no other x has these conditions and this value
            assert check(given, replace(outcome, x=x)) is not None
        assert check(given, replace(outcome, value=outcome.value + step)) is not None
    elif isinstance(outcome, Unbounded):
        assert check(given, replace(outcome, direction=-outcome.direction)) is not None
    else:
        assert check(given, Infeasible(-outcome.y)) is not None


def test_a_portfolio_of_least_variance_in_closed_form() -> None:
    """Without signs the shares are S⁻¹e / eᵀS⁻¹e and the variance 1 / eᵀS⁻¹e (Markowitz 1952; Merton 1972)."""
    S = [[4, 1, 0], [1, 9, -2], [0, -2, 1]]
    outcome = lemke.solve_qp(lemke.QP.of(S, [0, 0, 0], [[1, 1, 1]], [1], ["="], free=range(3)))
    weights = vector([mpq(2, 19), mpq(11, 19), mpq(41, 19)])
    assert list(SparseMatrix.from_dense(S) @ weights) == [1, 1, 1]
    assert list(outcome.x) == list(weights / sum(weights))
    assert 2 * outcome.value == 1 / sum(weights) == outcome.y[0]


def test_the_nearest_point_of_a_polytope() -> None:
    """Of the triangle (1, 2), (3, 1), (2, 4) the point nearest to 0 is (1, 2); weights are unique, it is a corner."""
    corners = np.array([[1, 3, 2], [2, 1, 4]], dtype=object)
    outcome = solve(QP.of((corners.T @ corners).tolist(), [0, 0, 0], [[1, 1, 1]], [1], ["="]))
    assert list(corners @ outcome.x) == [1, 2]
    assert outcome.value == mpq(5, 2)


FALLING = {
    "along a kernel of Q": (QP.of([[1, -1], [-1, 1]], [-1, 0]), Unbounded),
    "along a free variable": (QP.of([[1, 0], [0, 0]], [0, 1], free=[1]), Unbounded),
    "empty": (QP.of([[1]], [0], [[1], [1]], [1, 0], [">=", "<="]), Infeasible),
    "empty, and falling": (QP.of([[0, 0], [0, 1]], [-1, 0], [[0, 1], [0, -1]], [1, 0]), Infeasible),
    "an equation of nothing": (QP.of([[1]], [0], [[0]], [1], ["="]), Infeasible),
    "just bounded": (QP.of([[mpq(1, 10**30)]], [-1]), Optimal),
    "no variables": (QP.of([], []), Optimal),
}


@pytest.mark.parametrize("name", FALLING)
def test_programs_at_the_edge(name: str) -> None:
    given, kind = FALLING[name]
    outcome = solve(given)
    assert isinstance(outcome, kind)
    assert check(given, outcome) is None


def test_a_direction_along_which_q_grows_is_no_proof() -> None:
    given = QP.of([[1]], [-1])
    assert str(check(given, Unbounded(vector([0]), vector([1])))) == "Qx = 0 along the direction fails at index 1: 1"


def test_a_program_that_is_not_convex_is_refused_with_a_witness() -> None:
    with pytest.raises(InputError) as refused:
        solve(QP.of([[1, 2], [2, 1]], [0, 0]))
    assert str(refused.value) == "x'Qx = -3 at x = (-2, 1), expected a convex program, Q positive semidefinite"
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([[1, 2], [0, 1]], [0, 0]), InputError, "Q with 2 more at row 1, column 2 than across, expected it symmetric"),
        (([[1]], [0, 0]), ShapeError, "Q of 1 x 1, expected 2 x 2 as c has 2 numbers"),
        (([[1]], [0], [[1, 1]], [1]), ShapeError, "c of 1 numbers, expected 2 as A is 1 x 2"),
        (([[1]], [0], [], [], None, [0.5]), InputError, "the free variable '0.5', expected an index"),
        (([[1.5]], [0]), lemke.LemkeError, "the float 1.5"),
    ],
)
def test_bad_programs_are_named(arguments: tuple[object, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        QP.of(*arguments)


def test_a_mask_of_free_variables_is_no_list_of_indices() -> None:
    given = QP.of([[1, 0], [0, 1]], [1, 1], free=[False, True])
    assert given.linear.free.tolist() == [False, True]
    assert solve(given).x.tolist() == [0, -1]


def test_matrices_of_other_libraries_are_taken() -> None:
    expected = QP.of([[2, 0], [0, 2]], [-2, -5], [[1, 1]], [2])
    for library in (np.array, csr_array, sympy.Matrix):
        same = (library(each) for each in ([[2, 0], [0, 2]], [[-2], [-5]], [[1, 1]], [[2]]))
        assert QP.of(*same) == expected


@pytest.mark.parametrize("Q", [[[0]], [[1]]])
def test_kernel_and_seed_are_looked_at_for_linear_programs_too(Q: list[list[int]]) -> None:
    given = QP.of(Q, [1])
    with pytest.raises(InputError, match="the kernel 'simplex', expected one of auto, exact, guided"):
        solve(given, kernel="simplex")
    for seed in (-1, 0.5, "0", True, None):
        with pytest.raises(InputError, match="expected a whole number, 0 or more"):
            solve(given, seed=seed)
    assert solve(given, seed=np.int64(3)).value == 0


def test_a_slack_multiplied_by_nothing_is_not_enough() -> None:
    """x = 1 has the gradient 1: the value is right, and the signs, but not their product."""
    given = QP.of([[1]], [0])
    defect = check(given, Optimal(vector([1]), vector([]), mpq(1, 2)))
    assert str(defect) == "x(c - A'y) = 0 fails at index 1: 1"


def test_check_names_wrong_sizes() -> None:
    given = QP.of([[1]], [-1])
    assert "the number of variables" in str(check(given, Optimal(vector([1, 1]), vector([]), mpq(0))))
    assert "the number of dual variables" in str(check(given, Optimal(vector([1]), vector([1]), mpq(-1, 2))))
    with pytest.raises(ShapeError, match="z of 2 numbers, expected 1 as in the LCP"):
        given.point([1, 2])


def test_a_limit_is_kept() -> None:
    with pytest.raises(LimitError, match="the time limit of 0 s"), limits(time=0):
        solve(QP.of([[1]], [-1]))


def test_programs_are_values() -> None:
    assert QP.of([[1]], [-1]) == QP.of([["1"]], ["-1"]) != QP.of([[2]], [-1])
