"""The check of solutions and rays: true ones are accepted, and a single broken condition is named."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import InputError, NumberError
from lemke.ground.sparse import SparseMatrix, vector
from lemke.linear.guided import lcp_feasibility, solve_lcp
from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution, check, infeasibility


def mixed(M, q, free, d=None) -> LCP:
    problem = LCP.of(M, q, d)
    return replace(problem, free=np.array([i in free for i in range(problem.size)]))


def solution(z, w) -> Solution:
    return Solution(vector(z), vector(w), basis=(), pivots=0, bits=0)


def ray(z, z0, direction, direction_z0) -> Ray:
    return Ray(vector(z), mpq(z0), vector(direction), mpq(direction_z0), pivots=0, bits=0)


def rejected(problem, outcome) -> tuple[str, int, mpq] | None:
    defect = check(problem, outcome)
    return defect and (defect.condition, defect.index, defect.value)


# Cottle, Pang, Stone (1992): M positive definite, so the solution (4/3, 7/3) is the only one.
POSITIVE = LCP.of([[2, 1], [1, 2]], [-5, -6])
# w1 = z2 - 1 is an equation and z1 free: z2 = 1, and w2 = 2 - z1 - z2 = 0 since z2 > 0, so z1 = 1.
EQUATION = mixed([[0, 1], [-1, -1]], [-1, 2], free={0})
NEGATIVE = mixed([[0, 1], [-1, -1]], [-1, -2], free={0})


@pytest.mark.parametrize(
    ("problem", "z", "w"),
    [
        (POSITIVE, ["4/3", "7/3"], [0, 0]),
        (LCP.of([[0, 0], [0, 0]], [0, 3]), [5, 0], [0, 3]),
        (LCP.of([[2, 1], [1, 2]], [1, 1]), [0, 0], [1, 1]),
        (EQUATION, [1, 1], [0, 0]),
        (NEGATIVE, [-3, 1], [0, 0]),
        (LCP.of([], []), [], []),
    ],
    ids=["interior", "degenerate", "trivial", "equation", "negative free variable", "empty"],
)
def test_a_true_solution_is_accepted(problem, z, w):
    assert check(problem, solution(z, w)) is None


@pytest.mark.parametrize(
    ("problem", "z", "w", "condition", "index", "value"),
    [
        (POSITIVE, ["4/3", "7/3"], [0, "1/1000"], "w = q + Mz", 1, "-1/1000"),
        (POSITIVE, ["5/3", "7/3"], [0, 0], "w = q + Mz", 0, "2/3"),
        (POSITIVE, [4, -1], [2, -4], "z >= 0", 1, -1),
        (POSITIVE, [3, 0], [1, -3], "w >= 0", 1, -3),
        (POSITIVE, [1, 3], [0, 1], "zw = 0", 1, 3),
        (EQUATION, [1, 2], [1, -1], "w = 0 of an equation", 0, 1),
        (EQUATION, [2, 0], [-1, 0], "w = 0 of an equation", 0, -1),
        (EQUATION, [2, 1], [0, -1], "w >= 0", 1, -1),
        (EQUATION, [0, 1], [0, 1], "zw = 0", 1, 1),
        (mixed([[1, 1], [0, 1]], [1, 0], free={0}), [0, -1], [0, -1], "z >= 0", 1, -1),
    ],
)
def test_a_solution_with_one_condition_broken_is_rejected_by_name(problem, z, w, condition, index, value):
    assert rejected(problem, solution(z, w)) == (condition, index, mpq(value))


@pytest.mark.parametrize(("z", "w"), [([1], [0, 0]), ([0, 0], [0]), ([1, 1, 1], [0, 0]), ([], [])])
def test_a_solution_of_another_size_is_rejected(z, w):
    assert check(POSITIVE, solution(z, w)).condition == "the number of variables"


# w1 = -1 + z0 - z1: at z0 = 1 + t, z1 = t there is a ray, and no solution as w1 = -1 - z1 < 0.
HOPELESS = LCP.of([[-1]], [-1])
# The skew M is positive semidefinite, hence copositive-plus: w2 = -1 - z1 cannot be feasible.
SKEW = LCP.of([[0, 1], [-1, 0]], [0, -1])
# w1 = -1 + z2 + z0 and w2 = -1 + z0: where z2 grows, w1 does.
RISING = LCP.of([[0, 1], [0, 0]], [-1, -1])
# w1 = z2 - z3 is an equation and z1 free; w2 = -1 - z1 - z3 + z0 and w3 = z1 + z2 stay 0 along (-1, 1, 1).
MIXED_RAY = mixed([[0, 1, -1], [-1, 0, -1], [1, 1, 0]], [0, -1, 0], free={0}, d=[0, 1, 0])


@pytest.mark.parametrize(
    ("problem", "outcome"),
    [
        (HOPELESS, ray([0], 1, [1], 1)),
        (HOPELESS, ray([3], 4, [2], 2)),
        (SKEW, ray([0, 0], 1, [0, 1], 0)),
        (MIXED_RAY, ray([0, 0, 0], 1, [-1, 1, 1], 0)),
    ],
    ids=["z0 grows", "further along", "z0 stays", "free variable falls"],
)
def test_a_true_ray_is_accepted(problem, outcome):
    assert check(problem, outcome) is None


@pytest.mark.parametrize(
    ("problem", "outcome", "condition", "value"),
    [
        (HOPELESS, ray([-2], -1, [1], 1), "z0 > 0 along the ray", -1),
        (HOPELESS, ray([0], 1, [0], -1), "z0 > 0 along the ray", -1),
        (HOPELESS, ray([0], 1, [0], 0), "direction != 0 or direction_z0 z != 0", None),
        (LCP.of([[1]], [-1]), ray([0], 1, [0], 1), "direction != 0 or direction_z0 z != 0", None),
        (HOPELESS, ray([-1], 1, [1], 1), "z >= 0 at the point", -1),
        (HOPELESS, ray([0], "1/2", [1], 1), "w >= 0 at the point", "-1/2"),
        (HOPELESS, ray([0], 1, [-1], 0), "z >= 0 at the direction", -1),
        (HOPELESS, ray([0], 1, [1], 0), "w >= 0 at the direction", -1),
        (HOPELESS, ray([1], 3, [1], 1), "zw = 0 along the ray", 2),
        (HOPELESS, ray([0], 2, [1], 1), "zw = 0 along the ray", 1),
        (RISING, ray([1, 0], 1, [0, 1], 0), "zw = 0 along the ray", 1),
        (HOPELESS, ray([0], 1, [1], 2), "zw = 0 along the ray", 1),
        (MIXED_RAY, ray([0, 1, 0], 1, [-1, 1, 1], 0), "w = 0 of an equation at the point", 1),
        (MIXED_RAY, ray([0, 0, 0], 1, [-1, 1, 0], 0), "w = 0 of an equation at the direction", 1),
    ],
    ids=[
        "z0 negative", "z0 falls", "no direction", "the first ray", "z negative", "w negative", "z falls", "w falls",
        "not complementary at the point", "w at the point with z along", "z at the point with w along",
        "not complementary along", "equation broken at the point", "equation broken along",
    ],
)  # fmt: skip
def test_a_ray_with_one_condition_broken_is_rejected_by_name(problem, outcome, condition, value):
    broken, _, number = rejected(problem, outcome)
    assert (broken, number) == (condition, None if value is None else mpq(value))


def test_another_ray_along_which_z0_alone_grows_is_an_outcome():
    """With zeros in d a path may end in a ray on which z is constant; here after z1, z2 entered and w2, z1 left."""
    problem = LCP.of([[0, 0], [-1, -1]], [-1, 1], d=[1, 0])
    assert check(problem, ray([0, 1], 1, [0, 0], 1)) is None


@pytest.mark.parametrize("sizes", [(1, 2), (2, 1), (3, 3)])
def test_a_ray_of_another_size_is_rejected(sizes):
    z, direction = ([0] * size for size in sizes)
    assert check(SKEW, ray(z, 1, direction, 1)).condition == "the number of variables"


@pytest.mark.parametrize(
    ("M", "q", "d", "message"),
    [
        ([[1, 2], [3, 4]], [1], None, "expected a square M"),
        ([[1]], [1], [1, 1], "free of 1, 2, 1 numbers"),
        ([[1, 2], [3]], [1, 2], None, "rows of different lengths"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(M, q, d, message):
    with pytest.raises(InputError) as error:
        LCP.of(M, q, d)
    assert message in str(error.value)


numbers = st.builds(mpq, st.integers(-4, 4), st.integers(1, 3))


@given(st.data(), st.integers(1, 4))
def test_a_solution_is_accepted_and_none_with_a_number_a_hair_off(data, n):
    """Choose z and w first, then q = w - M z; a change of any single number of w breaks a condition."""
    row = st.lists(numbers, min_size=n, max_size=n)
    M, z, w = data.draw(st.lists(row, min_size=n, max_size=n)), data.draw(row), data.draw(row)
    free = {i for i in range(n) if data.draw(st.booleans())}
    for i in range(n):
        if i in free:
            w[i] = mpq(0)
        else:
            z[i], w[i] = (abs(z[i]), mpq(0)) if data.draw(st.booleans()) else (mpq(0), abs(w[i]))
    q = [w[i] - sum(M[i][j] * z[j] for j in range(n)) for i in range(n)]
    problem = mixed(M, q, free)
    assert check(problem, solution(z, w)) is None
    off = list(w)
    off[data.draw(st.integers(0, n - 1))] += mpq(1, 10**30)
    assert rejected(problem, solution(z, off))[0] == "w = q + Mz"


# ----------------------------------------------------------------------------- proofs of infeasibility


def test_the_direction_of_a_ray_proves_infeasibility_only_if_the_conditions_hold() -> None:
    assert infeasibility(SKEW, ray([0, 0], 1, [0, 1], 0)).multipliers.tolist() == [0, 1]
    assert infeasibility(HOPELESS, ray([0], 1, [1], 1)).multipliers.tolist() == [1]  # M = -1 is not copositive
    feasible = LCP.of([[-1, 2], [3, -1]], [-1, -1])
    outcome = solve_lcp(feasible)
    assert isinstance(outcome, Ray) and infeasibility(feasible, outcome) is None


@pytest.mark.parametrize(
    ("M", "q", "multipliers", "condition", "value"),
    [
        ([[0, 1], [-1, 0]], [0, -1], [-1, 1], "v >= 0", -1),
        ([[0, 1], [-1, 0]], [0, -1], [1, 1], "M'v <= 0", 1),
        ([[0, 1], [-1, 0]], [0, -1], [0, 0], "q.v < 0", 0),
        ([[0, 0], [0, 0]], [1, -1], [1, 1], "q.v < 0", 0),
        ([[0, 1], [-1, 0]], [0, -1], [1], "the number of variables", 1),
    ],
)
def test_a_proof_of_infeasibility_with_one_condition_broken_is_rejected_by_name(M, q, multipliers, condition, value):
    broken, _, number = rejected(LCP.of(M, q), Infeasibility(vector(multipliers)))
    assert (broken, number) == (condition, value)


def test_the_multiplier_of_an_equation_has_no_sign_and_a_free_variable_needs_the_sum_0() -> None:
    """w1 = z2 + 1 is an equation, impossible with z2 >= 0; z1 is free and in no row but the second."""
    problem = mixed([[0, 1], [1, 0]], [1, 0], free={0})
    assert check(problem, Infeasibility(vector([-1, 0]))) is None
    assert lcp_feasibility(problem).multipliers[0] < 0
    assert rejected(problem, Infeasibility(vector([-1, 1])))[0] == "M'v = 0 of a free variable"
    assert rejected(replace(problem, free=np.zeros(2, dtype=bool)), Infeasibility(vector([-1, 0])))[0] == "v >= 0"


def test_feasible_points_need_no_complementarity() -> None:
    point = Feasible(vector([3, 3]), vector([4, 3]))
    assert check(POSITIVE, point) is None
    assert rejected(POSITIVE, Solution(point.z, point.w, (), 0, 0))[0] == "zw = 0"
    assert rejected(POSITIVE, Feasible(vector([1, 1]), vector([-2, -3])))[0] == "w >= 0"
    assert rejected(POSITIVE, Feasible(vector([3]), vector([4])))[0] == "the number of variables"


@given(st.data(), st.integers(1, 4))
def test_feasibility_is_proved_by_a_point_and_infeasibility_by_multipliers(data, n):
    row = st.lists(numbers, min_size=n, max_size=n)
    M, q = data.draw(st.lists(row, min_size=n, max_size=n)), data.draw(row)
    problem = mixed(M, q, {i for i in range(n) if data.draw(st.booleans())})
    outcome = lcp_feasibility(problem)
    assert isinstance(outcome, Feasible | Infeasibility) and check(problem, outcome) is None


# ----------------------------------------------------------------------------- numbers of other libraries


def matrices_of_libraries():
    import scipy.sparse
    import sympy

    rows = [[2, 1], [0, 3]]
    coordinates = ([2, 1, 1, 2], ([0, 0, 1, 1], [0, 1, 1, 1]))
    return {
        "text": [["2", "1"], ["0/1", "3.0"]],
        "fractions": [[Fraction(2), Decimal(1)], [0, mpq(3)]],
        "numpy integers": np.array(rows),
        "numpy objects": np.array([[mpq(2), 1], ["0", Fraction(3)]], dtype=object),
        "sympy": sympy.Matrix(rows),
        "scipy csr": scipy.sparse.csr_array(np.array(rows)),
        "scipy with sums": scipy.sparse.coo_array(coordinates, shape=(2, 2)),
        "ours": SparseMatrix.from_dense(rows),
    }


@pytest.mark.parametrize("library", matrices_of_libraries())
def test_matrices_of_all_libraries_are_read_exactly(library: str) -> None:
    assert LCP.of(matrices_of_libraries()[library], [-1, -1]).M.to_lists() == [[2, 1], [0, 3]]


def vectors_of_libraries():
    import sympy

    third = sympy.Rational(1, 3)
    return {
        "generator": (value for value in (-1, "1/3")),
        "column of lists": [[-1], ["1/3"]],
        "numpy": np.array([-1, Fraction(1, 3)], dtype=object),
        "sympy column": sympy.Matrix([-1, third]),
        "ours": SparseMatrix.from_dense([[-1], ["1/3"]]),
    }


@pytest.mark.parametrize("library", vectors_of_libraries())
def test_vectors_of_all_libraries_are_read_exactly(library: str) -> None:
    problem = LCP.of([[1, 0], [0, 1]], vectors_of_libraries()[library], vectors_of_libraries()[library])
    assert problem.q.tolist() == problem.d.tolist() == [-1, mpq(1, 3)]


def test_sparse_vectors_keep_their_zeros() -> None:
    import scipy.sparse

    for vector_of in (scipy.sparse.coo_array, scipy.sparse.csr_array):
        q = vector_of(np.array([[0], [-2], [0]]))
        assert LCP.of(np.eye(3, dtype=int), q).q.tolist() == [0, -2, 0]
    assert LCP.of(np.eye(2, dtype=int), scipy.sparse.coo_array(np.array([0, 5]))).q.tolist() == [0, 5]


def test_a_large_sparse_matrix_is_not_made_dense() -> None:
    import scipy.sparse

    n = 200_000
    problem = LCP.of(scipy.sparse.eye_array(n, dtype=int, format="csr"), np.ones(n, dtype=int))
    assert problem.M.nnz == n


def test_floats_are_taken_at_their_binary_value_if_asked_for() -> None:
    import scipy.sparse

    for M in ([[0.1]], np.array([[0.1]]), scipy.sparse.csr_array(np.array([[0.1]]))):
        with pytest.raises(NumberError, match=r"float 0\.1, expected"):
            LCP.of(M, [1])
        problem = LCP.of(M, np.array([-0.5]), [np.float32(2)], floats=True)
        assert problem.M.to_lists() == [[mpq(3602879701896397, 36028797018963968)]]
        assert (problem.q.tolist(), problem.d.tolist()) == ([mpq(-1, 2)], [2])
    assert solve_lcp([[0.5]], [-1.0], floats=True).z.tolist() == [2]
    with pytest.raises(NumberError, match="expected a finite one"):
        LCP.of([[float("nan")]], [1], floats=True)


@pytest.mark.parametrize(
    ("M", "q", "error", "message"),
    [
        (7, [1], InputError, "M of type int, expected a matrix"),
        ([1], [1], InputError, "M with a row that is no list"),
        (np.ones((1, 1, 1), dtype=int), [1], NumberError, "[1] is no number, expected an exact"),
        ([[1]], "1", InputError, "q of type str, expected a matrix"),
        ([[1]], [[1, 2], [3]], InputError, "q in rows of several numbers"),
        ([[1]], SparseMatrix.from_dense([[1, 2], [3, 4]]), InputError, "q of 2 x 2, expected one row or one column"),
        ([[True]], [1], NumberError, "True is no number, expected an exact one"),
    ],
)  # fmt: skip
def test_objects_that_are_no_matrix_or_vector_are_refused(M, q, error, message) -> None:
    with pytest.raises(error) as raised:
        LCP.of(M, q)
    assert str(raised.value).startswith(message)
