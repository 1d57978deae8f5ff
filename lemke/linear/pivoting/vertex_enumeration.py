"""All vertices of a polytope {z ≥ 0: M z ≤ 1}, exactly: a breadth-first walk along its edges.

The slacks are s = 1 − M z. The right-hand side of row t = 1, 2, … is regarded as 1 + εᵗ for a small ε > 0. The
perturbed polytope is simple: every vertex has one basis, and along each edge one variable enters and one leaves. In the
tableau of a basis, the coefficients of εᵗ are the column of slack t; if slack t is basic, they are a unit vector
(Dantzig, Orden, Wolfe 1955). The graph of vertices and edges is connected, so the walk meets all bases. Every vertex of
the original polytope has at least one of these bases.

A level of the walk is one array of tableaux, so that all pivots of the level are made at once. Floats propose which
variable leaves. Integers, as residues modulo primes (:class:`Moduli`), then prove that the new
basis is feasible. Then it is the right one, as an edge has only one other end. If the new basis is infeasible, the
lexicographic minimum ratio test in integers finds the right one. Without the proposals, enumeration of a 12 x 12 game
takes 2.5 times as long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress, count
from math import isqrt, prod
from typing import TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import NotProvedError
from lemke.ground import limits
from lemke.ground.rational import approximate
from lemke.ground.sparse import Floats, Indices, Vector, vector, zeros
from lemke.linear.pivoting.tableau import BigIntegers

Residues: TypeAlias = NDArray[np.int64]
"""An array of shape (primes, ...): for every prime p, the residues of numbers modulo p, from 0 to p − 1."""
Flags: TypeAlias = NDArray[np.bool_]
Edges: TypeAlias = Indices
"""Edges of the perturbed polytope, 3 x edges: the number of the basis at the start, the entering column, the leaving
row."""

_float = np.frompyfunc(approximate, 1, 1)
_ratio = np.frompyfunc(mpq, 2, 1)

GAP = 1e-7
"""Floats with a relative difference below GAP count as tied, and rates below GAP as 0. No result depends on GAP."""
BasisName: TypeAlias = int | bytes
"""The set of nonbasic variables of a basis, a bit for each variable: one word, or bytes if there are more bits."""

WORD = 31
"""Primes are below 2³¹: a difference of two products of residues fits into ``int64``."""
FEW = 16
"""Up to this many residues are inverted one by one."""
CHUNK = 1 << 18
"""Entries of the tableaux that are handled at once, so that they stay in the processor's cache."""
AHEAD = 16
"""Chunks of edges that are followed at once. Most of them end at bases that are already known: a 12 x 12 game takes
0.21 s with 16 chunks, 0.28 s with 4, 0.48 s with 1."""


@dataclass(frozen=True, eq=False, slots=True)
class Vertices:
    """All vertices of {z ≥ 0: M z ≤ 1}, each once. The order of the inequalities is z_j ≥ 0 first, then M_i z ≤ 1.

    ``tight`` and ``nonbasic`` are flags, vertices x (columns + rows): the inequalities that hold with equality, and for
    each vertex, tight inequalities that determine it, as many as M has columns.
    """

    matrix: BigIntegers
    tight: Flags
    nonbasic: Flags

    def __len__(self) -> int:
        return len(self.tight)

    def point(self, number: int) -> Vector:
        """Return a vertex: M_IJ z_J = 1 for the rows I with nonbasic slacks and the columns J with basic variables."""
        nonbasic, width = self.nonbasic[number], self.matrix.shape[1]
        columns, rows = np.flatnonzero(~nonbasic[:width]), np.flatnonzero(nonbasic[width:])
        z = zeros(width)
        z[columns] = _solution(self.matrix[np.ix_(rows, columns)])
        return z


def _solution(matrix: BigIntegers) -> Vector:
    """Return the z with M z = 1 for a regular integer matrix, by Gauss and Jordan without fractions (Bareiss 1968).

    The division is exact: every entry is a minor of (M, 1).
    """
    remaining = [[*row, mpz(1)] for row in matrix.tolist()]
    solved: list[list[mpz]] = []  # the rows of the variables solved for, over the last pivot, without their columns
    last = mpz(1)
    while remaining:
        pivot, *pivot_row = remaining.pop(next(i for i, row in enumerate(remaining) if row[0]))
        remaining, solved = (
            [
                [
                    gmpy2.divexact(pivot * entry - first * above, last)
                    for entry, above in zip(row, pivot_row, strict=True)
                ]
                for first, *row in rows
            ]
            for rows in (remaining, solved)
        )
        solved.append(pivot_row)
        last = pivot
    return vector(mpq(constant, last) for (constant,) in solved)


def vertices(matrix: BigIntegers) -> Vertices:
    """Return all vertices of {z ≥ 0: M z ≤ 1}, in no particular order.

    The integer matrix is nonnegative, with a positive entry in every column, so that the polytope is bounded.

    >>> square = vertices(np.array([[1, 0], [0, 1]], dtype=object))
    >>> sorted([str(z) for z in square.point(number)] for number in range(len(square)))
    [['0', '0'], ['0', '1'], ['1', '0'], ['1', '1']]
    """
    unlucky: set[int] = set()
    while isinstance(result := _walk(matrix, unlucky), set):
        unlucky |= result
    return result


