"""Integer tableaux of the independent blocks of an LCP, joined by nothing but z0.

The rows of a dictionary fall into blocks that share no column except z0 and the constant; for a two-player game these
are (x, s) and (y, r). A pivot touches one block, or two where z0 moves from one to the other, so it costs about a
quarter of one on the undivided tableau, and the integers have half the length.

A block stands for the equations

    x_B + T x_N + t z0 = q,    numerators over a positive denominator per row,

where, while z0 is basic in the block, its column is that of another variable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.ground import limits
from lemke.ground.rational import ZERO, common_denominator
from lemke.linear.pivoting.start import Dictionary, Row

Integers: TypeAlias = NDArray[np.object_]
"""An array of ``mpz``."""

CONSTANT = -1
"""Position of the constants q among the columns."""
POINTER_BYTES = 8
"""Least size of an entry of a table."""
PARAMETER = -2
"""Position of the column of z0, or of the variable for which z0 entered."""


@dataclass(eq=False, slots=True)
class Block:
    """One integer tableau.

    Attributes
    ----------
    rows, columns : lists of int
        Codes of the basic and nonbasic variables; ``columns`` goes without the constants.
    place : dict
        Nonbasic variable → its position in ``columns``.
    table : mpz array, rows x (columns + 1)
        Row i holds numerators over ``denominators[i]``.
    denominators : mpz array
        Positive: the determinant at the time the row last changed.
    determinant : mpz
        Absolute value of the determinant of the current basis.
    """

    rows: list[int]
    columns: list[int]
    table: Integers
    denominators: Integers
    determinant: mpz
    place: dict[int, int]

    def pivot(self, row: int, column: int) -> None:
        """Exchange the basic variable of a row and the nonbasic one of a column.

        Edmonds' integer pivoting (1967; Bareiss 1968), a_ij ← (a_rc a_ij − a_ic a_rj) / denominator, an exact
        division. Ours keeps a denominator per row, so that a row with a zero in the pivot column stays as it is;
        the pivot row is brought up to the current determinant first.
        """
        table, own = self.table, self.denominators[row]
        pivot_row = table[row] if own == self.determinant else table[row] * self.determinant // own
        pivot = pivot_row[column]
        pivot_row = pivot_row.copy()
        pivot_row[column] = self.determinant
        if pivot < 0:
            pivot, pivot_row = -pivot, -pivot_row
        factors = table[:, column].copy()
        factors[row] = mpz(0)
        changed = np.flatnonzero(factors)
        if len(changed):
            factors = factors[changed]
            rows = table[changed]
            rows[:, column] = mpz(0)
            rows *= pivot
            used = np.flatnonzero(pivot_row)
            rows[:, used] -= np.multiply.outer(factors, pivot_row[used])
            rows //= self.denominators[changed][:, None]
            table[changed] = rows
            self.denominators[changed] = pivot
        table[row] = pivot_row
        self.denominators[row] = pivot
        self.determinant = pivot
        entered = self.columns[column]
        self.rows[row], self.columns[column] = entered, self.rows[row]
        del self.place[entered]
        self.place[self.columns[column]] = column

    def swap_columns(self, first: int, second: int) -> None:
        """Exchange the positions of two columns."""
        self.table[:, [first, second]] = self.table[:, [second, first]]
        self.columns[first], self.columns[second] = self.columns[second], self.columns[first]
        self.place[self.columns[first]], self.place[self.columns[second]] = first, second


@dataclass(frozen=True, slots=True)
class Units:
    """The scales that made a dictionary integral: the tableau's variable is unit · constant · variable."""

    variables: dict[int, mpq]
    constant: mpz

    def original(self, code: int, value: mpq) -> mpq:
        """Return a variable's value in the units of the problem."""
        return value / (self.variables[code] * self.constant)


