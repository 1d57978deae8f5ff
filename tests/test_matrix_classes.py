"""Classes of matrices: verdicts agree with naive definitions, true witnesses are accepted, wrong ones are rejected."""

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, LimitError, NumberError, ShapeError
from lemke.ground.limits import limits
from lemke.ground.sparse import SparseMatrix, vector
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Infeasible
from lemke.linear.matrix_classes import (
    CLASSES,
    Entry,
    Implied,
    Minor,
    Searched,
    Squares,
    Verdict,
    WitnessVector,
    check,
    matrix_class,
    matrix_classes,
)
from lemke.linear.matrix_classes.classes import IMPLIED_BY
from lemke.linear.matrix_classes.elimination import DiagonalElimination
from lemke.linear.matrix_classes.searches import _transforms
from lemke.linear.matrix_classes.verdict import LARGE, Inquiry

Rows = list[list[int]]
NUMBERS = st.sampled_from([0, 0, 1, 1, -1, 2, -2, mpq(1, 2), mpq(-3, 2)])


@st.composite
def matrices(draw: st.DrawFn, least: int = 1, most: int = 4) -> Rows:
    """Matrices with many zeros: any, with a nonnegative diagonal, nearly skew-symmetric, symmetric, in Z, near AᵀA."""
    n = draw(st.integers(least, most))
    kind = draw(st.sampled_from(["any", "diagonal", "skew", "symmetric", "z", "gram"]))
    M = [[draw(NUMBERS) for _ in range(n)] for _ in range(n)]
    for i, j in product(range(n), repeat=2):
        if i == j and kind != "any":
            M[i][i] = abs(M[i][i]) + (kind == "z")
        elif i > j and kind in ("skew", "symmetric"):
            M[i][j] = (-1 if kind == "skew" and draw(st.integers(0, 4)) else 1) * M[j][i]
        elif kind == "z":
            M[i][j] = -abs(mpq(M[i][j])) / 2
    if kind == "gram":
        G = np.array(M, dtype=object)
        M = (G.T @ G + draw(st.sampled_from([0, 0, 1, -1])) * (np.triu(G) - np.triu(G).T)).tolist()
    return M


# ---------------------------------------------------------------------- the definitions, naively


def determinant(M: Rows) -> Fraction:
    """The determinant by expansion along the first row."""
    if not M:
        return Fraction(1)
    terms = ((-1) ** j * M[0][j] * determinant([row[:j] + row[j + 1 :] for row in M[1:]]) for j in range(len(M)))
    return sum(terms, Fraction(0))


def subsets(n: int) -> list[tuple[int, ...]]:
    return [indices for size in range(1, n + 1) for indices in combinations(range(n), size)]


def part(M: Rows, indices: tuple[int, ...]) -> Rows:
    return [[M[i][j] for j in indices] for i in indices]


def minors(M: Rows) -> list[Fraction]:
    return [determinant(part(M, indices)) for indices in subsets(len(M))]


def symmetric(M: Rows) -> Rows:
    n = len(M)
    return [[mpq(M[i][j] + M[j][i]) / 2 for j in range(n)] for i in range(n)]


def adjugate(M: Rows) -> list[Fraction]:
    n = len(M)
    return [
        (-1) ** (i + j) * determinant([row[:j] + row[j + 1 :] for k, row in enumerate(M) if k != i])
        for i in range(n)
        for j in range(n)
    ]


def copositive(M: Rows, strictly: bool) -> bool:
    """Hadeler (1983): A is not (strictly) copositive iff some principal part has det < 0 and adj ≥ 0 (≤ 0, > 0)."""
    for indices in subsets(len(M)):
        A = part(symmetric(M), indices)
        det, adj = determinant(A), adjugate(A)
        if (det <= 0 and min(adj) > 0) if strictly else (det < 0 and min(adj) >= 0):
            return False
    return True


