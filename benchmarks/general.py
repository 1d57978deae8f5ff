"""Compare the race of methods with each method alone, on general-sum games.

A row has the games of one size, with the seeds 1, 2, …. A cell says how many games were solved and proved, the median
and largest processor time of these games, and how many games ended without a proof ("stuck") or at the limit. A tool
that solved fewer than half of the games of one size does not get larger games. The path alone has a limit of a minute.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median

from benchmarks.general_games import HARD, KINDS, NAMED
from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table, number

OURS = ("race", "learn", "path")
MINUTE = 60.0
"""The most processor seconds of the path, which takes the longest."""
QUICK = 4
"""The largest size of a quick run, with two seeds."""


def measured(kind: str, size: int, tools: Sequence[str], run: Run) -> Iterator[Record]:
    """Yield the records of all tools on all games of a size."""
    for seed in range(1, 1 + min(KINDS[kind].seeds, 2 if run.quick else 10)):
        for tool in tools:
            limit = min(run.limit, MINUTE) if tool == "path" else run.limit
            record = figures("benchmarks.general_child", kind, str(size), str(seed), tool, f"{limit:g}")
            print(f"{kind} {size}, seed {seed}, {tool}: {record}", file=sys.stderr, flush=True)
            if "failed" in record and tool in OURS:
                run.mistakes.append(f"{kind} {size}, seed {seed}, {tool}: {record['failed']}")
            yield {"size": size, "seed": seed, "tool": tool, **record}


def solved(record: Record) -> bool:
    """Return whether a tool solved a game."""
    return record["seconds"] is not None and not record.get("stuck")


def cell(records: Sequence[Record]) -> str:
    """Return the summary of a tool's records at one size."""
    if not records:
        return ""
    seconds = [record["seconds"] for record in records if solved(record)]
    stuck = sum(bool(record.get("stuck")) for record in records)
    lost = {"stuck": stuck, "failed": sum("failed" in record for record in records)}
    lost["stopped"] = len(records) - len(seconds) - sum(lost.values())
    parts = [f"{len(seconds)} of {len(records)}"] if len(records) > 1 else []
    if seconds:
        parts.append(" … ".join(dict.fromkeys(map(number, (median(seconds), max(seconds))))))
    return "; ".join(
        parts + [f"{times} {ending}" if len(records) > 1 else ending for ending, times in lost.items() if times]
    )


def general_table(kinds: Sequence[str], run: Run) -> Table:
    """Return the table of some kinds of games."""
    peers = list(dict.fromkeys(KINDS[kind].peer for kind in kinds if KINDS[kind].peer))
    rows, records = [], []
    for kind in kinds:
        tools = [*OURS, *filter(None, [KINDS[kind].peer])]
        for size in KINDS[kind].sizes:
            if run.quick and size > max(QUICK, KINDS[kind].sizes[0]):
                break
            rung = list(measured(kind, size, tools, run))
            records += [{"kind": kind, **record} for record in rung]
            by_tool = {tool: [record for record in rung if record["tool"] == tool] for tool in tools}
            won = Counter(record["won"] for record in by_tool["race"] if solved(record))
            sequences = next((record["sequences"] for record in rung if record.get("sequences")), [])
            rows.append(
                [
                    title(kind, size),
                    " + ".join(map(str, sequences)),
                    cell(by_tool["race"]),
                    ", ".join(f"{name} {times}" if times > 1 else name for name, times in won.most_common()),
                    *(cell(by_tool.get(tool, [])) for tool in (*OURS[1:], *peers)),
                ]
            )
            if kind not in GAMES:
                tools = [tool for tool in tools if 2 * sum(map(solved, by_tool[tool])) >= len(by_tool[tool])]
    headings = ["games", "sequences", "race s", "won", *(f"{tool} alone s" for tool in OURS[1:])]
    return Table([*headings, *(f"{peer} s" for peer in peers)], rows, records)


GAMES = {"named": NAMED, "hard": HARD}
"""Kinds whose sizes are only numbers in a list of games."""


def title(kind: str, size: int) -> str:
    """Return the name of a row."""
    return f"`{GAMES[kind][size - 1]}`" if kind in GAMES else KINDS[kind].title.format(size)


LONG: Tables = {
    "general": ("general sums: the race and its proposers", partial(general_table, ("raked", "random", "scaled"))),
    "general-bimatrix": ("random bimatrix games", partial(general_table, ("bimatrix",))),
    "general-openspiel": ("general-sum games of OpenSpiel", partial(general_table, ("named", "hard"))),
}
"""They take hours together."""
