"""Measure ``lemke`` and Gambit on the same games in one run, and print a Markdown table.

A solver call is sequence form in, proved plans out: path, exact numbers and exact check. Building the sequence form
and judging the profile on the tree are measured beside it. Gambit's call is ``lcp_solve(rational=True)`` on a game
already read.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import lemke
from benchmarks import gambit
from benchmarks.ladders import LADDER, Rung

Result = TypeVar("Result")

HEADINGS = ("game", "sequences", "pivots", "bits", "build s", "solver call s", "judge s", "Gambit s", "Gambit / lemke")


def timed(function: Callable[[], Result], repeats: int = 1) -> tuple[Result, float]:
    """Return the result and the least seconds of several runs."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        result = function()
        best = min(best, time.perf_counter() - begin)
    return result, best


def measure(rung: Rung, limit: float) -> dict[str, Any]:
    """Return all figures of one game."""
    game = rung.make()
    form, build = timed(lambda: lemke.sequence_form(game))
    plans, solve = timed(lambda: lemke.solve(form, kernel="exact"), repeats=3)
    profile = lemke.solve(game, kernel="exact").profile
    fresh = rung.make()
    report, judge = timed(lambda: lemke.verify(fresh, profile))
    if not report.is_equilibrium:
        raise RuntimeError(f"{rung.name}: not an equilibrium")
    peer = gambit.seconds(lemke.dumps(game, "efg"), limit)
    return {
        "game": rung.name,
        "sequences": "+".join(str(each.size) for each in form.sequences),
        "pivots": plans.pivots,
        "bits": plans.bits,
        "build s": build,
        "solver call s": solve,
        "judge s": judge,
        "Gambit s": peer,
        "Gambit / lemke": (limit if peer is None else peer) / solve,
    }


def shown(row: dict[str, Any], limit: float) -> str:
    """Return a row of the Markdown table."""
    cells = []
    for heading in HEADINGS:
        value = row[heading]
        if heading == "Gambit s" and value is None:
            value = f"> {limit:g}"
        if heading == "Gambit / lemke":
            value = f"{'> ' if row['Gambit s'] is None else ''}{value:.3g}"
        cells.append(f"{value:.4f}" if isinstance(value, float) else str(value))
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Run the ladder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    parser.add_argument("--limit", type=float, default=300, metavar="S", help="seconds given to each peer's run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    options = parser.parse_args()
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    print(f"lemke {lemke.__version__} on {machine}\n")
    print("| " + " | ".join(HEADINGS) + " |")
    print("|" + "---|" * len(HEADINGS))
    rows = []
    for rung in LADDER:
        if rung.quick or not options.quick:
            rows.append(measure(rung, options.limit))
            print(shown(rows[-1], options.limit), flush=True)
    if options.json:
        options.json.write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
