"""The exact tableau of a path: integer blocks with K + 1 columns of constants, and the minimum ratio test.

    w = q + q₁ ε + … + q_K εᴷ + M z + d z0,        ε ↓ 0

Only the right-hand side depends on the symbol ε, so determinants and pivots are integers, without ε. In Lemke's
algorithm K is 0. A variable is positive for all small ε > 0 iff its first coefficient that is not 0 is positive, so
coefficients are compared lexicographically (P. B. Miltersen and T. B. Sørensen 2010, Computing a quasi-perfect
equilibrium of a two-player game, Economic Theory 42, 175-192). Remaining ties are broken as if there were further terms
Σₜ bₜ εᴷ⁺ᵗ with the columns bₜ of a basis. This needs no further columns: B⁻¹bₜ is the column of variable t in the
current tableau, or a unit vector if t is basic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, repeat
from typing import TypeAlias, TypeVar

from gmpy2 import mpq, mpz

from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector
from lemke.linear.exact import back_substituted
from lemke.linear.lcp import LCP
from lemke.linear.pivoting.integer_pivoting import BigIntegers, integer_blocks, start_dictionary

RowKey = TypeVar("RowKey")
TableauPlace: TypeAlias = tuple[int, int]
"""The place of a basic variable: a block, and the row in this block."""


def least_ratios(rates: dict[RowKey, mpz], terms: Iterable[mpz]) -> dict[RowKey, mpz]:
    """Return the rows with the least ratio term / rate, and the rates of these rows; all rates are positive.

    ``rates`` maps rows to rates, and ``terms`` has the terms in the same order.

    >>> least_ratios({"a": mpz(2), "b": mpz(3), "c": mpz(4)}, [mpz(1), mpz(3), mpz(2)])
    {'a': mpz(2), 'c': mpz(4)}
    """
    least, least_rate = mpz(1), mpz(0)  # the ratio 1 / 0, larger than all others
    tied: dict[RowKey, mpz] = {}
    for (row, rate), term in zip(rates.items(), terms, strict=True):
        difference = term * least_rate - least * rate  # the sign of term / rate − least / least_rate
        if difference < 0:
            least, least_rate, tied = term, rate, {row: rate}
        elif not difference:
            tied[row] = rate
    return tied


class Tableau:
    """A basis of a problem, at first its start basis, as integer blocks that have only z0 in common.

    Attributes
    ----------
    free : dict
        The rows of the free variables at the start basis. No pivot changes them; they give the values at the end.
    blocks : list of TableauBlock
    units : dict
        Code of a variable or constant → the unit in which the blocks count it.
    z0, constants : int, list of int
        Codes of z0, and of 1, ε, …, εᴷ.
    home : TableauPlace | None
        The row of z0, None while z0 is nonbasic.
    rank : dict | None
        Code of a variable → its rank t in the perturbation that breaks ties. If the dict is empty, the first tied row
        leaves. None means the tie rule ``least-index``. If z0 ties, z0 leaves in any case.
    bits : int
        Length in bits of the largest determinant of a block's basis so far.
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

    # ------------------------------------------------------------------ columns of the whole tableau

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
        index, row = place
        block, basic = self.blocks[index], self.basic(place)
        if self.home is None or self.home[0] == index:
            value = mpq(block.entry(row, code), block.denominators[row])
        else:
            # entries() multiplies a row by a factor; the basic variable's entry is 1, so its multiple is that factor
            value = mpq(self.entries(code, [place])[0], self.entries(basic, [place])[0])
        return value * self.units[basic] / self.units[code]

    def coefficients(self, code: int) -> dict[int, mpq]:
        """Return :meth:`coefficient` for all rows: basic variable → coefficient."""
        return {basic: self.coefficient(code, place) for basic, place in self.places().items()}

    # ------------------------------------------------------------------ the minimum ratio test

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
        tied = self._least(rates, self.constants)  # the columns of 1, ε, …, εᴷ; those of the perturbation come last
        if not tied:
            return None
        if self.home in tied:
            return self.home
        if self.rank is None:
            return min(tied, key=self.basic)
        codes = self._perturbing([*tied], self.rank) if len(tied) > 1 else []
        return next(iter(self._least(tied, codes)))

    def _least(self, tied: dict[TableauPlace, mpz], codes: Iterable[int]) -> dict[TableauPlace, mpz]:
        """Return the rows with lexicographically least ratios: compare one column after another while rows tie."""
        for code in codes:
            if len(tied) < 2:
                break
            tied = least_ratios(tied, self.entries(code, tied))
        return tied

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

    # ------------------------------------------------------------------ the pivot

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

    # ------------------------------------------------------------------ basis and values

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
