"""Compare the double oracle with the linear program of the whole game.

Both are exact and must agree. ``benchmarks/README.md`` describes what is measured and how.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table, beside, number


@dataclass(frozen=True)
class Ladder:
    """Games of a family from small to large.

    Attributes
    ----------
    title : str
        The kind of game, and what the sizes count.
    family : str
        One of :data:`lemke.generators.FAMILIES`.
    parameter : str
        The parameter that the sizes are for.
    sizes : tuple of int
        Ascending.
    quick : int
        The largest size of a quick run.
    fixed : dict
        The other parameters.
    """

    title: str
    family: str
    parameter: str
    sizes: tuple[int, ...]
    quick: int
    fixed: dict[str, Any] = field(default_factory=dict)

    def games(self, run: Run) -> Iterator[tuple[str, tuple[str, str]]]:
        """Yield names, and the arguments of the measuring process for a game."""
        for size in self.sizes:
            if size <= self.quick or not run.quick:
                yield f"{self.title}: {size}", (self.family, json.dumps(self.fixed | {self.parameter: size}))


GOOFSPIEL = {"prizes": "descending", "seen": "winner"}

GROWTH = (
    Ladder("Goofspiel, cards", "goofspiel", "cards", (4, 5), 4, GOOFSPIEL),
    Ladder("liar's dice, faces", "liars-dice", "faces", (3, 4), 3),
    Ladder("Leduc poker, ranks", "leduc", "ranks", (3, 6), 3),
    Ladder("no-limit Kuhn poker, stack", "no-limit-kuhn", "stack", (4, 7, 10, 13), 4),
)
STEPS = (
    Ladder("Goofspiel, cards", "goofspiel", "cards", (4, 5), 4, GOOFSPIEL),
    Ladder("liar's dice, faces", "liars-dice", "faces", (3, 5), 3),
    Ladder("Leduc poker, ranks", "leduc", "ranks", (3, 6), 3),
    Ladder("no-limit Kuhn poker, stack", "no-limit-kuhn", "stack", (4, 10), 4),
)


def measure(run: Run, tool: str, name: str, game: tuple[str, str]) -> Record:
    """Return the record of one tool on one game, measured in a process of its own."""
    record = figures("benchmarks.double_oracle_child", tool, *game, str(run.limit))
    if "failed" in record:
        run.mistakes.append(f"{tool}, {name}: {record['failed']}")
    print(f"{name}, {tool}: {record.get('failed') or record.get('seconds', 'done')}", file=sys.stderr, flush=True)
    return {"wrong": False} | record


def counted(run: Run, ladder: Ladder) -> Iterator[tuple[str, tuple[str, str], Record]]:
    """Yield the games of a ladder with the record of their size."""
    for name, game in ladder.games(run):
        size_record = measure(run, "size", name, game)
        if "leaves" in size_record:
            yield name, game, size_record


def compare(run: Run, name: str, records: dict[str, Record]) -> None:
    """Note if the tools that ended differ in the value."""
    if len(values := {record["value"] for record in records.values() if record["seconds"]}) > 1:
        run.mistakes.append(f"{name}: the values {', '.join(sorted(values))}")


def seconds(record: Record, first: Record, run: Run) -> str:
    """Return the seconds beside those of the first tool, and the gap of a double oracle that was stopped."""
    gap = f", gap {record['gap']:.2g}" if record.get("gap") else ""
    return beside(record, first, run.limit) + gap


def restricted(record: Record, sequences: list[int]) -> list[str]:
    """Return the sequences of a restricted game, their share in all, and the iterations, as far as they are known."""
    if "sizes" not in record:
        return [""] * 3
    share = 100 * sum(record["sizes"]) / sum(sequences)
    return ["+".join(map(str, record["sizes"])), number(share), str(record["iterations"])]


def growth_table(run: Run) -> Table:
    """Return the table of games that all tools can hold; a stopped tool does not get the larger ones."""
    rows = []
    for ladder in GROWTH:
        tools = ["both", "larger", "lp"]
        for name, game, size_record in counted(run, ladder):
            records = {tool: measure(run, tool, name, game) for tool in tools}
            compare(run, name, records)
            tools = [tool for tool in tools if records[tool]["seconds"]]
            skipped: Record = {}
            both_sides, larger, lp = (records.get(tool, skipped) for tool in ("both", "larger", "lp"))
            rows.append(
                [
                    *(name, str(size_record["leaves"]), "+".join(map(str, size_record["sequences"]))),
                    *restricted(both_sides, size_record["sequences"]),
                    *(
                        seconds(record, both_sides or record, run) if record else ""
                        for record in (both_sides, larger, lp)
                    ),
                    *(number(lp.get("solver")), str(larger.get("iterations", ""))),
                    *(f"{record['MiB']:.0f}" if "MiB" in record else "" for record in (both_sides, lp)),
                ]
            )
    headings = "game, leaves, sequences, restricted, %, iterations, both s, larger s, lp s, solver call s"
    return Table([*headings.split(", "), "iterations, larger", "MiB, both", "MiB, lp"], rows)


def steps_table(run: Run) -> Table:
    """Return the table of the seconds that the steps of the double oracle take, all iterations together."""
    parts = ("HiGHS", "exact", "form", "responses", "growing", "temporary leaves", "rest")
    rows = []
    for ladder in STEPS:
        for name, game in ladder.games(run):
            record = measure(run, "steps", name, game)
            if record["seconds"]:
                cells = (number(record[part]) for part in parts)
                rows.append([name, str(record["iterations"]), number(record["seconds"]), *cells])
    return Table(["game", "iterations", "both s", *(f"{part} s" for part in parts)], rows)


TABLES: Tables = {"double-oracle": ("The double oracle beside the whole linear program", growth_table)}
LONG: Tables = {
    "double-oracle-steps": ("Where the double oracle's time goes", steps_table),
}
"""Measured only by name."""
