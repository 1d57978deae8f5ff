"""All vertices of a polytope {z ≥ 0: M z ≤ 1}, exactly: a breadth-first walk along its edges.

The right-hand side of row t = 1, 2, … is regarded as 1 + εᵗ for a small ε > 0. The perturbed polytope is simple: every
vertex has one basis, and along each edge one variable enters and one leaves. The graph of its vertices and edges is
connected, so the walk meets all bases. Every vertex of the original polytope has at least one of these bases.

A level of the walk is one array of tableaux, so that all pivots of the level are made at once. Floats propose which
variable leaves. Integers, as residues modulo primes (:mod:`~lemke.linear.exact.residues`), then prove that the new
basis is feasible. Then it is the right one, as an edge has only one other end. If the new basis is infeasible, the
lexicographic minimum ratio test in integers finds the right one.
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
from lemke.linear.pivoting.many_tableaux import Edges, Flags, Tableaux
from lemke.linear.pivoting.tableau import BigIntegers

Bytes: TypeAlias = NDArray[np.uint8]
BasisName: TypeAlias = int | bytes
"""The set of nonbasic variables of a basis, as bits that identify it: one word, or bytes if there are more bits."""

WORD = 8
"""Bytes in a word of the processor."""

CHUNK = 1 << 18
"""Entries of the tableaux that are handled at once, so that they stay in the processor's cache."""
AHEAD = 4
"""Number of chunks of the next level's tableaux that are made at once."""


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
        rows = level.proposed()  # leaving rows, bases x columns
        refuted = self._follow(level, np.stack([*np.indices(rows.shape), rows]).reshape(3, -1))
        for start, column, _ in _parts(refuted, _fitting(level.tables[:, 0, :, 0].size)):
            if self._follow(level, np.stack([start, column, level.leaving(start, column)])).size:
                raise NotProvedError(
                    "the search for the vertices of a polytope came to an infeasible basis, expected a feasible one: "
                    "a fault of lemke, not of the input"
                )

    def _follow(self, level: Tableaux, edges: Edges) -> Edges:
        """Add the new bases at the ends of edges if they are feasible; return the edges whose end is infeasible."""
        starts = _packed(level.nonbasic_flags())
        refuted = [edges[:, :0]]  # no edges, as np.concatenate needs an array
        for part in _parts(edges, _fitting(starts.shape[1])):
            start, column, row = part
            ends = starts[start]
            # the neighbor's nonbasic variables: without the variable that enters, with the variable that leaves
            _flip(ends, level.nonbasic[start, column])
            _flip(ends, level.basic[start, row])
            names, first = np.unique(_names(ends), return_index=True)
            new = np.array([name not in self.earlier and name not in self.names for name in names.tolist()])
            if infeasible := self._add_feasible(level, part[:, first[new]], names[new].tolist()):
                refuted.append(part[:, np.array([name in infeasible for name in _names(ends).tolist()])])
        return np.concatenate(refuted, axis=1)

    def _add_feasible(self, level: Tableaux, edges: Edges, names: list[BasisName]) -> set[BasisName]:
        """Add the feasible bases among the ends of edges; ``names`` identify the ends. Return the infeasible names."""
        infeasible = set[BasisName]()
        entries = level.tables[:, 0].size
        for part in _parts(edges, _fitting(entries, AHEAD)):
            ends = level.pivoted(part)
            feasible = ends.feasible()
            part_names, names = names[: part.shape[1]], names[part.shape[1] :]
            infeasible.update(compress(part_names, (~feasible).tolist()))
            self.names.update(compress(part_names, feasible.tolist()))
            if not feasible.all():
                ends = ends[feasible]
            self.unlucky |= ends.unlucky_primes()
            size = _fitting(entries)
            self.level += (ends[start : start + size].packed() for start in range(0, len(ends), size))
        return infeasible


def _parts(edges: Edges, size: int) -> Iterator[Edges]:
    """Yield the edges, ``size`` at a time."""
    for start in range(0, edges.shape[1], size):
        yield edges[:, start : start + size]


def _fitting(entries: int, chunks: int = 1) -> int:
    """Return how many objects of ``entries`` entries fit into a number of chunks, at least one."""
    return max(1, chunks * CHUNK // entries)


def _packed(flags: Flags) -> Bytes:
    """Return every row of flags as bits, filled up to whole words."""
    packed = np.packbits(flags, axis=1)
    width = -(-packed.shape[1] // WORD) * WORD  # −(−a // b) rounds a / b up
    words = np.zeros((len(packed), width), dtype=np.uint8)
    words[:, : packed.shape[1]] = packed
    return words


def _flip(packed: Bytes, flag: Indices) -> None:
    """Flip one flag in every packed row; packed bytes have the first flag in their highest bit."""
    packed[np.arange(len(packed)), flag // 8] ^= (128 >> flag % 8).astype(np.uint8)


def _names(packed: Bytes) -> NDArray[np.uint64] | NDArray[np.void]:
    """Return every packed row as one number or one string of bytes, so that rows can be compared and sorted."""
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
    # numerators over the last pivot, ± the determinant; computed from the last variable to the first
    numerators: list[mpz] = []
    for pivot, *row, constant in reversed(pivot_rows):
        later_terms = sum(a * z for a, z in zip(reversed(row), numerators))
        numerators.append(gmpy2.divexact(constant * last - later_terms, pivot))
    values: Vector = np.array([mpq(value, last) for value in reversed(numerators)], dtype=object)
    return values