def integer_blocks(dictionary: Dictionary) -> tuple[list[Block], Units]:
    """Return the blocks of a dictionary as integer tableaux, and the units in which they count.

    Rows and columns are scaled one by one, not all by one denominator: only a row's own denominators multiply it and
    common factors of a column are divided out. z0 and the constants take one scale each for all rows, since at most
    one column of a determinant is theirs.
    """
    special = (dictionary.z0, dictionary.constant)
    structural = {
        basic: {key: value for key, value in row.items() if key not in special}
        for basic, row in dictionary.rows.items()
    }
    row_scale, column_scale = _scales(structural, dictionary.columns)
    scales = {}
    for key in special:
        scaled = [row.get(key, ZERO) * row_scale[basic] for basic, row in dictionary.rows.items()]
        scales[key] = mpq(common_denominator(scaled))
    # x_j enters as a_ij x_j = (a_ij scale_j)(x_j / scale_j)
    units = {key: 1 / scale for key, scale in column_scale.items()} | row_scale
    units[dictionary.z0] = 1 / scales[dictionary.z0]
    factors = column_scale | scales
    blocks = []
    limits.check()
    for rows, columns in _components(structural, dictionary.columns):
        columns = [*columns, dictionary.z0]
        place = {key: k for k, key in enumerate([*columns, dictionary.constant])}
        limits.reserve(len(rows) * len(place) * POINTER_BYTES / (1 << 20))
        table = np.full((len(rows), len(place)), mpz(0), dtype=object)
        for i, basic in enumerate(rows):
            limits.check()
            for key, value in dictionary.rows[basic].items():
                entry = (value * row_scale[basic] * factors[key]).numerator
                table[i, place[key]] = entry if key == dictionary.constant else -entry
        ones = np.full(len(rows), mpz(1), dtype=object)
        del place[dictionary.constant]
        blocks.append(Block(rows, columns, table, ones, mpz(1), place))
    return blocks, Units(units, scales[dictionary.constant].numerator)


def _scales(rows: dict[int, Row], columns: Iterable[int]) -> tuple[dict[int, mpq], dict[int, mpq]]:
    """Return positive scales of rows and columns that make all entries integers with few common factors."""
    row_scale = {basic: mpq(common_denominator(row.values())) for basic, row in rows.items()}
    content: defaultdict[int, mpz] = defaultdict(mpz)
    for basic, row in rows.items():
        for key, value in row.items():
            content[key] = gmpy2.gcd(content[key], (value * row_scale[basic]).numerator)
    column_scale = {key: mpq(1, content[key] or 1) for key in columns}
    for basic, row in rows.items():
        common = gmpy2.gcd(*((value * row_scale[basic] * column_scale[key]).numerator for key, value in row.items()))
        if common > 1:
            row_scale[basic] /= common
    return row_scale, column_scale


def _components(rows: dict[int, Row], columns: Iterable[int]) -> list[tuple[list[int], list[int]]]:
    """Return the connected components (rows, columns) of the bipartite graph of nonzero entries, in order."""
    leader: dict[tuple[bool, int], tuple[bool, int]] = {}

    def find(item: tuple[bool, int]) -> tuple[bool, int]:
        leader.setdefault(item, item)
        while leader[item] != item:
            leader[item] = leader[leader[item]]
            item = leader[item]
        return item

    for column in columns:
        find((False, column))
    for basic, row in rows.items():
        root = find((True, basic))
        for key in row:
            other = find((False, key))
            if other != root:
                leader[other] = root
    members: dict[Any, tuple[list[int], list[int]]] = {}
    for is_row, code in sorted(leader, key=lambda item: (not item[0], item[1])):
        component = members.setdefault(find((is_row, code)), ([], []))
        component[not is_row].append(code)
    whole = [component for component in members.values() if all(component)]
    # rows and columns of zeros are components of their own: two blocks hold them all
    zero_rows = [row for rows, columns in members.values() if not columns for row in rows]
    zero_columns = [column for rows, columns in members.values() if not rows for column in columns]
    zero: list[tuple[list[int], list[int]]] = [(zero_rows, []), ([], zero_columns)]
    return whole + [each for each in zero if any(each)]
