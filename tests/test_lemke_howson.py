"""Lemke–Howson paths agree with Gale strings and the textbook's dense tableaux; best responses judge their ends."""

import os
from dataclasses import replace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from hard_games import all_ties, bundled, few_payoffs
from lemke.errors import InputError, NotProvedError, NumberError
from lemke.generators import hard_to_solve
from lemke.linear.pivoting.lemke_howson import LabeledPair, Position, lemke_howson, reachable
from naive_lemke_howson import Table, all_labels, by_supports, gale_path_length, is_equilibrium, naive_path

DIMENSIONS = [2, 4, 6, 8, 10] + [12, 14] * (os.environ.get("LEMKE_HYPOTHESIS_PROFILE") == "long")
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
    fibonacci = [0, 1]
    while len(fibonacci) < 3 * d // 2 + 3:
        fibonacci.append(sum(fibonacci[-2:]))
    assert lengths[0] == fibonacci[-1] - 1
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


# ---------------------------------------------------------------------- the naive path


@given(bimatrices())
def test_every_path_is_that_of_dense_perturbed_tableaux(game: tuple[Table, Table]) -> None:
    for label, (_, picked_up_labels) in enumerate(all_labels(*game)):
        steps = list(Position.artificial(*game).walk(label))
        assert steps == naive_path(*game, label)
        assert picked_up_labels == tuple(picked_up for _, _, picked_up in steps)


@pytest.mark.parametrize("shape", [(6, 11), (12, 5), (10, 10)])
@pytest.mark.parametrize("values", [2, 3, 2001])
def test_long_paths_are_those_of_dense_perturbed_tableaux(shape: tuple[int, int], values: int) -> None:
    game = few_payoffs(*shape, values, seed=sum(shape))
    for label in range(sum(shape)):
        steps = list(Position.artificial(*game).walk(label))
        assert steps == naive_path(*game, label)


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


def test_wilsons_game_has_two_equilibria_that_no_path_reaches() -> None:
    pairs = equilibria(*reachable(*SHAPLEY))
    assert pairs == {((0, 0, 1), (0, 0, 1))}
    assert len(set(by_supports(*SHAPLEY))) == 3


# ---------------------------------------------------------------------- ties


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (4, 7), (40, 40)])
def test_the_perturbation_makes_the_last_strategies_best_if_all_payoffs_tie(shape: tuple[int, int]) -> None:
    m, n = shape
    for end, picked_up in all_labels(*all_ties(m, n)):
        assert len(picked_up) <= 3
        assert end.x.tolist() == [0] * (m - 1) + [1]
        assert end.y.tolist() == [0] * (n - 1) + [1]


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
