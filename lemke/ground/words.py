"""Phrases that many texts for people use: counted nouns, names of players."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.errors import one_line


def count(number: int, noun: str) -> str:
    """Return a number with a noun in the singular or plural.

    >>> count(1, "node"), count(3, "node"), count(3, "leaf"), count(0, "probability")
    ('1 node', '3 nodes', '3 leaves', '0 probabilities')
    """
    plural = {"leaf": "leaves", "vertex": "vertices", "probability": "probabilities"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else plural}"


def player_name(labels: Sequence[str], player: int) -> str:
    """Return the name of a player for texts: the number, counted from 1, and the label if it says more.

    >>> player_name(["1", "Bob"], 0), player_name(["1", "Bob"], 1)
    ('Player 1', 'Player 2 (Bob)')
    """
    label, number = one_line(labels[player]), f"Player {player + 1}"
    return number if label in ("", str(player + 1), number) else f"{number} ({label})"
