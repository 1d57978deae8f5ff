"""Colors and progress, which only terminals show.

Colors mark headings, verdicts and probabilities that are 0. The package rich shows the progress of a long computation
as a line on stderr, which is removed before anything else is written.
"""

from __future__ import annotations

import math
import os
import re
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

import click

from lemke.errors import one_line
from lemke.ground import limits

if TYPE_CHECKING:
    from rich.progress import Progress

_BOLD, _DIM, _RED, _GREEN = "\033[1m", "\033[2m", "\033[31m", "\033[32m"
_PLAIN = "\033[0m"

# lines of our texts that state a success (green) or a failure (red), headings of players, and cells that are 0
_HOLDS = re.compile(r"Proved |Solved and proved;|An equilibrium:|It is [a-z-]+\.|Ends after .*, proved exactly\.")
_FAILS = re.compile(r"(As stated, not|Not) an equilibrium:|Not (true|[a-z-]+-perfect):|No (equilibrium yet|solution)\b")
_PLAYER = re.compile(r"\s*Player \d")
_ZERO = re.compile(r"(?<=  )0(?=$|  )")
_TEXT = re.compile(r"\s*[^\W_]")  # a text for people begins with a letter or digit; JSON and LaTeX do not
_FILES = ("EFG ", "NFG ", "NE,")  # the start of texts that are files for programs


def is_shown(output: str) -> bool:
    """Return whether ``output``, the value of -o, is stdout and stdout is a terminal."""
    return output == "-" and sys.stdout is not None and sys.stdout.isatty()


def has_colors(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal with colors and ``NO_COLOR`` is not set."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def painted(text: str) -> str:
    """Return a result with color codes if it is a text for people and stdout shows colors, otherwise unchanged."""
    if not has_colors(sys.stdout) or not _TEXT.match(text) or text.startswith(_FILES):
        return text
    return "\n".join(_painted_lines(text.split("\n")))


def complaint(message: str) -> str:
    """Return the line of an error; its first word is red if stderr shows colors."""
    word, space, text = message.partition(" ")
    return f"{_RED}{word}{_PLAIN}{space}{text}" if has_colors(sys.stderr) else message


def _painted_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a text with color codes."""
    below_player = False  # whether the last heading is a player's, so that zeros below are probabilities
    for line, next_line in zip(lines, [*lines[1:], ""]):
        # a heading has no columns (two blanks), is indented by at most two, and the next line is indented more
        is_heading = line != "" and "  " not in line.lstrip() and _indent(line) < min(_indent(next_line), 3)
        if is_heading or not line:
            below_player = bool(_PLAYER.match(line))
        if _FAILS.match(line):
            yield _RED + line + _PLAIN
        elif _HOLDS.match(line):
            yield _GREEN + line + _PLAIN
        elif is_heading:
            yield _BOLD + line + _PLAIN
        elif below_player:
            yield _ZERO.sub(lambda zero: _DIM + zero[0] + _PLAIN, line)
        else:
            yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# ---------------------------------------------------------------------- progress

PATIENCE = 0.5
"""Progress is shown only after a command has run for this many seconds."""
_BETWEEN = 0.1  # least seconds between two changes of the line


def observer() -> ProgressLine | None:
    """Return a function that shows the stages of the command; None if stderr is no terminal or a dumb terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return None
    progress = ProgressLine()
    click.get_current_context().call_on_close(progress.stop)
    return progress


def stop_progress() -> None:
    """Remove the line of progress from the terminal for good."""
    progress = limits.current().progress
    if isinstance(progress, ProgressLine):
        progress.stop()


class ProgressLine:
    """Shows the latest stage of a computation and the time."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE  # when the line may change
        self._progress: Progress | None = None

    def __call__(self, stage: str) -> None:
        """Show a stage as the latest one."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _BETWEEN
        if self._progress is None:
            self._progress = _progress()
            self._progress.add_task("")
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], description=one_line(stage))

    def stop(self) -> None:
        """Remove the line; later stages are not shown."""
        self._next = math.inf
        if self._progress is not None:
            self._progress.stop()


def _progress() -> Progress:
    """Return the line as an object of rich."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    stage = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis"))
    return Progress(SpinnerColumn("line"), stage, TimeElapsedColumn(), console=Console(file=sys.stderr), transient=True)
