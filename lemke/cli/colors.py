"""Colours on a terminal: headings, verdicts, probabilities that are 0; what is written elsewhere is the text itself."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import TextIO

_BOLD, _DIM, _RED, _GREEN = "\033[1m", "\033[2m", "\033[31m", "\033[32m"
_PLAIN = "\033[0m"

_HOLDS = re.compile(r"Proved |Solved and proved;|An equilibrium:|It is [a-z-]+\.|Ends after .*, proved exactly\.")
_FAILS = re.compile(r"(As stated, not|Not) an equilibrium:|Not (true|[a-z-]+-perfect):|No (equilibrium yet|solution)\b")
_PLAYER = re.compile(r"\s*Player \d")
_ZERO = re.compile(r"(?<=  )0(?=$|  )")
_TEXT = re.compile(r"\s*[^\W_]")  # how a text for people begins, and neither JSON nor LaTeX
_FILES = ("EFG ", "NFG ", "NE,")


def wanted(stream: TextIO | None) -> bool:
    """Return whether colours are wanted on a stream: on a terminal that has them, unless ``NO_COLOR`` is set."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def painted(text: str) -> str:
    """Return the text of a result with colours, if it is one for people and the standard output shows them."""
    if not wanted(sys.stdout) or not _TEXT.match(text) or text.startswith(_FILES):
        return text
    return "\n".join(_lines(text.split("\n")))


def complaint(message: str) -> str:
    """Return an error's line, with its first word in red if the standard error shows colours."""
    word, space, rest = message.partition(" ")
    return f"{_RED}{word}{_PLAIN}{space}{rest}" if wanted(sys.stderr) else message


def bar(part: float, width: int) -> str:
    """Return a bar of so many columns, of which a part is done, for the standard error."""
    done, rest = "━─" if "utf" in sys.stderr.encoding.lower() else "#-"
    full = int(part * width)
    green, plain = (_GREEN, _PLAIN) if wanted(sys.stderr) else ("", "")
    return f"{green}{done * full}{plain}{rest * (width - full)}"


def _lines(lines: list[str]) -> Iterator[str]:
    of_a_player = False
    for line, following in zip(lines, [*lines[1:], ""]):
        heads = line != "" and "  " not in line.lstrip() and _indent(line) < min(_indent(following), 3)
        if heads or not line:
            of_a_player = bool(_PLAYER.match(line))
        if _FAILS.match(line):
            yield _RED + line + _PLAIN
        elif _HOLDS.match(line):
            yield _GREEN + line + _PLAIN
        elif heads:
            yield _BOLD + line + _PLAIN
        elif of_a_player:
            yield _ZERO.sub(lambda found: _DIM + found[0] + _PLAIN, line)
        else:
            yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
