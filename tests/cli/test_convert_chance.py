"""``lemke convert --chance``: the games that it writes, what it leaves unchanged, bad input."""

import os
import re
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.game.chance import propagated, prune
from named_games import GAMES

LECTURE = GAMES / "sequence_lecture_with_chance.efg"
MADE = {"propagate": propagated, "prune": lambda game: prune(game).game}


@pytest.mark.parametrize("suffix", ["efg", "json"])
@pytest.mark.parametrize("way", MADE)
@pytest.mark.parametrize("file", ["kuhn3_raked.efg", "silent_player.efg", LECTURE.name])
def test_the_game_is_written_as_python_makes_it(
    file: str, way: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"made.{suffix}"
    assert run(["convert", str(GAMES / file), str(target), "--chance", way]) == 0
    assert capsys.readouterr() == ("", "")
    made = MADE[way](lemke.read(GAMES / file))
    written = lemke.read(target)
    assert lemke.sha256(written) == lemke.sha256(made)
    assert written.information_sets == made.information_sets
    if file == "silent_player.efg":  # its chance is neither uniform nor without silent moves
        assert lemke.sha256(written) != lemke.sha256(lemke.read(GAMES / file))


def test_the_lecture_comes_out_of_its_version_with_chance(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(LECTURE), "-", "--chance", "prune"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert lemke.sha256(lemke.loads(out)) == lemke.sha256(lemke.read(GAMES / "sequence_lecture.efg"))


def test_chance_is_left_alone_without_the_option(tmp_path: Path) -> None:
    target = tmp_path / "same.json"
    assert run(["convert", str(LECTURE), str(target)]) == 0
    assert lemke.sha256(lemke.read(target)) == lemke.sha256(lemke.read(LECTURE))


@pytest.mark.parametrize("way", MADE)
def test_a_strategic_game_has_no_chance_and_stays_strategic(way: str, tmp_path: Path) -> None:
    source, made = tmp_path / "given.nfg", tmp_path / "made.nfg"
    assert run(["convert", str(GAMES / "battle_of_the_sexes.efg"), str(source)]) == 0
    assert run(["convert", str(source), str(made), "--chance", way]) == 0
    assert lemke.read(made).strategic
    assert lemke.sha256(lemke.read(made)) == lemke.sha256(lemke.read(source))


@pytest.mark.parametrize("way", MADE)
def test_any_number_of_players_and_any_recall_is_accepted(way: str, tmp_path: Path) -> None:
    builder = lemke.GameBuilder(["a", "b", "c"])
    again = builder.information_set(2, ["on", "off"], "motorway")
    for side in builder.chance(builder.root, {"h": "1/3", "t": "2/3"}):
        on, off = builder.decide(side, again)
        builder.pay(off, 3, 0, 1)
        builder.decide(on, again)
    lemke.write(builder.build(unpaid="zero"), tmp_path / "driver.efg")
    assert run(["convert", str(tmp_path / "driver.efg"), str(tmp_path / "made.efg"), "--chance", way]) == 0
    assert lemke.read(tmp_path / "made.efg").size == {"propagate": 11, "prune": 5}[way]


def test_the_examples_in_the_help_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["convert", "-h"]) == 0
    examples = re.findall(r"^ *lemke (convert .*)$", capsys.readouterr().out, re.MULTILINE)
    assert any("--chance" in example for example in examples)
    os.symlink(GAMES.parent, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "example:kuhn3", "--format", "json", "-o", "proved.json"]) == 0
    for example in examples:
        assert run(example.split()) == 0
        printed = capsys.readouterr().out
        if "--certificate" not in example:
            assert lemke.loads(printed or Path(example.split()[2]).read_text()).size


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--chance", "hide"], 2, "'hide' is not one of 'propagate', 'prune'"),
    ],
)
def test_mistakes_are_one_line_and_leave_no_file(
    arguments: list[str], status: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.efg"
    assert run(["convert", str(LECTURE), str(target), *arguments]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lemke: ")
    assert err.count("\n") == 1
    assert message in err
    assert not target.exists()
