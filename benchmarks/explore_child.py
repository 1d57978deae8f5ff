"""Measure one exploration: ``python -m benchmarks.explore_child CREW WORKERS FAMILY PARAMETERS STARTS``.

CREW is ``here``, ``processes`` or ``dask``. Before the clock starts, the workers are started and do another exploration
to warm up. Every worker has one thread. The figures are printed as JSON.
"""

from __future__ import annotations

import os

os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import lemke
from benchmarks.clock import timed
from lemke.generators import FAMILIES

WARM, STARTS = 10**6, 16
"""The first seed of the exploration that warms the workers, and its starts per worker."""


@contextmanager
def crew(kind: str, workers: int) -> Iterator[Executor | None]:
    """Yield an executor; None for this process."""
    if kind == "here":
        yield None
    elif kind == "processes":
        with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
            yield executor
    else:
        from distributed import Client, LocalCluster

        options = {"threads_per_worker": 1, "processes": True, "dashboard_address": None, "memory_limit": 0}
        with LocalCluster(n_workers=workers, silence_logs=50, **options) as cluster, Client(cluster) as client:
            client.wait_for_workers(workers)
            yield client.get_executor()


def main(kind: str, workers: str, family: str, parameters: str, starts: str) -> None:
    """Print the figures."""
    made = FAMILIES[family].make(**json.loads(parameters))
    game = made.tree() if isinstance(made, lemke.NormalForm) else made
    count = int(workers)
    with crew(kind, count) as executor:
        _, warming = timed(lambda: lemke.explore(game, STARTS * count, WARM, executor))
        exploration, seconds = timed(lambda: lemke.explore(game, starts=int(starts), executor=executor))
    digest = hashlib.sha256(
        repr((exploration.to_table().rows, [reached.seeds for reached in exploration.equilibria])).encode()
    ).hexdigest()
    figures = {"seconds": seconds, "warming": warming, "equilibria": len(exploration.equilibria), "digest": digest}
    print(json.dumps(figures | {"starts": exploration.starts, "nodes": game.size}))


if __name__ == "__main__":
    main(*sys.argv[1:])
