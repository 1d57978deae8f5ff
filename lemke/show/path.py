"""A path for people: a line for every vertex as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.forms.sequence_form.turning import Turning
from lemke.ground.rational import decimal, text
from lemke.ground.tables import WIDEST
from lemke.ground.words import count

LONGEST = 40
"""Characters of an exact number that are shown; of a longer one only the numbers of digits."""
DIGITS = 6


class Vertex(Protocol):
    """What a line tells."""

    @property
    def number(self) -> int:
        """Steps that led here."""

    @property
    def names(self) -> tuple[str, str]:
        """The entering and the leaving variable, empty at the start."""

    @property
    def z0(self) -> mpq:
        """The path's parameter here."""

    @property
    def bits(self) -> int:
        """Size of the largest determinant so far."""


def path_lines(vertices: Iterable[Vertex], names: Sequence[str]) -> Iterator[str]:
    """Yield a heading and a line per vertex as they come: number, z0, exchange, size, z0 exactly; last where z0 turned.

    Nothing of a vertex is kept. The names of all variables tell how wide the columns must be.

    >>> from lemke.linear.pivoting import lcp_path
    >>> path = lcp_path([[2, 1], [1, 2]], [-5, -6])
    >>> print("".join(path_lines(path, ["z1", "z2", "w1", "w2", "z0"])), end="")
    pivot  z0            entering  leaving  bits  z0 exactly
        1  6             z0        w2          1  6
        2  4             z2        w1          1  4
        3  0             z1        z0          2  0
    z0 falls all the way.
    """
    width = max([len("entering"), *(min(len(one_line(name)), WIDEST) for name in names)])
    yield f"pivot  {'z0':12}  {'entering':{width}}  {'leaving':{width}}  bits  z0 exactly\n"
    turning = Turning()
    for vertex in vertices:
        entering, leaving = map(one_line, vertex.names)
        z0 = vertex.z0
        mark = "  rises" if turning.rises(vertex.number, z0) else ""
        if vertex.names == ("z0", "z0"):
            mark = "  nothing blocks, no pivot"
        line = f"{vertex.number:5}  {decimal(z0, DIGITS):12}  {entering:{width}}  {leaving:{width}}"
        yield f"{line}  {vertex.bits:4}  {exactly(z0)}{mark}\n"
    yield turning_text(turning.turns) + "\n"


def turning_text(turns: Sequence[int]) -> str:
    """Return a sentence that tells at which vertices z0 turns.

    >>> turning_text([2, 4])
    'z0 turns after pivots 2, 4: up and down in turn.'
    """
    if not turns:
        return "z0 falls all the way."
    shown = ", ".join(map(str, turns))
    return f"z0 turns after {'pivot' if len(turns) == 1 else 'pivots'} {shown}: up and down in turn."


def exactly(value: mpq) -> str:
    """Return an exact number, or how long it is.

    >>> exactly(mpq(1, 3)), exactly(mpq(10**50, 3))
    ('1/3', '51 digits / 1 digit')
    """
    shown = text(value)
    if len(shown) <= LONGEST:
        return shown
    numerator, _, denominator = shown.lstrip("-").partition("/")
    parts = [count(len(part), "digit") for part in (numerator, denominator) if part]
    return " / ".join(parts)
