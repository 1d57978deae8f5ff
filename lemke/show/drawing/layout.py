"""Where the nodes of a tree are drawn, and the links between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.game import CHANCE, TERMINAL, Game, InformationSet
from lemke.game.strategy import Distribution, Profile
from lemke.game.subgames import augmented_information_sets
from lemke.game.tree import NONE
from lemke.ground.rational import ONE, ZERO
from lemke.show.drawing.picture import Box

# ----------------------------------------------------------------------
# Which nodes of a tree are drawn: all nodes down to a depth. A subtree below this depth is folded into one node.

DrawnKind: TypeAlias = Literal["decision", "leaf", "folded"]
"""``decision``: a node of a player or of chance, whose moves are drawn. ``folded`` represents a subtree that is not
drawn."""

NODES = 200
"""If the user does not give a depth, the largest one is taken at which at most this many nodes are drawn."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the picture."""

    node: int  # the node of the game
    parent: int  # the index of the parent among the drawn nodes; −1 for the root
    move: int  # the move that leads to the node; −1 for the root
    depth: int
    kind: DrawnKind
    size: int  # of the subtree
    move_probability: mpq | None  # of the move; None if neither chance nor a profile gives it
    reach: mpq | None  # the probability that play reaches the node; None without a profile
    payoffs: tuple[mpq, ...]  # one per player: the sums of payoffs on the path to the node and at it


def excerpt(game: Game, profile: Profile | None, depth: int | None = None, nodes: int = NODES) -> list[DrawnNode]:
    """Return the nodes of a game down to a depth, in breadth-first order.

    If ``depth`` is None, it is the largest depth at which there are at most ``nodes`` nodes.
    """
    parents = game.parent.tolist()
    depths, sizes = [0] * game.size, [1] * game.size  # sizes of subtrees
    for node in range(1, game.size):  # parents have smaller numbers than their children
        depths[node] = depths[parents[node]] + 1
    for node in range(game.size - 1, 0, -1):
        sizes[parents[node]] += sizes[node]
    if depth is None:
        depth = max(0, int(np.searchsorted(np.cumsum(np.bincount(depths)), nodes, "right")) - 1)
    distributions = _distributions(game, profile)

    def kind(node: int) -> DrawnKind:
        return "leaf" if game.player[node] == TERMINAL else "decision" if depths[node] < depth else "folded"

    root_reach = None if profile is None else ONE
    drawn = [DrawnNode(0, -1, -1, 0, kind(0), sizes[0], None, root_reach, _payoffs(game, 0))]
    for index, parent in enumerate(drawn):  # the list grows in the loop
        if parent.kind != "decision":
            continue
        distribution = distributions[game.information_set[parent.node]]
        for move, child in enumerate(game.children(parent.node)):
            probability = None if distribution is None else distribution[move]
            reach = None if parent.reach is None or probability is None else parent.reach * probability
            payoffs = tuple(map(sum, zip(parent.payoffs, _payoffs(game, child), strict=True)))
            drawn.append(
                DrawnNode(child, index, move, depths[child], kind(child), sizes[child], probability, reach, payoffs)
            )
    return drawn


def drawn_sets(game: Game, drawn: Sequence[DrawnNode]) -> dict[int, list[int]]:
    """Return the indices in the excerpt of the nodes of every information set, also of chance; without folded nodes."""
    sets: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind == "decision":
            sets[int(game.information_set[node.node])].append(index)
    return dict(sets)


def linked_sets(game: Game, drawn: Sequence[DrawnNode], augmented: int | None) -> dict[tuple[int, int], list[int]]:
    """Return the nodes to link, as indices in the excerpt, by player and number of an information set.

    If ``augmented`` is a player, the sets are this player's augmented information sets.
    """
    if augmented is None:
        sets = drawn_sets(game, drawn)
        players = {index: game.information_sets[index].player for index in sets}
        return {(players[index], index): sets[index] for index in sets if players[index] != CHANCE}
    numbers = augmented_information_sets(game)[augmented].tolist()
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind in ("decision", "leaf"):
            members[augmented, numbers[node.node]].append(index)
    return dict(members)


def subtrees(drawn: Sequence[DrawnNode], roots: Container[int]) -> dict[int, list[int]]:
    """Return, by the index of every drawn node in ``roots``, the indices of this node and of all drawn nodes below it.

    >>> from lemke.generators import kuhn
    >>> {index: len(members) for index, members in subtrees(excerpt(kuhn(2), None), (1, 4)).items()}
    {1: 9, 4: 3}
    """
    roots_above: list[list[int]] = []  # for every node, the drawn roots among the node and its ancestors
    members: dict[int, list[int]] = {}
    for index, node in enumerate(drawn):
        node_roots = roots_above[node.parent] if node.parent >= 0 else []
        if node.node in roots:
            node_roots = [*node_roots, index]
            members[index] = []
        roots_above.append(node_roots)
        for root in node_roots:
            members[root].append(index)
    return members


