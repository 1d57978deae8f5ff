"""`lemke.explore` on a real cluster of Dask, scheduler and worker processes on this machine; workers are killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import lemke
from lemke.certificate.exploration import Exploration
from lemke.cli import run
from lemke.errors import InputError
from lemke.ground.limits import limits

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

GAME = Path(__file__).parents[2] / "examples" / "games" / "tracing_2002.efg"
TRACING = lemke.read(GAME)
STARTS = 300


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0, silence_logs=50
    ) as local_cluster:
        yield local_cluster


@pytest.fixture
def client(cluster: object) -> Iterator[object]:
    with distributed.Client(cluster) as connected:
        connected.wait_for_workers(2)
        yield connected


@pytest.fixture(scope="module")
def expected() -> Exploration:
    return lemke.explore(TRACING, starts=STARTS)


def priors(path: Path) -> list[int]:
    return sorted(json.loads(line)["prior"] for line in path.read_text().splitlines()[1:])


def test_a_cluster_finds_the_same_exploration_twice(client, expected: Exploration) -> None:
    for _ in range(2):
        assert lemke.explore(TRACING, starts=STARTS, executor=client.get_executor()) == expected


def test_nothing_is_lost_or_counted_twice_when_a_worker_is_killed(client, expected, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(stage: str) -> None:
        if not killed and int(stage.split(maxsplit=1)[0]) >= 60:
            killed.append(min(client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    path = tmp_path / "runs.jsonl"
    with limits(progress=kill):
        exploration = lemke.explore(TRACING, starts=STARTS, executor=client.get_executor(), results=path)
    assert killed and exploration == expected and priors(path) == list(range(STARTS))


def test_tasks_that_kill_every_worker_are_given_up_in_one_line(client, monkeypatch: pytest.MonkeyPatch) -> None:
    def deadly(*arguments: object) -> None:  # a function in here is sent by value: workers cannot import this file
        time.sleep(0.5)  # Dask gives up a worker that dies while it starts
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr("lemke.studies.explore.workers.run", deadly)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),  # otherwise each task would kill four workers
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0, silence_logs=50
        ) as deadly_cluster,
        distributed.Client(deadly_cluster) as connected,
        pytest.raises(InputError) as caught,
        limits(time=120),
    ):
        lemke.explore(TRACING, starts=1, executor=connected.get_executor())
    assert "died 4 times" in str(caught.value) and "KilledWorker" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_errors_of_tasks_are_raised_at_once(client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> float:
        return 1 / 0

    monkeypatch.setattr("lemke.studies.explore.workers.run", broken)
    with pytest.raises(InputError, match=r"^.*ZeroDivisionError: division by zero.*\Z"):
        lemke.explore(TRACING, starts=5, executor=client.get_executor())


def test_the_command_takes_the_address_of_a_scheduler(client, expected, capsys, tmp_path: Path) -> None:
    address = client.scheduler_info()["address"]
    command = ["explore", str(GAME), "--starts", str(STARTS)]
    assert run([*command, "--scheduler", address, "--results", str(tmp_path / "runs.jsonl")]) == 0
    on_cluster = capsys.readouterr()
    assert run(command) == 0
    assert on_cluster.out == capsys.readouterr().out and on_cluster.err == ""
    assert priors(tmp_path / "runs.jsonl") == list(range(STARTS))


def test_workers_of_another_version_are_refused(client, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemke.interop.dask.version", lambda name: f"0.{os.getpid()}")
    assert run(["explore", str(GAME), "--scheduler", client.scheduler_info()["address"]]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"expected lemke 0.{os.getpid()} as in this process" in err and err.count("\n") == 1


def test_a_missing_scheduler_is_an_error_in_one_line(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemke.interop.dask.SECONDS", 1)
    assert run(["explore", str(GAME), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and "tcp://127.0.0.1:1 (" in err and err.count("\n") == 1


def test_workers_started_by_hand_find_the_same_exploration_if_one_is_killed(tmp_path: Path, expected) -> None:
    """Scheduler and workers are started by their commands, as on several machines."""
    scheduler_file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    options = ["--scheduler-file", str(scheduler_file)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    worker = [*dask, "worker", *options, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0"]
    started = [subprocess.Popen([*dask, "scheduler", *options, "--port", "0", "--no-dashboard"], **quiet)]
    try:
        started += [subprocess.Popen([*worker, "--local-directory", str(tmp_path)], **quiet) for _ in range(2)]
        with distributed.Client(scheduler_file=str(scheduler_file), timeout=30) as client:
            client.wait_for_workers(2, timeout=60)
            killed = threading.Event()

            def kill(stage: str) -> None:
                if not killed.is_set() and int(stage.split(maxsplit=1)[0]) >= 60:
                    killed.set()
                    started[1].kill()

            path = tmp_path / "runs.jsonl"
            with limits(progress=kill):
                exploration = lemke.explore(TRACING, starts=STARTS, executor=client.get_executor(), results=path)
        assert killed.is_set() and exploration == expected and priors(path) == list(range(STARTS))
    finally:
        for process in started:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
