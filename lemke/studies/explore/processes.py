"""Processes of this machine that work for one exploration and end with it, whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from threading import Thread, current_thread, main_thread
from typing import Any

from lemke.errors import LimitError
from lemke.studies.explore.tasks import stop_by


@contextmanager
def worker_processes(workers: int) -> Iterator[Executor]:
    """Give an executor of so many processes; at the end of the block they are stopped in the middle of their paths.

    They leave an interrupt to the process that started them, and end if that is no more.

    Parameters
    ----------
    workers : int
        On Windows at most 61.
    """
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads may wait for ever
    stop, ready = context.Event(), context.Event()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(stop, ready)) as pool:
        try:
            _start(pool, workers, ready)
            yield pool
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def replacement(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Return a new pool like one that is broken: Python gives up a pool as soon as one of its processes has died."""
    context, workers = getattr(pool, "_mp_context", None), getattr(pool, "_max_workers", None)
    initializer = getattr(pool, "_initializer", None)
    arguments: tuple[Any, ...] = getattr(pool, "_initargs", ())
    new = ProcessPoolExecutor(workers, context, initializer, arguments)
    if initializer is _begin and workers is not None:
        _start(new, workers, arguments[1])
    return new


def _start(pool: ProcessPoolExecutor, workers: int, ready: Event) -> None:
    """Start all workers without interrupts: while Python starts in them, they cannot ignore one by themselves."""
    ready.clear()  # a pool starts no other worker while one is idle
    try:
        with _uninterrupted(), suppress(BrokenExecutor):  # it tells so again
            for _ in range(workers):
                pool.submit(int)
    finally:
        ready.set()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put interrupts off to the end of the block; processes that are started in it get none at all."""
    noted: list[int] = []
    blocks, main = hasattr(signal, "pthread_sigmask"), current_thread() is main_thread()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    # another thread may take the signal, and then Python calls its handler in this one
    handler = signal.signal(signal.SIGINT, lambda number, _: noted.append(number)) if main else None
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if main:
            signal.signal(signal.SIGINT, handler)
        if noted:
            signal.raise_signal(signal.SIGINT)


def _begin(stop: Event, ready: Event) -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # terminals send it to all processes

    def check() -> None:
        if stop.is_set():
            raise LimitError("the exploration was stopped")

    stop_by(check)
    Thread(target=_end_with_parent, daemon=True).start()
    ready.wait()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
