"""How tasks are sent to an executor and fail there; and :class:`WorkerProcesses`, an executor that can be stopped."""

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

from lemke.errors import InputError, LemkeError, LimitError, one_line, type_name

GUARD = "`if __name__ == '__main__':`"
"""A script must start workers below this line, since every worker process imports the script."""
P = ParamSpec("P")
T = TypeVar("T")


def packed(task: object) -> bytes:
    """Return as bytes an object that many tasks share, for :func:`unpacked`."""
    return zlib.compress(pickle.dumps(task, pickle.HIGHEST_PROTOCOL))


def unpacked(task: bytes) -> Any:
    """Return an object from bytes of :func:`packed`.

    The last KINDS objects are cached, since most tasks of a worker have the same bytes. Every thread has its own
    cache: the objects may contain HiGHS models, which two threads cannot use at once.
    """
    cache: dict[bytes, Any] = _caches.__dict__.setdefault("cache", {})
    # pop: the entry is inserted again as the last one, so the first entry has not been used for the longest time
    cache[task] = cache.pop(task) if task in cache else pickle.loads(zlib.decompress(task))
    if len(cache) > KINDS:
        del cache[next(iter(cache))]
    return cache[task]


KINDS = 2
"""Size of the cache of a thread: the number of kinds of tasks that alternate at a worker."""
_caches = local()
"""The cache of every thread: unpacked objects by their bytes."""


def is_death(error: BaseException) -> bool:
    """Return whether an error says that a task's worker was lost; otherwise the task itself raised the error.

    An error of Dask's package distributed says that a worker or the connection was lost: tasks never raise such errors.
    """
    package = type(error).__module__.partition(".")[0]
    return isinstance(error, BrokenExecutor | CancelledError) or package == "distributed"


def require_executor(executor: Executor | None) -> None:
    """Raise InputError unless an object is an executor, or None."""
    if executor is not None and not hasattr(executor, "submit"):
        raise InputError(f"an executor of type {type_name(executor)}, expected an Executor of concurrent.futures")


def submitted(executor: Executor, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
    """Send a call of a function to an executor; raise an InputError if the executor takes no tasks."""
    try:
        return executor.submit(function, *arguments, **options)
    except RuntimeError as error:  # the executor is broken, or has been shut down
        if "freeze_support" in str(error):  # Python's message in a worker that runs the whole script
            raise InputError(
                f"the script starts workers when it is imported, expected the start of workers below {GUARD}"
            ) from None
        raise InputError(f"the executor takes no tasks ({one_line(str(error))}), expected a working executor") from None


def raise_failure(error: BaseException) -> NoReturn:
    """Raise the error that a task raised: an error of lemke, an interrupt or a lack of memory unchanged.

    Any other error is raised as an InputError of one line.
    """
    if isinstance(error, LemkeError | KeyboardInterrupt | MemoryError):
        raise error
    raise InputError(f"a task in a worker raised {type(error).__name__}: {one_line(str(error))}") from error


class Stoppable(Executor, ABC):
    """An executor that can stop its tasks; a task stops where it checks its limits."""

    @abstractmethod
    def stop(self) -> None:
        """Stop all tasks submitted so far; tasks submitted later are run."""


class WorkerProcesses(Stoppable):
    """An executor of processes on this machine; these workers never outlive the process that started them.

    A shutdown, such as the end of a ``with`` block, stops every task at its next check of the limits. The workers
    ignore interrupts; the process that started them handles interrupts, and its end ends the workers. When a worker
    dies, Python's pool of processes breaks; then the next task goes to a new pool.

    Parameters
    ----------
    workers : int
        Number of processes, on Windows at most 61.
    context : multiprocessing context | None
        How processes are started; None for ``spawn``.
    """

    def __init__(self, workers: int, context: BaseContext | None = None) -> None:
        self._context = context or multiprocessing.get_context("spawn")  # a fork may copy locks that threads hold
        # an interrupt after a semaphore is made and before it is registered would leak the semaphore
        with _uninterrupted():
            # RawValue has no lock: a worker killed while it reads would never release a lock
            self._stops = self._context.RawValue("q", 0)  # number of calls of stop
            self._new_pool = partial(ProcessPoolExecutor, workers, self._context, _begin, (self._stops,))
            self._pool = self._new_pool()

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
        """Send a call of a function to a worker."""
        # submit may start a worker, and a worker cannot ignore interrupts before its Python has started
        with _uninterrupted():
            task = partial(_stopping, self._stops.value, function)
            try:
                return self._pool.submit(task, *arguments, **options)
            except BrokenExecutor:
                self._pool = self._new_pool()
                return self._pool.submit(task, *arguments, **options)

    def stop(self) -> None:
        """Stop all tasks submitted so far; tasks submitted later are run."""
        self._stops.value += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Stop the tasks that run, cancel those that have not begun (``cancel_futures``), and end the workers."""
        self.stop()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay interrupts to the end of the block; except on Windows, processes started within it get no interrupts."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


_stops: Any = None
"""In a worker: the number of calls of ``stop`` of its executor, in shared memory."""


def _begin(stops: Any) -> None:
    """Prepare a worker process."""
    global _stops  # noqa: PLW0603  a pool has no other way to pass its workers a value
    _stops = stops
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends SIGINT to all processes
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _stopping(before: int, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
    """Call a function in a worker; it stops once ``stop`` has been called more often than ``before`` times."""
    with stopped_by(lambda: bool(_stops.value != before)):
        return function(*arguments, **options)


_must_stop: ContextVar[Callable[[], bool] | None] = ContextVar("must_stop", default=None)
"""A function that returns whether the running task must stop; None outside of tasks that can be stopped."""


@contextmanager
def stopped_by(check: Callable[[], bool]) -> Iterator[None]:
    """Within a block, let :func:`check_stop` raise an error as soon as ``check`` returns True."""
    token = _must_stop.set(check)
    try:
        yield
    finally:
        _must_stop.reset(token)


def check_stop() -> None:
    """Raise a LimitError if the running task must stop."""
    if (check := _must_stop.get()) is not None and check():
        raise LimitError("the work was stopped")
