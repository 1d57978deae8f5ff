"""The polytope {z ≥ 0: M z ≤ 1} of a nonnegative matrix, and the walk from one vertex to the next in integers.

Every inequality has a label. A vertex has the labels of the inequalities that are tight there, whose variables are
nonbasic. A pivot drops one label and picks up another. To break ties, the right-hand side of row t is regarded as
1 + εᵗ for a small ε > 0. So every vertex of the perturbed polytope has as many labels as M has columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.ground.rational import common_denominator
from lemke.ground.sparse import Vector, zeros
from lemke.linear.pivoting.tableau import BigIntegers, least_ratios

Labels: TypeAlias = tuple[int, ...]
CONSTANT = -1
"""Position of the constants among the columns of a table: the last."""


class Polytope:
    """A vertex of {z ≥ 0: M z ≤ 1} with its tableau; the columns of M may be shifted and scaled.

    Vertices keep their tight inequalities if a number c_j is added to column j of M, or a column is multiplied by a
    positive number, and z is changed accordingly: (M + 1 cᵀ) z ≤ 1 says M z ≤ 1 u, where u = 1 − c·z. So every column
    is shifted to have the minimum 0, and scaled to integers without a common factor; a constant column becomes ones.

    ``rows`` is I, the rows whose slack is nonbasic. ``columns`` is J, the columns whose variable is basic. The tableau
    has the rows

        z_J + K s_I + … = K 1,    K = M_IJ⁻¹,    and    s_i = 1 − M_i z    for i not in I.

    The perturbation has the same effect before and after the shift, as it only decides the signs of basic variables
    that are 0 at the vertex. A slack s_i that is 0 becomes εⁱ − Σ a_t εᵗ, with t in I and a = M_iJ K. The shift does
    not change a: it adds c_J to both sides of M_iJ = a M_IJ, since Σ a_t = M_iJ z_J = 1. A variable z_j that is 0
    becomes row j of K times the vector of the εᵗ. The shift does not change this row, since the row's sum is 0.

    Two arrays are stored, as numerators over the determinant of M_IJ. ``table`` has the rows of z_J, with the columns
    of s_I and of the constant. ``slacks`` has the values of all s. Other entries are computed when needed. A pivot
    takes about |J|² + rows · |J| operations: few, as equilibria of large random games have small supports.

    ``row_labels`` are the labels of the inequalities M z ≤ 1, ``column_labels`` those of z ≥ 0.
    """

    def __init__(self, M: NDArray[np.object_], row_labels: Iterable[int], column_labels: Iterable[int]) -> None:
        self.row_labels, self.column_labels = list(row_labels), list(column_labels)
        self.row_of = {label: i for i, label in enumerate(self.row_labels)}
        self.column_of = {label: j for j, label in enumerate(self.column_labels)}
        self.M = np.full(M.shape, mpz(1), dtype=object)
        self.scales = []  # z_j is the variable of column j times its scale, up to a common factor
        for j in range(M.shape[1]):
            self.scales.append(_fill(self.M[:, j], M[:, j]))
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.table = np.full((0, 1), mpz(1), dtype=object)
        self.slacks = np.full(len(M), mpz(1), dtype=object)
        self.determinant = mpz(1)
        self.bits = 1  # of the largest determinant so far

    def copy(self) -> Polytope:
        """Return a copy; pivots on it do not change this vertex."""
        duplicate = copy(self)  # a pivot makes new arrays and changes the lists in place
        duplicate.rows, duplicate.columns = list(self.rows), list(self.columns)
        return duplicate

    @property
    def labels(self) -> Labels:
        """The labels of the vertex, ascending."""
        nonbasic = set(range(len(self.column_labels))).difference(self.columns)
        return tuple(sorted([self.column_labels[j] for j in nonbasic] + [self.row_labels[i] for i in self.rows]))

    def vertex(self) -> Vector:
        """Return the vertex without the perturbation, scaled to Σ z = 1; for the vertex 0, return zeros."""
        z = zeros(len(self.column_labels))
        for j, value in zip(self.columns, self.table[:, CONSTANT], strict=True):
            z[j] = value * self.scales[j]
        return z / sum(z) if self.columns else z

    def drop(self, label: int) -> int:
        """Walk along the edge that drops a label of the vertex; return the label that the edge picks up at its end."""
        basic = self.M[:, self.columns]
        # rates: how fast z_J and all s decrease as the entering variable grows, times the determinant
        if label in self.row_of:
            entering = self.rows.index(self.row_of[label])
            column = self.table[:, entering]
            rates = np.concatenate([column, -(basic @ column)])
        else:
            entering = self.column_of[label]
            column = self.table[:, :CONSTANT] @ self.M[self.rows, entering]
            rates = np.concatenate([column, self.determinant * self.M[:, entering] - basic @ column])
        leaving = self._leaving(rates)
        # the whole tableau has the rows of J, then one for every row of M. A row in I, whose slack is nonbasic, has no
        # positive rate, so it is never chosen
        size = len(self.columns)
        picked_up = self.column_labels[self.columns[leaving]] if leaving < size else self.row_labels[leaving - size]
        self._pivot(label in self.row_of, entering, leaving, rates)
        return picked_up

    def _leaving(self, rates: BigIntegers) -> int:
        """Return the row whose variable reaches 0 first: the lexicographic minimum ratio test.

        There is such a row, as the polytope is bounded.
        """
        values = np.concatenate([self.table[:, CONSTANT], self.slacks])
        rows = np.flatnonzero(rates > 0).tolist()
        tied = least_ratios({row: rates[row] for row in rows}, values[rows])
        position = {i: p for p, i in enumerate(self.rows)}
        for t in range(len(self.row_labels)):
            if len(tied) == 1:
                break
            if t in position:
                tied = least_ratios(tied, self._entries(tied, position[t]))
            else:  # slack t is basic: only its row has εᵗ, which makes this row's ratio larger, so that it is not tied
                tied.pop(len(self.columns) + t, None)
        row: int = next(iter(tied))
        return row

    def _entries(self, rows: Iterable[int], position: int) -> list[mpz]:
        """Return the entries of rows of the whole tableau in a column of I."""
        column, size = self.table[:, position], len(self.columns)
        return [column[row] if row < size else -(self.M[row - size, self.columns] @ column) for row in rows]

    def _pivot(self, is_slack: bool, entering: int, leaving: int, rates: BigIntegers) -> None:
        """Exchange the entering variable and the basic variable of a row of the whole tableau.

        ``entering`` is the position of a slack in I, or the number of a column. This is Edmonds' integer pivoting
        (1967): a_ij ← (a_rc a_ij − a_ic a_rj) / determinant, an exact division.
        """
        rows, columns, size = self.rows, self.columns, len(self.columns)
        column, pivot = rates[:size], rates[leaving]
        if leaving < size:
            pivot_row = self.table[leaving].copy()
        else:
            pivot_row = -(self.M[leaving - size, columns] @ self.table)
            pivot_row[CONSTANT] = self.slacks[leaving - size]
        table = (pivot * self.table - np.multiply.outer(column, pivot_row)) // self.determinant
        if leaving < size and is_slack:
            # a slack enters for a variable: I and J each lose one
            table = np.delete(np.delete(table, leaving, axis=0), entering, axis=1)
            del columns[leaving], rows[entering]
        elif leaving < size:  # one variable for another
            table[leaving] = pivot_row
            columns[leaving] = entering
        elif is_slack:  # one slack for another
            table[:, entering] = -column
            rows[entering] = leaving - size
        else:  # a variable enters for a slack: I and J each gain one; the slack's column comes before the constants
            table = np.insert(np.vstack([table, pivot_row]), size, np.append(-column, self.determinant), axis=1)
            rows.append(leaving - size)
            columns.append(entering)
        # an entering slack has the rate −determinant and gets its value from this too; a leaving slack becomes 0
        self.slacks = (pivot * self.slacks - rates[size:] * pivot_row[CONSTANT]) // self.determinant
        self.table, self.determinant = table, pivot
        self.bits = max(self.bits, pivot.bit_length())


def _fill(column: BigIntegers, payoffs: Vector) -> mpq:
    """Write payoffs to a column, shifted and scaled to integers ≥ 0 that are not all 0; return the scale."""
    shifted = payoffs - min(payoffs)
    if not shifted.any():
        return mpq(1)  # a constant column of payoffs; the array is full of ones already
    scale = common_denominator(shifted)
    integers = [(value * scale).numerator for value in shifted]
    divisor = gmpy2.gcd(*integers)
    column[:] = [value // divisor for value in integers]
    return mpq(scale, divisor)
