"""Components of the set of equilibria of a bimatrix game, from its extreme equilibria.

The extreme equilibria are the edges of a bipartite graph on strategies x and y. A maximal Nash subset, a greatest
product of sets of which every pair is an equilibrium, is the product of the convex hulls of the two sides of a maximal
biclique; the components of the graph are those of the set of equilibria, whose maximal Nash subsets meet where they
share a vertex (Winkels 1979; Avis, Rosenberg, Savani, von Stengel 2010, section 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import ShapeError
from lemke.sparse import vector

Strategy: TypeAlias = tuple[mpq, ...]
Edge: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""A pair (0, number of x) and (1, number of y)."""


@dataclass(frozen=True, slots=True)
class NashSubset:
    """A product of two convex hulls, every pair in which is an equilibrium.

    Attributes
    ----------
    x, y : tuples of strategies
        The vertices of the two.

    >>> half = mpq(1, 2)
    >>> print(NashSubset(x=((mpq(1), mpq(0)),), y=((mpq(1), mpq(0)), (half, half))))
    conv{(1, 0)} x conv{(1, 0), (1/2, 1/2)}
    """

    x: tuple[Strategy, ...]
    y: tuple[Strategy, ...]

    def __str__(self) -> str:
        return f"{_hull(self.x)} x {_hull(self.y)}"


@dataclass(frozen=True, slots=True)
class Component:
    """A connected component of the set of equilibria.

    Attributes
    ----------
    equilibria : tuple of pairs (x, y)
        Its extreme equilibria.
    subsets : tuple of NashSubset
        Its maximal Nash subsets, of which it is the union.
    """

    equilibria: tuple[tuple[Strategy, Strategy], ...]
    subsets: tuple[NashSubset, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.subsets))


def components(equilibria: Iterable[tuple[Sequence[object], Sequence[object]]]) -> tuple[Component, ...]:
    """Return the components of the set of equilibria, given all extreme ones.

    Everything is in the order in which the given equilibria first meet it; maximal Nash subsets are compared by their
    vertices x, then y.

    Parameters
    ----------
    equilibria : pairs (x, y) of exact vectors
        All extreme equilibria of a game, as of :func:`~lemke.solvers.enumeration.extreme_equilibria`.

    Raises
    ------
    ShapeError, NumberError
        Strategies of different lengths, floats.

    >>> from lemke.solvers.enumeration import extreme_equilibria
    >>> for component in components(extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])):
    ...     print(component)
    conv{(1, 0, 0)} x conv{(1, 0), (2/3, 1/3)}
    conv{(0, 1/3, 2/3)} x conv{(1/3, 2/3)}
    """
    import networkx

    pairs = list(dict.fromkeys((_strategy(x), _strategy(y)) for x, y in equilibria))
    for side, lengths in enumerate(({len(pair[side]) for pair in pairs} for side in range(2)), start=1):
        if len(lengths) > 1:
            raise ShapeError(f"strategies of player {side} of lengths {_listed(lengths)}, expected one length")
    strategies = [list(dict.fromkeys(pair[side] for pair in pairs)) for side in range(2)]
    number = [{each: k for k, each in enumerate(own)} for own in strategies]
    edges = {((0, number[0][x]), (1, number[1][y])): (x, y) for x, y in pairs}
    graph = networkx.Graph(list(edges))
    members = {node: k for k, nodes in enumerate(networkx.connected_components(graph)) for node in nodes}
    parts: dict[int, list[Edge]] = {}
    for edge in edges:
        parts.setdefault(members[edge[0]], []).append(edge)
    return tuple(
        Component(
            tuple(edges[edge] for edge in own),
            tuple(
                NashSubset(*(tuple(strategies[side][k] for k in ks) for side, ks in enumerate(sides)))
                for sides in _maximal_bicliques(own)
            ),
        )
        for own in parts.values()
    )


def _maximal_bicliques(edges: list[Edge]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the maximal bicliques as numbers of both sides, in ascending order.

    They are the maximal cliques that have vertices on both sides, once each side is made complete.
    """
    import networkx

    graph = networkx.Graph(edges)
    for side in range(2):
        graph.add_edges_from(combinations([node for node in graph if node[0] == side], 2))
    cliques = networkx.find_cliques(graph)
    sides = (tuple(tuple(sorted(k for own, k in clique if own == side)) for side in range(2)) for clique in cliques)
    return sorted((xs, ys) for xs, ys in sides if xs and ys)


def _strategy(values: Iterable[object]) -> Strategy:
    return tuple(vector(values))


def _hull(points: Sequence[Strategy]) -> str:
    return f"conv{{{', '.join(f'({_listed(point)})' for point in points)}}}"


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
