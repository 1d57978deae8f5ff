"""Which lanes the links of information sets take, so that none runs over another or over somebody else's node.

Nodes of a set at one depth that stand side by side are linked by a straight line. Where other nodes stand between
them, the link bows out into a lane in front of the nodes, and bows that would run side by side take different lanes.
A set that has nodes at several depths gets a route from each depth to the next, in lanes of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lemke.ground import limits
from lemke.show.drawing.excerpt import Drawn


@dataclass(frozen=True, slots=True)
class Bow:
    """A link between nodes of one depth; in lane 0 it is straight."""

    information_set: int
    one: int
    two: int
    lane: int


@dataclass(frozen=True, slots=True)
class Route:
    """A link between nodes of different depths, the lane of each."""

    information_set: int
    one: int
    two: int
    lanes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Links:
    """All links, and how many lanes there are at every depth."""

    bows: tuple[Bow, ...]
    routes: tuple[Route, ...]
    lanes: tuple[int, ...]


def links(drawn: Sequence[Drawn], places: Sequence[float], sets: Mapping[int, Sequence[int]]) -> Links:
    """Return the links of the information sets, given the places across and the drawn nodes of every set."""
    depths: list[list[int]] = [[] for _ in range(1 + max(each.depth for each in drawn))]
    for place, each in enumerate(drawn):
        depths[each.depth].append(place)  # breadth-first order is the order across
    bows: list[Bow] = []
    lanes = []
    by_depth = {index: _by_depth(drawn, members) for index, members in sets.items()}
    for depth, column in enumerate(depths):
        limits.check()
        found = _bows(column, places, {index: own.get(depth, ()) for index, own in by_depth.items()})
        bows += found
        lanes.append(max((bow.lane for bow in found), default=0))
    routes = []
    for index, own in by_depth.items():
        for upper, lower in pairwise(sorted(own)):
            limits.check()
            one, two = min(
                ((one, two) for one in own[upper] for two in own[lower]),
                key=lambda pair: abs(places[pair[0]] - places[pair[1]]),
            )
            lanes[upper] += 1
            lanes[lower] += 1
            routes.append(Route(index, one, two, (lanes[upper], lanes[lower])))
    return Links(tuple(bows), tuple(routes), tuple(lanes))


def _by_depth(drawn: Sequence[Drawn], members: Sequence[int]) -> dict[int, list[int]]:
    found = defaultdict(list)
    for place in members:
        found[drawn[place].depth].append(place)
    return found


def _bows(column: Sequence[int], places: Sequence[float], sets: Mapping[int, Sequence[int]]) -> list[Bow]:
    """Return the links at one depth: short ones in the inner lanes."""
    position = {place: k for k, place in enumerate(column)}
    pairs = [(places[two] - places[one], one, two, index) for index, own in sets.items() for one, two in pairwise(own)]
    taken: list[list[tuple[int, int]]] = []
    found = []
    for _, one, two, index in sorted(pairs):
        start, end = position[one], position[two]
        if end == start + 1:
            found.append(Bow(index, one, two, 0))
            continue
        lane = next(
            (k for k, own in enumerate(taken) if all(end <= begin or stop <= start for begin, stop in own)), len(taken)
        )
        if lane == len(taken):
            taken.append([])
        taken[lane].append((start, end))
        found.append(Bow(index, one, two, lane + 1))
    return found
