"""Clocks, a time limit, and the memory of a process."""

from __future__ import annotations

import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import wraps
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")

REPEATS = 3
"""The most runs of a call; the best counts."""
LONG = 2.0
"""After this many seconds in all, no further run starts."""


def timed(function: Callable[[], Result], repeats: int = 1) -> tuple[Result, float]:
    """Return the result and the least seconds of several runs."""
    least = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        result = function()
        least = min(least, time.perf_counter() - begin)
    return result, least


class Stopwatch:
    """Adds up the seconds that functions take; none of them may call another one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def watch(self, owner: Any, name: str) -> None:
        """Replace a function in a module or class by one that is timed."""
        function = getattr(owner, name)

        @wraps(function)
        def watched(*arguments: Any, **options: Any) -> Any:
            begin = time.perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - begin

        setattr(owner, name, watched)


def best(function: Callable[[], Result], limit: float) -> tuple[Result, float]:
    """Return the result and the seconds of the best of some runs; beyond the limit this process ends, by SIGALRM."""
    runs: list[tuple[Result, float]] = []
    while not runs or (len(runs) < REPEATS and sum(seconds for _, seconds in runs) < LONG):
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            runs.append(timed(function))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return min(runs, key=itemgetter(1))


def peak_memory() -> float:
    """Return the most memory that this process has held so far, in MiB."""
    status = Path("/proc/self/status")
    if status.exists():  # where getrusage also counts what the parent held when it started this process
        line = next(row for row in status.read_text(encoding="ascii").splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
