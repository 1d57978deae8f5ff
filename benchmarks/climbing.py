"""Measure every tool on the games of a ladder, from small to large, until the tool is stopped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.clock import timed
from benchmarks.ladders import LADDERS
from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table, disagrees, side_by_side
from benchmarks.tools import TOOLS


def measure(tool: str, ladder: str, size: int, limit: float) -> Record:
    """Return the record of one tool on one game, measured in a process of its own."""
    record: Record = {"size": size, "tool": tool, "sequences": None}
    measured, record["wall"] = timed(partial(figures, "benchmarks.child", tool, ladder, str(size), str(limit)))
    return record | measured


def climb(name: str, run: Run) -> Iterator[Record]:
    """Yield the records of a ladder, game by game. A tool that was stopped does not get the larger ones."""
    ladder = LADDERS[name]
    largest = {"lemke": ladder.sizes[-1]} | ladder.tools
    stopped = {tool for tool in largest if TOOLS[tool].missing()}
    for size in ladder.sizes:
        if run.quick and size > ladder.quick:
            return
        first: Record | None = None
        for tool, most in largest.items():
            if size <= most and tool not in stopped:
                record = measure(tool, name, size, run.limit)
                first = first or record
                record |= {"sequences": first["sequences"], "wrong": disagrees(record, first)}
                yield record
                if record["seconds"] is None:
                    stopped.add(tool)


def ladder_table(name: str, run: Run) -> Table:
    """Return the table of a ladder, and note the games where ``lemke`` fails or is wrong."""
    records = []
    for record in climb(name, run):
        result = record.get("failed") or f"{record['seconds'] or 'stopped'}"
        print(f"{name} {record['size']}, {record['tool']}: {result}", file=sys.stderr, flush=True)
        records.append(record)
        if record["tool"].startswith("lemke") and ("failed" in record or record["wrong"]):
            run.mistakes.append(f"{name} {record['size']}, {record['tool']}: {result}")
    return side_by_side(records, run.limit)


TABLES: Tables = {name: (ladder.title, partial(ladder_table, name)) for name, ladder in LADDERS.items()}