def feasible(rows: Rows, right: list[int], senses: list[str], n: int) -> bool:
    """Whether some x of any sign fulfils the rows, by a linear program."""
    program = LP.of(SparseMatrix.from_dense(rows, n), right, [0] * n, senses, range(n))
    return not isinstance(solve_lp(program), Infeasible)


def unit(n: int, i: int, value: int) -> list[int]:
    return [value if j == i else 0 for j in range(n)]


def zeros_are_critical(M: Rows) -> bool:
    """For a copositive M, every x ≥ 0 with xᵀM x = 0, that is A_KK x_K = 0 on its support K, has A x = 0."""
    n, A = len(M), symmetric(M)
    for indices in subsets(n):
        for row in range(n):
            rows = [A[i] for i in indices] + [unit(n, i, 1) for i in range(n)] + [A[row]]
            right = [0] * len(indices) + [int(i in indices) for i in range(n)] + [1]
            senses = ["="] * len(indices) + [">=" if i in indices else "=" for i in range(n)] + [">="]
            if feasible(rows, right, senses, n):
                return False
    return True


def column_sufficient(M: Rows) -> bool:
    """No signs s and index i have x with sⱼ xⱼ ≥ 0 ≥ sⱼ (M x)ⱼ for all j, and both not 0 at i; −x is as good as x."""
    n = len(M)
    for signs in product((1,), *[(1, -1)] * (n - 1)):
        rows = [unit(n, j, s) for j, s in enumerate(signs)] + [[-s * v for v in M[j]] for j, s in enumerate(signs)]
        for i in range(n):
            right = [int(j == i) for j in range(n)] * 2
            if feasible(rows, right, [">="] * (2 * n), n):
                return False
    return True


def transposed(M: Rows) -> Rows:
    return [list(column) for column in zip(*M, strict=True)]


def off_diagonal(M: Rows) -> list[int]:
    return [value for i, row in enumerate(M) for j, value in enumerate(row) if i != j]


def comparison(M: Rows) -> Rows:
    return [[value if i == j else -abs(value) for j, value in enumerate(row)] for i, row in enumerate(M)]


NAIVE = {
    "Z": lambda M: all(value <= 0 for value in off_diagonal(M)),
    "nonnegative": lambda M: all(value >= 0 for row in M for value in row),
    "M": lambda M: NAIVE["Z"](M) and NAIVE["P"](M),
    "H": lambda M: NAIVE["P"](comparison(M)),
    "PD": lambda M: all(value > 0 for value in minors(symmetric(M))),
    "PSD": lambda M: all(value >= 0 for value in minors(symmetric(M))),
    "P": lambda M: all(value > 0 for value in minors(M)),
    "P0": lambda M: all(value >= 0 for value in minors(M)),
    "nondegenerate": lambda M: all(value != 0 for value in minors(M)),
    "strictly-copositive": lambda M: copositive(M, strictly=True),
    "copositive": lambda M: copositive(M, strictly=False),
    "copositive-plus": lambda M: copositive(M, strictly=False) and zeros_are_critical(M),
    "column-sufficient": column_sufficient,
    "row-sufficient": lambda M: column_sufficient(transposed(M)),
    "sufficient": lambda M: NAIVE["column-sufficient"](M) and NAIVE["row-sufficient"](M),
}
BY_PROGRAMS = ("copositive-plus", "column-sufficient", "row-sufficient", "sufficient")


def test_every_class_has_a_naive_definition() -> None:
    assert list(NAIVE) != [] and set(NAIVE) == set(CLASSES)


@given(matrices())
def test_verdicts_are_those_of_the_definitions(M: Rows) -> None:
    for name, verdict in matrix_classes(M).items():
        if name not in BY_PROGRAMS:
            assert verdict.holds == NAIVE[name](M), (name, M)
        assert check(M, verdict) is None, (name, M)


