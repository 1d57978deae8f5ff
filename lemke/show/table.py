"""Plain text in columns."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.errors import one_line
from lemke.ground.tables import columns

__all__ = ["columns", "player_name"]


def player_name(labels: Sequence[str], player: int) -> str:
    """Return the number of a player, 0, 1, …, as people count, and the label if that says more.

    >>> player_name(["1", "Bob"], 0), player_name(["1", "Bob"], 1)
    ('Player 1', 'Player 2 (Bob)')
    """
    label, number = one_line(labels[player]), f"Player {player + 1}"
    return number if label in ("", str(player + 1), number) else f"{number} ({label})"
