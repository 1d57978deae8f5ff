"""Exact solutions of linear systems: whatever the numbers, the equations hold exactly, or the matrix is singular."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import InputError
from lemke.ground.sparse import SparseMatrix, Vector, vector, zeros
from lemke.linear.exact import System
from lemke.linear.exact.elimination import eliminate
from lemke.linear.exact.factors import factor

NUMBERS = {
    "small whole numbers": lambda source: mpq(source.randint(-3, 3)),
    "fractions": lambda source: mpq(source.randint(-9, 9), source.randint(1, 9)),
    "thousand bits": lambda source: mpq(source.getrandbits(1000) - (1 << 999), source.getrandbits(900) + 1),
    "far apart": lambda source: source.choice((-1, 1)) * mpq(10) ** source.randint(-15, 15),
    "beyond floats": lambda source: source.choice((-1, 1)) * mpq(2) ** source.randint(-1500, 1500),
}


def system(kind: str, n: int, density: float, seed: int, scale: int = 0) -> tuple[SparseMatrix, list[Vector]]:
    """A square matrix with a full diagonal, rows and columns scaled by up to 2^±scale, and three right-hand sides."""
    source = random.Random(seed)
    number = NUMBERS[kind]
    rows, columns = ([mpq(2) ** source.randint(-scale, scale) for _ in range(n)] for _ in range(2))
    table = [
        [
            (number(source) or mpq(1)) * rows[i] * columns[j] if i == j or source.random() < density else mpq(0)
            for j in range(n)
        ]
        for i in range(n)
    ]
    sides = [vector(number(source) for _ in range(n)) for _ in range(3)]
    return SparseMatrix.from_dense(table, n), sides


def solve(matrix: SparseMatrix, right: Vector) -> Vector:
    """From floats where they suffice, unlike `eliminate`."""
    return System(matrix).solve(right)


def determinant(matrix: SparseMatrix) -> mpq:
    """Gaussian elimination as in the textbook, to judge what is singular."""
    rows, product = matrix.to_lists(), mpq(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return mpq(0)
        if pivot != k:
            rows[k], rows[pivot], product = rows[pivot], rows[k], -product
        product *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return product


def solved_exactly_or_singular(matrix: SparseMatrix, sides: list[Vector]) -> None:
    """Assert that A x = b and Aᵀ x = b are solved for every side, or that the matrix is singular.

    Floats may take a singular matrix for a regular one; the solution that they then find still fulfils the equations.
    """
    if determinant(matrix) == 0:
        with pytest.raises(InputError, match="singular"):
            eliminate(matrix, sides[0])
        try:
            assert np.array_equal(matrix @ solve(matrix, sides[0]), sides[0])
        except InputError as error:
            assert "singular" in str(error)
        return
    system = System(matrix)
    for side in sides:
        assert np.array_equal(matrix @ system.solve(side), side)
        assert np.array_equal(matrix.T @ system.solve(side, transposed=True), side)
    assert np.array_equal(eliminate(matrix, sides[0]), system.solve(sides[0]))


@given(
    st.sampled_from(["small whole numbers", "fractions", "far apart"]),
    st.integers(1, 12),
    st.sampled_from([0.1, 0.3, 1.0]),
    st.integers(0, 10**6),
    st.sampled_from([0, 0, 200]),
)
def test_random_systems_are_solved_exactly(kind: str, n: int, density: float, seed: int, scale: int) -> None:
    solved_exactly_or_singular(*system(kind, n, density, seed, scale))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["thousand bits", "beyond floats"])
@pytest.mark.parametrize("seed", range(6))
def test_systems_whose_numbers_are_no_floats_are_solved_exactly(kind: str, seed: int) -> None:
    solved_exactly_or_singular(*system(kind, 1 + seed, (0.3, 1.0)[seed % 2], seed))


@given(st.integers(2, 6), st.integers(0, 10**6), st.data())
def test_systems_that_are_singular_in_exact_arithmetic_alone_are_found_singular(
    n: int, seed: int, data: st.DataObject
) -> None:
    """One row is a combination of two others, which floats may not see."""
    matrix, (side, *_) = system("fractions", n, 1.0, seed)
    rows = matrix.to_lists()
    i, j = (data.draw(st.integers(0, n - 2)) for _ in range(2))
    rows[-1] = [mpq(1, 3) * a - mpq(2, 7) * b for a, b in zip(rows[i], rows[j], strict=True)]
    solved_exactly_or_singular(SparseMatrix.from_dense(rows), [side])


def test_a_dense_system_is_solved_by_floats_though_its_solution_has_thousands_of_bits() -> None:
    matrix, sides = system("fractions", 150, 1.0, 2)
    factors = factor(matrix)
    assert not isinstance(factors, str)
    solution = factors.try_solve(sides[0])
    assert not isinstance(solution, str) and max(x.denominator.bit_length() for x in solution) > 1000
    assert np.array_equal(matrix @ solution, sides[0])


def test_systems_of_one_equation_and_of_none_are_solved() -> None:
    assert list(solve(SparseMatrix.from_dense([["-3/7"]]), vector(["1/2"]))) == [mpq(-7, 6)]
    empty = SparseMatrix.from_dense([], 0)
    assert [list(System(empty).solve(zeros(0), transposed=transposed)) for transposed in (False, True)] == [[], []]
    assert list(eliminate(empty, zeros(0))) == []


HIDDEN = {
    "an empty row": [[1, 2], [0, 0]],
    "an empty column": [[1, 0], [2, 0]],
    "all zero": [[0]],
    "no perfect matching": [[1, 1, 1], [1, 0, 0], [1, 0, 0]],
    "a multiple": [[1, 2], [2, 4]],
    "a multiple that floats miss": [[1, "1/3"], [3, 1]],
    "a sum": [["1/10", "1/7", 3], ["1/5", "1/3", 1], ["3/10", "10/21", 4]],
}


@pytest.mark.parametrize("name", HIDDEN)
def test_singular_systems_are_refused_and_say_why(name: str) -> None:
    matrix = SparseMatrix.from_dense(HIDDEN[name])
    side = vector([1] * matrix.shape[0])
    factors = factor(matrix)
    refusal = factors if isinstance(factors, str) else factors.try_solve(side)
    assert isinstance(refusal, str)
    for refuses in (solve, eliminate):
        with pytest.raises(InputError, match="singular"):
            refuses(matrix, side)


def without_matching(n: int, power: int, seed: int) -> SparseMatrix:
    """A sparse matrix with no empty row or column in which some k + 1 columns have entries in k rows only."""
    source = random.Random(seed)

    def number() -> mpq:
        return source.choice((1, -1)) * mpq(10) ** source.randint(-power, power)

    k = source.randint(2, n // 2)
    rows, columns = source.sample(range(n), k), source.sample(range(n), k + 1)
    remaining = [j for j in range(n) if j not in columns]
    entries = {(i, j): number() for i in range(n) for j in [i, *source.sample(range(n), source.randint(0, 2))]}
    entries = {place: value for place, value in entries.items() if place[1] in remaining}
    entries |= {(source.choice(rows), j): mpq(1) for j in columns for _ in range(2)}
    filled = {i for i, _ in entries}
    entries |= {(i, source.choice(remaining)): mpq(1) for i in range(n) if i not in filled}
    places = list(zip(*entries, strict=True))
    return SparseMatrix.from_entries((n, n), *places, entries.values())


@pytest.mark.slow
@pytest.mark.parametrize("power", [0, 12])
def test_matrices_without_a_matching_do_not_end_the_process_nor_print_anything(power: int) -> None:
    """On some of them SuperLU would write beyond its arrays, and BLAS would print to standard output."""
    script = f"""
