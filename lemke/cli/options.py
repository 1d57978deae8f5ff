"""Options and habits that commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, get_args

import click

from lemke.cli import colors, progress
from lemke.cli.parameters import files_or
from lemke.errors import ProbabilityError, ProfileError
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.ground.document import Document
from lemke.io.source import write_atomically

Command = TypeVar("Command", bound=Callable[..., Any])


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and (math.isnan(value) or value < 0):
        raise click.BadParameter(f"{value}, expected a number of seconds, 0 or more")
    return value


def limited(command: Callable[..., int]) -> Callable[..., int]:
    """Add --time-limit, --memory-limit and -q, and run the command within these limits.

    Progress goes to stderr only where that is a terminal.
    """

    @wraps(command)
    def within(*, time_limit: float | None, memory_limit: int | None, quiet: bool, **parameters: Any) -> int:
        with limits.limits(time_limit, memory_limit, None if quiet else progress.observer()):
            return command(**parameters)

    wrapped: Callable[..., int] = within
    for option in (
        click.option("-q", "--quiet", is_flag=True, help="No progress on stderr."),
        click.option(
            "--memory-limit", type=click.IntRange(min=1), metavar="MIB", help="Stop with status 3 beyond this memory."
        ),
        click.option(
            "--time-limit", type=float, metavar="S", callback=_seconds, help="Stop with status 3 after S seconds."
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


def output(command: Command) -> Command:
    """Add -o."""
    return click.option(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="File to write, whole or not at all; - is stdout.",
        shell_complete=files_or(),
    )(command)


def profile_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add --normalize and --missing, and name them where PROFILE lacks what they provide."""

    @wraps(command)
    def hinting(**parameters: Any) -> int:
        try:
            return command(**parameters)
        except (ProbabilityError, ProfileError) as error:
            if error.source == parameters["profile"]:  # and not the game's, whose chance moves sum wrongly
                error.message = _hinted(error.message, parameters["normalize"])
            raise

    wrapped: Callable[..., int] = hinting
    for option in (
        click.option(
            "--missing",
            type=click.Choice(get_args(get_args(Missing)[0])),
            help="What to play at information sets that a mapping or table leaves out; without it they are an error.",
        ),
        click.option(
            "--normalize",
            is_flag=True,
            help="Divide probabilities by their exact sum where it is not 1, and tell by how much it missed.",
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


def _hinted(message: str, normalize: bool) -> str:
    if "probabilities that sum to" in message and "sum to 0," not in message and not normalize:
        return f"{message}; --normalize divides by the sum"
    return message.replace("or a rule for them", "or a rule for them: --missing uniform")


def emit(target: str, content: str) -> None:
    """Write a result to a file or, after progress has been wiped off the terminal, to stdout."""
    progress.wipe()
    write_atomically(target, colors.painted(content) if target == "-" else content)


def rendered(document: Document, form: str, **others: Callable[[], str]) -> str:
    """Return a result as JSON or text, or in a form of the command's own, of which a function returns the content."""
    return ({"json": document.to_json, "text": document.to_text} | others)[form]()


def stream(heading: str, lines: Iterable[str]) -> None:
    """Write lines to stdout as they come, without progress between them."""
    progress.wipe(for_good=True)
    emit("-", heading)
    for line in lines:
        limits.check()
        click.echo(line, nl=False)
