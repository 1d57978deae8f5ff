"""What became of the games that an outside solver was put to: for people, as Markdown, and as JSON.

The JSON object, ``"format": "lemke-challenge/1"``, has ``command``, ``timeout`` (seconds, a decimal as text),
``normalize``, ``summary`` (verdicts and how many games) and ``games``: for each its ``name``, ``verdict``, ``message``,
``seconds`` (such a decimal), the number of ``profiles`` printed, the largest ``regret`` (``"p/q"`` or null), and the
largest ``defect`` of a sum that was divided.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.ground.rational import decimal, short, text
from lemke.ground.tables import WIDEST, columns
from lemke.ground.words import count

FORMAT = "lemke-challenge/1"

_HEADING = ["game", "verdict", "regret", "about", "seconds", "message"]
_RIGHT = frozenset([4])


class Row(Protocol):
    """What is shown of a game: see :class:`lemke.studies.challenge.Judgement`."""

    @property
    def name(self) -> str:
        """Of the game."""

    @property
    def verdict(self) -> str:
        """In a word or two."""

    @property
    def message(self) -> str:
        """What is wrong."""

    @property
    def seconds(self) -> float:
        """Of the process."""

    @property
    def profiles(self) -> int:
        """How many were printed."""

    @property
    def regret(self) -> mpq | None:
        """The largest, if there is one."""

    @property
    def defect(self) -> mpq | None:
        """Of sums that were divided."""


@dataclass(frozen=True)
class Challenged:
    """A solver and what became of the games.

    Attributes
    ----------
    command : str
    timeout : float
        Seconds for each game.
    normalize : bool
    rows : sequence of Row
    """

    command: str
    timeout: float
    normalize: bool
    rows: Sequence[Row]

    @property
    def summary(self) -> dict[str, int]:
        """Verdicts and how many games, in the order of their first appearance."""
        return dict(Counter(row.verdict for row in self.rows))


def challenge_text(found: Challenged) -> str:
    """Return a table in columns, and how many games each verdict is on."""
    rows = [_HEADING, *map(_cells, found.rows)]
    return "\n".join([*columns(rows, indent="", right=_RIGHT), "", _summary(found)]) + "\n"


def challenge_markdown(found: Challenged) -> str:
    """Return the same as a table in Markdown."""
    rules = ["---:" if k in _RIGHT else "---" for k in range(len(_HEADING))]
    rows = [_HEADING, rules, *([_escaped(cell) for cell in _cells(row)] for row in found.rows)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines, "", _summary(found)]) + "\n"


def _cells(row: Row) -> list[str]:
    defect = [f"largest defect of a sum {short(row.defect)}"] if row.defect else []
    seconds = "" if row.verdict == "skipped" else f"{row.seconds:.2f}"
    message = "; ".join([*([one_line(row.message)] if row.message else []), *defect])
    return [row.name, row.verdict, *_regret(row.regret), seconds, message]


def _regret(regret: mpq | None) -> list[str]:
    """Return a regret as a fraction, unless that is long, and as a decimal."""
    exactly = "" if regret is None else text(regret)
    return [exactly if len(exactly) <= WIDEST else "", decimal(regret) if regret else ""]


def _escaped(cell: str) -> str:
    return one_line(cell).replace("\\", "\\\\").replace("|", "\\|")


def _summary(found: Challenged) -> str:
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in found.summary.items())
    return f"{count(len(found.rows), 'game')}: {verdicts}."


def challenge_json(found: Challenged) -> str:
    """Return the same as JSON, regrets and defects exact."""
    document = {
        "format": FORMAT,
        "command": found.command,
        "timeout": f"{found.timeout:.15g}",
        "normalize": found.normalize,
        "summary": found.summary,
        "games": [
            {
                "name": row.name,
                "verdict": row.verdict,
                "message": row.message,
                "seconds": f"{row.seconds:.3f}",
                "profiles": row.profiles,
                "regret": None if row.regret is None else text(row.regret),
                "defect": None if row.defect is None else text(row.defect),
            }
            for row in found.rows
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
