"""Lemke–Howson paths agree with Gale strings and the textbook's dense tableaux; best responses judge their ends."""

import os
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from hard_games import all_ties, bundled, few_payoffs
from lemke.errors import InputError, NotProvedError, NumberError
from lemke.generators import coordination, hard_to_solve, many_equilibria, near_zero_sum, random_bimatrix
from lemke.linear.pivoting.lemke_howson import LabeledPair, Position, all_labels, lemke_howson, reachable
from naive_lemke_howson import Table, by_supports, gale_path_length, is_equilibrium, naive_path, svs_label

DIMENSIONS = [2, 4, 6, 8, 10] + [12, 14] * (os.environ.get("LEMKE_HYPOTHESIS_PROFILE") == "long")
FIBONACCI = [
    0,
    1,
    1,
    2,
    3,
    5,
    8,
    13,
    21,
    34,
    55,
    89,
    144,
    233,
    377,
    610,
    987,
    1597,
    2584,
    4181,
    6765,
    10946,
    17711,
    28657,
]
PRINTED = [88, 24, 24, 24, 24, 88, 36, 36, 16, 16, 36, 36]
"""Path lengths of the 6 x 6 game, printed by Savani and von Stengel (2006)."""
SHAPLEY = [[0, 3, 0], [2, 2, 0], [3, 0, 1]], [[0, 2, 3], [3, 2, 0], [0, 0, 1]]
"""L. S. Shapley (1974), "A note on the Lemke-Howson algorithm", figure 3, after R. Wilson."""

NUMBERS = {
    "0 and 1": st.sampled_from([0, 1]),
    "three": st.sampled_from([0, 1, 2]),
    "fractions": st.sampled_from([mpq(0), mpq(1, 2), mpq(-1, 3), mpq(5, 7), mpq(2)]),
    "huge and tiny": st.sampled_from([mpq(10) ** 40, mpq(1, 10**40), mpq(0), mpq(-1, 10**40), mpq(1)]),
    "any": st.integers(-1000, 1000),
}


@st.composite
def bimatrices(draw: st.DrawFn, most: int = 5) -> tuple[Table, Table]:
    """Small games, most of them degenerate."""
    m, n = draw(st.integers(1, most)), draw(st.integers(1, most))
    numbers = NUMBERS[draw(st.sampled_from(sorted(NUMBERS)))]
    table = st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=m, max_size=m)
    return draw(table), draw(table)


def equilibria(pairs: list[LabeledPair], *_: object) -> set[tuple[tuple[mpq, ...], tuple[mpq, ...]]]:
    return {(tuple(pair.x), tuple(pair.y)) for pair in pairs[1:]}


# ---------------------------------------------------------------------- paths of known length


