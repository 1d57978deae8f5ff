"""Colors and progress, which only terminals show.

Colors mark headings, verdicts and probabilities that are 0. The progress of a long computation is a line at the bottom
of the terminal, drawn by the package rich. The line is written to stderr, and removed before anything else is written.
"""

from __future__ import annotations

import math
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

import click

from lemke.errors import one_line
from lemke.ground.limits import Stage

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

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
_BETWEEN = 0.1  # seconds between two drawings of the line
_BAR, _WIDE = 24, 70  # characters: width of the bar, and of the narrowest terminal that gets a bar
_LASTS = 5.0  # seconds for which the last count is shown while other stages are reported
_SPINNER = "|/-\\"
_KEY = "lemke.progress"  # the key of the command's Progress in ``Context.meta``


def observer() -> Progress | None:
    """Return a function that shows the stages of the command; None if stderr is no terminal or a dumb terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return None
    context = click.get_current_context()
    progress = Progress()
    context.meta[_KEY] = progress
    context.call_on_close(progress.wipe)
    return progress


def wipe(for_good: bool = False) -> None:
    """Remove the line of progress from the terminal; with ``for_good`` it does not come back."""
    context = click.get_current_context(silent=True)
    progress: Progress | None = context.meta.get(_KEY) if context else None
    if progress is not None:
        progress.wipe(for_good)


class Progress:
    """Shows the latest stage of a computation, the fraction that is done, and the time.

    A stage with a total stays on the line while stages without a total are reported, such as the steps of this stage.
    """

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._begin = self._started + PATIENCE
        self._stage = ""
        self._counted = _Counted(Stage(""), 0.0, self._started, self._started)
        self._live: Live | None = None

    def __call__(self, stage: str) -> None:
        """Show a stage as the latest one."""
        now = time.monotonic()
        if isinstance(stage, Stage) and stage.total:
            self._counted = self._counted.updated(stage, now)
            stage = ""
        self._stage = stage
        if self._live is None and now >= self._begin:
            self._live = self._display()  # stored before the start, so that wipe() removes it after an interrupt
            self._live.start(refresh=True)

    def wipe(self, for_good: bool = False) -> None:
        """Remove the line; the next stage brings it back, unless ``for_good``."""
        if for_good:
            self._begin = math.inf
        live, self._live = self._live, None
        if live is not None:
            live.stop()

    def _display(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        class QuietConsole(Console):
            """A console that never hides the cursor, since a killed command could not show it again."""

            def show_cursor(self, show: bool = True) -> bool:
                return False

        console = QuietConsole(file=sys.stderr, highlight=False)
        return Live(
            console=console,
            get_renderable=lambda: self._line(console.width),
            refresh_per_second=round(1 / _BETWEEN),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def _line(self, width: int) -> Table:
        """Return the line to show now; in a narrow terminal the stage is shortened."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        now, counted, stage = time.monotonic(), self._counted, self._stage
        elapsed = clock(now - self._started)
        cells: list[ProgressBar | Text] = []
        if counted.is_current(now) or not stage:
            stage = "; ".join(filter(None, (counted.stage, stage)))
            if width >= _WIDE:
                cells.append(ProgressBar(1, counted.fraction, _BAR, complete_style="green", finished_style="green"))
            cells.append(Text(f"{int(100 * counted.fraction)} % {elapsed}{counted.time_left()}"))
        else:
            stage = f"{_SPINNER[int(now / _BETWEEN) % len(_SPINNER)]} {stage}"
            cells.append(Text(elapsed))
        line = Table.grid(padding=(0, 1))
        line.add_column()
        for _ in cells:
            line.add_column(no_wrap=True)
        line.add_row(Text(one_line(stage), no_wrap=True, overflow="ellipsis"), *cells)
        return line


@dataclass(frozen=True, slots=True)
class _Counted:
    """The latest stage with a total, and its progress since the count began.

    A new count begins when the total changes, or when less work is done than before.
    """

    stage: Stage
    first_done: float  # work done when the count began
    first_time: float
    latest_time: float

    def updated(self, stage: Stage, now: float) -> _Counted:
        """Return the state after another stage with a total."""
        done = stage.done or 0.0
        if stage.total == self.stage.total and done >= (self.stage.done or 0.0):
            return _Counted(stage, self.first_done, self.first_time, now)
        return _Counted(stage, done, now, now)

    def is_current(self, now: float) -> bool:
        """Return whether a stage without a total is shown as a part of this stage."""
        return bool(self.stage.total) and self.fraction < 1 and now - self.latest_time < _LASTS

    @property
    def fraction(self) -> float:
        """The fraction of the work that is done, from 0 to 1."""
        return min((self.stage.done or 0.0) / self.stage.total, 1.0) if self.stage.total else 0.0

    def time_left(self) -> str:
        """Return the remaining time at the average speed so far, as text; empty if the speed is not known yet."""
        done, total = self.stage.done or 0.0, self.stage.total or 0.0
        if done <= self.first_done:
            return ""
        return f", {clock((self.latest_time - self.first_time) * (total - done) / (done - self.first_done))} left"


def clock(seconds: float) -> str:
    """Return a time in hours, minutes and seconds.

    >>> clock(7.9), clock(3 * 3600 + 62)
    ('0:07', '3:01:02')
    """
    minutes, seconds_left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
