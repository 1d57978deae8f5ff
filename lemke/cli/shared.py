"""Options that several commands share, limits and progress, and how commands write their results."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import reduce, wraps
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lemke.errors import InputError, LimitError, located, one_line
from lemke.ground import limits
from lemke.io import SUFFIXES
from lemke.io.source import write_atomically

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.progress import Progress

    import lemke

Command = Callable[..., Any]

OTHERS = {".efg", ".nfg", ".csv", ".html", ".svg", ".pdf", ".png"}
"""Suffixes of files that no result is written to without --format."""


# ---------------------------------------------------------------------- options

FILE, POSITIVE = click.Path(readable=False), click.IntRange(min=1)
"""Types: the name of a file, and a whole number from 1 on."""


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options to a command, in their order in the help."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


def is_given(name: str) -> bool:
    """Return whether the user wrote the option or argument whose parameter has this name."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT


game_argument = click.argument("game", type=FILE)
output_option = click.option(
    "-o",
    "--output",
    default="-",
    metavar="OUT",
    type=FILE,
    help="The file for the result, written whole or not at all; - is stdout.",
)


def format_option(*names: str) -> Callable[[Command], Command]:
    """Add --format; by default the suffix of OUT selects a name, and any other suffix, or none, the first name."""

    def select_format(context: click.Context, parameter: click.Parameter, form: str) -> str:
        # click processes defaults after the options that the user wrote, so OUT is known here
        if context.get_parameter_source("form") is not ParameterSource.DEFAULT:
            return form
        out = context.params.get("output", "-")
        suffix = PurePath(out).suffix.lower()
        form = SUFFIXES.get(suffix.removeprefix("."), form)
        if suffix in OTHERS or form not in names:
            raise InputError(f"{out}: the suffix {suffix}, expected --format with one of {', '.join(names)}")
        return form

    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        callback=select_format,
        help="The format of the result; the suffix of OUT decides by default.",
    )


def result_options(*formats: str) -> Callable[[Command], Command]:
    """Add --format, -o and the limits."""
    return with_options(format_option(*formats), output_option, limit_options)


def seed_option(help: str) -> Callable[[Command], Command]:
    """Add --seed; its default is 0."""
    return click.option("--seed", type=click.IntRange(min=0), default=0, metavar="K", help=help)


kernel_option = click.option(
    "--kernel",
    type=click.Choice(["auto", "exact", "guided"]),
    default="auto",
    help="How to follow Lemke's path: in exact arithmetic, or in floating point with an exact check of the end.",
)
profile_options = with_options(
    click.option("--normalize", is_flag=True, help="Divide probabilities that do not sum to 1 by their exact sum."),
    click.option(
        "--missing",
        type=click.Choice(["uniform"]),
        help="At information sets that PROFILE leaves out, all moves are equally likely.",
    ),
)
reduced_option = click.option("--reduced", is_flag=True, help="Use reduced strategies.")
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1, max=61 if sys.platform == "win32" else None),  # a limit of Python on Windows
    default=1,
    metavar="N",
    help="The number of processes.",
)


def open_workers(workers: int) -> AbstractContextManager[Executor | None]:
    """Return the executor for the option --workers; None if this process does the work."""
    if workers == 1:
        return nullcontext()
    from lemke.ground.executors import opened

    return opened(workers)


# ---------------------------------------------------------------------- limits and progress


def limit_options(command: Command) -> Command:
    """Add --time-limit, --memory-limit and -q, and run the command within these limits."""

    @click.option("--time-limit", type=click.FloatRange(min=0), metavar="S", help="Stop with status 3 after S seconds.")
    @click.option(
        "--memory-limit",
        type=click.IntRange(min=1, max=1 << 40),
        metavar="MIB",
        help="Stop with status 3 if a process needs more than MIB mebibytes of address space; on Linux only.",
    )
    @click.option("-q", "--quiet", is_flag=True, help="Show no progress on stderr.")
    @wraps(command)
    def command_in_limits(*, time_limit: float | None, memory_limit: int | None, quiet: bool, **parameters: Any) -> Any:
        with limit_memory(memory_limit), limits.limits(time_limit, None if quiet else progress_line()):
            return command(**parameters)

    return command_in_limits


@contextmanager
def limit_memory(mebibytes: int | None) -> Iterator[None]:
    """Limit the address space of this process, and of processes that it starts, in a block."""
    if mebibytes is None:
        yield
        return
    if sys.platform != "linux":
        raise InputError("--memory-limit is not available on this system")
    import resource

    from lemke.linear.guided import load_libraries  # loaded for this option only

    load_libraries()
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    size = mebibytes << 20
    if size < int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize():
        raise MemoryError
    resource.setrlimit(resource.RLIMIT_AS, (size if before == resource.RLIM_INFINITY else min(size, before), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def progress_line() -> ProgressLine | None:
    """Return the line of progress of the command; None if stderr is no terminal or a dumb terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return None
    line = ProgressLine()
    click.get_current_context().call_on_close(line.stop)
    return line


class ProgressLine:
    """Shows the latest stage of a computation and the time on stderr; the package rich draws the line."""

    patience, between = 0.5, 0.1  # seconds until the line appears, and the least between two changes

    def __init__(self) -> None:
        self._next = time.monotonic() + self.patience  # when the line may change
        self._progress: Progress | None = None

    def __call__(self, stage: str) -> None:
        """Show a stage as the latest one."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self.between
        if self._progress is None:
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = SpinnerColumn("line"), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
            self._progress = Progress(*columns, console=Console(file=sys.stderr), transient=True)
            self._progress.add_task("")
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], description=one_line(stage))

    def stop(self) -> None:
        """Remove the line; later stages are not shown."""
        self._next = math.inf
        if self._progress is not None:
            self._progress.stop()


def stop_progress() -> None:
    """Remove the line of progress from the terminal for good."""
    if isinstance(line := limits.current().progress, ProgressLine):
        line.stop()


# ---------------------------------------------------------------------- results


def write_text(output: str, content: str | bytes) -> None:
    """Write a text to a file or to stdout; no progress is shown any more."""
    stop_progress()
    write_atomically(output, content)


def write_result(result: Any, form: str, output: str, more: Mapping[str, Callable[[], str]] | None = None) -> None:
    """Write a result as text, JSON or LaTeX, or in a format of ``more``; results found before a limit are written."""
    with limits.lifted():
        write = (more or {}).get(form) or getattr(result, f"to_{form}")
        write_text(output, write())


def require_end(result: Any, source: str) -> None:
    """Raise an error if a limit or an interrupt stopped the search that gave a result."""
    stopped = getattr(result, "stopped", "")
    if stopped == "limit":
        with located(source):
            raise LimitError(result.reason)
    if stopped == "interrupt":
        raise KeyboardInterrupt


def require_player(game: lemke.Game, option: str, number: int | None) -> None:
    """Raise an InputError if an option names a player that a game does not have; players count from 1."""
    if number is not None and number > len(game.players):
        raise InputError(f"--{option} {number}, expected a player from 1 to {len(game.players)}")


def check_terminal(output: str, kind: str, expected: str) -> None:
    """Raise an error for a result that is not for people if OUT is a terminal."""
    if output == "-" and sys.stdout is not None and sys.stdout.isatty():
        raise InputError(f"{kind} at a terminal, expected {expected}")
