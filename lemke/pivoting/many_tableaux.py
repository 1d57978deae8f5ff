"""Tableaux of many bases of one polytope {z ≥ 0: M z ≤ 1} in one array, with which all pivots are made at once.

With the slacks s = 1 − M z, the perturbed right-hand sides 1 + εᵗ for row t = 1, 2, … and a small ε > 0 make every
vertex have one basis only. The coefficients of εᵗ in the tableau of a basis are the column of slack t, or a unit vector
where it is basic (Dantzig, Orden, Wolfe 1955).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.pivoting.residues import Moduli, Residues, minors_bound, remainder
from lemke.rational import approximate
from lemke.sparse import Indices

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Integers: TypeAlias = NDArray[np.object_]

_float = np.frompyfunc(approximate, 1, 1)
_ratio = np.frompyfunc(mpq, 2, 1)

GAP = 1e-7
"""The relative difference below which floats are taken as tied. No result depends on it."""


@dataclass(frozen=True, eq=False, slots=True)
class Edges:
    """Edges of the perturbed polytope: from a basis (its number), entering column and leaving row."""

    start: Indices
    column: Indices
    row: Indices

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, which: Flags | Indices) -> Edges:
        return Edges(self.start[which], self.column[which], self.row[which])


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
    def origin(cls, matrix: Integers, skipped: int) -> Tableaux:
        """Return z = 0, where all slacks are basic, modulo primes of which the largest are skipped."""
        rows, columns = matrix.shape
        extended = np.hstack([matrix, np.full((rows, 1), mpz(1), dtype=object)])
        moduli = Moduli(minors_bound(extended), skipped)
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

    def parts(self, size: int) -> Iterator[Tableaux]:
        """Yield so many bases at a time."""
        for start in range(0, len(self), size):
            yield self[start : start + size]

    def __getitem__(self, which: slice | Flags) -> Tableaux:
        return Tableaux(
            self.moduli,
            self.tables[:, which],
            self.determinants[:, which],
            self.floats[which],
            self.basic[which],
            self.nonbasic[which],
        )

    @classmethod
    def joined(cls, parts: Sequence[Tableaux]) -> Tableaux:
        """Return all bases of several in turn."""
        return cls(
            parts[0].moduli,
            np.concatenate([part.tables for part in parts], axis=1),
            np.concatenate([part.determinants for part in parts], axis=1),
            np.concatenate([part.floats for part in parts]),
            np.concatenate([part.basic for part in parts]),
            np.concatenate([part.nonbasic for part in parts]),
        )

    def packed(self) -> Tableaux:
        """Return the same in half the memory, to be kept."""
        return replace(self, tables=self.tables.astype(np.int32))

    @classmethod
    def unpacked(cls, parts: Sequence[Tableaux]) -> Tableaux:
        """Return all bases of several packed ones in turn."""
        joined = cls.joined(parts)
        return replace(joined, tables=joined.tables.astype(np.int64))

    @property
    def rows(self) -> int:
        """How many rows, so basic variables, each basis has."""
        return int(self.basic.shape[1])

    @property
    def columns(self) -> int:
        """How many columns, so nonbasic variables, each basis has."""
        return int(self.nonbasic.shape[1])

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
            rows[basis, column] = self._first_of_tied(basis, column, tied[basis, :, column])
        return rows

    def _first_of_tied(self, basis: Indices, column: Indices, tied: Flags) -> Indices:
        """Return rows that floats propose, given those whose constants tie: compare coefficients of εᵗ in turn."""
        rates = self.floats[basis, :, column]
        for t in range(self.rows):
            (open_,) = np.nonzero(tied.sum(axis=1) > 1)
            if not len(open_):
                break
            slack, own = self.columns + t, basis[open_]
            places = self.nonbasic[own] == slack
            columns = self.floats[own, :, places.argmax(axis=1)]
            terms = np.where(places.any(axis=1)[:, None], columns, self.basic[own] == slack)
            ratios = np.where(tied[open_], terms / rates[open_], np.inf)
            tied[open_] &= ratios <= _slightly_above(ratios.min(axis=1, keepdims=True))
        first: Indices = tied.argmax(axis=1)
        return first

    def pivoted(self, edges: Edges) -> Tableaux:
        """Return the tableaux at the ends: a_ij ← (a_rc a_ij − a_ic a_rj) / determinant (Edmonds 1967)."""
        every, (start, row, column) = np.arange(len(edges)), (edges.start, edges.row, edges.column)
        determinants = self.determinants[:, start]
        inverses = self.moduli.inverses(self.determinants)[:, start]
        pivots = self.tables[:, start, row, column]
        tables = np.empty((len(pivots), len(edges), *self.tables.shape[2:]), dtype=np.int64)
        for k, prime in enumerate(self.moduli.primes):
            table = self.tables[k, start]
            pivot_row, own = table[every, row], table[every, :, column]
            table *= remainder(pivots[k] * inverses[k], prime)[:, None, None]
            table -= remainder(own * inverses[k][:, None], prime)[:, :, None] * pivot_row[:, None, :]
            remainder(table, prime, out=tables[k])
            tables[k, every, row] = pivot_row
            tables[k, every, :, column] = remainder(-own, prime)
            tables[k, every, row, column] = determinants[k]
        basic, nonbasic = self.basic[start], self.nonbasic[start]
        basic[every, row], nonbasic[every, column] = nonbasic[every, column], basic[every, row]
        return Tableaux(self.moduli, tables, pivots, _exchanged(self.floats[start], row, column), basic, nonbasic)

    # ------------------------------------------------------------------ proofs in integers

    def feasible(self) -> Flags:
        """Tell which bases are feasible: a positive determinant, and all perturbed constants positive."""
        signs = self.moduli.signs(self.tables[..., -1])
        basis, row = np.nonzero(signs == 0)
        for t in range(self.rows):
            if not len(basis):
                break
            found = self.moduli.signs(self._perturbation(basis, row, t))
            signs[basis, row] = found
            basis, row = basis[found == 0], row[found == 0]
        feasible: Flags = (self.moduli.signs(self.determinants) > 0) & (signs > 0).all(axis=1)
        return feasible

    def _perturbation(self, basis: Indices, row: Indices, t: int) -> Residues:
        """Return the coefficients of εᵗ in rows, one of each given basis: the column of slack t, or a unit vector."""
        slack = self.columns + t
        places = self.nonbasic[basis] == slack
        own = np.where(self.basic[basis, row] == slack, self.determinants[:, basis], 0)
        return np.where(places.any(axis=1), self.tables[:, basis, row, places.argmax(axis=1)], own)

    def leaving(self, basis: Indices, column: Indices) -> Indices:
        """Return the rows that block first as columns enter: the lexicographic minimum ratio test."""
        rates = self.tables[:, basis[:, None], np.arange(self.rows), column[:, None]]
        falling = self.moduli.signs(rates) > 0
        inverses = self.moduli.inverses(self.determinants)
        best: Indices = falling.argmax(axis=1)
        for row in range(1, self.rows):
            rivals = np.flatnonzero(falling[:, row] & (best < row))
            if len(rivals):
                edges = Edges(basis[rivals], column[rivals], best[rivals])
                best[rivals[self._blocks_before(row, edges, inverses[:, edges.start])]] = row
        return best

    def _blocks_before(self, row: int, edges: Edges, inverses: Residues) -> Flags:
        """Tell where a row blocks before the one that the edge has: compare perturbed constants over rates.

        Differences of the products are divided by the determinant, whose inverses are given: they are entries after a
        pivot, so minors too.
        """
        others = np.full(len(edges), row)
        rate = self.tables[:, edges.start, others, edges.column]
        best_rate = self.tables[:, edges.start, edges.row, edges.column]
        before = np.zeros(len(edges), dtype=np.bool_)
        tied = np.arange(len(edges))
        for t in range(-1, self.rows):
            if not len(tied):
                break
            start, best = edges.start[tied], edges.row[tied]
            if t < 0:
                term, best_term = self.tables[:, start, row, -1], self.tables[:, start, best, -1]
            else:
                term, best_term = (self._perturbation(start, own, t) for own in (others[tied], best))
            difference = self.moduli.reduced(term * best_rate[:, tied] - best_term * rate[:, tied])
            signs = self.moduli.signs(self.moduli.reduced(difference * inverses[:, tied]))
            before[tied] = signs < 0
            tied = tied[signs == 0]
        return before


def _slightly_above(ratios: Floats) -> Floats:
    above: Floats = ratios + GAP * np.abs(ratios) + GAP * GAP
    return above


def _exchanged(floats: Floats, row: Indices, column: Indices) -> Floats:
    """Pivot in floats; the numbers may be nonsense, then what they propose is refuted."""
    every = np.arange(len(floats))
    with np.errstate(all="ignore"):
        pivots = floats[every, row, column]
        own = floats[every, :, column]
        pivot_row = floats[every, row] / pivots[:, None]
        floats -= own[:, :, None] * pivot_row[:, None, :]
        floats[every, row] = pivot_row
        floats[every, :, column] = -own / pivots[:, None]
        floats[every, row, column] = 1 / pivots
    return floats
