"""The solution of a named linear program as a document, and what its document shares with the program's."""

from __future__ import annotations

from collections.abc import Iterator

from lemke.errors import one_line
from lemke.forms.programs.program import NamedLP
from lemke.ground.document import Block, Document, Format
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, near
from lemke.linear.lp import Optimal

HEADING = """
title, direction | text | `maximize` or `minimize`
payoffs_of_player | whole | whose payoffs the value is in
"""
SOLUTION = Format(
    "lemke-lp-solution/1",
    HEADING
    + """value | number | the optimal one
variables, multipliers | objects | from the names of variables, and of rows, to numbers
kernel, pivots | text, whole | how it was found
""",
)
DIRECTIONS = {True: "maximize", False: "minimize"}


def heading(named: NamedLP) -> dict[str, object]:
    """Return the members that say which program it is."""
    return {
        "title": named.title,
        "direction": DIRECTIONS[named.maximise],
        "payoffs_of_player": named.payoff + 1,
    }


def solution_document(named: NamedLP, outcome: Optimal) -> Document:
    """Return the value, the variables and the multipliers of the rows.

    The last line of the text says what was proved: call this for outcomes that have passed :meth:`NamedLP.check`.
    Slackness is part of that, since c·x − b·y is the sum of all x_j (c − Aᵀy)_j and y_i (A x − b)_i, none of which is
    negative.
    """
    value, multipliers = named.value(outcome), named.multipliers(outcome)

    def blocks() -> Iterator[Block]:
        yield one_line(named.title)
        name = f"Value, {'max' if named.maximise else 'min'}, of player {named.payoff + 1}"
        yield page_table([[name, value, near(value)]], indent="")
        yield from ("", "Variables", _table(named.variables, outcome.x))
        yield from ("", "Multipliers of the rows", _table(named.rows, multipliers), "")
        yield (
            "Proved exactly: both solutions are feasible, their values are equal (strong duality), and complementary "
            f"slackness holds; kernel {outcome.kernel}, {count(outcome.pivots, 'pivot')}."
        )

    return Document(
        blocks,
        SOLUTION,
        lambda: (
            heading(named)
            | {
                "value": value,
                "variables": named.by_name(outcome.x),
                "multipliers": dict(zip(named.rows, multipliers, strict=True)),
                "kernel": outcome.kernel,
                "pivots": outcome.pivots,
            }
        ),
    )


def _table(names: tuple[str, ...], values: Vector) -> Table:
    return page_table([[name, value, near(value)] for name, value in zip(names, values, strict=True)])
