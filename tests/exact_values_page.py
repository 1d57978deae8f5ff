"""The page of exact values: its rows and its commands, which are run in this process without a shell."""

import json
import shlex
import sys
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from gmpy2 import mpq

import lemke
from lemke.cli import run
from lemke.game.recall import constant_sum, histories

PAGE = (Path(__file__).parents[1] / "docs" / "reference" / "exact-values.md").read_text(encoding="utf-8")
DIGITS = 12
"""Of a SHA-256 on the page."""


@dataclass(frozen=True)
class Row:
    """A game on the page: its sizes, player 1's payoff or both players', and the command that proves them."""

    name: str
    nodes: int
    sequences: tuple[int, ...]
    payoffs: tuple[mpq, ...]
    decimals: tuple[str, ...]
    sha256: str
    command: str


def rows() -> list[Row]:
    """All games of the page in turn; the command above a table has GAME in place of its first column."""
    table: list[Row] = []
    command = ""
    for line in PAGE.splitlines():
        if line.startswith("    lemke "):
            command = line.strip()
        elif line.startswith("| `"):
            game, nodes, sequences, payoffs, decimals, digest = line.strip("| ").split(" | ")
            name, sizes = game.strip("`"), tuple(map(int, sequences.split("+")))
            numbers, near = tuple(map(mpq, payoffs.split(", "))), tuple(decimals.split(", "))
            proof = command.replace("GAME", name)
            table.append(Row(name, int(nodes), sizes, numbers, near, digest.strip("`"), proof))
    return table


ROWS = {row.name: row for row in rows()}
OPENSPIEL = {name for name, row in ROWS.items() if "openspiel:" in row.command}
LARGE = {name for name, row in ROWS.items() if row.nodes > 100_000}
"""Games that take a minute each: their commands are not run by tests."""
QUICK = {name for name, row in ROWS.items() if name not in OPENSPIEL and row.nodes <= 2_000}


def stages(command: str) -> list[list[str]]:
    """The arguments of every ``lemke`` in a line for a shell, where ``|`` or ``&&`` stands between them."""
    calls: list[list[str]] = []
    for word in shlex.split(command):
        if word == "lemke":
            calls.append([])
        elif word not in {"|", "&&"}:
            calls[-1].append(word)
    return calls


def printed(calls: list[list[str]], folder: Path, text: str = "") -> str:
    """What the last command of a pipe prints in a folder. The first one reads the text."""
    for arguments in calls:
        standard_input = TextIOWrapper(BytesIO(text.encode()), encoding="utf-8")
        with chdir(folder), patch.object(sys, "stdin", standard_input), redirect_stdout(StringIO()) as out:
            assert run(arguments) == 0, arguments
        text = out.getvalue()
    return text


def reproduce(row: Row, folder: Path) -> None:
    """Run the command of a row, and compare what it proves and its game with the page."""
    *before, (verb, source, *options) = stages(row.command)
    assert verb == "solve"
    text = printed(before, folder)
    certificate = json.loads(printed([["solve", source, *options, "--format", "json"]], folder, text))
    payoffs = tuple(map(mpq, certificate["payoffs"]))
    assert certificate["game"]["sha256"][:DIGITS] == row.sha256
    assert tuple(map(len, certificate["realization_plans"])) == row.sequences
    with chdir(folder):
        game = lemke.loads(text) if source == "-" else lemke.read(source)
    assert game.size == row.nodes
    if len(row.payoffs) == 1:
        assert payoffs == (row.payoffs[0], -row.payoffs[0])
        assert constant_sum(game, histories(game)) == 0
    else:
        assert payoffs == row.payoffs
