"""Many items shared out to the workers of an executor; every item is done once, or reported as lost if workers die."""

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

from lemke.errors import InputError, one_line
from lemke.ground import limits
from lemke.ground.workers import is_death, raise_failure, submitted

SECONDS = 0.25
"""Seconds that a task should take: long enough to outweigh sending it; short, so that a death loses little work."""
AHEAD, FIRST_AHEAD = 4, 16
"""The most tasks sent but not finished: AHEAD for every worker that has sent a result, but at least FIRST_AHEAD."""
DEATHS = 3
"""After this many deaths of workers with the same single item, an empty task decides whether the item is lost."""
GLANCE = 0.1
"""The longest wait for a result, in seconds, before the limits are checked again."""

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False, slots=True)
class Done(Generic[Result]):
    """The outcomes of a task, a name of the worker that did it, and the seconds that the task took."""

    outcomes: tuple[Result, ...]
    worker: str
    seconds: float

    @classmethod
    def since(cls, begin: float, outcomes: Iterable[Result]) -> Done[Result]:
        """Return the outcomes of a task that this worker began at a time of ``time.monotonic``."""
        worker = f"{socket.gethostname()} {os.getpid()} {get_ident()}"
        return cls(tuple(outcomes), worker, time.monotonic() - begin)


@dataclass(eq=False)
class Crew(Generic[Item, Result]):
    """Items to be done by the workers of an executor, and the state of this work.

    If a worker dies, some executors report all running tasks as failed. The items of these tasks become suspects. A
    suspect is sent again on its own, while no other task runs. If DEATHS more workers die at it, an empty task is sent:
    if a worker survives the empty task, the suspect is given up as lost; otherwise the executor itself is at fault.
    """

    task: Callable[[str, tuple[Item, ...]], Done[Result]]  # takes a name that no other task has, and the items
    items: Iterator[Item]
    left: int  # number of items not yet sent
    executor: Executor
    lost: Callable[[Item, str], Result]  # returns the outcome of an item that is given up for a reason
    sent: dict[Future[Done[Result]], tuple[Item, ...]] = field(default_factory=dict)  # unfinished tasks, their items
    suspects: deque[Item] = field(default_factory=deque)
    trial: Future[Done[Result]] | None = None  # the last task that had the first suspect alone, or no item
    deaths: int = 0  # number of workers that died with the first suspect alone
    workers: set[str] = field(default_factory=set)  # names of the workers that have sent a result
    done: int = 0  # number of items done
    seconds: float = 0.0  # total time of the tasks of these items

    def outcomes(self) -> Iterator[Result]:
        """Yield the outcome of every item once, in the order in which the items are finished.

        Raises
        ------
        LimitError
            If a limit is reached.
        InputError
            If the executor takes no tasks, if a task raises an error that is not lemke's, or if workers die even at
            empty tasks.
        MemoryError
            If the address space is limited: in place of the errors for a task and for deaths.
        LemkeError
            An error of lemke that a task raises, unchanged.
        """
        try:
            while self.left or self.suspects or self.sent:
                self._send()
                yield from self._next_outcomes()
        finally:
            for future in self.sent:
                future.cancel()

    def _send(self) -> None:
        """Send tasks to keep all workers busy; while there are suspects, send only the first suspect, or an empty task.

        Until the first result, a task has one item. Then it has as many items as take SECONDS on average, and fewer
        towards the end, so that all workers finish at about the same time.
        """
        if self.suspects:
            if not self.sent:
                self.trial = self._submit((self.suspects[0],) if self.deaths < DEATHS else ())
            return
        ahead = max(FIRST_AHEAD, AHEAD * len(self.workers))
        mean = self.seconds / self.done if self.done else SECONDS
        while self.left and len(self.sent) < ahead:
            # 1e-9: the clock may measure 0 seconds
            size = max(1, min(int(SECONDS / max(mean, 1e-9)), self.left // ahead))
            self.left -= size
            self._submit(tuple(islice(self.items, size)))

    def _submit(self, items: tuple[Item, ...]) -> Future[Done[Result]]:
        future = submitted(self.executor, self.task, uuid.uuid4().hex, items)
        self.sent[future] = items
        return future

    def _next_outcomes(self) -> Iterator[Result]:
        """Wait a moment, and yield the outcomes that have arrived."""
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

    def _note_death(self, items: tuple[Item, ...], is_trial: bool, error: BaseException) -> None:
        """Make the items suspects, or count a death at the first suspect; raise an error after an empty task."""
        if not is_trial:
            self.suspects.extend(items)
        elif items:
            self.deaths += 1
        else:
            name = type(error).__name__
            faults = f"workers died {DEATHS + 1} times in a row, last at an empty task ({name}: {one_line(str(error))})"
            raise InputError(f"{faults}, expected an executor whose workers stay alive")
