"""Integer tableaux of an LCP: the dictionary at its start basis, the scaling to blocks of integers, and the pivot.

A dictionary expresses the basic variables by the nonbasic ones, the parameter z0 and constants (Chvátal 1983):

    xᵢ = Σⱼ aᵢⱼ xⱼ + dᵢ z0 + qᵢ + q₁ᵢ ε + … + q_Kᵢ εᴷ

ε > 0 is small, and remains a symbol. In Lemke's algorithm K is 0.

In a textbook run, the variables of the start basis enter one by one, which takes a third to nine tenths of the time.
Here sparse elimination exchanges them all before the path begins. The best reply basis of a game is triangular, so few
entries become nonzero. Free variables never leave the basis: once they are solved for, their rows are put aside until
the path has ended. Slacks of equations are fixed at zero: their columns are dropped. For a game, the rest is the
reduced sequence form.

The rows fall into blocks that share no column except z0 and the constants. A two-player game has two blocks: the plan
of player 1 with the slacks of player 2's sequences, and the plan of player 2 with the slacks of player 1's sequences. A
pivot changes one block, or two if z0 moves to another. So a pivot costs about a quarter of one on the undivided
tableau, and the integers have half the length.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ZERO, common_denominator
from lemke.ground.sparse import Vector
from lemke.linear.exact import Elimination, Row, linear_forms, require, sparsest_pivots
from lemke.linear.lcp import LCP

BigIntegers: TypeAlias = NDArray[np.object_]
"""An array of ``mpz``."""

BETWEEN_CHECKS = 64
"""Rows between two checks of the limits."""


def start_dictionary(problem: LCP, sides: dict[int, Vector]) -> tuple[dict[int, Row], dict[int, Row]]:
    """Return the dictionary at the start basis of the problem, or at z = 0 if the problem has no start.

    Variables are coded as in :meth:`LCP.variable`; ``sides`` maps the codes of z0 and the constants to their columns.
    The first dict has the rows of the basic variables that are not free (basic variable → coefficients), the second
    dict the rows of the free variables. A row of a free variable may contain variables that are not free, basic or
    nonbasic, and the free variables that come later in the dict.

    Raises InputError if the start basis is singular, or missing although there are free variables.
    """
    has_start = problem.start is not None or not problem.free.any()
    require(has_start, "free variables without a start, expected a start basis that contains them")
    n = problem.size
    forms = Elimination(linear_forms(problem.M, sides, first=n))
    basic = problem.start.basic if problem.start else frozenset()
    free = basic.intersection(np.flatnonzero(problem.free).tolist())
    try:
        for leaving, entering in sparsest_pivots(forms, {n + i for i in basic}, basic, free):
            slack = None if problem.free[leaving - n] else leaving  # the slack of an equation is 0: no column
            if entering in free:
                forms.eliminate(leaving, entering, slack)
            else:
                forms.exchange(leaving, entering, slack)
    except InputError:
        raise InputError("a singular start basis, expected a regular one") from None
    return forms.rows, forms.solved


def integer_blocks(dictionary: dict[int, Row], z0: int, constants: Collection[int]) -> tuple[list[TableauBlock], Row]:
    """Return the blocks of a dictionary as integer tableaux, and units: x_j is unit_j times the tableau's variable j.

    A row is multiplied by its own common denominator, not by that of all rows. Then common factors of each column, and
    of each row, are divided out. This keeps determinants short. z0 and every constant have one scale for all rows: it
    lengthens numbers little, since a basis may contain the column of z0, but none of the constants.
    """
    special = (z0, *constants)
    nonbasic = [(code + z0 // 2) % z0 for code in dictionary]  # the complements, code ± n, as z0 has the code 2n
    structural = {
        basic: {key: value for key, value in row.items() if key not in special} for basic, row in dictionary.items()
    }
    row_scale, scale = _scales(structural, nonbasic)
    for key in special:
        entries = [row.get(key, ZERO) * row_scale[basic] for basic, row in dictionary.items()]
        scale[key] = mpq(common_denominator(entries))
    blocks = []
    for rows, structural_columns in _components(structural, nonbasic):
        columns = [*structural_columns, *special]
        place = {key: position for position, key in enumerate(columns)}
        table = np.full((len(rows), len(columns)), mpz(0), dtype=object)
        for i, basic in enumerate(rows):
            for key, value in dictionary[basic].items():
                entry = (value * row_scale[basic] * scale[key]).numerator
                # the dictionary has x_B = A x_N + q, the tableau x_B + T x_N = q
                table[i, place[key]] = entry if key in constants else -entry
        ones = np.full(len(rows), mpz(1), dtype=object)
        blocks.append(TableauBlock(rows, columns, table, ones, mpz(1), place, len(structural_columns)))
    # a_ij x_j = (a_ij scale_j)(x_j / scale_j): the tableau counts x_j in units of scale_j
    return blocks, scale | {basic: 1 / factor for basic, factor in row_scale.items()}


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
    """Return the connected components (rows, columns) of the graph of nonzero entries, ordered by their first rows.

    At the end, rows of zeros are one component, and columns of zeros another.
    """
    users: dict[int, list[int]] = {column: [] for column in columns}
    for basic, row in rows.items():
        for column in row:
            users[column].append(basic)
    components, zero_rows, unvisited = [], [], set(rows)
    for first in sorted(rows):
        if first not in unvisited:
            continue
        unvisited.discard(first)
        component, component_columns = [first], set[int]()
        for basic in component:  # the list grows in this loop: it is the queue of a breadth-first search
            for column in rows[basic].keys() - component_columns:
                component_columns.add(column)
                neighbors = unvisited.intersection(users[column])
                component += neighbors
                unvisited -= neighbors
        if component_columns:
            components.append((sorted(component), sorted(component_columns)))
        else:
            zero_rows.append(first)
    zero_columns = sorted(column for column in users if not users[column])
    # two blocks, as one block of both would be a dense table of zeros
    zeros: list[tuple[list[int], list[int]]] = [(zero_rows, []), ([], zero_columns)]
    return components + [block for block in zeros if any(block)]


@dataclass(eq=False, slots=True)
class TableauBlock:
    """One block of an integer tableau (Edmonds 1967; Bareiss 1968), with a positive denominator for each row.

        x_B + T x_N + t z0 = q + q₁ ε + … + q_K εᴷ

    While z0 is basic in the block, the variable for which z0 entered has its column in the place of t.

    Attributes
    ----------
    rows : list of int
        Codes of the basic variables.
    columns : list of int
        Codes of the nonbasic variables, of z0 and of the constants 1, ε, …, εᴷ.
    table : mpz array, rows x columns
        Row i holds numerators over ``denominators[i]``.
    denominators : mpz array
        For each row, the ``determinant`` when the row last changed; all are positive.
    determinant : mpz
        Absolute value of the determinant of the block's current basis; 1 at the start.
    place : dict
        Code of a column → its position in ``columns``.
    parameter : int
        The position of the column of z0 or, while z0 is basic in the block, of the variable for which z0 entered.
    """

    rows: list[int]
    columns: list[int]
    table: BigIntegers
    denominators: BigIntegers
    determinant: mpz
    place: dict[int, int]
    parameter: int

    def entry(self, row: int, code: int) -> mpz:
        """Return the numerator of B⁻¹b in a row, where b is the column of a variable or constant.

        B has the columns of the block's basic variables. B⁻¹b is a unit vector if b is the column of a basic variable
        of the block, and 0 if b is the column of a variable of another block.
        """
        position = self.place.get(code)
        if position is not None:
            return self.table[row, position]
        return self.denominators[row] if self.rows[row] == code else mpz(0)

    def pivot(self, row: int, column: int) -> None:
        """Exchange the variables of row r and column c: a_ij ← (a_rc a_ij − a_ic a_rj) / denominator of row i.

        This is Edmonds' integer pivoting (1967; Bareiss 1968), where the division is exact. Unlike in the textbook,
        every row has its own denominator: a row with a zero in the pivot column does not change. The pivot row is first
        brought to the denominator ``determinant``. Denominators and the determinant stay positive.
        """
        table, denominator = self.table, self.denominators[row]
        pivot_row = table[row] if denominator == self.determinant else table[row] * self.determinant // denominator
        pivot = pivot_row[column]
        pivot_row = pivot_row.copy()
        pivot_row[column] = self.determinant  # the column of the leaving variable, which takes this position
        if pivot < 0:
            pivot, pivot_row = -pivot, -pivot_row  # denominators stay positive
        factors = table[:, column].copy()
        factors[row] = mpz(0)
        to_change = factors.nonzero()[0]
        nonzero_columns = pivot_row.nonzero()[0]
        for first in range(0, len(to_change), BETWEEN_CHECKS):
            limits.check()
            changed = to_change[first : first + BETWEEN_CHECKS]
            rows = table[changed]
            # the column becomes that of the leaving variable: 0 − a_ic · pivot_row[column] / denominator
            rows[:, column] = mpz(0)
            rows *= pivot
            rows[:, nonzero_columns] -= np.multiply.outer(factors[changed], pivot_row[nonzero_columns])
            rows //= self.denominators[changed][:, None]
            table[changed] = rows
            self.denominators[changed] = pivot
        table[row] = pivot_row
        self.denominators[row] = pivot
        self.determinant = pivot
        entering = self.columns[column]
        self.rows[row], self.columns[column] = entering, self.rows[row]
        del self.place[entering]
        self.place[self.columns[column]] = column
