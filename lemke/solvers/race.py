"""General-sum games beyond a small size: proposers in a race, of which the first proof wins.

No way is the best in all games: paths are short where games are small, learning is ahead where they are nearly
zero-sum and where payoffs have little to do with each other. In one process they take turns, always the one that has
worked least so far. Work is reckoned from sizes and counts, not measured: the winner depends on the seed and on
libraries, not on the machine's speed. Workers of an executor follow one way each, learning from starts of their own;
there the quickest wins.
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
"""Those that take part, by name."""
LEAD_PER_VARIABLE = 500_000
"""Nanoseconds of work, per variable, that learning is given before the path begins where games are nearly zero-sum: two
linear programs mostly end within them."""
AHEAD = 32
"""Tasks that wait or run. The rest stays back: a worker that one of them kills may take all the others with it."""
STARTS = 64
"""Seeds with which learning is tried by workers."""
DEATHS = 3
"""Workers that may die in turn before the race is given up."""
GLANCE = 0.1
"""Seconds between two looks at the limits."""


def first_proved(form: SequenceForm, seed: int, executor: Executor | None = None) -> ProvedPlans:
    """Return the equilibrium that is proved first.

    Raises
    ------
    NotProvedError
        If no proposer has one; with all reasons.
    InputError
        If the executor takes no tasks, a task fails in another way, or workers die whatever they are sent.
    """
    if executor is not None:
        return _spread(form, seed, executor)
    return done(first_proved_steps(form, seed))


def first_proved_steps(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Do what :func:`first_proved` does in one process, in steps."""
    lead = {"path": LEAD_PER_VARIABLE * form.lcp_size} if crash.is_guide(form) else {"learn": learned.LEAD}
    return (yield from first_proof({name: propose(form, seed) for name, propose in PROPOSERS.items()}, lead))


def _spread(form: SequenceForm, seed: int, executor: Executor) -> ProvedPlans:
    """Return what a worker proves first.

    Some executors fail all tasks if a worker dies: those lost are sent once more, and a second loss is its own fault.
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
                name = uuid.uuid4().hex  # so that no cluster takes it for one that it has done
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
    """Follow one way in a worker, within the limits, until the executor stops it."""
    with entered(replace(block, progress=None, stop=check_stop)):
        return done(PROPOSERS[proposer](unpacked(form), seed))
