"""Families of bimatrix games have the numbers that the literature gives for them."""

import os
from collections.abc import Callable
from math import comb

import pytest
from gmpy2 import mpq

from hard_games import hard_unit_vector, sgc
from lemke.errors import InputError
from lemke.generators import hard_to_solve, many_equilibria, near_zero_sum, random_bimatrix
from lemke.generators.bimatrix import Bimatrix, Matrix
from lemke.linear.pivoting.lemke_howson import Polytope
from lemke.solvers.enumeration import extreme_equilibria
from naive_lemke_howson import all_labels, is_equilibrium, other_end

DIMENSIONS = [2, 4, 6] + [8] * (os.environ.get("LEMKE_HYPOTHESIS_PROFILE") == "long")
Vertices = set[frozenset[int]]


def vertices(M: Matrix, rows: range, columns: range) -> Vertices:
    """The labels of all vertices of {z ≥ 0: M z ≤ 1}, found along edges: the graph of a polytope is connected."""
    waiting = [Polytope(M, rows, columns)]
    label_sets = {frozenset(waiting[0].labels)}
    while waiting:
        vertex = waiting.pop()
        for label in vertex.labels:
            neighbour = vertex.copy()
            neighbour.drop(label)
            if (labels := frozenset(neighbour.labels)) not in label_sets:
                label_sets.add(labels)
                waiting.append(neighbour)
    return label_sets


def both_vertices(game: Bimatrix) -> tuple[Vertices, Vertices]:
    A, B = game
    m, n = A.shape
    return vertices(B.T, range(m, m + n), range(m)), vertices(A, range(m), range(m, m + n))


