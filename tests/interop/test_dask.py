"""Explorations and races on a real cluster of Dask: scheduler and worker processes on this machine."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import lemke
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


def test_a_cluster_proves_an_equilibrium(client) -> None:
    with limits(time=60):  # tasks of other starts run on
        answer = lemke.solve(LEDUC, executor=client.get_executor())
    assert lemke.verify(LEDUC, answer.profile).is_equilibrium
