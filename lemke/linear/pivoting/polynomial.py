"""Lemke's path where the right-hand side is a polynomial in a small ε > 0, held as a symbol.

    w = q + q₁ ε + … + q_K εᴷ + M z + d z0,        ε ↓ 0

Only the right-hand side depends on ε, so bases and pivots are integers as ever, with K + 1 columns of constants in
place of one. A variable is nonnegative for all small ε iff its first coefficient that is not 0 is positive: its
coefficients are compared lexicographically (P. B. Miltersen and T. B. Sørensen 2010, Computing a quasi-perfect
equilibrium of a two-player game, Economic Theory 42, 175-192). Ties that remain are broken as in
:mod:`~lemke.linear.pivoting.tableau`, by the columns of B⁻¹B₀.

The powers of ε join the problem as variables that never enter; so the start basis is factored once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import InputError, ShapeError
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, common_denominator, decimal
from lemke.ground.sparse import SparseMatrix, Vector, vector, zeros
from lemke.linear.lcp import LCP
from lemke.linear.pivoting.blocks import POINTER_BYTES, Block, Integers, integer_blocks
from lemke.linear.pivoting.start import Dictionary, start_dictionary


@dataclass(frozen=True, eq=False)
class PolynomialSolution:
    """z(ε) and w(ε) that solve a problem for all small ε > 0.

    Attributes
    ----------
    z, w : exact arrays, n x (K + 1)
        Column k has the coefficients of εᵏ.
    basis : tuple of int
        Codes of the basic variables (see :meth:`LCP.variable`), ascending.
    pivots : int
        Length of the path, the pivot that makes z0 basic included.
    bits : int
        The size of the largest basis determinant met, that of the scaled integer tableau.
    """

    z: Vector
    w: Vector
    basis: tuple[int, ...]
    pivots: int
    bits: int


@dataclass(frozen=True, slots=True)
class NoSolution:
    """Why the path led to no solution, and after how many pivots."""

    reason: str
    pivots: int


class Place(NamedTuple):
    """Where a basic variable stands: which block, which row."""

    block: int
    row: int


def follow(problem: LCP, powers: Sequence[Vector]) -> PolynomialSolution | NoSolution:
    """Follow the path from the start basis to z0 = 0; return a solution, checked.

    It starts at the largest z0 at which the start basis is feasible, if there is such a one, else it comes along the
    ray from large z0 and starts at the least.

    Parameters
    ----------
    problem : LCP
        M, q, d and the start basis; the start's z0 is not looked at.
    powers : sequence of exact vectors of n numbers
        q₁, …, q_K.

    Returns
    -------
    PolynomialSolution | NoSolution
        No solution if the start basis is feasible at no such z0 for small ε, or if the path ends in a ray.

    Raises
    ------
    InputError
        If there is no start basis, or it is singular.
    ShapeError
        If a power has another size than the problem.
    LimitError
        If a limit is reached.

    >>> from lemke.linear.lcp import Start
    >>> from lemke.ground.sparse import vector
    >>> bare = LCP.of([[2, 1], [1, 2]], [-5, -5])
    >>> problem = LCP(bare.M, bare.q, bare.d, bare.free, Start(frozenset({0, 1}), ONE))
    >>> follow(problem, [vector([0, -1])]).z.tolist()
    [[mpq(5,3), mpq(-1,3)], [mpq(5,3), mpq(2,3)]]
    """
    found = _Path(problem, [vector(power) for power in powers]).walk()
    if isinstance(found, PolynomialSolution) and (broken := check(problem, powers, found)):
        return NoSolution(broken, found.pivots)
    return found


def check(problem: LCP, powers: Sequence[Vector], found: PolynomialSolution) -> str:
    """Return which condition a solution breaks for small ε > 0, in words; nothing if it is one.

    Everything is computed again from M and the powers; no tableau is looked at.
    """
    sides = [problem.q, *powers]
    residual = np.column_stack([side + problem.M @ found.z[:, k] for k, side in enumerate(sides)])
    if np.any(residual != found.w):
        return "w = q + Mz fails"
    for i, (z, w) in enumerate(zip(map(tuple, found.z), map(tuple, found.w), strict=True), 1):
        zero = (ZERO,) * len(sides)
        if problem.free[i - 1]:
            if w != zero:
                return f"w = 0 of an equation fails at index {i}"
        elif min(z, w) != zero:  # one is 0 and the other no less, lexicographically
            return f"z >= 0, w >= 0, zw = 0 for small numbers fails at index {i}"
    return ""


class _Path:
    """The state of a path: tableaux with K + 1 columns of constants at their right end, and where z0 is basic."""

    def __init__(self, problem: LCP, powers: list[Vector]) -> None:
        if any(len(power) != problem.size for power in powers):
            raise ShapeError(f"powers of other sizes than the problem, expected {problem.size} numbers in each")
        if problem.start is None:
            raise InputError("a path without a start, expected a start basis")
        self.problem = problem
        self.degree = len(powers)
        whole = start_dictionary(_with_columns(problem, powers))
        self.size = problem.size + self.degree
        self.free, self.z0, self.constant = whole.free, whole.z0, whole.constant
        self.powers = range(problem.size, self.size)
        idle = {*self.powers, *(self.size + key for key in self.powers)}
        rows = {basic: row for basic, row in whole.rows.items() if basic not in idle}
        bare = {basic: {key: value for key, value in row.items() if key not in idle} for basic, row in rows.items()}
        columns = tuple(key for key in whole.columns if key not in idle)
        self.blocks, self.units = integer_blocks(Dictionary(bare, whole.free, columns, whole.z0, whole.constant))
        self.scales = [mpq(self.units.constant)]
        for key in self.powers:
            column = {basic: row[key] * self.units.variables[basic] for basic, row in rows.items() if key in row}
            self.scales.append(mpq(common_denominator(column.values())))
            for block in self.blocks:
                limits.reserve(len(block.rows) * POINTER_BYTES / (1 << 20))
                scaled = [(column.get(basic, ZERO) * self.scales[-1]).numerator for basic in block.rows]
                block.table = np.column_stack([block.table, np.array([*scaled, None], dtype=object)[:-1]])
        self.home: Place | None = None
        self.rank: dict[int, int] = {}
        self.bits = 1

    # ------------------------------------------------------------------ the path

    def walk(self) -> PolynomialSolution | NoSolution:
        """Let z0 enter the start basis, at its largest value or else at its least, and follow the path downwards."""
        limits.check()
        leaving = self._leaving(self.z0)
        bounded = leaving is not None
        if leaving is None:
            leaving = self._leaving(self.z0, falling=True)
        if leaving is None:
            return NoSolution("z0 is not bounded at the start basis", 0)
        left = self._exchange(self.z0, leaving)
        entering = left if bounded else self._complement(left)
        self.rank = {code: k for k, code in enumerate(sorted(self._codes(), key=lambda code: (code % self.size, code)))}
        if any(self._polynomial(place) < self._zero() for place in self._places()):
            return NoSolution("the start basis is feasible at no z0 for small numbers", 1)
        pivots = 1
        while (leaving := self._leaving(entering)) is not None:
            pivots += 1
            left = self._exchange(entering, leaving)
            if left == self.z0:
                return self._solution(pivots)
            limits.report(partial(self._stage, pivots))
            entering = self._complement(left)
        return NoSolution("the path ended in a ray", pivots)

    def _complement(self, code: int) -> int:
        return code - self.size if code >= self.size else code + self.size

    def _stage(self, pivots: int) -> str:
        assert self.home is not None
        z0 = self._original(self.home)[0]
        return f"pivot {pivots}, z0 = {decimal(z0, 4)}, {self.bits} bits"

    def _exchange(self, entering: int, leaving: Place) -> int:
        """Let a variable enter for the basic one of a row, which is returned; z0's column keeps its place."""
        block = self.blocks[leaving.block]
        left = block.rows[leaving.row]
        last = len(block.columns) - 1
        if entering == self.z0:
            self.home = leaving
            self._pivot(block, leaving.row, last)
        elif entering in block.place:
            column = block.place[entering]
            self._pivot(block, leaving.row, column)
            if leaving == self.home:
                self.home = None
                block.swap_columns(column, last)
        else:  # z0 leaves its home for the row that blocks since z0 changes
            assert self.home is not None
            home = self.blocks[self.home.block]
            column = home.place[entering]
            self._pivot(home, self.home.row, column)
            home.swap_columns(column, len(home.columns) - 1)
            self._pivot(block, leaving.row, last)
            self.home = leaving
        return left

    def _pivot(self, block: Block, row: int, column: int) -> None:
        block.pivot(row, column)
        self.bits = max(self.bits, block.determinant.bit_length())

    # ------------------------------------------------------------------ the minimum ratio test

    def _leaving(self, entering: int, *, falling: bool = False) -> Place | None:
        """Return the row that blocks first as a variable grows, or z0 falls; z0, if it is tied; None on a ray."""
        tied = []
        for index in range(len(self.blocks)):
            rates = self._rates(index, entering)
            if rates is not None:
                rates = -rates if falling else rates
                tied += [(Place(index, row), rates[row]) for row in np.flatnonzero(rates > 0).tolist()]
        for k in range(self.degree + 1):
            if len(tied) > 1:
                tied = _least([(self._coefficient(place, k), place, rate) for place, rate in tied])
        if not tied:
            return None
        if any(place == self.home for place, _ in tied):
            return self.home
        for t in self._perturbing([place for place, _ in tied]) if len(tied) > 1 else ():
            if len(tied) > 1:
                tied = _least([(self._perturbation(place, t), place, rate) for place, rate in tied])
        return tied[0][0]

    def _rates(self, index: int, entering: int) -> Integers | None:
        """Return how fast the basic variables of a block fall, times positive factors; None if they stay."""
        block = self.blocks[index]
        rates: Integers
        if self.home is None:
            rates = block.table[:, len(block.columns) - 1]
            return rates
        home, row = self.blocks[self.home.block], self.home.row
        if entering in block.place:
            rates = block.table[:, block.place[entering]]
            return rates if self.home.block == index else rates * home.denominators[row]
        if entering in home.place:
            rates = -block.table[:, len(block.columns) - 1] * home.table[row, home.place[entering]]
            return rates
        return None

    def _coefficient(self, place: Place, k: int) -> mpz:
        """Return the coefficient of εᵏ in a basic variable, times the factor of :meth:`_rates` and the scale of εᵏ."""
        block = self.blocks[place.block]
        own = block.table[place.row, len(block.columns) + k]
        if self.home is None or self.home.block == place.block:
            return own
        home, row = self.blocks[self.home.block], self.home.row  # x_i = q_i - t_i z0, and z0 is basic elsewhere
        share = block.table[place.row, len(block.columns) - 1] * home.table[row, len(home.columns) + k]
        return own * home.denominators[row] - share

    def _perturbing(self, tied: list[Place]) -> list[int]:
        """Return, in order, the variables of B₀ whose columns may tell the rows apart."""
        found = set()
        for index, row in {*tied, *([self.home] if self.home else [])}:
            block = self.blocks[index]
            used = np.flatnonzero(block.table[row, : len(block.columns)] != 0)
            found |= {block.rows[row], *(block.columns[column] for column in used.tolist())}
        return sorted((t for t in found if t in self.rank), key=self.rank.__getitem__)

    def _perturbation(self, place: Place, t: int) -> mpz:
        """Return the entry of B⁻¹bₜ in a row, times the factor of :meth:`_coefficient`."""
        block = self.blocks[place.block]
        own = _entry(block, place.row, t)
        if self.home is None or self.home.block == place.block:
            return own
        home, row = self.blocks[self.home.block], self.home.row
        share = block.table[place.row, len(block.columns) - 1] * _entry(home, row, t)
        return own * home.denominators[row] - share

    # ------------------------------------------------------------------ what stands in the tableau

    def _places(self) -> list[Place]:
        return [Place(index, row) for index, block in enumerate(self.blocks) for row in range(len(block.rows))]

    def _codes(self) -> list[int]:
        return [code for block in self.blocks for code in block.rows]

    def _zero(self) -> tuple[mpz, ...]:
        return (mpz(0),) * (self.degree + 1)

    def _polynomial(self, place: Place) -> tuple[mpz, ...]:
        """Return a basic variable's coefficients, each times a positive factor."""
        return tuple(self._coefficient(place, k) for k in range(self.degree + 1))

    def _original(self, place: Place) -> Vector:
        """Return a basic variable's coefficients in the units of the problem."""
        block = self.blocks[place.block]
        factor = block.denominators[place.row]
        if self.home is not None and self.home.block != place.block:
            factor *= self.blocks[self.home.block].denominators[self.home.row]
        unit = self.units.variables[block.rows[place.row]] * factor
        return vector(mpq(a) / (unit * c) for a, c in zip(self._polynomial(place), self.scales, strict=True))

    def _solution(self, pivots: int) -> PolynomialSolution:
        unit = [zeros(self.degree + 1) for _ in range(self.degree + 1)]
        for k, each in enumerate(unit):
            each[k] = ONE
        values = {self.blocks[place.block].rows[place.row]: self._original(place) for place in self._places()}
        values |= dict(zip((self.constant, *self.powers), unit, strict=True))
        for code, row in reversed(self.free.items()):
            values[code] = zeros(self.degree + 1) + sum(values[key] * by for key, by in row.items() if key in values)
        n = self.problem.size
        z, w = (
            np.array([values.get(code, zeros(self.degree + 1)) for code in codes])
            for codes in (range(n), range(self.size, self.size + n))
        )
        codes = sorted([*self.free, *self._codes()])
        basis = tuple(code if code < n else code - self.degree for code in codes)
        return PolynomialSolution(z, w, basis, pivots, self.bits)


