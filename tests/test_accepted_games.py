"""Results in Python: read by name, written, shown in one line, and judged as the commands judge them."""

import json
import pickle
from dataclasses import replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from lemke.certificate import Claim
from lemke.cli import run
from lemke.errors import InputError, NumberError, ProfileError
from lemke.game import Game
from lemke.solvers import REFINEMENTS
from strategies import games

A, B = [[3, 0], [1, 2]], [[2, 0], [0, 1]]
KUHN = lemke.example("kuhn3")


@given(games())
def test_a_profile_is_read_back_from_all_its_forms(game: Game) -> None:
    half = lemke.profile(game, {}, missing="uniform")
    again = lemke.profile(game, half.to_dict())
    assert again.behavior == half.behavior
    assert lemke.profile(game, dict(half)).behavior == half.behavior
    assert lemke.profile(game, json.dumps(half.to_dict(floats=True)), normalize=True).behavior == half.behavior
    assert pickle.loads(pickle.dumps(half)) == half
    assert len(half.keys()) == sum(information_set.player >= 0 for information_set in game.information_sets)
    for player, name in half:
        index = half._set_index((player, name))
        assert game.information_sets[index].player == player


def test_repeated_names_are_distinguished() -> None:
    builder = lemke.GameBuilder(["x", "x"])
    left, right = builder.move(builder.root, 0, ["a", "a"], "2")
    builder.move(left, 0, ["", "b"], "")
    builder.move(right, 1, ["c", "d"], "2")
    game = builder.build(unpaid="zero")
    profile = lemke.profile(game, lemke.Profile.of(game, [[["1/3", "2/3"], [0, 1]], [["1/4", "3/4"]]]))
    assert len({*profile.keys()}) == 3
    assert lemke.profile(game, profile.to_dict()).behavior == profile.behavior
    with pytest.raises(KeyError, match="names 2 information sets"):
        profile["2"]
    assert profile[0, "2"] == {"a#1": mpq(1, 3), "a#2": mpq(2, 3)}


def test_unknown_names_are_key_errors_with_a_suggestion() -> None:
    equilibrium = lemke.solve(KUHN)
    for name in ("Q:bb", (0, "Q:bb"), (7, "J"), None, 1.5):
        with pytest.raises(KeyError):
            equilibrium[name]  # type: ignore[index]
        assert name not in equilibrium
    with pytest.raises(ProfileError, match="did you mean 'Q:"):
        equilibrium[1, "Q:bp"]


