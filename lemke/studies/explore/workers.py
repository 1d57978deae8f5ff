"""Following many paths, in this process or by the workers of an executor.

A task contains the packed sequence form, which a worker unpacks once and keeps, and the priors of some starts. If
several paths of a task end at the same plans, the worker sends the plans once.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from lemke.certificate.exploration import FailedStart
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.crew import Crew, Done
from lemke.ground.limits import Limits, entered
from lemke.ground.workers import check_stop, packed, unpacked
from lemke.studies.explore.ends import OutcomeLedger, PathOutcome, Plans, follow

NumberedPrior: TypeAlias = tuple[int, Plans | None]
"""The number of a prior, and its plans; None instead of the plans of a random prior."""


def outcomes(
    form: SequenceForm, starts: Iterator[NumberedPrior], count: int, seed: int, kernel: str, executor: Executor | None
) -> Generator[PathOutcome, None, None]:
    """Yield the outcome of every start once, in the order in which the starts are done.

    There are ``count`` starts, with ascending numbers of priors. Prior number k has the seed ``seed`` + k. Without an
    executor this process follows the paths. Errors are those of :meth:`lemke.ground.crew.Crew.outcomes`.
    """
    if executor is None:
        for number, plans in starts:
            limits.check()
            yield follow(form, number, plans, seed + number, kernel)
    elif count:
        task = partial(run, packed(form.plain()), seed, kernel, limits.current())
        yield from Crew(task, starts, count, executor, _failed_start).outcomes()


def _failed_start(start: NumberedPrior, reason: str) -> FailedStart:
    """Return the outcome of a start whose workers died."""
    return FailedStart(start[0], reason)


def run(
    form: bytes, seed: int, kernel: str, block: Limits, name: str, starts: tuple[NumberedPrior, ...]
) -> Done[PathOutcome]:
    """Follow the paths of some starts in a packed sequence form; any process can run this.

    The memory limit applies to every worker separately. ``name`` is new whenever a task is sent, so that a cluster does
    not mistake the task for one that it has done. A LimitError says that a limit is reached or the exploration stopped.
    """
    begin = time.monotonic()
    sequence_form: SequenceForm = unpacked(form)
    ledger, outcomes = OutcomeLedger(sequence_form), []
    with entered(replace(block, progress=None, stop=check_stop)):
        for number, plans in starts:
            outcome = ledger.trim(follow(sequence_form, number, plans, seed + number, kernel))
            ledger.add(outcome)
            outcomes.append(outcome)
    return Done.since(begin, outcomes)
