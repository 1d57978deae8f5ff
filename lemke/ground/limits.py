"""A limit of time for a block of code, and reports of its progress.

:func:`limits` opens a block. The main loops call :func:`check` or :func:`report` between their steps. Both functions
raise LimitError once the time is over; nothing is interrupted between two calls.

The limits are not passed as parameters. They are in a context variable, like the precision of :mod:`decimal`: called
code sees them, and so does code that runs by :func:`asyncio.to_thread` or ``contextvars.copy_context().run``. Send
other threads, processes and machines the value of :func:`current`; their tasks enter these limits with :func:`entered`.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any, cast

from lemke.errors import InputError, LimitError, type_name

Progress = Callable[[str], None]
"""A function that takes a line of text."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a block. A pickle keeps the remaining seconds, but not the function ``progress``."""

    deadline: float = math.inf  # a time of time.monotonic
    time: float | None = None  # the time limit in seconds, for messages
    progress: Progress | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _limits_from_now, (self.deadline - clock.monotonic(), self.time)

    def seconds_left(self) -> float:
        """Return the seconds until the deadline, 0 or more; infinity without a deadline."""
        return max(self.deadline - clock.monotonic(), 0.0)


def _limits_from_now(seconds: float, time: float | None) -> Limits:
    return Limits(clock.monotonic() + seconds, time)


_limits: ContextVar[Limits] = ContextVar("lemke.limits", default=Limits())  # noqa: B039  Limits is frozen


def limits(time: float | None = None, progress: Progress | None = None) -> AbstractContextManager[None]:
    """Limit the time of a block, and follow its progress.

    In nested blocks the earlier deadline holds. Progress goes to the innermost block that has a ``progress`` function.

    Parameters
    ----------
    time : float | None
        Seconds from now.
    progress : callable | None
        Called with a line of text that says how far a computation is.

    Raises
    ------
    InputError
        By the call itself, for a time that is no number or below 0, or a ``progress`` that cannot be called.
    LimitError
        Within the block, when the time is over.

    >>> import lemke
    >>> with lemke.limits(time=60):
    ...     lemke.solve(lemke.example("kuhn3")).payoffs
    (mpq(-1,18), mpq(1,18))
    >>> with limits(time=0):
    ...     check()
    Traceback (most recent call last):
        ...
    lemke.errors.LimitError: the time limit of 0 s was reached
    """
    if progress is not None and not callable(progress):
        raise InputError(f"progress of type {type_name(progress)}, expected a function that takes a line of text")
    outer = current()
    seconds = math.inf if time is None else _seconds(time)
    deadline = clock.monotonic() + seconds
    progress = progress or outer.progress
    if deadline < outer.deadline:
        return entered(Limits(deadline, seconds, progress))
    return entered(Limits(outer.deadline, outer.time, progress))


def _seconds(value: Any) -> float:
    """Return a time limit as a float; it may be a number of any type."""
    if isinstance(value, Real | Decimal) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf if cast(Any, value) > 0 else -math.inf
        if number >= 0:
            return number
    from lemke.ground.rational import shown  # noqa: PLC0415  for a mistake only

    raise InputError(f"the time limit {shown(value)} of type {type_name(value)}, expected a number, 0 or more")


@contextmanager
def entered(block: Limits) -> Iterator[None]:
    """Let exactly these limits hold in a block; the limits may come from another thread or process."""
    token = _limits.set(block)
    try:
        yield
    finally:
        _limits.reset(token)


def lifted() -> AbstractContextManager[None]:
    """Lift the time limit in a block, for example to assemble a result from proofs made before the time was over.

    >>> with limits(time=0), lifted():
    ...     check()
    """
    return entered(Limits(progress=current().progress))


def current() -> Limits:
    """Return the limits that hold here."""
    return _limits.get()


def check() -> None:
    """Raise :class:`LimitError` if the time is over."""
    block = _limits.get()
    if clock.monotonic() >= block.deadline:
        raise LimitError(f"the time limit of {block.time:g} s was reached")


def report(stage: Callable[[], str]) -> None:
    """Check the deadline, then say how far the computation is, if there is a progress function.

    >>> with limits(progress=print):
    ...     report(lambda: "3 of 4 starts")
    3 of 4 starts
    """
    check()
    progress = _limits.get().progress
    if progress is not None:
        progress(stage())
