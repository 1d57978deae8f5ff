"""What the programs have in common: a process of its own for whatever is measured, and tables that one can choose."""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, TypeVar

import lemke
from benchmarks.tables import Record

ROOT = Path(__file__).parents[1]
LIMIT, QUICK_LIMIT = 120.0, 2.0
"""Seconds for each call, and in a quick run."""


def figures(module: str, *arguments: str) -> Record:
    """Return the figures that a process prints as JSON in its last line; ``seconds`` is None if it was stopped."""
    command = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if run.returncode == -signal.SIGALRM:
        return {"seconds": None}
    if run.returncode:
        return {"seconds": None, "failed": (run.stderr.strip().splitlines() or [f"status {run.returncode}"])[-1]}
    return dict(json.loads(run.stdout.splitlines()[-1]))


@dataclass(frozen=True)
class Run:
    """What all tables have in common: the seconds for each call, whether it is a quick run, and our own mistakes."""

    limit: float
    quick: bool
    mistakes: list[str] = field(default_factory=list)


AnyRun = TypeVar("AnyRun", bound=Run)
Tables: TypeAlias = Mapping[str, tuple[str, Callable[[AnyRun], Iterator[str]]]]
"""Names on the command line, titles, and functions that yield the lines."""


def print_tables(
    name: str, description: str | None, tables: Tables[AnyRun], run_of: type[AnyRun], missing: Iterable[str] = ()
) -> int:
    """Print the tables that the command line asks for; return 1 if something is not as it should be.

    Parameters
    ----------
    name : str
        Of the module.
    description : str
    tables : Tables
    run_of : type
        Of what the tables are given.
    missing : iterable of str
        Tools that are not installed.
    """
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=description)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    parser.add_argument("--table", nargs="+", choices=tables, default=list(tables), metavar="NAME", dest="tables")
    parser.add_argument("--limit", type=float, metavar="S", help="seconds for each call")
    options = parser.parse_args()
    run = run_of(options.limit or (QUICK_LIMIT if options.quick else LIMIT), options.quick)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"lemke {lemke.__version__} on {machine}; load {os.getloadavg()[0]:.1f}\n")
    if absent := ", ".join(dict.fromkeys(missing)):
        print(f"Not installed, so not measured here: {absent}.\n")
    for each in options.tables:
        title, lines = tables[each]
        print("\n".join([f"### {title}", "", *lines(run), ""]), flush=True)
    for mistake in run.mistakes:
        print(f"not as it should be: {mistake}", file=sys.stderr)
    return int(bool(run.mistakes))
