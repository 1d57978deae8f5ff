"""Every example in a help text runs, in the order of the text and in a folder of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from documented_pages import POSIX, Folder
from lemke.cli import COMMANDS, commands

EXAMPLES = re.compile(r"^  Examples?:\n((?:    .*\n)+)", re.MULTILINE)
ANSWERED = {0, 1, 4}
"""Exit statuses: done, the answer is no, or it is open."""


def helps(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    """The help texts of a command and of all below it, by the words that lead there."""
    context = click.Context(command, info_name=path, max_content_width=200, terminal_width=200)
    yield path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, f"{path} {name}")


HELPS = dict(helps(commands, "lemke"))


def examples(text: str) -> list[str]:
    """The commands in a help text's examples; a line that ends in a backslash goes on in the next."""
    (block,) = EXAMPLES.findall(text)
    return [" ".join(line.split()) for line in block.replace("\\\n", " ").splitlines()]


def test_every_command_has_a_help_text() -> None:
    assert {f"lemke {name}" for entries in COMMANDS.values() for name in entries} < HELPS.keys()


@POSIX
@pytest.mark.parametrize("path", HELPS)
def test_examples_run(path: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for line in examples(HELPS[path]):
        done = folder.done(line, timeout=300)
        assert done.returncode in ANSWERED and not done.stderr.startswith("lemke: "), f"$ {line}\n{done.stderr}"
