"""Groups that load a command only when it is used, and types of parameters; both suggest the right spelling."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from lemke.errors import FormatError, InputError, question, similar_words, suggestion
from lemke.ground import process


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
    with process.finishing():
        click.echo(page, nl=not page.endswith("\n"))


class Group(click.Group):
    """A group that suggests a similar command for an unknown word; messages call a command by the noun ``kind``."""

    def __init__(self, *args: Any, kind: str = "command", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._kind = kind

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command, the command, and the other words."""
        name = args[0]
        if not (name.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, name)):
            hint = suggestion(name, self.list_commands(ctx))
            hint = hint or f", expected a {self._kind} that {ctx.command_path} --help lists"
            raise click.UsageError(f"No such {self._kind} {name!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their full summaries, which click would shorten."""
        with formatter.section("Commands"):
            formatter.write_dl(
                # 999 is a limit of characters that no summary reaches
                [(name, command.get_short_help_str(999)) for name, command in sorted(self.commands.items())]
            )


class LazyGroup(Group):
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
        elif args[0] == "version":
            raise click.UsageError(f"No such command 'version'{question(['--version'])}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; add a suggestion to an error about a missing file."""
        try:
            return super().invoke(ctx)
        except FormatError as error:
            if error.source is not None and (file := ctx.meta.get(_MISSING + error.source)) is not None:
                error.message += file.hint(error.source)
            raise

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
        return forgiving(command)

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


# ---------------------------------------------------------------------- parameters

_EXAMPLE = "example:"
_OPENSPIEL = "openspiel:"
_NO_FILES = (_EXAMPLE, _OPENSPIEL)
_MISSING = "lemke.cli.missing: "  # ``Context.meta[_MISSING + path]`` is the type of a missing file


def forgiving(command: click.Command) -> click.Command:
    """Give parameters of a command and of its subcommands the types of this module, and return the command.

    These types are for choices, bounded whole numbers and files; their messages help to correct mistakes.
    """
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            forgiving(subcommand)
    for parameter in command.params:
        if type(parameter.type) is click.Choice:
            parameter.type = Choice(parameter.type.choices, parameter.type.case_sensitive)
        elif type(parameter.type) is click.IntRange:
            parameter.type = Whole(parameter.type.min, parameter.type.max)
        elif isinstance(parameter, click.Argument) and parameter.name in _FILES:
            parameter.type = _FILES[parameter.name]
    return command


class Choice(click.Choice[Any]):
    """A choice that suggests the nearest value."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return click's message with a suggestion."""
        message = super().get_invalid_choice_message(value, ctx)
        return message.rstrip(".") + suggestion(str(value), map(str, self.choices))


class Whole(click.IntRange):
    """A whole number within bounds; the message for anything else names the bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            if str(value).lstrip("+-").isdigit():
                raise
            bounds = f" from {self.min} to {self.max}" if self.max is not None else f", {self.min} or more"
            self.fail(f"{str(value)!r}, expected a whole number{bounds}", param, ctx)


class File(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """The path of a file to read, or - for stdin; for a game also ``example:NAME`` or ``openspiel:NAME``.

    A missing file is an error only when it is read: other mistakes of the command line are reported first.
    """

    name = "file"

    def __init__(self, game: bool) -> None:
        self._game = game

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path unchanged; if the file is missing, note this for :meth:`LazyGroup.invoke`."""
        if not isinstance(value, str) or value in ("", "-") or "\0" in value or value.startswith(_NO_FILES):
            return value
        if ctx is not None and not os.path.lexists(value):
            ctx.meta[_MISSING + value] = self
        return value

    def hint(self, path: str) -> str:
        """Return the end of the message about a missing file; an empty text if nothing similar is known.

        The end suggests similar files in the folder, a bundled game or a game of OpenSpiel; for an NE line, stdin.
        """
        if path.startswith("NE,"):
            return ", expected a file, or - and this line on the standard input"
        folder, name = os.path.split(path)
        prefix, colon, example = path.partition(":")
        if self._game and colon and similar_words(prefix + colon, [_EXAMPLE]):  # a misspelled "example:"
            names = [example] if example in _examples() else similar_words(example, _examples())
            return question([_EXAMPLE + similar_name for similar_name in names])
        stem = os.path.splitext(name)[0]
        games = _examples() if self._game else ()
        files = self._files(folder)
        same_stem = [file for file in files if os.path.splitext(file)[0] == stem]
        if stem in games and not same_stem:
            return question([_EXAMPLE + stem])
        if self._game and name == path and path.isidentifier() and _is_openspiel_name(path):
            return question([_OPENSPIEL + path])
        similar_files = similar_words(name, same_stem or files)
        similar_games = [] if folder else similar_words(stem, games)
        return question(
            [os.path.join(folder, similar_name) for similar_name in similar_files]
            or [_EXAMPLE + similar_name for similar_name in similar_games]
        )

    def _files(self, folder: str) -> list[str]:
        """Return the names of the files in a folder; for a game, only files with a suffix of a game format."""
        from lemke.io import FORMATS

        try:
            files = sorted(entry.name for entry in os.scandir(folder or ".") if entry.is_file())
        except OSError:
            return []
        suffixes = tuple(f".{suffix}" for suffix in FORMATS) if self._game else ""  # every name ends with ""
        return [name for name in files if name.endswith(suffixes)]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        """Return an item that makes the shell add files, then the bundled games."""
        names = _examples() if self._game else ()
        items = [CompletionItem(_EXAMPLE + name) for name in names if (_EXAMPLE + name).startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *items]


_FILES = {"file": File(game=False), "game": File(game=True), "profile": File(game=False)}
"""The types of arguments that are files, by the names of the arguments."""


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


def _is_openspiel_name(name: str) -> bool:
    from lemke.interop.openspiel import is_registered

    return is_registered(name)


def _examples() -> tuple[str, ...]:
    from lemke.io.bundled import example_names

    return example_names()
