"""Vertices of maximal sets of equilibria, and the indices of components."""

import json
from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from certificates import objection_to_sets
from lemke.certificate import EquilibriumSets, Judge
from lemke.errors import FormatError, InputError, LimitError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.generators import kuhn
from lemke.ground.limits import limits
from lemke.ground.sparse import exact_dot, vector
from lemke.io.enumeration import stated_in
from lemke.solvers.equilibrium_sets import judged_profile
from lemke.solvers.equilibrium_sets.run import _index
from maximal_sets import contains, extreme_plans
from naive import naive_regrets
from seeded_games import random_game
from strategies import games

SMALL = 150
"""Games with more combinations of reduced strategies are not enumerated by strategies."""


def sets_of(game: Game) -> EquilibriumSets:
    return lemke.enumerate(game, "sets", vertices=True)


def pairs(equilibria: EquilibriumSets) -> set[tuple[tuple[mpq, ...], ...]]:
    """All extreme equilibria: the pairs of vertices of all sets."""
    return {(tuple(x), tuple(y)) for described in equilibria.sets for x, y in product(*described.vertices or ((), ()))}


# ---------------------------------------------------------------------- vertices


@pytest.mark.slow
@given(games(max_depth=3), st.data())
def test_vertices_are_extreme_equilibria_of_the_reduced_strategic_form(game: Game, data: st.DataObject) -> None:
    """Every vertex is the plan of an extreme equilibrium, and no linear function is greater at another one."""
    assume(np.prod(lemke.normal_form(game, reduced=True).shape) <= SMALL)
    equilibria, form = sets_of(game), lemke.sequence_form(game)
    extreme = extreme_plans(form, lemke.enumerate(game, "strategies"))
    assert pairs(equilibria) <= {(tuple(x), tuple(y)) for x, y in extreme}
    for described in equilibria.sets:
        inner = described.equilibrium_set.plans
        members = [plans for plans in extreme if contains(form, inner, plans)]
        assert described.vertices is not None
        for player, vertices in enumerate(described.vertices):
            size = form.sequences[player].size
            objective = vector(data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size)))
            values = [exact_dot(objective, plans[player]) for plans in members]
            assert max(exact_dot(objective, plan) for plan in vertices) == max(values)


@given(games(max_depth=3))
def test_vertices_attain_the_ranges_and_are_distinct(game: Game) -> None:
    for described in sets_of(game).sets:
        assert described.vertices is not None
        for player, vertices in enumerate(described.vertices):
            dimension = described.dimensions[player]
            assert dimension is not None and len(vertices) > dimension
            assert len({tuple(plan) for plan in vertices}) == len(vertices)
            for sequence, move in enumerate(described.moves[player]):
                weights = [plan[sequence] for plan in vertices]
                assert move is not None and (min(weights), max(weights)) == tuple(move.weight)


@pytest.mark.parametrize("seed", range(12))
def test_every_vertex_is_judged_on_the_tree(seed: int) -> None:
    game = random_game(seed, nodes=16)
    form = lemke.sequence_form(game)
    for x, y in pairs(sets_of(game)):
        plans = vector(x), vector(y)
        payoffs = exact_dot(plans[0], form.A @ plans[1]), exact_dot(plans[0], form.B @ plans[1])
        profile = judged_profile(Judge.of(game), payoffs, plans)
        assert not any(naive_regrets(game, profile.behavior))


def test_a_limit_leaves_the_sets_without_vertices() -> None:
    def stop(stage: str) -> None:
        if "facets" in stage:
            raise LimitError("the time limit of 1 s was reached")

    with limits(progress=stop):
        equilibria = sets_of(kuhn(5))
    assert equilibria.stopped == "limit" and len(equilibria.sets) == 1 and equilibria.sets[0].vertices is None


@pytest.mark.parametrize("way", ["strategies", "pure"])
def test_only_sets_have_vertices(way: str) -> None:
    with pytest.raises(InputError, match=f"vertices with by='{way}'"):
        lemke.enumerate(kuhn(3), way, vertices=True)


def test_a_vertex_outside_of_its_set_is_refused() -> None:
    game = kuhn(3)
    stated = json.loads(sets_of(game).to_json())
    assert objection_to_sets(game, stated) == ""
    plan = stated["sets"][0]["vertices"][0][1]
    assert plan[1:3] == ["2/3", "1/3"]
    plan[1:3] = ["1/2", "1/2"]  # J bets too often
    assert "vertices[0][1]" in objection_to_sets(game, stated)
    plan.pop()
    assert "vertices[0][1]" in objection_to_sets(game, stated)
    stated["sets"][0]["vertices"] = [[]]
    with pytest.raises(FormatError, match="length 2"):
        stated_in(json.dumps(stated), game)


# ---------------------------------------------------------------------- indices


def test_indices_of_known_games() -> None:
    assert [*sets_of(lemke.example("tracing_2002")).indices] == [-1, 1, 1]
    assert lemke.enumerate(kuhn(3), "sets").indices == (1,)


@pytest.mark.slow
def test_a_dual_cyclic_game_has_75_equilibria_of_which_38_have_the_index_1() -> None:
    """No 6 × 6 game with more equilibria is known (von Stengel 1999)."""
    equilibria = lemke.enumerate(lemke.example("von_stengel_1999"), "sets")
    assert (equilibria.indices.count(1), equilibria.indices.count(-1)) == (38, 37)


@given(games(max_depth=3))
def test_indices_of_regular_equilibria_add_up_to_1(game: Game) -> None:
    equilibria = lemke.enumerate(game, "sets")
    form = lemke.sequence_form(game)
    known = [
        _index(form, equilibria.sets[sets[0]].ranges) if len(sets) == 1 else None for sets in equilibria.components
    ]
    assert all(index in (1, -1, None) for index in known)
    if None not in known:
        assert sum(known) == 1  # all were computed, none follows from the sum
    if None not in equilibria.indices:
        assert sum(equilibria.indices) == 1


def test_an_index_is_left_out_where_no_determinant_gives_it() -> None:
    """Player 2 has every strategy twice, so no component is a point."""
    payoffs = [[1, 1, 0, 0], [0, 0, 1, 1]]
    equilibria = lemke.enumerate(NormalForm.of(payoffs, payoffs).tree(), "sets")
    assert equilibria.indices == (None, None, None)


def test_the_last_index_follows_from_the_sum_1() -> None:
    """The two strict equilibria have the index 1, so the component of ties has the rest."""
    payoffs = [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
    equilibria = lemke.enumerate(NormalForm.of(payoffs, payoffs).tree(), "sets")
    assert sorted(equilibria.indices) == [-1, 0, 1, 1]
