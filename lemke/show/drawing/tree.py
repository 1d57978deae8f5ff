"""The picture of a game tree: from left to right, or downwards, as in textbooks.

Positions are *along* the direction of play and *across* it. The edge of a move has a slanting part and then a straight
part. Along the straight part follow: the label of the move, the name of the information set, the lanes of links, the
node. The *shoulder* is the position along at which the straight part begins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from numbers import Integral

from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.played import Played
from lemke.game.strategy import Profile, check_profile
from lemke.game.subgames import proper_subgames
from lemke.ground.rational import shown
from lemke.show.drawing.captions import Captions, captions, picture_with_captions
from lemke.show.drawing.layout import (
    NODES,
    OVER_EDGE,
    OVER_NODE,
    OVER_TEXT,
    Channels,
    DrawnNode,
    Link,
    columns_of,
    drawn_sets,
    excerpt,
    linked_sets,
    links,
    subtrees,
    tidy,
)
from lemke.show.drawing.picture import (
    Area,
    Box,
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
    rounded_curve,
    width,
)

RADIUS = 3.4
"""The radius of a player's node."""
GAP = 5.0
"""The gap between items that should not touch."""
ROW = 16.5
"""The least distance across of two nodes of one depth, if play goes from left to right."""
ABOVE = 3.4
"""How far above an edge the baseline of its label is."""
BELOW_MIDDLE = 3.1
"""How far below the middle of its letters the baseline of a text is."""
LINE_DISTANCE = 10.5
"""The distance between lines of text, if play goes downwards."""
SPACE, COMMA = Run(" "), Run(", ", "muted")
LANE = 4.5
"""The distance from lane to lane."""
TURN = 7.0
"""A link reaches its lane at this distance across from the node."""
GROUND = 0.16
"""The opacity of shaded subgames; a subgame within another one is darker."""
THICKNESS = {"played": 2.0, "plain": 0.8, "unplayed": 0.8}
"""The thickness of edges."""


def tree_picture(
    game: Game,
    result: Profile | Played | None = None,
    *,
    down: bool = False,
    depth: int | None = None,
    subgames: bool = False,
    augmented: int | None = None,
    nodes: int = NODES,
) -> Picture:
    """Return the picture of a game tree, with at most ``nodes`` nodes if ``depth`` is None.

    If the result has stated or proved beliefs, they are in brackets at the nodes. The other parameters and the errors
    are those of :func:`lemke.draw`.
    """
    profile, assessment = (result.profile, result.assessment) if isinstance(result, Played) else (result, None)
    if profile is not None:
        check_profile(game, profile)
    if depth is not None and not (isinstance(depth, Integral) and depth >= 0):
        raise InputError(f"depth={shown(depth)}, expected depth >= 0")
    if augmented is not None and not (isinstance(augmented, Integral) and 0 <= augmented < len(game.players)):
        raise InputError(f"augmented={shown(augmented)}, expected a player from 0 to {len(game.players) - 1}")
    drawn = excerpt(game, profile, depth, nodes)
    # the text at a leaf or a folded subtree reaches into the next depth, so such a node takes up two depths
    places = tidy([node.parent for node in drawn], [1 if node.kind == "decision" else 2 for node in drawn])
    texts = captions(game, drawn, drawn_sets(game, drawn), assessment)
    bows, routes, lanes = links(drawn, places, linked_sets(game, drawn, augmented))
    direction = _Downward(drawn, places, texts) if down else _Rightward()
    scene = _Scene(game, drawn, places, texts, bows, routes, lanes, direction)
    areas = scene.subgame_areas(set(proper_subgames(game).tolist()) - {0}) if subgames else []
    link = "information set" if augmented is None else "augmented information set"
    return picture_with_captions(game, profile, drawn, [*areas, *scene.items()], link)


