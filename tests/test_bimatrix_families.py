"""Families of bimatrix games have the numbers that the literature gives for them."""

from collections.abc import Callable
from math import comb
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import InputError
from lemke.generators.bimatrix import (
    BIMATRIX_FAMILIES,
    Bimatrix,
    Matrix,
    all_ties,
    coordination,
    few_payoffs,
    hard_to_solve,
    many_equilibria,
    near_zero_sum,
    random_bimatrix,
    two_components,
    von_stengel_6x6,
    winkels,
)
from lemke.normal_form import normal_form
from lemke.pivoting.bimatrix_tableau import Polytope

GAMES = Path(__file__).parents[1] / "examples" / "games"
Vertices = set[frozenset[int]]


def vertices(M: Matrix, rows: range, columns: range) -> Vertices:
    """The labels of all vertices of {z ≥ 0: M z ≤ 1}: the graph of a polytope is connected."""
    waiting = [Polytope(M, rows, columns)]
    found = {frozenset(waiting[0].labels)}
    while waiting:
        here = waiting.pop()
        for label in here.labels:
            there = here.copy()
            there.drop(label)
            if (labels := frozenset(there.labels)) not in found:
                found.add(labels)
                waiting.append(there)
    return found


def both_vertices(game: Bimatrix) -> tuple[Vertices, Vertices]:
    A, B = game
    m, n = A.shape
    return vertices(B.T, range(m, m + n), range(m)), vertices(A, range(m), range(m, m + n))


def completely_labeled(game: Bimatrix) -> int:
    """How many equilibria a nondegenerate game has: pairs of vertices with all labels, but for (0, 0)."""
    one, two = both_vertices(game)
    every = frozenset(range(sum(game[0].shape)))
    return sum(every - labels in two for labels in one) - 1


