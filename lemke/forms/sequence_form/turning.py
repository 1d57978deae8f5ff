"""Where the parameter z0 of a path turns, told vertex by vertex."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq


class Turning:
    """What is known after some vertices of a path, of which none is kept.

    Attributes
    ----------
    turns : list of int
        Numbers of the vertices at which z0 turns: back up, and down again, in turn. Where z0 stays, nothing turns.

    >>> turning = Turning()
    >>> [turning.rises(number, mpq(z0)) for number, z0 in enumerate([5, 3, 3, 4, 2])], turning.turns
    ([False, False, False, True, False], [2, 3])
    """

    def __init__(self) -> None:
        self.turns: list[int] = []
        self._before: mpq | None = None

    def rises(self, number: int, z0: mpq) -> bool:
        """Take the next vertex; return whether z0 rises to it."""
        before, self._before = self._before, z0
        if before is None or z0 == before:
            return False
        rising = bool(z0 > before)
        if rising == (len(self.turns) % 2 == 0):  # it falls first
            self.turns.append(number - 1)
        return rising


def turning_text(turns: Sequence[int]) -> str:
    """Return a sentence that tells at which vertices z0 turns.

    >>> turning_text([2, 4])
    'z0 turns after pivots 2, 4: up and down in turn.'
    """
    if not turns:
        return "z0 falls all the way."
    shown = ", ".join(map(str, turns))
    return f"z0 turns after {'pivot' if len(turns) == 1 else 'pivots'} {shown}: up and down in turn."
