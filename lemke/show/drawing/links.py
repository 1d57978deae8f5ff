"""Links between the nodes of an information set. Where there is room, links avoid each other and other sets' nodes.

Two nodes of one depth with no other node between them are linked by a straight line. If other nodes are between them,
the link is a *bow*: it runs in a *lane* in front of the nodes, on the side of the root. Bows that would overlap take
different lanes. A set with nodes at several depths has a *route* from each of these depths to the next one. The route
runs in a lane of its own at both depths, and between the depths in a *channel*, a straight line in the direction of
play. The route takes the cheapest channel: crossed items and detours have costs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from lemke.show.drawing.excerpt import DrawnNode, columns_of
from lemke.show.drawing.picture import Box

OVER_EDGE, OVER_TEXT, OVER_LINK, OVER_NODE = 8.0, 60.0, 100.0, 10_000.0
"""The cost of crossing an item. A node costs as much as a detour of 100 000 points, which is longer than most trees."""
STEP = 2.0
"""The distance between channels that are tried, in points."""
AROUND = 20.0
"""Channels are tried up to this distance outside of the tree, in points."""
DETOUR = 0.1
"""The cost of a detour, per point across the direction of play."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two nodes, by their indices in the excerpt.

    ``lanes`` has the lanes at the depths of ``start`` and ``end``; lane 1 is next to the nodes. A link without lanes is
    straight.
    """

    player: int
    start: int
    end: int
    lanes: tuple[int, int] | None


def links(
    drawn: Sequence[DrawnNode], places: Sequence[float], sets: Mapping[tuple[int, int], Sequence[int]]
) -> tuple[list[Link], list[Link], list[int]]:
    """Return bows, also straight links; routes; and the number of lanes at every depth.

    Given are the positions of nodes across and the drawn nodes of every information set.
    The keys of ``sets`` are players and numbers of information sets.
    """
    nodes_by_depth: dict[tuple[int, int], dict[int, list[int]]] = {key: defaultdict(list) for key in sets}
    for key, members in sets.items():
        for node in members:
            nodes_by_depth[key][drawn[node].depth].append(node)
    bows: list[Link] = []
    lanes = []
    for depth, column in enumerate(columns_of(drawn)):
        bows_at_depth = _bows(column, places, [(key[0], nodes.get(depth, ())) for key, nodes in nodes_by_depth.items()])
        bows += bows_at_depth
        lanes.append(max((bow.lanes[0] for bow in bows_at_depth if bow.lanes), default=0))
    routes = []
    for (player, _), nodes in nodes_by_depth.items():
        for upper, lower in pairwise(sorted(nodes)):
            start, end = min(
                product(nodes[upper], nodes[lower]), key=lambda ends: abs(places[ends[0]] - places[ends[1]])
            )
            lanes[upper] += 1
            lanes[lower] += 1
            routes.append(Link(player, start, end, (lanes[upper], lanes[lower])))
    return bows, routes, lanes


def _bows(column: Sequence[int], places: Sequence[float], sets: Iterable[tuple[int, Sequence[int]]]) -> list[Link]:
    """Return the links at one depth, given players and nodes; short links take the lanes close to the nodes."""
    position = {node: k for k, node in enumerate(column)}
    pairs = [
        (places[end] - places[start], start, end, player) for player, nodes in sets for start, end in pairwise(nodes)
    ]
    occupied: list[list[tuple[int, int]]] = []  # for every lane, the first and last position of its bows
    bows = []
    for _, start, end, player in sorted(pairs):
        first, last = position[start], position[end]
        if last == first + 1:
            bows.append(Link(player, start, end, None))
            continue
        occupied.append([])  # the last lane is always free
        lane = next(
            k for k, spans in enumerate(occupied) if all(last <= begin or stop <= first for begin, stop in spans)
        )
        occupied[lane].append((first, last))
        bows.append(Link(player, start, end, (lane + 1, lane + 1)))
    return bows


class Channels:
    """Channels among obstacles. An obstacle is a box and the cost of crossing this box.

    Left and right of a box are positions along the direction of play, top and bottom are positions across it.
    """

    def __init__(self, obstacles: Sequence[tuple[Box, float]]) -> None:
        self._boxes = np.array([box for box, _ in obstacles])
        self._costs = np.array([cost for _, cost in obstacles])
        self._positions = np.arange(self._boxes[:, 1].min() - AROUND, self._boxes[:, 3].max() + AROUND, STEP)

    def take(self, first: float, last: float, start: float, end: float) -> float:
        """Return the position across of the cheapest channel, and make this channel an obstacle for later links.

        The channel extends from ``first`` to ``last`` along the direction of play. The link goes across from ``start``
        to the channel and from the channel to ``end``.
        """
        left, top, right, bottom = self._boxes.T
        between = (left < last) & (first < right)  # boxes between the ends of the channel
        # a row for every position of a channel, a column for every box
        crosses = (top[between] < self._positions[:, None]) & (self._positions[:, None] < bottom[between])
        detour = np.abs(self._positions - start) + np.abs(self._positions - end)
        across = float(self._positions[np.argmin(crosses @ self._costs[between] + DETOUR * detour)])
        margin = 3  # points that later links keep from this one
        self._boxes = np.vstack([self._boxes, (first, across - margin, last, across + margin)])
        self._costs = np.append(self._costs, OVER_LINK)
        return across
