"""Profiles and equilibria written from Python are the same when they are read back."""

import re
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.cli import run
from lemke.errors import FormatError, InputError, ProfileError
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


def test_results_are_written_as_latex(tmp_path: Path) -> None:
    game = lemke.example("kuhn3")
    equilibrium = lemke.solve(game)
    results = (
        equilibrium,
        lemke.profile(game, equilibrium),
        lemke.ranges(game),
        lemke.solve([[3, 0], [1, 2]], [[2, 0], [0, 1]]),
    )
    for result in results:
        lemke.write(result, tmp_path / "result.tex")
        assert (tmp_path / "result.tex").read_text() == result.to_latex()
    lemke.write(equilibrium.profile, tmp_path / "result.tex", of=game)
    assert (tmp_path / "result.tex").read_text() == lemke.profile(game, equilibrium).to_latex()


def test_a_profile_that_knows_its_game_is_written_without_it(tmp_path: Path) -> None:
    game = lemke.example("kuhn3")
    profile = lemke.profile(game, lemke.solve(game))
    assert lemke.dumps(profile, "gambit") == lemke.dumps(profile.profile, "gambit", of=game)
    with pytest.raises(ProfileError):
        lemke.dumps(profile, of=lemke.example("kuhn4"))


def test_what_has_no_format_is_not_written(tmp_path: Path) -> None:
    game = lemke.example("kuhn3")
    equilibrium = lemke.solve(game)
    for call, error, message in (
        (
            lambda: lemke.dumps(equilibrium.profile),
            InputError,
            "a Profile without its game, expected the option of=",
        ),
        (lambda: lemke.dumps(equilibrium.profile, of=5), InputError, "an object of type int, expected a Game"),
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
        (lambda: lemke.dumps(3), InputError, "expected a Game, a NormalForm, a Profile or a result"),
    ):
        with pytest.raises(error, match=re.escape(message)):
            call()
    assert list(tmp_path.iterdir()) == []


def test_a_bundled_game_is_read_by_its_name() -> None:
    assert lemke.read("example:kuhn3") == lemke.example("kuhn3")
    with pytest.raises(InputError, match="no bundled game is named 'kuhn33', did you mean 'kuhn3'"):
        lemke.read("example:kuhn33")


def test_the_text_of_a_verdict_has_no_endless_numbers() -> None:
    game = lemke.example("kuhn3")
    long = mpq(1, 10**60 + 7)
    profile = lemke.solve(game).profile
    moved = lemke.Profile.of(game, [[[1 - long, long]] * 6] * 2)
    report = lemke.verify(game, moved)
    assert len(str(report.payoffs[0])) > 100
    lines = report.to_text().splitlines()
    assert "about 1e-120" in lines[1] and max(map(len, lines)) < 120
    assert report.to_table().rows[0][1] == report.payoffs[0]
    short = lemke.verify(game, profile)
    assert "-1/18" in short.to_text() and "about" not in short.to_text()
