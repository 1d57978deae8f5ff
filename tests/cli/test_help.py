"""Help as a newcomer reads it: whole lines, one summary per command, the same options in the same order."""

import re
from collections.abc import Iterator

import click
import pytest

from lemke.cli import COMMANDS, commands, run
from lemke.io.bundled import example_names

ENTRIES = {name: entry for entries in COMMANDS.values() for name, entry in entries.items()}


def words(command: click.Command, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words of a command and of all below it."""
    yield names
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from words(below, (*names, name))


ALL = [names for name in ENTRIES for names in words(commands.get_command(click.Context(commands), name), (name,))]


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run([*arguments, "--help"]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, *names)
    assert [line for line in out.splitlines() if len(line) > 80] == []
    assert f"Usage: lemke {' '.join(names)} " in out


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("name", ENTRIES)
def test_the_list_of_commands_has_the_first_sentence_of_each_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = ENTRIES[name].summary
    assert summary[0].isupper() and summary.endswith(".") and "..." not in summary
    assert f"  {name} " in shown(capsys) and f" {summary}\n" in shown(capsys)
    paragraph = shown(capsys, name).split("\n\n")[1]
    assert " ".join(paragraph.split()).startswith(summary)


@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_examples_name_games_that_exist(names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, *names)
    assert set(re.findall(r"\bexample:([a-z0-9_]+)", out)) <= {*example_names()}
    assert "examples/games/" not in out
