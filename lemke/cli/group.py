"""A group that loads a command only when it is used, and the completions of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from lemke.errors import InputError


class Entry(NamedTuple):
    """A command that is not loaded yet."""

    place: str  # ``module:attribute`` below ``lemke.cli``
    summary: str  # the first sentence of its help, at most 60 characters


Table = Mapping[str, Mapping[str, Entry]]
"""Commands by purpose and name."""


def show(page: str) -> None:
    """Write a page to stdout; raise an InputError if stdout is closed, since click would silently print nothing."""
    if sys.stdout is None:
        raise InputError("-: cannot be written: the standard output is closed")
    click.echo(page, nl=not page.endswith("\n"))


class Group(click.Group):
    """A group that lists its commands with their full summaries, which click would shorten."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(
                # 999 is a limit of characters that no summary reaches
                [(name, command.get_short_help_str(999)) for name, command in sorted(self.commands.items())]
            )


class LazyGroup(click.Group):
    """A group of the commands in a table; only the command that runs is loaded."""

    def __init__(self, *args: Any, table: Table, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._table = table

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        return {name: entry for entries in self._table.values() for name, entry in entries.items()}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command, the command, and the other words; ``help COMMAND`` is ``COMMAND --help``."""
        if args[0] == "help":
            if not args[1:]:
                show(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        return list(self._entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load and return a command; None if there is no command of this name."""
        if cmd_name not in self._entries:
            return None
        module, _, attribute = self._entries[cmd_name].place.partition(":")
        command = getattr(import_module(f"lemke.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        complete_files(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the table, without loading a command."""
        width = max(map(len, self._entries))
        for purpose, entries in self._table.items():
            with formatter.section(purpose):
                formatter.write_dl([(name.ljust(width), entry.summary) for name, entry in entries.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the names of commands, without loading a command, and the options of the group."""
        items = [
            CompletionItem(name, help=entry.summary)
            for name, entry in self._entries.items()
            if name.startswith(incomplete)
        ]
        return items + click.Command.shell_complete(self, ctx, incomplete)


# ---------------------------------------------------------------------- completions

_EXAMPLE = "example:"


def complete_files(command: click.Command) -> None:
    """Let the arguments of a command and of its subcommands that are files be completed."""
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            complete_files(subcommand)
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.name in ("file", "game", "profile"):
            parameter.type = File(game=parameter.name == "game")


class File(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """The path of a file to read, or - for stdin; for a game also ``example:NAME`` or ``openspiel:NAME``."""

    name = "file"

    def __init__(self, game: bool) -> None:
        self._game = game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        """Return an item that makes the shell add files, then the bundled games."""
        names = _examples() if self._game else ()
        items = [CompletionItem(_EXAMPLE + name) for name in names if (_EXAMPLE + name).startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *items]


def files_or(*words: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem[Any]]]:
    """Return a function that completes an argument to files or to one of the words."""

    def completions(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        matching_words = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *matching_words]

    return completions


def example_completions(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[Any]]:
    """Return the names of bundled games, without ``example:``."""
    return [CompletionItem(name) for name in _examples() if name.startswith(incomplete)]


def _examples() -> tuple[str, ...]:
    from lemke.io.bundled import example_names

    return example_names()
