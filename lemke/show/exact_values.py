"""Exact payoffs of games in a list for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gmpy2 import mpq

from lemke.ground.rational import text
from lemke.ground.tables import columns


class Line(NamedTuple):
    """A game's name, player 1's payoff, exact and as decimal, and whether all equilibria pay it."""

    name: str
    value: mpq
    decimal: str
    unique: bool


def values_list(lines: Iterable[Line]) -> str:
    """Return one line for each game; the exact payoffs, which may be long, come last.

    >>> print(values_list([Line("kuhn-4", mpq(-1, 16), "-0.0625", True), Line("dare", mpq(2), "2", False)]), end="")
    game    player 1 gets                      exactly
    kuhn-4  -0.0625                            -1/16
    dare    2              in one equilibrium  2
    """
    rows = [["game", "player 1 gets", "", "exactly"]]
    rows += [[name, near, "" if unique else "in one equilibrium", text(value)] for name, value, near, unique in lines]
    return "\n".join([*columns(rows, indent=""), ""])