@pytest.mark.slow
@given(matrices(most=3))
def test_linear_programs_find_nothing_that_breaks_a_class(M: Rows) -> None:
    """If a matrix is not in a class, the verdict has a point, which the test before checks."""
    verdicts = matrix_classes(M)
    for name in BY_PROGRAMS[:-1]:
        assert not verdicts[name] or NAIVE[name](M), (name, M)
    assert verdicts["sufficient"].holds == (verdicts["column-sufficient"].holds and verdicts["row-sufficient"].holds)


@given(matrices(), st.permutations(range(4)), st.lists(st.integers(1, 5), min_size=8, max_size=8))
def test_classes_do_not_depend_on_order_and_units(M: Rows, order: list[int], scales: list[int]) -> None:
    """Principal rearrangement and D M D with D > 0 keep all classes; D M E keeps those of minors and signs."""
    n = len(M)
    p = [i for i in order if i < n]
    rearranged = [[M[i][j] * scales[i] * scales[j] for j in p] for i in p]
    scaled = [[M[i][j] * scales[i] * scales[4 + j] for j in range(n)] for i in range(n)]
    verdicts, rearranged_verdicts = matrix_classes(M), matrix_classes(rearranged)
    assert [verdict.holds for verdict in verdicts.values()] == [
        verdict.holds for verdict in rearranged_verdicts.values()
    ]
    for name in ("Z", "nonnegative", "M", "H", "P", "P0", "nondegenerate"):
        assert matrix_class(scaled, name).holds == verdicts[name].holds


@given(matrices())
def test_classes_contain_each_other_as_in_the_table(M: Rows) -> None:
    verdicts = matrix_classes(M)
    for name, sources in IMPLIED_BY.items():
        for together in sources:
            if all(verdicts[source] for source in together):
                assert verdicts[name]


@given(matrices(least=2), st.lists(st.sampled_from([0, 1, -1, 3, -2]), min_size=4, max_size=4))
def test_a_p_matrix_gives_one_solution_for_every_q(M: Rows, q: list[int]) -> None:
    """Samelson, Thrall, Wesler (1958); all complementary bases are tried."""
    if not matrix_class(M, "P"):
        return
    n = len(M)
    solutions = set()
    for basis in [(), *subsets(n)]:
        A = sympy.Matrix(n, n, lambda i, j, z=basis: sympy.Rational(str(-M[i][j])) if j in z else int(i == j))
        values = A.LUsolve(sympy.Matrix(q[:n]))
        if min(values) >= 0:
            solutions.add(tuple(values[j] if j in basis else sympy.Integer(0) for j in range(n)))
    assert len(solutions) == 1
    solution = lemke.solve_lcp(M, q[:n])
    assert tuple(map(str, solution.z)) == tuple(map(str, solutions.pop()))


# ---------------------------------------------------------------------- known matrices

