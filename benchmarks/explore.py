"""Compare explorations with one and with two workers.

In one run the same paths are followed in one process, then by processes of this machine, then by workers of a Dask
cluster on the loopback interface; the results must be equal. The speed-up is relative to one worker of the same kind.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from typing import Any

from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table

GAMES: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("random bimatrix game, 30 x 30", "random-bimatrix", {"rows": 30, "columns": 30, "seed": 1}, 200),
    ("Leduc poker, 3 ranks, rake 1/20", "leduc", {"ranks": 3, "rake": "1/20"}, 30),
)
CREWS = (("here", 1), ("processes", 1), ("processes", 2), ("dask", 1), ("dask", 2))
INSTALLED = importlib.util.find_spec("distributed") is not None
ENOUGH = 1.6
"""The least speed-up of two workers over one, on an idle machine."""


def crews_table(run: Run) -> Table:
    """Return the table of games and crews."""
    rows = []
    for name, family, parameters, starts in GAMES[:1] if run.quick else GAMES:
        records: dict[tuple[str, int], Record] = {}
        for kind, workers in CREWS if INSTALLED else CREWS[:3]:
            case = family, json.dumps(parameters), str(starts // (10 if run.quick else 1))
            record = figures("benchmarks.explore_child", kind, str(workers), *case)
            print(f"{name}, {kind} {workers}: {record.get('failed') or record['seconds']}", file=sys.stderr, flush=True)
            records[kind, workers] = record
            rows.append(row(run, name, kind, workers, records))
        if len({record.get("digest") for record in records.values()}) > 1:
            run.mistakes.append(f"{name}: not all crews find the same")
    headings = "game, starts, equilibria, crew, workers, seconds, starts per second, speed-up"
    return Table(headings.split(", "), rows)


def row(run: Run, name: str, kind: str, workers: int, records: dict[tuple[str, int], Record]) -> list[str]:
    """Return the cells of a crew, after checking its speed-up."""
    record = records[kind, workers]
    if "failed" in record:
        run.mistakes.append(f"{name}, {kind} {workers}: {record['failed']}")
        return [name, "", "", kind, str(workers), "failed", "", ""]
    speed = record["starts"] / record["seconds"]
    single = records[kind, 1]
    factor = single["seconds"] / record["seconds"] if single.get("seconds") else float("nan")
    if workers > 1 and not factor >= ENOUGH and not run.quick:
        run.mistakes.append(f"{name}: {workers} workers of {kind} are {factor:.2f} times as fast as one")
    cells = [str(record["starts"]), str(record["equilibria"]), kind, str(workers)]
    return [name, *cells, f"{record['seconds']:.2f}", f"{speed:.0f}", f"{factor:.2f}"]


TABLES: Tables = {"explore": (f"Explorations by several workers ({os.cpu_count()} cores)", crews_table)}
