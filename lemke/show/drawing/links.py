"""Links between the nodes of an information set, so that no link runs over another or over a node of another set.

Neighboring nodes at one depth are linked by a straight line. If other nodes are between them, the link bows out into a
lane in front of the nodes; bows that would overlap take different lanes. A set with nodes at several depths gets a
route from each depth to the next, in its own lanes; between these lanes it takes the channel that crosses the least.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lemke.ground import limits
from lemke.show.drawing.excerpt import DrawnNode, columns_of
from lemke.show.drawing.picture import Box

OVER_EDGE, OVER_TEXT, OVER_LINK, OVER_NODE = 8.0, 60.0, 100.0, 10_000.0
"""The cost of crossing an item. Crossing a node always costs more than a detour outside of the tree, without nodes."""
STEP = 2.0
"""The distance between channels that are tried, in points."""
AROUND = 20.0
"""Channels are tried up to this distance outside of the tree."""
DETOUR = 0.1
"""The cost per point that a link goes across."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two nodes, and its lanes at the depths of both; a link without lanes is straight."""

    information_set: int
    start: int
    end: int
    lanes: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Links:
    """The links within a depth, the links between two depths, and the number of lanes at every depth."""

    bows: list[Link]
    routes: list[Link]
    lanes: list[int]


def links(drawn: Sequence[DrawnNode], places: Sequence[float], sets: Mapping[int, Sequence[int]]) -> Links:
    """Return the links of the information sets, given the positions across and the drawn nodes of every set."""
    by_depth: dict[int, dict[int, list[int]]] = {index: defaultdict(list) for index in sets}
    for index, members in sets.items():
        for node in members:
            by_depth[index][drawn[node].depth].append(node)
    bows: list[Link] = []
    lanes = []
    for depth, column in enumerate(columns_of(drawn)):
        limits.check()
        level = _bows(column, places, {index: levels.get(depth, ()) for index, levels in by_depth.items()})
        bows += level
        lanes.append(max((bow.lanes[0] for bow in level if bow.lanes), default=0))
    routes = []
    for index, levels in by_depth.items():
        for upper, lower in pairwise(sorted(levels)):
            limits.check()
            start, end = min(
                ((start, end) for start in levels[upper] for end in levels[lower]),
                key=lambda ends: abs(places[ends[0]] - places[ends[1]]),
            )
            lanes[upper] += 1
            lanes[lower] += 1
            routes.append(Link(index, start, end, (lanes[upper], lanes[lower])))
    return Links(bows, routes, lanes)


def _bows(column: Sequence[int], places: Sequence[float], sets: Mapping[int, Sequence[int]]) -> list[Link]:
    """Return the links at one depth; short links take the inner lanes."""
    position = {node: k for k, node in enumerate(column)}
    pairs = [
        (places[end] - places[start], start, end, index)
        for index, members in sets.items()
        for start, end in pairwise(members)
    ]
    taken: list[list[tuple[int, int]]] = []
    bows = []
    for _, start, end, index in sorted(pairs):
        first, last = position[start], position[end]
        if last == first + 1:
            bows.append(Link(index, start, end, None))
            continue
        free = (k for k, lane in enumerate(taken) if all(last <= begin or stop <= first for begin, stop in lane))
        lane = next(free, len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((first, last))
        bows.append(Link(index, start, end, (lane + 1, lane + 1)))
    return bows


class Channels:
    """Straight ways in the direction of play, past obstacles: boxes (left and right are along), each with a cost."""

    def __init__(self, obstacles: Sequence[tuple[Box, float]]) -> None:
        self._boxes = np.array([box for box, _ in obstacles])
        self._costs = np.array([cost for _, cost in obstacles])
        self._tried = np.arange(self._boxes[:, 1].min() - AROUND, self._boxes[:, 3].max() + AROUND, STEP)

    def taken(self, first: float, last: float, start: float, end: float) -> float:
        """Return the position across of the cheapest channel, and mark it as taken.

        The channel extends from ``first`` to ``last`` along; the link that uses it goes from ``start`` to ``end``
        across.
        """
        left, top, right, bottom = self._boxes.T
        near = (left < last) & (first < right)
        over = (top[near] < self._tried[:, None]) & (self._tried[:, None] < bottom[near])
        away = np.abs(self._tried - start) + np.abs(self._tried - end)
        across = float(self._tried[np.argmin(over @ self._costs[near] + DETOUR * away)])
        self._boxes = np.vstack([self._boxes, (first, across - 3, last, across + 3)])
        self._costs = np.append(self._costs, OVER_LINK)
        return across
