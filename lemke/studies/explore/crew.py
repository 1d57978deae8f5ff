"""Whoever follows the paths: this process, or the workers of an executor, some of which may die."""

from __future__ import annotations

import uuid
from collections import deque
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

from lemke.errors import InputError, LemkeError, one_line
from lemke.sequence_form import SequenceForm
from lemke.studies.explore.processes import replacement
from lemke.studies.explore.start import Had, Outcome, Plans
from lemke.studies.explore.tasks import Done, Task, outcome, packed, run
from lemke.watch import Watch

SECONDS = 0.25
"""That a task should take: what is sent weighs little against it, and few starts are lost when a worker dies."""
AHEAD, FIRST_AHEAD = 4, 16
"""Tasks that wait or run, for every worker that has shown itself; before any has."""
DEATHS = 3
"""Times that the tasks of dead workers are sent again without any other result in between."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""


@dataclass(frozen=True, eq=False)
class Work:
    """What is to be done.

    Attributes
    ----------
    form : SequenceForm
    priors : list of (int, pair of plans or None)
        Numbers of the priors, ascending, and the plans of those that are given.
    seed : int
    kernel : str
    had : Had
        What is known of ends; it grows while they come.
    """

    form: SequenceForm
    priors: list[tuple[int, Plans | None]]
    seed: int
    kernel: str
    had: Had


def outcomes(work: Work, executor: Executor | None, watch: Watch) -> Generator[Outcome, None, None]:
    """Yield the outcome of every start once, as they come.

    Raises
    ------
    LimitError
        If a limit of the watch is reached.
    InputError
        If a worker fails otherwise than by its death, or workers die again and again.
    """
    if executor is None:
        for number, plans in work.priors:
            watch.check()
            yield outcome(work.form, number, plans, work.seed, work.kernel, work.had, watch)
    elif work.priors:
        yield from _Crew(work, executor, watch).outcomes()


@dataclass(eq=False)
class _Crew:
    """Tasks at an executor, and what is known of its workers."""

    work: Work
    executor: Executor
    watch: Watch
    left: deque[tuple[int, Plans | None]] = field(init=False)
    again: deque[Task] = field(default_factory=deque)  # of workers that died
    sent: dict[Future[Done], Task] = field(default_factory=dict)
    workers: set[str] = field(default_factory=set)
    starts: int = 0
    seconds: float = 0.0
    deaths: int = 0  # since the last result
    own: ProcessPoolExecutor | None = None  # put in the place of a broken one

    def __post_init__(self) -> None:
        self.left = deque(self.work.priors)
        self.form = packed(self.work.form)

    def outcomes(self) -> Iterator[Outcome]:
        try:
            while self.left or self.again or self.sent:
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
        ahead = max(FIRST_AHEAD, AHEAD * len(self.workers))
        while (self.again or self.left) and len(self.sent) < ahead:
            task = self.again.popleft() if self.again else self._task(ahead)
            try:
                self.sent[self.executor.submit(run, task)] = task
            except BrokenExecutor as error:
                self.again.appendleft(task)
                if self.sent:  # all of them have failed, too, and tell so when asked
                    return
                self._died(error)
            except RuntimeError as error:  # it has been shut down
                raise InputError(f"an executor that takes no tasks ({one_line(str(error))}), expected one") from None

    def _task(self, ahead: int) -> Task:
        mean = self.seconds / self.starts if self.starts else SECONDS
        size = max(1, min(int(SECONDS / max(mean, 1e-9)), len(self.left) // ahead))
        priors = tuple(self.left.popleft() for _ in range(size))
        work = self.work
        limit = self.watch.memory_limit
        return Task(uuid.uuid4().hex, self.form, priors, work.seed, work.kernel, work.had.copy(), limit)

    def _received(self) -> Iterator[Done]:
        """Yield results that have come, if any have; put the tasks of dead workers back."""
        self.watch.check()
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
                    self.again.append(replace(task, name=uuid.uuid4().hex))
                elif isinstance(error, LemkeError | KeyboardInterrupt):
                    raise error
                else:
                    raise InputError(f"a worker failed: {type(error).__name__}: {error}, expected a result") from error
            # what else a broken pool had has failed as well, and must not be taken for a failure of the next one
            ready = wait(self.sent).done if isinstance(death, BrokenExecutor) else set()
        if death is not None:
            self._died(death)

    def _noted(self, done: Done) -> Done:
        self.workers.add(done.worker)
        self.starts += len(done.outcomes)
        self.seconds += done.seconds
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


def _is_death(error: BaseException) -> bool:
    """Return whether a task failed for the worker that had it, not by itself.

    Tasks raise no errors of the package distributed, so these are of its cluster: a worker, or the connection, is lost.
    """
    package = type(error).__module__.partition(".")[0]
    return isinstance(error, BrokenExecutor | CancelledError) or package == "distributed"
