"""General-sum games beyond a small size: a race of proposers, won by the first proof.

No proposer is the best in all games. Paths are short in small games. Learning is faster in games that are nearly
zero-sum, and in games with unrelated payoffs. In one process the proposers take turns: the proposer with the least work
so far makes the next step. Work is computed from sizes and counts, not measured, so the winner depends on the seed and
on the versions of libraries, not on the machine's speed. With an executor each worker runs one proposer with another
seed, and the quickest wins.
"""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import replace
from functools import partial

from lemke.certificate import ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError, one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.limits import Limits, entered
from lemke.ground.steps import Steps, done, first_proof
from lemke.ground.workers import GUARD, Stoppable, check_stop, is_death, packed, raise_failure, submitted, unpacked
from lemke.solvers import crash, learned, sequence_lcp

PROPOSERS: dict[str, Callable[[SequenceForm, int], Steps[ProvedPlans]]] = {
    "path": sequence_lcp.short_path_steps,
    "learn": learned.steps,
}
"""The proposers by name: functions that take a form and a seed, and return an equilibrium in steps."""
LEAD_PER_VARIABLE = 500_000
"""In nearly zero-sum games, nanoseconds of work per variable of the LCP that learning gets before the path begins. Two
linear programs mostly end within this time."""
AHEAD = 32
"""Largest number of tasks sent to the executor at the same time. If one task kills its worker, all tasks that were sent
may be lost."""
STARTS = 64
"""Number of tasks for learning; each tries :data:`learned.ROUNDS` seeds."""
DEATHS = 3
"""Number of successive rounds in which workers may die before the race is given up."""
GLANCE = 0.1
"""Seconds between two checks of the limits."""


def first_proved(form: SequenceForm, seed: int, executor: Executor | None = None) -> ProvedPlans:
    """Return the equilibrium that is proved first.

    Raises
    ------
    NotProvedError
        If no proposer proves one; the message lists all reasons.
    LimitError
        If a limit is reached in this process; or in a worker, and no other worker proves an equilibrium.
    InputError
        If the executor accepts no tasks, if a task fails with another error, or if workers keep dying.
    """
    if executor is not None:
        return _first_proved_by_workers(form, seed, executor)
    return done(first_proved_steps(form, seed))


def first_proved_steps(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Return what :func:`first_proved` returns in one process, in steps."""
    # a handicap counts as work done: the other proposer makes all steps until its work is as large
    handicaps = {"path": LEAD_PER_VARIABLE * form.lcp_size} if crash.is_guide(form) else {"learn": learned.LEAD}
    return (yield from first_proof({name: propose(form, seed) for name, propose in PROPOSERS.items()}, handicaps))


def _first_proved_by_workers(form: SequenceForm, seed: int, executor: Executor) -> ProvedPlans:
    """Return the equilibrium that a worker proves first.

    If a worker dies, some executors fail all tasks. So a lost task is sent once more; if it is lost again, the message
    lists it.
    """
    task = partial(_run, packed(form.plain()), limits.current())
    # learning itself tries ROUNDS seeds from its seed on
    waiting = deque([("path", seed), *(("learn", seed + k * learned.ROUNDS) for k in range(STARTS))])
    sent: dict[Future[ProvedPlans], tuple[str, int]] = {}
    lost: set[tuple[str, int]] = set()
    reasons: list[str] = []
    deaths = 0
    limit_error: LimitError | None = None
    try:
        while waiting or sent:
            # no task is sent while an ended task waits for a look: it may have won
            while waiting and len(sent) < AHEAD and not any(future.done() for future in sent):
                start = waiting.popleft()
                name = uuid.uuid4().hex  # a cluster would not run a second task of the same name and arguments
                sent[submitted(executor, task, name, *start)] = start
            limits.report(partial("{} starts at work or waiting".format, len(sent)))
            died: list[tuple[str, int]] = []
            ended = wait(sent, GLANCE, FIRST_COMPLETED).done
            for future in [future for future in sent if future in ended]:  # in the order in which they were sent
                start = sent.pop(future)
                error = CancelledError("a task was cancelled") if future.cancelled() else future.exception()
                if error is None:
                    return future.result()
                if is_death(error):
                    died.append(start)
                elif isinstance(error, NotProvedError | LimitError):
                    deaths = 0
                    if isinstance(error, LimitError):
                        limit_error = error
                    reasons.append(f"{_start_words(start)}: {one_line(str(error))}")
                else:
                    raise_failure(error)
            deaths += bool(died)
            if deaths > DEATHS:
                died_often = f"workers died {deaths} times in a row, expected workers that live"
                raise InputError(f"{died_often}; they may lack memory, or a script starts them outside of {GUARD}")
            waiting.extend(start for start in died if start not in lost)
            reasons += [f"{_start_words(start)}: its worker died twice" for start in died if start in lost]
            lost.update(died)
    finally:
        for future in sent:
            future.cancel()
        if isinstance(executor, Stoppable):
            executor.stop()
    raise limit_error or NotProvedError("; ".join(reasons))


def _start_words(start: tuple[str, int]) -> str:
    name, seed = start
    return f"{name}, seed {seed}"


def _run(form: bytes, task_limits: Limits, task: str, proposer: str, seed: int) -> ProvedPlans:
    """Run one proposer in a worker, within the limits, until the executor stops it. ``task`` is a unique name."""
    with entered(replace(task_limits, progress=None, stop=check_stop)):
        return done(PROPOSERS[proposer](unpacked(form), seed))
