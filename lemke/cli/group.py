"""Groups of commands that are loaded when they are used, and that know what a misspelt word may stand for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from lemke.cli.parameters import forgiving
from lemke.errors import InputError, question, suggestion


class Entry(NamedTuple):
    """A command that is not loaded yet.

    Attributes
    ----------
    place : str
        The module below ``lemke.cli``, a colon, the command's name there.
    summary : str
        What its help begins with, in at most 60 characters.
    """

    place: str
    summary: str


_OPTIONS = {"version": "--version"}
"""Words that are options, by what they may be taken for."""

Table = Mapping[str, Mapping[str, Entry]]
"""Commands by purpose and name."""


def show(page: str) -> None:
    """Write a page to stdout; click would be silent where that is closed."""
    if sys.stdout is None:
        raise InputError("-: cannot be written: the standard output is closed")
    click.echo(page, nl=not page.endswith("\n"))


class Group(click.Group):
    """A group whose unknown words are answered with the nearest command.

    ``kind`` says what its commands are.
    """

    def __init__(self, *args: Any, kind: str = "command", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._kind = kind

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that words begin with, and the other words."""
        name = args[0]
        if not (name.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, name)):
            near = suggestion(name, self.list_commands(ctx))
            raise click.UsageError(
                f"No such {self._kind} {name!r}{near or f', expected one that {ctx.command_path} --help lists'}", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, without cutting it short."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(999)) for name, each in sorted(self.commands.items())])


class LazyGroup(Group):
    """The commands of a table, of which only the one that runs is loaded."""

    def __init__(self, *args: Any, table: Table, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._table = table

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that words begin with, and the other words; ``help`` asks for the help of the others."""
        if args[0] == "help":
            if not args[1:]:
                show(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        elif args[0] in _OPTIONS:
            raise click.UsageError(f"No such command {args[0]!r}{question([_OPTIONS[args[0]]])}", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, by purpose."""
        return [name for entries in self._table.values() for name in entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, loaded now; None if there is none of this name."""
        for entries in self._table.values():
            if cmd_name in entries:
                module, _, attribute = entries[cmd_name].place.partition(":")
                command = getattr(import_module(f"lemke.cli.{module}"), attribute)
                assert isinstance(command, click.Command)
                return forgiving(command)
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table, without loading a command."""
        width = max(map(len, self.list_commands(ctx)))
        for purpose, entries in self._table.items():
            with formatter.section(purpose):
                formatter.write_dl([(name.ljust(width), entry.summary) for name, entry in entries.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the names, without loading a command, and the options."""
        found = [
            CompletionItem(name, help=entry.summary)
            for entries in self._table.values()
            for name, entry in entries.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)
