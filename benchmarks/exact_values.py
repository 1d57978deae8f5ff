"""Solve the standard games again and write the table of exact values: ``python -m benchmarks.exact_values``.

Every command of the table is run in a shell, one after the other; what it proves is written to the data of
``lemke.exact_values`` and to ``docs/reference/exact-values.md``. With NAMES only these games, or those whose names
start so, are solved again. Some minutes; OpenSpiel has to be installed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from time import perf_counter

import lemke
from benchmarks.exact_values_games import FAMILIES, Family, Variant
from lemke.game.recall import constant_sum, histories
from lemke.ground.rational import decimal, parse, text
from lemke.io.source import write_atomically
from lemke.studies.exact_values import DATA, DIGITS, ExactValue, dumps, exact_values

PAGE = Path(__file__).parents[1] / "docs" / "exact-values.md"
BEGIN, END = "<!-- the table begins -->\n", "<!-- the table ends -->\n"
SOLVE = re.compile(r"""^(?P<before>.*)lemke solve (?P<game>"[^"]*"|\S+)(?P<options>.*)$""")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="solve only these again, or names that start so")
    wanted = parser.parse_args(arguments).names
    known = {each.name: each for each in exact_values()} if DATA.exists() else {}
    values = []
    with tempfile.TemporaryDirectory() as folder:
        for family, variant in [(kind, each) for kind in FAMILIES for each in kind.variants]:
            found = known.get(variant.name)
            chosen = not wanted or any(f"{variant.name}-".startswith(f"{name}-") for name in wanted)
            if found is None or chosen or found.command != variant.command:
                found = proved(family, variant, Path(folder))
            values.append(
                replace(found, family=family.name, title=variant.title, rules=family.rules, source=family.source)
            )
    write_atomically(DATA, dumps(values))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    write_atomically(PAGE, before + BEGIN + tables(values) + END + rest.partition(END)[2])


def proved(family: Family, variant: Variant, folder: Path) -> ExactValue:
    """Run a command, and return what it proves together with the sizes of its game."""
    started = perf_counter()
    certificate = json.loads(shell(f"{variant.command} --format json", folder))
    print(f"{variant.name}: {perf_counter() - started:.1f} s", file=sys.stderr)
    found = SOLVE.fullmatch(variant.command)
    assert found is not None
    shell(f"{found['before']}lemke convert {found['game']} game.efg", folder)
    game = lemke.read(folder / "game.efg")
    behind = histories(game)
    one, two = (parse(payoff) for payoff in certificate["payoffs"])
    assert certificate["game"]["sha256"] == lemke.sha256(game)
    return ExactValue(
        name=variant.name,
        family=family.name,
        title=variant.title,
        rules=family.rules,
        source=family.source,
        nodes=game.size,
        information_sets=(len(game.sets_of(0)), len(game.sets_of(1))),
        sequences=(behind.moves[0], behind.moves[1]),
        payoffs=(one, two),
        unique=constant_sum(game, behind) is not None,
        command=variant.command,
        sha256=lemke.sha256(game),
    )


def shell(command: str, folder: Path) -> str:
    """Run a command line in a folder and return what it prints; it ends the program if it fails."""
    tools = folder / "bin"
    if not tools.exists():
        tools.mkdir()
        (tools / "lemke").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m lemke "$@"\n')
        (tools / "lemke").chmod(0o755)
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"status {done.returncode}: {command}")
    return done.stdout


def tables(values: Sequence[ExactValue]) -> str:
    """Return the part of the page that shows the data: for every family its rules, a table and the commands."""
    parts = []
    for name, own in groupby(values, lambda each: each.family):
        games = list(own)
        parts += [f"\n## {name[0].upper()}{name[1:]}\n\n{games[0].rules}\n\nSource: {games[0].source}\n\n"]
        parts += [*map(_row, _rows(games)), "\n```sh\n"]
        parts += [f"{each.command}  # {each.name}\n" for each in games]
        parts += ["```\n"]
    return "".join(parts) + "\n"


def _rows(games: Sequence[ExactValue]) -> Iterator[tuple[str, ...]]:
    """Return the rows of a table; general-sum games show both players' payoffs."""
    general = not all(each.unique for each in games)
    payoffs = ("payoffs", "decimal") if general else ("value", "decimal")
    yield ("name", "game", "nodes", "information sets", "sequences", *payoffs)
    yield ("---",) * 7
    for each in games:
        sizes = (f"{each.nodes}", *("{}+{}".format(*pair) for pair in (each.information_sets, each.sequences)))
        shown = each.payoffs if general else each.payoffs[:1]
        numbers = ", ".join(map(text, shown)), ", ".join(decimal(payoff, DIGITS) for payoff in shown)
        yield (f"`{each.name}`", each.title, *sizes, *numbers)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    main()
