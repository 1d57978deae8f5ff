"""Linear systems over the field of rational functions, by sparse elimination.

Constants are taken as pivots first, then what fills in least (Markowitz 1957). In the system of an equilibrium basis
most rows are those of E and F, whose entries are 1 and −1; what remains after them is small.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from lemke.linear.exact import Elimination, Row, back_substituted
from lemke.studies.parametric.elements import Function, is_constant

CONSTANT = -1
"""The column of the constants, where 1 belongs."""


class NoSolution(Enum):
    """Why a system has not exactly one solution: columns that depend on others, or rows that contradict each other."""

    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"


def solve(rows: Sequence[Row], right: Sequence[Function], columns: Sequence[int]) -> Row | NoSolution:
    """Return the solution of a system, a function per column, or why there is not exactly one.

    Rows are column → entry, without zeros. There may be more rows than columns; those left over must be satisfied
    identically.

    >>> from lemke.studies.parametric.functions import Functions
    >>> one, t = map(Functions.of("t"), [1, "t"])
    >>> solve([{0: one, 1: t}, {1: one}], [one, t], [0, 1])
    {1: t, 0: -t**2 + 1}
    """
    sides = ({CONSTANT: -side} if side else {} for side in right)
    forms = Elimination({i: {**row, **side} for i, (row, side) in enumerate(zip(rows, sides, strict=True))})
    for _ in columns:
        place = _cheapest(forms)
        if place is None:
            return NoSolution.UNDETERMINED
        forms.eliminate(*place)
    if any(forms.rows.values()):
        return NoSolution.CONTRADICTION
    solution = back_substituted(forms.solved, {CONSTANT: 1}, zero=0 * right[0] if right else 0)
    del solution[CONSTANT]
    return solution


def _cheapest(forms: Elimination) -> tuple[int, int] | None:
    """Return the row and column of the next pivot; None if nothing but constants is left."""
    costs = (
        (not is_constant(entry), (len(row) - (CONSTANT in row) - 1) * (len(forms.users[column]) - 1), name, column)
        for name, row in forms.rows.items()
        for column, entry in row.items()
        if column != CONSTANT
    )
    best = min(costs, default=None)
    return best and best[2:]
