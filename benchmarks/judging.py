"""Compare exact judging with OpenSpiel's judging in floats, and measure exact judging on large games.

``benchmarks/README.md`` describes what is measured and how.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import Any

from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table, beside, number

SPIEL = ("leduc_poker", "leduc_poker(suit_isomorphism=True)", "liars_dice(dice_sides=4)", "kuhn_poker")
"""Game strings; the last one is all of a quick run."""
TOOLS = ("exact", "exact, loading", "Python", "C++")
LARGE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Leduc poker, 13 ranks", "leduc", {"ranks": 13}),
    ("liar's dice, 6 faces", "liars-dice", {"faces": 6}),
    ("Goofspiel, 6 cards", "goofspiel", {"cards": 6, "prizes": "descending", "seen": "winner"}),
)
MANY: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("Kuhn poker, 3 cards", "kuhn", {"cards": 3}, 100),
    ("Leduc poker, 3 ranks", "leduc", {"ranks": 3}, 100),
    ("Leduc poker, 3 ranks, suits distinct", "leduc", {"ranks": 3, "distinct": True}, 50),
    ("Leduc poker, 13 ranks", "leduc", {"ranks": 13}, 5),
)
INSTALLED = importlib.util.find_spec("pyspiel") is not None
AGREED = 1e-9
"""Roundings of the same exploitability differ by less."""


def measure(run: Run, tool: str, name: str, *parameters: str) -> Record:
    """Return a record, measured in a process of its own."""
    record = figures("benchmarks.judging_child", tool, str(run.limit), *parameters)
    if "failed" in record:
        run.mistakes.append(f"{name}, {tool}: {record['failed']}")
    print(f"{name}, {tool}: {record.get('failed') or record['seconds']}", file=sys.stderr, flush=True)
    return {"wrong": False} | record


def spiel_table(run: Run) -> Table:
    """Return the table of games of OpenSpiel: the same policy, judged exactly and in floats."""
    rows = []
    for name in (SPIEL[-1:] if run.quick else SPIEL) if INSTALLED else ():
        records = {tool: measure(run, tool, name, name) for tool in TOOLS}
        exact = records["exact"]
        values = [record["exploitability"] for record in records.values() if record["seconds"]]
        if values and max(values) - min(values) > AGREED:
            run.mistakes.append(f"{name}: the exploitabilities {values}")
        rows.append([name, str(exact.get("nodes", "")), *(beside(records[tool], exact, run.limit) for tool in TOOLS)])
    headings = ["game", "nodes", "lemke s", "with loading s", "OpenSpiel Python s", "OpenSpiel C++ s"]
    return Table(headings, rows)


def large_table(run: Run) -> Table:
    """Return the table of large games: seconds, and the peak memory of the process before and after judging."""
    rows = []
    for name, family, parameters in LARGE[:1] if run.quick else LARGE:
        record = measure(run, "large", name, family, json.dumps(parameters))
        cells = [str(record.get(key, "")) for key in ("nodes", "leaves", "sets")]
        cells += [number(record.get(key)) for key in ("make", "take", "seconds", "witness")]
        rows.append([name, *cells, *(f"{record[key]:.0f}" if key in record else "" for key in ("built", "peak"))])
    headings = (
        "game, nodes, leaves, information sets, making it s, floats s, judging s, witness s, MiB before, MiB after"
    )
    return Table(headings.split(", "), rows)


def many_table(run: Run) -> Table:
    """Return the table of many profiles of one game."""
    rows = []
    for name, family, parameters, count in MANY[:1] if run.quick else MANY:
        record = measure(run, "many", name, str(count), family, json.dumps(parameters))
        together: Record = {"seconds": record["seconds"], "wrong": False}
        apart: Record = {"seconds": record.get("apart"), "wrong": False}
        cells = [beside(together, together, run.limit), beside(apart, together, run.limit)]
        rows.append([name, str(record.get("nodes", "")), str(count), *cells])
    return Table(["game", "nodes", "profiles", "in one call s", "one by one s"], rows)


TABLES: Tables = {
    "judging": ("A float policy, judged exactly and in floats", spiel_table),
    "judging-large": ("Large games, judged exactly", large_table),
    "judging-many": ("Many profiles of one game", many_table),
}
