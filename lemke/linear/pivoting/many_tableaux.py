"""Tableaux of many bases of one polytope {z ≥ 0: M z ≤ 1} in one array, with which all pivots are made at once.

With the slacks s = 1 − M z, the perturbed right-hand sides 1 + εᵗ for row t = 1, 2, … and a small ε > 0 make every
vertex have one basis only. The coefficients of εᵗ in the tableau of a basis are the column of slack t, or a unit vector
where it is basic (Dantzig, Orden, Wolfe 1955).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.ground import limits
from lemke.ground.rational import approximate
from lemke.ground.sparse import Floats, Indices
from lemke.linear.exact import Moduli, Residues, minors_bound, remainder
from lemke.linear.pivoting.integer_pivoting import BigIntegers

Flags: TypeAlias = NDArray[np.bool_]
Edges: TypeAlias = Indices
"""Edges of the perturbed polytope, 3 x edges: the number of the basis at the start, entering column, leaving row."""

_float = np.frompyfunc(approximate, 1, 1)
_ratio = np.frompyfunc(mpq, 2, 1)

GAP = 1e-7
"""The relative difference below which floats are taken as tied. No result depends on it."""
ENTRY_BYTES = 24
"""Bytes of memory per entry of a table: for the table, a copy, and the packed one."""


@dataclass(frozen=True, eq=False, slots=True)
class Tableaux:
    """One tableau for each of several bases: determinant · x_B + table · x_N = constants, in the last column.

    Attributes
    ----------
    moduli : Moduli
        For integers up to the bound of all minors of (M, 1).
    tables : residues, primes x bases x rows x (columns + 1)
        Of numerators over the determinants, which are minors too.
    determinants : residues, primes x bases
    floats : bases x rows x (columns + 1)
        The same divided by the determinants, for columns of M scaled to 1 at most.
    basic, nonbasic : bases x rows, bases x columns
        Which variable belongs to a row, and to a column: z first, then the slacks.
    """

    moduli: Moduli
    tables: Residues
    determinants: Residues
    floats: Floats
    basic: Indices
    nonbasic: Indices

    @classmethod
    def origin(cls, matrix: BigIntegers, unlucky: Collection[int]) -> Tableaux:
        """Return z = 0, where all slacks are basic, modulo primes that are not in ``unlucky``."""
        rows, columns = matrix.shape
        extended = np.hstack([matrix, np.full((rows, 1), mpz(1), dtype=object)])
        moduli = Moduli(minors_bound(extended), unlucky)
        _reserve(len(moduli.primes) * extended.size)
        floats = _float(_ratio(extended, extended.max(axis=0))).astype(np.float64)
        return cls(
            moduli,
            moduli.residues(extended)[:, None],
            np.ones((len(moduli.primes), 1), dtype=np.int64),
            floats[None],
            np.arange(columns, columns + rows)[None],
            np.arange(columns)[None],
        )

    def __len__(self) -> int:
        return len(self.basic)

    def __getitem__(self, bases: slice | Flags) -> Tableaux:
        return Tableaux(
            self.moduli,
            self.tables[:, bases],
            self.determinants[:, bases],
            self.floats[bases],
            self.basic[bases],
            self.nonbasic[bases],
        )

    def packed(self) -> Tableaux:
        """Return the same in half the memory; residues are below 2³¹."""
        return replace(self, tables=self.tables.astype(np.int32))

    @classmethod
    def unpacked(cls, parts: Sequence[Tableaux]) -> Tableaux:
        """Return all bases of several packed ones in turn."""
        return cls(
            parts[0].moduli,
            np.concatenate([part.tables for part in parts], axis=1, dtype=np.int64),
            np.concatenate([part.determinants for part in parts], axis=1),
            np.concatenate([part.floats for part in parts]),
            np.concatenate([part.basic for part in parts]),
            np.concatenate([part.nonbasic for part in parts]),
        )

    @property
    def rows(self) -> int:
        """How many rows each basis has."""
        return int(self.basic.shape[1])

    @property
    def columns(self) -> int:
        """How many columns each basis has."""
        return int(self.nonbasic.shape[1])

    def unlucky_primes(self) -> set[int]:
        """Return the primes that divide a determinant."""
        unlucky = (self.determinants == 0).any(axis=1).tolist()
        return set(compress(self.moduli.primes, unlucky))

    def nonbasic_flags(self) -> Flags:
        """Return which variables are nonbasic, bases x (columns + rows)."""
        flags = np.zeros((len(self), self.rows + self.columns), dtype=np.bool_)
        np.put_along_axis(flags, self.nonbasic, True, axis=1)
        return flags

    def tight_flags(self) -> Flags:
        """Return which variables are 0: nonbasic ones, and basic ones whose constant has no residue other than 0."""
        flags = np.ones((len(self), self.rows + self.columns), dtype=np.bool_)
        np.put_along_axis(flags, self.basic, ~self.tables[..., -1].any(axis=0), axis=1)
        return flags

    def proposed(self) -> Indices:
        """Return for every basis and entering column the row that blocks first, as far as floats can tell."""
        with np.errstate(all="ignore"):
            rates = self.floats[:, :, :-1]
            ratios = np.where(rates > GAP, self.floats[:, :, -1:] / rates, np.inf)
            tied = ratios <= _slightly_above(ratios.min(axis=1, keepdims=True))
            rows: Indices = tied.argmax(axis=1)
            basis, column = np.nonzero(tied.sum(axis=1) > 1)
            if len(basis):
                rows[basis, column] = self._first_of_tied(basis, column, tied[basis, :, column])
        return rows

    def _first_of_tied(self, basis: Indices, column: Indices, tied: Flags) -> Indices:
        """Return rows that floats propose, given those whose constants tie: compare coefficients of εᵗ in turn.

        A row whose own slack comes before the next nonbasic one has a greater constant than the others: it drops out,
        unless no row with a later one is left.
        """
        rates = self.floats[basis, :, column]
        row_terms = self._terms(self.basic)[basis]
        for terms, columns in self._perturbation():
            (open_,) = np.nonzero(tied.sum(axis=1) > 1)
            if not len(open_):
                break
            start = basis[open_]
            late = np.where(tied[open_], row_terms[open_], -1)
            left = late >= np.minimum(terms[start], late.max(axis=1))[:, None]
            ratios = np.where(left, self.floats[start, :, columns[start]] / rates[open_], np.inf)
            tied[open_] = left & (ratios <= _slightly_above(ratios.min(axis=1, keepdims=True)))
        last: Indices = np.where(tied, row_terms, -1).argmax(axis=1)
        return last

    def _terms(self, variables: Indices) -> Indices:
        """Return for slacks which t they belong to, from 0 on, and for z the number of rows, which is beyond all."""
        terms: Indices = np.where(variables < self.columns, self.rows, variables - self.columns)
        return terms

    def _perturbation(self) -> Iterator[tuple[Indices, Indices]]:
        """Yield for all bases the t of their first nonbasic slack, and its column; those of the second one, and so on.

        Where a basis has no more slacks, it yields z, with the number of rows for t. Coefficients of εᵗ for the t in
        between are unit vectors.
        """
        terms = self._terms(self.nonbasic)
        columns = terms.argsort(axis=1, kind="stable")[:, : self.rows]
        return zip(np.take_along_axis(terms, columns, axis=1).T, columns.T, strict=True)

    def pivoted(self, edges: Edges) -> Tableaux:
        """Return the tableaux at the ends of edges: a_ij ← (a_rc a_ij − a_ic a_rj) / determinant (Edmonds 1967).

        Modulo a prime, the exact division is a product with the determinant's inverse.
        """
        start, column, row = edges
        _reserve(len(start) * self.tables[:, 0].size)
        every = np.arange(len(start))
        determinants = self.determinants[:, start]
        inverses = self.moduli.inverses(self.determinants)[:, start]
        pivots = self.tables[:, start, row, column]
        tables = np.empty((len(pivots), len(start), *self.tables.shape[2:]), dtype=np.int64)
        for k, prime in enumerate(self.moduli.primes):
            table = self.tables[k, start]
            pivot_row, pivot_column = table[every, row], table[every, :, column]
            table *= remainder(pivots[k] * inverses[k], prime)[:, None, None]
            table -= remainder(pivot_column * inverses[k][:, None], prime)[:, :, None] * pivot_row[:, None, :]
            remainder(table, prime, out=tables[k])
            tables[k, every, row] = pivot_row
            tables[k, every, :, column] = remainder(-pivot_column, prime)
            tables[k, every, row, column] = determinants[k]
        basic, nonbasic = self.basic[start], self.nonbasic[start]
        basic[every, row], nonbasic[every, column] = nonbasic[every, column], basic[every, row]
        return Tableaux(self.moduli, tables, pivots, _exchanged(self.floats[start], row, column), basic, nonbasic)

    # ------------------------------------------------------------------ proofs in integers

    def feasible(self) -> Flags:
        """Tell which bases are feasible: a positive determinant, and all perturbed constants positive."""
        signs = self.moduli.signs(self.tables[..., -1])
        feasible: Flags = (self.moduli.signs(self.determinants) > 0) & (signs >= 0).all(axis=1)
        basis, row = np.nonzero((signs == 0) & feasible[:, None])
        if not len(basis):
            return feasible
        row_term = self._terms(self.basic[basis, row])
        for terms, columns in self._perturbation():
            # From its own slack on, a row is positive; without one it has another coefficient, as no row of the
            # inverse of a basis is 0.
            open_ = feasible[basis] & (terms[basis] < row_term)
            basis, row, row_term = basis[open_], row[open_], row_term[open_]
            if not len(basis):
                break
            signs = self.moduli.signs(self.tables[:, basis, row, columns[basis]])
            feasible[basis[signs < 0]] = False
            basis, row, row_term = basis[signs == 0], row[signs == 0], row_term[signs == 0]
        return feasible

    def leaving(self, basis: Indices, column: Indices) -> Indices:
        """Return the rows that block first as columns enter: the lexicographic minimum ratio test, as a knockout."""
        rates = self.tables[:, basis[:, None], np.arange(self.rows), column[:, None]]
        edge, row = np.nonzero(self.moduli.signs(rates) > 0)
        while len(edge) > len(basis):
            # within each edge, a row with an odd number meets the one before it; the loser drops out
            number = np.arange(len(edge)) - np.searchsorted(edge, edge)
            rivals = np.flatnonzero(number % 2)
            rival_edge = edge[rivals]
            before = self._blocks_before(basis[rival_edge], column[rival_edge], row[rivals], row[rivals - 1])
            out = np.where(before, rivals - 1, rivals)
            edge, row = np.delete(edge, out), np.delete(row, out)
        return row

    def _blocks_before(self, basis: Indices, column: Indices, row: Indices, rival: Indices) -> Flags:
        """Tell where rows block before their rivals as columns enter: compare perturbed constants over rates.

        Differences of the products are divided by the determinant: they are entries after a pivot, so minors too.
        """
        inverses = self.moduli.inverses(self.determinants)
        row_slack, rival_slack = self._terms(self.basic[basis, row]), self._terms(self.basic[basis, rival])
        before: Flags = rival_slack < row_slack  # if nothing before the first of the slacks of both tells
        tied = np.arange(len(basis))
        # the constants come first, as if they were the term −1 before all εᵗ
        constants = (np.full(len(self), -1), np.full(len(self), self.columns))
        for terms, columns in chain([constants], self._perturbation()):
            tied = tied[terms[basis[tied]] < np.minimum(row_slack, rival_slack)[tied]]
            if not len(tied):
                break
            start, places = basis[tied], (row[tied], rival[tied])
            term, rival_term = (self.tables[:, start, place, columns[start]] for place in places)
            rate, rival_rate = (self.tables[:, start, place, column[tied]] for place in places)
            difference = self.moduli.reduced(term * rival_rate - rival_term * rate)
            signs = self.moduli.signs(self.moduli.reduced(difference * inverses[:, start]))
            before[tied[signs != 0]] = signs[signs != 0] < 0
            tied = tied[signs == 0]
        return before


def _reserve(entries: int) -> None:
    limits.reserve(entries * ENTRY_BYTES / (1 << 20))


def _slightly_above(ratios: Floats) -> Floats:
    above: Floats = ratios + GAP * np.abs(ratios) + GAP * GAP
    return above


def _exchanged(floats: Floats, row: Indices, column: Indices) -> Floats:
    """Pivot in floats. If the numbers become useless, integers refute what they propose."""
    every = np.arange(len(floats))
    with np.errstate(all="ignore"):
        pivots = floats[every, row, column]
        pivot_column = floats[every, :, column]
        pivot_row = floats[every, row] / pivots[:, None]
        floats -= pivot_column[:, :, None] * pivot_row[:, None, :]
        floats[every, row] = pivot_row
        floats[every, :, column] = -pivot_column / pivots[:, None]
        floats[every, row, column] = 1 / pivots
    return floats
