"""All extreme equilibria of a bimatrix game, and the components of the set of all equilibria.

With payoffs made nonnegative, the polytopes are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. The inequalities
xᵢ ≥ 0 and (A y)ᵢ ≤ 1 have the label i; yⱼ ≥ 0 and (Bᵀ x)ⱼ ≤ 1 the label m + j. The extreme equilibria are the pairs of
vertices other than (0, 0) at which every label is tight at x or at y, scaled to probabilities. Every equilibrium is a
convex combination of extreme ones (Mangasarian 1964; Avis, Rosenberg, Savani, von Stengel 2010).

The extreme equilibria are the edges of a bipartite graph on strategies x and y. A maximal Nash subset is a maximal
product of sets in which every pair is an equilibrium: the product of the convex hulls of the two sides of a maximal
biclique. The components of the graph are those of the set of equilibria: maximal Nash subsets meet iff they share a
vertex (Winkels 1979; Avis, Rosenberg, Savani, von Stengel 2010).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from math import comb
from typing import TypeAlias

import numpy as np

from lemke.errors import ShapeError
from lemke.forms.normal_form import Component, NashSubset
from lemke.ground import limits
from lemke.ground.sparse import Indices, Vector, vector, zeros
from lemke.linear.pivoting import Flags, MatrixLike, Polytope, Position, Vertices, vertices

MixedPair: TypeAlias = tuple[Vector, Vector]
"""Strategies x and y: probabilities of the rows and of the columns."""

NumberPair: TypeAlias = tuple[int, int]
"""The number of an x, and of a y."""

WIDE = 2
"""The larger polytope is enumerated as a whole if its dimension is at most this multiple of the smaller one's,"""
MANY = 1 << 15
"""or if there are at most this many choices of basic variables."""
STRIDE = 1 << 10
"""Vertices between two looks at the limits."""


def extreme_equilibria(A: MatrixLike, B: MatrixLike) -> list[MixedPair]:
    """Return all extreme equilibria of a bimatrix game, each once, exactly; games with ties included.

    Raises ShapeError, NumberError for matrices that are empty or differ in shape, floats; LimitError if a limit is
    reached.

    Parameters
    ----------
    A, B : matrices of exact numbers, m x n
        Payoffs of player 1, who chooses rows, and of player 2.

    Returns
    -------
    list of pairs of exact vectors
        Probabilities of the rows and of the columns, in descending lexicographic order of x and then of y: equilibria
        in which player 1 plays the first row with a higher probability come first.

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
    polytope_1, polytope_2 = position.polytopes
    side_1 = _side(polytope_1, [np.arange(m)])
    side_2 = _side(polytope_2, _supports(side_1.tight[:, m:], m))
    matched = _matched(side_1.tight, side_2.tight)
    x, y = ({k: side.strategy(k) for k in {pair[i] for pair in matched}} for i, side in enumerate((side_1, side_2)))
    return sorted(((x[i], y[j]) for i, j in matched), key=_order, reverse=True)


def _order(pair: MixedPair) -> tuple[list[object], list[object]]:
    return pair[0].tolist(), pair[1].tolist()


@dataclass(frozen=True, eq=False, slots=True)
class _Side:
    """The vertices of a player's polytope other than 0."""

    polytope: Polytope
    tight: Flags  # vertices x (m + n): the labels of each
    faces: list[tuple[Indices, Vertices]]  # for every support the vertices of its face: columns outside of it are 0
    places: list[tuple[int, int]]  # for every vertex its face, and its number there

    def strategy(self, number: int) -> Vector:
        """Return a vertex scaled to probabilities."""
        face, place = self.places[number]
        support, face_vertices = self.faces[face]
        z = zeros(len(self.polytope.scales))
        z[support] = face_vertices.point(place)
        z *= np.array(self.polytope.scales, dtype=object)
        z /= sum(z)
        return z


def _side(polytope: Polytope, supports: list[Indices]) -> _Side:
    """Return the vertices whose positive entries lie in one of the supports, each vertex once."""
    rows, columns = np.array(polytope.row_labels), np.array(polytope.column_labels)
    faces = [(support, vertices(polytope.M[:, support])) for support in supports]
    flags, places = [], []
    for number, (support, face_vertices) in enumerate(faces):
        tight = np.ones((len(face_vertices), len(rows) + len(columns)), dtype=np.bool_)
        tight[:, columns[support]], tight[:, rows] = np.split(face_vertices.tight, [len(support)], axis=1)
        flags.append(tight)
        places += [(number, place) for place in range(len(face_vertices))]
    joined = np.concatenate(flags)
    different = np.unique(joined, axis=0, return_index=True)[1] if len(faces) > 1 else np.arange(len(joined))
    kept = different[~joined[different][:, columns].all(axis=1)]
    return _Side(polytope, joined[kept], faces, [places[k] for k in kept.tolist()])