@dataclass(frozen=True)
class _Scene:
    """An excerpt of a game with its layout. In its methods a node is an index in the excerpt."""

    game: Game
    drawn: Sequence[DrawnNode]
    places: Sequence[float]  # positions of nodes across, in units of the layout
    texts: Captions
    bows: Sequence[Link]  # links within a depth
    routes: Sequence[Link]  # links between two depths
    lanes: Sequence[int]  # the number of lanes at every depth
    direction: _Rightward  # of play

    def items(self) -> list[Item]:
        """Return all items, from the back to the front."""
        moves = [node for node, drawn_node in enumerate(self.drawn) if drawn_node.parent >= 0]
        # played edges in front
        moves.sort(key=lambda node: ("unplayed", "plain", "played").index(self.texts.weights[node]))
        nodes = range(len(self.drawn))
        lines = [replace(line, nodes=(node,)) for node in moves for line in self._edge(node)]
        texts = [replace(text, nodes=(node,)) for node in nodes for text in self._texts(node)]
        markers = [replace(self._marker(node), nodes=(node,)) for node in nodes]
        bows = [self._link(bow) for bow in self.bows]
        return [*lines, *bows, *self._routes(lines, texts, markers), *markers, *texts]

    def subgame_areas(self, roots: Container[int]) -> list[Area]:
        """Return the shaded areas of subgames. At every depth an area is as wide as the subtree there.

        The areas of disjoint subgames do not overlap.
        """
        shoulders, node_positions = self._depth_positions
        before, after = self.direction.margins
        areas = []
        for root, members in subtrees(self.drawn, roots).items():
            across: dict[int, list[float]] = defaultdict(list)  # by depth, the positions of nodes and of their texts
            end = 0.0  # of the area, along
            for node in members:
                depth, text_length = self.drawn[node].depth, self.direction.end_room(self.texts.ends[node])
                end = max(end, node_positions[depth] + max(text_length, RADIUS) + GAP)
                for text_depth in (depth, depth + 1) if text_length else (depth,):  # a text takes up the next depth too
                    across[text_depth].append(self.places[node] * self.direction.unit)
            low: list[PaperPoint] = []
            high: list[PaperPoint] = []
            for depth, (shoulder, next_shoulder) in enumerate(pairwise([*shoulders, end])):
                start = node_positions[depth] - RADIUS - 4 if depth == self.drawn[root].depth else shoulder
                for along in (start, min(next_shoulder, end)) if across[depth] and start < end else ():
                    low.append(self.direction.point(along, min(across[depth]) - before))
                    high.append(self.direction.point(along, max(across[depth]) + after))
            areas.append(Area(((*low, *reversed(high)),), "subgame", GROUND))
        return areas

    @cached_property
    def _depth_positions(self) -> tuple[list[float], list[float]]:
        """For every depth, the positions along of the shoulders and of the nodes."""
        shoulders, node_positions = [0.0], [0.0]
        for depth, (previous_column, column) in enumerate(pairwise(columns_of(self.drawn)), 1):
            room = self.direction.label_room(self.texts, column)
            end = max(self.direction.end_room(self.texts.ends[node]) for node in previous_column)
            spread = max(abs(self.places[node] - self.places[self.drawn[node].parent]) for node in column)
            least = min(max(18.0, 0.16 * spread * self.direction.unit), 48.0)  # longer, if the edges spread far
            shoulders.append(node_positions[-1] + self.direction.slant(least, end, room))
            node_positions.append(shoulders[-1] + room + self._front(depth, 3))
        return shoulders, node_positions

    def _front(self, depth: int, gap: float) -> float:
        """Return the distance along from the front of the lanes of a depth to its nodes; without lanes, a gap."""
        lanes = self.lanes[depth]
        return _lane_distance(lanes) + 3.5 if lanes else RADIUS + gap

    def _position(self, node: int) -> tuple[float, float]:
        """Return the position of a node, along and across."""
        return self._depth_positions[1][self.drawn[node].depth], self.places[node] * self.direction.unit

    def _edge(self, node: int) -> list[Line]:
        """Return the lines of the edge to a node: one, or two if the label of the move interrupts the edge."""
        parent = self.drawn[node].parent
        weight = self.texts.weights[node]
        player, style = int(self.game.player[self.drawn[parent].node]), "pale" if weight == "unplayed" else "line"
        if weight == "played" and player != CHANCE:
            style = player_style(player)
        along, across = self._position(node)
        shoulder = self._depth_positions[0][self.drawn[node].depth]
        slanting = (self.direction.point(*self._position(parent)), self.direction.point(shoulder, across))
        straight, end = self.direction.straight(self.texts.moves[node], shoulder), self.direction.point(along, across)
        lines: list[tuple[PaperPoint, ...]] = [(*slanting, end)]
        if straight != shoulder:  # a gap for the label
            lines = [slanting, (self.direction.point(straight, across), end)]
        return [Line(points, style, THICKNESS[weight]) for points in lines]

    def _marker(self, node: int) -> Marker:
        drawn_node, tip = self.drawn[node], self.texts.tips[node]
        x, y = self.direction.point(*self._position(node))
        player = int(self.game.player[drawn_node.node])
        if drawn_node.kind == "leaf":
            return Marker(x, y, "disc", "ink", 1.6, tip)
        if drawn_node.kind != "decision":
            style = "chance" if player == CHANCE else player_style(player)
            return Marker(x, y, self.direction.folded, style, RADIUS + 1, tip)
        if player == CHANCE:
            return Marker(x, y, "diamond", "chance", RADIUS + 0.8, tip)
        return Marker(x, y, player_shape(player), player_style(player), RADIUS, tip)

    def _texts(self, node: int) -> list[Text]:
        along, across = self._position(node)
        depth, is_root = self.drawn[node].depth, node == 0
        texts = self.direction.move_text(self.texts.moves[node], self._depth_positions[0][depth], across)
        texts += self.direction.end_text(self.texts.ends[node], along, across)
        if node in self.texts.sets:
            front = self._front(depth, 4.5 if is_root else 3)
            texts.append(self.direction.set_text(self.texts.sets[node], along - front, across, is_root))
        return texts

    def _routes(self, lines: Sequence[Line], texts: Sequence[Text], markers: Sequence[Marker]) -> list[Line]:
        """Return the links between depths; every link takes the channel that is cheapest for it."""
        obstacles = [(text.box.padded(2), OVER_TEXT) for text in texts]
        obstacles += [(marker.box.padded(3), OVER_NODE) for marker in markers]
        # the straight parts of edges, between their last two points
        obstacles += [(around(line.points[-2:]).padded(2), OVER_EDGE) for line in lines]
        channels = Channels([(self.direction.turned(box), cost) for box, cost in obstacles])
        return [self._link(route, channels) for route in self.routes]

    def _link(self, link: Link, channels: Channels | None = None) -> Line:
        """Return the line of a link: straight, or in its lanes and, between two depths, in a channel."""
        nodes = (link.start, link.end)
        style = player_style(link.player)
        ends = self._position(link.start), self._position(link.end)
        (start_along, start_across), (end_along, end_across) = ends
        if link.lanes is None:
            points = [self.direction.point(*position) for position in ends]
            return Line(tuple(points), style, 1.1, dashed=True, nodes=nodes)
        # the positions of both lanes along
        first, last = start_along - _lane_distance(link.lanes[0]), end_along - _lane_distance(link.lanes[1])
        if channels is None:
            turns = [(first, start_across + TURN), (last, end_across - TURN)]
        else:
            channel = channels.take(first, last, start_across, end_across)
            turns = [(first, start_across + _turn(start_across, channel)), (first, channel)]
            turns += [(last, channel), (last, end_across + _turn(end_across, channel))]
        points = [self.direction.point(*position) for position in (ends[0], *turns, ends[1])]
        return Line(rounded_curve(points, TURN), style, 1.1, dashed=True, curved=True, nodes=nodes)


