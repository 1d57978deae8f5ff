"""Limits of time and memory for a block of code, and reports of its progress.

:func:`limits` opens a block. Long computations call :func:`check` or :func:`report` between their steps. Both functions
raise LimitError when a limit of the block is reached; nothing is interrupted between two checks.

Limits are not passed as parameters. They are in a context variable, like the precision of :mod:`decimal`: called code
sees them, and so does code that runs by :func:`asyncio.to_thread` or ``contextvars.copy_context().run``. Send other
threads, processes and machines the value of :func:`current`; their tasks enter these limits with :func:`entered`. An
interrupt from the keyboard is Python's own ``KeyboardInterrupt``.
"""

from __future__ import annotations

import math
import re
import sys
import time as clock
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import Any, TypeVar, cast

from lemke.errors import InputError, LimitError, type_name

if sys.platform != "win32":
    import resource


class Stage(str):
    """A line of text that says how far a computation is, with the amounts of work done and to do, if they are known.

    Attributes
    ----------
    done, total : float | None
        The work done so far and in total, in one unit such as starts or vertices; 0 <= done <= total. None if they
        are not known.
    """

    __slots__ = ("done", "total")

    def __new__(cls, text: str, done: float | None = None, total: float | None = None) -> Stage:
        """Return the text with its two amounts of work."""
        stage = super().__new__(cls, text)
        stage.done, stage.total = done, total
        return stage

    done: float | None
    total: float | None


Value = TypeVar("Value")
Progress = Callable[[str], None]
"""A function that takes a line of text, usually a :class:`Stage`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a block. A pickle keeps the remaining seconds, but not the functions ``progress`` and ``stop``."""

    deadline: float = math.inf  # a time of time.monotonic
    time: float | None = None  # the time limit in seconds, for messages
    memory: float | None = None  # limit of the process's peak memory in MiB
    progress: Progress | None = None
    stop: Callable[[], None] | None = None  # called by every check; it may raise an error

    def __reduce__(self) -> tuple[Any, ...]:
        return _limits_from_now, (self.deadline - clock.monotonic(), self.time, self.memory)


def _limits_from_now(seconds: float, time: float | None, memory: float | None) -> Limits:
    return Limits(clock.monotonic() + seconds, time, memory)


_NONE = Limits()
_limits: ContextVar[Limits] = ContextVar("lemke.limits", default=_NONE)


def limits(
    time: float | None = None, memory: float | None = None, progress: Progress | None = None
) -> AbstractContextManager[None]:
    """Limit the time and memory of a block, and follow its progress.

    In nested blocks the stricter limits hold. Progress goes to the innermost block that has a ``progress`` function.

    Parameters
    ----------
    time : float | None
        Seconds from now.
    memory : float | None
        Limit of the process's peak memory in MiB.
    progress : callable | None
        Called with a :class:`Stage`, a line of text that says how far a computation is.

    Raises
    ------
    InputError
        By the call itself, for a limit that is no number or below 0, or a ``progress`` that cannot be called.
    LimitError
        Within the block, when a limit is reached.

    >>> import lemke
    >>> with lemke.limits(time=60, memory=4000):
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
    return _stricter_limits(_limit("time", time), _limit("memory", memory), progress)


def _limit(name: str, value: Any) -> float | None:
    """Return a limit as a float; it may be a number of any type."""
    if value is None:
        return None
    if isinstance(value, Real | Decimal) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf if cast(Any, value) > 0 else -math.inf
        if number >= 0:
            return number
    from lemke.ground.rational import shown  # noqa: PLC0415  for a mistake only

    raise InputError(f"the {name} limit {shown(value)} of type {type_name(value)}, expected a number, 0 or more")


@contextmanager
def _stricter_limits(time: float | None, memory: float | None, progress: Progress | None) -> Iterator[None]:
    """Let each of the limits hold in a block if it is stricter than the limit of the surrounding block."""
    outer = _limits.get()
    block = outer
    if time is not None and (deadline := clock.monotonic() + time) < outer.deadline:
        block = replace(block, deadline=deadline, time=time)
    if memory is not None and (outer.memory is None or memory < outer.memory):
        block = replace(block, memory=memory)
    with entered(replace(block, progress=progress or outer.progress)):
        yield


@contextmanager
def entered(block: Limits) -> Iterator[None]:
    """Let exactly these limits hold in a block; the limits may come from another thread or process."""
    token = _limits.set(block)
    try:
        yield
    finally:
        _limits.reset(token)


def current() -> Limits:
    """Return the limits that hold here."""
    return _limits.get()


def check() -> None:
    """Raise :class:`LimitError` if a limit is reached; the function ``stop`` of the limits may raise another error."""
    block = _limits.get()
    if block is _NONE:
        return
    if block.stop is not None:
        block.stop()
    if clock.monotonic() >= block.deadline:
        raise LimitError(f"the time limit of {block.time:g} s was reached")
    if block.memory is not None and (peak := peak_memory()) > block.memory:
        raise LimitError(f"the memory limit of {block.memory:g} MiB was reached (the process held {peak:.0f} MiB)")


def reserve(mebibytes: float) -> None:
    """Raise :class:`LimitError` if the limit of memory has no room for this many MiB beyond the peak so far."""
    memory = _limits.get().memory
    if memory is not None and (need := peak_memory() + mebibytes) > memory:
        raise LimitError(f"the memory limit of {memory:g} MiB was reached ({need:.0f} MiB needed)")


def report(stage: Callable[[], str], done: float | None = None, total: float | None = None) -> None:
    """Check the limits, then say how far the computation is, if there is a progress function.

    >>> with limits(progress=lambda stage: print(stage, stage.done / stage.total)):
    ...     report(lambda: "3 of 4 starts", 3, 4)
    3 of 4 starts 0.75
    """
    check()
    progress = _limits.get().progress
    if progress is not None:
        progress(Stage(stage(), done, total))


def lifted() -> AbstractContextManager[None]:
    """Lift all limits in a block, for example to assemble a result from proofs made before a limit was reached.

    >>> with limits(time=0), lifted():
    ...     check()
    """
    return entered(_NONE)


def checked(values: Iterable[Value], stride: int = 4096) -> Iterator[Value]:
    """Yield values, and check the limits before the first value and again after every ``stride`` values.

    >>> list(checked("abc"))
    ['a', 'b', 'c']
    """
    for k, value in enumerate(values):
        if k % stride == 0:
            check()
        yield value


@contextmanager
def silent() -> Iterator[None]:
    """Keep the limits in a block, but report no progress."""
    with entered(replace(_limits.get(), progress=None)):
        yield


def peak_memory() -> float:
    """Return the most memory that the process has held, in MiB; 0 on Windows.

    >>> peak_memory() >= 0
    True
    """
    with suppress(OSError):  # only Linux has this file
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        if peak := re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE):
            return int(peak[1]) / (1 << 10)
    if sys.platform == "win32":
        return 0.0
    # ru_maxrss is in bytes on macOS, elsewhere in KiB; on Linux it may be the peak of the parent process
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
