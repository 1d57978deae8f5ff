"""Plain text in columns; numbers and labels in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.rational import text

LATEX = {each: f"\\{each}" for each in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "∅": r"$\emptyset$",
}
"""What LaTeX reads otherwise than as a character of a text."""
WIDEST = 40
"""A cell longer than this does not widen its column."""


def columns(rows: Sequence[Sequence[str]], indent: str = "  ", right: frozenset[int] = frozenset()) -> list[str]:
    """Return the rows as lines with aligned columns, those in ``right`` aligned to the right; labels on one line.

    >>> columns([["a", "10"], ["bcd", "2"]], right=frozenset([1]))
    ['  a    10', '  bcd   2']
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    count = max((len(row) for row in rows), default=0)
    widths = [
        max((len(row[k]) for row in rows if k < len(row) and len(row[k]) <= WIDEST), default=0) for k in range(count)
    ]
    return [
        (
            indent
            + "  ".join(
                cell.rjust(width) if k in right else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=False))
            )
        ).rstrip()
        for row in rows
    ]


def latex_number(value: mpq) -> str:
    r"""Return a number in LaTeX's mathematics, a fraction as ``\\frac``.

    >>> print(latex_number(mpq(-1, 3)))
    -\frac{1}{3}
    """
    number = text(abs(value))
    sign = "-" if value < 0 else ""
    numerator, _, denominator = number.partition("/")
    return f"{sign}\\frac{{{numerator}}}{{{denominator}}}" if denominator else sign + numerator


def latex_label(label: str) -> str:
    r"""Return a label as upright text in LaTeX's mathematics, special characters escaped.

    >>> print(latex_label("a_1 & b"))
    \text{a\_1 \& b}
    """
    escaped = "".join(LATEX.get(each, each) for each in one_line(label))
    return f"\\text{{{escaped}}}"


def player_name(labels: Sequence[str], player: int) -> str:
    """Return the number of a player, 0, 1, …, as people count, and the label if that says more.

    >>> player_name(["1", "Bob"], 0), player_name(["1", "Bob"], 1)
    ('Player 1', 'Player 2 (Bob)')
    """
    label, number = one_line(labels[player]), f"Player {player + 1}"
    return number if label in ("", str(player + 1), number) else f"{number} ({label})"
