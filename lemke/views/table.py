"""Plain text in columns."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.errors import one_line

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


def player_name(labels: Sequence[str], player: int) -> str:
    """Return the number of a player, 0, 1, …, as people count, and the label if that says more.

    >>> player_name(["1", "Bob"], 0), player_name(["1", "Bob"], 1)
    ('Player 1', 'Player 2 (Bob)')
    """
    label, number = one_line(labels[player]), f"Player {player + 1}"
    return number if label in ("", str(player + 1), number) else f"{number} ({label})"
