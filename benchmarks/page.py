"""The generated tables of ``benchmarks/README.md``, each below its marker, and the headline figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.tables import Record, Table, number

README = Path(__file__).parent / "README.md"
RESULTS = Path(__file__).parent / "results.json"
MARKED = re.compile(r"(<!-- table: (\S+) -->\n)(?:\|.*\n)*")


def written(text: str, about: Sequence[Sequence[str]], tables: Mapping[str, Table], limit: float) -> str:
    """Return a page with the measured tables below its markers ``<!-- table: NAME -->``."""
    blocks = {name: table.lines() for name, table in tables.items()}
    blocks |= {"headline": headline(tables, limit).lines(), "about": Table(["measured", ""], about).lines()}
    return MARKED.sub(lambda match: match[1] + "\n".join([*blocks[match[2]], ""]), text)


def headline(tables: Mapping[str, Table], limit: float) -> Table:
    """Return five figures of the other tables, with a dash for games that a quick run leaves out."""

    def record(ladder: str, size: int, tool: str = "lemke") -> Record:
        records = (row for row in tables[ladder].records if (row["size"], row["tool"]) == (size, tool))
        return next(records, {})

    def cells(table: str, *start: str) -> list[str]:
        row = next((row for row in tables[table].rows if tuple(row[: len(start)]) == start), ())
        return [cell.split(" (")[0] for cell in row] + ["–"] * 9  # without the ratios

    def shown(record: Record, figure: str = "seconds") -> str:
        """Return a figure; a call that was stopped has None."""
        return (number(record[figure]) or f"no answer in {limit:g}") if figure in record else "–"

    kuhn, gambit = record("kuhn-raked", 16), record("kuhn-raked", 16, "Gambit lcp")
    raked, leduc = record("leduc-raked", 13), record("leduc", 13)
    highs = min(
        filter(None, (record("leduc", 13, tool).get("seconds") for tool in ("HiGHS", "HiGHS ipm"))), default=None
    )
    lemke_seconds, lrsnash_seconds = cells("extreme", "random_bimatrix", "12 x 12")[4:6]
    judged, loading, python, compiled = cells("judging", "leduc_poker")[2:6]
    rows = [
        [
            "**General-sum, exact**: Kuhn poker with a rake, 16 cards",
            f"`lemke` {shown(kuhn)} s, Gambit's exact solver {shown(gambit)} s",
            "kuhn-raked",
        ],
        [
            "**General-sum, large**: Leduc poker with a rake, 13 ranks, 6007 sequences for each player",
            f"{shown(raked)} s, of which {shown(raked, 'exact')} s for exact numbers and proof; "
            f"{shown(raked, 'MiB')} MiB",
            "leduc-raked",
        ],
        [
            "**What exactness costs** in zero-sum games: Leduc poker, 13 ranks, compared with HiGHS in floats",
            f"{shown(leduc)} s beside {number(highs) or '–'} s",
            "leduc",
        ],
        [
            "**All equilibria** of random 12 x 12 games, compared with lrslib's C program",
            f"{lemke_seconds} s beside {lrsnash_seconds} s; on small games lrslib is faster",
            "extreme",
        ],
        [
            "**Judging** a policy on Leduc poker exactly, compared with OpenSpiel's exploitability in floats",
            f"{judged} s with the game loaded, {loading} s with loading, beside {python} s in Python, "
            f"{compiled} s in C++",
            "judging",
        ],
    ]
    return Table(["what", "figure", "table"], rows)
