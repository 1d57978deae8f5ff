"""The picture of a game tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lemke.game import CHANCE, Game
from lemke.ground import limits
from lemke.show.drawing.captions import Captions, Weight
from lemke.show.drawing.channels import OVER_EDGE, OVER_NODE, OVER_TEXT, Channels
from lemke.show.drawing.excerpt import Drawn
from lemke.show.drawing.links import Bow, Links, Route
from lemke.show.drawing.orientation import RADIUS, Orientation
from lemke.show.drawing.palette import player_shape, player_style
from lemke.show.drawing.picture import Curve, Edges, Item, Line, Marker, Point, Shape, Text, rounded

LANE = 4.5
"""From lane to lane."""
TURN = 7.0
"""How far from its node a bow has reached its lane."""
THICK = {"played": 2.0, "plain": 0.8, "never": 0.8}


@dataclass(frozen=True)
class Scene:
    """An excerpt of a game, laid out.

    Attributes
    ----------
    game : Game
    drawn : tuple of Drawn
    places : tuple of float
        Of the nodes, across.
    texts : Captions
    links : Links
    way : Orientation
    """

    game: Game
    drawn: Sequence[Drawn]
    places: Sequence[float]
    texts: Captions
    links: Links
    way: Orientation

    def items(self) -> list[Item]:
        """Return all that is drawn, from the back to the front."""
        shoulders, levels = self._alongs()
        moves = [place for place, each in enumerate(self.drawn) if each.above >= 0]
        moves.sort(key=lambda place: ("never", "plain", "played").index(self.texts.weights[place]))
        lines = [line for place in moves for line in self._edge(place, shoulders, levels)]
        texts = self._texts(shoulders, levels)
        markers = [self._marker(place, levels) for place in range(len(self.drawn))]
        links = [self._bow(bow, levels) for bow in self.links.bows]
        return [*lines, *links, *self._routes(levels, lines, texts, markers), *markers, *texts]

    def _columns(self) -> list[list[int]]:
        columns: list[list[int]] = [[] for _ in range(1 + self.drawn[-1].depth)]
        for place, each in enumerate(self.drawn):
            columns[each.depth].append(place)
        return columns

    def _alongs(self) -> tuple[list[float], list[float]]:
        """Return, for every depth, where edges become straight and where the nodes stand."""
        shoulders, levels = [0.0], [0.0]
        columns = self._columns()
        for depth, (above, column) in enumerate(pairwise(columns), 1):
            lanes = _front(self.links.lanes[depth]) + 3.5 if self.links.lanes[depth] else RADIUS + 3
            room = self.way.label_room(self.texts, column)
            end = max(self.way.end_room(self.texts.ends[place]) for place in above)
            shoulders.append(levels[-1] + self.way.slant(self._slant(column), end, room))
            levels.append(shoulders[-1] + room + lanes)
        return shoulders, levels

    def _slant(self, column: Sequence[int]) -> float:
        """Return how long the slanting parts of the edges to a depth are: longer, if they spread far."""
        spread = max(abs(self.places[place] - self.places[self.drawn[place].above]) for place in column)
        return min(max(18.0, 0.16 * spread * self.way.unit), 48.0)

    def _across(self, place: int) -> float:
        return self.places[place] * self.way.unit

    def _edge(self, place: int, shoulders: Sequence[float], levels: Sequence[float]) -> list[Line]:
        limits.check()
        each = self.drawn[place]
        weight: Weight = self.texts.weights[place]
        style = "pale" if weight == "never" else "line"
        owner = int(self.game.player[self.drawn[each.above].node])
        if weight == "played" and owner != CHANCE:
            style = player_style(owner)
        start, end = levels[each.depth - 1], levels[each.depth]
        shoulder, across = shoulders[each.depth], self._across(place)
        slanting = (self.way.point(start, self._across(each.above)), self.way.point(shoulder, across))
        free = self.way.straight(self.texts.moves[place], shoulder)
        last = self.way.point(end, across)
        if free == shoulder:
            return [Line((*slanting, last), style, THICK[weight])]
        rest = (self.way.point(free, across), last)
        return [Line(slanting, style, THICK[weight]), Line(rest, style, THICK[weight])]

    def _marker(self, place: int, levels: Sequence[float]) -> Marker:
        each = self.drawn[place]
        x, y = self.way.point(levels[each.depth], self._across(place))
        tip = self.texts.tips[place]
        player = int(self.game.player[each.node])
        match each.kind:
            case "leaf":
                return Marker(x, y, "disc", "ink", 1.6, tip)
            case "decision":
                if player == CHANCE:
                    return Marker(x, y, "diamond", "chance", RADIUS + 0.8, tip)
                return Marker(x, y, player_shape(player), player_style(player), RADIUS, tip)
        shape: Shape = "rightward" if self.way.point(1, 0) == (1, 0) else "downward"
        style = "chance" if player == CHANCE or each.kind == "rest" else player_style(player)
        return Marker(x, y, shape, style, RADIUS + 1, tip)

    def _texts(self, shoulders: Sequence[float], levels: Sequence[float]) -> list[Text]:
        found: list[Text] = []
        for place, each in enumerate(self.drawn):
            along, across = levels[each.depth], self._across(place)
            found += self.way.move_text(self.texts.moves[place], shoulders[each.depth], across)
            found += self.way.end_text(self.texts.ends[place], along, across)
            if place in self.texts.sets:
                lanes = self.links.lanes[each.depth]
                front = _front(lanes) + 3.5 if lanes else RADIUS + (4.5 if place == 0 else 3)
                found.append(self.way.set_text(self.texts.sets[place], along - front, across, place == 0))
        return found

    def _bow(self, bow: Bow, levels: Sequence[float]) -> Line | Curve:
        style = player_style(self.game.information_sets[bow.information_set].player)
        along = levels[self.drawn[bow.one].depth]
        one, two = self._across(bow.one), self._across(bow.two)
        ends = (along, one), (along, two)
        if not bow.lane:
            return Line(tuple(self.way.point(*each) for each in ends), style, 1.1, dashed=True)
        front = along - _front(bow.lane)
        return self._dashed([ends[0], (front, one + TURN), (front, two - TURN), ends[1]], style)

    def _dashed(self, points: Sequence[Point], style: str) -> Curve:
        return Curve(rounded([self.way.point(*each) for each in points], TURN), style, 1.1, dashed=True)

    def _routes(
        self, levels: Sequence[float], lines: Sequence[Line], texts: Sequence[Text], markers: Sequence[Marker]
    ) -> list[Curve]:
        """Return the links between depths, each in the channel where it meets least of what is there already."""
        met = [(_wider(text.edges, 2), OVER_TEXT) for text in texts]
        met += [(_wider(marker.edges, 3), OVER_NODE) for marker in markers]
        met += [(_wider(_bounds(line.points[-2:]), 2), OVER_EDGE) for line in lines]
        channels = Channels([(self.way.turned(edges), cost) for edges, cost in met])
        return [self._route(route, levels, channels) for route in self.links.routes]

    def _route(self, route: Route, levels: Sequence[float], channels: Channels) -> Curve:
        limits.check()
        one, two = (levels[self.drawn[place].depth] for place in (route.one, route.two))
        start, end = self._across(route.one), self._across(route.two)
        first, last = one - _front(route.lanes[0]), two - _front(route.lanes[1])
        across = channels.taken(first, last, start, end)
        points = [(one, start), (first, start + _turn(start, across)), (first, across)]
        points += [(last, across), (last, end + _turn(end, across)), (two, end)]
        return self._dashed(points, player_style(self.game.information_sets[route.information_set].player))


def _front(lane: int) -> float:
    """Return how far in front of the nodes a lane is."""
    return RADIUS + LANE * lane


def _turn(place: float, channel: float) -> float:
    """Return how far from its node towards the channel a route has reached its lane."""
    return max(-TURN, min(TURN, (channel - place) / 2))


def _bounds(points: Sequence[Point]) -> Edges:
    across, down = zip(*points, strict=True)
    return Edges(min(across), min(down), max(across), max(down))


def _wider(edges: Edges, by: float) -> Edges:
    return Edges(edges.left - by, edges.top - by, edges.right + by, edges.bottom + by)