def _supports(replies: Flags, rows: int) -> list[Indices]:
    """Return sets of columns such that for every row of flags one set contains its columns.

    Only best replies are played in equilibrium. If they are few, all of them are one set. Otherwise the sets are the
    maximal ones of those that are best replies at one vertex.
    """
    ever = np.flatnonzero(replies.any(axis=0))
    if len(ever) <= WIDE * rows or comb(len(ever) + rows, rows) <= MANY:
        return [ever]
    sets = np.unique(replies, axis=0)
    sets = sets[np.argsort(-sets.sum(axis=1), kind="stable")]
    greatest = np.empty_like(sets)
    count = 0
    for columns in sets:
        limits.check()
        if not (greatest[:count] >= columns).all(axis=1).any():
            greatest[count] = columns
            count += 1
    return [np.flatnonzero(columns) for columns in greatest[:count]]


def _matched(tight_1: Flags, tight_2: Flags) -> list[tuple[int, int]]:
    """Return the pairs of a row of ``tight_1`` and a row of ``tight_2`` in which every flag is set in one of them.

    For every column, one long integer has the set of rows of ``tight_2`` with the flag. For the flags that a row of
    ``tight_1`` lacks, these sets are intersected.
    """
    having = [int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little") for flags in tight_2.T]
    everything = (1 << len(tight_2)) - 1
    pairs = []
    for number, flags in enumerate(tight_1):
        if not number % STRIDE:
            limits.report(partial("{} of {} vertices matched".format, number, len(tight_1)), number, len(tight_1))
        partners = everything
        for with_flag in compress(having, (~flags).tolist()):
            partners &= with_flag
            if not partners:
                break
        while partners:
            last = partners & -partners  # the lowest bit
            pairs.append((number, last.bit_length() - 1))
            partners ^= last
    return pairs


# ---------------------------------------------------------------------- components


def components(equilibria: Iterable[tuple[Sequence[object], Sequence[object]]]) -> tuple[Component, ...]:
    """Return the components of the set of equilibria, given all extreme ones.

    Components and strategies are in the order in which they first occur among the given equilibria. Maximal Nash
    subsets are sorted by their vertices x, then y.

    Raises ShapeError, NumberError for strategies of different lengths, floats; LimitError if a limit is reached.

    Parameters
    ----------
    equilibria : pairs (x, y) of exact vectors
        All extreme equilibria of a game, as of :func:`extreme_equilibria`.

    >>> for component in components(extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])):
    ...     print(component)
    conv{(1, 0, 0)} x conv{(1, 0), (2/3, 1/3)}
    conv{(0, 1/3, 2/3)} x conv{(1/3, 2/3)}
    """
    pairs = list(dict.fromkeys((tuple(vector(x)), tuple(vector(y))) for x, y in equilibria))
    for side, lengths in enumerate(({len(pair[side]) for pair in pairs} for side in range(2)), start=1):
        if len(lengths) > 1:
            listed = ", ".join(map(str, lengths))
            raise ShapeError(f"strategies of player {side} of lengths {listed}, expected one length")
    strategies = [list(dict.fromkeys(pair[side] for pair in pairs)) for side in range(2)]
    number = [{strategy: k for k, strategy in enumerate(side)} for side in strategies]
    edges = {(number[0][x], number[1][y]): (x, y) for x, y in pairs}
    return tuple(
        Component(
            tuple(edges[edge] for edge in part),
            tuple(
                NashSubset(*(tuple(strategies[side][k] for k in ks) for side, ks in enumerate(sides)))
                for sides in limits.checked(_maximal_bicliques(part))
            ),
        )
        for part in _connected(edges)
    )


def _connected(edges: Iterable[NumberPair]) -> list[list[NumberPair]]:
    """Return the edges of every component of the graph, in the given order."""
    neighbors: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)  # nodes are (side, number)
    for x, y in edges:
        neighbors[0, x].append((1, y))
        neighbors[1, y].append((0, x))
    first: dict[tuple[int, int], tuple[int, int]] = {}  # of the nodes in the component of a node
    for start in neighbors:
        pending = [] if start in first else [start]
        for node in pending:  # grows as it goes
            first[node] = start
            fresh = [end for end in neighbors[node] if end not in first]
            first.update(dict.fromkeys(fresh, start))
            pending += fresh
    parts: dict[tuple[int, int], list[NumberPair]] = defaultdict(list)
    for x, y in edges:
        parts[first[0, x]].append((x, y))
    return [*parts.values()]


def _maximal_bicliques(edges: list[NumberPair]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the maximal bicliques as numbers of both sides, in ascending order.

    In a maximal biclique the y's are all common neighbors of its x's, and the x's all common neighbors of its y's. So
    the sets of y's are the nonempty intersections of neighborhoods.
    """
    neighbors: dict[int, set[int]] = {}
    for x, y in edges:
        neighbors.setdefault(x, set()).add(y)
    intersections: set[frozenset[int]] = set()
    for ys in map(frozenset, neighbors.values()):
        intersections |= {ys, *(ys & intersection for intersection in limits.checked(intersections))}
    intersections.discard(frozenset())
    return sorted(
        (tuple(sorted(x for x, neighborhood in neighbors.items() if ys <= neighborhood)), tuple(sorted(ys)))
        for ys in limits.checked(intersections)
    )
