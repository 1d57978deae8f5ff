"""lemke strategies, normal-form, values and info: what they print, and what they refuse."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from command_line import printed, refused
from lemke.cli import run
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


def test_reduced_strategies_are_numbered_from_1_with_stars(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "strategies", TRACING, "--player", "1", "--reduced").splitlines() == [
        "information sets: 1 root, 2 R",
        "1  L *",
        "2  R S",
        "3  R T",
    ]


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_count_number_and_strategy_agree_with_the_list(named: Known, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES / named.file)
    for player in ("1", "2"):
        common = ("strategies", game, "--player", player, "--reduced")
        rows = printed(capsys, *common).splitlines()[1:]
        assert printed(capsys, *common, "--count") == f"{len(rows)}\n"
        for row in (rows[0], rows[-1]):
            number, _, strategy = row.partition("  ")
            assert printed(capsys, *common, "--nth", number) == f"{strategy}\n"
            assert printed(capsys, *common, "--rank", strategy) == f"{number}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "3"], "player 3, expected one of 2 players"),
        (["--player", "1", "--nth", "0"], "strategy '0', expected a number from 1 to 64"),
        (["--player", "1", "--nth", "65"], "strategy '65', expected a number from 1 to 64"),
        (["--player", "1", "--nth", "1" * 5000], "expected a number from 1 to 64"),
        (["--player", "1", "--rank", "pass"], "a strategy of 1 move, expected 6"),
        (["--player", "1", "--rank", "pass pass pass fold fold *"], '* at information set 6 "K:pb" of player 1'),
        (["--player", "1", "--rank", "pass pass up fold fold fold"], "'up' at information set 5 \"K\" of player 1"),
        (["--player", "1", "--count", "--nth", "1"], "several of --count, --nth and --rank"),
    ],
)
def test_a_strategy_that_does_not_exist_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "strategies", KUHN, *arguments)


def test_a_player_without_moves_has_one_strategy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "one.efg"
    game.write_text('EFG 2 R "one" { "1" "2" } t "" 1 "" { 1, 2 }')
    common = ("strategies", str(game), "--player", "2")
    assert printed(capsys, *common) == "information sets: none\n1\n"
    assert printed(capsys, *common, "--count") == "1\n"
    assert printed(capsys, *common, "--nth", "1") == "\n"
    assert printed(capsys, *common, "--rank", "") == "1\n"


def test_a_reader_may_close_the_pipe_early() -> None:
    """The list has 2^62 lines, which are made one by one."""
    chain = 'EFG 2 R "" { "1" "2" }\n' + "".join(
        f'p "" 1 {k} "" {{ "a" "b" }} 0\nt "" {k} "" {{ 0, 0 }}\n' for k in range(1, 63)
    )
    program = [sys.executable, "-m", "lemke", "strategies", "-", "--player", "1"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write((chain + 't "" 99 "" { 1, 1 }\n').encode())
        process.stdin.close()
        assert process.stdout.readline().startswith(b"information sets: 1, 2, 3")
        assert process.stdout.readline() == b"1  " + b" ".join([b"a"] * 62) + b"\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 2


def test_a_list_ends_at_the_time_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "kuhn12.efg"
    assert run(["generate", "kuhn", "--cards", "12", "-o", str(game)]) == 0
    assert run(["strategies", str(game), "--player", "1", "--time-limit", "1"]) == 3
    out, err = capsys.readouterr()
    assert out.splitlines()[1].startswith("1  pass pass")
    assert "time limit of 1 s" in err and err.count("\n") == 1


def test_normal_form_prints_the_lectures_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "normal-form", LECTURE).splitlines() == [
        "4 rows of Player 1, 2 columns of Player 2",
        "          l     r",
        "  L S  2, 2  5, 6",
        "  L T  0, 3  6, 1",
        "  R S  3, 3  3, 3",
        "  R T  3, 3  3, 3",
    ]
    assert printed(capsys, "normal-form", LECTURE, "--reduced").splitlines()[-1] == "  R *  3, 3  3, 3"


def test_a_normal_form_of_one_or_three_players_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "three.efg"
    game.write_text(THREE_PLAYERS)
    assert printed(capsys, "normal-form", str(game)).splitlines() == [
        "2 rows of 1, 2 columns of 2, 3 plays a",
        "             l          r",
        "  L    1, 2, 3    7, 8, 9",
        "  R  1/3, 0, 0  1/3, 0, 0",
        "",
        "2 rows of 1, 2 columns of 2, 3 plays b",
        "             l          r",
        "  L    4, 5, 6    7, 8, 9",
        "  R  1/3, 0, 0  1/3, 0, 0",
    ]
    game.write_text('EFG 2 R "" { "Ann" } p "" 1 1 "" { "L" "R" } 0 t "" 1 "" { 1/2 } t "" 2 "" { 3 }')
    assert printed(capsys, "normal-form", str(game)).splitlines() == ["2 rows of Ann", "", "  L  1/2", "  R    3"]


def test_tables_of_four_players_come_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder(["1", "2", "3", "4"])
    nodes = [builder.root]
    for player in range(4):
        handle = builder.information_set(player, ["l", "r"])
        nodes = [child for node in nodes for child in builder.decide(node, handle)]
    for k, leaf in enumerate(nodes):
        builder.pay(leaf, k, 0, 0, 0)
    game = tmp_path / "four.efg"
    lemke.write(builder.build(unpaid="zero"), game)
    pages = printed(capsys, "normal-form", str(game)).split("\n\n")
    assert [page.splitlines()[0] for page in pages] == [
        f"2 rows of 1, 2 columns of 2, 3 plays {a}, 4 plays {b}" for a in "lr" for b in "lr"
    ]
    assert [page.splitlines()[2].split()[1] for page in pages] == ["0,", "1,", "2,", "3,"]


def test_a_table_too_wide_for_latex_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "wide.nfg"
    game.write_text('NFG 1 R "" { "1" "2" } { 1 101 } ' + "0 " * 202)
    assert "a table of 101 columns, expected at most 100" in refused(
        capsys, "normal-form", str(game), "--format", "latex"
    )


def test_normal_form_as_json_is_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "three.efg"
    game.write_text(THREE_PLAYERS)
    document = json.loads(printed(capsys, "normal-form", str(game), "--format", "json"))
    assert document["format"] == "lemke-normal-form/1"
    assert document["strategies"] == [["L", "R"], ["l", "r"], ["a", "b"]]
    assert document["payoffs"][0][1][0] == ["1/3", "1/3"]
    assert document["payoffs"][2][0] == [["3", "6"], ["9", "9"]]


def test_normal_form_in_latex_escapes_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "odd.efg"
    game.write_text('EFG 2 R "" { "1" "2" } p "" 1 1 "" { "50%_" "R" } 0 t "" 1 "" { -1/2, 1 } t "" 2 "" { 3, 0 }')
    assert printed(capsys, "normal-form", str(game), "--format", "latex").splitlines() == [
        "% \\usepackage{booktabs}",
        "% 2 rows of 1, 1 column of 2",
        "\\begin{tabular}{lc}",
        "\\toprule",
        " & \\multicolumn{1}{c}{2} \\\\ \\cmidrule(lr){2-2}",
        "1 & \\#1 \\\\",
        "\\midrule",
        "50\\%\\_ & $-\\frac{1}{2}$, $1$ \\\\[2pt]",
        "R & $3$, $0$ \\\\",
        "\\bottomrule",
        "\\end{tabular}",
    ]


def test_a_normal_form_too_large_is_refused_with_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "normal-form", str(GAMES / "kuhn5.efg"))
    assert "1024 x 1024 strategies, expected at most 1000000" in message
    assert message.startswith(f"{GAMES / 'kuhn5.efg'}: ")


def test_an_equilibrium_is_shown_with_counterfactual_best_responses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = tmp_path / "line"
    line.write_text("NE,1,0,1/3,2/3,1/3,2/3\n")
    out = printed(capsys, "values", LECTURE, str(line))
    first = out.splitlines()[0]
    assert first.startswith("Player 1: payoff 4; ") and first.endswith("a counterfactual best response")
    assert [row.split() for row in out.splitlines()[2:4]] == [
        ["1", "root", "1", "1", "4", "4", "L", "1", "4"],
        ["R", "0", "3"],
    ]


def test_a_value_below_the_best_value_is_no_best_response(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "line"
    line.write_text("NE,1/2,1/2,0,1,1,0\n")
    out = printed(capsys, "values", LECTURE, str(line)).splitlines()
    assert out[0].startswith("Player 1: payoff 3/2 (about 1.5); ") and out[0].endswith("gets 3; not a best response")
    assert [row.split() for row in out[1:6]] == [
        ["reached", "by", "others", "value", "best", "value", "move", "probability", "value"],
        ["1", "root", "1", "1", "3/2", "3", "L", "1/2", "0"],
        ["R", "1/2", "3"],
        ["2", "after", "L", "1/2", "1", "0", "2", "S", "0", "2"],
        ["T", "1", "0"],
    ]
    assert out[7].startswith("Player 2: payoff 3; ") and out[7].endswith("gets 3; a counterfactual best response")


def test_nodes_are_shown_with_their_sets_and_beliefs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "line"
    line.write_text("NE,1/2,1/2,1/3,2/3,1/4,3/4\n")
    rows = [row.split() for row in printed(capsys, "values", LECTURE, str(line), "--nodes").splitlines()]
    heading = "node from by set reached player 1 player 2 chance belief value 1 value 2"
    assert rows[0] == heading.split()
    assert rows[1] == ["@0", "1:1", "1", "1", "1", "1", "1", "89/24", "17/6"]
    assert rows[2] == ["@1", "@0", "L", "2:1", "1/2", "1/2", "1", "1", "1", "53/12", "8/3"]
    assert rows[3] == ["@3", "@1", "l", "1:2", "1/8", "1/2", "1/4", "1", "1/4", "2/3", "8/3"]
    assert len(rows) == 1 + lemke.read(LECTURE).size


def test_values_off_the_path_are_dashes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "line"
    line.write_text("NE,0,1,1/3,2/3,1/3,2/3\n")
    out = printed(capsys, "values", LECTURE, str(line)).splitlines()
    assert "not a best response" in out[0]
    assert "a counterfactual best response, judged at all but 1 set" in out[7]
    assert [row.split() for row in out[9:11]] == [
        ["1", "L", "0", "0", "-", "-", "l", "1/3", "-"],
        ["r", "2/3", "-"],
    ]
    nodes = [row.split() for row in printed(capsys, "values", LECTURE, str(line), "--nodes").splitlines()]
    assert nodes[2][8] == nodes[3][8] == "-"  # beliefs


def test_values_of_one_or_three_players_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, line = tmp_path / "game.efg", tmp_path / "line"
    game.write_text(THREE_PLAYERS)
    line.write_text("NE,1,0,1,0,1/2,1/2\n")
    out = printed(capsys, "values", str(game), str(line)).splitlines()
    assert [row.split(":")[0] for row in out if "payoff" in row] == ["1", "2", "3"]
    (third,) = (row for row in out if row.startswith("3: payoff "))
    assert third.startswith("3: payoff 9/2 (about 4.5); ") and third.endswith("gets 6; not a best response")
    game.write_text('EFG 2 R "" { "Ann" } p "" 1 1 "" { "L" "R" } 0 t "" 1 "" { 1/2 } t "" 2 "" { 3 }')
    line.write_text("NE,0,1\n")
    out = printed(capsys, "values", str(game), str(line)).splitlines()
    assert out[0].startswith("Ann: payoff 3; ") and out[0].endswith("gets 3; a counterfactual best response")


def test_long_numbers_are_shown_approximately(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, line = tmp_path / "game.efg", tmp_path / "line"
    game.write_text(
        f'EFG 2 R "" {{ "1" "2" }} p "" 1 1 "" {{ "L" "R" }} 0 t "" 1 "" {{ {10**50}, 0 }} t "" 2 "" {{ 0, 0 }}'
    )
    line.write_text("NE,1/3,2/3\n")
    out = printed(capsys, "values", str(game), str(line))
    assert "payoff about 3.33333e+49; a best response gets about 1e+50" in out.replace("1" + "0" * 50, "about 1e+50")


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
    assert len(printed(capsys, "values", str(game), str(line), "--nodes").splitlines()) == 8


def test_info_shows_information_subgames_and_strategies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def info(path: str) -> dict[str, str]:
        rows = (row.split("  ", 1) for row in printed(capsys, "info", path).splitlines())
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
