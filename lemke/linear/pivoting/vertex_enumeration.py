"""All vertices of a polytope {z ≥ 0: M z ≤ 1}, exactly: a breadth-first walk along its edges.

The right-hand sides are thought of as 1 + εᵗ for row t = 1, 2, … and a small ε > 0. The polytope thus perturbed is
simple: every vertex has one basis, and along each of its edges one variable enters and one leaves. Its graph is
connected, so the walk meets all its bases, and each vertex without the perturbation has at least one of them.

A level of the walk is one array of tableaux, with which all pivots of the level are made at once. Floats propose which
variable leaves. BigIntegers, as residues modulo primes (:mod:`~lemke.linear.exact.residues`), then prove that the new
basis is feasible; as an edge has one other end, that is it. Where it is not, the lexicographic minimum ratio test is
carried out in integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress
from typing import TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import NotProvedError
from lemke.ground import limits
from lemke.ground.sparse import Indices, Vector, zeros
from lemke.linear.exact import integer_elimination
from lemke.linear.pivoting.integer_pivoting import BigIntegers
from lemke.linear.pivoting.many_tableaux import Edges, Flags, Tableaux

Bytes: TypeAlias = NDArray[np.uint8]
BasisName: TypeAlias = int | bytes
"""A basis as its set of nonbasic variables, in bits."""

WORD = 8
"""Bytes in a word."""

CHUNK = 1 << 18
"""Entries of the tableaux that are handled at once, so that they stay in the processor's cache."""
AHEAD = 4
"""Chunks of the next level that may be made at once from one chunk: most bases have few new neighbours."""


