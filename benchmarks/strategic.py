"""Compare ``lemke`` with other programs on games in strategic form.

Every answer is judged in exact arithmetic. ``benchmarks/README.md`` describes what is measured and how.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks.program import ROOT, Run, Tables
from benchmarks.strategic_games import EXTREME, FLOATS, NEAR_ZERO_SUM, PATHS, Game, Group
from benchmarks.strategic_tools import EXACT, STRATEGIC_TOOLS, VERDICTS
from benchmarks.tables import Record, Table, beside, number

ENUMERATION_LIMIT = 5.0
"""Seconds for a call that lists all extreme equilibria: the next size takes some ten times as long."""
FLOATS_LIMIT = 1.0
"""Seconds for a call where peers in floats are counted: ours takes milliseconds, and some of theirs do not end."""
QUICK_SEEDS = 3


# ---------------------------------------------------------------------- measuring


def measure(tool: str, games: tuple[Game, ...], limit: float, persist: bool = False) -> list[Record]:
    """Return the record of a tool on each game; the last one is of a call that was stopped, unless we persist.

    A process that was stopped is then followed by one for the other games.
    """
    command = [sys.executable, "-m", "benchmarks.strategic_child", tool, str(limit)]
    records: list[Record] = []
    while left := games[len(records) :]:
        run = subprocess.run(command, input=json.dumps(left), capture_output=True, text=True, cwd=ROOT, check=False)
        records += map(json.loads, run.stdout.splitlines())
        if run.returncode == -signal.SIGALRM:
            records.append({"seconds": None})
            if not persist:
                break
        elif run.returncode:
            raise RuntimeError(f"{tool}: {run.stderr.strip() or run.returncode}")
    for (family, parameters), record in zip(games, records):
        result = record.get("failed") or record["seconds"] or "stopped"
        print(f"{tool}, {family} {parameters}: {result}", file=sys.stderr, flush=True)
    return records


def summary(records: list[Record], first: Sequence[Record] = ()) -> Record:
    """Return a record of the median seconds, None if a call was stopped, and of whether an answer is wrong.

    An answer is right if it has exact equilibria only, and the same ones as the first tool, if ``first`` is given.
    """
    if failed := [record["failed"] for record in records if "failed" in record]:
        return {"failed": failed[0], "seconds": None}
    seconds = [record["seconds"] for record in records]
    differs = any(
        record["set"] != first_record["set"]
        for record, first_record in zip(records, first)
        if "set" in record and "set" in first_record
    )
    return {
        "seconds": None if None in seconds else median(seconds),
        "wrong": differs or any(record.get("verdict", EXACT) != EXACT for record in records),
    }


def chosen(run: Run, groups: tuple[Group, ...]) -> Iterator[Group]:
    """Yield the groups; in a quick run only the small ones."""
    for group in groups:
        if not run.quick:
            yield group
        elif group.quick:
            yield Group(group.kind, group.size, group.games[:QUICK_SEEDS])


def measure_ours(run: Run, tool: str, group: Group, limit: float, persist: bool = False) -> list[Record]:
    """Measure our own tool and note where it does not give exact equilibria."""
    records = measure(tool, group.games, limit, persist)
    for game, record in zip(group.games, records):
        if record.get("verdict", EXACT) != EXACT:
            run.mistakes.append(f"{tool}, {game}")
    return records


def installed(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tools that are installed."""
    return tuple(tool for tool in tools if not STRATEGIC_TOOLS[tool].missing())


# ---------------------------------------------------------------------- the tables


def extreme_table(run: Run) -> Table:
    """Return the table of all extreme equilibria; the same set of them is expected of all tools."""
    tools = installed(("lrsnash", "Gambit enummixed"))
    limit = min(ENUMERATION_LIMIT, run.limit)
    stopped: set[tuple[str, str]] = set()
    rows = []
    for group in chosen(run, EXTREME):
        first = measure_ours(run, "extreme equilibria", group, limit)
        counts = sorted({record["count"] for record in first if record["seconds"]})
        base = summary(first)
        cells = [beside(base, base, limit)]
        for tool in tools:
            if (tool, group.kind) in stopped:
                cells.append("")
                continue
            record = summary(measure(tool, group.games, limit), first)
            cells.append(beside(record, base, limit))
            if record["seconds"] is None:
                stopped.add((tool, group.kind))
        equilibria = "–".join(map(str, dict.fromkeys([counts[0], counts[-1]]))) if counts else ""
        rows.append([group.kind, group.size, str(len(group.games)), equilibria, *cells])
    headings = ["game", "size", "games", "equilibria", "lemke s", *(f"{tool} s" for tool in tools)]
    return Table(headings, rows)


