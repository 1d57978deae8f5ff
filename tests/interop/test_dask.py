"""Explorations and races on a real cluster of Dask: scheduler and worker processes on this machine."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import lemke
from lemke.cli import run
from lemke.errors import InputError, LimitError
from lemke.generators import leduc
from lemke.ground import executors
from lemke.ground.limits import limits

distributed = pytest.importorskip("distributed")

GAME = Path(__file__).parents[2] / "examples" / "games" / "tracing_2002.efg"
TRACING = lemke.read(GAME)
LEDUC = leduc(2, rake="1/20")


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "memory_limit": 0}
    with distributed.LocalCluster(n_workers=2, silence_logs=50, **options) as local_cluster:
        yield local_cluster


@pytest.fixture
def client(cluster: object) -> Iterator[object]:
    with distributed.Client(cluster) as connected:
        connected.wait_for_workers(2)
        yield connected


def test_a_cluster_finds_the_same_exploration_twice(client) -> None:
    expected = lemke.explore(TRACING, starts=60)
    for _ in range(2):
        assert lemke.explore(TRACING, starts=60, executor=client.get_executor()) == expected


def test_a_limit_ends_an_exploration_on_a_cluster(client) -> None:
    with limits(time=5):
        exploration = lemke.explore(TRACING, starts=10**9, executor=client.get_executor())
    assert exploration.reason == "the time limit of 5 s was reached" and exploration.starts > 0
    with pytest.raises(LimitError), limits(time=0):
        lemke.explore(TRACING, executor=client.get_executor())


# Dask gives up a worker that dies while it starts
DIE = "import os, signal, time; time.sleep(0.5); os.kill(os.getpid(), signal.SIGKILL)"


def test_a_task_that_kills_its_workers_and_a_task_that_fails_are_one_clear_error(client) -> None:
    with pytest.raises(InputError, match=r"^the workers failed \(ZeroDivisionError: .*\Z"):
        list(executors.map_in_order(client.get_executor(), lambda item: 1 // item, [0]))
    with pytest.raises(InputError, match=r"^the workers failed \(KilledWorker: .*\Z"), limits(time=60):
        list(executors.map_in_order(client.get_executor(), partial(exec, DIE), [{}]))


def test_commands_take_the_address_of_a_scheduler(client, capsys: pytest.CaptureFixture[str]) -> None:
    client.wait_for_workers(2)
    scheduler = ["--scheduler", client.scheduler_info()["address"]]
    command = ["explore", str(GAME), "--starts", "30"]
    assert run([*command, *scheduler]) == run(command) == 0
    out, err = capsys.readouterr()
    assert out == 2 * out[: len(out) // 2] and err == ""


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere://x"])
def test_a_missing_scheduler_is_an_error_in_one_line(address: str, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "TIMEOUT", 1)
    assert run(["explore", str(GAME), "--scheduler", address]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and f"{address} (" in err and err.count("\n") == 1


def test_a_cluster_proves_an_equilibrium(client) -> None:
    with limits(time=60):  # tasks of other starts run on
        answer = lemke.solve(LEDUC, executor=client.get_executor())
    assert lemke.verify(LEDUC, answer.profile).is_equilibrium
