"""Words that texts for people share: counted nouns, players, decimals beside fractions."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.ground.rational import decimal, text


def count(number: int, noun: str) -> str:
    """Return a number with its noun in singular or plural.

    >>> count(1, "node"), count(3, "node"), count(3, "leaf")
    ('1 node', '3 nodes', '3 leaves')
    """
    plural = {"leaf": "leaves", "vertex": "vertices"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else plural}"


def player_name(labels: Sequence[str], player: int) -> str:
    """Return the number of a player, counted from 1 in text, and the label if that says more.

    >>> player_name(["1", "Bob"], 0), player_name(["1", "Bob"], 1)
    ('Player 1', 'Player 2 (Bob)')
    """
    label, number = one_line(labels[player]), f"Player {player + 1}"
    return number if label in ("", str(player + 1), number) else f"{number} ({label})"


def near(value: mpq, longest: int | None = None) -> str:
    """Return a decimal to print beside a fraction; nothing for a whole number, or a fraction printed as a decimal.

    >>> near(mpq(1, 3)), near(mpq(2)), near(mpq(1, 10**100), longest=100)
    ('0.333333', '', '')
    """
    return "" if value.denominator == 1 or (longest and len(text(value)) > longest) else decimal(value)


def exactly(value: mpq, longest: int = 40) -> str:
    """Return an exact number, or how long it is.

    >>> exactly(mpq(1, 3)), exactly(mpq(10**50, 3))
    ('1/3', '51 digits / 1 digit')
    """
    shown = text(value)
    if len(shown) <= longest:
        return shown
    numerator, _, denominator = shown.lstrip("-").partition("/")
    return " / ".join(count(len(part), "digit") for part in (numerator, denominator) if part)
