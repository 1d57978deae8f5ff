"""Principal pivotal transforms of w = M z: some wᵢ exchanged for their zᵢ (Tucker 1960; Cottle, Pang, Stone 1992)."""

from __future__ import annotations

from typing import TypeAlias

from gmpy2 import mpq

Table: TypeAlias = list[list[mpq]]


def exchange(table: Table, r: int, s: int) -> Table:
    """Solve row r for column s, whose entry is not 0, and put it into the other rows.

    >>> exchange([[mpq(2), mpq(1)], [mpq(4), mpq(0)]], 0, 0)
    [[mpq(1,2), mpq(-1,2)], [mpq(2,1), mpq(-2,1)]]
    """
    pivot = table[r][s]
    solved = [-value / pivot for value in table[r]]
    solved[s] = 1 / pivot
    result = []
    for i, row in enumerate(table):
        factor = row[s]
        if i == r:
            result.append(solved)
        elif factor:
            changed = [value + factor * other for value, other in zip(row, solved, strict=True)]
            changed[s] = factor * solved[s]
            result.append(changed)
        else:
            result.append(row)
    return result


def transform(table: Table, i: int, j: int) -> Table:
    """Exchange wᵢ and wⱼ for zᵢ and zⱼ, with pivots at (i, j) and (j, i); only wᵢ for zᵢ where i = j."""
    once = exchange(table, i, j)
    if i == j:
        return once
    twice = exchange(once, j, i)
    twice[i], twice[j] = twice[j], twice[i]
    return [_swapped(row, i, j) for row in twice]


def _swapped(row: list[mpq], i: int, j: int) -> list[mpq]:
    row = row.copy()
    row[i], row[j] = row[j], row[i]
    return row
