"""Races on a real cluster of Dask: the first proof, workers that are stopped or lost, and exit statuses of commands."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.errors import LimitError
from lemke.generators import leduc
from lemke.ground.limits import limits
from lemke.interop.dask import dask_executor
from lemke.io import dumps
from lemke.solvers import race

distributed = pytest.importorskip("distributed")

GAME = leduc(3, rake="1/20")
SECONDS = 60
"""Seconds after which a test fails; a path that is not stopped goes on for longer."""


@pytest.fixture
def client() -> Iterator[object]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as connected,
    ):
        connected.wait_for_workers(2)
        yield connected


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "leduc.efg"
    path.write_text(dumps(GAME, "efg"))
    return path


def address(client: object) -> str:
    return client.scheduler_info()["address"]


def at_work(client: object) -> int:
    """The number of tasks at work."""

    def tasks(dask_worker: object) -> int:
        return len(dask_worker.active_threads)

    return sum(client.run(tasks).values())


def until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def endless_paths(folder: Path, monkeypatch: pytest.MonkeyPatch, ways: tuple[str, ...] = ("path",)) -> None:
    """Have paths in workers go on until they are stopped; learning begins after one has written its process."""
    follow = race._run

    def follow_or_stay(form, block, task, proposer, seed):  # a function in here is sent by value
        from dataclasses import replace

        from lemke.ground.limits import check, entered
        from lemke.ground.workers import check_stop

        with entered(replace(block, progress=None, stop=check_stop)):
            if proposer in ways:
                (folder / f"{task}.path").write_text(str(os.getpid()))
                while True:
                    check()
                    time.sleep(0.01)
            while not list(folder.glob("*.path")):
                check()
                time.sleep(0.01)
        return follow(form, block, task, proposer, seed)

    monkeypatch.setattr(race, "_run", follow_or_stay)


def test_the_first_proof_wins_and_stops_the_others(client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless_paths(tmp_path, monkeypatch)
    with dask_executor(address(client)) as executor:
        for races in (1, 2):  # the second race needs the workers that the first one used
            answer = lemke.solve(GAME, executor=executor)
            assert answer.method == "learn" and lemke.verify(GAME, answer.profile).is_equilibrium
            assert len(list(tmp_path.glob("*.path"))) == races
            until(lambda: at_work(client) == 0)


def test_a_lost_worker_loses_only_its_start(client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless_paths(tmp_path, monkeypatch)
    killed: list[int] = []

    def kill(stage: str) -> None:
        for path in tmp_path.glob("*.path") if not killed else ():
            if written := path.read_text():
                killed.append(int(written))
                os.kill(killed[0], signal.SIGKILL)

    with dask_executor(address(client)) as executor, limits(progress=kill):
        answer = lemke.solve(GAME, executor=executor)
    assert killed and answer.method == "learn" and lemke.verify(GAME, answer.profile).is_equilibrium


def test_a_time_limit_stops_all_workers(client, file: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    endless_paths(file.parent, monkeypatch, ("path", "learn"))
    assert run(["solve", str(file), "--scheduler", address(client), "--time-limit", "2"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and "time limit of 2 s" in err and err.count("\n") == 1
    assert list(file.parent.glob("*.path"))
    until(lambda: at_work(client) == 0)


def test_the_command_races_on_a_cluster(client, file: Path, capsys) -> None:
    assert run(["solve", str(file), "--scheduler", address(client), "--format", "json", "-o", f"{file}.json"]) == 0
    assert run(["verify", str(file), f"{file}.json"]) == 0
    assert capsys.readouterr().err == ""


ENDLESS = """
import runpy, signal, sys, time
from dataclasses import replace

from lemke.ground import limits, workers
from lemke.solvers import race

def stay(form, block, *way):
    with limits.entered(replace(block, progress=None, stop=workers.check_stop)):
        while True:
            limits.check()
            time.sleep(0.01)

race._run = stay
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["-m", *sys.argv[1:]]
runpy.run_module("lemke", run_name="__main__", alter_sys=True)
"""


def test_an_interrupt_stops_all_workers(client, file: Path) -> None:
    command = [sys.executable, "-c", ENDLESS, "solve", str(file), "--scheduler", address(client)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: at_work(client) == 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "") and "interrupted" in err and err.count("\n") == 1
    until(lambda: at_work(client) == 0)


def test_a_scheduler_that_is_lost_ends_the_race_with_one_line(file: Path, tmp_path: Path) -> None:
    scheduler_file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask", "scheduler", "--scheduler-file", str(scheduler_file)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen([*dask, "--port", "0", "--no-dashboard"], **quiet)
    try:
        until(scheduler_file.exists)
        with distributed.Client(scheduler_file=str(scheduler_file), timeout=SECONDS) as connected:
            command = [sys.executable, "-c", ENDLESS, "solve", str(file), "--scheduler", address(connected)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            until(lambda: connected.run_on_scheduler(tasks))
            scheduler.kill()
        out, err = process.communicate(timeout=SECONDS)
    finally:
        scheduler.kill()
        scheduler.wait()
    assert (process.returncode, out) == (2, "") and "scheduler was lost" in err and err.count("\n") == 1


def tasks(dask_scheduler: object) -> int:
    """The number of tasks of the scheduler."""
    return len(dask_scheduler.tasks)


def test_a_wrong_address_is_an_error_in_one_line(file: Path) -> None:
    command = [sys.executable, "-m", "lemke", "solve", str(file), "--scheduler", "nonsense"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (process.returncode, process.stdout) == (2, "")
    assert "nonsense (missing port" in process.stderr and process.stderr.count("\n") == 1


def test_a_missing_scheduler_is_an_error_in_one_line(file: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemke.interop.dask.SECONDS", 1)
    assert run(["solve", str(file), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and "tcp://127.0.0.1:1 (" in err and err.count("\n") == 1


def test_an_exploration_that_is_stopped_leaves_no_worker_at_work(client, file: Path) -> None:
    with dask_executor(address(client)) as executor, suppress(LimitError), limits(time=2):
        lemke.explore(GAME, starts=10**6, executor=executor, kernel="exact")
    until(lambda: at_work(client) == 0)
