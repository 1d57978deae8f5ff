"""The exact kernel: Lemke's path by integer pivoting, ties broken lexicographically, so ties never make it cycle.

The constants are thought of as q + Σₜ bₜ εᵗ, where bₜ are the columns of the start basis and ε > 0 is as small as
needed. B⁻¹bₜ is the column of variable t in the current tableau, or a unit vector where t is basic, so the
lexicographic minimum ratio test needs no columns beyond those that are there.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import InputError
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, zeros
from lemke.linear.lcp import LCP, Ray, Solution
from lemke.linear.pivoting.blocks import CONSTANT, PARAMETER, Block, Integers, integer_blocks
from lemke.linear.pivoting.start import start_dictionary
from lemke.linear.pivoting.tie_rules import CycleError, Cycles, TieRule, order_of_pairs


class Pivot(NamedTuple):
    """One step of the path: codes of variables as in :meth:`LCP.variable`, z0 after the step, and its size."""

    number: int
    entering: int
    leaving: int
    z0: mpq
    bits: int


class Place(NamedTuple):
    """Where a basic variable stands: which block, which row."""

    block: int
    row: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the minimum ratio test: it reaches 0 after value / rate."""

    place: Place
    value: mpz
    rate: mpz


Path: TypeAlias = Generator[Pivot, None, Solution | Ray]


def path(problem: LCP, tie_rule: TieRule = "ascending") -> Path:
    """Walk along Lemke's path in exact arithmetic, yielding each pivot; the generator returns the outcome.

    The same problem and tie rule give the same path on every machine. Where z0 is among the tied in a minimum ratio
    test, z0 leaves; the rule is for the others (see :mod:`lemke.linear.pivoting.tie_rules`).

    Raises
    ------
    InputError
        If the start basis is singular, or infeasible at the start's z0, or if the path leads back to it; for an unknown
        tie rule.
    CycleError
        If the path cycles, which it may with the tie rule ``least-index``.
    LimitError
        If a limit is reached before the first pivot; between pivots the caller has control.

    >>> walk = path(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [(pivot.entering, pivot.leaving, str(pivot.z0)) for pivot in walk]
    [(4, 3, '6'), (1, 2, '4'), (0, 4, '0')]
    """
    return Tableau(problem, tie_rule).walk()


