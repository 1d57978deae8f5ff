"""All equilibria as convex sets: all are equilibria, none is missing or counted twice, no changed proof is accepted."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given

import lemke
from certificates import objection_to_sets
from lemke.certificate import EquilibriumSets, replay
from lemke.errors import FormatError, InputError, LimitError, ProfileError, RecallError
from lemke.game import Game
from lemke.generators import kuhn
from lemke.ground.limits import limits
from lemke.io.enumeration import stated_in
from lemke.linear.guided import cone
from lemke.solvers.equilibrium_sets import run as equilibrium_sets_run
from maximal_sets import contains, extreme_plans, supports
from naive import naive_regrets
from named_games import GAMES
from seeded_games import random_game
from strategies import games

SMALL = 60
"""Games with more combinations of reduced strategies are not enumerated by strategies."""


def tree(name: str) -> Game:
    return lemke.read(GAMES / f"{name}.efg")


def sets_of(game: Game) -> EquilibriumSets:
    equilibria = lemke.enumerate(game, "sets")
    assert isinstance(equilibria, EquilibriumSets)
    return equilibria


def document(equilibria: EquilibriumSets) -> dict:
    return json.loads(equilibria.to_json())


# ---------------------------------------------------------------------- games with known equilibria


KNOWN = {
    "tracing_2002": (3, 3, {(0, 1), (0, 0)}),
    "beer_quiche": (2, 2, {(0, 1)}),
    "entry_deterrence": (2, 2, {(0, 1), (0, 0)}),
    "matching_pennies": (1, 1, {(0, 0)}),
    "signaling_spence": (2, 2, None),
    "centipede6": (1, 1, None),
    "kuhn3_raked": (1, 1, {(0, 3)}),
    "kuhn4": (1, 1, None),
    "silent_player": (1, 1, None),
}


@pytest.mark.parametrize("name", KNOWN)
def test_sets_and_components_of_known_games(name: str) -> None:
    count, components, dimensions = KNOWN[name]
    equilibria = sets_of(tree(name))
    assert equilibria.is_complete
    assert (len(equilibria.sets), len(equilibria.components)) == (count, components)
    if dimensions is not None:
        assert {described.dimensions for described in equilibria.sets} == dimensions
    assert objection_to_sets(tree(name), document(equilibria)) == ""


# ---------------------------------------------------------------------- random games


@given(games(max_depth=3))
def test_the_sets_are_those_of_the_reduced_strategic_form(game: Game) -> None:
    """Every extreme equilibrium lies in a set, every set's inner point in the hull of a maximal Nash subset."""
    assume(np.prod(lemke.normal_form(game, reduced=True).shape) <= SMALL)
    equilibria, extreme = sets_of(game), lemke.enumerate(game, "strategies")
    assert equilibria.is_complete
    form = lemke.sequence_form(game)
    inner = [described.equilibrium_set.plans for described in equilibria.sets]
    pairs = extreme_plans(form, extreme)
    for plans in pairs:
        assert any(contains(form, point, plans) for point in inner)
    for point in inner:
        assert any(contains(form, point, plans) for plans in pairs)
        assert sum(contains(form, inner_point, point) for inner_point in inner) == 1
    payoffs = {equilibrium.payoffs for equilibrium in extreme.equilibria}
    for player in (0, 1):
        values = [described.payoffs[player] for described in equilibria.sets]
        assert min(value.least for value in values) == min(pair[player] for pair in payoffs)
        assert max(value.greatest for value in values) == max(pair[player] for pair in payoffs)


@given(games())
def test_inner_points_are_equilibria_and_the_proof_is_accepted(game: Game) -> None:
    equilibria = sets_of(game)
    assert equilibria.is_complete
    for profile in equilibria.profiles:
        assert not any(naive_regrets(game, profile.behavior))
    assert objection_to_sets(game, document(equilibria)) == ""