HORN = [[1, -1, 1, 1, -1], [-1, 1, -1, 1, 1], [1, -1, 1, -1, 1], [1, 1, -1, 1, -1], [-1, 1, 1, -1, 1]]
TRIDIAGONAL = [[2, -1, 0], [-1, 2, -1], [0, -1, 2]]
CYCLIC = [[1, 3, 0], [0, 1, 3], [3, 0, 1]]
LITERATURE = {
    "Horn's form, copositive and no sum of a semidefinite and a nonnegative one": (
        HORN,
        {
            "copositive": True,
            "PSD": False,
            "nonnegative": False,
            "strictly-copositive": False,
            "copositive-plus": False,
        },
    ),
    "a string": (TRIDIAGONAL, dict.fromkeys(CLASSES, True) | {"nonnegative": False}),
    "a cyclic P-matrix, not semidefinite": (
        CYCLIC,
        {"P": True, "PSD": False, "H": False, "strictly-copositive": True, "sufficient": True},
    ),
    "a bimatrix game in costs": (
        [[0, 0, 1, 2], [0, 0, 3, 1], [1, 2, 0, 0], [2, 1, 0, 0]],
        {"copositive": True, "copositive-plus": False, "P0": False, "PSD": False},
    ),
    "optimality of a linear program": (
        [[0, 0, -1], [0, 0, -2], [1, 2, 0]],
        {"PSD": True, "copositive-plus": True, "sufficient": True, "P0": True, "P": False, "nondegenerate": False},
    ),
    "column sufficient only": (
        [[0, 1], [0, 1]],
        {"column-sufficient": True, "row-sufficient": False, "sufficient": False, "P0": True},
    ),
    "sufficient, neither P nor semidefinite": (
        [[0, 1], [-3, 0]],
        {"sufficient": True, "PSD": False, "P": False, "P0": True},
    ),
    "a cycle of gains, all minors of two rows positive": (
        [[0, -2, 1], [1, 0, -2], [-2, 1, 0]],
        {"column-sufficient": False, "PSD": False, "P": False},
    ),
    "a cycle with a skew-symmetric pair": (
        [[0, 2, -2], [-2, 0, 1], [2, -2, 0]],
        {"column-sufficient": False, "PSD": False, "P": False},
    ),
    "zero": ([[0, 0], [0, 0]], {"PSD": True, "sufficient": True, "copositive-plus": True, "PD": False, "P": False}),
    "nothing": ([], dict.fromkeys(CLASSES, True)),
}


@pytest.mark.parametrize("name", LITERATURE)
def test_matrices_of_the_literature_have_the_known_classes(name: str) -> None:
    M, known = LITERATURE[name]
    for class_name, verdict in matrix_classes(M).items():
        assert check(M, verdict) is None
        assert class_name not in known or verdict.holds == known[class_name], class_name


def test_a_hair_decides_whether_horns_form_is_copositive() -> None:
    """At the zeros of Horn's form a difference of 10⁻³⁰ decides."""
    hair = mpq(1, 10**30)
    more = [[value + (hair if i == j else 0) for j, value in enumerate(row)] for i, row in enumerate(HORN)]
    less = [[value - (hair if i == j else 0) for j, value in enumerate(row)] for i, row in enumerate(HORN)]
    assert matrix_class(more, "strictly-copositive")
    verdict = matrix_class(less, "copositive")
    assert not verdict
    x = verdict.witness.x
    assert min(x) >= 0 and x @ np.array(less, dtype=object) @ x < 0


@given(st.integers(3, 9), st.integers(0, 2**36 - 1))
def test_copositivity_decides_the_clique_number_of_a_graph(n: int, edges: int) -> None:
    """t (J − A) − J, J all ones, is copositive iff no clique has more than t nodes (Motzkin, Straus 1965)."""
    pairs = {pair for k, pair in enumerate(combinations(range(n), 2)) if edges >> k & 1}
    clique = max(len(nodes) for nodes in subsets(n) if set(combinations(nodes, 2)) <= pairs)
    for t in (clique, clique - mpq(1, 100)):
        M = [[-1 if (min(i, j), max(i, j)) in pairs else t - 1 for j in range(n)] for i in range(n)]
        verdict = matrix_class(M, "copositive")
        assert verdict.holds == (t == clique)
        assert verdict or check(M, verdict) is None
        assert not matrix_class(M, "strictly-copositive")


@pytest.mark.parametrize(("sign", "holds"), [(-1, False), (0, True), (1, True)])
def test_a_minor_of_a_hair_decides(sign: int, holds: bool) -> None:
    M = [[1, 1], [1 - sign * mpq(1, 10**30), 1]]
    assert matrix_class(M, "P0").holds == holds
    assert matrix_class(M, "P").holds == (sign > 0)
    assert check(M, matrix_class(M, "P0")) is None


