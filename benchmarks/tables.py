"""The measured figures as tables: for each ladder the tools in columns, with the parts of the time of ``lemke``.

A record is a dict with the ladder, the size, the tool, the sequences of both players (or None), and whether the value
is wrong. It also has the tool's figures, with ``seconds`` None if the tool was stopped, or ``failed`` with the reason.
All tools are compared with the first tool.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Record = dict[str, Any]

INSIDE = ("proposal", "exact", "judge")
AGREED = 1e-6
"""Values that differ by more are not roundings of the same number."""


@dataclass(frozen=True)
class Table:
    """Headings and rows as they are shown, and the records that say more."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    records: Sequence[Record] = ()

    def lines(self) -> list[str]:
        """Return the table in Markdown."""
        heading, *rows = (f"| {' | '.join(cells)} |" for cells in (self.headings, *self.rows))
        return [heading, "|" + "---|" * len(self.headings), *rows]


def points(records: Iterable[Record]) -> dict[str, list[tuple[int, float]]]:
    """Return for every tool the sequences of both players and the seconds of each game at which it was not stopped."""
    by_tool: dict[str, list[tuple[int, float]]] = {}
    for record in records:
        if record["seconds"] and record["sequences"]:
            by_tool.setdefault(record["tool"], []).append((sum(record["sequences"]), record["seconds"]))
    return by_tool


def growth(records: Iterable[Record]) -> dict[str, float]:
    """Return each tool's least-squares slope of log time against log sequences on a ladder, from three games on."""
    return {
        tool: float(np.polyfit(*np.log(curve).T, 1)[0]) for tool, curve in points(records).items() if len(curve) > 2
    }


def side_by_side(records: list[Record], limit: float) -> Table:
    """Return the table of a ladder: the first tool with its inside, then the others, and how all grow."""
    tools = list(dict.fromkeys(record["tool"] for record in records))
    sizes = list(dict.fromkeys(record["size"] for record in records))
    measured = {(record["size"], record["tool"]): record for record in records}
    rows = []
    for size in sizes:
        first = measured[size, tools[0]]
        cells = [beside(measured.get((size, tool)), first, limit) for tool in tools]
        rows.append([str(size), _sequences(first), cells[0], *(number(first.get(part)) for part in INSIDE), *cells[1:]])
    exponents = [f"n^{exponent:.2f}" if exponent else "" for exponent in map(growth(records).get, tools)]
    rows.append(["growth", "", exponents[0], *[""] * len(INSIDE), *exponents[1:]])
    headings = ["size", "sequences", f"{tools[0]} s", *(f"{part} s" for part in INSIDE)]
    return Table([*headings, *(f"{tool} s" for tool in tools[1:])], rows, records)


def _sequences(record: Record) -> str:
    return "+".join(map(str, record["sequences"])) if record["sequences"] else "?"


def beside(record: Record | None, first: Record, limit: float) -> str:
    """Return seconds and, after them, how many times those of the first tool they are."""
    if record is None:
        return ""
    if "failed" in record:
        return "failed"
    seconds, first_seconds = record["seconds"], first["seconds"]
    more = "" if seconds else "> "
    times = (seconds or limit) / first_seconds if first_seconds and record is not first else None
    ratio = f" ({more}{times:.{0 if times >= 10 else 2}f}×)" if times else ""
    return f"{more}{number(seconds or limit)}{ratio}{' wrong' if record['wrong'] else ''}"


def disagrees(record: Record, first: Record) -> bool:
    """Return whether two tools differ on the value of a game that has one: a zero-sum or constant-sum game."""
    return "value" in record and first.get("has_value", False) and abs(record["value"] - first["value"]) > AGREED


def number(value: object) -> str:
    """Return a number with the decimals that matter."""
    if isinstance(value, float):
        return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 4}f}"
    return "" if value is None else str(value)
