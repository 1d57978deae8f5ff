"""A picture as plain data: lines, curves, markers and texts, which every back end draws in the same way.

Lengths are in points (1/72 inch), from the top left corner to the right and down. A style is a name, such as
``player1`` or ``muted``, for which a palette has the colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from lemke.show.drawing.fonts import ASCENT, DESCENT, width

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Shape: TypeAlias = Literal["disc", "ring", "square", "frame", "diamond", "rightward", "downward"]
"""Of a marker; the last two are triangles that stand for what is folded away, with the apex left and on top."""

SIZE = 9.0
"""Points of letters, if nothing else is said."""


class Edges(NamedTuple):
    """A box around something."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Edges) -> bool:
        """Return whether two boxes have a point in common that lies within one of them."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    style: str
    width: float = 0.8
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve of cubic Bézier pieces: a point, then for every piece its two control points and its end."""

    points: tuple[Point, ...]
    style: str
    width: float = 0.8
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """A node. ``size`` is half its width; ``tip`` is what is told of it on demand."""

    x: float
    y: float
    shape: Shape
    style: str
    size: float
    tip: str = ""

    @property
    def edges(self) -> Edges:
        """The box around it."""
        return Edges(self.x - self.size, self.y - self.size, self.x + self.size, self.y + self.size)


class Run(NamedTuple):
    """Letters of one style."""

    words: str
    style: str = "ink"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text of one or more styles. ``y`` is the line that letters stand on."""

    x: float
    y: float
    runs: tuple[Run, ...]
    anchor: Anchor = "start"
    size: float = SIZE
    bold: bool = False

    @property
    def words(self) -> str:
        """All its letters."""
        return "".join(run.words for run in self.runs)

    @property
    def edges(self) -> Edges:
        """The box around its letters, as wide as in DejaVu Sans."""
        long = width(self.words, self.size, self.bold)
        before = {"start": 0.0, "middle": long / 2, "end": long}[self.anchor]
        left = self.x - before
        return Edges(left, self.y - ASCENT * self.size, left + long, self.y + DESCENT * self.size)


@dataclass(frozen=True, slots=True)
class Dots:
    """Many rectangles of one size and style; ``places`` are their top left corners."""

    places: tuple[Point, ...]
    width: float
    height: float
    style: str
    opacity: float = 1.0


Item: TypeAlias = Line | Curve | Marker | Text | Dots


@dataclass(frozen=True, slots=True)
class Picture:
    """All there is to draw, from the back to the front.

    Attributes
    ----------
    width, height : float
    title : str
        A name for those who do not see the picture.
    description : str
        What is to be seen.
    items : tuple of Line, Curve, Marker, Text and Dots
    """

    width: float
    height: float
    title: str
    description: str
    items: tuple[Item, ...]

    @property
    def texts(self) -> list[Text]:
        """The texts."""
        return [item for item in self.items if isinstance(item, Text)]

    @property
    def markers(self) -> list[Marker]:
        """The markers."""
        return [item for item in self.items if isinstance(item, Marker)]


def rounded(points: Sequence[Point], radius: float) -> tuple[Point, ...]:
    """Return the points of a :class:`Curve` that follows a broken line, its corners rounded.

    >>> rounded([(0, 0), (0, 10), (10, 10)], 4)[:4]
    ((0, 0), (0, 0), (0.0, 6.0), (0.0, 6.0))
    """
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        enter, leave = _towards(corner, before, radius), _towards(corner, after, radius)
        found += [found[-1], enter, enter, corner, corner, leave]
    return (*found, found[-1], points[-1], points[-1])


def _towards(start: Point, end: Point, length: float) -> Point:
    """Return the point so far from the start, at most half the way."""
    across, down = end[0] - start[0], end[1] - start[1]
    distance = (across**2 + down**2) ** 0.5
    share = min(0.5, length / distance) if distance else 0.0
    return (start[0] + share * across, start[1] + share * down)
