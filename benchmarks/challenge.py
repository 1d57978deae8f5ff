"""Run solvers of other packages on the bundled games, and print the verdicts as Markdown tables.

``python -m benchmarks.challenge [--timeout S] [--solver NAME …] [--json FOLDER]``. Answers in floats are judged twice:
at their exact values, and divided by their exact sums.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import lemke
from benchmarks.outside_solvers import SOLVERS
from benchmarks.program import ROOT
from lemke.cli.challenge import challenge
from lemke.ground.rational import decimal, parse

PACKAGES = {
    "gambit-lcp": ("pygambit",),
    "gambit-lp": ("pygambit",),
    "gambit-enummixed": ("pygambit",),
    "openspiel-lp": ("open_spiel", "cvxpy", "ecos"),
    "nashpy": ("nashpy",),
    "quantecon": ("quantecon",),
}
FLOATS = ("openspiel-lp", "nashpy", "quantecon")
VERDICTS = ("right", "wrong", "malformed", "no answer", "crashed", "timed out", "refused")

ChallengeDocument = dict[str, Any]
"""What ``lemke challenge`` writes as JSON."""


def missing(name: str) -> list[str]:
    """Return the packages of a solver that are not installed."""
    return [package for package in PACKAGES[name] if not installed(package)]


def installed(package: str) -> str:
    """Return the version of a package, nothing if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def challenged(name: str, timeout: float, normalize: bool, folder: Path) -> ChallengeDocument:
    """Run a solver on the bundled games."""
    target = folder / f"{name}{'-normalized' if normalize else ''}.json"
    command = shlex.join([sys.executable, "-m", "benchmarks.outside_solvers", name])
    options = [
        "--timeout",
        str(timeout),
        "--format",
        "json",
        "-o",
        str(target),
        *(["--normalize"] if normalize else []),
    ]
    challenge.main([command, *options], standalone_mode=False)
    document: ChallengeDocument = json.loads(target.read_text(encoding="utf-8"))
    return document


def summary(runs: dict[tuple[str, bool], ChallengeDocument]) -> Iterator[str]:
    """Yield a table with a line per run: verdicts, the largest regret of wrong answers, and seconds."""
    yield f"| solver | {' | '.join(VERDICTS)} | largest regret | seconds |"
    yield "| --- |" + " ---: |" * (len(VERDICTS) + 2)
    for (name, normalize), document in runs.items():
        games = document["games"]
        counts = [str(document["summary"].get(verdict, "")) for verdict in VERDICTS]
        regrets = [parse(row["regret"]) for row in games if row["regret"] is not None]
        worst = decimal(max(regrets), 3) if regrets and max(regrets) else ""
        seconds = sum(float(row["seconds"]) for row in games)
        label = f"{name}, normalized" if normalize else name
        yield f"| {label} | {' | '.join(counts)} | {worst} | {seconds:.0f} |"


def matrix(runs: dict[tuple[str, bool], ChallengeDocument]) -> Iterator[str]:
    """Yield a table with a line per game and a column per solver, floats divided by their sums."""
    shown = {name: document for (name, normalize), document in runs.items() if normalize == (name in FLOATS)}
    yield f"| game | {' | '.join(shown)} |"
    yield "| --- |" + " --- |" * len(shown)
    for rows in zip(*(document["games"] for document in shown.values()), strict=True):
        yield f"| {rows[0]['name']} | {' | '.join(map(cell, rows))} |"


def cell(row: ChallengeDocument) -> str:
    """Return a verdict, with the regret of a wrong answer."""
    regret = "" if row["regret"] in (None, "0") else f" {decimal(parse(row['regret']), 3)}"
    return str(row["verdict"]) + regret


def run(names: Iterable[str], timeout: float, folder: Path) -> None:
    """Run the solvers and print the tables."""
    chosen = [name for name in names if not missing(name)]
    packages = dict.fromkeys(package for name in chosen for package in PACKAGES[name])
    versions = ", ".join(f"{package} {installed(package)}" for package in packages)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"lemke {lemke.__version__} on {machine}; load {os.getloadavg()[0]:.1f}; {versions}\n")
    runs = {}
    for name in chosen:
        for normalize in (False, True) if name in FLOATS else (False,):
            print(f"{name}{', normalized' if normalize else ''}", file=sys.stderr, flush=True)
            runs[name, normalize] = challenged(name, timeout, normalize, folder)
    print("\n".join([*summary(runs), "", *matrix(runs)]))


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.challenge", description=__doc__)
    parser.add_argument("--solver", nargs="+", choices=SOLVERS, default=list(SOLVERS), metavar="NAME", dest="names")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="S", help="seconds for each game")
    parser.add_argument("--json", type=Path, metavar="FOLDER", help="keep what lemke challenge writes there")
    options = parser.parse_args()
    if absent := dict.fromkeys(package for name in options.names for package in missing(name)):
        print(f"not installed, so left out: {', '.join(absent)}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.json or Path(temporary)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        os.chdir(ROOT)  # where the solvers find their module
        run(options.names, options.timeout, folder)


if __name__ == "__main__":
    main()