@pytest.mark.slow
@pytest.mark.parametrize("d", DIMENSIONS)
def test_paths_of_dual_cyclic_games_are_as_long_as_on_gale_strings(d: int) -> None:
    A, B = hard_to_solve(d)
    paths = all_labels(A, B)
    lengths = [len(picked_up) for _, picked_up in paths]
    assert lengths == [gale_path_length(d, label) for label in range(2 * d)]
    assert lengths[0] == FIBONACCI[3 * d // 2 + 2] - 1
    assert [picked_up[-1] for _, picked_up in paths] == list(range(2 * d))
    (end,) = {(tuple(pair.x), tuple(pair.y)) for pair, _ in paths}
    assert min(*end[0], *end[1]) > 0
    assert is_equilibrium(A, B, *end)


def test_the_printed_six_by_six_game_has_the_printed_path_lengths() -> None:
    A, B = bundled("savani_von_stengel_6x6")
    for game in ((A, B), hard_to_solve(6)):
        assert [len(picked_up) for _, picked_up in all_labels(*game)] == PRINTED
    x = [mpq(p) for p in ("1/30", "1/6", "3/10", "3/10", "1/6", "1/30")]
    y = [mpq(p) for p in ("1/6", "1/30", "3/10", "3/10", "1/30", "1/6")]
    assert equilibria(*reachable(A, B)) == {(tuple(x), tuple(y))}


@pytest.mark.parametrize("d", [2, 4, 6, 8])
def test_every_vertex_on_a_path_is_a_gale_string(d: int) -> None:
    labels = [list(range(2 * d)), svs_label(d)]
    for missing in range(2 * d):
        position = Position.artificial(*hard_to_solve(d))
        for polytope, _, _ in position.walk(missing):
            string = "".join("1" if label in position.polytopes[polytope].labels else "0" for label in labels[polytope])
            turned = string[string.index("0") :] + string[: string.index("0")]
            assert string.count("1") == d
            assert all(len(run) % 2 == 0 for run in turned.split("0"))


# ---------------------------------------------------------------------- the naive path


@given(bimatrices())
def test_every_path_is_that_of_dense_perturbed_tableaux(game: tuple[Table, Table]) -> None:
    for label, (_, picked_up_labels) in enumerate(all_labels(*game)):
        steps = list(Position.artificial(*game).walk(label))
        assert steps == naive_path(*game, label)
        assert picked_up_labels == tuple(picked_up for _, _, picked_up in steps)


@pytest.mark.parametrize("shape", [(8, 8), (6, 11), (12, 5), (10, 10)])
@pytest.mark.parametrize("values", [2, 3, 2001])
def test_long_paths_are_those_of_dense_perturbed_tableaux(shape: tuple[int, int], values: int) -> None:
    game = few_payoffs(*shape, values, seed=sum(shape))
    for label in range(sum(shape)):
        steps = list(Position.artificial(*game).walk(label))
        assert steps == naive_path(*game, label)


@given(bimatrices(), st.data())
def test_ties_do_not_make_a_path_cycle(game: tuple[Table, Table], data: st.DataObject) -> None:
    """The pairs of vertices on a path are all different, and each has all labels but the missing one."""
    m, n = len(game[0]), len(game[0][0])
    missing = data.draw(st.integers(0, m + n - 1))
    position = Position.artificial(*game)
    seen = {tuple(tableau.labels for tableau in position.polytopes)}
    for _, _, picked_up in position.walk(missing):
        labels = tuple(tableau.labels for tableau in position.polytopes)
        assert labels not in seen
        seen.add(labels)
        absent = set(range(m + n)).difference(*labels)
        assert absent == (set() if picked_up == missing else {missing})
    assert not absent


# ---------------------------------------------------------------------- the ends of the paths


@given(bimatrices())
def test_every_path_ends_at_an_equilibrium(game: tuple[Table, Table]) -> None:
    for label, (end, picked_up) in enumerate(all_labels(*game)):
        assert is_equilibrium(*game, end.x.tolist(), end.y.tolist())
        single_end, single_picked_up = lemke_howson(*game, label)
        assert (single_picked_up, single_end.labels) == (picked_up, end.labels)


@given(bimatrices(4))
def test_paths_lead_back_and_join_pairs_two_and_two(game: tuple[Table, Table]) -> None:
    pairs, paths = reachable(*game)
    assert len(pairs) % 2 == 0  # each label pairs them off (Shapley 1974)
    assert len({pair.labels for pair in pairs}) == len(pairs) == len(paths)
    for start, ends in enumerate(paths):
        for label, (end, length) in enumerate(ends):
            assert end != start
            assert paths[end][label] == (start, length)
    for (end, length), (pair, picked_up) in zip(paths[0], all_labels(*game), strict=True):
        assert (pairs[end].labels, length) == (pair.labels, len(picked_up))
    for pair in pairs[1:]:
        assert is_equilibrium(*game, pair.x.tolist(), pair.y.tolist())


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_support_enumeration_finds_all_equilibria_that_paths_reach(rows: int, columns: int, seed: int) -> None:
    game = random_bimatrix(rows, columns, seed, -(10**9), 10**9)
    by_all_supports = set(by_supports(*game))
    assert len(by_all_supports) % 2 == 1
    assert equilibria(*reachable(*game)) <= by_all_supports


def test_all_equilibria_of_coordination_games_are_on_paths() -> None:
    for n in range(1, 7):
        pairs = equilibria(*reachable(*coordination(n)))
        assert len(pairs) == 2**n - 1
        assert all(x == y and len(set(x) - {0}) == 1 for x, y in pairs)


@pytest.mark.parametrize(
    ("game", "number"), [(many_equilibria(4), 15), (many_equilibria(6), 75), (bundled("von_stengel_1999"), 75)]
)
def test_all_equilibria_of_games_with_many_equilibria_are_on_paths(game: tuple[Table, Table], number: int) -> None:
    pairs = equilibria(*reachable(*game))
    assert len(pairs) == number
    assert all(is_equilibrium(*game, *pair) for pair in pairs)


def test_wilsons_game_has_two_equilibria_that_no_path_reaches() -> None:
    pairs = equilibria(*reachable(*SHAPLEY))
    assert pairs == {((0, 0, 1), (0, 0, 1))}
    assert len(set(by_supports(*SHAPLEY))) == 3


def test_a_zero_sum_game_has_one_reachable_value() -> None:
    for seed in range(10):
        A, B = near_zero_sum(6, 0, seed)
        assert len({x @ A @ y for x, y in equilibria(*reachable(A, B))}) == 1


# ---------------------------------------------------------------------- units, constants and ties


@given(bimatrices(4), st.data())
def test_factors_and_constants_of_columns_and_rows_do_not_change_a_path(
    game: tuple[Table, Table], data: st.DataObject
) -> None:
    A, B = (np.array([[mpq(value) for value in row] for row in table], dtype=object) for table in game)
    numbers = st.sampled_from([mpq(0), mpq(1), mpq(-7, 3), mpq(10) ** 30])
    columns = np.array([data.draw(numbers) for _ in range(A.shape[1])], dtype=object)
    rows = np.array([data.draw(numbers) for _ in range(A.shape[0])], dtype=object)
    changed = A * mpq(2, 3) + columns, B * mpq(10) ** 20 + rows[:, None]
    for (plain, picked_up), (scaled, picked_up_in_scaled) in zip(all_labels(A, B), all_labels(*changed), strict=True):
        assert picked_up == picked_up_in_scaled
        assert (list(plain.x), list(plain.y)) == (list(scaled.x), list(scaled.y))


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (4, 7), (40, 40)])
def test_the_perturbation_makes_the_last_strategies_best_if_all_payoffs_tie(shape: tuple[int, int]) -> None:
    m, n = shape
    for end, picked_up in all_labels(*all_ties(m, n)):
        assert len(picked_up) <= 3
        assert end.x.tolist() == [0] * (m - 1) + [1]
        assert end.y.tolist() == [0] * (n - 1) + [1]