def _walk(matrix: BigIntegers, unlucky: set[int]) -> Vertices | set[int]:
    """Walk level by level from z = 0, until a level has no new neighbors.

    Pivots divide by determinants. If primes divide a determinant, return these primes: the walk needs others.
    The levels of two neighbors differ by at most one, so a neighbor is new iff it is in neither the current nor the
    previous level.
    """
    origin = Tableaux.origin(matrix, unlucky)
    size = _fitting(origin.tables.size)
    level = [origin.packed()]
    previous, current = set[BasisName](), set(_names(_packed(origin.nonbasic_flags())).tolist())
    bases: list[tuple[Flags, Flags]] = []
    while level:
        next_level = _NextLevel(previous | current)
        while level:
            limits.report(lambda: f"{sum(len(tight) for tight, _ in bases)} bases of a polytope")
            parts = [level.pop()]
            while level and sum(map(len, parts)) + len(level[-1]) <= size:
                parts.append(level.pop())
            part = Tableaux.unpacked(parts)
            bases.append((part.tight_flags(), part.nonbasic_flags()))
            next_level.add_neighbors(part)
            if next_level.unlucky:
                return next_level.unlucky
        level, previous, current = next_level.level, current, next_level.names
    tight, nonbasic = (np.concatenate(flags) for flags in zip(*bases, strict=True))
    # several bases of a degenerate vertex have the same tight inequalities
    _, first = np.unique(_names(_packed(tight)), return_index=True)
    return Vertices(matrix, tight[first], nonbasic[first])


@dataclass
class _NextLevel:
    """The bases of the next level that were found so far."""

    earlier: set[BasisName]
    """Names of the bases of the current and the previous level."""
    names: set[BasisName] = field(default_factory=set)
    """Names of the bases of the next level."""
    level: list[Tableaux] = field(default_factory=list)
    """The packed tableaux of these bases."""
    unlucky: set[int] = field(default_factory=set)
    """Primes that divide a determinant of these bases."""

    def add_neighbors(self, level: Tableaux) -> None:
        """Add all new bases that are neighbors of bases in a part of the current level."""
        rows = level.propose()  # leaving rows, bases x columns
        proposals = np.stack([*np.indices(rows.shape), rows]).reshape(3, -1)
        refuted = self._follow(level, proposals)
        for start, column, _ in _parts(refuted, _fitting(level.tables[:, 0, :, 0].size)):
            if self._follow(level, np.stack([start, column, level.leaving(start, column)])).size:
                raise NotProvedError("an exact ratio test led to an infeasible basis, which is a fault of lemke")

    def _follow(self, level: Tableaux, edges: Edges) -> Edges:
        """Add the new bases at the ends of edges if they are feasible; return the edges whose end is infeasible."""
        starts, entries = _packed(level.nonbasic_flags()), level.tables[:, 0].size
        refuted = [edges[:, :0]]  # no edges, as np.concatenate needs an array
        for part in _parts(edges, _fitting(entries, AHEAD)):
            start, column, row = part
            ends = starts[start]
            # the neighbor's nonbasic variables: without the variable that enters, with the variable that leaves
            _flip(ends, level.nonbasic[start, column])
            _flip(ends, level.basic[start, row])
            names, first, which = np.unique(_names(ends), return_index=True, return_inverse=True)
            is_new = np.array([name not in self.earlier and name not in self.names for name in names.tolist()])
            tableaux = level.pivot(part[:, first[is_new]])
            if not (feasible := tableaux.feasible()).all():
                is_infeasible = np.zeros(len(names), dtype=np.bool_)
                is_infeasible[is_new] = ~feasible
                refuted.append(part[:, is_infeasible[which]])
                is_new &= ~is_infeasible
                tableaux = tableaux[feasible]
            self.names.update(names[is_new].tolist())
            self.unlucky |= tableaux.unlucky_primes()
            size = _fitting(entries)
            self.level += (tableaux[first : first + size].packed() for first in range(0, len(tableaux), size))
        return np.concatenate(refuted, axis=1)


def _parts(edges: Edges, size: int) -> Iterator[Edges]:
    """Yield the edges, ``size`` at a time."""
    for start in range(0, edges.shape[1], size):
        yield edges[:, start : start + size]


