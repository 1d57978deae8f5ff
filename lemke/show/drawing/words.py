"""Numbers and labels as pictures show them: exact where that is short, and never long."""

from __future__ import annotations

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.ground.rational import decimal, text
from lemke.show.drawing.fonts import shortened
from lemke.show.drawing.picture import SIZE

LONG = 11
"""Characters beyond which a number is cut or rounded."""
ROOM = 100.0
"""Points that a label may take."""


def number(value: mpq) -> str:
    """Return a number: exact, or where that is long its first decimals, or its size where these say nothing.

    >>> number(mpq(-1, 3)), number(mpq(2)), number(mpq(123456789, 1000000007)), number(mpq(10) ** 40)
    ('−1/3', '2', '0.1234…', '≈1e+40')
    """
    exactly = text(value)
    if len(exactly) > LONG:
        exactly = _decimals(value) if mpq(1, 1000) <= abs(value) < 10**6 else f"≈{decimal(value, 3)}"
    return exactly.replace("-", "−") if exactly[:1] == "-" else exactly.replace("≈-", "≈−")


def label(words: str, room: float = ROOM, size: float = SIZE) -> str:
    r"""Return a label on one line that takes no more room than that.

    >>> label("a\n b"), label("x" * 40, 50)
    ('a b', 'xxxxxxx…')
    """
    return shortened(one_line(words[:200]), size, room)


def _decimals(value: mpq) -> str:
    """Return the number cut after four decimals."""
    ten_thousandths = mpz(abs(value) * 10**4)
    whole, rest = divmod(ten_thousandths, 10**4)
    return f"{'-' if value < 0 else ''}{whole}.{int(rest):04}…"
