"""The commands in the table of exact values, run in this process, without a shell."""

import json
import shlex
import sys
from contextlib import chdir, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import lemke
from lemke.api.games import read_game
from lemke.cli import run
from lemke.game.recall import constant_sum, histories
from lemke.studies.exact_values import ExactValue, exact_values

VALUES = {each.name: each for each in exact_values()}
OPENSPIEL = {name for name, each in VALUES.items() if "openspiel:" in each.command}
HUGE = {name for name, each in VALUES.items() if each.nodes > 500_000}
"""Minutes each: `python -m benchmarks.exact_values` repeats them."""
QUICK = {name for name, each in VALUES.items() if name not in OPENSPIEL and each.nodes <= 2_000}


def stages(command: str) -> list[list[str]]:
    """The arguments of every ``lemke`` in a line for a shell, where ``|`` or ``&&`` stands between them."""
    found: list[list[str]] = []
    for word in shlex.split(command):
        if word == "lemke":
            found.append([])
        elif word not in {"|", "&&"}:
            found[-1].append(word)
    return found


def printed(line: list[list[str]], folder: Path, text: str = "") -> str:
    """What the last of some commands prints in a folder; what one prints, at first the text, the next one may read."""
    for arguments in line:
        standard_input = TextIOWrapper(BytesIO(text.encode()), encoding="utf-8")
        with chdir(folder), patch.object(sys, "stdin", standard_input), redirect_stdout(StringIO()) as out:
            assert run(arguments) == 0, arguments
        text = out.getvalue()
    return text


def reproduce(expected: ExactValue, folder: Path) -> None:
    """Run the command of a game in the table: what it proves, and the game, are as the table says."""
    *before, (verb, source, *options) = stages(expected.command)
    assert verb == "solve"
    text = printed(before, folder)
    certificate = json.loads(printed([["solve", source, *options, "--format", "json"]], folder, text))
    assert certificate["payoffs"] == list(map(str, expected.payoffs))
    assert certificate["game"]["sha256"] == expected.sha256
    assert tuple(len(own["information_sets"]) for own in certificate["behavior"]) == expected.information_sets
    assert tuple(map(len, certificate["realization_plans"])) == expected.sequences
    with chdir(folder):
        game = lemke.loads(text) if source == "-" else read_game(source)
    assert game.size == expected.nodes
    assert (constant_sum(game, histories(game)) is not None) == expected.unique