def _fitting(entries: int, chunks: int = 1) -> int:
    """Return how many objects of ``entries`` entries fit into a number of chunks, at least one."""
    return max(1, chunks * CHUNK // entries)


def _packed(flags: Flags) -> NDArray[np.uint8]:
    """Return every row of flags as bits, filled up to whole words."""
    return np.packbits(np.pad(flags, ((0, 0), (0, -flags.shape[1] % 64))), axis=1)


def _flip(packed: NDArray[np.uint8], flag: Indices) -> None:
    """Flip one flag in every packed row; packed bytes have the first flag in their highest bit."""
    packed[np.arange(len(packed)), flag // 8] ^= (128 >> flag % 8).astype(np.uint8)


def _names(packed: NDArray[np.uint8]) -> NDArray[np.uint64] | NDArray[np.void]:
    """Return every packed row as one word, or one string of bytes if there are more bits, to be compared and sorted."""
    width = packed.shape[1]
    return (packed.view(np.uint64) if width == 8 else packed.view(np.dtype((np.void, width)))).ravel()


# ---------------------------------------------------------------------- the tableaux of a level


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

    def propose(self) -> Indices:
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

    def pivot(self, edges: Edges) -> Tableaux:
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
        return Tableaux(self.moduli, tables, pivots, _pivot_floats(self.floats[start], row, column), basic, nonbasic)

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


def _pivot_floats(floats: Floats, row: Indices, column: Indices) -> Floats:
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


# ---------------------------------------------------------------------- integers as residues modulo several primes


class Moduli:
    """Primes whose residues distinguish all integers v with |v| ≤ ``bound``; those in ``unlucky`` are not used.

    Sums and products are taken residue by residue. The residues determine v if the product of the primes exceeds 2 ·
    bound (the Chinese remainder theorem). Here it exceeds 4 · bound: then the last digit of v in mixed radix shows the
    sign of v (H. L. Garner 1959, "The residue number system").

    >>> moduli = Moduli(10**30)
    >>> values = np.array([10**30, 0, -1], dtype=object)
    >>> moduli.signs(moduli.residues(values)).tolist()
    [1, 0, -1]
    """

    def __init__(self, bound: int, unlucky: Collection[int] = ()) -> None:
        descending_primes = filter(gmpy2.is_prime, count((1 << WORD) - 1, -2))
        product, self.primes = 1, list[int]()
        for prime in descending_primes:
            if prime in unlucky:
                continue
            self.primes.append(prime)
            product *= prime
            if product > 4 * bound:
                break
        self._inverses = [[pow(p, -1, q) for p in self.primes[:k]] for k, q in enumerate(self.primes)]

    def reduced(self, values: NDArray[np.int64]) -> Residues:
        """Replace numbers, an array of shape (primes, ...), by their residues, and return the array."""
        for prime, row in zip(self.primes, values, strict=True):
            remainder(row, prime, out=row)
        return values

    def residues(self, integers: NDArray[np.object_]) -> Residues:
        """Return the residues of integers."""
        return np.array([(integers % prime).astype(np.int64) for prime in self.primes])

    def signs(self, residues: Residues) -> NDArray[np.int8]:
        """Return the signs, 1, 0 or −1, of integers within the bound, from their residues."""
        digits: list[NDArray[np.int64]] = []  # v = d₁ + d₂ p₁ + d₃ p₁ p₂ + …, in mixed radix
        for prime, inverses, row in zip(self.primes, self._inverses, residues, strict=True):
            digit = row
            for earlier_digit, inverse in zip(digits, inverses, strict=True):
                digit = remainder((digit - earlier_digit) * inverse, prime)
            digits.append(digit)
        # as |v| < product / 4, the last digit is below p/2 for v ≥ 0 and above p/2 for v < 0, where p is the last prime
        signs = np.where(digits[-1] > self.primes[-1] // 2, np.int8(-1), np.int8(1))
        signs[~residues.any(axis=0)] = 0
        return signs

    def inverses(self, residues: Residues) -> Residues:
        """Return the inverses of residues other than 0, of shape (primes, numbers).

        1/a = b · 1/(a b) and 1/b = a · 1/(a b), so half as many inverses are enough; and so on (P. L. Montgomery 1987,
        "Speeding the Pollard and elliptic curve methods of factorization").
        """
        size = residues.shape[1]
        if size <= FEW:
            rows = zip(self.primes, residues.tolist(), strict=True)
            return np.array([[pow(value, -1, prime) for value in row] for prime, row in rows], dtype=np.int64)
        half = size // 2
        first, second, unpaired = np.split(residues, [half, 2 * half], axis=1)
        inverted = self.inverses(np.concatenate([self.reduced(first * second), unpaired], axis=1))
        product = inverted[:, :half]
        return np.concatenate(
            [self.reduced(second * product), self.reduced(first * product), inverted[:, half:]], axis=1
        )


def remainder(values: NDArray[np.int64], prime: int, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Return v − ⌊v / p⌋ p for values v and a prime p, several times as fast as numpy's ``%``."""
    multiples = values // prime
    multiples *= prime
    return np.subtract(values, multiples, out=out)


def minors_bound(matrix: NDArray[np.object_]) -> int:
    """Return a bound of the absolute values of all minors of an integer matrix (Hadamard 1893).

    It is the product of max(1, Euclidean length) over the k longest rows, or over the k longest columns if that is
    less; k is the size of the largest minor.

    >>> minors_bound(np.array([[3, 4], [0, 1]], dtype=object))
    5
    """
    size = min(matrix.shape)
    products = []
    for lines in (matrix, matrix.T):
        squared_lengths = sorted((sum(v * v for v in line) for line in lines), reverse=True)
        products.append(prod(max(1, int(square)) for square in squared_lengths[:size]))
    return isqrt(min(products))