@dataclass(frozen=True, eq=False, slots=True)
class Vertices:
    """All vertices of {z ≥ 0: M z ≤ 1}, each once; the inequalities are z_j ≥ 0 first, then M_i z ≤ 1.

    Attributes
    ----------
    matrix : integer array, rows x columns
    tight : array of bool, vertices x (columns + rows)
        The inequalities that hold with equality.
    nonbasic : array of bool, vertices x (columns + rows)
        For each vertex as many of these as there are columns; they determine it.
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


def vertices(matrix: BigIntegers) -> Vertices:
    """Return all vertices of {z ≥ 0: M z ≤ 1}, in no particular order.

    Parameters
    ----------
    matrix : array of integers, rows x columns
        Nonnegative, with a positive entry in every column, so that the polytope is bounded.

    Raises
    ------
    LimitError
        If a limit is reached.

    >>> square = vertices(np.array([[1, 0], [0, 1]], dtype=object))
    >>> sorted([str(z) for z in square.point(number)] for number in range(len(square)))
    [['0', '0'], ['0', '1'], ['1', '0'], ['1', '1']]
    """
    unlucky: set[int] = set()
    while True:
        try:
            return _walk(matrix, unlucky)
        except _UnluckyPrimes as error:
            unlucky |= error.primes


class _UnluckyPrimes(Exception):
    """Primes that divide a determinant. Tableaux are divided by determinants, so other primes are needed."""

    def __init__(self, primes: set[int]) -> None:
        self.primes = primes


def _walk(matrix: BigIntegers, unlucky: set[int]) -> Vertices:
    """Walk until a level has no new neighbours.

    Neighbours are at most one level away from each other, so the names of two levels are enough to know old bases.
    """
    origin = Tableaux.origin(matrix, unlucky)
    size = _fitting(origin.tables.size)
    level = [origin.packed()]
    previous, current = set[BasisName](), set(_names(_packed(origin.nonbasic_flags())).tolist())
    bases: list[tuple[Flags, Flags]] = []
    while level:
        ahead = _NextLevel(previous | current)
        while level:
            limits.report(lambda: f"{sum(len(tight) for tight, _ in bases)} bases of a polytope")
            parts = [level.pop()]
            while level and sum(map(len, parts)) + len(level[-1]) <= size:
                parts.append(level.pop())
            part = Tableaux.unpacked(parts)
            bases.append((part.tight_flags(), part.nonbasic_flags()))
            ahead.add_neighbours(part)
        level, previous, current = ahead.level, current, ahead.names
    tight, nonbasic = (np.concatenate(flags) for flags in zip(*bases, strict=True))
    _, first = np.unique(_names(_packed(tight)), return_index=True)
    return Vertices(matrix, tight[first], nonbasic[first])


@dataclass
class _NextLevel:
    """The bases met so far that are one level ahead: their names, and their packed tableaux."""

    known: set[BasisName]
    """Names of the bases of the current level, and of the one before."""
    names: set[BasisName] = field(default_factory=set)
    level: list[Tableaux] = field(default_factory=list)

    def add_neighbours(self, level: Tableaux) -> None:
        """Add the neighbours that are not known yet."""
        rows = level.proposed()
        refuted = self._follow(level, np.stack([*np.indices(rows.shape), rows]).reshape(3, -1))
        for start, column, _ in _parts(refuted, _fitting(level.tables[:, 0, :, 0].size)):
            limits.check()
            if self._follow(level, np.stack([start, column, level.leaving(start, column)])).size:
                raise NotProvedError(
                    "an edge with an infeasible end, expected a feasible one by the lexicographic test"
                )

    def _follow(self, level: Tableaux, edges: Edges) -> Edges:
        """Add the new ends of edges, proved, and return the edges whose leaving row was wrong."""
        starts = _packed(level.nonbasic_flags())
        refuted = [edges[:, :0]]
        for part in _parts(edges, _fitting(starts.shape[1])):
            limits.check()
            start, column, row = part
            ends = starts[start]
            # the name of a neighbour differs by the variables that enter and leave
            _flip(ends, level.nonbasic[start, column])
            _flip(ends, level.basic[start, row])
            names, first = np.unique(_names(ends), return_index=True)
            new = np.array([name not in self.known and name not in self.names for name in names.tolist()])
            if wrong := self._prove(level, part[:, first[new]], names[new].tolist()):
                refuted.append(part[:, np.array([name in wrong for name in _names(ends).tolist()])])
        return np.concatenate(refuted, axis=1)

    def _prove(self, level: Tableaux, edges: Edges, names: list[BasisName]) -> set[BasisName]:
        """Add the ends of edges that are feasible; return the names of the others."""
        wrong = set[BasisName]()
        entries = level.tables[:, 0].size
        for part in _parts(edges, _fitting(entries, AHEAD)):
            limits.check()
            ends = level.pivoted(part)
            feasible = ends.feasible()
            part_names, names = names[: part.shape[1]], names[part.shape[1] :]
            wrong.update(compress(part_names, (~feasible).tolist()))
            self.names.update(compress(part_names, feasible.tolist()))
            if not feasible.all():
                ends = ends[feasible]
            if unlucky := ends.unlucky_primes():
                raise _UnluckyPrimes(unlucky)
            size = _fitting(entries)
            self.level += (ends[start : start + size].packed() for start in range(0, len(ends), size))
        return wrong


def _parts(edges: Edges, size: int) -> Iterator[Edges]:
    """Yield the edges, ``size`` at a time."""
    for start in range(0, edges.shape[1], size):
        yield edges[:, start : start + size]


def _fitting(entries: int, chunks: int = 1) -> int:
    """Return how many objects of so many entries fit into chunks, at least one."""
    return max(1, chunks * CHUNK // entries)


def _packed(flags: Flags) -> Bytes:
    """Return every row of flags as bits, in whole words."""
    packed = np.packbits(flags, axis=1)
    words = np.zeros((len(packed), -(-packed.shape[1] // WORD) * WORD), dtype=np.uint8)
    words[:, : packed.shape[1]] = packed
    return words


def _flip(packed: Bytes, flag: Indices) -> None:
    """Change one flag in every packed row."""
    packed[np.arange(len(packed)), flag // 8] ^= (128 >> flag % 8).astype(np.uint8)


def _names(packed: Bytes) -> NDArray[np.uint64] | NDArray[np.void]:
    """Return every packed row as one number or string of bytes, by which rows can be told apart and sorted."""
    width = packed.shape[1]
    return (packed.view(np.uint64) if width == WORD else packed.view(np.dtype((np.void, width)))).ravel()


def _solution(matrix: BigIntegers) -> Vector:
    """Return the z with M z = 1 for a regular integer matrix."""
    rows = [[*row, mpz(1)] for row in matrix.tolist()]
    pivot_rows = []
    last = mpz(1)
    while rows:
        pivot_row = rows.pop(next(i for i, row in enumerate(rows) if row[0]))
        rows = integer_elimination(pivot_row, rows, last)
        pivot_rows.append(pivot_row)
        last = pivot_row[0]
    numerators: list[mpz] = []  # over the last pivot, which is ± the determinant; from the last to the first
    for pivot, *row, constant in reversed(pivot_rows):
        known = sum(a * z for a, z in zip(reversed(row), numerators))
        numerators.append(gmpy2.divexact(constant * last - known, pivot))
    values: Vector = np.array([mpq(value, last) for value in reversed(numerators)], dtype=object)
    return values
