"""What was measured as Markdown: for each ladder the tools side by side, and the inside of ``lemke``.

A record is a dict: ladder, size, tool, sequences of both players (or None), whether the value is wrong; then either the
tool's figures, whose ``seconds`` are None if it was stopped, or ``failed`` with the reason. All are compared with the
first tool.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

Record = dict[str, Any]

INSIDE = ("build", "proposal", "exact", "judge", "MiB", "nodes", "method", "kernel", "prior", "pivots", "tries", "bits")
AGREED = 1e-6
"""Values that differ by more are not two roundings of the same one."""


def points(records: Iterable[Record]) -> dict[str, list[tuple[int, float]]]:
    """Return for every tool the sequences of both players and the seconds of each game at which it was not stopped."""
    found: dict[str, list[tuple[int, float]]] = {}
    for each in records:
        if each["seconds"] and each["sequences"]:
            found.setdefault(each["tool"], []).append((sum(each["sequences"]), each["seconds"]))
    return found


def growth(records: Iterable[Record]) -> dict[str, float]:
    """Return each tool's least-squares slope of log time against log sequences on a ladder, from three games on."""
    return {tool: float(np.polyfit(*np.log(own).T, 1)[0]) for tool, own in points(records).items() if len(own) > 2}


def markdown(title: str, records: list[Record], limit: float) -> str:
    """Return the section of a ladder."""
    tools = list(dict.fromkeys(each["tool"] for each in records))
    sizes = list(dict.fromkeys(each["size"] for each in records))
    found = {(each["size"], each["tool"]): each for each in records}
    rows = [
        [str(size), _sequences(found[size, tools[0]])]
        + [beside(found.get((size, tool)), found[size, tools[0]], limit) for tool in tools]
        for size in sizes
    ]
    exponents = growth(records)
    rows.append(["growth", "", *(f"n^{exponents[tool]:.2f}" if tool in exponents else "" for tool in tools)])
    own = [each for each in records if "kernel" in each]
    inside = [[str(each["size"]), each["tool"], *(number(each[name]) for name in INSIDE)] for each in own]
    return "\n".join(
        [
            f"### {title[0].upper()}{title[1:]}",
            "",
            *table(["size", "sequences", *(f"{tool} s" for tool in tools)], rows),
            "",
            *table(["size", "tool", *(f"{name} s" if name in INSIDE[:4] else name for name in INSIDE)], inside),
            "",
        ]
    )


def table(headings: list[str], rows: Iterable[list[str]]) -> list[str]:
    """Return the lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (headings, ["---"] * len(headings), *rows)]


def _sequences(record: Record) -> str:
    return "+".join(map(str, record["sequences"])) if record["sequences"] else "?"


def beside(record: Record | None, first: Record, limit: float) -> str:
    """Return seconds and, after them, how many times those of the first tool they are."""
    if record is None:
        return ""
    if "failed" in record:
        return "failed"
    seconds, own = record["seconds"], first["seconds"]
    more = "" if seconds else "> "
    times = (seconds or limit) / own if own and record is not first else None
    ratio = f" ({more}{times:.{0 if times >= 10 else 2}f}×)" if times else ""
    return f"{more}{number(seconds or limit)}{ratio}{' wrong' if record['wrong'] else ''}"


def disagrees(record: Record, first: Record) -> bool:
    """Return whether two tools differ on the value of a game that has one: a zero-sum or constant-sum game."""
    return "value" in record and first.get("has_value", False) and abs(record["value"] - first["value"]) > AGREED


def number(value: object) -> str:
    """Return a number with as many decimals as tell something."""
    if isinstance(value, float):
        return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 4}f}"
    return "" if value is None else str(value)
