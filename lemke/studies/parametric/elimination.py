"""Linear systems over the field of rational functions, by sparse elimination.

Constants are taken as pivots first, then what fills in least (Markowitz 1957). In the system of an equilibrium basis
most rows are those of E and F, whose entries are 1 and −1; what remains after them is small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from lemke.ground import limits
from lemke.studies.parametric.elements import Function, is_constant

Row: TypeAlias = dict[int, Function]
"""Column → entry, without zeros."""


class NoSolution(Enum):
    """Why a system has not exactly one solution: columns that depend on others, or rows that contradict each other."""

    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"


def solve(rows: Sequence[Row], right: Sequence[Function], columns: Sequence[int]) -> Row | NoSolution:
    """Return the solution of a system, a function per column, or why there is not exactly one.

    There may be more rows than columns; those left over must be satisfied identically.

    >>> from lemke.studies.parametric.functions import Functions
    >>> one, t = map(Functions.of("t"), [1, "t"])
    >>> solve([{0: one, 1: t}, {1: one}], [one, t], [0, 1])
    {1: t, 0: -t**2 + 1}
    """
    elimination = _Elimination(rows, right)
    order: list[tuple[int, int]] = []
    remaining = set(columns)
    while remaining:
        limits.check()
        place = elimination.cheapest()
        if place is None:
            return NoSolution.UNDETERMINED
        elimination.eliminate(*place)
        order.append(place)
        remaining.remove(place[1])
    if any(elimination.right[row] for row in elimination.active):
        return NoSolution.CONTRADICTION
    solution: Row = {}
    for row, column in reversed(order):
        entries = elimination.rows[row]
        total = elimination.right[row]
        for other, entry in entries.items():
            if other != column and solution[other]:
                total -= entry * solution[other]
        solution[column] = total / entries[column]
    return solution


class _Elimination:
    """Rows in the making: ``active`` are those without a pivot, ``users`` the active rows a column stands in."""

    def __init__(self, rows: Sequence[Row], right: Sequence[Function]) -> None:
        self.rows, self.right = [dict(row) for row in rows], list(right)
        self.active = set(range(len(rows)))
        self.users: defaultdict[int, set[int]] = defaultdict(set)
        for number, row in enumerate(self.rows):
            for column in row:
                self.users[column].add(number)

    def cheapest(self) -> tuple[int, int] | None:
        """Return the row and column of the next pivot; None if nothing but zeros is left."""
        costs = (
            (not is_constant(entry), (len(self.rows[row]) - 1) * (len(self.users[column]) - 1), row, column)
            for row in self.active
            for column, entry in self.rows[row].items()
        )
        best = min(costs, default=None)
        return best and best[2:]

    def eliminate(self, row: int, column: int) -> None:
        """Take a pivot: afterwards its column stands in no active row."""
        pivot_row = self.rows[row]
        self.active.remove(row)
        for each in pivot_row:
            self.users[each].remove(row)
        pivot = pivot_row[column]
        for other in self.users.pop(column):
            target = self.rows[other]
            factor = target.pop(column) / pivot
            for each, entry in pivot_row.items():
                if each == column:
                    continue
                if each not in target:
                    target[each] = -factor * entry
                    self.users[each].add(other)
                elif total := target[each] - factor * entry:
                    target[each] = total
                else:
                    del target[each]
                    self.users[each].discard(other)
            if self.right[row]:
                self.right[other] -= factor * self.right[row]