class Tableau:
    """The state of a path: the blocks, and the row in which z0 is basic, if it is."""

    def __init__(self, problem: LCP, tie_rule: TieRule = "ascending") -> None:
        order = order_of_pairs(problem, tie_rule)
        self.problem = problem
        self.dictionary = start_dictionary(problem)
        self.blocks, self.units = integer_blocks(self.dictionary)
        self.z0 = self.dictionary.z0
        self.home: Place | None = None
        self.bits = 1
        # the order of t in the perturbation, pairs ascending by default, is part of the interface
        self.cycles = Cycles() if order is None else None
        start = {code % problem.size: code for block in self.blocks for code in block.rows}
        self.rank = {start[pair]: rank for rank, pair in enumerate(order or ()) if pair in start}
        self._require_feasible_start()

    def walk(self) -> Path:
        """Yield the pivots from the start to the end of the path; return the outcome.

        No vertex is met twice, except the first, and only from a start whose edge has another end (no game's has).
        """
        entering, number = self.z0, 0
        first, corner = self.z0, self.basis()
        leaving = self._leaving(None)
        if leaving is None or self._threshold(leaving) <= 0:
            return self._solution(number)
        while leaving is not None:
            number += 1
            left = self.blocks[leaving.block].rows[leaving.row]
            self._exchange(entering, leaving)
            yield Pivot(number, entering, left, self._parameter(), self.bits)
            if left == self.z0:
                return self._solution(number)
            if self.cycles is not None:
                self._require_no_cycle(self.cycles, entering, left)
            elif number == 1:
                first, corner = left, self.basis()
            elif left == first and self.basis() == corner:
                raise InputError("a path that leads back to its start, expected a start where the path has an end")
            entering = self._complement(left)
            leaving = self._leaving(entering)
        return self._ray(entering, number)

    def _require_no_cycle(self, cycles: Cycles, entering: int, left: int) -> None:
        cycle = cycles.closed((entering, left), (left, self.basis()))
        if cycle is not None:
            raise CycleError.of(cycle, [self.problem.variable(code) for code in range(2 * self.problem.size + 1)])

    def _complement(self, code: int) -> int:
        n = self.problem.size
        return code - n if code >= n else code + n

    def _require_feasible_start(self) -> None:
        """Nonbasic z0 must make all basic variables nonnegative at the start's z0, or for all large z0."""
        start = self.problem.start
        special = self.dictionary.z0, self.dictionary.constant
        for code, row in self.dictionary.rows.items():
            slope, constant = (row.get(key, ZERO) for key in special)
            if (constant + slope * start.z0 if start else slope or constant) < 0:
                where = f"at z0 = {start.z0}" if start else "for large z0"
                name = self.problem.variable(code)
                raise InputError(
                    f"{name} is negative {where}, expected a covering vector that makes the start feasible"
                )

    def _threshold(self, place: Place) -> mpq:
        """Return the z0 at which a row reaches 0 while z0 is nonbasic."""
        row = self.blocks[place.block].table[place.row]
        return mpq(row[CONSTANT], row[PARAMETER])

    def _parameter(self) -> mpq:
        if self.home is None:
            return ZERO
        block, row = self.blocks[self.home.block], self.home.row
        return self.units.original(self.z0, mpq(block.table[row, CONSTANT], block.denominators[row]))

    # ------------------------------------------------------------------ the minimum ratio test

    def _leaving(self, entering: int | None) -> Place | None:
        """Return the row that blocks first as a variable enters (z0 decreases, for None), or None on a ray."""
        candidates = self._candidates(entering)
        if not candidates:
            return None
        best = candidates[0]
        tied = [best]
        for each in candidates[1:]:
            difference = each.value * best.rate - best.value * each.rate
            if difference < 0:
                best, tied = each, [each]
            elif difference == 0:
                tied.append(each)
        if any(each.place == self.home for each in tied):
            return self.home
        return self._lexicographic_minimum(tied) if self.cycles is None else self._least_index(tied)

    def _least_index(self, tied: list[Candidate]) -> Place:
        """Return the row of the first variable in the order z1, …, zn, w1, …, wn."""
        return min((each.place for each in tied), key=lambda place: self.blocks[place.block].rows[place.row])

    def _candidates(self, entering: int | None) -> list[Candidate]:
        """Return all rows whose variables decrease, ordered by block and row."""
        found = []
        for index in range(len(self.blocks)):
            rates = self._rates(index, entering)
            if rates is not None:
                values = self._values(index)
                for row in np.flatnonzero(rates > 0).tolist():
                    found.append(Candidate(Place(index, row), values[row], rates[row]))
        return found

    def _values(self, index: int) -> Integers:
        """Return the basic variables of a block, each times a positive factor that :meth:`_rates` shares."""
        block = self.blocks[index]
        if self.home is None or self.home.block == index:
            return block.table[:, CONSTANT]
        home, row = self.blocks[self.home.block], self.home.row
        # x_i = q_i - t_i z0, and z0 is basic elsewhere
        scaled: Integers = (
            block.table[:, CONSTANT] * home.denominators[row] - block.table[:, PARAMETER] * home.table[row, CONSTANT]
        )
        return scaled

    def _rates(self, index: int, entering: int | None) -> Integers | None:
        """Return the rates at which the basic variables of a block decrease; None if they stay."""
        block = self.blocks[index]
        rates: Integers
        if entering is None:
            rates = -block.table[:, PARAMETER]
            return rates
        assert self.home is not None  # the path has begun
        home, row = self.blocks[self.home.block], self.home.row
        if entering in block.place:
            rates = block.table[:, block.place[entering]]
            return rates if self.home.block == index else rates * home.denominators[row]
        if entering in home.place:
            rates = -block.table[:, PARAMETER] * home.table[row, home.place[entering]]
            return rates
        return None

    def _denominators(self, index: int) -> Integers:
        """Return the positive factors that :meth:`_values` and :meth:`_rates` have in common, as an array per row."""
        own = self.blocks[index].denominators
        if self.home is None or self.home.block == index:
            return own
        scaled: Integers = own * self.blocks[self.home.block].denominators[self.home.row]
        return scaled

    def _lexicographic_minimum(self, tied: list[Candidate]) -> Place:
        """Return the row whose perturbed ratio is least: compare the coefficients of ε, ε², … in turn."""
        for t in self._perturbing(tied) if len(tied) > 1 else ():
            if len(tied) == 1:
                break
            terms = [self._perturbation(each.place, t) for each in tied]
            least = 0
            kept = [tied[0]]
            for k in range(1, len(tied)):
                difference = terms[k] * tied[least].rate - terms[least] * tied[k].rate
                if difference < 0:
                    least, kept = k, [tied[k]]
                elif difference == 0:
                    kept.append(tied[k])
            tied = kept
        return tied[0].place

    def _perturbing(self, tied: list[Candidate]) -> list[int]:
        """Return, in order, every t whose εᵗ has a coefficient other than 0 in one of the rows, and perhaps others."""
        rows: dict[int, list[int]] = {}
        for each in tied:
            rows.setdefault(each.place.block, []).append(each.place.row)
        found = {self.blocks[each.place.block].rows[each.place.row] for each in tied}
        if self.home is not None and self.home.block not in rows:
            rows[self.home.block] = [self.home.row]
        elif self.home is not None and len(rows) > 1:
            rows[self.home.block].append(self.home.row)
        for index, own in rows.items():
            block = self.blocks[index]
            used = np.flatnonzero((block.table[own, :CONSTANT] != 0).any(axis=0))
            found.update(block.columns[column] for column in used.tolist())
        return sorted((t for t in found if t in self.rank), key=self.rank.__getitem__)

    def _perturbation(self, place: Place, t: int) -> mpz:
        """Return the coefficient of εᵗ in the perturbed value of a row, in the scale of :meth:`_values`."""
        block = self.blocks[place.block]
        own = _coefficient(block, place.row, t)
        if self.home is None or self.home.block == place.block:
            return own
        home, row = self.blocks[self.home.block], self.home.row
        return own * home.denominators[row] - block.table[place.row, PARAMETER] * _coefficient(home, row, t)

    # ------------------------------------------------------------------ the pivot

    def _exchange(self, entering: int, leaving: Place) -> None:
        """Let a variable enter for the basic one of a row, keeping z0's column at its place in every block.

        Afterwards, ``home`` is where z0 is basic, or None if it has left.
        """
        block = self.blocks[leaving.block]
        if entering == self.z0:
            self.home = leaving
            self._pivot(block, leaving.row, PARAMETER)
        elif entering in block.place:
            column = block.place[entering]
            self._pivot(block, leaving.row, column)
            if leaving == self.home:
                self.home = None
                block.swap_columns(column, len(block.columns) - 1)
        else:
            # a row outside of the home of z0 blocks since z0 changes: z0 leaves its home and enters there
            assert self.home is not None
            home = self.blocks[self.home.block]
            column = home.place[entering]
            self._pivot(home, self.home.row, column)
            home.swap_columns(column, len(home.columns) - 1)
            self._pivot(block, leaving.row, PARAMETER)
            self.home = leaving

    def _pivot(self, block: Block, row: int, column: int) -> None:
        block.pivot(row, column if column >= 0 else len(block.columns) - 1)
        self.bits = max(self.bits, block.determinant.bit_length())

    # ------------------------------------------------------------------ the outcome

    def _solution(self, pivots: int) -> Solution:
        z = self.point()
        w = self.problem.q + self.problem.M @ z
        return Solution(z, w, self.basis(), pivots, self.bits)

    def basis(self) -> tuple[int, ...]:
        """Return the codes of the basic variables, ascending."""
        return tuple(sorted([*self.dictionary.free, *(code for block in self.blocks for code in block.rows)]))

    def start_point(self, z0: mpq) -> Vector:
        """Return z at the start, for nonbasic z0 of this value."""
        constant = self.dictionary.constant
        values = {
            code: row.get(constant, ZERO) + row.get(self.z0, ZERO) * z0 for code, row in self.dictionary.rows.items()
        }
        return self._with_free(values | {self.z0: z0}, ONE)

    def point(self) -> Vector:
        """Return z at the current vertex; before the first pivot, at z0 = 0."""
        values: dict[int, mpq] = {}
        for index, block in enumerate(self.blocks):
            scaled = zip(block.rows, self._values(index), self._denominators(index), strict=True)
            values |= {code: self.units.original(code, mpq(value, scale)) for code, value, scale in scaled}
        return self._with_free(values, ONE)

    def _with_free(self, values: dict[int, mpq], constant: mpq) -> Vector:
        """Return z from the variables with a sign (absent ones are 0), adding the free ones, the last row first."""
        values[self.dictionary.constant] = constant
        z = zeros(self.problem.size)
        for code, value in values.items():
            if code < len(z):
                z[code] = value
        for code, row in reversed(self.dictionary.free.items()):
            values[code] = z[code] = sum((factor * values[key] for key, factor in row.items() if key in values), ZERO)
        return z

    def _ray(self, entering: int, pivots: int) -> Ray:
        """Return the ray along which the entering variable grows without bound."""
        direction = {entering: ONE}
        unit = self.units.variables[entering]
        for index, block in enumerate(self.blocks):
            rates = self._rates(index, entering)
            if rates is not None:
                scaled = zip(block.rows, rates, self._denominators(index), strict=True)
                direction |= {code: mpq(-r, scale) * unit / self.units.variables[code] for code, r, scale in scaled}
        step = direction.get(self.z0, ZERO)
        z, along = self.point(), self._with_free(direction, ZERO)
        if not (np.any(z != 0) or np.any(along != 0)):
            raise InputError("a path that leads back to the ray on which paths begin, expected a start on another path")
        return Ray(z, self._parameter(), along, step, pivots, self.bits)


def _coefficient(block: Block, row: int, t: int) -> mpz:
    """Return row ``row`` of B⁻¹bₜ times the row's denominator."""
    if block.rows[row] == t:
        return block.denominators[row]
    return block.table[row, block.place[t]] if t in block.place else mpz(0)
