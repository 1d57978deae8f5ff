"""All vertices of a polytope {z ≥ 0: M z ≤ 1}, exactly: a breadth-first walk along its edges.

The right-hand sides are thought of as 1 + εᵗ for row t = 1, 2, … and a small ε > 0. The polytope thus perturbed is
simple: every vertex has one basis, and along each of its edges one variable enters and one leaves. Its graph is
connected, so the walk meets all its bases, and each vertex without the perturbation has at least one of them.

A level of the walk is one array of tableaux, with which all pivots of the level are made at once. Floats propose which
variable leaves. Integers, as residues modulo primes (:mod:`~lemke.pivoting.residues`), then prove that the new basis is
feasible; as an edge has one other end, that is it. Where it is not, the lexicographic minimum ratio test is carried out
in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import NotProvedError
from lemke.pivoting.many_tableaux import Edges, Flags, Integers, Tableaux
from lemke.sparse import Vector, zeros
from lemke.watch import Watch

Name: TypeAlias = int | bytes
"""Of a basis: its nonbasic variables."""

CHUNK = 1 << 18
"""Entries of the tableaux that are handled at once, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False, slots=True)
class Vertices:
    """All vertices of {z ≥ 0: M z ≤ 1}, each once; the inequalities are z_j ≥ 0 first, then M_i z ≤ 1.

    Attributes
    ----------
    matrix : integer array, rows x columns
    tight : array of bool, vertices x (columns + rows)
        The inequalities that hold with equality.
    nonbasic : array of bool, vertices x (columns + rows)
        As many of them as there are columns, which determine the vertex.
    """

    matrix: Integers
    tight: Flags
    nonbasic: Flags

    def __len__(self) -> int:
        return len(self.tight)

    def point(self, number: int) -> Vector:
        """Return a vertex: Mᵢⱼ zⱼ = 1 for the rows I and the columns J whose inequalities are and are not nonbasic."""
        nonbasic, width = self.nonbasic[number], self.matrix.shape[1]
        columns, rows = np.flatnonzero(~nonbasic[:width]), np.flatnonzero(nonbasic[width:])
        z = zeros(width)
        z[columns] = _solution(self.matrix[np.ix_(rows, columns)])
        return z


def vertices(matrix: Integers, watch: Watch | None = None) -> Vertices:
    """Return all vertices of {z ≥ 0: M z ≤ 1}, in no particular order.

    Parameters
    ----------
    matrix : array of integers, rows x columns
        Nonnegative, with a positive entry in every column, so that the polytope is bounded.
    watch : Watch, optional

    Raises
    ------
    LimitError
        If a limit of the watch is reached.

    >>> square = vertices(np.array([[1, 0], [0, 1]], dtype=object))
    >>> sorted([str(each) for each in square.point(number)] for number in range(len(square)))
    [['0', '0'], ['0', '1'], ['1', '0'], ['1', '1']]
    """
    skipped = 0
    while True:
        try:
            return _walk(matrix, skipped, watch or Watch())
        except _UnluckyPrime:
            skipped += 1


class _UnluckyPrime(Exception):
    """A prime that divides a determinant, by which tableaux are divided: others are taken."""


def _walk(matrix: Integers, skipped: int, watch: Watch) -> Vertices:
    """Walk until a level has no new neighbours; neighbours are at most one level away from each other."""
    origin = Tableaux.origin(matrix, skipped)
    size = max(1, CHUNK // origin.tables.size)
    level = [origin.packed()]
    known: set[Name] = set(_names(origin.nonbasic_flags()).tolist())
    here = known.copy()
    found: list[tuple[Flags, Flags]] = []
    while level:
        beyond: set[Name] = set()
        following: list[Tableaux] = []
        while level:
            watch.report(lambda: f"{sum(len(tight) for tight, _ in found)} bases of a polytope")
            part = Tableaux.unpacked(_taken(level, size))
            found.append((part.tight_flags(), part.nonbasic_flags()))
            following += [each.packed() for each in _neighbours(part, known, beyond).parts(size)]
        level, here, known = following, beyond, here | beyond
    tight, nonbasic = (np.concatenate(each) for each in zip(*found, strict=True))
    _, first = np.unique(_names(tight), return_index=True)
    return Vertices(matrix, tight[first], nonbasic[first])


def _taken(level: list[Tableaux], size: int) -> list[Tableaux]:
    """Remove the last parts of a level, one at least, with so many bases at most, and return them."""
    taken = [level.pop()]
    while level and sum(map(len, taken)) + len(level[-1]) <= size:
        taken.append(level.pop())
    return taken


def _neighbours(level: Tableaux, known: set[Name], beyond: set[Name]) -> Tableaux:
    """Return the neighbours that are not known yet, and add them to those known and to those beyond the level."""
    rows = level.proposed()
    start, column = np.indices(rows.shape).reshape(2, -1)
    edges = Edges(start, column, rows.ravel())
    first, refuted = _ends(level, edges, known, beyond)
    if not len(refuted):
        return first
    row = level.leaving(refuted.start, refuted.column)
    second, wrong = _ends(level, Edges(refuted.start, refuted.column, row), known, beyond)
    if len(wrong):
        raise NotProvedError("an infeasible end of an edge, expected the lexicographic ratio test to lead to none")
    return Tableaux.joined([first, second])


def _ends(level: Tableaux, edges: Edges, known: set[Name], beyond: set[Name]) -> tuple[Tableaux, Edges]:
    """Return the new ends of edges, proved, and the edges whose leaving row was wrong."""
    flags = level.nonbasic_flags()[edges.start]
    every = np.arange(len(edges))
    flags[every, level.nonbasic[edges.start, edges.column]] = False
    flags[every, level.basic[edges.start, edges.row]] = True
    names, first, number = np.unique(_names(flags), return_index=True, return_inverse=True)
    listed = names.tolist()
    new = np.flatnonzero([name not in known for name in listed])
    ends = level.pivoted(edges[first[new]])
    feasible = ends.feasible()
    if not feasible.all():
        ends = ends[feasible]
    if not ends.determinants.all():
        raise _UnluckyPrime
    found = [listed[k] for k in new[feasible].tolist()]
    known.update(found)
    beyond.update(found)
    return ends, edges[np.isin(number, new[~feasible])]


def _names(flags: Flags) -> NDArray[np.uint64] | NDArray[np.void]:
    """Return every row of flags as one number or string of bytes, by which rows can be told apart and sorted."""
    packed = np.packbits(flags, axis=1)
    words = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : packed.shape[1]] = packed
    return (words.view(np.uint64) if words.shape[1] == 8 else words.view(np.dtype((np.void, words.shape[1])))).ravel()


def _solution(matrix: Integers) -> Vector:
    """Return the z with M z = 1 for a regular integer matrix (Bareiss 1968)."""
    rows = [[*row, mpz(1)] for row in matrix.tolist()]
    pivot_rows = []
    last = mpz(1)
    while rows:
        pivot, *pivot_row = rows.pop(next(i for i, row in enumerate(rows) if row[0]))
        rows = [[gmpy2.divexact(pivot * a - factor * p, last) for a, p in zip(row, pivot_row)] for factor, *row in rows]
        pivot_rows.append((pivot, pivot_row))
        last = pivot
    numerators: list[mpz] = []  # over the last pivot, which is ± the determinant; from the last to the first
    for pivot, (*row, constant) in reversed(pivot_rows):
        known = sum(a * z for a, z in zip(reversed(row), numerators))
        numerators.append(gmpy2.divexact(constant * last - known, pivot))
    values: Vector = np.array([mpq(value, last) for value in reversed(numerators)], dtype=object)
    return values