def gale_strings(d: int) -> Vertices:
    """The d-sets of 2d facets in a circle that are made of pairs of neighbours (Gale 1963)."""
    found = {frozenset[int]()}
    for _ in range(d // 2):
        found = {
            own | {k, (k + 1) % (2 * d)} for own in found for k in range(2 * d) if not own & {k, (k + 1) % (2 * d)}
        }
    return found


def relabeled(sets: Vertices, label: list[int]) -> Vertices:
    return {frozenset(label[k] for k in own) for own in sets}


# ---------------------------------------------------------------------- dual cyclic polytopes


@pytest.mark.parametrize("d", [2, 4, 6, 8])
def test_the_vertices_of_both_polytopes_are_gale_strings(d: int) -> None:
    swapped = [k ^ 1 for k in range(2 * d)]
    svs = [1, *(k + (-1) ** k for k in range(2, d)), d, *(k - (-1) ** k for k in range(d + 1, 2 * d + 1))]
    strings = gale_strings(d)
    assert 3 * len(strings) == 4 * comb(3 * d // 2, d // 2)  # n/(n − d/2) C(n − d/2, d/2) for n = 2d
    for game, label in ((hard_to_solve(d), [k - 1 for k in svs]), (many_equilibria(d), swapped)):
        one, two = both_vertices(game)
        assert one == strings
        assert two == relabeled(strings, label)


@pytest.mark.parametrize(("d", "number"), [(2, 3), (4, 15), (6, 75), (8, 383)])
def test_games_with_many_equilibria_have_as_many_as_the_formula(d: int, number: int) -> None:
    half, less = (sum(comb(k + i, i) * comb(k, i) for i in range(k + 1)) for k in (d // 2, d // 2 - 1))
    assert completely_labeled(many_equilibria(d)) == number == half + less - 1


@pytest.mark.parametrize("d", [2, 4, 6, 8])
def test_hard_games_have_one_equilibrium(d: int) -> None:
    assert completely_labeled(hard_to_solve(d)) == 1


def test_the_printed_hard_game_has_the_same_labels_at_all_vertices() -> None:
    A, B = normal_form(lemke.read(GAMES / "savani_von_stengel_6x6.efg")).payoffs
    assert both_vertices((A, B)) == both_vertices(hard_to_solve(6))


def test_von_stengels_game_has_75_equilibria_and_as_many_vertices_as_dual_cyclic_polytopes() -> None:
    assert completely_labeled(von_stengel_6x6()) == 75
    assert [len(each) for each in both_vertices(von_stengel_6x6())] == [112, 112]


def test_coordination_games_have_an_equilibrium_for_each_support() -> None:
    assert [completely_labeled(coordination(n)) for n in range(1, 7)] == [2**n - 1 for n in range(1, 7)]


# ---------------------------------------------------------------------- the others


def test_a_zero_distance_makes_a_zero_sum_game_and_a_small_one_stays_near() -> None:
    A, B = near_zero_sum(4, 0, 3)
    assert not (A + B).any()
    near, close = near_zero_sum(4, "1/1000", 3)
    assert (near == A).all()
    assert 0 < max(abs((near + close).ravel())) <= mpq(1, 10)


def test_random_payoffs_are_integers_within_bounds() -> None:
    A, B = random_bimatrix(30, 20, 7, -5, 5)
    assert A.shape == B.shape == (30, 20)
    assert {*A.ravel(), *B.ravel()} == set(range(-5, 6))
    assert (A != random_bimatrix(30, 20, 8, -5, 5)[0]).any()


def test_few_payoffs_are_the_first_whole_numbers() -> None:
    A, B = few_payoffs(8, 9, 3, seed=1)
    assert {*A.ravel(), *B.ravel()} == {0, 1, 2}
    assert not few_payoffs(2, 2, 1)[0].any()


def test_everything_ties() -> None:
    A, B = all_ties(3, 4)
    assert A.shape == B.shape == (3, 4)
    assert {*A.ravel(), *B.ravel()} == {0}


def test_the_degenerate_games_of_the_literature() -> None:
    half = mpq(5, 2)
    pairs = [
        [(1, 1), (1, 0), (3, -2), (3, 4), (half, -1), (half, 6)],
        [(3, 2), (3, -1), (1, 2), (1, -1), (half, 6), (half, -1)],
    ]
    A, B = winkels()
    assert [[(A[i, j], B[i, j]) for i in range(6)] for j in range(2)] == pairs
    A, B = two_components()
    assert A.tolist() == [[3, 3], [2, 5], [0, 6]]
    assert B.tolist() == [[3, 3], [2, 6], [3, 1]]


@pytest.mark.parametrize("name", BIMATRIX_FAMILIES)
def test_every_family_makes_the_same_exact_game_each_time(name: str) -> None:
    description, make = BIMATRIX_FAMILIES[name]
    (A, B), again = make(), make()
    assert description and make.__doc__
    assert A.shape == B.shape
    for matrix, other in zip((A, B), again, strict=True):
        assert isinstance(matrix, np.ndarray)
        assert {type(value) for value in matrix.ravel()} == {type(mpq())}
        assert (matrix == other).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: hard_to_solve(5), "d 5, expected an even number"),
        (lambda: many_equilibria(0), "d 0, expected a whole number from 2"),
        (lambda: coordination(0), "n 0, expected a whole number from 1"),
        (lambda: random_bimatrix(0, 2), "rows 0, expected a whole number from 1"),
        (lambda: random_bimatrix(2, -1), "columns -1, expected a whole number from 1"),
        (lambda: random_bimatrix(2, 2, -1), "the seed -1, expected a whole number, 0 or more"),
        (lambda: random_bimatrix(2, 2, 0, 3, 2), "payoffs from 3 to 2, expected the lesser one first"),
        (lambda: few_payoffs(2, 2, 0), "values 0, expected a whole number from 1"),
        (lambda: near_zero_sum(2, 0.5), "the float 0.5, expected an exact number"),
        (lambda: all_ties(0, 1), "rows 0, expected a whole number from 1"),
    ],
)
def test_bad_parameters_are_refused(make: Callable[[], Bimatrix], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