def test_a_large_sparse_matrix_takes_one_elimination() -> None:
    n = 300
    places = [(i, j) for i in range(n) for j in (i - 1, i, i + 1) if 0 <= j < n]
    M = SparseMatrix.from_entries((n, n), *zip(*places, strict=True), [2 if i == j else -1 for i, j in places])
    for name in ("M", "PD", "P", "copositive-plus", "sufficient"):
        verdict = matrix_class(M, name)
        assert verdict
        assert check(M, verdict) is None
    assert list(matrix_class(M, "M").witness.x) == [mpq(i * (n + 1 - i), 2) for i in range(1, n + 1)]


def test_a_search_counts_every_principal_minor_once() -> None:
    """All minors are 1, except that of the whole matrix, which is 1 + 2ⁿ for odd n. No other class implies P."""
    n = 9
    M = [[1 if i == j else 2 if (j - i) % n == 1 else 0 for j in range(n)] for i in range(n)]
    assert matrix_class(M, "P").witness == Searched(2**n - 1)


def test_a_limit_ends_a_search() -> None:
    n = 41
    M = [[1 if i == j else 2 if (j - i) % n == 1 else 0 for j in range(n)] for i in range(n)]
    with pytest.raises(LimitError, match=r"time limit of 0\.2 s"), limits(time=0.2):
        matrix_class(M, "P")


@pytest.mark.parametrize(("n", "checks"), [(LARGE - 1, False), (LARGE, True)])
def test_limits_are_checked_in_every_case_of_a_large_matrix(n: int, checks: bool) -> None:
    unit = SparseMatrix.from_entries((n, n), range(n), range(n), [1] * n)
    inquiry, walk = Inquiry(unit, {}), _transforms(unit.to_lists())
    next(walk)
    for step in (lambda: inquiry.count("P", 1), lambda: next(walk)):
        with pytest.raises(LimitError) if checks else nullcontext(), limits(time=0):
            step()


def test_limits_are_checked_while_a_matrix_is_read() -> None:
    with pytest.raises(LimitError), limits(time=0):
        DiagonalElimination(SparseMatrix.from_entries((1, 1), [], [], []))


# ---------------------------------------------------------------------- wrong witnesses and input

