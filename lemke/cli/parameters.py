"""Parameters that know what a misspelt word may stand for, and what a shell may complete it to."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from lemke.errors import FormatError, close, located, question, suggestion

_EXAMPLE, _OPENSPIEL = "example:", "openspiel:"
_FILES = {"file": False, "game": True, "profile": False}
"""Names of arguments that are files to read, and whether they are games."""


def forgiving(command: click.Command) -> click.Command:
    """Return a command after giving its choices and files, also those of its subcommands, the types of this module."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            forgiving(each)
    for parameter in command.params:
        if type(parameter.type) is click.Choice:
            parameter.type = Choice(parameter.type.choices, parameter.type.case_sensitive)
        elif isinstance(parameter, click.Argument) and parameter.name in _FILES:
            parameter.type = File(_FILES[parameter.name])
    return command


class Choice(click.Choice[Any]):
    """A choice that names the value nearest to what was given."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return click's message, and a suggestion."""
        message = super().get_invalid_choice_message(value, ctx)
        return message.rstrip(".") + suggestion(str(value), map(str, self.choices))


class File(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """The path of a file to read, or - for the standard input; of a game also what ``example:`` names.

    A file that cannot be found is left to its reader, unless there is one of nearly its name.
    """

    name = "file"

    def __init__(self, game: bool) -> None:
        self._game = game

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path as it is."""
        if isinstance(value, str) and self._is_missing(value) and (near := self._near(value)):
            with located(value):
                raise FormatError(f"cannot be read: No such file or directory{near}")
        return value

    def _is_missing(self, path: str) -> bool:
        if path in ("", "-") or "\0" in path or path.startswith((_EXAMPLE, _OPENSPIEL)):
            return False
        return not os.path.lexists(path)

    def _near(self, path: str) -> str:
        """Return a suggestion of a file in the same folder or of a bundled game."""
        folder, name = os.path.split(path)
        prefix, colon, wanted = path.partition(":")
        if self._game and colon and close(prefix + colon, [_EXAMPLE]):
            return question(
                [_EXAMPLE + each for each in ([wanted] if wanted in _examples() else close(wanted, _examples()))]
            )
        stem = os.path.splitext(name)[0]
        games = _examples() if self._game else ()
        files = self._files(folder)
        same = [each for each in files if os.path.splitext(each)[0] == stem]
        if stem in games and not same:
            return question([_EXAMPLE + stem])
        bundled = [] if folder else close(stem, games)
        return question(
            [os.path.join(folder, each) for each in close(name, same or files)] or [_EXAMPLE + each for each in bundled]
        )

    def _files(self, folder: str) -> list[str]:
        """Return the names of files in a folder that may be meant."""
        try:
            files = sorted(each.name for each in os.scandir(folder or ".") if each.is_file())
        except OSError:
            return []
        return [each for each in files if each.endswith(_suffixes())] if self._game else files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        """Return that files are meant, and the bundled games."""
        names = _examples() if self._game else ()
        items = [CompletionItem(_EXAMPLE + name) for name in names if (_EXAMPLE + name).startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *items]


def files_or(*words: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem[Any]]]:
    """Return what completes a value to files, or to some words."""

    def completed(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        near = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *near]

    return completed


def example_completions(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[Any]]:
    """Return the names of bundled games, without what is before them in a GAME."""
    return [CompletionItem(name) for name in _examples() if name.startswith(incomplete)]


def _examples() -> tuple[str, ...]:
    from lemke.io.bundled import example_names

    return example_names()


def _suffixes() -> tuple[str, ...]:
    from lemke.io import FORMATS

    return tuple(f".{suffix}" for suffix in FORMATS)