@pytest.mark.parametrize("threshold", [-1.0, 0.5, 2.0])
@pytest.mark.parametrize("name", ["tracing_2002", "entry_deterrence", "matching_pennies", "kuhn3"])
def test_no_threshold_of_floats_changes_the_sets(name: str, threshold: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """At one end floats propose every variable that may be positive, at the other end none: the sets are the same."""
    expected = sets_of(tree(name))
    monkeypatch.setattr(cone, "POSITIVE", threshold)
    equilibria = sets_of(tree(name))
    assert equilibria.is_complete and supports(equilibria) == supports(expected)
    for described, known in zip(equilibria.sets, expected.sets, strict=True):
        assert described.dimensions == known.dimensions
        assert described.payoffs == known.payoffs and described.moves == known.moves
    assert objection_to_sets(tree(name), document(equilibria)) == ""


# ---------------------------------------------------------------------- limits


def test_a_limit_leaves_what_was_found_and_a_later_run_goes_on(tmp_path: Path) -> None:
    game = kuhn(4, rake="1/20")
    complete = sets_of(game)
    stages: list[str] = []

    def stop(stage: str) -> None:
        stages.append(stage)
        if len(stages) == 30:
            raise KeyboardInterrupt

    with limits(progress=stop):
        part = lemke.enumerate(game, "sets")
    assert part.stopped == "interrupt" and not part.is_complete and part.open_branches > 0
    assert 0 < len(part.steps) < len(complete.steps)
    path = tmp_path / "part.json"
    path.write_text(part.to_json(), "utf-8")
    equilibria = lemke.enumerate(game, "sets", resume=path)
    assert equilibria.is_complete and supports(equilibria) == supports(complete)
    assert objection_to_sets(game, document(equilibria)) == ""


def test_a_search_for_the_first_sets_stops_there() -> None:
    game = tree("tracing_2002")
    equilibria = lemke.enumerate(game, "sets", first=2)
    assert equilibria.stopped == "first" and len(equilibria.sets) == 2 and not equilibria.components
    assert objection_to_sets(game, document(equilibria)) == ""


# ---------------------------------------------------------------------- changes that must be refused


def tampered(stated: dict) -> Iterator[tuple[str, Callable[[dict], object]]]:
    """Changes of a complete document; each one breaks it."""
    for number in range(len(stated["steps"])):
        yield f"step {number} removed", lambda doc, k=number: doc["steps"].pop(k)
    for number in range(len(stated["combinations"])):
        yield f"combination {number} removed", lambda doc, k=number: doc["combinations"].pop(k)
    for number in range(len(stated["sets"])):
        yield f"set {number} removed", lambda doc, k=number: doc["sets"].pop(k)
        yield f"set {number} twice", lambda doc, k=number: doc["sets"].append(doc["sets"][k])
    for first, second in pairwise(range(len(stated["sets"]))):
        yield f"sets {first} and {second} mixed", partial(mixed, first=first, second=second)
    yield "no steps", lambda doc: doc["steps"].clear()
    yield "constant sum", lambda doc: doc.update(proof="constant-sum")


def mixed(stated: dict, first: int, second: int) -> None:
    stated["sets"][first]["plans"][0] = stated["sets"][second]["plans"][0]


def test_changed_documents_are_refused() -> None:
    game = tree("tracing_2002")
    stated = document(sets_of(game))
    names = []
    for name, change in tampered(stated):
        copy = json.loads(json.dumps(stated))
        change(copy)
        assert objection_to_sets(game, copy), name
        names.append(name)
    assert len(names) > 50


IMPOSSIBLE: dict[str, tuple[dict, str]] = {
    "branches": ({"open": 2}, "open is 2"),
    "joined": ({"components": [[1, 2], [2, 3]]}, "components"),
    "lost": ({"components": [[1], [2]], "indices": [0, 1]}, "components"),
    "few": ({"indices": [1]}, "indices"),
    "sum": ({"indices": [0, 0, 0]}, "the sum 0, expected 1"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_components_and_indices_are_refused(name: str) -> None:
    game = tree("tracing_2002")
    change, words = IMPOSSIBLE[name]
    stated = document(sets_of(game)) | change
    assert words in replay(game, stated_in(json.dumps(stated), game)).objection


def test_a_limit_after_the_search_leaves_all_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(*arguments: object) -> object:
        raise LimitError("the time limit of 1 s was reached")

    game = tree("tracing_2002")
    with monkeypatch.context() as patch:
        patch.setattr(equilibrium_sets_run, "components", reached)
        equilibria = sets_of(game)
    assert equilibria.stopped == "limit" and len(equilibria.sets) == 3 and equilibria.open_branches == 0
    assert objection_to_sets(game, document(equilibria)) == ""
    again = lemke.enumerate(game, "sets", resume=equilibria)
    assert again.is_complete and again.components == sets_of(game).components


def test_a_set_that_is_not_maximal_is_refused() -> None:
    """One plan of the family of Kuhn poker is an equilibrium, but not the set of all."""
    game = tree("kuhn3")
    stated = document(sets_of(game))
    point = lemke.solve(game)
    stated["sets"][0] |= {"plans": [list(map(str, plan)) for plan in point.plans]}
    stated["sets"][0]["values"] = [list(map(str, values)) for values in reversed(point.duals)]
    assert "maximal" in objection_to_sets(game, stated) or "positive slack" in objection_to_sets(game, stated)


def test_the_document_of_another_game_is_refused() -> None:
    text = sets_of(tree("kuhn3")).to_json()
    with pytest.raises(ProfileError, match="another game"):
        stated_in(text, tree("kuhn4"))
    with pytest.raises(FormatError, match="unknown field `seats`"):
        stated_in(text.replace('"sets"', '"seats"'), tree("kuhn3"))


def test_wrong_arguments_of_enumerate_are_refused() -> None:
    with pytest.raises(InputError, match="sets, strategies, pure"):
        lemke.enumerate(tree("kuhn3"), "vertices")
    with pytest.raises(InputError, match="strategies"):
        lemke.enumerate(tree("kuhn3"), "strategies", first=2)
    builder = lemke.GameBuilder()
    again = builder.information_set(0, ["on", "off"])
    builder.decide(builder.decide(builder.root, again)[0], again)
    with pytest.raises(RecallError):
        lemke.enumerate(builder.build(unpaid="zero"), "sets")


# ---------------------------------------------------------------------- payoffs that are equal in floats


@pytest.mark.slow
def test_a_tree_whose_payoffs_are_equal_in_floats_is_enumerated() -> None:
    """Payoffs are 1 + k / 10²⁵: a slack that HiGHS takes for 0 leads to a set that has no such face."""
    game = random_game(135, nodes=21)
    equilibria = sets_of(game)
    assert equilibria.is_complete and objection_to_sets(game, document(equilibria)) == ""
