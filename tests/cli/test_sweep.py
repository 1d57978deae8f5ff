"""``lemke sweep``: what it prints, its JSON, its file format, and what it refuses."""

import json
from pathlib import Path

import pytest

import lemke
from command_line import printed
from lemke.cli import run
from lemke.io import parametric as files
from named_games import GAMES
from scripts import script

KUHN = str(GAMES / "kuhn3_parametric.json")


def changed(tmp_path: Path, *changes: tuple[str, str]) -> str:
    text = Path(KUHN).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_text_shows_critical_values_and_closed_forms(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "sweep", KUHN, "--set", "r=0", "--from", "0", "--to", "4").splitlines()
    assert out[:9] == [
        "Kuhn poker, 3 cards, r = 0",
        "b in [0, 4]: 3 pieces",
        "",
        "Critical values",
        "  1",
        "  2",
        "",
        "1. b in [0, 1]",
        "  Payoffs",
    ]
    assert "    Player 1  -b**2/(6*b + 12)" in out
    assert "    Q:pb  pass  b/(b + 2)" in out and "          bet   2/(b + 2)" in out
    assert out[-1].startswith("Proved for all values")


def test_irrational_critical_values_are_printed_with_their_polynomials(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "sweep", KUHN, "--set", "b=1/2", "--from", "0", "--to", "0.25")
    assert "  83/180 - sqrt(3289)/180  0.142501  root 1 of 90*r**2 - 83*r + 10\n" in out
    assert "  1/5                      0.2\n" in out


def test_json_has_exact_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("sweep", KUHN, "--set", "b=1/2", "--from", "0", "--to", "1/4", "--format", "json")
    document = json.loads(printed(capsys, *arguments))
    assert document["format"] == "lemke-sweep/1" and document["parameter"] == "r" and document["undefined"] == []
    root, fifth = document["critical"]
    assert (root["polynomial"], root["root"], fifth) == ("90*r**2 - 83*r + 10", 1, "1/5")
    assert root["interval"] == ["0", "1/2"]
    assert [piece["low"] for piece in document["pieces"]] == ["0", root, "1/5"]
    assert document["pieces"][1]["payoffs"][1] == "1/20 - 5*r/4"
    sets = document["pieces"][0]["behavior"][0]["information_sets"]
    assert [information_set["index"] for information_set in sets] == [1, 2, 3, 4, 5, 6]
    actions = {information_set["label"]: information_set["actions"] for information_set in sets}
    assert actions["K"] == {"pass": "0", "bet": "1"} and actions["K:pb"] is None


def test_the_option_all_finds_several_equilibria_and_names_its_samples(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = script("examples/research/signaling_threshold").beer_quiche()
    path = tmp_path / "beer.json"
    path.write_text(files.dumps(game.text()), encoding="utf-8")
    out = printed(capsys, "sweep", str(path), "--from", "0", "--to", "1", "--all")
    assert "p in [0, 1]: 5 pieces\n" in out and out.count("p in [0, 1/2]") == 4
    assert "searched for at p = 1/9, " in out.splitlines()[-1] and "others may exist" in out.splitlines()[-1]
    document = json.loads(printed(capsys, "sweep", str(path), "--from", "0", "--to", "1", "--all", "--format", "json"))
    assert document["samples"][0] == "1/9"


def test_the_file_is_the_game_of_the_example_script() -> None:
    text = Path(KUHN).read_text(encoding="utf-8")
    written = files.read(KUHN)
    game = lemke.ParametricGame.of(*written)
    built = script("examples/research/kuhn_bet").kuhn(3, "b r", "b", "r")
    assert lemke.sha256(game.at(b=2, r="1/9")) == lemke.sha256(built.at(b=2, r="1/9"))
    assert files.dumps(written) == text
    assert lemke.solve(game.at(b=1, r="1/20")).payoffs == lemke.solve(lemke.read(GAMES / "kuhn3_raked.efg")).payoffs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"-b - 1"', '"-b - x"'), "outcome 3: 'x' in '-b - x', expected numbers, the parameters b, r, and"),
        (('"-b - 1"', "null"), "outcomes[2].payoffs[0] is null, expected text"),
        (('"1/6"', '"b"'), 'probabilities at information set 1 "deal" of chance that sum to '),
        (('"1/6"', '"b/0"'), "information set of chance 1: 'b/0' divides by zero"),
        (('["b", "r"]', '["b", "b"]'), "two parameters of the same name"),
        (('["b", "r"]', "[1, 2]"), "parameters[0] is the number 1, expected text"),
        (('"parameters"', '"parameter"'), "the game has no member 'parameters', expected one"),
        (("lemke-parametric-game/1", "lemke-game/1"), "format is text 'lemke-game/1', expected"),
        (('"outcomes"', '"outcome"'), "the game has no member 'outcomes', expected one"),
        (('"player": 1', '"player": 7'), "player 7, expected one of 2 players"),
    ],
)
def test_bad_files_are_refused_in_one_line(tmp_path: Path, capsys, change: tuple[str, str], message: str) -> None:
    path = changed(tmp_path, change)
    assert run(["sweep", path, "--from", "0", "--to", "1", "--set", "r=0"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {path}: ") and message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", "0", "--to", "1"], "a game with the parameters b, r, expected values of all but one"),
        (["--from", "0", "--to", "1", "--set", "r"], "'--set': 'r', expected NAME=NUMBER"),
        (
            ["--from", "0", "--to", "1", "--set", "x=1"],
            "a value of 'x', expected one value for each",
        ),
        (["--from", "0", "--to", "1", "--set", "r=x"], "'x' is no number"),
        (["--from", "2", "--to", "1", "--set", "r=0"], "the interval from 2 to 1"),
        (["--from", "0", "--to", "1", "--set", "r=0", "--set", "r=1"], "two values of r, expected one"),
        (["--from", "0", "--to", "oo", "--set", "r=0"], "'--to': 'oo' is no number"),
        (["--from", "0"], "'--to'"),
    ],
)
def test_bad_options_are_refused_in_one_line(capsys, arguments: list[str], message: str) -> None:
    assert run(["sweep", KUHN, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


def test_other_commands_refuse_a_game_with_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {KUHN}: a game with parameters b, r") and err.count("\n") == 1
    assert "lemke sweep" in err
