"""Races of processes: the losers are stopped, however the race ends."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.errors import InputError, LemkeError, LimitError, NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.generators import leduc
from lemke.ground import limits
from lemke.ground.steps import Steps
from lemke.ground.workers import WorkerProcesses
from lemke.io import dumps
from lemke.solvers import race

GAME = leduc(2, rake="1/20")
SECONDS = 60
FORK = pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="workers have no changed functions")


def endless(*_: object) -> Steps[lemke.certificate.ProvedPlans]:
    while True:
        limits.check()
        time.sleep(0.01)
        yield 1


@FORK
def test_a_race_leaves_no_worker_behind_that_the_next_one_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn_beside(form: SequenceForm, seed: int) -> Steps[lemke.certificate.ProvedPlans]:
        while not list(tmp_path.glob("path*")):
            limits.check()
            time.sleep(0.01)
        return (yield from learn(form, seed))

    def path(*_: object) -> Steps[lemke.certificate.ProvedPlans]:
        (tmp_path / f"path{os.getpid()}-{time.monotonic_ns()}").touch()
        return (yield from endless())

    learn = race.PROPOSERS["learn"]
    monkeypatch.setitem(race.PROPOSERS, "path", path)
    monkeypatch.setitem(race.PROPOSERS, "learn", learn_beside)
    with WorkerProcesses(2, multiprocessing.get_context("fork")) as executor, lemke.limits(time=2 * SECONDS):
        for races in (1, 2, 3):
            answer = lemke.solve(GAME, executor=executor)
            assert answer.method == "learn" and lemke.verify(GAME, answer.profile).is_equilibrium
            assert len(list(tmp_path.glob("path*"))) == races


@FORK
def test_an_error_in_a_worker_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Steps[lemke.certificate.ProvedPlans]:
        yield 1 // 0

    monkeypatch.setitem(race.PROPOSERS, "path", broken)
    monkeypatch.setitem(race.PROPOSERS, "learn", endless)
    with (
        WorkerProcesses(1, multiprocessing.get_context("fork")) as executor,
        pytest.raises(InputError, match=r"raised ZeroDivisionError"),
    ):
        lemke.solve(GAME, executor=executor)


@FORK
@pytest.mark.parametrize("error", [NotProvedError("nothing"), LimitError("the memory limit was reached")], ids=str)
def test_a_start_without_a_proof_ends_no_race(error: LemkeError, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> Steps[lemke.certificate.ProvedPlans]:
        yield 1
        raise error

    monkeypatch.setattr(race, "STARTS", 2)
    for failed, method in (("learn", "lcp"), ("path", "learn")):
        with monkeypatch.context() as patch, WorkerProcesses(2, multiprocessing.get_context("fork")) as executor:
            patch.setitem(race.PROPOSERS, failed, failing)
            assert lemke.solve(GAME, executor=executor).method == method
    for name in race.PROPOSERS:
        monkeypatch.setitem(race.PROPOSERS, name, failing)
    with (
        WorkerProcesses(2, multiprocessing.get_context("fork")) as executor,
        pytest.raises(type(error), match=str(error)),
    ):
        lemke.solve(GAME, executor=executor)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "leduc.efg"
    path.write_text(dumps(GAME, "efg"))
    return path


@FORK
def test_a_time_limit_ends_a_race_of_processes(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(*_: object) -> Steps[lemke.certificate.ProvedPlans]:
        (file.parent / f"started{os.getpid()}").touch()
        return (yield from endless())

    for name in race.PROPOSERS:
        monkeypatch.setitem(race.PROPOSERS, name, started)
    context = multiprocessing.get_context("fork")
    monkeypatch.setattr("lemke.ground.workers.WorkerProcesses", partial(WorkerProcesses, context=context))
    assert run(["solve", str(file), "--workers", "2", "--time-limit", "3"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and "the time limit of 3 s was reached" in err and err.count("\n") == 1
    assert list(file.parent.glob("started*"))


@pytest.mark.slow
def test_the_command_races_processes(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    executors: list[object] = []
    spread = race._first_proved_by_workers

    def listening(form: SequenceForm, seed: int, executor: Executor) -> lemke.certificate.ProvedPlans:
        executors.append(executor)
        return spread(form, seed, executor)

    monkeypatch.setattr(race, "_first_proved_by_workers", listening)
    assert run(["solve", str(file), "--workers", "2", "--format", "json", "-o", f"{file}.json"]) == 0
    assert run(["verify", str(file), f"{file}.json"]) == 0
    assert capsys.readouterr().err == ""
    assert [type(executor) for executor in executors] == [WorkerProcesses]


def test_workers_and_a_scheduler_are_too_much(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", str(file), "--workers", "2", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "--workers and --scheduler, expected at most one" in capsys.readouterr().err


# Races without end. Every worker writes the id of its process to a file in the folder FOLDER.
ENDLESS = """
import multiprocessing, os, pathlib, runpy, signal, sys, time
from functools import partial

from lemke.ground import limits, workers
from lemke.solvers import race

def stay(form, seed):
    pathlib.Path(folder, str(os.getpid())).touch()
    while True:
        limits.check()
        time.sleep(0.01)
        yield 1

folder = sys.argv[1]
for name in race.PROPOSERS:
    race.PROPOSERS[name] = stay
workers.WorkerProcesses = partial(workers.WorkerProcesses, context=multiprocessing.get_context("fork"))
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["-m", *sys.argv[2:]]
runpy.run_module("lemke", run_name="__main__", alter_sys=True)
"""


def until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(pid: str) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@FORK
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who is alive")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_race_however_it_ends(number: signal.Signals, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "workers"
    folder.mkdir()
    command = [sys.executable, "-c", ENDLESS, str(folder), "solve", str(file), "--workers", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: len(list(folder.iterdir())) == 2)
        process.send_signal(number)
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    if number == signal.SIGINT:
        assert (process.returncode, out, err) == (130, "", "lemke: interrupted\n")
    until(lambda: not any(alive(path.name) for path in folder.iterdir()))
