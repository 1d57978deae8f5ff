"""``lemke sweep``: what it prints, its JSON, its file format, and what it refuses."""

import json
from pathlib import Path

import pytest

import lemke
from command_line import printed
from lemke.cli import run
from named_games import GAMES
from scripts import script

KUHN = str(GAMES / "kuhn3_parametric.json")


def saved(tmp_path: Path, game: lemke.ParametricGame) -> str:
    path = tmp_path / "game.json"
    path.write_text(game.to_json(), encoding="utf-8")
    return str(path)


def test_text_shows_critical_values_and_closed_forms(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "sweep", KUHN, "--from", "0", "--to", "4").splitlines()
    assert out[0] == "Kuhn poker, 3 cards. b in [0, 4]: 3 pieces"
    rows = [" ".join(line.split()) for line in out]
    assert "1 [0, 1] Player 1 payoff -b**2/(6*b + 12)" in rows
    assert "1 [0, 1] Player 1 Q:pb pass b/(b + 2)" in rows
    assert "1 [0, 1] Player 1 K:pb any not reached" in rows
    assert out[-2:] == ["Critical values: 1, 2.", "Proved for all values in the intervals."]


def test_irrational_critical_values_are_written_with_their_polynomials(capsys, tmp_path: Path) -> None:
    """The rake at a bet of 1/2."""
    path = saved(tmp_path, script("examples/research/kuhn_bet").kuhn(3, "r", "1/2", "r"))
    arguments = ("sweep", path, "--from", "0", "--to", "1/4")
    assert "83/180 - sqrt(3289)/180 (≈ 0.142501, root 1 of 90*r**2 - 83*r + 10)" in printed(capsys, *arguments)
    document = json.loads(printed(capsys, *arguments, "--format", "json"))
    assert document["format"] == "lemke-sweep/2" and document["game"]["parameter"] == "r"
    root, fifth = document["critical"]
    assert (root["polynomial"], root["root"], root["interval"], fifth) == (
        "90*r**2 - 83*r + 10",
        1,
        ["0", "1/2"],
        "1/5",
    )
    assert [piece["low"] for piece in document["pieces"]] == ["0", root, "1/5"]
    assert document["pieces"][1]["payoffs"][1] == "1/20 - 5*r/4"
    actions = {item["label"]: item["actions"] for item in document["pieces"][0]["behavior"][0]["information_sets"]}
    assert actions["K"] == {"pass": "0", "bet": "1"} and actions["K:pb"] is None


def test_the_option_all_finds_several_equilibria_and_names_its_samples(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = saved(tmp_path, script("examples/research/signaling_threshold").beer_quiche())
    out = printed(capsys, "sweep", path, "--from", "0", "--to", "1", "--all")
    assert "p in [0, 1]: 5 pieces" in out
    assert "searched for at p = 1/9, " in out.splitlines()[-1] and "others may exist" in out.splitlines()[-1]
    document = json.loads(printed(capsys, "sweep", path, "--from", "0", "--to", "1", "--all", "--format", "json"))
    assert document["samples"][0] == "1/9"


def test_the_file_is_the_game_of_the_example_script() -> None:
    game, built = lemke.ParametricGame.read(KUHN), script("examples/research/kuhn_bet").kuhn(3)
    assert lemke.sha256(game.at(2)) == lemke.sha256(built.at(2))
    assert game.to_json() == Path(KUHN).read_text(encoding="utf-8")
    assert lemke.solve(game.at(1)).payoffs == lemke.solve(lemke.read(GAMES / "kuhn3.efg")).payoffs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"-b - 1"', '"-b - x"'), "outcome 3: '-b - x', expected an expression of numbers, b, "),
        (('"-b - 1"', "null"), "$.outcomes[2].payoffs[0]: expected `str`"),
        (('"number": 3', '"number": 2'), "$.information_sets[3]: information set 2 of player 1 declared twice"),
        (('"parameter": "b"', '"parameter": "2"'), "the parameter '2', expected a name"),
        (('"parameter": "b",', ""), "a game without a parameter"),
        (('"parameter": "b"', '"parameter": [1]'), "$.parameter: expected `str`"),
        (("lemke-game/2", "lemke-game/1"), "the format 'lemke-game/1', expected"),
        (('"outcomes"', '"outcome"'), "`outcome"),
        (('"player": 1', '"player": 7'), "player 7, expected one of 2 players"),
    ],
)
def test_bad_files_are_refused_in_one_line(tmp_path: Path, capsys, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(Path(KUHN).read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    assert run(["sweep", str(path), "--from", "0", "--to", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {path}: ") and message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", "2", "--to", "1"], "the interval from 2 to 1"),
        (["--from", "0", "--to", "oo"], "'--to': 'oo' is no number"),
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
    assert out == "" and err.startswith(f"lemke: {KUHN}: a game with a parameter") and err.count("\n") == 1
    assert "lemke sweep" in err
