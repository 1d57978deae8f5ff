"""Pictures as SVG: stand-alone files, and to be put into pages.

Colours are custom properties of CSS (``--lemke-ink``, ``--lemke-player1``, …; the names are those of the palette) that
a page may set. Their values by default follow the ``color-scheme`` of the page, or in a file of its own that of the
reader. Whoever reads no such style sheets finds the colours of light paper as attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape

from lemke.ground import limits
from lemke.show.drawing.palette import PALETTE
from lemke.show.drawing.picture import SIZE, Curve, Dots, Item, Line, Marker, Picture, Point, Text
from lemke.show.drawing.shapes import RIM, outline

FONTS = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif"
DARK = "[data-theme=dark],[data-jp-theme-light=false],.vscode-dark"
"""How pages say that they are dark that do not say so by ``color-scheme``: documentation, notebooks."""


def svg(picture: Picture) -> str:
    """Return the picture as the text of a file, which may as well be put into HTML as it is."""
    body = "".join(f"{line}\n" for line in _body(picture))
    name = f"lemke-{sha256((picture.title + picture.description + body).encode()).hexdigest()[:12]}"
    wide, high = _number(picture.width), _number(picture.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lemke-drawing" width="{wide}pt" height="{high}pt" '
        f'viewBox="0 0 {wide} {high}" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'font-family="{FONTS}" font-size="{_number(SIZE)}">\n'
        f'<title id="{name}-title">{escape(picture.title)}</title>\n'
        f'<desc id="{name}-desc">{escape(picture.description)}</desc>\n'
        f"<style>{style_sheet()}</style>\n{body}</svg>\n"
    )


def style_sheet() -> str:
    """Return the rules for all drawings of a page."""
    scheme = f"svg.lemke-drawing:root{{color-scheme:light dark}}:is({DARK}) svg.lemke-drawing{{color-scheme:dark}}"
    colors = "".join(
        f".lemke-drawing .f-{name}{{fill:{_variable(name)}}}.lemke-drawing .s-{name}{{stroke:{_variable(name)}}}"
        for name in PALETTE
    )
    paper = f"svg.lemke-drawing:root{{background:{_variable('paper')}}}"
    return f"@supports (color:light-dark(#000,#fff)){{{scheme}{paper}{colors}}}"


def _variable(name: str) -> str:
    shades = PALETTE[name]
    return f"var(--lemke-{name},light-dark({shades.light},{shades.dark}))"


def _body(picture: Picture) -> Iterator[str]:
    for item in picture.items:
        limits.check()
        yield _element(item)


def _element(item: Item) -> str:
    match item:
        case Line(points):
            return _path("M" + "L".join(map(_pair, points)), item)
        case Curve(points):
            return _path(f"M{_pair(points[0])}C{' '.join(map(_pair, points[1:]))}", item)
        case Marker():
            return _marker(item)
        case Text():
            return _text(item)
        case Dots():
            wide, high = _number(item.width), _number(item.height)
            squares = "".join(f"M{_pair(place)}h{wide}v{high}h-{wide}z" for place in item.places)
            faint = f' fill-opacity="{_number(item.opacity)}"' if item.opacity < 1 else ""
            return f'<path d="{squares}" {_fill(item.style)}{faint}/>'


def _path(way: str, line: Line | Curve) -> str:
    dashed = ' stroke-dasharray="3.5 2.5"' if line.dashed else ""
    wide = _number(line.width)
    return f'<path d="{way}" fill="none" {_stroke(line.style)} stroke-width="{wide}" stroke-linejoin="round"{dashed}/>'


def _marker(marker: Marker) -> str:
    x, y, r = marker.x, marker.y, marker.size
    tip = f"<title>{escape(marker.tip)}</title>" if marker.tip else ""
    shades = PALETTE["paper"].light, PALETTE[marker.style].light
    solid = _fill(marker.style)
    hollow = f'class="f-paper s-{marker.style}" fill="{shades[0]}" stroke="{shades[1]}" stroke-width="{_number(RIM)}"'
    end = f">{tip}" if tip else ">"
    match marker.shape:
        case "disc":
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" {solid}{end}</circle>'
        case "ring":
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r - RIM / 2)}" {hollow}{end}</circle>'
        case "square" | "diamond":
            return f'<path d="{_closed(outline(marker))}" {solid}{end}</path>'
        case "frame" | "rightward" | "downward":
            return f'<path d="{_closed(outline(marker))}" {hollow} stroke-linejoin="round"{end}</path>'


def _text(text: Text) -> str:
    runs = "".join(f"<tspan {_fill(run.style)}>{escape(run.words, quote=False)}</tspan>" for run in text.runs)
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    size = "" if text.size == SIZE else f' font-size="{_number(text.size)}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{_number(text.x)}" y="{_number(text.y)}"'
    return f'<text {place}{anchor}{size}{bold} xml:space="preserve">{runs}</text>'


def _fill(style: str) -> str:
    return f'class="f-{style}" fill="{PALETTE[style].light}"'


def _stroke(style: str) -> str:
    return f'class="s-{style}" stroke="{PALETTE[style].light}"'


def _closed(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(_pair, points)) + "z"


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"