def columns_of(drawn: Sequence[DrawnNode]) -> list[list[int]]:
    """Return, for every depth, the indices of the nodes there, in the order of the picture: breadth-first."""
    columns: list[list[int]] = [[] for _ in range(1 + drawn[-1].depth)]
    for index, node in enumerate(drawn):
        columns[node.depth].append(index)
    return columns


def _distributions(game: Game, profile: Profile | None) -> list[Distribution | None]:
    """Return for every information set the probabilities of moves; None for players' sets without a profile."""
    strategies = None if profile is None else [iter(behavior) for behavior in profile.behavior]

    def distribution(information_set: InformationSet) -> Distribution | None:
        if information_set.player == CHANCE:
            return information_set.probabilities
        # a behavior strategy has a player's sets in the order of the game
        return None if strategies is None else next(strategies[information_set.player])

    return list(map(distribution, game.information_sets))


def _payoffs(game: Game, node: int) -> tuple[mpq, ...]:
    """Return the payoffs of the outcome at a node; zeros if the node has no outcome."""
    outcome = int(game.outcome[node])
    return (ZERO,) * len(game.players) if outcome == NONE else game.outcomes[outcome].payoffs


# ----------------------------------------------------------------------
# A tidy layout of a tree: the positions of nodes across the direction of play.
#
# Nodes of one depth are at least one unit apart. A parent is in the middle between its first and its last child.
# Equal subtrees look the same, and the mirror image of a tree is drawn as the mirror image. Small subtrees between
# larger ones are spread evenly (J. Q. Walker, A node-positioning algorithm for general trees, 1990).

DIGITS = 4
"""Decimals of a position; further digits are rounding errors."""

_Outline: TypeAlias = list[tuple[float, float]]
"""For every depth of a subtree, the positions of its leftmost and its rightmost node; its root is at 0."""


def tidy(parents: Sequence[int], lengths: Sequence[int]) -> list[float]:
    """Return the positions of the nodes of a tree, in units of the least distance, from 0 for the leftmost node.

    Parameters
    ----------
    parents : sequence of int
        The parent of every node. Parents come before their children; the first node is the root.
    lengths : sequence of int
        The number of depths that a leaf with its text takes up, at least 1; not used for other nodes.

    >>> tidy([-1, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    [1.0, 0.5, 1.5, 0.0, 1.0]
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents[1:], 1):
        children[parent].append(node)
    offsets = [0.0] * len(parents)  # the position of a node minus that of its parent
    outlines: dict[int, _Outline] = {}
    for node in reversed(range(len(parents))):
        outlines[node] = [(0.0, 0.0)] * (1 if children[node] else lengths[node])
        if children[node]:
            subtrees = [outlines.pop(child) for child in children[node]]
            roots = _side_by_side(subtrees)
            middle = roots[-1] / 2
            for child, root in zip(children[node], roots, strict=True):
                offsets[child] = root - middle
            for depth in range(max(map(len, subtrees))):
                ends = [
                    (root - middle + outline[depth][0], root - middle + outline[depth][1])
                    for root, outline in zip(roots, subtrees, strict=True)
                    if depth < len(outline)
                ]
                outlines[node].append((ends[0][0], ends[-1][1]))
    places = [0.0]
    for node, parent in enumerate(parents[1:], 1):
        places.append(places[parent] + offsets[node])
    leftmost = min(places)
    return [round(place - leftmost, DIGITS) for place in places]


def _side_by_side(subtrees: Sequence[_Outline]) -> list[float]:
    """Return the positions of the roots of subtrees, the first at 0.

    Every subtree is moved to the right until it does not overlap the subtrees before it. If two subtrees touch that are
    not neighbors, the space that was missing is divided equally among the gaps between them.
    """
    roots = [0.0]
    last = [0] * len(subtrees[0])  # for every depth, the last subtree so far that reaches it
    for number, outline in enumerate(subtrees[1:], 1):
        roots.append(roots[-1])
        for (left, _), depth in zip(outline, range(len(last)), strict=False):
            neighbor = last[depth]
            overlap = roots[neighbor] + subtrees[neighbor][depth][1] + 1.0 - (roots[number] + left)
            for k in range(neighbor + 1, number + 1) if overlap > 0 else ():
                roots[k] += overlap * (k - neighbor) / (number - neighbor)
        last[: len(outline)] = [number] * len(outline)
    return roots


# ----------------------------------------------------------------------
# Links between the nodes of an information set. Where there is room, links avoid each other and other sets' nodes.
#
# Two nodes of one depth with no other node between them are linked by a straight line. If other nodes are between
# them, the link is a *bow*: it runs in a *lane* in front of the nodes, on the side of the root. Bows that would
# overlap take different lanes. A set with nodes at several depths has a *route* from each of these depths to the next
# one. The route runs in a lane of its own at both depths, and between the depths in a *channel*, a straight line in
# the direction of play. The route takes the cheapest channel: crossed items and detours have costs.

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