def _with_columns(problem: LCP, powers: list[Vector]) -> LCP:
    """Return the problem with a variable for every power of ε."""
    n, size = problem.size, problem.size + len(powers)
    columns = SparseMatrix.from_dense([power.tolist() for power in powers], columns=n).T
    M = SparseMatrix.of_blocks((size, size), [(0, 0, problem.M), (0, n, columns)])
    q, d = (np.concatenate([side, zeros(len(powers))]) for side in (problem.q, problem.d))
    return LCP(M, q, d, np.concatenate([problem.free, np.zeros(len(powers), dtype=bool)]), problem.start)


def _least(rows: list[tuple[mpz, Place, mpz]]) -> list[tuple[Place, mpz]]:
    """Return the rows (term, place, rate) with the least term / rate."""
    least, _, best = rows[0]
    kept: list[tuple[Place, mpz]] = []
    for term, place, rate in rows:
        difference = term * best - least * rate
        if difference < 0:
            least, best, kept = term, rate, [(place, rate)]
        elif difference == 0:
            kept.append((place, rate))
    return kept


def _entry(block: Block, row: int, t: int) -> mpz:
    """Return the entry of B⁻¹bₜ in a row of a block, times the row's denominator."""
    if block.rows[row] == t:
        return block.denominators[row]
    return block.table[row, block.place[t]] if t in block.place else mpz(0)
