"""Tasks for the workers of an executor of :mod:`concurrent.futures`, and the executors of the command line.

A task is a function and an item. Workers run it within the time that is left here, and the memory limit for each
process by itself. Its errors are raised here; other errors than lemke's, and deaths, as an InputError.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from lemke.errors import InputError, LemkeError, LimitError, NotProvedError, one_line
from lemke.ground import limits

IN_FLIGHT = 100  # the most tasks that are sent ahead, and so the most workers that are busy
GLANCE = 0.1  # the most seconds between two checks of the limits

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_order(
    executor: Executor | None, function: Callable[[Item], Result], items: Iterable[Item]
) -> Generator[Result, None, None]:
    """Yield the results of a function in the order of the items; without an executor, this process computes them.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     list(map_in_order(threads, abs, range(-3, 1)))
    [3, 2, 1, 0]
    """
    if executor is None:
        yield from map(function, items)
        return
    waiting = iter(items)
    sent: deque[Future[Result]] = deque()
    with _sending(executor, sent):
        while True:
            for item in islice(waiting, IN_FLIGHT - len(sent)):
                sent.append(executor.submit(_run, limits.current(), function, item))
            if not sent:
                return
            _ended([sent[0]])
            yield sent.popleft().result()


def first_proof(executor: Executor, function: Callable[[Item], Result], items: Mapping[str, Item]) -> Result:
    """Return the first result of a function that proves something; tasks that have not begun by then are cancelled.

    The function raises NotProvedError for an item without a proof. If it does so for all items, the NotProvedError here
    lists the reasons by the names of the items. A limit in a worker counts only if no other worker has a proof.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     first_proof(threads, abs, {"one": -1})
    1
    """
    names: dict[Future[Result], str] = {}
    reasons: dict[str, str] = {}
    limit_error: LimitError | None = None
    with _sending(executor, names):
        for name, item in items.items():
            names[executor.submit(_run, limits.current(), function, item)] = name
        while names:
            for future in _ended(names):
                name = names.pop(future)
                try:
                    return future.result()
                except NotProvedError as error:
                    reasons[name] = one_line(str(error))
                except LimitError as error:
                    limit_error = error
    raise limit_error or NotProvedError("; ".join(f"{name}: {reasons[name]}" for name in items))


class _Processes(ProcessPoolExecutor):
    """Our own pool. :func:`_sending` cancels none of its tasks: Python 3.11 cannot terminate a pool with such tasks."""


@contextmanager
def opened(workers: int) -> Iterator[Executor]:
    """Yield an executor of processes on this machine; the end of the block ends the processes at once."""
    ignore = signal.SIGINT, signal.SIG_IGN  # a terminal interrupts all processes; only this one responds
    children = set(multiprocessing.active_children())
    pool = _Processes(workers, multiprocessing.get_context("spawn"), signal.signal, ignore)
    try:
        yield pool
    finally:
        for process in set(multiprocessing.active_children()) - children:
            process.terminate()
        pool.shutdown()


@contextmanager
def _sending(executor: Executor, sent: Collection[Future[Result]]) -> Iterator[None]:
    """Turn errors of workers into InputErrors; at the end of the block, cancel the tasks that have not begun."""
    try:
        yield
    except (LemkeError, MemoryError):
        raise
    except Exception as error:
        fault = f"the workers failed ({type(error).__name__}: {one_line(str(error))})"
        if isinstance(error, BrokenExecutor):
            sent = ()  # the pool fails all its tasks
            fault += ", expected workers that stay alive: with memory, in a script below `if __name__ == '__main__':`"
        raise InputError(fault) from error
    finally:
        for future in () if isinstance(executor, _Processes) else sent:
            future.cancel()


def _run(block: limits.Limits, function: Callable[[Item], Result], item: Item) -> Result:
    with limits.entered(replace(block, progress=None)):
        return function(item)


def _ended(futures: Collection[Future[Result]]) -> Iterable[Future[Result]]:
    """Wait until any of these tasks has ended, and return those that have; check the limits meanwhile."""
    while True:
        limits.check()
        if ended := wait(futures, GLANCE, FIRST_COMPLETED).done:
            return ended
