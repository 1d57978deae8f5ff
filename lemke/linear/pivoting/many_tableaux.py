"""Tableaux of many bases of one polytope {z ≥ 0: M z ≤ 1} in one array, so that many pivots are made at once.

The slacks are s = 1 − M z. The right-hand side of row t = 1, 2, … is perturbed to 1 + εᵗ for a small ε > 0, so that
every vertex has only one basis. In the tableau of a basis, the coefficients of εᵗ are the column of slack t; if slack t
is basic, they are a unit vector (Dantzig, Orden, Wolfe 1955).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.ground.rational import approximate
from lemke.ground.sparse import Floats, Indices
from lemke.linear.exact import Moduli, Residues, minors_bound, remainder
from lemke.linear.pivoting.tableau import BigIntegers

Flags: TypeAlias = NDArray[np.bool_]
Edges: TypeAlias = Indices
"""Edges of the perturbed polytope, 3 x edges: the number of the basis at the start, the entering column, the leaving
row."""

_float = np.frompyfunc(approximate, 1, 1)
_ratio = np.frompyfunc(mpq, 2, 1)

GAP = 1e-7
"""Floats with a relative difference below GAP count as tied, and rates below GAP as 0. No result depends on GAP."""


@dataclass(frozen=True, eq=False, slots=True)
class Tableaux:
    """One tableau for each of several bases: determinant · x_B + table · x_N = constants.

    ``moduli`` are primes for integers up to a bound of all minors of (M, 1). ``tables`` (primes x bases x rows x
    (columns + 1)) has the entries of the tableaux as residues, the constants last; ``determinants`` is primes x bases.
    Entries and determinants are minors of (M, 1). ``floats`` (bases x rows x (columns + 1)) has the tables divided by
    the determinants; each column of M is first scaled to a maximum of 1. ``basic`` (bases x rows) and ``nonbasic``
    (bases x columns) have the variable of every row and column: 0, 1, … for z₁, z₂, …; then come the slacks.
    """

    moduli: Moduli
    tables: Residues
    determinants: Residues
    floats: Floats
    basic: Indices
    nonbasic: Indices

    @classmethod
    def origin(cls, matrix: BigIntegers, unlucky: Collection[int]) -> Tableaux:
        """Return the tableau of z = 0, where all slacks are basic, modulo primes that are not in ``unlucky``."""
        rows, columns = matrix.shape
        extended = np.hstack([matrix, np.full((rows, 1), mpz(1), dtype=object)])
        moduli = Moduli(minors_bound(extended), unlucky)
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
        """Return the tableaux with ``tables`` in ``int32``, which takes half the memory: residues are below 2³¹."""
        return replace(self, tables=self.tables.astype(np.int32))

    @classmethod
    def unpacked(cls, parts: Sequence[Tableaux]) -> Tableaux:
        """Return the tableaux of all packed parts, one after another, with ``tables`` in ``int64``."""
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
        """The number of rows of every tableau."""
        return int(self.basic.shape[1])

    @property
    def columns(self) -> int:
        """The number of columns of every tableau, without the constants."""
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
        """Return which variables are 0: nonbasic ones, and basic ones whose constant has only residues 0."""
        flags = np.ones((len(self), self.rows + self.columns), dtype=np.bool_)
        np.put_along_axis(flags, self.basic, ~self.tables[..., -1].any(axis=0), axis=1)
        return flags

    def proposed(self) -> Indices:
        """Return for every basis and entering column the row that blocks first, according to floats."""
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
        """Return for every edge one of the rows whose ratios tie in floats: compare coefficients of εᵗ in turn.

        If a row's own slack t comes before the next nonbasic slack, the row has +εᵗ in its constant and a larger ratio
        than the other tied rows. It drops out, unless no tied row has a later slack. ``tied`` is edges x rows.
        """
        rates = self.floats[basis, :, column]
        row_terms = self._terms(self.basic)[basis]
        for terms, columns in self._perturbation():
            (undecided,) = np.nonzero(tied.sum(axis=1) > 1)
            if not len(undecided):
                break
            start = basis[undecided]
            own_terms = np.where(tied[undecided], row_terms[undecided], -1)
            remaining = own_terms >= np.minimum(terms[start], own_terms.max(axis=1))[:, None]
            ratios = np.where(remaining, self.floats[start, :, columns[start]] / rates[undecided], np.inf)
            tied[undecided] = remaining & (ratios <= _slightly_above(ratios.min(axis=1, keepdims=True)))
        chosen: Indices = np.where(tied, row_terms, -1).argmax(axis=1)  # the latest own slack: the smallest ratio
        return chosen

    def _terms(self, variables: Indices) -> Indices:
        """Return t, from 0, for slack t; for a variable z return the number of rows, which is larger than every t."""
        terms: Indices = np.where(variables < self.columns, self.rows, variables - self.columns)
        return terms

    def _perturbation(self) -> Iterator[tuple[Indices, Indices]]:
        """Yield for every basis the t and the column of its first nonbasic slack, then of its second, and so on.

        After the last slack of a basis come the basis's nonbasic z, with the number of rows as t. If a t is left out,
        slack t is basic, so that the coefficients of εᵗ are a unit vector.
        """
        terms = self._terms(self.nonbasic)
        columns = terms.argsort(axis=1, kind="stable")[:, : self.rows]
        return zip(np.take_along_axis(terms, columns, axis=1).T, columns.T, strict=True)

    def pivoted(self, edges: Edges) -> Tableaux:
        """Return the tableaux at the ends of edges, with a_ij ← (a_rc a_ij − a_ic a_rj) / determinant (Edmonds 1967).

        Modulo a prime, this exact division is a product with the inverse of the determinant.
        """
        start, column, row = edges
        edge = np.arange(len(start))  # with an index per edge, numpy selects one row or column of each tableau
        determinants = self.determinants[:, start]
        inverses = self.moduli.inverses(self.determinants)[:, start]
        pivots = self.tables[:, start, row, column]
        tables = np.empty((len(pivots), len(start), *self.tables.shape[2:]), dtype=np.int64)
        for k, prime in enumerate(self.moduli.primes):
            table = self.tables[k, start]
            pivot_row, pivot_column = table[edge, row], table[edge, :, column]
            table *= remainder(pivots[k] * inverses[k], prime)[:, None, None]
            table -= remainder(pivot_column * inverses[k][:, None], prime)[:, :, None] * pivot_row[:, None, :]
            remainder(table, prime, out=tables[k])
            tables[k, edge, row] = pivot_row
            tables[k, edge, :, column] = remainder(-pivot_column, prime)
            tables[k, edge, row, column] = determinants[k]
        basic, nonbasic = self.basic[start], self.nonbasic[start]
        basic[edge, row], nonbasic[edge, column] = nonbasic[edge, column], basic[edge, row]
        return Tableaux(self.moduli, tables, pivots, _exchanged(self.floats[start], row, column), basic, nonbasic)

    def feasible(self) -> Flags:
        """Return which bases are feasible: the determinant and all perturbed constants are positive."""
        signs = self.moduli.signs(self.tables[..., -1])
        feasible: Flags = (self.moduli.signs(self.determinants) > 0) & (signs >= 0).all(axis=1)
        basis, row = np.nonzero((signs == 0) & feasible[:, None])
        if not len(basis):
            return feasible
        row_term = self._terms(self.basic[basis, row])
        for terms, columns in self._perturbation():
            # A row of slack t with 0 in all terms before εᵗ is positive, by +εᵗ. A row of a variable z has a
            # coefficient other than 0 in some term, as no row of an inverse matrix is 0.
            undecided = feasible[basis] & (terms[basis] < row_term)
            basis, row, row_term = basis[undecided], row[undecided], row_term[undecided]
            if not len(basis):
                break
            signs = self.moduli.signs(self.tables[:, basis, row, columns[basis]])
            feasible[basis[signs < 0]] = False
            basis, row, row_term = basis[signs == 0], row[signs == 0], row_term[signs == 0]
        return feasible

    def leaving(self, basis: Indices, column: Indices) -> Indices:
        """Return the row that blocks first as a column enters a basis, for each edge: the lexicographic ratio test.

        The test is a knockout tournament: in every round, the remaining rows of each edge are compared in pairs. Every
        edge has a row that blocks, as the polytope is bounded.
        """
        rates = self.tables[:, basis[:, None], np.arange(self.rows), column[:, None]]
        edge, row = np.nonzero(self.moduli.signs(rates) > 0)
        while len(edge) > len(basis):
            # rows are numbered from 0 within each edge (`edge` is sorted); each odd row meets the row before it
            number = np.arange(len(edge)) - np.searchsorted(edge, edge)
            rivals = np.flatnonzero(number % 2)
            rival_edge = edge[rivals]
            before = self._blocks_before(basis[rival_edge], column[rival_edge], row[rivals], row[rivals - 1])
            losers = np.where(before, rivals - 1, rivals)
            edge, row = np.delete(edge, losers), np.delete(row, losers)
        return row

    def _blocks_before(self, basis: Indices, column: Indices, row: Indices, rival: Indices) -> Flags:
        """Return which rows block before their rivals: compare the ratios perturbed constant / rate of both rows.

        The sign of a/b − c/d is that of a d − c b. This difference, divided by the determinant, is an entry of the
        tableau after a pivot. So it is a minor, and within the bound of the residues.
        """
        inverses = self.moduli.inverses(self.determinants)
        row_slack, rival_slack = self._terms(self.basic[basis, row]), self._terms(self.basic[basis, rival])
        before: Flags = rival_slack < row_slack  # decides if all terms before both slacks tie
        tied = np.arange(len(basis))
        # the constants come first, as if they were the term −1 before all εᵗ
        constants = (np.full(len(self), -1), np.full(len(self), self.columns))
        for terms, columns in chain([constants], self._perturbation()):
            tied = tied[terms[basis[tied]] < np.minimum(row_slack, rival_slack)[tied]]
            if not len(tied):
                break
            start, pair = basis[tied], (row[tied], rival[tied])
            term, rival_term = (self.tables[:, start, position, columns[start]] for position in pair)
            rate, rival_rate = (self.tables[:, start, position, column[tied]] for position in pair)
            difference = self.moduli.reduced(term * rival_rate - rival_term * rate)
            signs = self.moduli.signs(self.moduli.reduced(difference * inverses[:, start]))
            before[tied[signs != 0]] = signs[signs != 0] < 0
            tied = tied[signs == 0]
        return before


def _slightly_above(ratios: Floats) -> Floats:
    """Return the largest floats that count as tied with these ratios; GAP² is for ratios of 0."""
    above: Floats = ratios + GAP * np.abs(ratios) + GAP * GAP
    return above


def _exchanged(floats: Floats, row: Indices, column: Indices) -> Floats:
    """Pivot in place, in floats. If rounding errors make a proposal of the floats wrong, integers will refute it."""
    edge = np.arange(len(floats))
    with np.errstate(all="ignore"):
        pivots = floats[edge, row, column]
        pivot_column = floats[edge, :, column]
        pivot_row = floats[edge, row] / pivots[:, None]
        floats -= pivot_column[:, :, None] * pivot_row[:, None, :]
        floats[edge, row] = pivot_row
        floats[edge, :, column] = -pivot_column / pivots[:, None]
        floats[edge, row, column] = 1 / pivots
    return floats