BROAD = [[1, 2, 0], [3, 1, -1], [0, 1, 1]]
WRONG = {
    "P by a vector": (BROAD, Verdict("P", False, WitnessVector(vector([1, 1, 0]))), "x(Mx) <= 0 fails at index 1: 3"),
    "P by zero": (BROAD, Verdict("P", False, WitnessVector(vector([0, 0, 0]))), "x other than 0"),
    "P by a short vector": (BROAD, Verdict("P", False, WitnessVector(vector([1]))), "a vector of 3 numbers"),
    "P by a positive minor": (BROAD, Verdict("P", False, Minor((0, 2), mpq(1))), "a minor that the class excludes"),
    "P by a minor of another value": (BROAD, Verdict("P", False, Minor((0, 1), mpq(-6))), "the value of the minor"),
    "P by a minor of no indices": (BROAD, Verdict("P", False, Minor((), mpq(0))), "different indices"),
    "P by a minor beyond": (BROAD, Verdict("P", False, Minor((0, 3), mpq(0))), "different indices"),
    "P by a vector that says yes": (
        BROAD,
        Verdict("P", True, WitnessVector(vector([1, 1, 1]))),
        "a witness of the kind",
    ),
    "P by a search": (BROAD, Verdict("P", True, Searched(7)), "the search for class P"),
    "P by squares": (BROAD, Verdict("P", True, Squares((), vector([]), ())), "a witness of the kind"),
    "P by Z": (
        TRIDIAGONAL,
        Verdict("P", True, Implied((Verdict("Z", True, Searched(7)),))),
        "that class P follows from Z",
    ),
    "P by a false PD": (
        BROAD,
        Verdict("P", True, Implied((Verdict("PD", True, Squares((), vector([]), ())),))),
        "LDL' = (M + M')/2",
    ),
    "P by nothing": (BROAD, Verdict("P", True, Implied(())), "that class P follows from"),
    "P by the wrong number of cases": (CYCLIC, Verdict("P", True, Searched(6)), "the number of cases of the search"),
    "P by a search where another class says it": (TRIDIAGONAL, Verdict("P", True, Searched(7)), "the number of cases"),
    "P by a minor of fractional indices": (BROAD, Verdict("P", False, Minor((0.0, 1), mpq(-5))), "different indices"),
    "P0 by a class that fails": (
        [[1, 2], [2, 1]],
        Verdict("P0", True, Implied((matrix_class([[1, 2], [2, 1]], "P"),))),
        "that class P0 follows from P",
    ),
    "PSD by squares with a negative factor": (
        [[-1]],
        Verdict("PSD", True, Squares((0,), vector([-1]), (vector([1]),))),
        "d > 0 fails at index 1: -1",
    ),
    "PSD by a pivot that is no index": (
        [[1]],
        Verdict("PSD", True, Squares((0.0,), vector([1]), (vector([1]),))),
        "L triangular with ones",
    ),
    "PD by the same square twice": (
        [[1, 1], [1, 1]],
        Verdict("PD", True, Squares((0, 1), vector(["1/2", "1/2"]), (vector([1, 1]),) * 2)),
        "L triangular with ones",
    ),
    "M by a negative vector": ([[-1]], Verdict("M", True, WitnessVector(vector([-1]))), "v > 0 fails at index 1: -1"),
    "M by a wrong Z": (
        TRIDIAGONAL,
        Verdict("M", False, Implied((Verdict("Z", False, Entry(0, 1, mpq(-1))),))),
        "an entry that the class excludes",
    ),
    "M outside of Z": (BROAD, Verdict("M", True, WitnessVector(vector([1, 1, 1]))), "Z fails"),
    "M by a vector with a zero": (
        TRIDIAGONAL,
        Verdict("M", True, WitnessVector(vector([1, 1, 0]))),
        "v > 0 fails at index 3",
    ),
    "M by a vector too steep": (
        TRIDIAGONAL,
        Verdict("M", True, WitnessVector(vector([3, 1, 3]))),
        "Mv > 0 fails at index 2",
    ),
    "not M by a wrong vector": (
        TRIDIAGONAL,
        Verdict("M", False, WitnessVector(vector([1, 1, 1]))),
        "Mx <= 0 fails at index 1",
    ),
    "not H by a wrong vector": (
        TRIDIAGONAL,
        Verdict("H", False, WitnessVector(vector([-1, 0, 0]))),
        "x >= 0 fails at index 1",
    ),
    "not H by a vector with a positive image": (
        TRIDIAGONAL,
        Verdict("H", False, WitnessVector(vector([1, 1, 1]))),
        "Cx <= 0 fails at index 1",
    ),
    "H by a vector too steep": (
        TRIDIAGONAL,
        Verdict("H", True, WitnessVector(vector([3, 1, 3]))),
        "Cv > 0 fails at index 2",
    ),
    "row sufficient by zeros": (
        [[0, 0], [1, 0]],
        Verdict("row-sufficient", False, WitnessVector(vector([1, 0]))),
        "x(M'x) < 0 fails",
    ),
    "Z by an entry that is not there": (BROAD, Verdict("Z", False, Entry(0, 2, mpq(1))), "an entry of M"),
    "Z by the diagonal": (BROAD, Verdict("Z", False, Entry(0, 0, mpq(1))), "an entry that the class excludes"),
    "copositive by a negative vector": (
        BROAD,
        Verdict("copositive", False, WitnessVector(vector([1, -1, 0]))),
        "x >= 0",
    ),
    "copositive by a good vector": (BROAD, Verdict("copositive", False, WitnessVector(vector([1, 0, 0]))), "x'Mx < 0"),
    "strictly copositive by zero": (
        BROAD,
        Verdict("strictly-copositive", False, WitnessVector(vector([0, 0, 0]))),
        "x other than 0",
    ),
    "copositive-plus by a critical zero": (
        [[1, -1], [-1, 1]],
        Verdict("copositive-plus", False, WitnessVector(vector([1, 1]))),
        "(M + M')x other than 0",
    ),
    "P0 by a vector that is enough for P": (
        [[0, 1], [0, 0]],
        Verdict("P0", False, WitnessVector(vector([1, 0]))),
        "x(Mx) < 0 fails at index 1",
    ),
    "column sufficient by zeros": (
        [[0, 1], [0, 0]],
        Verdict("column-sufficient", False, WitnessVector(vector([1, 0]))),
        "x(Mx) < 0 fails",
    ),
    "nondegenerate by a regular minor": (
        BROAD,
        Verdict("nondegenerate", False, Minor((0, 1), mpq(-5))),
        "a minor that the class excludes",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_witness_is_rejected(name: str) -> None:
    M, verdict, message = WRONG[name]
    assert message in str(check(M, verdict))


@given(matrices(least=2), st.integers(0, 3), st.sampled_from([1, -1, 10**6]))
def test_squares_with_one_number_moved_are_rejected(M: Rows, place: int, step: int) -> None:
    verdict = matrix_class(M, "PSD")
    if not verdict or not len(verdict.witness.d):
        return
    squares = verdict.witness
    k, i = place % len(squares.d), place % len(M)
    d, column = squares.d.copy(), squares.l[k].copy()
    d[k] += step
    column[i] += step
    columns = (*squares.l[:k], column, *squares.l[k + 1 :])
    for changed in (replace(squares, d=d), replace(squares, l=columns), replace(squares, order=squares.order[1:])):
        assert check(M, Verdict("PSD", True, changed)) is not None


def test_squares_of_a_singular_form_do_not_prove_it_definite() -> None:
    M = [[1, 1], [1, 1]]
    assert str(check(M, replace(matrix_class(M, "PSD"), name="PD"))).startswith("as many pivots as numbers")


@given(matrices())
def test_a_verdict_turned_around_is_rejected(M: Rows) -> None:
    for verdict in matrix_classes(M).values():
        assert check(M, replace(verdict, holds=not verdict.holds)) is not None


@pytest.mark.parametrize(
    ("M", "name", "error", "message"),
    [
        ([[1]], "Q", InputError, "class 'Q', expected"),
        ([[1]], None, InputError, "class None, expected"),
        ([[1, 2]], "P", ShapeError, "M of 1 x 2, expected"),
        ([[0.5]], "P", NumberError, "the float 0.5"),
        ("P", "P", ShapeError, "M of type str"),
    ],
)
def test_wrong_classes_and_matrices_are_refused(M: object, name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        matrix_class(M, name)


def test_one_class_or_several_are_named_in_any_case() -> None:
    verdicts = matrix_classes(BROAD, ["P", "PSD"])
    assert matrix_classes(BROAD, "PSD") == matrix_classes(BROAD, "psd") == {"PSD": verdicts["PSD"]}
    assert list(matrix_classes(BROAD, ["p", "pSd"])) == ["P", "PSD"]
    assert matrix_class(BROAD, "p") == verdicts["P"]
    with pytest.raises(InputError, match="class 5, expected"):
        matrix_classes(BROAD, 5)


def test_the_check_refuses_an_unknown_class() -> None:
    with pytest.raises(InputError, match="class 'Q'"):
        check([[1]], Verdict("Q", True, Searched(1)))


def test_the_check_refuses_an_object_that_is_no_verdict() -> None:
    with pytest.raises(InputError, match="a verdict of type NoneType, expected a Verdict"):
        check([[1]], None)


def test_problems_and_matrices_of_other_libraries_are_accepted() -> None:
    from scipy.sparse import csr_array

    problems = [lemke.LCP.of(BROAD, [1, 1, 1]), sympy.Matrix(BROAD), np.array(BROAD), csr_array(np.array(BROAD))]
    assert all(matrix_classes(problem) == matrix_classes(BROAD) for problem in problems)
