"""Problems from books and papers have the outcomes stated there, with both kernels."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from gmpy2 import mpq

from lemke.linear.guided import KERNELS, lcp_feasibility, solve_lcp
from lemke.linear.lcp import LCP, Infeasibility, Ray, Solution, check, infeasibility
from lemke.linear.pivoting import path
from naive_lemke import naive_path

KOSTREVA = ([[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1])


@dataclass(frozen=True)
class Stated:
    """A problem with the outcome of its source, the only z or a ray, and the numbers of the ratio tests with ties."""

    source: str
    M: list
    q: list
    z: list | None = None
    ray: bool = False
    ties: tuple[int, ...] = ()
    pivots: int | None = None


PROBLEMS = {
    "positive definite": Stated("Murty 1988, chapter 1", [[2, 1], [1, 2]], [-5, -6], z=["4/3", "7/3"]),
    "three variables": Stated(
        "Cottle, Pang, Stone 1992, Example 4.3.3", [[0, -1, 2], [2, 0, -2], [-1, 1, 0]], [-3, 6, -1], z=[0, 1, 3]
    ),
    "four variables": Stated(
        "Cottle, Pang, Stone 1992, Example 4.4.17",
        [[-1, 0, 2, -1], [0, 1, 1, 4], [-2, -1, 0, 0], [1, -4, 0, 0]],
        ["1/2", "-1/2", 6, 6],
        z=[0, "1/2", 0, 0],
    ),
    "identity": Stated("z = max(-q, 0)", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], ["-51/10", "2/7", -8], z=["51/10", 0, 8]),
    "nothing to do": Stated("z = 0 if q >= 0", [[3, 4], [-1, 7]], [3, 1], pivots=0),
    "zeros": Stated("z = 0 if q >= 0, degenerate", [[0, 0], [0, 0]], [0, 0], pivots=0),
    "tie at the first test": Stated("Cottle, Pang, Stone 1992, section 4.4", [[1, 1], [1, 1]], [-1, -1], ties=(1,)),
    "tie at a later test": Stated("z1 = z2 - 1 solves it, M semidefinite", [[1, -1], [-1, 1]], [1, -1], ties=(2,)),
    "ties at several tests": Stated(
        "Kostreva 1979, a P-matrix, so there is one solution", *KOSTREVA, z=["1/3"] * 3, ties=(1, 3)
    ),
    "ray after the first pivot": Stated("M = 0, q < 0", [[0, 0], [0, 0]], ["-2/5", "-1/2"], ray=True, pivots=1),
    "ray after two pivots": Stated(
        "the second row is -1/2 - z1 < 0", [["1/2", "-1/3"], [-1, 0]], [-1, "-1/2"], ray=True, pivots=2
    ),
    "infeasible and copositive-plus": Stated(
        "M skew, so copositive-plus: Lemke 1965", [[0, 1, -1], [-1, 0, 0], [1, 0, 0]], [0, -1, 3], ray=True
    ),
}  # fmt: skip


def tied_tests(problem: LCP) -> Iterator[int]:
    """The numbers of the minimum ratio tests in which several rows attain the minimum, from a replay in fractions."""
    n = problem.size
    matrix = problem.M.to_lists()
    rows = {
        n + i: {**dict(enumerate(matrix[i])), 2 * n: problem.d[i], "constant": problem.q[i]} for i in range(n)
    }  # basic = constant + sum of coefficients times nonbasic
    for number, entering, leaving, *_ in path(problem):
        if number == 1:  # z0 falls from large values
            ratios = [-row["constant"] / row[2 * n] for row in rows.values()]
            tied = ratios.count(max(ratios))
        else:
            falling = [row for row in rows.values() if row.get(entering, 0) < 0]
            ratios = [row["constant"] / -row[entering] for row in falling]
            tied = ratios.count(min(ratios))
        if tied > 1:
            yield number
        row = rows.pop(leaving)
        factor = row.pop(entering)
        solved = {key: -value / factor for key, value in row.items()} | {leaving: 1 / factor}
        for coefficients in rows.values():
            times = coefficients.pop(entering, mpq(0))
            for key, value in solved.items():
                coefficients[key] = coefficients.get(key, mpq(0)) + times * value
        rows[entering] = solved


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_outcome_is_that_of_the_literature(name: str, kernel: str) -> None:
    known = PROBLEMS[name]
    problem = LCP.of(known.M, known.q)
    outcome = solve_lcp(problem, kernel=kernel)
    assert check(problem, outcome) is None
    assert isinstance(outcome, Ray if known.ray else Solution)
    if known.z is not None:
        assert list(outcome.z) == [mpq(value) for value in known.z]
    if kernel == "exact":
        assert outcome.pivots == len(naive_path(problem)[0])
        assert known.pivots in (None, outcome.pivots)


@pytest.mark.parametrize("name", [name for name, known in PROBLEMS.items() if known.ties])
def test_ties_are_at_the_stated_ratio_tests(name: str) -> None:
    known = PROBLEMS[name]
    assert tuple(tied_tests(LCP.of(known.M, known.q))) == known.ties


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", [name for name, known in PROBLEMS.items() if known.ray])
def test_rays_of_these_problems_prove_that_nothing_is_feasible(name: str, kernel: str) -> None:
    known = PROBLEMS[name]
    problem = LCP.of(known.M, known.q)
    proof = infeasibility(problem, solve_lcp(problem, kernel=kernel))
    assert proof is not None and check(problem, proof) is None
    assert isinstance(lcp_feasibility(problem), Infeasibility)


# ----------------------------------------------------------------------------- Kostreva (1979)


def bards_bases(M: list, q: list, choose) -> Iterator[frozenset[int]]:
    """The sets of indices whose z is basic in a method of Bard's type, which pivots at some negative variable."""
    n, basis = len(q), frozenset()
    rows = [[mpq(value) for value in [*row, constant]] for row, constant in zip(M, q, strict=True)]
    while any(row[n] < 0 for row in rows):
        yield basis
        r = choose([row[n] for row in rows])
        pivot, basis = rows[r][r], basis ^ {r}
        solved = [-value / pivot for value in rows[r]]
        solved[r] = 1 / pivot
        for i in range(n):
            factor = rows[i][r]
            if i != r:
                rows[i][r] = mpq(0)
                rows[i] = [a + factor * b for a, b in zip(rows[i], solved, strict=True)]
        rows[r] = solved
    yield basis


