"""``lemke challenge``."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.cli import run
from lemke.studies.challenge.games import CHALLENGES
from named_games import GAMES

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the solvers here are POSIX processes")

HALF = "NE,1/2,1/2,1/2,1/2"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three files of matching pennies, a game of three players, a broken game, and a file that is no game."""
    games = tmp_path / "games"
    games.mkdir()
    pennies = CHALLENGES["matching-pennies"]()
    for suffix in ("efg", "nfg", "json"):
        lemke.write(pennies, games / f"pennies.{suffix}")
    lemke.write(lemke.GameBuilder(["A", "B", "C"]).build(unpaid="zero"), games / "three.efg")
    (games / "torn.efg").write_text('EFG 2 R "torn" { "A" "B" }')
    (games / "README.md").write_text("games")
    return games


def solver(folder: Path, program: str) -> str:
    path = folder / "solver.py"
    path.write_text(f"import sys\npath = sys.argv[1]\n{program}\n")
    return shlex.join([sys.executable, "-S", "-E", str(path)])


def outcome(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> str:
    assert run(["challenge", *arguments]) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_solver_gets_a_game_of_any_format_as_efg(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = f"assert path.endswith('.efg') and open(path).read().startswith('EFG 2 R'); print({HALF!r})"
    out = outcome(capsys, 0, solver(tmp_path, program), "--games", str(folder)).splitlines()
    rows = [line.split()[:2] for line in out[1:-2]]
    assert rows == [
        ["pennies.efg", "right"],
        ["pennies.json", "right"],
        ["pennies.nfg", "right"],
        ["three.efg", "skipped"],
        ["torn.efg", "skipped"],
    ]
    assert out[0].split() == ["game", "verdict", "regret", "about", "seconds", "message"]
    assert "a game of 3 players" in out[4]
    assert out[-1] == "5 games: 3 right, 2 skipped."


def test_the_regret_of_a_wrong_answer_is_printed_exactly(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = solver(tmp_path, "print('NE,0.51,0.49,1/2,1/2')")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert out.splitlines()[1].split()[:4] == ["pennies.efg", "wrong", "1/50", "0.02"]
    assert out.splitlines()[-1] == "5 games: 3 wrong, 2 skipped."


def test_a_long_regret_is_printed_as_a_decimal(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = f"{10**60 + 1}/{2 * 10**60}"
    command = solver(tmp_path, f"print('NE,{long},{10**60 - 1}/{2 * 10**60},1/2,1/2')")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert out.splitlines()[1].split()[:3] == ["pennies.efg", "wrong", "1e-60"]
    out = outcome(capsys, 1, command, "--games", str(folder), "--format", "json")
    assert json.loads(out)["games"][0]["regret"] == f"1/{10**60}"


def test_a_markdown_table_escapes_bars(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = solver(tmp_path, "sys.exit('a | b')")
    lines = outcome(capsys, 1, command, "--games", str(folder), "--format", "markdown").splitlines()
    assert lines[0] == "| game | verdict | regret | about | seconds | message |"
    assert lines[1] == "| --- | --- | --- | --- | ---: | --- |"
    assert lines[2].startswith("| pennies.efg | crashed |  |  | ")
    assert lines[2].endswith(" | exit status 1: a \\| b |")
    assert lines[-1] == "5 games: 3 crashed, 2 skipped."


def test_a_json_file_has_exact_regrets_and_defects(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = solver(tmp_path, "print('NE,0.5,0.5,0.25,0.5')")
    arguments = ["--games", str(folder), "--format", "json", "--normalize", "-o", str(tmp_path / "table.json")]
    assert outcome(capsys, 1, command, *arguments) == ""
    document = json.loads((tmp_path / "table.json").read_text())
    assert (document["format"], document["command"], document["timeout"]) == ("lemke-challenge/1", command, "60")
    assert (document["normalize"], document["summary"]) == (True, {"wrong": 3, "skipped": 2})
    first = document["games"][0]
    assert 0 < mpq(first.pop("seconds")) < 60
    assert first == {
        "name": "pennies.efg",
        "verdict": "wrong",
        "message": "",
        "profiles": 1,
        "regret": "1/3",
        "defect": "-1/4",
    }
    out = outcome(capsys, 1, command, "--games", str(folder), "--normalize")
    assert "largest defect" in out.splitlines()[1] and out.splitlines()[1].endswith(" -1/4")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert out.splitlines()[1].split()[:2] == ["pennies.efg", "malformed"]


def test_other_lines_of_gambit_are_passed_over(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = solver(tmp_path, f"print('Compute equilibria\\nGambit 16.7\\n\\n{HALF}\\nNEarly done')")
    assert "3 right" in outcome(capsys, 0, command, "--games", str(folder))
    command = solver(tmp_path, "print('Compute equilibria'); print('NE,1,0,1/2,1/3')")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert "line 2: information set 1 of player 2" in out and "5/6" in out
    command = solver(tmp_path, "print('none found')")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert "malformed" in out.splitlines()[1]


def test_a_greeting_in_braces_is_passed_over(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = solver(tmp_path, f"print('{{starting}}\\n{HALF}')")
    assert "3 right" in outcome(capsys, 0, command, "--games", str(folder))


def test_a_line_after_a_byte_order_mark_counts(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = solver(tmp_path, f"sys.stdout.buffer.write('NE,1,0,1,0\\n{HALF}'.encode('utf-8-sig'))")
    out = outcome(capsys, 1, command, "--games", str(folder))
    assert out.splitlines()[1].endswith("1 of 2 profiles")


def test_a_label_with_a_line_separator_starts_no_line_of_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    builder = lemke.GameBuilder()
    left, _ = builder.move(builder.root, 0, ["\u2028NE,", "other"])
    builder.pay(left, 1, 0)
    (tmp_path / "games" / "g.efg").write_text(lemke.dumps(builder.build(unpaid="zero"), "efg"), encoding="utf-8")
    game = lemke.read(tmp_path / "games" / "g.efg")
    answer = json.dumps(
        {
            game.information_sets[0].label or "1": {
                action: int(k == 0) for k, action in enumerate(game.information_sets[0].actions)
            }
        },
        ensure_ascii=False,
    )
    command = solver(tmp_path, f"sys.stdout.buffer.write({answer!r}.encode())")
    assert "1 right" in outcome(capsys, 0, command, "--games", str(tmp_path / "games"))


def test_an_answer_may_be_a_mapping_or_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games").mkdir()
    lemke.write(lemke.read(GAMES / "entry_deterrence.efg"), tmp_path / "games" / "g.efg")
    for answer in (
        '{"1": {"1": {"out": 0, "in": 1}}, "2": {"1": {"share": 1, "fight": 0}}}',
        "player,information set,action,probability\n1,1,out,0\n1,1,in,1\n2,1,share,1\n2,1,fight,0",
    ):
        command = solver(tmp_path, f"print({answer!r})")
        assert "1 right" in outcome(capsys, 0, command, "--games", str(tmp_path / "games"))


def test_a_solver_that_overwrites_its_game_harms_a_copy(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "pennies.efg").write_bytes((folder / "pennies.efg").read_bytes().replace(b"\n", b"\r\n"))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    program = f"open(path, 'w').write('gone'); print({HALF!r})"
    assert "3 right" in outcome(capsys, 0, solver(tmp_path, program), "--games", str(folder))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    program = f"""
import os
if not os.path.samefile(path, {str(folder / "pennies.efg")!r}):
    same = open(path, "rb").read() == open({str(folder / "pennies.efg")!r}, "rb").read()
    sys.exit(os.path.basename(path) + (" same" if same else " other"))
"""
    lines = outcome(capsys, 1, solver(tmp_path, program), "--games", str(folder)).splitlines()
    assert [line.split()[-2:] for line in lines[1:4]] == [["pennies.efg", "same"], *[["game.efg", "other"]] * 2]


def test_a_pipe_and_a_folder_named_like_games_are_no_games(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(folder / "x.efg")
    (folder / "y.efg").mkdir()
    out = outcome(capsys, 0, solver(tmp_path, f"print({HALF!r})"), "--games", str(folder))
    assert out.splitlines()[-1] == "5 games: 3 right, 2 skipped."


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("no/such/folder/table.md", "no such folder"),
        ("games", "a folder, expected a file"),
    ],
)
def test_a_table_that_cannot_be_written_is_refused_before_anything_is_run(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str, message: str
) -> None:
    command = solver(tmp_path, f"open({str(tmp_path / 'run')!r}, 'w')")
    assert run(["challenge", command, "--games", str(folder), "-o", str(tmp_path / target)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {tmp_path / target}: ") and err.count("\n") == 1 and message in err
    assert not (tmp_path / "run").exists()


def test_a_game_that_a_solver_refuses_is_not_held_against_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = f"print({HALF!r}) if path.endswith('pennies.efg') else sys.exit(77)"
    assert "1 right, 2 refused, 2 skipped" in outcome(capsys, 0, solver(tmp_path, program), "--games", str(folder))
    assert "3 refused" in outcome(capsys, 1, solver(tmp_path, "sys.exit(77)"), "--games", str(folder))


@pytest.mark.slow
def test_our_own_solver_is_right_on_all_bundled_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = (
        f"sys.path[:0] = {sys.path!r}\n"
        "import lemke\n"
        "from lemke.io import equilibrium\n"
        "print(equilibrium.dumps(lemke.solve(lemke.read(path))))"
    )
    out = outcome(capsys, 0, solver(tmp_path, program), "--format", "json")
    document = json.loads(out)
    assert document["summary"] == {"right": len(CHALLENGES)}
    assert [game["name"] for game in document["games"]] == list(CHALLENGES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "no/such/folder", "true"], "'--games'"),
        (["--games", str(GAMES.parent), "true"], "games has no games"),
        (["--timeout", "0", "true"], "0.0, expected"),
        (["--timeout", "nan", "true"], "nan, expected"),
        (["/no/such/solver"], "'/no/such/solver' cannot be run"),
        ([""], "an empty command"),
        ([], "'SOLVER_COMMAND'"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if arguments[:2] == ["--games", str(GAMES.parent)]:
        (tmp_path / "games").mkdir()
        arguments = ["--games", str(tmp_path / "games"), "true"]
    assert run(["challenge", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lemke: ") and err.count("\n") == 1 and message in err


def test_the_limits_of_the_run_and_of_a_game_hold(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = solver(tmp_path, "import time; time.sleep(600)")
    assert run(["challenge", command, "--games", str(folder), "--time-limit", "0.5"]) == 3
    assert "time limit of 0.5 s" in capsys.readouterr().err
    out = outcome(capsys, 1, command, "--games", str(folder), "--timeout", "0.2")
    assert out.splitlines()[-1] == "5 games: 3 timed out, 2 skipped."


@pytest.mark.slow
def test_an_interrupted_run_leaves_no_solver_behind(folder: Path, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = f"import os, time; open({str(pid)!r}, 'w').write(f'{{os.getpid()}}.'); time.sleep(600)"
    command = [sys.executable, "-m", "lemke", "challenge", solver(tmp_path, program), "--games", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not (pid.exists() and pid.read_text().endswith(".")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "lemke: interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text().rstrip(".")), 0)
