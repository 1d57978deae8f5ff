"""Whoever follows the paths: this process, or the workers of an executor, some of which may die."""

from __future__ import annotations

import uuid
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass, field, replace
from itertools import islice

from lemke.certificate.exploration import Failure
from lemke.errors import InputError, LemkeError, one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.studies.explore.processes import replacement
from lemke.studies.explore.start import End, Had, Outcome, Plans
from lemke.studies.explore.tasks import Done, Task, outcome, packed, run

SECONDS = 0.25
"""That a task should take: what is sent weighs little against it, and few starts are lost when a worker dies."""
AHEAD, FIRST_AHEAD = 4, 16
"""Tasks that wait or run, for every worker that has shown itself; before any has."""
COMMON = 1000
"""Keys that are sent with a task: the first that were reached twice, so as a rule frequent ones."""
DEATHS = 3
"""Times that a start of dead workers is sent again, and an empty task without any result in between."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""


@dataclass(frozen=True, eq=False)
class Work:
    """What is to be done.

    Attributes
    ----------
    form : SequenceForm
    priors : iterator of (int, pair of plans or None)
        Numbers of the priors, ascending, and the plans of those that are given.
    count : int
        How many they are.
    seed : int
    kernel : str
    had : Had
        What is known of ends; it grows while they come.
    """

    form: SequenceForm
    priors: Iterator[tuple[int, Plans | None]]
    count: int
    seed: int
    kernel: str
    had: Had


def outcomes(work: Work, executor: Executor | None) -> Generator[Outcome, None, None]:
    """Yield the outcome of every start once, as they come.

    Raises
    ------
    LimitError
        If a limit is reached.
    InputError
        If a worker fails otherwise than by its death, or workers die again and again whatever they are given.
    """
    if executor is None:
        for number, plans in work.priors:
            limits.check()
            yield outcome(work.form, number, plans, work.seed, work.kernel, work.had)
    elif work.count:
        yield from _Crew(work, executor).outcomes()


@dataclass(eq=False)
class _Crew:
    """Tasks at an executor, and what is known of its workers.

    If a worker dies, the starts of its task are sent again one by one. As Python then gives up all tasks of the pool,
    nobody knows who was to blame: a start that was there DEATHS times is sent with nothing else at work. If its worker
    dies then, it is a failure, as long as workers survive an empty task, which is sent after every death.
    """

    work: Work
    executor: Executor
    left: int = field(init=False)  # starts that have not been sent
    again: deque[Task] = field(default_factory=deque)  # of workers that died
    alone: deque[Task] = field(default_factory=deque)  # to be sent with nothing else at work
    lone: bool = False  # such a task has been sent
    died: Counter[int] = field(default_factory=Counter)  # workers of a start
    common: set[str] = field(default_factory=set)
    sent: dict[Future[Done], Task] = field(default_factory=dict)
    workers: set[str] = field(default_factory=set)
    starts: int = 0
    seconds: float = 0.0
    deaths: int = 0  # since the last result
    own: ProcessPoolExecutor | None = None  # put in the place of a broken one

    def __post_init__(self) -> None:
        self.left = self.work.count
        self.form = packed(self.work.form)

    def outcomes(self) -> Iterator[Outcome]:
        try:
            while self.left or self.again or self.alone or self.sent:
                self._send()
                for done in self._received():
                    yield from done.outcomes
        finally:
            for future in self.sent:
                future.cancel()
            if self.own is not None:
                self.own.shutdown(wait=False, cancel_futures=True)

    def _send(self) -> None:
        """Keep the workers busy. Tasks grow as it becomes known what a start takes, and shrink towards the end."""
        if self.sent and (self.alone or self.lone):
            return
        self.lone = bool(self.alone)
        ahead = 1 if self.lone else max(FIRST_AHEAD, AHEAD * len(self.workers))
        while (self.alone or self.again or self.left) and len(self.sent) < ahead:
            queue = self.alone or self.again
            task = queue.popleft() if queue else self._task(self._size(ahead))
            try:
                self.sent[self.executor.submit(run, task)] = task
            except BrokenExecutor as error:
                queue.appendleft(task)
                if not self.sent:  # else all of them have failed, too, and tell so when asked
                    self._died(error)
                return
            except RuntimeError as error:  # it has been shut down
                raise InputError(f"an executor that takes no tasks ({one_line(str(error))}), expected one") from None

    def _size(self, ahead: int) -> int:
        mean = self.seconds / self.starts if self.starts else SECONDS
        return max(1, min(int(SECONDS / max(mean, 1e-9)), self.left // ahead))

    def _task(self, size: int) -> Task:
        work = self.work
        priors = tuple(islice(work.priors, size))
        self.left -= size
        had = work.had.only(self.common)
        return Task(uuid.uuid4().hex, self.form, priors, work.seed, work.kernel, had, limits.current())

    def _received(self) -> Iterator[Done]:
        """Yield results that have come, if any have; put the tasks of dead workers back."""
        limits.check()
        death: BaseException | None = None
        ready = wait(self.sent, GLANCE, FIRST_COMPLETED).done
        while ready:
            for future in ready:
                task = self.sent.pop(future)
                error = CancelledError("a task was cancelled") if future.cancelled() else future.exception()
                if error is None:
                    self.deaths = 0
                    yield self._noted(future.result())
                elif _is_death(error):
                    death = error
                    yield from self._again(task)
                elif isinstance(error, LemkeError | KeyboardInterrupt):
                    raise error
                else:
                    raise InputError(f"a worker failed: {type(error).__name__}: {error}, expected a result") from error
            # what else a broken pool had has failed as well, and must not be taken for a failure of the next one
            ready = wait(self.sent).done if isinstance(death, BrokenExecutor) else set()
        if death is not None:
            self._died(death)

    def _again(self, task: Task) -> Iterator[Done]:
        """Put the starts of a dead worker back; yield a failure in the place of one that kills its workers."""
        for prior in task.priors:
            number = prior[0]
            self.died[number] += 1
            if self.died[number] > DEATHS:
                yield Done((Failure(number, f"its worker died {self.died[number]} times"),), "", 0)
            else:
                queue = self.again if self.died[number] < DEATHS else self.alone
                queue.append(replace(task, name=uuid.uuid4().hex, priors=(prior,)))

    def _noted(self, done: Done) -> Done:
        self.workers.add(done.worker)
        self.starts += len(done.outcomes)
        self.seconds += done.seconds
        for each in done.outcomes:
            if len(self.common) < COMMON and isinstance(each, End) and each.key in self.work.had.plans:
                self.common.add(each.key)
        return done

    def _died(self, error: BaseException) -> None:
        """Put a new pool in the place of a broken one; an InputError if workers die again and again."""
        self.deaths += 1
        if self.deaths > DEATHS:
            name = type(error).__name__
            raise InputError(f"workers died {DEATHS + 1} times in turn ({name}: {error}), expected some that live")
        if isinstance(error, BrokenExecutor):
            if not isinstance(self.executor, ProcessPoolExecutor):
                raise InputError(f"a broken executor ({error}), expected one that takes tasks") from None
            if self.own is not None:
                self.own.shutdown()
            self.executor = self.own = replacement(self.executor)
        self.alone.appendleft(self._task(0))


def _is_death(error: BaseException) -> bool:
    """Return whether a task failed for the worker that had it, not by itself.

    Tasks raise no errors of the package distributed, so these are of its cluster: a worker, or the connection, is lost.
    """
    package = type(error).__module__.partition(".")[0]
    return isinstance(error, BrokenExecutor | CancelledError) or package == "distributed"
