"""Limits and progress, passed down explicitly to whatever may take long.

A :class:`Watch` is asked between the steps of a long computation whether to go on. It never interrupts anything by
itself; an interrupt from the keyboard is Python's own ``KeyboardInterrupt`` and passes through.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lemke.errors import LimitError

if sys.platform != "win32":
    import resource


class Stage(str):
    """A line of text that says how far a computation is, and what part of it is done where that is known.

    Attributes
    ----------
    done, total : float | None
        In the same unit, such as starts or vertices; 0 <= done <= total.

    >>> Stage("3 of 4 starts", 3, 4).done
    3
    """

    __slots__ = ("done", "total")

    def __new__(cls, text: str, done: float | None = None, total: float | None = None) -> Stage:
        """Return the text with what it counts."""
        stage = super().__new__(cls, text)
        stage.done, stage.total = done, total
        return stage

    done: float | None
    total: float | None


Observer = Callable[[str], None]
"""Takes a line of text, as a rule a :class:`Stage`."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A deadline, a memory limit and an observer of progress, all optional.

    Parameters
    ----------
    time_limit : float | None
        Seconds from now.
    memory_limit : int | None
        MiB that the process may hold at its peak.
    observer : callable | None
        Called with a :class:`Stage`, a line of text that says how far a computation is.

    >>> Watch().check()
    >>> Watch(time_limit=0).check()
    Traceback (most recent call last):
        ...
    lemke.errors.LimitError: the time limit of 0 s was reached
    """

    time_limit: float | None = None
    memory_limit: int | None = None
    observer: Observer | None = None
    started: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise :class:`LimitError` if a limit is reached."""
        if self.time_limit is not None and self.elapsed() >= self.time_limit:
            raise LimitError(f"the time limit of {self.time_limit:g} s was reached")
        if self.memory_limit is not None and (peak := peak_memory()) > self.memory_limit:
            raise LimitError(f"the memory limit of {self.memory_limit} MiB was reached ({peak:.0f} MiB in use)")

    def reserve(self, mebibytes: float) -> None:
        """Raise :class:`LimitError` if so much more memory would go beyond the limit."""
        if self.memory_limit is not None and (need := peak_memory() + mebibytes) > self.memory_limit:
            raise LimitError(f"the memory limit of {self.memory_limit} MiB was reached ({need:.0f} MiB needed)")

    def elapsed(self) -> float:
        """Return the seconds since the watch was made."""
        return time.monotonic() - self.started

    def report(self, stage: Callable[[], str], done: float | None = None, total: float | None = None) -> None:
        """Check the limits, then tell the observer, if there is one, how far the computation is.

        >>> Watch(observer=lambda stage: print(stage, stage.done / stage.total)).report(lambda: "3 of 4 starts", 3, 4)
        3 of 4 starts 0.75
        """
        self.check()
        if self.observer is not None:
            self.observer(Stage(stage(), done, total))


def peak_memory() -> float:
    """Return the most memory that the process has held, in MiB; 0 where the system does not tell.

    >>> peak_memory() >= 0
    True
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:  # no Linux
        return _peak_by_rusage()
    peak = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return int(peak[1]) / (1 << 10) if peak else _peak_by_rusage()


def _peak_by_rusage() -> float:
    """Return the peak that ``getrusage`` tells; on Linux it may be that of the process that started this one."""
    if sys.platform == "win32":
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
