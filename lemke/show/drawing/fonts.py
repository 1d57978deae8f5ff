"""How wide texts are: in DejaVu Sans, which comes with matplotlib and is wider than most fonts that replace it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

ASCENT, DESCENT = 0.76, 0.22
"""Heights above and below the line that letters stand on, as shares of the size."""
FAMILY = "DejaVu Sans"

_UNITS = 1000


def width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is, in the unit of ``size``; letters that the font lacks are taken for wide ones.

    >>> round(width("abc", 10)), width("", 10), width("日本", 10)
    (18, 0, 20.0)
    """
    return sum(_advance(letter, bold) for letter in words) * size


def shortened(words: str, size: float, room: float, bold: bool = False) -> str:
    """Return as much of a text as there is room for, with a sign where it was cut.

    >>> shortened("a long label", 10, 40), shortened("short", 10, 40)
    ('a lon…', 'short')
    """
    used, fits = 0.0, 0
    sign = width("…", size, bold)
    for count, letter in enumerate(words, 1):
        used += _advance(letter, bold) * size
        if used + sign <= room:
            fits = count
        if used > room:
            return words[:fits].rstrip() + "…"
    return words


@cache
def _advance(letter: str, bold: bool) -> float:
    font = _font(bold)
    if font.get_char_index(ord(letter)):
        return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536 / _UNITS
    if combining(letter):
        return 0.0
    return 1.4 if east_asian_width(letter) in "WF" and ord(letter) > 0xFFFF else 1.0


@cache
def _font(bold: bool) -> Any:
    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font

    font = FT2Font(str(Path(mpl.get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")))
    font.set_size(_UNITS, 72)
    return font
