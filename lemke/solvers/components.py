"""Components of the set of equilibria of a bimatrix game, from its extreme equilibria.

The extreme equilibria are the edges of a bipartite graph on strategies x and y. A maximal Nash subset, a greatest
product of sets of which every pair is an equilibrium, is the product of the convex hulls of the two sides of a maximal
biclique; the components of the graph are those of the set of equilibria, whose maximal Nash subsets meet where they
share a vertex (Winkels 1979; Avis, Rosenberg, Savani, von Stengel 2010, section 6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from lemke.errors import ShapeError
from lemke.forms.normal_form import Component, NashSubset, Strategy
from lemke.ground import limits
from lemke.ground.sparse import vector

__all__ = ["Component", "NashSubset", "Strategy", "components"]

Edge: TypeAlias = tuple[int, int]
"""The number of an x, and of a y."""


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
    LimitError
        If a limit is reached.

    >>> from lemke.solvers.enumeration import extreme_equilibria
    >>> for component in components(extreme_equilibria([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])):
    ...     print(component)
    conv{(1, 0, 0)} x conv{(1, 0), (2/3, 1/3)}
    conv{(0, 1/3, 2/3)} x conv{(1/3, 2/3)}
    """
    pairs = list(dict.fromkeys((_strategy(x), _strategy(y)) for x, y in equilibria))
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


def _connected(edges: Iterable[Edge]) -> list[list[Edge]]:
    """Return the edges of every component of the graph; components and edges are in the order of the edges."""
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
    parts: dict[tuple[int, int], list[Edge]] = defaultdict(list)
    for x, y in edges:
        parts[first[0, x]].append((x, y))
    return [*parts.values()]


def _maximal_bicliques(edges: list[Edge]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the maximal bicliques as numbers of both sides, in ascending order.

    The y's of a maximal biclique are all that go with each of its x's, and the x's all that go with each of these: so
    the sets of y's are the intersections of neighborhoods, as far as they are not empty.
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


def _strategy(values: Iterable[object]) -> Strategy:
    return tuple(vector(values))
