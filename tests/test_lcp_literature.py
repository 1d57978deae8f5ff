"""Problems from books and papers have the outcomes stated there, with both kernels."""

from dataclasses import dataclass

import pytest
from gmpy2 import mpq

from lemke.linear.guided import KERNELS, solve_lcp
from lemke.linear.lcp import LCP, Ray, Solution, check
from naive_lemke import naive_path

KOSTREVA = ([[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1])


@dataclass(frozen=True)
class Stated:
    """A problem with the outcome of its source: the only z, or a ray."""

    source: str
    M: list
    q: list
    z: list | None = None
    ray: bool = False
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
    "tie at the first test": Stated("Cottle, Pang, Stone 1992, section 4.4", [[1, 1], [1, 1]], [-1, -1]),
    "tie at a later test": Stated("z1 = z2 - 1 solves it, M semidefinite", [[1, -1], [-1, 1]], [1, -1]),
    "ties at several tests": Stated(
        "Kostreva 1979, a P-matrix, so there is one solution", *KOSTREVA, z=["1/3"] * 3
    ),
    "ray after the first pivot": Stated("M = 0, q < 0", [[0, 0], [0, 0]], ["-2/5", "-1/2"], ray=True, pivots=1),
    "ray after two pivots": Stated(
        "the second row is -1/2 - z1 < 0", [["1/2", "-1/3"], [-1, 0]], [-1, "-1/2"], ray=True, pivots=2
    ),
    "infeasible and copositive-plus": Stated(
        "M skew, so copositive-plus: Lemke 1965", [[0, 1, -1], [-1, 0, 0], [1, 0, 0]], [0, -1, 3], ray=True
    ),
}  # fmt: skip


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
