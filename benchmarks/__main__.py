"""Measure ``lemke`` and its peers on the same games in one run, and print Markdown tables.

A solver call is sequence form in, proved plans out. What is measured and how: ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import lemke
from benchmarks.clock import timed
from benchmarks.ladders import LADDERS
from benchmarks.plots import plot
from benchmarks.program import LIMIT, QUICK_LIMIT, figures
from benchmarks.tables import Record, disagrees, growth, markdown
from benchmarks.tools import TOOLS


def measure(tool: str, ladder: str, size: int, limit: float) -> Record:
    """Return the record of one tool on one game, measured in a process of its own."""
    record: Record = {"ladder": ladder, "size": size, "tool": tool, "sequences": None}
    found, record["wall"] = timed(partial(figures, "benchmarks.child", tool, ladder, str(size), str(limit)))
    return record | found


def climb(name: str, quick: bool, limit: float) -> Iterator[Record]:
    """Yield the records of a ladder, game by game. A tool that was stopped is not given the larger ones."""
    ladder = LADDERS[name]
    largest = {"lemke": ladder.sizes[-1]} | ladder.tools
    stopped = {tool for tool in largest if TOOLS[tool].missing()}
    for size in ladder.sizes:
        if quick and size > ladder.quick:
            return
        first: Record | None = None
        for tool, most in largest.items():
            if size <= most and tool not in stopped:
                record = measure(tool, name, size, limit)
                first = first or record
                record |= {"sequences": first["sequences"], "wrong": disagrees(record, first)}
                yield record
                if record["seconds"] is None:
                    stopped.add(tool)


def progress(record: Record) -> None:
    """Tell who watches how far the run is."""
    result = record.get("failed") or f"{record['seconds'] or 'stopped'}"
    print(f"{record['ladder']} {record['size']}, {record['tool']}: {result}", file=sys.stderr, flush=True)


def run(options: argparse.Namespace, records: list[Record]) -> Iterator[str]:
    """Climb the ladders, add to the records, and yield the text piece by piece."""
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    yield f"lemke {lemke.__version__} on {machine}\n"
    if missing := {each: None for tool in TOOLS.values() for each in tool.missing()}:
        yield f"Not installed, so not measured here: {', '.join(missing)}.\n"
    for name in options.ladders:
        title, own = LADDERS[name].title, []
        for record in climb(name, options.quick, options.limit):
            progress(record)
            own.append(record)
        records += own
        yield markdown(title, own, options.limit)
        if options.plots:
            plot(name, title, own, options.plots)


def main() -> int:
    """Run the ladders; return 1 if ``lemke`` failed somewhere."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    parser.add_argument("--ladder", nargs="+", choices=LADDERS, default=list(LADDERS), metavar="NAME", dest="ladders")
    parser.add_argument("--limit", type=float, metavar="S", help="seconds for each solver call")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there as well")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write a plot of each ladder there, as SVG")
    options = parser.parse_args()
    options.limit = options.limit or (QUICK_LIMIT if options.quick else LIMIT)
    records: list[Record] = []
    text = []
    for part in run(options, records):
        text.append(part)
        print(part, flush=True)
    if options.markdown:
        options.markdown.write_text("\n".join(text), encoding="utf-8")
    if options.json:
        exponents = {name: growth(each for each in records if each["ladder"] == name) for name in options.ladders}
        figures = {"about": text[0].strip(), "limit": options.limit, "growth": exponents, "records": records}
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return int(any("failed" in each or each["wrong"] for each in records if each["tool"].startswith("lemke")))


if __name__ == "__main__":
    sys.exit(main())
