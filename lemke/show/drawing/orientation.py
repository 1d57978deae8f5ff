"""The two ways to lay a tree out: from left to right, where every leaf is a row, and downwards, as textbooks do.

Both have a direction of play, `along`, and one `across` it. A move's edge leaves its node aslant and ends straight;
its label stands on the straight part. From the slanting part to the node there follow: the label, the name of the
information set, the lanes of links, the node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from lemke.show.drawing.captions import Captions
from lemke.show.drawing.excerpt import Drawn
from lemke.show.drawing.fonts import width
from lemke.show.drawing.picture import SIZE, Edges, Point, Run, Text

RADIUS = 3.4
"""Of a node."""
GAP = 5.0
"""Between things that should not touch."""
ROW = 16.5
"""From leaf to leaf, where these are rows; from line to line where lines are stacked it is less."""
STACKED = 10.5


class Orientation(ABC):
    """Where things stand. All lengths are in points."""

    unit: float
    """Across, per unit of the layout."""

    @abstractmethod
    def point(self, along: float, across: float) -> Point:
        """Return the place on paper."""

    @abstractmethod
    def turned(self, edges: Edges) -> Edges:
        """Return a box on paper as one along and across: left and right are along."""

    @abstractmethod
    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        """Return the length along of the labels of moves and information sets at these nodes of one depth."""

    @abstractmethod
    def end_room(self, runs: Sequence[Run]) -> float:
        """Return the length along of what is written behind a node."""

    @abstractmethod
    def slant(self, least: float, end: float, straight: float) -> float:
        """Return how long the slanting part of the edges from one depth to the next is.

        That is ``least``, or what texts of length ``end`` behind nodes of the first depth need, where labels and names
        take the length ``straight``.
        """

    @abstractmethod
    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        """Return the label of a move whose edge is straight from ``shoulder`` on."""

    @abstractmethod
    def set_text(self, run: Run, along: float, across: float, root: bool) -> Text:
        """Return the name of an information set that ends where the lanes begin."""

    @abstractmethod
    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        """Return what is written behind a node."""

    @abstractmethod
    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        """Return where, along, the straight part of an edge begins that its label leaves free."""


def parted(runs: Iterable[Run], by: Run) -> Iterator[Run]:
    """Return the runs with another between them."""
    for k, run in enumerate(runs):
        if k:
            yield by
        yield run


class _Sideways(Orientation):
    """From left to right."""

    unit = ROW

    def point(self, along: float, across: float) -> Point:
        return (along, across)

    def turned(self, edges: Edges) -> Edges:
        return edges

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        rooms = [0.0]
        for place in column:
            words = [*texts.moves[place]]
            own = _wide(parted(words, Run(" "))) + 2 * GAP if words else 0.0
            rooms.append(own + (_wide([texts.sets[place]]) + GAP if place in texts.sets else 0.0))
        return max(rooms)

    def end_room(self, runs: Sequence[Run]) -> float:
        return RADIUS + GAP + _wide(parted(runs, Run(", "))) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        return max(least, end + GAP - straight)

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        return [Text(shoulder + GAP / 2, across - 3.4, tuple(parted(runs, Run(" "))))] if runs else []

    def set_text(self, run: Run, along: float, across: float, root: bool) -> Text:
        return Text(along, across + (3.1 if root else -3.4), (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        return [Text(along + RADIUS + GAP, across + 3.1, tuple(parted(runs, Run(", ", "muted"))))] if runs else []

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        return shoulder


class _Downward(Orientation):
    """From top to bottom; moves are as far apart as the widest labels beside one another ask for."""

    def __init__(self, drawn: Sequence[Drawn], places: Sequence[float], texts: Captions) -> None:
        need = [2 * ROW]
        for (one, two), apart in _neighbours(drawn, places):
            left = max(_widest(texts.moves[one]), _widest(texts.ends[one])) / 2
            right = max(_widest(texts.moves[two]), _widest(texts.ends[two])) / 2
            need.append((left + right + GAP) / apart)
            if two in texts.sets:
                need.append((_wide([texts.sets[two]]) + 3 * GAP) / apart)
        self.unit = max(need)

    def point(self, along: float, across: float) -> Point:
        return (across, along)

    def turned(self, edges: Edges) -> Edges:
        return Edges(edges.top, edges.left, edges.bottom, edges.right)

    def label_room(self, texts: Captions, column: Sequence[int]) -> float:
        lines = max(len(texts.moves[place]) for place in column)
        named = any(place in texts.sets for place in column)
        return lines * STACKED + (2 * GAP if lines else 0.0) + (STACKED if named else 0.0)

    def end_room(self, runs: Sequence[Run]) -> float:
        return RADIUS + GAP + STACKED * len(runs) if runs else 0.0

    def slant(self, least: float, end: float, straight: float) -> float:
        return max(least, end + GAP) if end else least  # labels stand beside the nodes above them

    def move_text(self, runs: Sequence[Run], shoulder: float, across: float) -> list[Text]:
        return self._stacked(runs, shoulder + 2.5, across)

    def set_text(self, run: Run, along: float, across: float, root: bool) -> Text:
        return Text(across, along, (run,), "middle") if root else Text(across - GAP, along - 2.0, (run,), "end")

    def end_text(self, runs: Sequence[Run], along: float, across: float) -> list[Text]:
        return self._stacked(runs, along + RADIUS + 2, across)

    def straight(self, runs: Sequence[Run], shoulder: float) -> float:
        return shoulder + (STACKED * len(runs) + 4.5 if runs else 0.0)

    def _stacked(self, runs: Sequence[Run], top: float, across: float) -> list[Text]:
        return [Text(across, top + STACKED * k - 1.5, (run,), "middle") for k, run in enumerate(runs, 1)]


SIDEWAYS: Orientation = _Sideways()
"""From left to right."""


def downward(drawn: Sequence[Drawn], places: Sequence[float], texts: Captions) -> Orientation:
    """Return the way from top to bottom, given what is to be drawn."""
    return _Downward(drawn, places, texts)


def _neighbours(drawn: Sequence[Drawn], places: Sequence[float]) -> Iterator[tuple[tuple[int, int], float]]:
    """Return the pairs of nodes side by side at one depth, and how far they are apart."""
    for one, two in pairwise(range(len(drawn))):
        if drawn[one].depth == drawn[two].depth:
            yield (one, two), places[two] - places[one]


def _wide(runs: Iterable[Run]) -> float:
    return sum(width(run.words, SIZE) for run in runs)


def _widest(runs: Sequence[Run]) -> float:
    return max((_wide([run]) for run in runs), default=0.0)
