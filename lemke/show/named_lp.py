"""The solution of a named linear program for people."""

from __future__ import annotations

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.forms.programs import NamedLP
from lemke.ground.rational import decimal, text
from lemke.ground.sparse import Vector
from lemke.ground.tables import columns
from lemke.ground.words import count
from lemke.linear.lp import Optimal


def solution_text(named: NamedLP, outcome: Optimal) -> str:
    """Return the value, the variables and the multipliers of the rows, exact and approximate.

    The last line says what was proved: call this for outcomes that have passed :meth:`NamedLP.check`. Slackness is
    part of that, since c·x − b·y is the sum of all x_j (c − Aᵀy)_j and y_i (A x − b)_i, none of which is negative.
    """
    direction = "max" if named.maximise else "min"
    pivots = count(outcome.pivots, "pivot")
    lines = [
        one_line(named.title),
        *columns([[f"Value, {direction}, of player {named.payoff + 1}", *_number(named.value(outcome))]], indent=""),
        "",
        "Variables",
        *_table(named.variables, outcome.x),
        "",
        "Multipliers of the rows",
        *_table(named.rows, named.multipliers(outcome)),
        "",
        "Proved exactly: both solutions are feasible, their values are equal (strong duality), and complementary "
        f"slackness holds; kernel {outcome.kernel}, {pivots}.",
    ]
    return "\n".join(lines) + "\n"


def _table(names: tuple[str, ...], values: Vector) -> list[str]:
    return columns([[name, *_number(value)] for name, value in zip(names, values, strict=True)])


def _number(value: mpq) -> list[str]:
    """Return the exact number and, for a fraction, a decimal."""
    return [text(value)] if value.denominator == 1 else [text(value), decimal(value)]
