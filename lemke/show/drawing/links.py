"""How nodes of an information set are linked, so that no link runs over another or over somebody else's node.

Nodes of a set at one depth that stand side by side are linked by a straight line. Where other nodes stand between
them, the link bows out into a lane in front of the nodes, and bows that would run side by side take different lanes.
A set that has nodes at several depths gets a route from each depth to the next, in lanes of its own; between its lanes
it takes the channel where it meets least of what is drawn already.
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
"""What it costs to run over something; a node never pays, since outside of the tree there is none."""
STEP = 2.0
"""From one channel that is tried to the next."""
AROUND = 20.0
"""How far outside of the tree channels are tried."""
DETOUR = 0.1
"""What every point costs that a link goes across."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two nodes, and the lanes that it takes at the depth of either; without lanes it is straight."""

    information_set: int
    start: int
    end: int
    lanes: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Links:
    """The links within a depth, those between two depths, and how many lanes there are at every depth."""

    bows: list[Link]
    routes: list[Link]
    lanes: list[int]


def links(drawn: Sequence[DrawnNode], places: Sequence[float], sets: Mapping[int, Sequence[int]]) -> Links:
    """Return the links of the information sets, given the places across and the drawn nodes of every set."""
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
    """Return the links at one depth: short ones in the inner lanes."""
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
    """Straight ways along, past obstacles: boxes whose left and right are along, each with its cost."""

    def __init__(self, obstacles: Sequence[tuple[Box, float]]) -> None:
        self._boxes = np.array([box for box, _ in obstacles])
        self._costs = np.array([cost for _, cost in obstacles])
        self._tried = np.arange(self._boxes[:, 1].min() - AROUND, self._boxes[:, 3].max() + AROUND, STEP)

    def taken(self, first: float, last: float, start: float, end: float) -> float:
        """Return the place across of the cheapest channel, and take it.

        It leads along from ``first`` to ``last``, and links ``start`` and ``end`` across.
        """
        left, top, right, bottom = self._boxes.T
        near = (left < last) & (first < right)
        over = (top[near] < self._tried[:, None]) & (self._tried[:, None] < bottom[near])
        away = np.abs(self._tried - start) + np.abs(self._tried - end)
        across = float(self._tried[np.argmin(over @ self._costs[near] + DETOUR * away)])
        self._boxes = np.vstack([self._boxes, (first, across - 3, last, across + 3)])
        self._costs = np.append(self._costs, OVER_LINK)
        return across
