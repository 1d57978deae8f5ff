"""The command ``lemke examples``, for the games that come with lemke."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from lemke.cli.group import Group, example_completions
from lemke.cli.options import emit, output
from lemke.errors import FormatError, InputError, located
from lemke.io.bundled import Example, example_names, examples_table, find
from lemke.io.bundled import examples as bundled
from lemke.io.source import read_text


@click.group(cls=Group, invoke_without_command=True)
@output
@click.pass_context
def examples(context: click.Context, output: str) -> None:
    """List, print and copy the games that come with lemke.

    \b
    Examples:
      lemke examples
      lemke solve example:kuhn3
      lemke examples show kuhn3
      lemke examples copy --all games
    """
    if context.invoked_subcommand is not None:
        for name, option in (("output", "-o"),):
            if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
                command = context.invoked_subcommand
                expected = f"options after {command}; lemke examples {command} --help lists them"
                raise InputError(f"{option} before {command}, expected {expected}")
        return
    emit(output, f"{examples_table()}\n")


@examples.command()
@click.argument("name", shell_complete=example_completions)
@output
def show(name: str, output: str) -> None:
    """Print the file of a game; its comment has the source, and for most games the equilibria or the value.

    \b
    Example:
      lemke examples show tracing_2002
    """
    emit(output, read_text(find(_without_prefix(name)).path))


def _name_or_folder(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return completions for the next word of ``copy``: a folder after a name or --all, otherwise names of games."""
    if context.params.get("every") or context.params.get("words"):
        return [CompletionItem(incomplete, type="dir")]
    return example_completions(context, parameter, incomplete)


@examples.command()
@click.argument("words", nargs=-1, metavar="NAME|--all [FOLDER]", shell_complete=_name_or_folder)
@click.option("--all", "every", is_flag=True, help="Copy all games; NAME is left out.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def copy(words: tuple[str, ...], every: bool, force: bool) -> None:
    """Copy a game, or with --all all games, into FOLDER.

    FOLDER is the current folder by default, and is created if it does not exist. Prints the paths of the copies.

    \b
    Examples:
      lemke examples copy kuhn3
      lemke examples copy --all games
    """
    names, folders = ((), words) if every else (words[:1], words[1:])
    if not (names or every):
        raise InputError("nothing to copy, expected NAME [FOLDER], or --all [FOLDER]")
    if len(folders) > 1 or any(_without_prefix(word) in example_names() for word in folders):
        raise InputError(f"{' '.join(words)!r} to copy, expected one NAME and one FOLDER, or --all [FOLDER]")
    chosen_games = bundled() if every else [find(_without_prefix(name)) for name in names]
    emit("-", "".join(f"{path}\n" for path in _copied(chosen_games, Path(*folders), force)))


def _without_prefix(name: str) -> str:
    return name.removeprefix("example:")


def _copied(chosen_games: Sequence[Example], folder: Path, force: bool) -> list[Path]:
    """Copy games into a folder: all or, if one cannot be copied, none; return the paths of the copies."""
    paths = [folder / example.file for example in chosen_games]
    existing = [path for path in paths if os.path.lexists(path)]
    if existing and not force:
        more = f" and {len(existing) - 1} more" if existing[1:] else ""
        raise InputError(f"{existing[0]}{more} would be overwritten, expected --force or another folder")
    for path in existing:
        with located(str(path)):
            if not (path.is_file() or path.is_symlink()):
                kind = "a folder" if path.is_dir() else "a pipe or a device"
                raise InputError(f"is {kind}, expected a file or nothing")
    with located(str(folder)):
        if folder.exists() and not folder.is_dir():
            raise InputError("is a file, expected a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # copies are first made in a temporary folder of the same file system: os.replace then only renames them
            with tempfile.TemporaryDirectory(prefix=".lemke-", dir=folder) as temporary:
                copies = [shutil.copyfile(example.path, Path(temporary, example.file)) for example in chosen_games]
                for copy_path, path in zip(copies, paths):
                    os.replace(copy_path, path)
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror or error}") from None
    return paths