def gale_strings(d: int, facets: int) -> Vertices:
    """The d-sets of facets in a circle that are made of pairs of neighbors (Gale 1963)."""
    pairs = [frozenset({k, (k + 1) % facets}) for k in range(facets)]
    strings = {frozenset[int]()}
    for _ in range(d // 2):
        strings = {string | pair for string in strings for pair in pairs if not string & pair}
    return strings


def relabeled(sets: Vertices, label: list[int]) -> Vertices:
    return {frozenset(label[k] for k in facets) for facets in sets}


# ---------------------------------------------------------------------- dual cyclic polytopes


@pytest.mark.parametrize("d", DIMENSIONS)
def test_the_vertices_of_both_polytopes_are_gale_strings(d: int) -> None:
    swapped = [k ^ 1 for k in range(2 * d)]
    svs = [1, *(k + (-1) ** k for k in range(2, d)), d, *(k - (-1) ** k for k in range(d + 1, 2 * d + 1))]
    strings = gale_strings(d, 2 * d)
    assert 3 * len(strings) == 4 * comb(3 * d // 2, d // 2)  # n/(n − d/2) C(n − d/2, d/2) for n = 2d
    for game, label in ((hard_to_solve(d), [k - 1 for k in svs]), (many_equilibria(d), swapped)):
        row_vertices, column_vertices = both_vertices(game)
        assert row_vertices == strings
        assert column_vertices == relabeled(strings, label)


@pytest.mark.parametrize(("d", "number"), [(2, 3), (4, 15), (6, 75), (8, 383)])
def test_games_with_many_equilibria_have_as_many_as_the_formula(d: int, number: int) -> None:
    half, less = (sum(comb(k + i, i) * comb(k, i) for i in range(k + 1)) for k in (d // 2, d // 2 - 1))
    assert len(extreme_equilibria(*many_equilibria(d))) == number == half + less - 1


# ---------------------------------------------------------------------- unit vectors and Gale strings


def facet_labels(game: Bimatrix) -> list[int]:
    """The labels of the facets of P in turn: rows, then for each column the row of its unit vector."""
    A, _ = game
    for column in A.T:
        assert sorted(column) == [0] * (len(A) - 1) + [1]
    return [*range(len(A)), *(column.tolist().index(1) for column in A.T)]


def completely_labeled_strings(label: list[int], used: frozenset[int] = frozenset()) -> Vertices:
    """All Gale strings with every label once, built up from pairs of neighbors; no arithmetic."""
    size = len(label)
    labels = {label[k] for k in used}
    missing = next((k for k in range(size) if label[k] not in labels), None)
    if missing is None:
        return {used}
    return {
        string
        for k in range(size)
        if label[k] == label[missing]
        for neighbour in ((k - 1) % size, (k + 1) % size)
        if label[neighbour] not in labels | {label[k]}
        for string in completely_labeled_strings(label, used | {k, neighbour})
    }


def gale_path(label: list[int], d: int, missing: int) -> tuple[int, int]:
    """The length of the path from the first d facets on which one label is missing, and the last facet met."""
    string = [k < d for k in range(len(label))]
    facet, length = missing, 0
    while True:
        met, length = other_end(string, facet), length + 1
        if label[met] == missing:
            return length, met
        (facet,) = (k for k in range(len(label)) if string[k] and label[k] == label[met] and k != met)


@pytest.mark.parametrize(("d", "copies"), [(2, 1), (2, 4), (4, 1), (4, 3), (6, 1), (6, 2), (8, 1)])
def test_the_equilibrium_of_hard_unit_vector_games_is_that_of_the_gale_string(d: int, copies: int) -> None:
    game = hard_unit_vector(d, copies)
    _, string = sorted(completely_labeled_strings(facet_labels(game)), key=sorted)
    ((x, y),) = extreme_equilibria(*game)
    assert is_equilibrium(*game, x, y)
    assert min(x) > 0
    assert {d + j for j, q in enumerate(y) if q} == string
    assert set(y) <= {0, mpq(1, d)}


@pytest.mark.parametrize(
    ("d", "copies"), [(2, 1), (2, 3), (4, 1), (4, 2), (4, 3), (6, 1), (6, 2), (6, 3), (8, 1), (10, 1)]
)
def test_paths_of_unit_vector_games_are_as_long_as_on_gale_strings(d: int, copies: int) -> None:
    """Each step in P is followed by one in Q; a path of a column ends in the P of its label, or one later in Q."""
    game = hard_unit_vector(d, copies)
    label = facet_labels(game)
    expected = []
    for facet, missing in enumerate(label):
        length, met = gale_path(label, d, missing)
        expected.append(2 * length + (facet >= d and facet != met))
    assert [len(picked_up) for _, picked_up in all_labels(*game)] == expected


# ---------------------------------------------------------------------- other families


def test_a_zero_distance_makes_a_zero_sum_game_and_a_small_one_stays_near() -> None:
    A, B = near_zero_sum(4, 0, 3)
    assert not (A + B).any()
    near, close = near_zero_sum(4, "1/1000", 3)
    assert (near == A).all()
    assert 0 < max(abs((near + close).ravel())) <= mpq(1, 10)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_one_equilibrium_of_sgc_games_is_uniform_on_half_of_the_strategies(k: int) -> None:
    A, B = sgc(k)
    assert A.shape == B.shape == (4 * k - 1,) * 2
    uniform = (*[mpq(1, 2 * k - 1)] * (2 * k - 1), *[0] * (2 * k))
    assert [(tuple(x), tuple(y)) for x, y in extreme_equilibria(A, B)] == [(uniform, uniform)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: hard_to_solve(5), "d 5, expected an even number"),
        (lambda: random_bimatrix(0, 2), "rows 0, expected a whole number from 1"),
        (lambda: random_bimatrix(2, 2, -1), "the seed -1, expected a whole number, 0 or more"),
        (lambda: random_bimatrix(2, 2, 0, 3, 2), "most 2, expected a whole number from 3 to"),
        (lambda: near_zero_sum(2, 0.5), "the float 0.5, expected an exact number"),
        (lambda: random_bimatrix(10**6, 2), "1000000 x 2 strategies, expected at most 1000000 combinations"),
    ],
)
def test_bad_parameters_are_refused(make: Callable[[], Bimatrix], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
