"""Paths followed by this process, or by the workers of an executor, some of which may die.

A task holds the packed sequence form, which a worker unpacks once and keeps, and the priors of some starts. A worker
sends the plans of an end back once a task; the ledger drops those that it has already.
"""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from threading import get_ident
from typing import ParamSpec, TypeAlias, TypeVar

from lemke.certificate.exploration import Failure
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits, process
from lemke.ground.limits import Limits, entered
from lemke.ground.workers import check_stop, is_death, packed, raise_failure, submitted, unpacked
from lemke.studies.explore.ends import Ledger, Outcome, Plans, follow

SECONDS = 0.25
"""That a task should take: what is sent weighs little against it, and few starts are lost when a worker dies."""
AHEAD, FIRST_AHEAD = 4, 16
"""Tasks that wait or run, for every worker that has sent a result; before any has."""
DEATHS = 3
"""Deaths of workers that follow a start while nothing else is at work, until the start is given up."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""

Numbered: TypeAlias = tuple[int, Plans | None]
"""The number of a prior, and its plans; None for a random one."""
P = ParamSpec("P")
T = TypeVar("T")


def outcomes(
    form: SequenceForm, starts: Iterator[Numbered], count: int, seed: int, kernel: str, executor: Executor | None
) -> Generator[Outcome, None, None]:
    """Yield the outcome of every start once, in the order in which they are done.

    The starts, as many as ``count``, ascend in the numbers of their priors. Prior number k has the seed ``seed`` + k.
    Without an executor this process follows the paths.

    Raises
    ------
    LimitError
        If a limit is reached.
    InputError
        If the executor takes no tasks, a task fails in another way than by the death of its worker, or workers die
        whatever they are sent.
    """
    if executor is None:
        for number, plans in starts:
            limits.check()
            yield follow(form, number, plans, seed + number, kernel)
    elif count:
        task = partial(run, packed(form.plain()), seed, kernel, limits.current())
        yield from _Crew(task, starts, count, executor).outcomes()


@dataclass(frozen=True, eq=False, slots=True)
class Done:
    """The outcomes of a task, the worker that did it, and how many seconds that took."""

    outcomes: tuple[Outcome, ...]
    worker: str
    seconds: float


def run(form: bytes, seed: int, kernel: str, block: Limits, name: str, starts: tuple[Numbered, ...]) -> Done:
    """Follow the paths of some starts, in any process, in a packed sequence form.

    Every worker holds the memory of the limits for itself. The name is a new one whenever a task is sent, so that no
    cluster takes it for one that it has done. A LimitError says that a limit is reached or the exploration stopped.
    """
    begin = time.monotonic()
    sequence_form: SequenceForm = unpacked(form)
    ledger, outcomes = Ledger(sequence_form), []
    with entered(replace(block, progress=None, stop=check_stop)):
        for number, plans in starts:
            outcome = ledger.trimmed(follow(sequence_form, number, plans, seed + number, kernel))
            ledger.add(outcome)
            outcomes.append(outcome)
    worker = f"{socket.gethostname()} {os.getpid()} {get_ident()}"
    return Done(tuple(outcomes), worker, time.monotonic() - begin)


@dataclass(eq=False)
class _Crew:
    """Tasks at an executor, and what is known of its workers.

    Some executors fail all tasks at work if a worker dies. So the starts of tasks that failed in this way are suspects,
    which are sent again one by one with nothing else at work. A suspect whose workers die DEATHS times more is a
    failure, if a worker survives an empty task.
    """

    task: Callable[[str, tuple[Numbered, ...]], Done]
    starts: Iterator[Numbered]
    left: int  # starts that have not been sent
    executor: Executor
    sent: dict[Future[Done], tuple[Numbered, ...]] = field(default_factory=dict)
    suspects: deque[Numbered] = field(default_factory=deque)
    trial: Future[Done] | None = None  # of the first suspect, or of an empty task
    deaths: int = 0  # of workers that had the first suspect alone
    workers: set[str] = field(default_factory=set)
    done: int = 0
    seconds: float = 0.0

    def outcomes(self) -> Iterator[Outcome]:
        try:
            while self.left or self.suspects or self.sent:
                self._send()
                yield from self._received()
        finally:
            for future in self.sent:
                future.cancel()

    def _send(self) -> None:
        """Keep the workers busy. Tasks grow as it becomes known what a start takes, and shrink towards the end."""
        if self.suspects:
            if not self.sent:
                self.trial = self._submit((self.suspects[0],) if self.deaths < DEATHS else ())
            return
        ahead = max(FIRST_AHEAD, AHEAD * len(self.workers))
        mean = self.seconds / self.done if self.done else SECONDS
        while self.left and len(self.sent) < ahead:
            size = max(1, min(int(SECONDS / max(mean, 1e-9)), self.left // ahead))
            self.left -= size
            self._submit(tuple(islice(self.starts, size)))

    def _submit(self, starts: tuple[Numbered, ...]) -> Future[Done]:
        future = submitted(self.executor, self.task, uuid.uuid4().hex, starts)
        self.sent[future] = starts
        return future

    def _received(self) -> Iterator[Outcome]:
        """Yield the outcomes that have arrived, if any have."""
        limits.check()
        for future in wait(self.sent, GLANCE, FIRST_COMPLETED).done:
            starts = self.sent.pop(future)
            error = CancelledError("a task was cancelled") if future.cancelled() else future.exception()
            if error is None:
                done = future.result()
                self.workers.add(done.worker)
                self.done += len(done.outcomes)
                self.seconds += done.seconds
                yield from done.outcomes
                if future is self.trial:
                    number, _ = self.suspects.popleft()
                    if not starts:
                        yield Failure(number, f"its worker died {DEATHS + 1} times")
                    self.deaths = 0
            elif is_death(error):
                self._note_death(starts, future is self.trial, error)
            else:
                raise_failure(error)

    def _note_death(self, starts: tuple[Numbered, ...], alone: bool, error: BaseException) -> None:
        if not alone:
            self.suspects.extend(starts)
        elif starts:
            self.deaths += 1
        elif process.address_space() is not None:
            raise MemoryError from error
        else:
            name = type(error).__name__
            raise InputError(f"workers died {DEATHS + 1} times in turn ({name}: {error}), expected some that live")
