"""Tasks for the workers of an executor, some of which may die; and an executor of processes that can be stopped."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from multiprocessing.context import BaseContext
from threading import Thread, local
from typing import Any, NoReturn, ParamSpec, TypeVar

from lemke.errors import InputError, LemkeError, LimitError, one_line
from lemke.ground import process

GUARD = "`if __name__ == '__main__':`"
"""A script must start workers below this line, since each worker imports the script."""
P = ParamSpec("P")
T = TypeVar("T")


def packed(task: object) -> bytes:
    """Return the common part of tasks as bytes."""
    return zlib.compress(pickle.dumps(task, pickle.HIGHEST_PROTOCOL))


def unpacked(task: bytes) -> Any:
    """Return the packed object. The last ones are kept, as all tasks of a kind bring the same one.

    Every thread has its own objects: they may hold programs of HiGHS, which two threads cannot use at once.
    """
    kept: dict[bytes, Any] = _unpacked.__dict__.setdefault("kept", {})
    kept[task] = kept.pop(task) if task in kept else pickle.loads(zlib.decompress(task))  # as the last one
    if len(kept) > KINDS:
        del kept[next(iter(kept))]
    return kept[task]


KINDS = 2
"""Kinds of tasks that take turns at a worker, so objects that it keeps."""
_unpacked = local()
"""The objects that a thread unpacked last."""


def is_death(error: BaseException) -> bool:
    """Return whether a task failed because its worker was lost, not by itself.

    Tasks raise no errors of Dask's package distributed: such an error says that a worker, or the connection, is lost.
    """
    package = type(error).__module__.partition(".")[0]
    return isinstance(error, BrokenExecutor | CancelledError) or package == "distributed"


def submitted(executor: Executor, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
    """Have a worker call a function; raise an InputError if the executor takes no tasks."""
    try:
        return executor.submit(function, *arguments, **options)
    except RuntimeError as error:  # it is broken, or has been shut down
        if "freeze_support" in str(error):  # Python's message in a worker that runs the whole script
            raise InputError(
                f"a script that starts workers when it is imported, expected the start below {GUARD}"
            ) from None
        raise InputError(f"an executor that takes no tasks ({one_line(str(error))}), expected one") from None


def raise_failure(error: BaseException) -> NoReturn:
    """Raise the error of a task whose worker lives: an error of this package as it is, others in one line."""
    if isinstance(error, LemkeError | KeyboardInterrupt | MemoryError):
        raise error
    if process.address_space() is not None:  # without memory, libraries may raise any error
        raise MemoryError from error
    raise InputError(f"a worker failed: {type(error).__name__}: {error}, expected a result") from error


class Stoppable(Executor, ABC):
    """An executor that can stop its tasks where they look at their limits."""

    @abstractmethod
    def stop(self) -> None:
        """Stop all tasks taken so far; those that are taken later are done."""


class WorkerProcesses(Stoppable):
    """An executor of processes of this machine, which end when it ends, in every case.

    A shutdown, such as the end of a ``with`` block, stops them in the middle of their work. They leave an interrupt to
    the process that started them, and end if that process ends. Python gives up a pool of processes when one of them
    dies; then the next task goes to a new pool.

    Parameters
    ----------
    workers : int
        On Windows at most 61.
    context : multiprocessing context | None
        How processes are started; by ``spawn`` unless one is given.
    """

    def __init__(self, workers: int, context: BaseContext | None = None) -> None:
        self._context = context or multiprocessing.get_context("spawn")  # a fork may copy locks that threads hold
        # an interrupt between making a semaphore and noting it for removal would leave it behind
        with _uninterrupted():
            # without a lock: a worker that is killed while it reads would never release it
            self._stops = self._context.RawValue("q", 0)
            self._new_pool = partial(ProcessPoolExecutor, workers, self._context, _begin, (self._stops,))
            self._pool = self._new_pool()

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
        """Have a worker call a function."""
        with _uninterrupted():  # a worker started here cannot ignore interrupts before its Python has started
            task = partial(_stopping, self._stops.value, function)
            try:
                return self._pool.submit(task, *arguments, **options)
            except BrokenExecutor:
                self._pool = self._new_pool()
                return self._pool.submit(task, *arguments, **options)

    def stop(self) -> None:
        """Stop all tasks taken so far; those that are taken later are done."""
        self._stops.value += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Stop the workers; tasks that wait are cancelled."""
        self.stop()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put interrupts off to the end of the block; processes that are started in it get none at all."""
    with process.postponed():  # another thread may take the signal, and then Python calls its handler in this one
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        # SIGALRM too: alarms repeat interrupts
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGALRM})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


_stops: Any = None
"""How often the executor of this worker has been asked to stop its tasks; memory shared with it."""


def _begin(stops: Any) -> None:
    """Prepare a worker."""
    global _stops  # noqa: PLW0603  a pool has no other way to pass its workers a value
    _stops = stops
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # terminals send it to all processes
    process.watch_blas()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _stopping(before: int, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
    """Call a function in a worker, until the executor is asked once more to stop."""
    with stopped_by(lambda: bool(_stops.value != before)):
        return function(*arguments, **options)


_stopped: ContextVar[Callable[[], bool] | None] = ContextVar("stopped", default=None)
"""Says whether the task at hand is to stop."""


@contextmanager
def stopped_by(check: Callable[[], bool]) -> Iterator[None]:
    """Have :func:`check_stop` ask this in a block."""
    token = _stopped.set(check)
    try:
        yield
    finally:
        _stopped.reset(token)


def check_stop() -> None:
    """Raise a LimitError if the executor of the task at hand has been asked to stop it."""
    if (check := _stopped.get()) is not None and check():
        raise LimitError("the work was stopped")
