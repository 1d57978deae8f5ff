"""All extreme equilibria of a bimatrix game.

With payoffs made nonnegative, the polytopes are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. The inequalities
xᵢ ≥ 0 and (A y)ᵢ ≤ 1 have the label i; yⱼ ≥ 0 and (Bᵀ x)ⱼ ≤ 1 the label m + j. The extreme equilibria are the pairs of
vertices other than (0, 0) at which every label is tight for one or the other, scaled to probabilities; every
equilibrium is a convex combination of extreme ones (Mangasarian 1964; Avis, Rosenberg, Savani, von Stengel 2010,
"Enumeration of Nash equilibria for two-player games", Economic Theory 42).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import compress
from math import comb
from typing import TypeAlias

import numpy as np

from lemke.ground import limits
from lemke.ground.sparse import Indices, Vector, zeros
from lemke.linear.pivoting import Flags, Polytope, Vertices, vertices
from lemke.linear.pivoting.lemke_howson import Position, Table

Pair: TypeAlias = tuple[Vector, Vector]
"""Strategies x and y: probabilities of the rows and of the columns."""

WIDE = 2
"""The larger polytope is enumerated as a whole if its dimension is at most so many times that of the smaller one,"""
MANY = 1 << 15
"""or if no more than so many choices of basic variables are there."""
STRIDE = 1 << 10
"""Vertices between two looks at the limits."""


def extreme_equilibria(A: Table, B: Table) -> list[Pair]:
    """Return all extreme equilibria of a bimatrix game, each once, exactly; games with ties included.

    Parameters
    ----------
    A, B : matrices of exact numbers, m x n
        Payoffs of player 1, who chooses rows, and of player 2.

    Returns
    -------
    list of pairs of exact vectors
        Probabilities of the rows and of the columns, in descending lexicographic order of x and then of y: equilibria
        in which player 1 plays the first row with a higher probability come first.

    Raises
    ------
    ShapeError, NumberError
        Matrices that are empty or differ in shape, floats.
    LimitError
        If a limit is reached.

    >>> for x, y in extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]]):
    ...     print(*x, "|", *y)
    1 0 0 | 1 0
    1 0 0 | 2/3 1/3
    0 1/3 2/3 | 1/3 2/3
    """
    position = Position.artificial(A, B)
    m, n = position.A.shape
    if m > n:
        swapped = extreme_equilibria(position.B.T, position.A.T)
        return sorted(((x, y) for y, x in swapped), key=_order, reverse=True)
    one, two = position.polytopes
    own = _side(one, [np.arange(m)])
    other = _side(two, _supports(own.tight[:, m:], m))
    matched = _matched(own.tight, other.tight)
    x, y = ({k: side.strategy(k) for k in {pair[i] for pair in matched}} for i, side in enumerate((own, other)))
    return sorted(((x[i], y[j]) for i, j in matched), key=_order, reverse=True)


def _order(pair: Pair) -> tuple[list[object], list[object]]:
    return pair[0].tolist(), pair[1].tolist()


@dataclass(frozen=True, eq=False, slots=True)
class _Side:
    """The vertices of a player's polytope other than 0.

    Attributes
    ----------
    tight : array of bool, vertices x (m + n)
        The labels of each.
    faces : list of (support, Vertices)
        Vertices of the faces on which all columns outside of a support are 0.
    places : list of (int, int)
        For every vertex its face, and its number there.
    """

    polytope: Polytope
    tight: Flags
    faces: list[tuple[Indices, Vertices]]
    places: list[tuple[int, int]]

    def strategy(self, number: int) -> Vector:
        """Return a vertex scaled to probabilities."""
        face, place = self.places[number]
        support, found = self.faces[face]
        z = zeros(len(self.polytope.scales))
        z[support] = found.point(place)
        z *= np.array(self.polytope.scales, dtype=object)
        z /= sum(z)
        return z


def _side(polytope: Polytope, supports: list[Indices]) -> _Side:
    """Return the vertices, each once, of which each has its positive entries in one of the supports."""
    rows, columns = np.array(polytope.row_labels), np.array(polytope.column_labels)
    faces = [(support, vertices(polytope.M[:, support])) for support in supports]
    flags, places = [], []
    for number, (support, found) in enumerate(faces):
        tight = np.ones((len(found), len(rows) + len(columns)), dtype=np.bool_)
        tight[:, columns[support]], tight[:, rows] = np.split(found.tight, [len(support)], axis=1)
        flags.append(tight)
        places += [(number, place) for place in range(len(found))]
    joined = np.concatenate(flags)
    different = np.unique(joined, axis=0, return_index=True)[1] if len(faces) > 1 else np.arange(len(joined))
    kept = different[~joined[different][:, columns].all(axis=1)]
    return _Side(polytope, joined[kept], faces, [places[k] for k in kept.tolist()])


def _supports(replies: Flags, rows: int) -> list[Indices]:
    """Return sets of columns such that, for every row of flags, one contains its columns.

    Only best replies are played in equilibrium, so only they count: all of them together while they are few, else
    the greatest sets that are best replies at one vertex.
    """
    ever = np.flatnonzero(replies.any(axis=0))
    if len(ever) <= WIDE * rows or comb(len(ever) + rows, rows) <= MANY:
        return [ever]
    sets = np.unique(replies, axis=0)
    sets = sets[np.argsort(-sets.sum(axis=1), kind="stable")]
    greatest = np.empty_like(sets)
    count = 0
    for each in sets:
        limits.check()
        if not (greatest[:count] >= each).all(axis=1).any():
            greatest[count] = each
            count += 1
    return [np.flatnonzero(each) for each in greatest[:count]]


def _matched(one: Flags, two: Flags) -> list[tuple[int, int]]:
    """Return the pairs of a row of each that have all flags between them.

    Column by column, the set of rows of ``two`` with the flag is one long integer; where a row of ``one`` lacks flags,
    the sets of these are intersected.
    """
    having = [int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little") for flags in two.T]
    everything = (1 << len(two)) - 1
    pairs = []
    for number, flags in enumerate(one):
        if not number % STRIDE:
            limits.report(partial("{} of {} vertices matched".format, number, len(one)), number, len(one))
        partners = everything
        for own in compress(having, (~flags).tolist()):
            partners &= own
            if not partners:
                break
        while partners:
            last = partners & -partners
            pairs.append((number, last.bit_length() - 1))
            partners ^= last
    return pairs
