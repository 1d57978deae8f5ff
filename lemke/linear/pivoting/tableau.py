"""The exact tableau of a path: the dictionary at its start, integer blocks, the pivot, and the minimum ratio test.

    w = q + q₁ ε + … + q_K εᴷ + M z + d z0,        ε ↓ 0

Only the right-hand side depends on the symbol ε, so determinants and pivots are integers, without ε. In Lemke's
algorithm K is 0. A variable is positive for all small ε > 0 iff its first coefficient that is not 0 is positive, so
coefficients are compared lexicographically (P. B. Miltersen and T. B. Sørensen 2010, Computing a quasi-perfect
equilibrium of a two-player game, Economic Theory 42, 175-192). Remaining ties are broken as if there were further terms
Σₜ bₜ εᴷ⁺ᵗ with the columns bₜ of a basis. This needs no further columns: B⁻¹bₜ is the column of variable t in the
current tableau, or a unit vector if t is basic.

A dictionary expresses the basic variables by the nonbasic ones, the parameter z0 and constants (Chvátal 1983):

    xᵢ = Σⱼ aᵢⱼ xⱼ + dᵢ z0 + qᵢ + q₁ᵢ ε + … + q_Kᵢ εᴷ

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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, common_denominator
from lemke.ground.sparse import Vector, vector
from lemke.linear.exact import Elimination, Row, back_substituted, linear_forms, require, sparsest_pivots
from lemke.linear.lcp import LCP

BigIntegers: TypeAlias = NDArray[np.object_]
"""An array of ``mpz``."""

BETWEEN_CHECKS = 64
"""Rows between two checks of the limits."""
RowKey = TypeVar("RowKey")
TableauPlace: TypeAlias = tuple[int, int]
"""The place of a basic variable: a block, and the row in this block."""


def lexicographic_minimum(
    rates: dict[RowKey, mpz],
    codes: Iterable[int],
    entries: Callable[[int, Iterable[RowKey]], Iterable[mpz]],
    basic: Mapping[int, RowKey] = MappingProxyType({}),
) -> dict[RowKey, mpz]:
    """Return the rows that block first, with their rates: the lexicographic minimum ratio test.

    ``rates`` maps rows to positive rates. ``codes`` are those of the constants, then of the perturbation's columns.
    Rows are compared by the ratios of their entries in one column to their rates; while rows tie, the next column
    decides (Dantzig, Orden, Wolfe 1955). ``entries`` has the entries of a column in some rows. Codes in ``basic`` are
    those of basic variables: the column is a unit vector, so that the variable's own row drops out.

    >>> table = {0: {"a": mpz(1), "b": mpz(3), "c": mpz(2)}, 1: {"a": mpz(4), "c": mpz(0)}}
    >>> rates = {"a": mpz(2), "b": mpz(3), "c": mpz(4)}
    >>> lexicographic_minimum(rates, [0, 1], lambda code, rows: [table[code][row] for row in rows])
    {'c': mpz(4)}
    """
    tied = dict(rates)
    for code in codes:
        if len(tied) < 2:
            break
        if code in basic:
            tied.pop(basic[code], None)
            continue
        least, least_rate = mpz(1), mpz(0)  # the ratio 1 / 0, larger than all others
        compared, tied = tied, {}
        for (row, rate), entry in zip(compared.items(), entries(code, compared), strict=True):
            difference = entry * least_rate - least * rate  # the sign of entry / rate − least / least_rate
            if difference < 0:
                least, least_rate, tied = entry, rate, {row: rate}
            elif not difference:
                tied[row] = rate
    return tied


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

    ``rows`` has the codes of the basic variables, ``columns`` those of the nonbasic variables, of z0 and of the
    constants 1, ε, …, εᴷ; ``place`` has the position of each code among the columns. Row i of ``table`` holds
    numerators over ``denominators[i]``, which is the ``determinant`` when the row last changed. ``determinant`` is the
    absolute value of that of the block's current basis, 1 at the start. ``parameter`` is the position of the column of
    z0 or, while z0 is basic in the block, of the variable for which z0 entered.
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


class Tableau:
    """A basis of a problem, at first its start basis, as integer blocks that have only z0 in common.

    ``free`` has the rows of the free variables at the start basis. No pivot changes them; they give the values at the
    end. ``units`` maps the code of a variable or constant to the unit in which the blocks count it. ``z0`` is the code
    of z0, ``constants`` are those of 1, ε, …, εᴷ. ``home`` is the row of z0, None while z0 is nonbasic. ``rank`` maps
    the code of a variable to its rank t in the perturbation that breaks ties. If the dict is empty, the first tied row
    leaves. None means the tie rule ``least-index``. If z0 ties, z0 leaves in any case. ``bits`` is the length of the
    largest determinant of a block's basis so far.
    """

    def __init__(self, problem: LCP, powers: Sequence[Vector] = ()) -> None:
        self.problem = problem
        self.z0, *self.constants = range(2 * problem.size, 2 * problem.size + 2 + len(powers))
        sides = dict(zip((self.z0, *self.constants), (problem.d, problem.q, *powers), strict=True))
        rows, self.free = start_dictionary(problem, sides)
        self.blocks, self.units = integer_blocks(rows, self.z0, self.constants)
        self.home: TableauPlace | None = None
        self.rank: dict[int, int] | None = {}
        self.bits = 1

    def entries(self, code: int, places: Iterable[TableauPlace]) -> list[mpz]:
        """Return positive multiples of the entries of B⁻¹b in some rows, where b is the column with this code.

        The factor depends only on the row, so signs, and ratios of entries of one row, are right.
        """
        entries = []
        for index, row in places:
            block = self.blocks[index]
            entry = block.entry(row, code)
            if self.home is not None and self.home[0] != index:  # x_i = q_i − t_i z0: substitute z0's row
                home, home_row = self.blocks[self.home[0]], self.home[1]
                share = block.table[row, block.parameter] * home.entry(home_row, code)
                entry = entry * home.denominators[home_row] - share
            entries.append(entry)
        return entries

    def _column(self, index: int, code: int) -> BigIntegers | None:
        """Return a nonbasic column in the rows of a block, scaled as in :meth:`entries`; None if it is 0 there."""
        block = self.blocks[index]
        column: BigIntegers | None = block.table[:, block.place[code]] if code in block.place else None
        if self.home is None or self.home[0] == index:
            return column
        home, row = self.blocks[self.home[0]], self.home[1]
        if column is not None:
            column = column * home.denominators[row]
        if code not in home.place:
            return column
        share: BigIntegers = block.table[:, block.parameter] * home.table[row, home.place[code]]
        difference: BigIntegers = -share if column is None else column - share
        return difference

    def coefficient(self, code: int, place: TableauPlace) -> mpq:
        """Return the entry of B⁻¹b in a row, in the units of the problem; b is the column with this code."""
        basic = self.basic(place)
        # entries() multiplies a row by a factor; the basic variable's entry is 1, so its multiple is that factor
        value = mpq(self.entries(code, [place])[0], self.entries(basic, [place])[0])
        return value * self.units[basic] / self.units[code]

    def coefficients(self, code: int) -> dict[int, mpq]:
        """Return :meth:`coefficient` for all rows: basic variable → coefficient."""
        return {basic: self.coefficient(code, place) for basic, place in self.places().items()}

    def leaving(self, entering: int, *, decreasing: bool = False) -> TableauPlace | None:
        """Return the row that blocks first as a nonbasic variable increases, or decreases; None if no row blocks.

        This is the minimum ratio test, lexicographic unless ``rank`` is None or empty. If z0 ties, z0 leaves.
        """
        rates: dict[TableauPlace, mpz] = {}
        for index in range(len(self.blocks)):
            column = self._column(index, entering)
            if column is not None:
                column = -column if decreasing else column
                rates |= {(index, row): column[row] for row in (column > 0).nonzero()[0].tolist()}
        # the columns of 1, ε, …, εᴷ come first, then those of the perturbation
        tied = lexicographic_minimum(rates, self.constants, self.entries)
        if not tied:
            return None
        if self.home in tied:
            return self.home
        if self.rank is None:
            return min(tied, key=self.basic)
        if len(tied) > 1:
            basic = {self.basic(place): place for place in tied}
            tied = lexicographic_minimum(tied, self._perturbing([*tied], self.rank), self.entries, basic)
        return next(iter(tied))

    def _perturbing(self, places: list[TableauPlace], rank: dict[int, int]) -> list[int]:
        """Return the variables of the perturbation in order, except those whose columns are 0 in the rows ``places``.

        A column of zeros breaks no tie.
        """
        if self.home is not None and any(index != self.home[0] for index, _ in places):
            places = [*places, self.home]  # entries in other blocks contain z0's row, see entries()
        codes: set[int] = set()
        for index, block in enumerate(self.blocks):
            if rows := [row for place, row in places if place == index]:
                used = (block.table[rows] != 0).any(axis=0)
                codes.update((block.rows[row] for row in rows), compress(block.columns, used.tolist()))
        return sorted(codes & rank.keys(), key=rank.__getitem__)

    def exchange(self, entering: int, leaving: TableauPlace) -> int:
        """Let a variable enter for the basic variable of a row; return the code of the variable that leaves.

        Afterwards ``home`` is again the row of z0, or None if z0 has left.
        """
        index, row = leaving
        block, left = self.blocks[index], self.basic(leaving)
        if entering != self.z0 and entering not in block.place:
            # the row blocks because z0 changes: the variable takes z0's place, and z0 enters in this row
            assert self.home is not None
            self.exchange(entering, self.home)
            self.exchange(self.z0, leaving)
            return left
        position = block.parameter if entering == self.z0 else block.place[entering]
        block.pivot(row, position)
        if entering == self.z0:
            self.home = leaving
        elif leaving == self.home:
            self.home, block.parameter = None, position  # the column of z0 takes the entering variable's position
        self.bits = max(self.bits, block.determinant.bit_length())
        return left

    def complement(self, code: int) -> int:
        """Return the other variable of a pair."""
        return (code + self.problem.size) % (2 * self.problem.size)

    def basic(self, place: TableauPlace) -> int:
        """Return the code of the basic variable of a row."""
        return self.blocks[place[0]].rows[place[1]]

    def places(self) -> dict[int, TableauPlace]:
        """Return the basic variables that are not free, z0 among them, and the row of each."""
        return {code: (i, row) for i, block in enumerate(self.blocks) for row, code in enumerate(block.rows)}

    def basis(self) -> tuple[int, ...]:
        """Return the codes of the basic variables, ascending."""
        return tuple(sorted([*self.free, *self.places()]))

    def parameter(self) -> mpq:
        """Return the value of z0, its constant term in ε; 0 if z0 is nonbasic."""
        return ZERO if self.home is None else self.coefficient(self.constants[0], self.home)

    def point(self, power: int = 0) -> tuple[Vector, Vector]:
        """Return the coefficients of εᵏ in z and w at the current vertex, where k is ``power``; a nonbasic z0 is 0."""
        constant = self.constants[power]
        return self.completed(self.coefficients(constant) | {constant: ONE})

    def completed(self, values: dict[int, mpq]) -> tuple[Vector, Vector]:
        """Return z and w; ``values`` maps codes of variables that are not free, of z0 and of constants to values.

        Free variables are computed from these values. Whatever else has no value is 0.
        """
        n = self.problem.size
        all_values = back_substituted(self.free, values)
        z_and_w = vector(map(all_values.get, range(2 * n), repeat(ZERO)))
        return z_and_w[:n], z_and_w[n:]
