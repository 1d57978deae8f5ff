"""Equality, hash and pickles by value."""

import pickle
from copy import deepcopy
from dataclasses import dataclass, field, fields
from functools import cache

import numpy as np
import pytest
from hypothesis import given

import lemke
from lemke.forms.normal_form import NormalForm
from lemke.game.recall import histories
from lemke.generators import kuhn
from lemke.ground.sparse import ByValue
from strategies import games


@dataclass(frozen=True, eq=False)
class Some(ByValue):
    """A value with arrays."""

    array: np.ndarray
    parts: tuple[np.ndarray, ...] = ()
    aside: object = field(default=None, compare=False)


def test_arrays_count_number_by_number_and_what_is_aside_does_not():
    assert Some(np.arange(2), (np.ones(1),), "a") == Some(np.arange(2), (np.ones(1),), "b")
    assert hash(Some(np.arange(2), (np.ones(1),), [])) == hash(Some(np.arange(2), (np.ones(1),)))
    assert Some(np.arange(2)) != Some(np.arange(3))
    assert Some(np.arange(2), (np.ones(1),)) != Some(np.arange(2), (np.zeros(1),))
    assert Some(np.arange(2), (np.ones(1),)) != Some(np.arange(2))
    assert Some(np.arange(4)) != Some(np.arange(4).reshape(2, 2))
    assert Some(np.arange(2)) != "something else"


def test_arrays_are_read_only_also_after_a_pickle():
    value = Some(np.arange(2), (np.ones(1),))
    for copy in (value, pickle.loads(pickle.dumps(value)), deepcopy(value)):
        for array in (copy.array, *copy.parts):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 7


@cache
def objects(_copy: int) -> dict[str, object]:
    """One object of every kind that a script may keep; each call makes new ones."""
    game = kuhn(3)
    form = lemke.normal_form(lemke.loads(lemke.dumps(game)), reduced=True)
    bimatrix = NormalForm.of([[3, 0], [1, 2]], [[2, 0], [0, 1]])
    problem = lemke.LCP.of([[2, 1], [1, 2]], [-5, -6])
    program = lemke.LP.of([[1, 2], [3, 1]], [1, 1], [1, 1])
    equilibrium = lemke.solve(game)
    return {
        "game": game,
        "histories": histories(game),
        "sequence form": lemke.sequence_form(game),
        "strategic form": bimatrix,
        "reduced strategic form": form,
        "pure strategies": lemke.pure_strategies(game, 0),
        "all equilibria": lemke.enumerate(bimatrix),
        "equilibrium": equilibrium,
        "mixed equilibrium": lemke.solve(bimatrix),
        "profile": equilibrium.profile,
        "report": lemke.verify(game, equilibrium.profile),
        "problem": problem,
        "solution": lemke.solve_lcp([[2, 1], [1, 2]], [-5, -6]),
        "ray": lemke.solve_lcp([[-1]], [-1]),
        "program": program,
        "optimal": lemke.solve_lp(program),
        "infeasible": lemke.solve_lp(lemke.LP.of([[-1]], [1], [0])),
        "unbounded": lemke.solve_lp(lemke.LP.of([[1]], [1], [-1])),
    }


def test_objects_made_alike_are_equal_and_survive_a_pickle():
    for kind, value in objects(1).items():
        again = pickle.loads(pickle.dumps(value))
        for equal in (again, objects(2)[kind]):
            assert value == equal and hash(value) == hash(equal), kind
        assert repr(again) == repr(value)
        assert all(value != unlike for name, unlike in objects(2).items() if name != kind), kind


def test_a_pickled_game_is_solved_as_before_and_holds_no_more_than_its_fields():
    game = kuhn(4)
    bare = len(pickle.dumps(game))
    equilibrium = lemke.solve(game)
    assert len(pickle.dumps(game)) == bare
    again = pickle.loads(pickle.dumps(game))
    assert set(vars(again)) == {field.name for field in fields(game)}
    assert lemke.solve(again) == equilibrium


@given(games(), games())
def test_games_are_equal_iff_their_files_are(first, second):
    assert (first == second) == (lemke.dumps(first, "json") == lemke.dumps(second, "json"))
    assert pickle.loads(pickle.dumps(first)) == first
