"""General-sum games beyond a small size: a race of proposers, won by the first proof.

No proposer is the best in all games. Paths are short in small games. Learning is ahead in games that are nearly
zero-sum, and in games with unrelated payoffs. In one process the proposers take turns: next is always the one with the
least work so far. Work is computed from sizes and counts, not measured, so the winner depends on the seed and on
libraries, not on the machine's speed. With an executor each worker runs one proposer from its own start, and the
quickest wins.
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
    "path": sequence_lcp.shortened,
    "learn": learned.steps,
}
"""The proposers, by name: from a form and a seed to their steps."""
LEAD_PER_VARIABLE = 500_000
"""In nearly zero-sum games, nanoseconds of work per variable that learning gets before the path begins. Two linear
programs mostly end within this time."""
AHEAD = 32
"""Tasks that wait or run at the same time. Others are sent later: if one task kills its worker, all that were sent may
be lost with it."""
STARTS = 64
"""Seeds with which workers try learning."""
DEATHS = 3
"""Rounds in succession in which workers may die before the race is given up."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""


def first_proved(form: SequenceForm, seed: int, executor: Executor | None = None) -> ProvedPlans:
    """Return the equilibrium that is proved first.

    Raises
    ------
    NotProvedError
        If no proposer proves one; the message lists all reasons.
    InputError
        If the executor takes no tasks, a task fails in another way, or workers die with every task.
    """
    if executor is not None:
        return _spread(form, seed, executor)
    return done(first_proved_steps(form, seed))


def first_proved_steps(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Do what :func:`first_proved` does in one process, in steps."""
    lead = {"path": LEAD_PER_VARIABLE * form.lcp_size} if crash.is_guide(form) else {"learn": learned.LEAD}
    return (yield from first_proof({name: propose(form, seed) for name, propose in PROPOSERS.items()}, lead))


def _spread(form: SequenceForm, seed: int, executor: Executor) -> ProvedPlans:
    """Return the equilibrium that a worker proves first.

    If a worker dies, some executors fail all tasks. A lost task is sent once more; if it is lost again, it is blamed.
    """
    task = partial(_run, packed(form.plain()), limits.current())
    waiting = deque([("path", seed), *(("learn", seed + k * learned.ROUNDS) for k in range(STARTS))])
    sent: dict[Future[ProvedPlans], tuple[str, int]] = {}
    lost: set[tuple[str, int]] = set()
    reasons: list[str] = []
    deaths, reached = 0, None
    try:
        while waiting or sent:
            while waiting and len(sent) < AHEAD and not any(future.done() for future in sent):
                way = waiting.popleft()
                name = uuid.uuid4().hex  # a cluster would not run a second task of the same name and arguments
                sent[submitted(executor, task, name, *way)] = way
            limits.report(partial("{} starts at work or waiting".format, len(sent)))
            died: list[tuple[str, int]] = []
            ended = wait(sent, GLANCE, FIRST_COMPLETED).done
            for future in [future for future in sent if future in ended]:  # in the order of the seeds
                way = sent.pop(future)
                error = CancelledError("a task was cancelled") if future.cancelled() else future.exception()
                if error is None:
                    return future.result()
                if is_death(error):
                    died.append(way)
                elif isinstance(error, NotProvedError | LimitError):
                    deaths, reached = 0, error if isinstance(error, LimitError) else reached
                    reasons.append(f"{_words(way)}: {one_line(str(error))}")
                else:
                    raise_failure(error)
            deaths += bool(died)
            if deaths > DEATHS:
                raise InputError(
                    f"workers died {deaths} times in turn, expected some that live; a script starts them below {GUARD}"
                )
            waiting.extend(way for way in died if way not in lost)
            reasons += [f"{_words(way)}: its worker died twice" for way in died if way in lost]
            lost.update(died)
    finally:
        for future in sent:
            future.cancel()
        if isinstance(executor, Stoppable):
            executor.stop()
    raise reached or NotProvedError("; ".join(reasons))


def _words(way: tuple[str, int]) -> str:
    name, seed = way
    return f"{name}, seed {seed}"


def _run(form: bytes, block: Limits, task: str, proposer: str, seed: int) -> ProvedPlans:
    """Run one proposer in a worker, within the limits, until the executor stops it."""
    with entered(replace(block, progress=None, stop=check_stop)):
        return done(PROPOSERS[proposer](unpacked(form), seed))
