"""Measure ``lemke`` and other programs on the same games in one run, and print tables in Markdown.

``benchmarks/README.md`` describes what is measured and how; ``--write`` replaces its tables by the tables of the run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic

import lemke
from benchmarks import (
    climbing,
    double_oracle,
    esolver,
    explore,
    five_tasks,
    general,
    judging,
    lp_methods,
    page,
    polish,
    proofs,
    refinements,
    sets,
    strategic,
    theory,
    way,
)
from benchmarks.plots import plot
from benchmarks.program import LIMIT, QUICK_LIMIT, Run, Tables
from benchmarks.strategic_tools import STRATEGIC_TOOLS
from benchmarks.tables import Table
from benchmarks.tools import TOOLS

MODULES = (
    climbing,
    esolver,
    strategic,
    double_oracle,
    judging,
    theory,
    way,
    explore,
    refinements,
    sets,
    five_tasks,
    proofs,
)
WHOLE: Tables = {name: entry for module in MODULES for name, entry in module.TABLES.items()}
"""The tables that a run measures by default."""
EVERY: Tables = {**WHOLE, **double_oracle.LONG, **polish.LONG, **general.LONG, **lp_methods.LONG}
PEERS = ("pygambit", "open_spiel", "highspy", "nashpy", "quantecon")


def about(quick: bool) -> list[list[str]]:
    """Return what is measured, and where: versions, the machine, and its load before the run."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    versions = [f"lemke {lemke.__version__}"]
    for package in PEERS:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    tools = [*TOOLS.values(), *STRATEGIC_TOOLS.values()]
    missing = dict.fromkeys(name for tool in tools for name in tool.missing())
    return [
        ["what", ", ".join(versions) + (": a quick run, of small games" if quick else "")],
        ["not installed, so not measured", ", ".join(missing) or "nothing"],
        ["where", machine],
        ["load before the run", f"{os.getloadavg()[0]:.1f}"],
    ]


def measured(run: Run, names: list[str]) -> dict[str, Table]:
    """Measure tables and print them as they come."""
    tables = {}
    for name in names:
        title, measure = EVERY[name]
        begin = monotonic()
        tables[name] = measure(run)
        print(f"{name}: {monotonic() - begin:.0f} s in all", file=sys.stderr, flush=True)
        print("\n".join([f"### {title[0].upper()}{title[1:]} ({name})", "", *tables[name].lines(), ""]), flush=True)
    return tables


def figures(about: list[list[str]], run: Run, tables: Mapping[str, Table]) -> str:
    """Return all figures as JSON."""
    named = {name: {"title": EVERY[name][0], **asdict(table)} for name, table in tables.items()}
    return json.dumps({"about": dict(about), "limit": run.limit, "tables": named}, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Measure; return 1 if some result of ``lemke`` is wrong or missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small games")
    parser.add_argument("--table", nargs="+", choices=EVERY, default=list(WHOLE), metavar="NAME", dest="names")
    parser.add_argument("--list", action="store_true", help="print the names of the tables")
    parser.add_argument("--limit", type=float, metavar="S", help="seconds for each call")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write a plot of each ladder there, as SVG")
    parser.add_argument("--write", action="store_true", help="replace README.md's tables and results.json")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{name}: {title}" for name, (title, _) in EVERY.items()))
        return 0
    if options.write and options.names != list(WHOLE):
        parser.error("--write takes one run of all tables, so that all figures are of one version")
    run = Run(options.limit or (QUICK_LIMIT if options.quick else LIMIT), options.quick)
    facts, begin = about(options.quick), monotonic()
    print("\n".join(": ".join(fact) for fact in facts), end="\n\n", flush=True)
    tables = measured(run, options.names)
    facts.append(["time", f"{(monotonic() - begin) / 60:.0f} minutes, at most {run.limit:g} s for a call"])
    if options.json:
        options.json.write_text(figures(facts, run, tables), encoding="utf-8")
    if options.write:
        text = page.README.read_text(encoding="utf-8")
        page.RESULTS.write_text(figures(facts, run, tables), encoding="utf-8")
        page.README.write_text(page.written(text, facts, tables), encoding="utf-8")
    for name in climbing.TABLES if options.plots else ():
        if name in tables:
            plot(name, EVERY[name][0], list(tables[name].records), options.plots)
    for mistake in run.mistakes:
        print(f"not as it should be: {mistake}", file=sys.stderr)
    return int(bool(run.mistakes))


if __name__ == "__main__":
    sys.exit(main())
