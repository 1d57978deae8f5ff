"""What is sent to workers, processes of this machine or of others, and what they send back.

A task holds the sequence form, packed; a worker unpacks it once and keeps it. With it go the numbers of priors, the
plans of those that are given, and the keys of some frequent ends. The plans of these are not sent back; those of all
others are, once a task, and the ledger drops what it has already.
"""

from __future__ import annotations

import os
import pickle
import socket
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from threading import get_ident

from lemke.forms.sequence_form import SequenceForm
from lemke.ground.limits import Limits, entered
from lemke.studies.explore.start import Had, Outcome, Plans, follow, plans_of, random_prior


@dataclass(frozen=True, eq=False, slots=True)
class Task:
    """Starts for a worker.

    Attributes
    ----------
    name : str
        Another one for every task and every time that it is sent, so that no cluster takes it for one that it has done.
    form : bytes
        From :func:`packed`.
    priors : tuple of (int, pair of plans or None)
        Numbers, and the plans of those that are given.
    seed : int
        Prior number k has the seed ``seed`` + k.
    kernel : str
    had : Had
        Of at most so many keys as :data:`lemke.studies.explore.crew.COMMON`.
    limits : Limits
        Of time and memory; every worker holds so much for itself.
    """

    name: str
    form: bytes
    priors: tuple[tuple[int, Plans | None], ...]
    seed: int
    kernel: str
    had: Had
    limits: Limits


@dataclass(frozen=True, eq=False, slots=True)
class Done:
    """What became of a task, who did it, and how many seconds that took."""

    outcomes: tuple[Outcome, ...]
    worker: str
    seconds: float


def packed(form: SequenceForm) -> bytes:
    """Return a sequence form, without the tree it is of, as bytes for :func:`unpacked`."""
    plain = SequenceForm(**{each.name: getattr(form, each.name) for each in fields(SequenceForm)})
    return zlib.compress(pickle.dumps(plain, pickle.HIGHEST_PROTOCOL))


@lru_cache(maxsize=1)
def unpacked(form: bytes) -> SequenceForm:
    """Return the sequence form; the last one is kept, as tasks of one exploration all come with the same."""
    found = pickle.loads(zlib.decompress(form))
    assert isinstance(found, SequenceForm)
    return found


def run(task: Task) -> Done:
    """Do a task, in whatever process.

    Raises
    ------
    LimitError
        If a limit is reached, or the exploration has been stopped.
    """
    begin = time.monotonic()
    form = unpacked(task.form)
    had = task.had.only(task.had.plans)
    with entered(replace(task.limits, progress=None, stop=_stopped)):
        outcomes = tuple(outcome(form, number, plans, task.seed, task.kernel, had) for number, plans in task.priors)
    worker = f"{socket.gethostname()} {os.getpid()} {get_ident()}"
    return Done(outcomes, worker, time.monotonic() - begin)


def outcome(form: SequenceForm, number: int, given: Plans | None, seed: int, kernel: str, had: Had) -> Outcome:
    """Return where the path from a prior ends; from the random one with its seed if none is given."""
    prior = plans_of(form, random_prior(form, seed + number)) if given is None else given
    return follow(form, prior, number, seed + number, kernel, had)


_stop: list[Callable[[], None]] = []


def stop_by(check: Callable[[], None]) -> None:
    """Have a function called between the steps of all paths that tasks in this process follow; it may raise."""
    _stop[:] = [check]


def _stopped() -> None:
    for check in _stop:
        check()
