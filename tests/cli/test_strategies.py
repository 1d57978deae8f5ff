"""lemke strategies, normal-form, values and info: what they print, and what they refuse."""

from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from command_line import printed, refused
from lemke.game.pure_strategies import pure_strategies
from named_games import GAMES, NAMED, Known

KUHN, LECTURE, TRACING = (str(GAMES / f"{name}.efg") for name in ("kuhn3", "lecture9_imperfect", "tracing_2002"))

FORGETFUL = """EFG 2 R "forgetful" { "1" "2" }
p "" 1 1 "first" { "L" "R" } 0
p "" 1 2 "second" { "l" "r" } 0
t "" 1 "" { 1, 2 }
t "" 2 "" { 3, 4 }
p "" 1 2 "second" { "l" "r" } 0
t "" 3 "" { 5, 6 }
t "" 4 "" { 7, 8 }
"""

THREE_PLAYERS = """EFG 2 R "three" { "1" "2" "3" }
p "" 1 1 "" { "L" "R" } 0
p "" 2 1 "" { "l" "r" } 0
p "" 3 1 "" { "a" "b" } 0
t "" 1 "" { 1, 2, 3 }
t "" 2 "" { 4, 5, 6 }
t "" 3 "" { 7, 8, 9 }
t "" 4 "" { 1/3, 0, 0 }
"""


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_count_number_and_strategy_agree_with_the_list(named: Known, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES / named.file)
    for player in ("1", "2"):
        common = ("strategies", game, "--player", player, "--reduced")
        listed = pure_strategies(lemke.read(game), int(player) - 1)
        assert printed(capsys, *common, "--count") == f"{listed.count}\n"
        for number in (1, listed.count):
            strategy = listed.text(listed.nth(number - 1))
            assert printed(capsys, *common, "--nth", str(number)) == f"{strategy}\n"
            assert printed(capsys, *common, "--rank", strategy) == f"{number}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "3"], "player 2, counted from 0, expected one of 2 players"),
        (["--player", "1", "--nth", "0"], "strategy '0', expected a number from 1 to 64"),
        (["--player", "1", "--nth", "65"], "strategy '65', expected a number from 1 to 64"),
        (["--player", "1", "--nth", "1" * 5000], "expected a number from 1 to 64"),
        (["--player", "1", "--rank", "pass"], "a strategy of 1 moves, expected 6"),
        (["--player", "1", "--rank", "pass pass pass fold fold *"], '* at information set 6 "K:pb" of player 1'),
        (["--player", "1", "--rank", "pass pass up fold fold fold"], "'up' at information set 5 \"K\" of player 1"),
        (["--player", "1", "--count", "--nth", "1"], "several of --count, --nth and --rank"),
    ],
)
def test_a_strategy_that_does_not_exist_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "strategies", KUHN, *arguments)


def test_a_normal_form_too_large_is_refused_with_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "normal-form", str(GAMES / "kuhn5.efg"))
    assert "1024 x 1024 strategies, expected at most 1000000" in message
    assert message.startswith(f"{GAMES / 'kuhn5.efg'}: ")


def test_values_needs_one_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "line"
    line.write_text("NE,1,0,1/3,2/3,1/3,2/3\n" * 2)
    assert "2 profiles, expected one" in refused(capsys, "values", LECTURE, str(line))


def test_values_of_a_forgetful_player_are_refused_but_those_of_nodes_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, line = tmp_path / "forgetful.efg", tmp_path / "line"
    game.write_text(FORGETFUL)
    line.write_text("NE,1/2,1/2,1/2,1/2\n")
    assert "imperfect recall at information set 2" in refused(capsys, "values", str(game), str(line))
    assert len(printed(capsys, "values", str(game), str(line), "--nodes").splitlines()) == 9


def test_info_shows_information_subgames_and_strategies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def info(path: str) -> dict[str, str]:
        rows = (row.split("  ", 1) for row in printed(capsys, "info", path).splitlines()[2:])
        return {key: value.strip() for key, value in rows}

    kuhn = info(KUHN)
    assert kuhn["strategies of player 1"] == "64 pure, 27 reduced"
    assert kuhn["information"].startswith("imperfect (information set 1")
    assert kuhn["proper subgames"] == "1, the game itself included"
    perfect = info(str(GAMES / "lecture9_perfect.efg"))
    assert perfect["information"] == "perfect"
    assert perfect["proper subgames"] == "4, the game itself included"
    forgetful = tmp_path / "forgetful.efg"
    forgetful.write_text(FORGETFUL)
    described = info(str(forgetful))
    assert described["strategies of player 1"] == "4 pure, 4 reduced"
    assert described["recall of player 1"].startswith("imperfect recall at information set 2")
    assert described["recall of player 2"] == "perfect"
    leaf = tmp_path / "one.efg"
    leaf.write_text('EFG 2 R "one" { "1" "2" } t "" 1 "" { 1, 2 }')
    assert (info(str(leaf))["proper subgames"], info(str(leaf))["payoffs"]) == ("none", f"constant-sum, {mpq(3)}")
