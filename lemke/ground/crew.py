"""Tasks that workers of an executor share, some of which may die: each item is done once, or reported as lost."""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from threading import get_ident
from typing import Generic, TypeVar

from lemke.errors import InputError
from lemke.ground import limits, process
from lemke.ground.workers import is_death, raise_failure, submitted

SECONDS = 0.25
"""Seconds that a task should take: long enough to outweigh sending it, short enough to lose little by a death."""
AHEAD, FIRST_AHEAD = 4, 16
"""Tasks that wait or run: per worker that has sent a result, and at least in all."""
DEATHS = 3
"""Deaths of workers at an item, with nothing else at work, after which it is given up."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False, slots=True)
class Done(Generic[Result]):
    """The outcomes of a task, the worker that did it, and how many seconds that took."""

    outcomes: tuple[Result, ...]
    worker: str
    seconds: float

    @classmethod
    def since(cls, begin: float, outcomes: Iterable[Result]) -> Done[Result]:
        """Return what this process has done since a time."""
        worker = f"{socket.gethostname()} {os.getpid()} {get_ident()}"
        return cls(tuple(outcomes), worker, time.monotonic() - begin)


@dataclass(eq=False)
class Crew(Generic[Item, Result]):
    """Tasks at an executor, and what is known of its workers.

    Some executors fail all tasks at work if a worker dies. So the items of tasks that failed in this way are suspects,
    which are sent again one by one with nothing else at work. A suspect whose workers die DEATHS times more is lost,
    if a worker survives an empty task.
    """

    task: Callable[[str, tuple[Item, ...]], Done[Result]]  # the name is a new one for every task
    items: Iterator[Item]
    left: int  # items that have not been sent
    executor: Executor
    lost: Callable[[Item, str], Result]  # the outcome of an item that is given up, and why
    sent: dict[Future[Done[Result]], tuple[Item, ...]] = field(default_factory=dict)
    suspects: deque[Item] = field(default_factory=deque)
    trial: Future[Done[Result]] | None = None  # of the first suspect, or of an empty task
    deaths: int = 0  # of workers that had the first suspect alone
    workers: set[str] = field(default_factory=set)
    done: int = 0
    seconds: float = 0.0

    def outcomes(self) -> Iterator[Result]:
        """Yield the outcome of every item once, in the order in which they are done.

        Raises
        ------
        LimitError
            If a limit is reached.
        InputError
            If the executor takes no tasks, a task fails in another way than by the death of its worker, or workers die
            whatever they are sent.
        """
        try:
            while self.left or self.suspects or self.sent:
                self._send()
                yield from self._received()
        finally:
            for future in self.sent:
                future.cancel()

    def _send(self) -> None:
        """Keep the workers busy. Tasks grow once it is known how long an item takes, and shrink towards the end."""
        if self.suspects:
            if not self.sent:
                self.trial = self._submit((self.suspects[0],) if self.deaths < DEATHS else ())
            return
        ahead = max(FIRST_AHEAD, AHEAD * len(self.workers))
        mean = self.seconds / self.done if self.done else SECONDS
        while self.left and len(self.sent) < ahead:
            size = max(1, min(int(SECONDS / max(mean, 1e-9)), self.left // ahead))
            self.left -= size
            self._submit(tuple(islice(self.items, size)))

    def _submit(self, items: tuple[Item, ...]) -> Future[Done[Result]]:
        future = submitted(self.executor, self.task, uuid.uuid4().hex, items)
        self.sent[future] = items
        return future

    def _received(self) -> Iterator[Result]:
        """Yield the outcomes that have arrived, if any have."""
        limits.check()
        for future in wait(self.sent, GLANCE, FIRST_COMPLETED).done:
            items = self.sent.pop(future)
            error = CancelledError("a task was cancelled") if future.cancelled() else future.exception()
            if error is None:
                done = future.result()
                self.workers.add(done.worker)
                self.done += len(done.outcomes)
                self.seconds += done.seconds
                yield from done.outcomes
                if future is self.trial:
                    suspect = self.suspects.popleft()
                    if not items:
                        yield self.lost(suspect, f"its worker died {DEATHS + 1} times")
                    self.deaths = 0
            elif is_death(error):
                self._note_death(items, future is self.trial, error)
            else:
                raise_failure(error)

    def _note_death(self, items: tuple[Item, ...], alone: bool, error: BaseException) -> None:
        if not alone:
            self.suspects.extend(items)
        elif items:
            self.deaths += 1
        elif process.address_space() is not None:
            raise MemoryError from error
        else:
            name = type(error).__name__
            raise InputError(f"workers died {DEATHS + 1} times in turn ({name}: {error}), expected some that live")
