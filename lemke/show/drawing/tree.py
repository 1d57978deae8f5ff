"""The picture of a game tree: from left to right, where every leaf is a row, or downwards, as in textbooks.

Positions are `along` the direction of play and `across` it. The edge of a move has a slanting part and then a straight
part, which carries the move's label. Along the straight part follow: the label, the name of the information set, the
lanes of links, the node. The shoulder is the position along at which the straight part begins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from lemke.certificate import Equilibrium
from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.strategy import Profile, check_profile
from lemke.ground import limits
from lemke.show.drawing.captions import Captions, captions, framed
from lemke.show.drawing.excerpt import DrawnNode, columns_of, drawn_sets, excerpt
from lemke.show.drawing.layout import tidy
from lemke.show.drawing.links import OVER_EDGE, OVER_NODE, OVER_TEXT, Channels, Link, Links, links
from lemke.show.drawing.marks import Marks, linked, trees
from lemke.show.drawing.picture import (
    Area,
    Box,
    Curve,
    Item,
    Line,
    Marker,
    PaperPoint,
    Picture,
    Run,
    Shape,
    Text,
    around,
    player_shape,
    player_style,
    rounded,
)
from lemke.show.drawing.words import width

RADIUS = 3.4
"""The radius of a node."""
GAP = 5.0
"""The gap between items that should not touch."""
ROW = 16.5
"""The distance from leaf to leaf, if every leaf is a row."""
STACKED = 10.5
"""The distance between lines of text that are stacked."""
SPACE, COMMA = Run(" "), Run(", ", "muted")
LANE = 4.5
"""The distance from lane to lane."""
TURN = 7.0
"""The distance across from its node at which a bow has reached its lane."""
GROUND = 0.16
"""The opacity of shaded subgames; a subgame within another one is darker."""
THICK = {"played": 2.0, "plain": 0.8, "never": 0.8}


def tree_picture(
    game: Game, profile: Profile | Equilibrium | None, down: bool, nodes: int, depth: int, marked: Marks
) -> Picture:
    """Return the picture of a game tree; the parameters and errors are those of :func:`lemke.draw`."""
    played = profile.profile if isinstance(profile, Equilibrium) else profile
    if played is not None:
        check_profile(game, played)
    if nodes < 1 or depth < 0:
        raise InputError(f"{nodes} nodes down to depth {depth}, expected at least 1 node and depth 0")
    drawn = excerpt(game, played, nodes, depth)
    sets = drawn_sets(game, drawn)
    # the text at a leaf or a folded subtree reaches into the next depth, so such a node takes up two depths
    places = tidy([node.above for node in drawn], [1 if node.kind == "decision" else 2 for node in drawn])
    texts = captions(game, drawn, sets)
    members, players = linked(game, drawn, marked)
    way = _Downward(drawn, places, texts) if down else _Sideways()
    scene = _Scene(game, drawn, places, texts, links(drawn, places, members), players, way)
    grounds = [area for style, roots in marked.roots.items() for area in scene.grounds(roots, style)]
    return framed(game, played, drawn, [*grounds, *scene.items()], marked)


@dataclass(frozen=True)
class _Scene:
    """An excerpt of a game with its layout; ``places`` are positions of nodes across, in units of the layout."""

    game: Game
    drawn: Sequence[DrawnNode]
    places: Sequence[float]
    texts: Captions
    links: Links
    players: Mapping[int, int]  # of the sets that are linked
    way: _Sideways

    def items(self) -> list[Item]:
        """Return all items, from the back to the front."""
        moves = [node for node, shown in enumerate(self.drawn) if shown.above >= 0]
        moves.sort(key=lambda node: ("never", "plain", "played").index(self.texts.weights[node]))
        nodes = range(len(self.drawn))
        lines = [replace(line, nodes=(node,)) for node in moves for line in self._edge(node)]
        texts = [replace(text, nodes=(node,)) for node in nodes for text in self._texts(node)]
        markers = [replace(self._marker(node), nodes=(node,)) for node in nodes]
        bows = [self._link(bow) for bow in self.links.bows]
        return [*lines, *bows, *self._routes(lines, texts, markers), *markers, *texts]

    def grounds(self, roots: frozenset[int], style: str) -> list[Area]:
        """Return the shaded areas of subgames: at every depth as wide as the subtree, so that they do not overlap."""
        shoulders, levels = self._alongs
        before, after = self.way.margins
        areas = []
        for root, members in trees(self.drawn, roots).items():
            across: dict[int, list[float]] = defaultdict(list)
            end = 0.0
            for node in members:
                depth, written = self.drawn[node].depth, self.way.end_room(self.texts.ends[node])
                end = max(end, levels[depth] + max(written, RADIUS) + GAP)
                for level in (depth, depth + 1) if written else (depth,):  # a text takes up the next depth too
                    across[level].append(self.places[node] * self.way.unit)
            low: list[PaperPoint] = []
            high: list[PaperPoint] = []
            for depth, (shoulder, beyond) in enumerate(pairwise([*shoulders, end])):
                start = levels[depth] - RADIUS - 4 if depth == self.drawn[root].depth else shoulder
                for along in (start, min(beyond, end)) if across[depth] and start < end else ():
                    low.append(self.way.point(along, min(across[depth]) - before))
                    high.append(self.way.point(along, max(across[depth]) + after))
            areas.append(Area((*low, *reversed(high)), style, GROUND))
        return areas

    @cached_property
    def _alongs(self) -> tuple[list[float], list[float]]:
        """For every depth, the positions along of the shoulders and of the nodes."""
        shoulders, levels = [0.0], [0.0]
        for depth, (above, column) in enumerate(pairwise(columns_of(self.drawn)), 1):
            room = self.way.label_room(self.texts, column)
            end = max(self.way.end_room(self.texts.ends[node]) for node in above)
            spread = max(abs(self.places[node] - self.places[self.drawn[node].above]) for node in column)
            least = min(max(18.0, 0.16 * spread * self.way.unit), 48.0)  # longer, if the edges spread far
            shoulders.append(levels[-1] + self.way.slant(least, end, room))
            levels.append(shoulders[-1] + room + self._front(depth, 3))
        return shoulders, levels

    def _front(self, depth: int, bare: float) -> float:
        """Return the distance from the nodes of a depth to the front of their lanes, or ``bare`` without lanes."""
        lanes = self.links.lanes[depth]
        return _lane(lanes) + 3.5 if lanes else RADIUS + bare

    def _place(self, node: int) -> tuple[float, float]:
        """Return the position of a node, along and across."""
        return self._alongs[1][self.drawn[node].depth], self.places[node] * self.way.unit

    def _edge(self, node: int) -> list[Line]:
        limits.check()
        above = self.drawn[node].above
        weight = self.texts.weights[node]
        player, style = int(self.game.player[self.drawn[above].node]), "pale" if weight == "never" else "line"
        if weight == "played" and player != CHANCE:
            style = player_style(player)
        along, across = self._place(node)
        shoulder = self._alongs[0][self.drawn[node].depth]
        slanting = (self.way.point(*self._place(above)), self.way.point(shoulder, across))
        free, end = self.way.straight(self.texts.moves[node], shoulder), self.way.point(along, across)
        parts = [(*slanting, end)] if free == shoulder else [slanting, (self.way.point(free, across), end)]
        return [Line(part, style, THICK[weight]) for part in parts]

    def _marker(self, node: int) -> Marker:
        shown, tip = self.drawn[node], self.texts.tips[node]
        x, y = self.way.point(*self._place(node))
        player = int(self.game.player[shown.node])
        if shown.kind == "leaf":
            return Marker(x, y, "disc", "ink", 1.6, tip)
        if shown.kind != "decision":
            style = "chance" if player == CHANCE or shown.kind == "rest" else player_style(player)
            return Marker(x, y, self.way.folded, style, RADIUS + 1, tip)
        if player == CHANCE:
            return Marker(x, y, "diamond", "chance", RADIUS + 0.8, tip)
        return Marker(x, y, player_shape(player), player_style(player), RADIUS, tip)

    def _texts(self, node: int) -> list[Text]:
        along, across = self._place(node)
        depth, root = self.drawn[node].depth, node == 0
        texts = self.way.move_text(self.texts.moves[node], self._alongs[0][depth], across)
        texts += self.way.end_text(self.texts.ends[node], along, across)
        if node in self.texts.sets:
            front = self._front(depth, 4.5 if root else 3)
            texts.append(self.way.set_text(self.texts.sets[node], along - front, across, root))
        return texts

    def _routes(self, lines: Sequence[Line], texts: Sequence[Text], markers: Sequence[Marker]) -> list[Line | Curve]:
        """Return the links between depths, each in the channel that crosses the least."""
        obstacles = [(text.box.wider(2), OVER_TEXT) for text in texts]
        obstacles += [(marker.box.wider(3), OVER_NODE) for marker in markers]
        obstacles += [(around(line.points[-2:]).wider(2), OVER_EDGE) for line in lines]
        channels = Channels([(self.way.turned(box), cost) for box, cost in obstacles])
        return [self._link(route, channels) for route in self.links.routes]

    def _link(self, link: Link, channels: Channels | None = None) -> Line | Curve:
        """Return the line of a link: straight, or in its lanes and, between two depths, in a channel."""
        limits.check()
        nodes = (link.start, link.end)
        style = player_style(self.players[link.information_set])
        (upper, start), (lower, end) = ends = self._place(link.start), self._place(link.end)
        if link.lanes is None:
            return Line(tuple(self.way.point(*place) for place in ends), style, 1.1, dashed=True, nodes=nodes)
        first, last = upper - _lane(link.lanes[0]), lower - _lane(link.lanes[1])
        if channels is None:
            turns = [(first, start + TURN), (last, end - TURN)]
        else:
            across = channels.taken(first, last, start, end)
            turns = [(first, start + _turn(start, across)), (first, across)]
            turns += [(last, across), (last, end + _turn(end, across))]
        points = [self.way.point(*place) for place in (ends[0], *turns, ends[1])]
        return Curve(rounded(points, TURN), style, 1.1, dashed=True, nodes=nodes)


def _lane(lane: int) -> float:
    """Return the distance of a lane from the nodes."""
    return RADIUS + LANE * lane


def _turn(place: float, channel: float) -> float:
    """Return the signed distance across, from a node towards the channel, at which a route has reached its lane."""
    return max(-TURN, min(TURN, (channel - place) / 2))


class _Sideways:
    """Play from left to right. All lengths are in points."""

    unit = ROW
    """The length across of a unit of the layout."""
    folded: Shape = "rightward"
    """The marker of a folded subtree."""
    margins = (11.0, ROW - 11.0)
    """Margins across of a shaded area, before the first node (where labels are) and behind the last."""

    def point(self, along: float, across: float) -> PaperPoint:
        """Return a position as a point on paper."""
        return (along, across)

    def turned(self, box: Box) -> Box:
        """Return a box on paper as one along and across: left and right are along."""
        return box

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        """Return the length along of the labels of moves and information sets at these nodes of one depth."""
        return max(
            (_width(_joined(texts.moves[node], SPACE)) + 2 * GAP if texts.moves[node] else 0.0)
            + (width(texts.sets[node].words) + GAP if node in texts.sets else 0.0)
            for node in column
        )

    def end_room(self, runs: Sequence[Run]) -> float:
        """Return the length along of the text behind a node."""
        return RADIUS + GAP + _width(_joined(runs, COMMA)) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        """Return the length along of slanting parts: ``least``, or more if needed for texts behind the nodes above."""
        return max(least, end + GAP - straight)

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        """Return the label of a move whose edge is straight from ``shoulder`` on."""
        return [Text(shoulder + GAP / 2, across - 3.4, _joined(runs, SPACE))] if runs else []

    def set_text(self, run: Run, along: float, across: float, root: bool) -> Text:
        """Return the name of an information set that ends where the lanes begin."""
        return Text(along, across + (3.1 if root else -3.4), (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        """Return the text behind a node."""
        return [Text(along + RADIUS + GAP, across + 3.1, _joined(runs, COMMA))] if runs else []

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        """Return the position along from which the straight part of an edge is drawn, free of the label."""
        return shoulder


class _Downward(_Sideways):
    """Play from top to bottom; the unit across leaves room for the widest labels beside one another."""

    folded = "downward"

    def __init__(self, drawn: Sequence[DrawnNode], places: Sequence[float], texts: Captions) -> None:
        rooms = [2 * ROW]
        for left, right in pairwise(range(len(drawn))):
            if drawn[left].depth == drawn[right].depth:
                apart = places[right] - places[left]
                halves = sum(max(_widest(texts.moves[node]), _widest(texts.ends[node])) / 2 for node in (left, right))
                rooms.append((halves + GAP) / apart)
                if right in texts.sets:
                    rooms.append((width(texts.sets[right].words) + 3 * GAP) / apart)
        self.unit = max(rooms)
        self.margins = (self.unit / 2, self.unit / 2)

    def point(self, along: float, across: float) -> PaperPoint:
        return (across, along)

    def turned(self, box: Box) -> Box:
        return Box(box.top, box.left, box.bottom, box.right)

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        lines = max(len(texts.moves[node]) for node in column)
        named = any(node in texts.sets for node in column)
        return lines * STACKED + (2 * GAP if lines else 0.0) + (STACKED if named else 0.0)

    def end_room(self, runs: Sequence[Run]) -> float:
        return RADIUS + GAP + STACKED * len(runs) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        return max(least, end + GAP) if end else least  # labels stand beside the nodes above them

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        return _stacked(runs, shoulder + 2.5, across)

    def set_text(self, run: Run, along: float, across: float, root: bool) -> Text:
        return Text(across, along, (run,), "middle") if root else Text(across - GAP, along - 2.0, (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        return _stacked(runs, along + RADIUS + 2, across)

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        return shoulder + (STACKED * len(runs) + 4.5 if runs else 0.0)


def _stacked(runs: Sequence[Run], top: float, across: float) -> list[Text]:
    return [Text(across, top + STACKED * k - 1.5, (run,), "middle") for k, run in enumerate(runs, 1)]


def _joined(runs: Sequence[Run], by: Run) -> tuple[Run, ...]:
    """Return the runs with another between them."""
    return tuple(part for run in runs for part in (by, run))[1:]


def _width(runs: Sequence[Run]) -> float:
    return sum(width(run.words) for run in runs)


def _widest(runs: Sequence[Run]) -> float:
    return max((width(run.words) for run in runs), default=0.0)