def one_table(run: Run) -> Table:
    """Return the table of one equilibrium of games that are nearly zero-sum."""
    lemke_tools = ("lemke", "lemke exact", "Lemke–Howson")
    tools = lemke_tools + installed(("Gambit lcp",))
    stopped: set[str] = set()
    rows = []
    for group in chosen(run, NEAR_ZERO_SUM):
        cells, base = [], None
        for tool in tools:
            if tool in stopped:
                cells.append("")
                continue
            records = (
                measure_ours(run, tool, group, run.limit)
                if tool in lemke_tools
                else measure(tool, group.games, run.limit)
            )
            record = summary(records)
            base = base or record
            cells.append(beside(record, base, run.limit))
            if record["seconds"] is None:
                stopped.add(tool)
        rows.append([group.size, str(len(group.games)), *cells])
    return Table(["size", "games", *(f"{tool} s" for tool in tools)], rows)


def floats_table(run: Run) -> Table:
    """Return the table of Lemke–Howson in floats: milliseconds of the calls that end, and how good the answers are."""
    tools = installed(("Nashpy", "QuantEcon"))
    groups = list(chosen(run, FLOATS))
    every = Group("", "", tuple(game for group in groups for game in group.games))  # one process, which compiles once
    limit = min(FLOATS_LIMIT, run.limit)
    lemke_records = measure_ours(run, "Lemke–Howson", every, run.limit, persist=True)
    peer_records = {tool: measure(tool, every.games, limit, persist=True) for tool in tools}
    rows, begin = [], 0
    for group in groups:
        part = slice(begin, begin + len(group.games))
        begin = part.stop
        base = _milliseconds(lemke_records[part])
        cells = [beside(base, base, 1e3 * run.limit)]
        for records in peer_records.values():
            ended = [record for record in records[part] if record["seconds"]]
            cells += [beside(_milliseconds(ended), base, 0) if ended else "", _counts(records[part])]
        rows.append([group.kind, group.size, str(len(group.games)), *cells])
    sums = [cell for records in peer_records.values() for cell in ("", _counts(records))]
    rows.append(["all", "", str(len(every.games)), "", *sums])
    headings = [cell for tool in tools for cell in (f"{tool} ms", "exact, approximate, wrong, stopped")]
    return Table(["game", "size", "games", "lemke ms", *headings], rows)


def _milliseconds(records: list[Record]) -> Record:
    """Return the median; how good the answers are stands beside it."""
    seconds = [record["seconds"] for record in records]
    return {"seconds": None if None in seconds else 1e3 * median(seconds), "wrong": False}


def _counts(records: list[Record]) -> str:
    verdicts = Counter(record.get("verdict", "stopped") for record in records)
    return ", ".join(str(verdicts[verdict]) for verdict in (*VERDICTS, "stopped"))


def paths_table(run: Run) -> Table:
    """Return the table of path lengths in the games of Savani and von Stengel; label 1 has F(3d/2 + 2) − 1 pivots."""
    rows = []
    for group in chosen(run, PATHS):
        d = int(group.size)
        (first_label,), (all_labels,) = (
            measure_ours(run, tool, group, run.limit) for tool in ("Lemke–Howson", "Lemke–Howson, all labels")
        )
        cells = ["", f"> {run.limit}", "", f"> {run.limit}", "", ""]
        if first_label["seconds"]:
            cells[:2] = [str(first_label["lengths"][0]), number(first_label["seconds"])]
            if first_label["lengths"][0] != fibonacci(3 * d // 2 + 2) - 1:
                run.mistakes.append(f"path of label 1, d = {d}")
        if all_labels["seconds"]:
            pivots = sum(all_labels["lengths"])
            cells[2:] = [str(pivots), number(all_labels["seconds"]), str(min(all_labels["lengths"]))]
            cells.append(number(1e6 * all_labels["seconds"] / pivots))
        rows.append([group.size, *cells])
    headings = ["d", "pivots, label 1", "s", "pivots, all labels", "s", "shortest path", "µs a pivot"]
    return Table(headings, rows)


def fibonacci(k: int) -> int:
    """Return the k-th Fibonacci number, F(1) = F(2) = 1."""
    before, current = 0, 1
    for _ in range(k - 1):
        before, current = current, before + current
    return current


TABLES: Tables = {
    "extreme": ("All extreme equilibria", extreme_table),
    "one": ("One equilibrium, nearly zero-sum games", one_table),
    "floats": ("Lemke–Howson beside floats", floats_table),
    "paths": ("Long paths", paths_table),
}