def test_a_single_row_is_played_with_the_best_column() -> None:
    for end, _ in all_labels([[0, 0, 0]], [[1, 3, 2]]):
        assert end.x.tolist() == [1]
        assert end.y.tolist() == [0, 1, 0]


def test_the_artificial_pair_is_zero_and_has_the_labels_of_the_rows() -> None:
    pair = reachable([[1, 2, 3], [4, 5, 6]], [[1, 0, 0], [0, 1, 0]])[0][0]
    assert (pair.x.tolist(), pair.y.tolist(), pair.labels) == ([0, 0], [0, 0, 0], (0, 1))


def test_numbers_may_be_given_as_text_fractions_and_integers() -> None:
    end, _ = lemke_howson([["1/2", Fraction(0)], [0, "0.25"]], [[0, 1], [1, 0]], 0)
    assert end.x.tolist() == [mpq(1, 2)] * 2
    assert end.y.tolist() == [mpq(1, 3), mpq(2, 3)]


def test_a_path_of_a_large_random_game_ends_at_an_equilibrium() -> None:
    A, B = random_bimatrix(120, 100, seed=1)
    end, _ = lemke_howson(A, B, 119)
    assert is_equilibrium(A.tolist(), B.tolist(), end.x.tolist(), end.y.tolist())


# ---------------------------------------------------------------------- bad input, limits and proofs


@pytest.mark.parametrize(
    ("A", "B", "label", "error", "message"),
    [
        ([[1, 2]], [[1], [2]], 0, InputError, "B of 2 x 1, expected 1 x 2 as A"),
        ([], [], 0, InputError, "A is 0, expected numbers in 2 dimensions"),
        ([[1, 2], [3]], [[1]], 0, InputError, "A is 2, expected .*rows of equal lengths"),
        ([[1, 2]], [[1, 2]], 3, InputError, "label 3, expected .* 0 to 2"),
        ([[0.5]], [[1]], 0, NumberError, "float 0.5, expected"),
    ],
)
def test_wrong_matrices_and_labels_are_refused(
    A: Table, B: Table, label: int, error: type[InputError], message: str
) -> None:
    with pytest.raises(error, match=message):
        lemke_howson(A, B, label)


def test_an_end_that_is_no_equilibrium_is_not_returned() -> None:
    position = Position.artificial([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    wrong_position = replace(position, A=position.A[::-1])
    assert len(list(wrong_position.walk(0))) == 2
    with pytest.raises(NotProvedError):
        wrong_position.pair()
