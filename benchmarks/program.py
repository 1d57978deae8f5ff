"""What all tables share: the process of its own for every measurement, and the options of a run."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from benchmarks.tables import Record, Table

ROOT = Path(__file__).parents[1]
LIMIT, QUICK_LIMIT = 60.0, 2.0
"""Seconds for each call, and in a quick run."""


def figures(module: str, *arguments: str) -> Record:
    """Return the figures that a process prints as JSON in its last line; ``seconds`` is None if it was stopped."""
    command = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if run.returncode in (-signal.SIGALRM, -signal.SIGPROF):
        return {"seconds": None}
    if run.returncode:
        return {"seconds": None, "failed": (run.stderr.strip().splitlines() or [f"status {run.returncode}"])[-1]}
    return dict(json.loads(run.stdout.splitlines()[-1]))


@dataclass(frozen=True)
class Run:
    """The options of a run (the seconds for each call, whether it is quick) and the mistakes of ``lemke`` in it."""

    limit: float = LIMIT
    quick: bool = False
    mistakes: list[str] = field(default_factory=list)


Tables: TypeAlias = Mapping[str, tuple[str, Callable[[Run], Table]]]
"""Names on the command line, titles, and functions that measure."""
