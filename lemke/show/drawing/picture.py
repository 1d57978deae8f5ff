"""Pictures as plain data, and the texts in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias
from unicodedata import combining, east_asian_width

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.ground.rational import decimal, text

# ----------------------------------------------------------------------
# Texts in pictures: short numbers, exact if possible, short labels, and the widths of texts.
#
# Widths are measured in DejaVu Sans, which comes with matplotlib and is wider than most fonts that may replace it.

FONT = "DejaVu Sans"
SIZE = 9.0
"""The default size of letters, in points."""
ASCENT, DESCENT = 0.76, 0.22
"""Heights of letters above and below the baseline, as fractions of the size."""
LONG = 11
"""The largest number of characters of an exact number; a longer number is cut or rounded."""
ROOM = 100.0
"""The largest width of a label, in points."""

_UNITS = 1000
"""The size at which letters are measured."""


def number(value: mpq) -> str:
    """Return a number as text. A long number is cut after four decimals or, if very small or large, rounded.

    >>> number(mpq(-1, 3)), number(mpq(2)), number(mpq(123456789, 1000000007)), number(mpq(10) ** 40)
    ('−1/3', '2', '0.1234…', '≈1e+40')
    """
    words = text(value)
    if len(words) > LONG:
        words = f"≈{decimal(value, 3)}"
        if mpq(1, 1000) <= abs(value) < 10**6:  # cut after four decimals
            units, decimals = divmod(mpz(abs(value) * 10**4), 10**4)
            words = f"{'-' if value < 0 else ''}{units}.{int(decimals):04}…"
    # a minus sign in place of the hyphen, but not in exponents such as 1e-40
    return words.replace("-", "−") if words[:1] == "-" else words.replace("≈-", "≈−")


def label(words: str, room: float = ROOM, size: float = SIZE) -> str:
    r"""Return a label as one line at most ``room`` wide.

    A long label loses its middle, as labels differ most at the end.

    >>> label("a\n b"), label("round 1, pot 2, king", 60), label("round 1, pot 2, queen", 60)
    ('a b', 'ro…t 2, king', 'ro…2, queen')
    """
    # of a very long label only the ends are measured
    line = one_line(words if len(words) <= 200 else words[:100] + words[-100:])
    if width(line, size) <= room:
        return line
    front, back = fit_text(line, size, room / 3), line
    while width(front + back, size) > room:
        back = back[1:]
    return front + back.lstrip()


def length(value: float) -> str:
    """Return a length in points for a file, with two decimals at most.

    >>> length(3.0), length(-0.001), length(1.256)
    ('3', '0', '1.26')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def width(words: str, size: float = SIZE, bold: bool = False) -> float:
    """Return the width of a text, in the unit of ``size``; letters that the font does not have count as wide.

    >>> round(width("abc", 10)), width("", 10), width("日本", 10)
    (18, 0, 20.0)
    """
    return sum(_advance(letter, bold) for letter in words) * size


def fit_text(words: str, size: float, room: float, bold: bool = False) -> str:
    """Return a text, cut if it is wider than ``room``, with … at the cut.

    >>> fit_text("a long label", 10, 40), fit_text("short", 10, 40)
    ('a lon…', 'short')
    """
    front = words[: int(5 * room / size)]  # letters are wider than a fifth of the size
    if front == words and width(words, size, bold) <= room:
        return words
    while front and width(f"{front}…", size, bold) > room:
        front = front[:-1]
    return front.rstrip() + "…"


@cache
def _advance(letter: str, bold: bool) -> float:
    """Return the width of a letter as a fraction of the size."""
    font = _font(bold)
    if font.get_char_index(ord(letter)):
        return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536 / _UNITS  # a 16.16 fixed-point number
    if combining(letter):
        return 0.0
    # the font does not have it: emoji, which are wide and beyond the basic plane, are wider than other letters
    return 1.4 if east_asian_width(letter) in "WF" and ord(letter) > 0xFFFF else 1.0


