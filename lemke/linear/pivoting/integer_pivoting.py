"""Integer pivoting on one block of a tableau (Edmonds 1967; Bareiss 1968).

A block stands for the equations

    x_B + T x_N + t z0 = q + q₁ ε + … + q_K εᴷ,    numerators over a positive denominator per row,

where, while z0 is basic in the block, its column is that of another variable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.object_]
"""An array of ``mpz``."""

POINTER_BYTES = 8
"""Least size of an entry of a table."""


@dataclass(eq=False, slots=True)
class Block:
    """One integer tableau.

    Attributes
    ----------
    rows, columns : lists of int
        Codes of the basic variables, and of the columns: the nonbasic variables and the constants 1, ε, …, εᴷ.
    table : mpz array, rows x columns
        Row i holds numerators over ``denominators[i]``.
    denominators : mpz array
        Positive: the determinant at the time the row last changed.
    determinant : mpz
        Absolute value of the determinant of the current basis.
    place : dict
        Column → its position in ``columns``.
    parameter : int
        The position of the column of z0, or of the variable for which z0 entered.
    """

    rows: list[int]
    columns: list[int]
    table: Integers
    denominators: Integers
    determinant: mpz
    place: dict[int, int]
    parameter: int

    def entry(self, row: int, code: int) -> mpz:
        """Return the numerator of B⁻¹b in a row, b the column of any variable or constant."""
        position = self.place.get(code)
        if position is not None:
            return self.table[row, position]
        return self.denominators[row] if self.rows[row] == code else mpz(0)

    def pivot(self, row: int, column: int) -> None:
        """Exchange the basic variable of a row and the nonbasic one of a column.

        Edmonds' integer pivoting (1967; Bareiss 1968), a_ij ← (a_rc a_ij − a_ic a_rj) / denominator, an exact
        division. Ours keeps a denominator per row, so that a row with a zero in the pivot column stays as it is;
        the pivot row is brought up to the current determinant first.
        """
        table, denominator = self.table, self.denominators[row]
        pivot_row = table[row] if denominator == self.determinant else table[row] * self.determinant // denominator
        pivot = pivot_row[column]
        pivot_row = pivot_row.copy()
        pivot_row[column] = self.determinant
        if pivot < 0:
            pivot, pivot_row = -pivot, -pivot_row
        factors = table[:, column].copy()
        factors[row] = mpz(0)
        changed = factors.nonzero()[0]
        if len(changed):
            factors = factors[changed]
            rows = table[changed]
            rows[:, column] = mpz(0)
            rows *= pivot
            used = pivot_row.nonzero()[0]
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
