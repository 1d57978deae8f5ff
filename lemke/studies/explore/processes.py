"""Processes of this machine that work for one exploration and end with it, whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from threading import Thread

from lemke.errors import LimitError
from lemke.studies.explore.tasks import stop_by


@contextmanager
def worker_processes(workers: int) -> Iterator[Executor]:
    """Give an executor of so many processes; at the end of the block they are stopped in the middle of their paths.

    They leave an interrupt to the process that started them, and end if that is no more.
    """
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads may wait for ever
    stop = context.Event()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(stop,)) as pool:
        try:
            yield pool
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def replacement(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Return a new pool like one that is broken: Python gives up a pool as soon as one of its processes has died."""
    context, workers = getattr(pool, "_mp_context", None), getattr(pool, "_max_workers", None)
    initializer, arguments = getattr(pool, "_initializer", None), getattr(pool, "_initargs", ())
    return ProcessPoolExecutor(workers, context, initializer, arguments)


def _begin(stop: Event) -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # terminals send it to all processes

    def check() -> None:
        if stop.is_set():
            raise LimitError("the exploration was stopped")

    stop_by(check)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