def test_the_beliefs_of_a_set_are_those_of_its_nodes() -> None:
    equilibrium = lemke.solve(KUHN)
    beliefs = equilibrium.belief("Q:b")
    assert sum(beliefs.values()) == 1 and beliefs == {node: equilibrium.belief(node) for node in beliefs}
    assert list(equilibrium.values()) == [moves for _, moves in equilibrium.items()]


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("payoffs", 0), "1", "payoff 1 of player 1"),
        (("duals", 0, 0), "1", "duals of player 1"),
        (("realization_plans", 1, 1), "7/8", "realization plan of player 2"),
    ],
)
def test_an_objection_to_a_false_claim_is_that_of_the_command(
    place: tuple[Any, ...], value: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(lemke.solve(KUHN).to_json())
    *outer, last = place
    reduce(getitem, outer, document)[last] = value
    path = tmp_path / "false.json"
    path.write_text(json.dumps(document))
    assert run(["verify", "example:kuhn3", str(path), "--format", "json"]) == 1
    printed = json.loads(capsys.readouterr().out)
    for stated in (path, str(path), path.read_text(), document):
        report = lemke.verify(KUHN, stated)
        assert report.is_equilibrium and not report.holds
        assert json.loads(report.to_json()) == printed
        (objection,) = report.objections or ()
        assert words in objection and objection in str(report)


def test_a_refinement_that_is_claimed_is_judged() -> None:
    game = lemke.example("tracing_2002")
    for name in REFINEMENTS:
        equilibrium = lemke.solve(game, refine=name)
        report = lemke.verify(game, equilibrium)
        assert report.holds and report.refinements == {name: []}
    trembles = lemke.solve(game, refine="quasi-perfect")
    false = replace(trembles, refinement=replace(trembles.refinement, epsilon=mpq(-1)))
    document = json.loads(trembles.to_json())
    document["refinement"]["epsilon"] = -1
    for stated in (false, document):
        report = lemke.verify(game, stated)
        assert report.objections == () and not report.holds and report.refinements["quasi-perfect"]


def test_only_profiles_with_claims_have_objections() -> None:
    equilibrium = lemke.solve(KUHN)
    for stated in (equilibrium.profile, equilibrium.to_dict(), lemke.dumps(equilibrium, "gambit")):
        report = lemke.verify(KUHN, stated)
        assert report.objections is None and report.holds
    form = lemke.bimatrix(A, B)
    mixed = lemke.solve(form)
    bounded = lemke.solve(KUHN, method="double-oracle", gap="1/2")
    claiming: list[tuple[Any, Any]] = [(KUHN, equilibrium), (form, mixed), (form, mixed.to_json()), (KUHN, bounded)]
    claiming += [(KUHN, lemke.learn(KUHN, 8)), (KUHN, lemke.polish(KUHN, {}, missing="uniform"))]
    for game, stated in claiming:
        report = lemke.verify(game, stated)
        assert report.holds and report.objections == ()
    assert not lemke.verify(KUHN, replace(equilibrium, payoffs=(mpq(0), mpq(0)))).holds


def test_a_refinement_that_is_asked_for_is_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, threat = "example:entry_deterrence", "NE,1,0,0,1"
    (tmp_path / "threat.ne").write_text(threat)
    for name in REFINEMENTS:
        assert run(["verify", game, str(tmp_path / "threat.ne"), "--refine", name, "--format", "json"]) == 1
        report = lemke.verify(game, threat, refine=name)
        assert report.is_equilibrium and not report.holds
        assert json.loads(report.to_json()) == json.loads(capsys.readouterr().out)
    with pytest.raises(InputError, match="expected one of subgame-perfect"):
        lemke.verify(game, threat, refine="subgame-perfct")


def test_ranges_are_read_by_name() -> None:
    known = lemke.ranges(KUHN)
    bet = known["J"]["bet"]
    assert bet is not None and (bet.probability.least, bet.probability.greatest) == (0, mpq(1, 3))
    assert known["J"] == known["Player 1", "J"] == known[0, "J"] and "J" in known and "j" not in known
    assert known.keys() == lemke.solve(KUHN).keys()
    rows = known.to_table().rows
    weights = [(move.weight.least, move.weight.greatest) for moves in known.values() for move in moves.values() if move]
    assert weights == [row[5:7] for row in rows]
    part = lemke.ranges(KUHN, only="K")
    assert part["K"] == known["K"] and set(part["J"].values()) == {None}


def test_the_profiles_of_an_enumeration_are_read_by_name() -> None:
    sets, pure = lemke.enumerate("example:beer_quiche"), lemke.enumerate("example:beer_quiche", by="pure")
    for enumeration in (sets, pure):
        assert enumeration.profiles[0]["beer"] == {"duel": 0, "retreat": 1}
        assert enumeration.profiles[1][1, "quiche"]["retreat"] == 1
        again = [lemke.profile("example:beer_quiche", profile.to_dict()) for profile in enumeration.profiles]
        assert [profile.behavior for profile in again] == [profile.behavior for profile in enumeration.profiles]
    assert pure[0]["surly"] == {"beer": 1, "quiche": 0}
    assert mpq(29, 10) in pure[0].expected() and len(repr(pure[0])) < 80
    assert all(len(repr(ranges)) < 80 for ranges in sets[0].ranges)


def test_a_false_proof_of_a_refinement_is_judged_whatever_the_method() -> None:
    game = lemke.example("tracing_2002")
    proof = lemke.solve(game, refine="quasi-perfect").refinement
    equilibrium = lemke.solve(game)
    assert lemke.verify(game, replace(equilibrium, refinement=replace(proof, epsilon=mpq(-1)))).holds is False
    claim = Claim(equilibrium.profile, refinement=replace(proof, epsilon=mpq(-1)))
    report = lemke.verify(game, claim)
    assert report.refinements["quasi-perfect"] and report.objections == ()


def test_floats_of_a_dictionary_have_their_binary_values() -> None:
    builder = lemke.GameBuilder()
    left, right = builder.move(builder.root, 0, ["l", "r"])
    builder.pay(left, "1/10", "1/2")
    builder.pay(right, 0, 0)
    game = builder.build()
    certificate = json.loads(lemke.solve(game).to_json())
    assert lemke.verify(game, certificate | {"payoffs": [mpq(1, 10), 0.5]}).holds
    assert lemke.verify(game, certificate | {"payoffs": ["0.1", "0.5"]}).holds
    assert not lemke.verify(game, certificate | {"payoffs": [0.1, 0.5]}).holds  # 0.1 is a little more than 1/10
    with pytest.raises(NumberError, match="float nan, expected a finite one"):
        lemke.verify(game, certificate | {"payoffs": [float("nan"), 0]})
