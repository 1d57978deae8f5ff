"""The contract of all commands: exit statuses, errors in one line, results written whole or not at all."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lemke
from command_line import printed, refused
from lemke.cli import run
from lemke.errors import LimitError, NotProvedError
from lemke.generators import kuhn, leduc
from lemke.solvers import sequence_lcp
from named_games import GAMES, NAMED, Known

KUHN = "example:kuhn3"
HEAD = 'EFG 2 R "" { "1" "2" }\n'
MOVE = HEAD + 'p "" 1 1 "" { "a" "b" } 0\n'
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals, shells and devices of POSIX")
FILES = {
    "forgetful.efg": HEAD + 'p "" 1 1 "" { "on" "off" } 0\np "" 1 1 "" { "on" "off" } 0\nt "" 0\nt "" 0\nt "" 0\n',
    "three.efg": 'EFG 2 R "" { "1" "2" "3" }\nt "" 0\n',
    "sum.efg": HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/3 } 0\nt "" 0\nt "" 0\n',
    "empty.efg": "",
    "binary.efg": "\0" * 1000,
    "short.ne": "NE,1/2,1/2,1\n",
    "two.ne": "NE,1,0,1,0\nNE,0,1,0,1\n",
    "pure.ne": "NE,1,0,1,0\n",
    "sizeless.lcp": "M= 1 q= 1",
    "zero.lcp": "n= 1 M= -1 q= -1 d= 0",
    "ray.lcp": "n= 1 M= 0 q= -1",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the files that the calls read."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


BAD = {
    # usage
    "dance": "'dance'",
    "solve": "'GAME'",
    "solve a b": "extra argument (b)",
    f"solve {KUHN} --methd lp": "--methd",
    f"solve {KUHN} --kernel gided": "'gided' is not one of 'auto', 'exact', 'guided'",
    f"solve {KUHN} --time-limit -1": "--time-limit",
    f"solve {KUHN} --label 3": "label",
    f"solve {KUHN} -o out.csv": "out.csv: the suffix .csv, expected --format with one of text, json, gambit, latex",
    f"solve {KUHN} -o no/such/folder/out": "no/such/folder/out: cannot be written",
    f"solve {KUHN} -o ''": "empty name",
    f"ranges {KUHN} --player 3": "--player",
    f"ranges {KUHN} --only X": "'X', expected the label or the number of an information set",
    f"enumerate {KUHN} --best u1 --first 2": "first",
    "sweep example:kuhn3_parametric --from 0": "--to",
    f"draw {KUHN} pure.ne --solve": "PROFILE, --solve",
    f"draw {KUHN} --depth 3 --ranges": "--ranges",
    f"draw {KUHN} -o tree.jpg": "tree.jpg",
    f"draw {KUHN} --path -o path.tex": "tex",
    f"report {KUHN} pure.ne --seed 3 -o r.html": "--seed and a PROFILE",
    f"convert {KUHN} out.xyz": "out.xyz",
    f"convert {KUHN} a.vipr": "--certificate",
    f"convert {KUHN} a.efg --certificate c.json": "--certificate",
    f"convert {KUHN} --snap-payoffs": "a game of OpenSpiel",
    f"convert {KUHN} --subgame Z": "'Z'",
    "generate chess": "'chess'",
    "generate kuhn --cards 1": "cards 1, expected a whole number from 2",
    "generate leduc -o game.txt": "game.txt",
    # games
    "solve nowhere.efg": "nowhere.efg: cannot be read",
    "solve example:knuh3": "'knuh3'",
    "solve example:kuhn3_parametric": "a game with a parameter",
    "solve forgetful.efg": "forgetful.efg: absent-mindedness at information set 1 of player 1",
    "solve three.efg": "three.efg: a game of 3 players, expected 2",
    "solve sum.efg": "sum.efg:2: probabilities that sum",
    "solve empty.efg": "empty.efg: ",
    "solve binary.efg": "binary.efg: is binary",
    # profiles
    "verify example:matching_pennies nothing": "nothing: cannot be read",
    "verify example:matching_pennies short.ne": "short.ne:1: 3 probabilities, expected 4",
    "polish example:matching_pennies two.ne": "two.ne: 2 profiles, expected one",
    f"ranges {KUHN} --resume pure.ne": "pure.ne: no sets of equilibria",
    # problems
    "lcp sizeless.lcp": "sizeless.lcp:",
    "lcp zero.lcp": "zero.lcp:",
}
"""Calls with a mistake of each class, and key words of their messages."""


@pytest.mark.parametrize("words", BAD)
def test_a_mistake_is_status_2_and_one_line_and_writes_nothing(
    words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    assert BAD[words] in refused(capsys, *shlex.split(words))
    assert sorted(folder.iterdir()) == before


def test_an_answer_no_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Not an equilibrium" in printed(capsys, "verify", "example:matching_pennies", "pure.ne", status=1)
    assert printed(capsys, "lcp", "ray.lcp", status=1)


def _fail(monkeypatch: pytest.MonkeyPatch, seed: int, error: BaseException) -> None:
    """Let the paths from a seed on end with an error."""
    follow = sequence_lcp.lemke_steps

    def steps(problem: object, kernel: str, path_seed: int, **more: object) -> object:
        if path_seed >= seed:
            raise error
        return follow(problem, kernel, path_seed, **more)

    monkeypatch.setattr(sequence_lcp, "lemke_steps", steps)


def test_nothing_proved_is_status_4(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _fail(monkeypatch, 0, NotProvedError("nothing\nhelped"))
    assert refused(capsys, "solve", KUHN, "--kernel", "exact", status=4) == f"{KUHN}: nothing helped"
    assert run(["explore", KUHN, "--starts", "7"]) == 4
    assert "none of 7 starts" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (LimitError("the time limit of 1 s was reached"), 3, f"lemke: {KUHN}: the time limit of 1 s was reached\n"),
        (KeyboardInterrupt(), 130, "lemke: interrupted\n"),
        (MemoryError(), 3, "lemke: out of memory, expected a smaller game or more memory\n"),
    ],
    ids=["limit", "interrupt", "memory"],
)
def test_an_end_from_outside_has_its_status(
    error: BaseException, status: int, message: str, monkeypatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _fail(monkeypatch, 0, error)
    assert run(["solve", KUHN]) == status
    assert capsys.readouterr() == ("", message)


def test_limits_are_status_3_and_what_was_found_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for limit in ("--time-limit", "0"), ("--memory-limit", "1"):
        if sys.platform == "linux" or limit[0] == "--time-limit":
            assert refused(capsys, "solve", KUHN, *limit, status=3)
    for call in (["enumerate", "example:kuhn3_raked"], ["ranges", "example:kuhn3_raked"]):
        assert run([*call, "--time-limit", "0.001"]) == 3
        out, err = capsys.readouterr()
        assert err.count("\n") == 1 and "time limit" in err and (out == "" or "so far" in out or "may be more" in out)
    _fail(monkeypatch, 4, LimitError("the time limit of 1 s was reached"))
    assert run(["explore", "example:tracing_2002", "--starts", "12"]) == 3
    out, err = capsys.readouterr()
    assert "4 starts" in out and "time limit" in err and err.count("\n") == 1


def test_a_stopped_double_oracle_writes_its_bounds(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lemke.write(leduc(2), folder / "leduc.efg")
    call = ["solve", "leduc.efg", "--method", "double-oracle", "--gap", "3"]
    assert run([*call, "-o", "bounds.json"]) == 0 and run(["verify", "leduc.efg", "bounds.json"]) == 0
    capsys.readouterr()
    assert "--gap" in refused(capsys, *call, "--format", "gambit")


@pytest.mark.skipif(sys.platform != "linux", reason="the option is for Linux")
def test_a_memory_limit_ends_with_the_command() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    assert run(["solve", KUHN, "--memory-limit", "1000000", "-o", "out"]) == 0
    assert resource.getrlimit(resource.RLIMIT_AS) == before


# ---------------------------------------------------------------------- files and streams


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_a_solution_in_each_format_is_verified(named: Known, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES / named.file)
    for target in ("c.json", "line.ne"):
        assert printed(capsys, "solve", game, "-o", target) == ""
        assert printed(capsys, "verify", game, target).splitlines()[-1].startswith("An equilibrium: ")
    assert json.loads(Path("c.json").read_text())["game"]["sha256"] == lemke.sha256(lemke.read(game))


def test_a_tampered_certificate_and_one_of_another_game_are_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN, "-o", "c.json"]) == 0
    assert "another game" in refused(capsys, "verify", "example:kuhn4", "c.json")
    document = json.loads(Path("c.json").read_text())
    document["payoffs"][0] = "-1/19"
    Path("c.json").write_text(json.dumps(document))
    assert "Not true" in printed(capsys, "verify", KUHN, "c.json", status=1)
    assert run(["convert", KUHN, "c.vipr", "--certificate", "c.json"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "c.json: refused: " in err and err.count("\n") == 1 and not list(Path().glob("*.vipr"))


@pytest.mark.parametrize("name", ["solve", "learn", "polish", "verify", "enumerate", "ranges", "sweep"])
def test_json_is_that_of_the_result(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, tracing, parametric = lemke.example("kuhn3"), lemke.example("tracing_2002"), "example:kuhn3_parametric"
    assert run(["solve", KUHN, "-o", "line.ne"]) == 0
    call, result = {
        "solve": (f"solve {KUHN}", lambda: lemke.solve(game)),
        "learn": (f"learn {KUHN} --iterations 4", lambda: lemke.learn(game, 4)),
        "polish": (f"polish {KUHN} line.ne", lambda: lemke.polish(game, "line.ne")),
        "verify": (f"verify {KUHN} line.ne", None),
        "enumerate": ("enumerate example:tracing_2002", lambda: lemke.enumerate(tracing)),
        "ranges": (f"ranges {KUHN} --player 2", lambda: lemke.ranges(game, 1)),
        "sweep": (f"sweep {parametric} --from 0 --to 4", lambda: lemke.sweep(parametric, 0, 4)),
    }[name]
    text = printed(capsys, *call.split(), "--format", "json")
    assert json.loads(text)["format"].startswith("lemke-") and text.endswith("}\n")
    assert result is None or text == result().to_json()
    assert printed(capsys, *call.split(), "-o", "out.json") == "" and Path("out.json").read_text() == text


def test_the_suffix_of_out_names_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "solve", KUHN)
    for name, start in {"k.txt": text, "k": text, "K.JSON": "{", "k.ne": "NE,2/3,", "k.tex": "%"}.items():
        assert printed(capsys, "solve", KUHN, "-o", name) == ""
        assert Path(name).read_text(encoding="utf-8").startswith(start)
    assert printed(capsys, "solve", KUHN, "-o", "k.json", "--format", "text") == ""
    assert Path("k.json").read_text(encoding="utf-8") == text


@POSIX
@pytest.mark.parametrize("before", [None, "as it was"])
def test_a_run_killed_at_the_worst_moment_leaves_no_half_written_result(before: str | None, folder: Path) -> None:
    """The run is killed before the complete file gets its name: what is left cannot be mistaken for a result."""
    out = folder / "out.efg"
    if before is not None:
        out.write_text(before)
    script = (
        "import os, signal; from lemke.cli import run; os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL); "
        "run(['generate', 'kuhn', '-o', 'out.efg'])"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -signal.SIGKILL
    assert (out.read_text() if out.exists() else None) == before
    (left,) = folder.glob(".lemke-*")
    assert left.suffix == ".tmp"


@POSIX
def test_an_interrupt_leaves_no_file_and_one_line(folder: Path) -> None:
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the suite ignores it\n"
        "from lemke.cli import main; main(['generate', 'leduc', '--ranks', '300', '-o', 'out.efg'])"
    )
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as command:
        time.sleep(3)
        command.send_signal(signal.SIGINT)
        _, err = command.communicate(timeout=60)
    assert (command.returncode, err) == (130, "lemke: interrupted\n")
    assert not (folder / "out.efg").exists() and not list(folder.glob(".lemke-*"))


@POSIX
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
@pytest.mark.parametrize("words", ["", "--help", "--version", "generate", f"solve {KUHN}", f"show {KUHN}"])
def test_a_standard_output_that_takes_nothing_is_an_error_in_one_line(words: str, where: str) -> None:
    if where == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("no such device")
    line = f"{sys.executable} -m lemke {words} {where}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("lemke: -: cannot be written")


@POSIX
def test_pipes_work_and_a_reader_that_has_gone_is_no_error_message() -> None:
    lemke_command = f"{sys.executable} -m lemke"
    for line, start in {
        f"{lemke_command} generate kuhn | {lemke_command} solve - --format gambit": "NE,",
        f"echo NE,1/2,1/2,1/2,1/2 | {lemke_command} verify example:matching_pennies -": "Matching pennies",
        f"{lemke_command} solve {KUHN} -o /dev/stdout | cat": "Kuhn poker",
        f"{lemke_command} solve {KUHN} | true": "",
        f"{lemke_command} solve {KUHN} -o out >&- 2>&-": "",
        f"PYTHONIOENCODING=latin-1 {lemke_command} show {KUHN} sequence-form | grep -c ∅": "",
    }.items():
        ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, encoding="utf-8")
        assert ran.stdout.startswith(start) and ran.stderr == ""
    assert Path("out").read_text(encoding="utf-8").startswith("Kuhn poker")


GOOD = {
    "a player with no moves": HEAD + 'p "" 2 1 "" { "a" "b" } 0\nt "" 1 "" { 1 2 }\nt "" 2 "" { 2 1 }\n',
    "one node": HEAD + 't "" 1 "end" { 1, 2 }\n',
    "zero-probability chance": HEAD + 'c "" 1 "" { "a" 0 "b" 1 } 0\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1 0 }\n'
    't "" 0\nt "" 0\n',
    "huge and tiny numbers": MOVE + 't "" 1 "" { 1e300, 1/3 }\nt "" 2 "" { 1.5e-300, -1e4000 }\n',
    "quotes, control characters and line ends": MOVE.replace('"b"', '"say \\"β\\"\n now\x1b[2J"') + 't "" 0\nt "" 0\n',
}


@pytest.mark.parametrize("phenomenon", GOOD)
def test_odd_games_simply_work(phenomenon: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("odd.efg").write_bytes(GOOD[phenomenon].encode())
    for target in ("out.txt", "out.json", "out.ne"):
        assert printed(capsys, "solve", "odd.efg", "-o", target) == ""
    for call in ("verify odd.efg out.json", "verify odd.efg out.ne", "show odd.efg", "show odd.efg sequence-form"):
        out = printed(capsys, *call.split())
        assert "\x1b" not in out


def test_a_tree_deeper_than_the_limit_of_recursion_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    """The tree is a chain of 20 000 nodes."""
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(20_000):
        stop, node = builder.move(node, k % 2, ["stop", "go"]) if k < 300 else (0, *builder.chance(node, {"": 1}))
        if stop:
            builder.pay(stop, k, k + 2 * (k % 2))
    lemke.write(builder.build(unpaid="zero"), "deep.efg")
    assert printed(capsys, "solve", "deep.efg", "--format", "gambit").startswith("NE,")


def test_a_time_limit_stops_a_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    lemke.write(kuhn(60, "1/20"), "large.efg")
    begin = time.monotonic()
    assert "time limit of 1 s" in refused(
        capsys, "solve", "large.efg", "--kernel", "exact", "--time-limit", "1", status=3
    )
    assert time.monotonic() - begin < 20