def _lane_distance(lane: int) -> float:
    """Return the distance of a lane from the nodes."""
    return RADIUS + LANE * lane


def _turn(node: float, channel: float) -> float:
    """Return the signed distance across, from a node towards the channel, at which a route has reached its lane.

    The distance is at most half of that to the channel, so that both turns of the route fit.
    """
    return max(-TURN, min(TURN, (channel - node) / 2))


class _Rightward:
    """Play from left to right. All lengths are in points."""

    unit = ROW
    """The length across of a unit of the layout."""
    folded: Shape = "rightward"
    """The marker of a folded subtree."""
    margins = (11.0, ROW - 11.0)
    """Margins of a shaded area above the first node, where labels are, and below the last node; together one row."""

    def point(self, along: float, across: float) -> PaperPoint:
        """Return a position as a point on paper."""
        return (along, across)

    def turned(self, box: Box) -> Box:
        """Return a box on paper as a box whose left and right are positions along, top and bottom positions across."""
        return box

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        """Return the length along of the labels of moves and information sets at these nodes of one depth."""
        return max(
            (_width(_joined(texts.moves[node], SPACE)) + 2 * GAP if texts.moves[node] else 0.0)
            + (width(texts.sets[node].words) + GAP if node in texts.sets else 0.0)
            for node in column
        )

    def end_room(self, runs: Sequence[Run]) -> float:
        """Return the length along of the text after a node."""
        return RADIUS + GAP + _width(_joined(runs, COMMA)) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        """Return the length along of the slanting parts of edges: ``least``, or more if texts need it.

        The texts after nodes of the previous depth, of length ``end``, must end before the straight parts do.
        """
        return max(least, end + GAP - straight)

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        """Return the label of a move, given the shoulder of its edge."""
        return [Text(shoulder + GAP / 2, across - ABOVE, _joined(runs, SPACE))] if runs else []

    def set_text(self, run: Run, along: float, across: float, is_root: bool) -> Text:
        """Return the name of an information set that ends at ``along``, where the lanes begin."""
        return Text(along, across + (BELOW_MIDDLE if is_root else -ABOVE), (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        """Return the text after a node."""
        return [Text(along + RADIUS + GAP, across + BELOW_MIDDLE, _joined(runs, COMMA))] if runs else []

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        """Return the coordinate ``along`` at which the straight part of an edge begins, so that it crosses no label."""
        return shoulder  # labels are above edges


class _Downward(_Rightward):
    """Play from top to bottom. The unit across is so large that labels of neighboring nodes do not overlap."""

    folded = "downward"

    def __init__(self, drawn: Sequence[DrawnNode], places: Sequence[float], texts: Captions) -> None:
        units = [2 * ROW]  # the unit that each pair of neighbors needs
        for left, right in pairwise(range(len(drawn))):
            if drawn[left].depth == drawn[right].depth:
                distance = places[right] - places[left]
                halves = sum(max(_widest(texts.moves[node]), _widest(texts.ends[node])) / 2 for node in (left, right))
                units.append((halves + GAP) / distance)
                if right in texts.sets:
                    units.append((width(texts.sets[right].words) + 3 * GAP) / distance)
        self.unit = max(units)
        self.margins = (self.unit / 2, self.unit / 2)

    def point(self, along: float, across: float) -> PaperPoint:
        return (across, along)

    def turned(self, box: Box) -> Box:
        return Box(box.top, box.left, box.bottom, box.right)

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        lines = max(len(texts.moves[node]) for node in column)
        has_names = any(node in texts.sets for node in column)
        return lines * LINE_DISTANCE + (2 * GAP if lines else 0.0) + (LINE_DISTANCE if has_names else 0.0)

    def end_room(self, runs: Sequence[Run]) -> float:
        return RADIUS + GAP + LINE_DISTANCE * len(runs) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        return max(least, end + GAP) if end else least  # so that texts after nodes do not overlap labels

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        return _text_lines(runs, shoulder + 2.5, across)

    def set_text(self, run: Run, along: float, across: float, is_root: bool) -> Text:
        return Text(across, along, (run,), "middle") if is_root else Text(across - GAP, along - 2.0, (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        return _text_lines(runs, along + RADIUS + 2, across)

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        return shoulder + (LINE_DISTANCE * len(runs) + 4.5 if runs else 0.0)


def _text_lines(runs: Sequence[Run], top: float, across: float) -> list[Text]:
    """Return a centered line of text for every run, one below the other."""
    return [Text(across, top + LINE_DISTANCE * k - 1.5, (run,), "middle") for k, run in enumerate(runs, 1)]


def _joined(runs: Sequence[Run], separator: Run) -> tuple[Run, ...]:
    """Return the runs with a separator between them."""
    return tuple(part for run in runs for part in (separator, run))[1:]  # none before the first run


def _width(runs: Sequence[Run]) -> float:
    return sum(width(run.words) for run in runs)


def _widest(runs: Sequence[Run]) -> float:
    return max((width(run.words) for run in runs), default=0.0)
