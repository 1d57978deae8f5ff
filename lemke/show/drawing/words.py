"""Texts in pictures: short numbers, exact if possible, short labels, and the widths of texts.

Widths are measured in DejaVu Sans, which comes with matplotlib and is wider than most fonts that may replace it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.ground.rational import decimal, text

FONT = "DejaVu Sans"
SIZE = 9.0
"""The default size of letters, in points."""
ASCENT, DESCENT = 0.76, 0.22
"""Heights of letters above and below the baseline, as fractions of the size."""
LONG = 11
"""The largest number of characters of an exact number; a longer number is cut or rounded."""
ROOM = 100.0
"""The largest width of a label, in points."""

_UNITS = 1000
"""The size at which letters are measured."""


def number(value: mpq) -> str:
    """Return a number as text. A long number is cut after four decimals or, if very small or large, rounded.

    >>> number(mpq(-1, 3)), number(mpq(2)), number(mpq(123456789, 1000000007)), number(mpq(10) ** 40)
    ('−1/3', '2', '0.1234…', '≈1e+40')
    """
    words = text(value)
    if len(words) > LONG:
        words = f"≈{decimal(value, 3)}"
        if mpq(1, 1000) <= abs(value) < 10**6:  # cut after four decimals
            units, decimals = divmod(mpz(abs(value) * 10**4), 10**4)
            words = f"{'-' if value < 0 else ''}{units}.{int(decimals):04}…"
    # a minus sign in place of the hyphen, but not in exponents such as 1e-40
    return words.replace("-", "−") if words[:1] == "-" else words.replace("≈-", "≈−")


def label(words: str, room: float = ROOM, size: float = SIZE) -> str:
    r"""Return a label as one line at most ``room`` wide.

    A long label loses its middle, as labels differ most at the end.

    >>> label("a\n b"), label("round 1, pot 2, king", 60), label("round 1, pot 2, queen", 60)
    ('a b', 'ro…t 2, king', 'ro…2, queen')
    """
    # of a very long label only the ends are measured
    line = one_line(words if len(words) <= 200 else words[:100] + words[-100:])
    if width(line, size) <= room:
        return line
    front, back = fit_text(line, size, room / 3), line
    while width(front + back, size) > room:
        back = back[1:]
    return front + back.lstrip()


def length(value: float) -> str:
    """Return a length in points for a file, with two decimals at most.

    >>> length(3.0), length(-0.001), length(1.256)
    ('3', '0', '1.26')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def width(words: str, size: float = SIZE, bold: bool = False) -> float:
    """Return the width of a text, in the unit of ``size``; letters that the font does not have count as wide.

    >>> round(width("abc", 10)), width("", 10), width("日本", 10)
    (18, 0, 20.0)
    """
    return sum(_advance(letter, bold) for letter in words) * size


def fit_text(words: str, size: float, room: float, bold: bool = False) -> str:
    """Return a text, cut if it is wider than ``room``, with … at the cut.

    >>> fit_text("a long label", 10, 40), fit_text("short", 10, 40)
    ('a lon…', 'short')
    """
    front = words[: int(5 * room / size)]  # letters are wider than a fifth of the size
    if front == words and width(words, size, bold) <= room:
        return words
    while front and width(f"{front}…", size, bold) > room:
        front = front[:-1]
    return front.rstrip() + "…"


@cache
def _advance(letter: str, bold: bool) -> float:
    """Return the width of a letter as a fraction of the size."""
    font = _font(bold)
    if font.get_char_index(ord(letter)):
        return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536 / _UNITS  # a 16.16 fixed-point number
    if combining(letter):
        return 0.0
    # the font does not have it: emoji, which are wide and beyond the basic plane, are wider than other letters
    return 1.4 if east_asian_width(letter) in "WF" and ord(letter) > 0xFFFF else 1.0


@cache
def _font(bold: bool) -> Any:
    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font

    font = FT2Font(str(Path(mpl.get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")))
    font.set_size(_UNITS, 72)  # at 72 dots per inch a dot is a point
    return font