def test_kostrevas_example_makes_a_method_of_bards_type_cycle() -> None:
    """The method may take any negative variable. With the one nearest to zero, six bases come again and again."""
    walk = bards_bases(*KOSTREVA, lambda values: values.index(max(value for value in values if value < 0)))
    assert next(walk) == frozenset()
    bases = [next(walk) for _ in range(12)]
    assert bases[:6] == bases[6:] and len(set(bases)) == 6


def test_kostrevas_example_makes_lemkes_path_cycle_without_a_tie_rule() -> None:
    """Some choices at ties lead back to a basis with the same entering variable."""
    n = 3
    problem = LCP.of(*KOSTREVA)
    table = problem.M.to_lists()
    start = {n + i: {**dict(enumerate(table[i])), 2 * n: mpq(1), "constant": problem.q[i]} for i in range(n)}

    def after(rows: dict, leaving: int, entering: int) -> dict:
        row = dict(rows[leaving])
        factor = row.pop(entering)
        solved = {key: -value / factor for key, value in row.items()} | {leaving: 1 / factor}
        changed = {}
        for code, coefficients in rows.items():
            if code != leaving:
                times = coefficients.get(entering, mpq(0))
                kept = {key: value for key, value in coefficients.items() if key != entering}
                changed[code] = {key: kept.get(key, mpq(0)) + times * solved.get(key, mpq(0)) for key in kept | solved}
        return changed | {entering: solved}

    def cycles(rows: dict, entering: int, before: frozenset) -> bool:
        corner = (frozenset(rows), entering)
        if corner in before:
            return True
        ratios = {code: -row["constant"] / row[entering] for code, row in rows.items() if row.get(entering, 0) < 0}
        tied = [code for code, ratio in ratios.items() if ratio == min(ratios.values())]
        return any(
            cycles(after(rows, code, entering), code - n if code >= n else code + n, before | {corner})
            for code in tied
            if code != 2 * n
        )

    assert any(cycles(after(start, n + i, 2 * n), i, frozenset()) for i in range(n))
    solution = solve_lcp(problem)
    assert isinstance(solution, Solution) and list(solution.z) == [mpq(1, 3)] * 3


# ----------------------------------------------------------------------------- exponentially many pivots


def lower(n: int) -> list[list[int]]:
    """Murty's matrix (1978): ones on the diagonal, twos below it; a P-matrix."""
    return [[1 if i == j else 2 if i > j else 0 for j in range(n)] for i in range(n)]


def transposed(M: list) -> list:
    return [list(row) for row in zip(*M, strict=True)]


def product(A: list, B: list) -> list:
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in transposed(B)] for row in A]


@pytest.mark.parametrize("n", range(1, 8))
def test_murtys_matrix_takes_two_to_the_n_pivots_by_lemkes_method(n: int) -> None:
    """Murty 1978; the covering vector is all ones. The kernel takes the textbook's pivots, one by one."""
    problem = LCP.of(lower(n), [-1] * n)
    outcome = solve_lcp(problem, kernel="exact")
    assert outcome.pivots == 2**n == len(naive_path(problem)[0])
    assert list(outcome.z) == [1] + [0] * (n - 1)


@pytest.mark.parametrize("n", range(1, 8))
def test_fathis_matrices_are_positive_definite_and_take_as_many_pivots(n: int) -> None:
    """Fathi 1979: LLᵀ with Murty's L is symmetric and positive definite, but the method is not faster."""
    L = lower(n)
    F = product(L, transposed(L))
    assert F[0] == [1] + [2] * (n - 1) and F[-1][-1] == 4 * n - 3
    assert solve_lcp(F, [-1] * n, kernel="exact").pivots == 2**n


@pytest.mark.parametrize("n", [4, 8])
def test_the_guided_kernel_solves_murtys_problems(n: int) -> None:
    problem = LCP.of(lower(n), [-1] * n)
    assert list(solve_lcp(problem, kernel="guided").z) == [1] + [0] * (n - 1)


# ----------------------------------------------------------------------------- contact


def test_a_string_over_an_obstacle_touches_where_it_must() -> None:
    """The obstacle problem, M the matrix of second differences (Cottle, Pang, Stone 1992, section 1.2).

    A string is held at both ends at height 0 over a bump in the middle, and z is its height over the obstacle. It
    touches only the bump and is straight elsewhere.
    """
    n, height = 7, mpq(3)
    M = [[2 if i == j else -1 if abs(i - j) == 1 else 0 for j in range(n)] for i in range(n)]
    obstacle = [height if i == n // 2 else mpq(-9) for i in range(n)]
    q = [sum(m * bump for m, bump in zip(row, obstacle, strict=True)) for row in M]
    string = [z + bump for z, bump in zip(solve_lcp(M, q).z, obstacle, strict=True)]
    assert string == [height * min(i + 1, n - i) / mpq(n // 2 + 1) for i in range(n)]
