"""Very small games have the maximal sets, with the same ranges, that trying all pairs of supports finds."""

from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.game import Game
from maximal_sets import support, supports
from naive_sets import NaiveSets
from strategies import games

PAIRS = 30
"""Games with more pairs of supports are left out: a pair takes two linear programs."""


def require_the_sets_of_all_supports(game: Game) -> None:
    form = lemke.sequence_form(game)
    naive = NaiveSets(game, form)
    assume(prod(map(len, naive.choices)) <= PAIRS)
    equilibria, expected = lemke.enumerate(game, "sets"), naive.maximal()
    by_supports = {tuple(tuple(sorted(plan)) for plan in inner.supports): inner for inner in expected}
    assert equilibria.is_complete and supports(equilibria) == by_supports.keys()
    assert len(equilibria.sets) == len(expected) > 0
    for described in equilibria.sets:
        key = tuple(tuple(sorted(support(plan))) for plan in described.equilibrium_set.plans)
        for player in (0, 1):
            weights = [tuple(move.weight) for move in described.moves[player]]
            assert weights == naive.weights(by_supports[key], player)


@given(games(max_depth=3, max_moves=2))
def test_trees_have_the_sets_of_all_supports(game: Game) -> None:
    require_the_sets_of_all_supports(game)


def matrices(rows: int, columns: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, 2), min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@pytest.mark.slow
@given(st.data())
def test_games_in_strategic_form_have_the_sets_of_all_supports(data: st.DataObject) -> None:
    rows, columns = data.draw(st.sampled_from([(1, 3), (2, 2), (2, 3), (3, 2)]))
    A, B = data.draw(matrices(rows, columns)), data.draw(matrices(rows, columns))
    require_the_sets_of_all_supports(lemke.NormalForm.of(A, B).tree())
