"""``lemke polish``: what it prints, its certificates, and what it refuses."""

import json
from pathlib import Path

import pytest

import command_line
from lemke.cli import run
from lemke.solvers.alternation import Alternation
from lemke.solvers.halves import Half
from named_games import GAMES

BATTLE, KUHN = str(GAMES / "battle_of_the_sexes.efg"), str(GAMES / "kuhn3.efg")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


@pytest.fixture
def near(tmp_path: Path) -> str:
    """A profile near the mixed equilibrium of the battle of the sexes."""
    path = tmp_path / "near.ne"
    path.write_text("NE,0.599,0.401,0.402,0.598\n")
    return str(path)


def test_text_shows_the_equilibrium_then_the_way_and_the_distance(capsys: pytest.CaptureFixture[str], near) -> None:
    out = lines(capsys, "polish", BATTLE, near)
    assert "  1  man  fight   3/5  0.6" in out
    assert out[-14].startswith("Proved exactly") and "method polish, kernel highs, 0 pivots" in out[-14]
    assert out[-11:-8] == [
        "          payoff        best response  regret",
        "Player 1  20199/100000  103/500        401/100000",
        "Player 2  20099/100000  203/1000       201/100000",
    ]
    assert out[-6:-3] == [
        "  largest change of a sequence's weight  1/500        0.002",
        "  change of the payoff of Player 1       -199/100000  -0.00199",
        "  change of the payoff of Player 2       -99/100000   -0.00099",
    ]
    assert "nearest" in out[-3] and "guess 1" in out[-1]


def test_text_says_whose_plan_may_not_be_the_nearest(capsys, near: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Half, "nearest", lambda *_: None)
    first, second, _, way = lines(capsys, "polish", BATTLE, near)[-4:]
    assert "Player 1" in first and "Player 2" in second and "guess 1" in way
    assert all("may not be the nearest" in line for line in (first, second))


@pytest.mark.parametrize("form", ["json", "gambit"])
def test_a_written_equilibrium_is_accepted_by_verify(capsys, near: str, tmp_path: Path, form: str) -> None:
    exact = tmp_path / "exact"
    assert lines(capsys, "polish", BATTLE, near, "--format", form, "-o", str(exact)) == []
    assert lines(capsys, "verify", BATTLE, str(exact))[-1].startswith("An equilibrium: ")
    if form == "json":
        document = json.loads(exact.read_text(encoding="utf-8"))
        assert (document["method"], document["payoffs"]) == ("polish", ["1/5", "1/5"])
        assert "nothing was changed" in lines(capsys, "polish", BATTLE, str(exact))[-1]
    else:
        assert exact.read_text(encoding="utf-8") == "NE,3/5,2/5,2/5,3/5\n"


def test_probabilities_that_miss_1_are_divided_only_if_asked(capsys, tmp_path: Path) -> None:
    path = tmp_path / "off.ne"
    path.write_text("NE,0.6,0.41,0.4,0.6\n")
    assert run(["polish", BATTLE, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {path}:1: information set")
    out = lines(capsys, "polish", BATTLE, str(path), "--normalize")
    assert any("exact sum" in line and "at 1 information set" in line for line in out)
    assert "  largest change of a sequence's weight  3/505   0.00594059" in out


def test_sets_that_a_mapping_leaves_out_are_filled_in(capsys, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text('{"1": {"man": {"fight": 0.6, "ballet": 0.4}}, "2": {}}')
    out = lines(capsys, "polish", BATTLE, str(path), "--missing", "uniform")
    assert out[-1].startswith("How it was found: ")


def test_linear_programs_polish_the_uniform_profile_of_kuhn_poker(capsys, tmp_path: Path) -> None:
    path = tmp_path / "uniform.ne"
    path.write_text("NE" + ",1/2" * 24)
    out = lines(capsys, "polish", KUHN, str(path), "--seed", "7")
    assert "  Player 1  -1/18  -0.0555556" in out
    assert "Linear programs led" in out[-1] and "guess " in out[-1]


def test_a_path_names_its_prior(capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Alternation, "rounds", lambda *_: iter(()))
    game, path = tmp_path / "game.nfg", tmp_path / "uniform.ne"
    game.write_text('NFG 1 R "" { "1" "2" } { 3 3 }\n1 2 3 0 2 1 0 0 3 2 3 0 2 0 1 3 0 0\n')
    path.write_text("NE,1/3,1/3,1/3,1/3,1/3,1/3\n")
    out = lines(capsys, "polish", str(game), str(path))
    assert any("method polish, kernel exact, " in line for line in out)
    assert any("prior profile" in line for line in out)
    assert "Lemke's path led" in out[-1]


@pytest.mark.parametrize(
    ("content", "options", "status", "message"),
    [
        ("NE,1,0,1,0\nNE,0,1,0,1\n", (), 2, "{path}: 2 profiles, expected one to polish"),
        ("NE,1,0\n", (), 2, "{path}:1: 2 probabilities, expected 4"),
        ("NE,2,-1,1,0\n", (), 2, "{path}:1: information set"),
        ("NE,0.5,0.5,0.25,0.75\n", ("--time-limit", "0"), 3, "time limit of 0 s"),
        ("NE,1,0,1,0\n", ("--seed", "-1"), 2, "'--seed'"),
    ],
)
def test_bad_profiles_and_options_are_refused_in_one_line(
    capsys, tmp_path: Path, content: str, options, status: int, message: str
) -> None:
    path = tmp_path / "profile"
    path.write_text(content)
    assert run(["polish", BATTLE, str(path), *options]) == status
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert message.format(path=path) in err


def test_a_game_of_three_players_is_refused(capsys, tmp_path: Path) -> None:
    game, path = tmp_path / "three.efg", tmp_path / "none.ne"
    game.write_text('EFG 2 R "" { "1" "2" "3" }\nt "" 0\n')
    path.write_text("NE\n")
    assert run(["polish", str(game), str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"lemke: {game}: a game of 3 players") and err.count("\n") == 1