@cache
def _font(bold: bool) -> Any:
    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font

    font = FT2Font(str(Path(mpl.get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")))
    font.set_size(_UNITS, 72)  # at 72 dots per inch a dot is a point
    return font


# ----------------------------------------------------------------------
# A picture as plain data: lines, areas, markers and texts, which every format draws in the same way.
#
# Lengths are in points (1/72 inch). Coordinates count from the top left corner to the right and down. A style is a
# name, such as ``player1`` or ``muted``; the palette has the colors of every style. In the picture of a tree, the
# member ``nodes`` of an item has the nodes to which the item belongs, as indices in the excerpt: for an edge and its
# texts the node after the edge, for a link both ends.
#
# On light paper, lines and markers of the first six players have the colors of M. Okabe and K. Ito (2002, Color
# universal design), which nearly everybody can tell apart. Dark paper has lighter shades of these colors. Texts have
# other shades, for contrast with the paper.

PaperPoint: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Shape: TypeAlias = Literal["disc", "ring", "square", "frame", "diamond", "rightward", "downward"]
"""Shapes of markers. ``rightward`` and ``downward`` are triangles for folded subtrees, with the apex on the left and on
top."""
RIM = 1.6
"""The thickness of a hollow marker's rim. In rings and frames it lies within the marker's size."""


PLAYERS = (
    (("#0072b2", "#56b4e9"), ("#005f95", "#6cc0ef")),
    (("#d55e00", "#ff8c3b"), ("#a84800", "#ff9b57")),
    (("#009e73", "#2fc79b"), ("#00724f", "#3fd0a6")),
    (("#cc79a7", "#e394bf"), ("#9c3f73", "#eaa6ca")),
    (("#e69f00", "#f2b632"), ("#835a00", "#f2b632")),
    (("#56b4e9", "#8ecdf2"), ("#1b6a97", "#8ecdf2")),
    (("#8c6d31", "#c7a55e"), ("#6e5524", "#d2b272")),
)
"""For each player, the colors of lines and markers, and the colors of texts."""
SHAPES: tuple[Shape, ...] = ("disc", "ring", "square", "frame")
"""Shapes of the players' nodes, by which up to four players can be told apart without colors."""

PALETTE: Mapping[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#14171c"),
    "ink": ("#1b1f24", "#e8eaed"),
    "line": ("#57606a", "#a9b1bb"),
    "muted": ("#5f6770", "#a3abb5"),
    "pale": ("#c3c9d0", "#4a525c"),
    "chance": ("#57606a", "#a9b1bb"),
    "subgame": ("#7a8fb5", "#7f96c4"),
    "positive": ("#0072b2", "#56b4e9"),
    "negative": ("#d55e00", "#ff8c3b"),
    **{f"player{k}": shades for k, (shades, _) in enumerate(PLAYERS, 1)},
    **{f"player{k}-text": shades for k, (_, shades) in enumerate(PLAYERS, 1)},
}
"""The colors of every style, on light and on dark paper."""
LIGHT = {style: light for style, (light, _) in PALETTE.items()}
"""The color of every style on light paper, for pictures that do not know the paper."""


def player_style(player: int) -> str:
    """Return the style of a player's nodes and lines; after the last color, the first is used again."""
    return f"player{player % len(PLAYERS) + 1}"


def player_shape(player: int) -> Shape:
    """Return the shape of a player's nodes."""
    return SHAPES[player % len(SHAPES)]


class Box(NamedTuple):
    """A rectangle around an item."""

    left: float
    top: float
    right: float
    bottom: float

    def padded(self, length: float) -> Box:
        """Return the box that is larger by this length on every side."""
        return Box(self.left - length, self.top - length, self.right + length, self.bottom + length)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, or a curve of cubic Bézier segments.

    The points of a curve are its start, then two control points and the end of each segment.
    """

    points: tuple[PaperPoint, ...]
    style: str
    width: float = 0.8
    dashed: bool = False
    curved: bool = False
    nodes: tuple[int, ...] = ()

    @property
    def box(self) -> Box:
        """The box around the line."""
        return around(self.points).padded(self.width / 2)


@dataclass(frozen=True, slots=True)
class Marker:
    """The symbol of a node. ``tip`` is the text that appears when the mouse is on it.

    ``size`` is half of the width; squares and frames are a tenth smaller.
    """

    x: float
    y: float
    shape: Shape
    style: str
    size: float
    tip: str = ""
    nodes: tuple[int, ...] = ()

    @property
    def box(self) -> Box:
        """The box around the marker."""
        return Box(self.x, self.y, self.x, self.y).padded(self.size)

    @property
    def hollow(self) -> bool:
        """Whether the marker is only a rim, filled with the color of the paper."""
        return self.shape not in ("disc", "square", "diamond")

    @property
    def radius(self) -> float:
        """The radius of a disc, or of the middle of a ring's rim."""
        return self.size - (RIM / 2 if self.hollow else 0)

    @property
    def corners(self) -> list[PaperPoint]:
        """The corners of the marker; none for a disc or a ring."""
        x, y, r = self.x, self.y, self.size
        match self.shape:
            case "disc" | "ring":
                return []
            case "diamond":
                return [(x - r, y), (x, y - r), (x + r, y), (x, y + r)]
            case "rightward":
                return [(x - r, y), (x + r, y - r), (x + r, y + r)]
            case "downward":
                return [(x, y - r), (x + r, y + r), (x - r, y + r)]
        # the sides of a square are shorter than a disc is wide, so that both look equally large
        r = r * 0.9 - (RIM / 2 if self.shape == "frame" else 0)
        return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]


class Run(NamedTuple):
    """Letters of one style in a text."""

    words: str
    style: str = "ink"
    italic: bool = False  # for probabilities, since labels may also have numbers


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text of one or more styles. ``y`` is its baseline."""

    x: float
    y: float
    runs: tuple[Run, ...]
    anchor: Anchor = "start"
    size: float = SIZE
    bold: bool = False
    nodes: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """The letters of all runs."""
        return "".join(run.words for run in self.runs)

    @property
    def box(self) -> Box:
        """The box around the letters, as wide as in DejaVu Sans."""
        text_width = width(self.words, self.size, self.bold)
        left = self.x - {"start": 0.0, "middle": text_width / 2, "end": text_width}[self.anchor]
        return Box(left, self.y - ASCENT * self.size, left + text_width, self.y + DESCENT * self.size)


@dataclass(frozen=True, slots=True)
class Area:
    """One or more polygons, filled with one color."""

    polygons: tuple[tuple[PaperPoint, ...], ...]
    style: str
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """The box around all polygons."""
        return around(chain(*self.polygons))


Item: TypeAlias = Line | Marker | Text | Area


def rectangle(left: float, top: float, width: float, height: float) -> tuple[PaperPoint, ...]:
    """Return the corners of a rectangle."""
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture; its items are in the order from the back to the front."""

    width: float
    height: float
    title: str  # for readers who do not see the picture
    description: str  # the content of the picture, in words
    items: tuple[Item, ...]


def around(points: Iterable[PaperPoint]) -> Box:
    """Return the box around points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def bounds(items: Iterable[Item]) -> Box:
    """Return the box around items."""
    lefts, tops, rights, bottoms = zip(*(item.box for item in items), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def translate(items: Iterable[Item], right: float, down: float) -> list[Item]:
    """Return copies of the items, moved to the right and down by these lengths."""

    def move(points: Iterable[PaperPoint]) -> tuple[PaperPoint, ...]:
        return tuple((x + right, y + down) for x, y in points)

    copies: list[Item] = []
    for item in items:
        match item:
            case Line():
                copies.append(replace(item, points=move(item.points)))
            case Area():
                copies.append(replace(item, polygons=tuple(map(move, item.polygons))))
            case Marker() | Text():
                copies.append(replace(item, x=item.x + right, y=item.y + down))
    return copies


def rounded_curve(points: Sequence[PaperPoint], radius: float) -> tuple[PaperPoint, ...]:
    """Return the points of a curve that follows the line through ``points``, with rounded corners.

    >>> rounded_curve([(0, 0), (0, 10), (10, 10)], 4)[:4]
    ((0, 0), (0, 0), (0.0, 6.0), (0.0, 6.0))
    """
    curve = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        arc_start, arc_end = _towards(corner, before, radius), _towards(corner, after, radius)
        # a straight segment to the arc: the control points are its ends; then the arc: both are the corner
        curve += [curve[-1], arc_start, arc_start, corner, corner, arc_end]
    return (*curve, curve[-1], points[-1], points[-1])


def _towards(start: PaperPoint, end: PaperPoint, length: float) -> PaperPoint:
    """Return the point between start and end at this distance from the start, or the midpoint if that is closer."""
    right, down = end[0] - start[0], end[1] - start[1]
    distance = (right**2 + down**2) ** 0.5
    fraction = min(0.5, length / distance) if distance else 0.0
    return (start[0] + fraction * right, start[1] + fraction * down)