from lemke.linear.exact.factors import factor
from test_pivoting_exact_solve import without_matching
for seed in range(300):
    factors = factor(without_matching(40, {power}, seed))
    assert isinstance(factors, str)
"""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


NEARLY = {
    "10^-40 apart": ([[1, 1], [1, 1 + mpq(1, 10**40)]], [0, 1], [-(10**40), 10**40]),
    "a tiny determinant": ([[10**20, 10**20 + 1], [10**20 - 1, 10**20]], [1, 0], [10**20, 1 - 10**20]),
    "10^-400 beside 1": ([[mpq(1, 10**400), 1], [1, 1]], [1, 1], [0, 1]),
}


@pytest.mark.parametrize("name", NEARLY)
def test_nearly_singular_systems_are_solved(name: str) -> None:
    table, side, expected = NEARLY[name]
    matrix = SparseMatrix.from_dense(table)
    for solver in (solve, eliminate):
        assert list(solver(matrix, vector(side))) == expected


def test_the_hilbert_matrix_of_20_rows() -> None:
    """Its condition is about 10^28; row i < n of its inverse sums to (−1)^(n−1−i) (n+i)! / (i!² (n−i−1)!)."""
    n = 20
    matrix = SparseMatrix.from_dense([[mpq(1, i + j + 1) for j in range(n)] for i in range(n)])
    factorial = [mpq(1)]
    for k in range(1, 2 * n):
        factorial.append(factorial[-1] * k)
    expected = [(-1) ** (i + n + 1) * factorial[n + i] / (factorial[i] ** 2 * factorial[n - i - 1]) for i in range(n)]
    for solver in (solve, eliminate):
        assert list(solver(matrix, vector([1] * n))) == expected


@pytest.mark.slow
def test_right_hand_sides_of_many_bits_enter_word_by_word() -> None:
    """Also negative numbers, and one long number among short ones; no digit is computed with long integers."""
    source = random.Random(1)
    table = [[source.randint(-9, 9) + 30 * (i == j) for j in range(40)] for i in range(40)]
    system = System(SparseMatrix.from_dense(table))
    for bits in (*range(20, 70), 500, 3000):
        for lengths in ([bits] * 40, [bits] + [1] * 39):
            right = vector(mpq(source.getrandbits(length) - (1 << length - 1)) for length in lengths)
            for transposed in (False, True):
                x = system.solve(right, transposed=transposed)
                assert np.array_equal((system.matrix.T if transposed else system.matrix) @ x, right)
            factors = factor(system.matrix)
            residual, words = factors._split(right, 32, bits)
            assert residual.dtype == np.int64 and len(words) == max(0, -(-(bits - 29) // 32))
            assert all(digits.dtype == np.int64 for digits, _ in zip(factors._digits(residual, words, 32), range(200)))


def test_digits_beyond_the_range_of_floats_end_without_a_warning() -> None:
    """The inverse of this matrix has entries of 2⁹⁸⁸, which are multiplied with words."""
    n = 990
    rows, columns = np.triu_indices(n)
    entries = np.where(rows == columns, 1, -1) * np.where(columns % 2, 1, 1 << 10)
    factors = factor(SparseMatrix.from_entries((n, n), rows, columns, map(mpq, entries.tolist())))
    right = vector(mpq(random.Random(k).getrandbits(60)) for k in range(n))
    assert factors._scales is not None and isinstance(factors.try_solve(right, approximately=True), str)


@pytest.mark.parametrize("bits", [1, 100, 1000])
def test_approximate_solutions_are_wrong_in_their_last_bits_only(bits: int) -> None:
    source = random.Random(bits)
    table = [[source.randint(-9, 9) + 30 * (i == j) for j in range(20)] for i in range(20)]
    system, right = System(SparseMatrix.from_dense(table)), vector(mpq(source.getrandbits(bits)) for _ in range(20))
    away = system.approximate(right) - system.solve(right)
    assert away.any() and max(abs(away)) < mpq(1, 1 << 760)
    assert system.approximate(zeros(20)).tolist() == [0] * 20
