"""Pictures as SVG, for files and for pages.

Colors are custom properties of CSS, named as in the palette: ``--lemke-ink``, ``--lemke-player1``, …. A page may set
them. By default they follow the ``color-scheme`` of the page, or of the program that shows a stand-alone file. For
programs that do not read style sheets, elements also have the colors for light paper as attributes.
"""

from __future__ import annotations

from hashlib import sha256
from html import escape

from lemke.show.drawing.picture import PALETTE, RIM, Area, Curve, Dots, Item, Line, Marker, PaperPoint, Picture, Text
from lemke.show.drawing.words import SIZE, length

FONTS = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif"
ITALIC = ' font-style="italic"'
DARK = "[data-theme=dark],[data-jp-theme-light=false],[theme=dark],.vscode-dark"
"""Selectors of dark pages that do not set ``color-scheme``: documentation, Jupyter, Colab, VS Code."""


def svg(picture: Picture, name: str = "") -> str:
    """Return the picture as the text of a file, which can also be put into HTML unchanged.

    With a name, which must be unique in the page, attributes ``data-nodes`` list the nodes of each element.
    """
    body = "".join(f"{_element(item, bool(name))}\n" for item in picture.items)
    name = name or f"lemke-{sha256((picture.title + picture.description + body).encode()).hexdigest()[:12]}"
    wide, high = length(picture.width), length(picture.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lemke-drawing" width="{wide}pt" height="{high}pt" '
        f'viewBox="0 0 {wide} {high}" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'font-family="{FONTS}" font-size="{length(SIZE)}">\n'
        f'<title id="{name}-title">{escape(picture.title)}</title>\n'
        f'<desc id="{name}-desc">{escape(picture.description)}</desc>\n'
        f"<style>{_style_sheet()}</style>\n{body}</svg>\n"
    )


def _style_sheet() -> str:
    """Return the style sheet for all drawings of a page."""
    scheme = f"svg.lemke-drawing:root{{color-scheme:light dark}}:is({DARK}) svg.lemke-drawing{{color-scheme:dark}}"
    colors = "".join(
        f".lemke-drawing .f-{name}{{fill:{_variable(name)}}}.lemke-drawing .s-{name}{{stroke:{_variable(name)}}}"
        for name in PALETTE
    )
    # the paper's color is always set, so that it fits the ink even if a dark page is not recognized. With :where the
    # rule has the specificity 0, so that a page's own rule has priority.
    paper = f":where(svg.lemke-drawing){{background:{_variable('paper')}}}"
    return f"@supports (color:light-dark(#000,#fff)){{{scheme}{paper}{colors}}}"


def _variable(name: str) -> str:
    """Return a color as the value of a property of CSS."""
    shades = PALETTE[name]
    return f"var(--lemke-{name},light-dark({shades.light},{shades.dark}))"


def _element(item: Item, with_nodes: bool) -> str:
    """Return the element of an item, with an attribute ``data-nodes`` if ``with_nodes``."""
    element = _plain_element(item)
    nodes = item.nodes if with_nodes and isinstance(item, Line | Curve | Marker | Text) else ()
    if not nodes:
        return element
    numbers = " ".join(map(str, nodes))
    return element.replace(" ", f' data-nodes="{numbers}" ', 1)  # the first blank is after the name of the element


def _plain_element(item: Item) -> str:
    match item:
        case Line(points):
            return _path("M" + "L".join(map(_pair, points)), item)
        case Curve(points):
            return _path(f"M{_pair(points[0])}C{' '.join(map(_pair, points[1:]))}", item)
        case Marker():
            return _marker(item)
        case Text():
            return _text(item)
        case Area(points, style, opacity):
            outline = f"M{'L'.join(map(_pair, points))}z"
            return f'<path d="{outline}" {_fill(style)} fill-opacity="{length(opacity)}"/>'
        case Dots():
            wide, high = length(item.width), length(item.height)
            squares = "".join(f"M{_pair(place)}h{wide}v{high}h-{wide}z" for place in item.places)
            opacity_attribute = f' fill-opacity="{length(item.opacity)}"' if item.opacity < 1 else ""
            return f'<path d="{squares}" {_fill(item.style)}{opacity_attribute}/>'


def _path(data: str, line: Line | Curve) -> str:
    """Return the element of a line or curve, given the attribute ``d`` of the path."""
    dashed = ' stroke-dasharray="3.5 2.5"' if line.dashed else ""
    stroke = f'class="s-{line.style}" stroke="{PALETTE[line.style].light}" stroke-width="{length(line.width)}"'
    return f'<path d="{data}" fill="none" {stroke} stroke-linejoin="round"{dashed}/>'


def _marker(marker: Marker) -> str:
    attributes = _fill(marker.style)
    if marker.hollow:
        paper, rim = PALETTE["paper"].light, PALETTE[marker.style].light
        attributes = f'class="f-paper s-{marker.style}" fill="{paper}" stroke="{rim}" stroke-width="{length(RIM)}"'
    tip = f"<title>{escape(marker.tip)}</title>" if marker.tip else ""
    if marker.shape in ("disc", "ring"):
        radius = length(marker.size - RIM / 2 if marker.hollow else marker.size)
        return f'<circle cx="{length(marker.x)}" cy="{length(marker.y)}" r="{radius}" {attributes}>{tip}</circle>'
    line_join = ' stroke-linejoin="round"' if marker.hollow else ""
    return f'<path d="M{"L".join(map(_pair, marker.corners))}z" {attributes}{line_join}>{tip}</path>'


def _text(text: Text) -> str:
    runs = "".join(
        f"<tspan {_fill(run.style)}{ITALIC if run.italic else ''}>{escape(run.words, quote=False)}</tspan>"
        for run in text.runs
    )
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    size = "" if text.size == SIZE else f' font-size="{length(text.size)}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{length(text.x)}" y="{length(text.y)}"'
    return f'<text {place}{anchor}{size}{bold} xml:space="preserve">{runs}</text>'


def _fill(style: str) -> str:
    """Return the attributes that fill an element in a style."""
    return f'class="f-{style}" fill="{PALETTE[style].light}"'


def _pair(point: PaperPoint) -> str:
    """Return the coordinates of a point."""
    return f"{length(point[0])} {length(point[1])}"
