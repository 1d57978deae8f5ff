"""Measure all equilibria as convex sets, with proofs: seconds, lengths of proofs, and the largest games solved.

The proof of every answer is checked again from its text. ``benchmarks/README.md`` describes what is measured and how.
"""

from __future__ import annotations

import json
import sys
from statistics import median, median_low
from typing import Any

from benchmarks.program import Run, Tables, figures
from benchmarks.strategic import installed, measure
from benchmarks.tables import Record, Table, number

CARDS = (4, 5, 6, 8)
RANGES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Kuhn poker, 13 cards", "kuhn", {"cards": 13}),
    ("Leduc poker, 3 ranks", "leduc", {"ranks": 3}),
    ("Leduc poker, 5 ranks", "leduc", {"ranks": 5}),
    ("Leduc poker, 8 ranks", "leduc", {"ranks": 8}),
)
SIZES, MOST = (6, 8, 10, 12), 10
"""Sizes of bimatrix games, and the largest that is enumerated by sets."""
TREES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *((f"signaling, {k} x 3 x 3", "signaling", {"types": k, "signals": 3, "answers": 3}) for k in (3, 4, 5, 6)),
    *((f"binary, depth {depth}", "binary-tree", {"depth": depth}) for depth in (4, 5, 6, 7, 8)),
)
SEEDS = 5
TREE_LIMIT = 20.0
"""Seconds for a tree."""
QUICK_CARDS, QUICK_RANGES, QUICK_SIZE, QUICK_SEEDS, QUICK_TREES = 4, 1, 6, 2, 4


def measured(run: Run, way: str, family: str, parameters: dict[str, Any], limit: float) -> Record:
    """Return the record of a game; what fails, and a proof that does not hold, is a mistake."""
    record = figures("benchmarks.sets_child", way, family, json.dumps(parameters), str(limit))
    words = f"{family} {parameters}, {way}"
    print(f"{words}: {record.get('failed') or record['seconds'] or 'stopped'}", file=sys.stderr, flush=True)
    if "failed" in record or not record.get("holds", True):
        run.mistakes.append(f"{words}: {record.get('failed') or 'a proof that does not hold'}")
    return record


def proof(record: Record, limit: float) -> list[str]:
    """Return the cells of a search with its proof; one that has reached the limit is open."""
    if record["seconds"] is None:
        return ["", "", "failed" if "failed" in record else f"> {number(limit)}", "", ""]
    seconds = number(record["seconds"]) if record["stopped"] == "done" else f"> {number(limit)}"
    return [str(record["count"]), str(record["steps"]), seconds, f"{record['MB']:.3g}", number(record["replay"])]


PROOF = ("sets", "steps", "seconds", "JSON MB", "replay s")


def poker_table(run: Run) -> Table:
    """Return the table of Kuhn poker, without a rake and with one."""
    rows = []
    for cards in CARDS:
        for rake in ("0", "1/20"):
            if cards <= QUICK_CARDS or not run.quick:
                record = measured(run, "sets", "kuhn", {"cards": cards, "rake": rake}, run.limit)
                rows.append([str(cards), rake, *proof(record, run.limit)])
    return Table(["cards", "rake", *PROOF], rows)


def ranges_table(run: Run) -> Table:
    """Return the table of the ranges of all moves over all equilibria."""
    rows = []
    for name, family, parameters in RANGES[: QUICK_RANGES if run.quick else None]:
        record = measured(run, "ranges", family, parameters, run.limit)
        rows.append([name, *proof(record, run.limit), f"{record['MiB']:.0f}" if "MiB" in record else ""])
    return Table(["game", *PROOF, "MiB"], rows)


def bimatrix_table(run: Run) -> Table:
    """Return the table of random bimatrix games: medians of lrsnash, of extreme equilibria, and of sets."""
    rows = []
    for size in SIZES:
        if size > QUICK_SIZE and run.quick:
            break
        seeds = range(1, 1 + (QUICK_SEEDS if run.quick else SEEDS))
        games = [{"rows": size, "columns": size, "seed": seed} for seed in seeds]
        ways = ("strategies", "sets") if size <= MOST else ("strategies",)
        records = {way: [measured(run, way, "random-bimatrix", game, run.limit) for game in games] for way in ways}
        if installed(("lrsnash",)):
            records["lrsnash"] = measure("lrsnash", tuple(("random_bimatrix", game) for game in games), run.limit)
        compare(run, size, records)
        seconds = {way: middle(measures) for way, measures in records.items()}
        ended = {way: value for way, value in seconds.items() if value is not None}
        first = ended.get("lrsnash")
        counts = [record["count"] for record in records["strategies"] if record["seconds"]]
        cells = [_beside(seconds[way], first, run.limit) if way in seconds else "" for way in ("strategies", "sets")]
        equilibria = f"{min(counts)}–{max(counts)}" if counts else ""
        rows.append(
            [f"{size} x {size}", str(len(games)), equilibria, number(first), *cells, min(ended, key=ended.__getitem__)]
        )
    return Table(["size", "games", "equilibria", "lrsnash s", "by strategies s", "by sets s", "first"], rows)


def compare(run: Run, size: int, records: dict[str, list[Record]]) -> None:
    """Note where the ways differ: in the number of extreme equilibria, or in the ends of the payoffs."""
    for names, key in ((("strategies", "lrsnash"), "count"), (("strategies", "sets"), "payoffs")):
        pairs = zip(*(records.get(name, ()) for name in names))
        if any(first.get(key) != second.get(key) for first, second in pairs if first["seconds"] and second["seconds"]):
            run.mistakes.append(f"bimatrix games {size} x {size}: the {key} differ by {' and '.join(names)}")


def middle(records: list[Record]) -> float | None:
    """Return the median seconds; None where a search was stopped."""
    seconds = [record["seconds"] for record in records if record.get("stopped", "done") == "done"]
    return None if None in seconds or len(seconds) < len(records) else median(seconds)


def _beside(seconds: float | None, first: float | None, limit: float) -> str:
    """Return seconds, and how many times those of lrsnash they are."""
    if seconds is None:
        return f"> {number(limit)}"
    ratio = seconds / first if first else None
    return number(seconds) + (f" ({ratio:.{0 if ratio >= 10 else 2}f}×)" if ratio else "")


def trees_table(run: Run) -> Table:
    """Return the table of random trees: how many are solved in the time."""
    limit = min(TREE_LIMIT, run.limit)
    rows = []
    for name, family, parameters in TREES[:: QUICK_TREES if run.quick else 1]:
        seeds = range(1, 1 + (QUICK_SEEDS if run.quick else SEEDS))
        records = [measured(run, "sets", family, {**parameters, "seed": seed}, limit) for seed in seeds]
        solved = [record for record in records if record.get("stopped") == "done"]
        rows.append(
            [
                *(name, str(len(records)), str(len(solved)), str(len(records) - len(solved))),
                *(_spread([record[key] for record in solved]) for key in ("count", "steps", "seconds")),
            ]
        )
    return Table(["trees", "games", "solved", "open", *PROOF[:3]], rows)


def _spread(values: list[Any]) -> str:
    """Return the median, the lower of two middle values, … the largest."""
    return " … ".join(dict.fromkeys(number(value) for value in (median_low(values), max(values)))) if values else ""


TABLES: Tables = {
    "sets": ("All equilibria of Kuhn poker as sets", poker_table),
    "ranges": ("What all equilibria have in common", ranges_table),
    "sets-bimatrix": ("All equilibria of random bimatrix games, by strategies and by sets", bimatrix_table),
    "sets-trees": (f"All equilibria of random trees, {TREE_LIMIT:g} s each", trees_table),
}
