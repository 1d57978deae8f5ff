"""All extreme equilibria: each is one, each is extreme, none is missing, however degenerate the game."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import InputError, NumberError
from lemke.linear.pivoting import vertex_enumeration
from lemke.linear.pivoting.vertex_enumeration import Moduli, Tableaux
from lemke.solvers import enumeration
from lemke.solvers.enumeration import extreme_equilibria
from naive_lemke_howson import by_supports, is_equilibrium

Matrix = list[list[Fraction]]
Pair = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]

TIES = st.sampled_from([0, 1])
AWKWARD = st.sampled_from([0, 0, 1, -1, 2, Fraction(1, 2), Fraction(-1, 3), 7])
FAR_APART = st.sampled_from([0, 1, -1, 10**40, -(10**25), Fraction(1, 10**30), Fraction(-1, 3 * 10**9)])


@st.composite
def matrices(draw: st.DrawFn, entries: st.SearchStrategy[object], most: int = 4) -> tuple[Matrix, Matrix]:
    m, n = draw(st.integers(1, most)), draw(st.integers(1, most))
    row = st.lists(entries.map(Fraction), min_size=n, max_size=n)
    return draw(st.lists(row, min_size=m, max_size=m)), draw(st.lists(row, min_size=m, max_size=m))


def random_game(m: int, n: int, seed: int, payoffs: int = 1000) -> tuple[Matrix, Matrix]:
    source = random.Random(seed)
    A, B = ([[Fraction(source.randrange(payoffs)) for _ in range(n)] for _ in range(m)] for _ in range(2))
    return A, B


def extreme_pairs(A: object, B: object) -> list[Pair]:
    """The extreme equilibria as pairs of strategies in Fractions."""
    return [(fractions(x), fractions(y)) for x, y in extreme_equilibria(A, B)]


def fractions(values: object) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(v.numerator), int(v.denominator)) for v in values)


# ---------------------------------------------------------------------- an independent way: all bases


def solutions(rows: Matrix) -> tuple[int, tuple[Fraction, ...] | None]:
    """The rank of the equations a z = b, given as rows (a, b), and their solution if there is exactly one."""
    table, width, rank = [list(row) for row in rows], len(rows[0]) - 1, 0
    for column in range(width):
        pivot = next((r for r in range(rank, len(table)) if table[r][column]), None)
        if pivot is None:
            continue
        table[rank], table[pivot] = table[pivot], table[rank]
        table[rank] = [value / table[rank][column] for value in table[rank]]
        for r, row in enumerate(table):
            if r != rank and row[column]:
                table[r] = [
                    entry - row[column] * pivot_entry for entry, pivot_entry in zip(row, table[rank], strict=True)
                ]
        rank += 1
    unique = rank == width and not any(row[-1] for row in table[rank:])
    return rank, tuple(row[-1] for row in table[:width]) if unique else None


def naive_vertices(
    M: Matrix, variable_labels: list[int], row_labels: list[int]
) -> set[tuple[tuple[Fraction, ...], frozenset[int]]]:
    """All vertices of {z ≥ 0: M z ≤ 1} with their labels: every choice of tight inequalities is tried."""
    size = len(M[0])
    bounds = [[-Fraction(i == j) for j in range(size)] + [Fraction(0)] for i in range(size)]
    bounds += [[*row, Fraction(1)] for row in M]
    result = set()
    for chosen in combinations(bounds, size):
        _, z = solutions(list(chosen))
        if z is None:
            continue
        slacks = [b - sum(a * v for a, v in zip(row, z, strict=True)) for *row, b in bounds]
        if min(slacks) >= 0:
            result.add(
                (
                    z,
                    frozenset(
                        label for label, s in zip([*variable_labels, *row_labels], slacks, strict=True) if s == 0
                    ),
                )
            )
    return result


def naive_equilibria(A: Matrix, B: Matrix) -> set[Pair]:
    m, n = len(A), len(A[0])
    rows, columns = list(range(m)), list(range(m, m + n))
    least = min(*map(min, A), *map(min, B))
    vertices_1 = naive_vertices([[B[i][j] - least + 1 for i in range(m)] for j in range(n)], rows, columns)
    vertices_2 = naive_vertices([[A[i][j] - least + 1 for j in range(n)] for i in range(m)], columns, rows)
    return {
        (tuple(v / sum(x) for v in x), tuple(v / sum(y) for v in y))
        for x, labels_x in vertices_1
        for y, labels_y in vertices_2
        if any(x) and len(labels_x | labels_y) == m + n
    }


def payoffs(matrix: Matrix, opponent: tuple[Fraction, ...]) -> list[Fraction]:
    return [sum((a * q for a, q in zip(row, opponent, strict=True)), Fraction(0)) for row in matrix]


def transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def is_extreme(B: Matrix, x: tuple[Fraction, ...]) -> bool:
    """x is the only strategy with its support, or a smaller one, and with its best replies, or more."""
    values = payoffs(transposed(B), x)
    support = [i for i, p in enumerate(x) if p]
    replies = [j for j, value in enumerate(values) if value == max(values)]
    equations = [[*(B[i][j] for i in support), Fraction(-1), Fraction(0)] for j in replies]
    rank, _ = solutions([*equations, [Fraction(1)] * len(support) + [Fraction(0), Fraction(1)]])
    return rank == len(support) + 1


def judge(A: Matrix, B: Matrix, pairs: list[Pair]) -> None:
    for x, y in pairs:
        assert is_equilibrium(A, B, x, y)
        assert is_extreme(B, x)
        assert is_extreme(transposed(A), y)
    assert pairs == sorted(set(pairs), reverse=True)


# ---------------------------------------------------------------------- none missing, none too many


@given(matrices(TIES) | matrices(AWKWARD, most=3) | matrices(FAR_APART, most=3))
def test_games_have_the_equilibria_that_trying_all_bases_finds(game: tuple[Matrix, Matrix]) -> None:
    assert set(extreme_pairs(*game)) == naive_equilibria(*game)
    judge(*game, extreme_pairs(*game))


def test_games_of_numbers_beyond_floats_have_the_equilibria_that_trying_all_bases_finds() -> None:
    source = random.Random(1)
    sizes = (Fraction(10) ** 400, Fraction(1), -(Fraction(10) ** -500))
    A, B = ([[source.choice(sizes) * source.randrange(9) for _ in range(3)] for _ in range(3)] for _ in range(2))
    assert set(extreme_pairs(A, B)) == naive_equilibria(A, B)


@pytest.mark.slow
def test_a_game_of_many_columns_has_the_equilibria_of_supports_of_equal_size() -> None:
    game = random_game(2, 70, seed=1, payoffs=10**6)
    assert set(extreme_pairs(*game)) == set(by_supports(*game))
    assert set(extreme_pairs(transposed(game[1]), transposed(game[0]))) == {(y, x) for x, y in extreme_pairs(*game)}


# ---------------------------------------------------------------------- known games


# ---------------------------------------------------------------------- floats, primes and chunks change nothing


@pytest.mark.parametrize(
    "game", [random_game(5, 6, 1), random_game(5, 6, 2, payoffs=2), random_game(6, 6, 3, payoffs=3)]
)
@pytest.mark.parametrize("constant", [{"GAP": np.inf}, {"CHUNK": 1}])
def test_without_floats_and_in_chunks_of_one_basis_the_equilibria_are_the_same(
    game: tuple[Matrix, Matrix], constant: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = extreme_pairs(*game)
    for name, value in constant.items():
        monkeypatch.setattr(vertex_enumeration, name, value)
    assert extreme_pairs(*game) == expected


@given(matrices(TIES))
def test_supports_one_by_one_give_the_same_equilibria(game: tuple[Matrix, Matrix]) -> None:
    expected = extreme_pairs(*game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumeration, "WIDE", 0)
        patch.setattr(enumeration, "MANY", 0)
        assert extreme_pairs(*game) == expected


def test_no_vertex_is_lost_where_a_prime_divides_a_determinant() -> None:
    prime = Moduli(1).primes[0]
    polytope = vertex_enumeration.vertices(np.array([[mpz(prime), mpz(1)], [mpz(1), mpz(prime)]], dtype=object))
    assert len(polytope) == 4
    assert {tuple(polytope.point(k)) for k in range(4)} == {
        (0, 0),
        (mpq(1, prime), 0),
        (0, mpq(1, prime)),
        (mpq(1, prime + 1), mpq(1, prime + 1)),
    }


def test_a_slack_that_the_first_prime_divides_is_not_tight() -> None:
    prime = Moduli(1).primes[0]
    polytope = vertex_enumeration.vertices(np.array([[mpz(1)], [mpz(prime + 1)]], dtype=object))
    tight = {polytope.point(k)[0]: flags.tolist() for k, flags in enumerate(polytope.tight)}
    assert tight == {0: [True, False, False], mpq(1, prime + 1): [False, False, True]}


@given(matrices(TIES, most=3), st.sampled_from([0, -1]))
def test_wrong_proposals_do_not_change_the_equilibria_of_games_full_of_ties(
    game: tuple[Matrix, Matrix], row: int
) -> None:
    def propose(level: Tableaux) -> np.ndarray:
        return np.full((len(level), level.columns), row % level.rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tableaux, "propose", propose)
        assert set(extreme_pairs(*game)) == naive_equilibria(*game)


# ---------------------------------------------------------------------- limits and bad input


def test_bad_matrices_are_refused() -> None:
    with pytest.raises(NumberError, match=r"float 0\.5"):
        extreme_equilibria([[0.5]], [[1]])
    with pytest.raises(InputError, match="expected 1 x 2"):
        extreme_equilibria([[1, 2]], [[1], [2]])
    with pytest.raises(InputError, match="expected numbers in 2 dimensions"):
        extreme_equilibria([], [])
