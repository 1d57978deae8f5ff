"""Profiles and equilibria written from Python are the same when they are read back."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Claim, Judge, Verdicts
from lemke.cli import run
from lemke.errors import FormatError, InputError, ProfileError
from lemke.game.played import PlayedProfile
from lemke.game.strategy import Profile
from lemke.solvers.equilibrium_sets import compared
from lemke.solvers.refinements import judged_claim
from lemke.studies import load
from naive import behaviors
from strategies import ODD_LABELS, games


@given(games(3, False, labels=ODD_LABELS), st.integers(0, 9), st.sampled_from([None, "json", "gambit"]))
def test_a_profile_is_read_back(game: lemke.Game, seed: int, form: str | None) -> None:
    """With any labels, also if several sets have the same one."""
    behavior = [
        [[mpq(1 + (seed + m) % 3) for m in range(len(game.information_sets[h].actions))] for h in game.sets_of(player)]
        for player in range(3)
    ]
    profile = lemke.Profile.of(game, behavior, normalize=True)
    assert lemke.profile(game, lemke.dumps(profile, form, of=game)).behavior == profile.behavior


def test_the_suffix_of_a_file_chooses_its_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = lemke.example("kuhn3")
    equilibrium = lemke.solve(game)
    for name in ("own.json", "own.ne"):
        lemke.write(equilibrium.profile, tmp_path / name, of=game)
        assert run(["verify", "example:kuhn3", str(tmp_path / name)]) == 0
    lemke.write(equilibrium, tmp_path / "equilibrium.ne")
    assert (tmp_path / "equilibrium.ne").read_text() == (tmp_path / "own.ne").read_text()
    assert (tmp_path / "own.ne").read_text() == lemke.dumps(equilibrium, "gambit")
    assert '"label": "J", "actions": {"pass": ' in (tmp_path / "own.json").read_text()
    capsys.readouterr()
    lemke.write(equilibrium.profile, "-", of=game)
    assert capsys.readouterr().out == (tmp_path / "own.json").read_text()


def test_what_has_no_format_is_not_written(tmp_path: Path) -> None:
    game = lemke.example("kuhn3")
    equilibrium = lemke.solve(game)
    for call, error, message in (
        (lambda: lemke.dumps(equilibrium.profile), InputError, "a Profile without its game, expected the option of="),
        (lambda: lemke.dumps(equilibrium.profile, of=5), InputError, "an object of type int, expected a game"),
        (
            lambda: lemke.dumps(equilibrium.profile, of=lemke.example("kuhn4")),
            ProfileError,
            "information sets of player 1, expected",
        ),
        (
            lambda: lemke.write(equilibrium.profile, tmp_path / "own.csv", of=game),
            FormatError,
            "own.csv: no PlayedProfile is written as 'csv', expected json (.json) or latex (.tex) or gambit (.ne)",
        ),
        (lambda: lemke.dumps(equilibrium, "efg"), FormatError, "no Equilibrium is written as 'efg', expected json"),
    ):
        with pytest.raises(error, match=re.escape(message)):
            call()
    assert list(tmp_path.iterdir()) == []


@given(games(max_depth=3, labels=ODD_LABELS), st.data())
def test_results_are_loaded_as_they_were_written(game: lemke.Game, data: st.DataObject) -> None:
    """An equilibrium, a profile with beliefs and a verdict, also with empty, equal and other odd labels."""
    refine = data.draw(st.sampled_from([None, "sequential", "extensive-form-perfect", "normal-form-perfect"]))
    if any(0 in information_set.probabilities for information_set in game.information_sets):
        refine = None  # refinements need possible moves of chance
    equilibrium = lemke.solve(game, refine=refine)
    loaded = load.loads(equilibrium.to_json())
    assert loaded == equilibrium and loaded.to_json() == equilibrium.to_json() and loaded.beliefs == equilibrium.beliefs
    profile = PlayedProfile.of_game(game, Profile.of(game, data.draw(behaviors(game))), equilibrium.assessment)
    again = load.loads(profile.to_json())
    assert again == profile and again.game == game and again.beliefs == profile.beliefs
    verdict = judged_claim(Judge.of(game), Claim(profile, beliefs=equilibrium.assessment), refine)
    loaded = load.loads(verdict.to_json())
    assert loaded == verdict and loaded.to_json() == verdict.to_json()
    both = Verdicts((verdict, lemke.verify(game, equilibrium)))
    assert load.loads(both.to_json()) == both


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("behavior", 0, "player"), "1", r"\$.behavior\[0\].player"),
        (("behavior", 0, "more"), 1, r"\$.behavior\[0\]: .*unknown field"),
        (("payoffs",), None, r"\$.payoffs"),
        (("epsilon",), "1", r"\$.epsilon"),
        (("how", "luck"), 1, r"\$.how: the member 'luck'"),
        (("game", "nodes", 0, "set"), 99, r"\$.game.nodes\[0\].set"),
        (("format",), "lemke-equilibrium/1", "the format 'lemke-equilibrium/1'"),
    ],
)
def test_a_wrong_member_is_named(place: tuple[str | int, ...], value: object, words: str, tmp_path: Path) -> None:
    document = json.loads(lemke.solve("example:kuhn3").to_json())
    at = document
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    (tmp_path / "e.json").write_text(json.dumps(document))
    with pytest.raises(FormatError, match=rf"e.json: .*{words}"):
        load.load(tmp_path / "e.json")


def test_a_verdict_with_a_dominated_plan_and_all_equilibria_is_loaded() -> None:
    game = lemke.example("battle_of_the_sexes")
    dominated = lemke.bimatrix([[1, 1], [1, 0]], [[1, 1], [1, 1]]).tree()
    for tree, refine in ((game, None), (dominated, "normal-form-perfect")):
        profile = lemke.Profile.of(tree, [[[0, 1]], [[1, 0]]])
        (comparison,) = compared(tree, [profile])
        verdict = replace(judged_claim(Judge.of(tree), Claim(profile), refine), comparison=comparison)
        assert load.loads(verdict.to_json()) == verdict
