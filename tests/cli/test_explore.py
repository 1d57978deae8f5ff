"""``lemke explore``: what it prints, how it stops and goes on, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import command_line
import lemke
from lemke.cli import run
from lemke.errors import LimitError, NotProvedError
from lemke.generators import leduc
from lemke.io import dumps
from lemke.io import equilibrium as certificates
from lemke.solvers import sequence_lcp
from lemke.studies.explore import workers
from named_games import GAMES

TRACING, KUHN = str(GAMES / "tracing_2002.efg"), str(GAMES / "kuhn3.efg")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


def test_text_is_a_table_of_the_different_equilibria(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "explore", TRACING, "--starts", "20") == [
        "Example of von Stengel, van den Elzen and Talman (2002)",
        "3 different equilibria from 20 starts with random priors (seeds 0 to 19)",
        "",
        "     share  starts  payoff 1  payoff 2  normal-form perfect             pivots  first seed",
        "  1   80 %      16        11         3  proved by 16         0 to 7, mean 3.94           0",
        "  2   10 %       2         4       7/3  proved by 2             3 to 9, mean 6           3",
        "  3   10 %       2        11         3  proved by 2             3 to 7, mean 5           4",
        "",
        "What is played (a star: off the path, filled in)",
        "  1  player 1: L | T*",
        "     player 2: l | s",
        "  2  player 1: R | S 1/3, T 2/3",
        "     player 2: r | s 2/3, t 1/3",
        "  3  player 1: L | S*",
        "     player 2: l | s 1/12, t 11/12",
    ]


def test_json_has_certificates_that_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = json.loads("".join(lines(capsys, "explore", TRACING, "--starts", "20", "--format", "json")))
    assert (document["format"], document["starts"], document["stopped"]) == ("lemke-explored/1", 20, "done")
    game = lemke.read(TRACING)
    for entry in document["equilibria"]:
        claim = certificates.loads(entry["equilibrium"], game)
        assert lemke.verify(game, claim.profile).is_equilibrium
        assert entry["equilibrium"]["method"] == "normal-form-perfect"
        (tmp_path / "one.json").write_text(json.dumps(entry["equilibrium"]))
        assert "It is normal-form-perfect." in lines(capsys, "verify", TRACING, str(tmp_path / "one.json"))
        assert entry["equilibrium"]["seed"] == entry["first_seed"] == entry["first_prior"]
        assert entry["normal_form_perfect"]["proofs"] == entry["starts"]
    assert sum(entry["starts"] for entry in document["equilibria"]) == 20
    assert [entry["share"] for entry in document["equilibria"]] == ["4/5", "1/10", "1/10"]


def test_gambit_has_a_line_for_each_equilibrium(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = lines(capsys, "explore", TRACING, "--starts", "20", "--format", "gambit", "-o", str(tmp_path / "all.ne"))
    assert out == []
    equilibria = (tmp_path / "all.ne").read_text().splitlines()
    for line, seed in zip(equilibria, ("0", "3", "4"), strict=True):
        assert [line] == lines(capsys, "solve", TRACING, "--prior", "random", "--seed", seed, "--format", "gambit")
    assert run(["verify", TRACING, str(tmp_path / "all.ne")]) == 0


def test_the_same_command_goes_on_and_says_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    expected = lines(capsys, "explore", TRACING, "--starts", "12")
    lines(capsys, "explore", TRACING, "--starts", "5", "--results", str(path))
    complete = path.read_bytes()
    path.write_bytes(complete[:-7])
    assert lines(capsys, "explore", TRACING, "--starts", "12", "--results", str(path)) == expected
    assert path.read_bytes().count(b"\n") == 13 and path.read_bytes().startswith(complete)


def test_a_file_of_another_game_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "runs.jsonl")
    lines(capsys, "explore", TRACING, "--starts", "2", "--results", path)
    for arguments, message in (
        ((KUHN,), ":1: an exploration of another game, SHA-256 8844f2672f64..., expected "),
        ((TRACING, "--seed", "2"), ":1: an exploration with seed '0', expected 2"),
        ((TRACING, "--kernel", "guided"), ":1: an exploration with kernel 'auto', expected guided"),
    ):
        assert run(["explore", *arguments, "--results", path]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"lemke: {path}{message}") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (LimitError("the time limit of 1 s was reached"), 3, f"lemke: {TRACING}: the time limit of 1 s was reached\n"),
        (KeyboardInterrupt(), 130, "lemke: interrupted\n"),
    ],
    ids=["limit", "interrupt"],
)
def test_a_stopped_run_prints_its_equilibria_so_far(
    error: BaseException, status: int, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch
) -> None:
    follow = workers.follow

    def stopped(form, number, *more):
        if number == 4:
            raise error
        return follow(form, number, *more)

    monkeypatch.setattr(workers, "follow", stopped)
    path = tmp_path / "runs.jsonl"
    assert run(["explore", TRACING, "--starts", "12", "--results", str(path)]) == status
    out, err = capsys.readouterr()
    assert err == message and path.read_bytes().count(b"\n") == 5
    assert out.splitlines()[1].endswith("from 4 of 12 starts with random priors (seeds 0 to 11)")
    assert out.splitlines()[-1].startswith("Not all starts: ")
    monkeypatch.undo()
    assert run(["explore", TRACING, "--starts", "12", "--results", str(path)]) == 0


def test_failed_starts_are_listed_with_status_4(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def path(*arguments: object, **more: object) -> None:
        raise NotProvedError("nothing\nhelped")

    monkeypatch.setattr(sequence_lcp, "lemke_steps", path)
    assert run(["explore", TRACING, "--starts", "7"]) == 4
    out, err = capsys.readouterr()
    assert err.startswith(f"lemke: {TRACING}: none of 7 starts") and err.count("\n") == 1
    assert out.splitlines()[1:] == [
        "0 different equilibria from 7 starts with random priors (seeds 0 to 6)",
        "",
        "7 starts failed:",
        *(f"  prior {k}: nothing helped" for k in range(5)),
        "  and 2 more",
    ]


def test_a_full_disk_is_an_error_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path, limits = tmp_path / "runs.jsonl", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        assert run(["explore", TRACING, "--starts", "50", "--results", str(path)]) == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    out, err = capsys.readouterr()
    assert err.startswith(f"lemke: {TRACING}: {path}: cannot be written: ") and err.count("\n") == 1
    assert "Not all starts: " in out and " of 50 starts with" in out


def test_options_that_do_not_fit_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (("--workers", "2", "--scheduler", "tcp://x"), "--workers and --scheduler"),
        (("--starts", "0"), "'--starts': 0 is not in the range"),
        (("--workers", "0"), "'--workers': 0 is not in the range"),
        (("--results", ""), "--results without a name"),
        (("--results", "a.txt", "-o", "./a.txt"), "--results and -o are both a.txt"),
    ):
        assert run(["explore", TRACING, *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == "" and message in err and err.count("\n") == 1


def children(pid: int) -> list[int]:
    processes = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in processes.stdout.split()]


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who is alive")
@pytest.mark.parametrize("terminal", [False, True], ids=["one", "all"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_command_however_it_ends(number: signal.Signals, terminal: bool, tmp_path: Path) -> None:
    """Terminals send an interrupt to all processes."""
    game, path = tmp_path / "leduc.efg", tmp_path / "runs.jsonl"
    game.write_text(dumps(leduc(2, rake="1/20"), "efg"))
    command = [sys.executable, "-m", "lemke", "explore", str(game), "--starts", "100000", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--results", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end and not (path.exists() and path.read_bytes().count(b"\n") > 3):
            time.sleep(0.05)
        workers = children(process.pid)
        assert len(workers) >= 2
        (os.killpg if terminal else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    if number == signal.SIGINT:
        assert process.returncode == 130 and err == "lemke: interrupted\n" and "Not all starts: interrupted." in out
    while time.monotonic() < end and any(map(alive, workers)):
        time.sleep(0.05)
    assert not any(map(alive, workers))
    done = path.read_bytes().count(b"\n") - 1
    assert run(["explore", str(game), "--starts", str(done), "--results", str(path), "-o", str(tmp_path / "out")]) == 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="has ps count processes")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_an_interrupt_of_all_while_workers_start_is_one_line(count: int) -> None:
    """The interrupt comes when this many child processes run. The first is Python's own, which cleans up later."""
    command = [sys.executable, "-m", "lemke", "explore", TRACING, "--starts", "10000000", "--workers", "3"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end and len(children(process.pid)) < count:
            pass
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and err == "lemke: interrupted\n"
