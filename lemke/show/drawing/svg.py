"""Pictures as SVG, for files and for pages.

Colors are custom properties of CSS, named as in the palette: ``--lemke-ink``, ``--lemke-player1``, …. A page may set
them. By default they follow the ``color-scheme`` of the page, or of the program that shows a stand-alone file. For
programs that do not read style sheets, elements also have the colors for light paper as attributes.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from html import escape

from lemke.show.drawing.picture import LIGHT, PALETTE, RIM, Area, Item, Line, Marker, PaperPoint, Picture, Text
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
    light, dark = PALETTE[name]
    return f"var(--lemke-{name},light-dark({light},{dark}))"


def _element(item: Item, with_nodes: bool) -> str:
    """Return the element of an item, with an attribute ``data-nodes`` if ``with_nodes``."""
    nodes = "" if isinstance(item, Area) or not with_nodes else " ".join(map(str, item.nodes))
    traced = f' data-nodes="{nodes}"' if nodes else ""
    match item:
        case Line():
            dashed = ' stroke-dasharray="3.5 2.5"' if item.dashed else ""
            outline = _outline(item.points, "C" if item.curved else "L")
            stroke = f"{_stroke(item.style, item.width)}{dashed}"
            return f'<path{traced} d="{outline}" fill="none" {stroke}/>'
        case Area():
            outline = "".join(_outline(polygon, "L", "z") for polygon in item.polygons)
            opacity = f' fill-opacity="{length(item.opacity)}"' if item.opacity < 1 else ""
            return f'<path d="{outline}" {_fill(item.style)}{opacity}/>'
        case Marker():
            return _marker(item, traced)
        case Text():
            return _text(item, traced)


def _marker(marker: Marker, traced: str) -> str:
    paint = _fill(marker.style)
    if marker.hollow:
        paint = f'fill="{LIGHT["paper"]}" {_stroke(marker.style, RIM, "f-paper ")}'
    tip = f"<title>{escape(marker.tip)}</title>" if marker.tip else ""
    if corners := marker.corners:
        return f'<path{traced} d="{_outline(corners, "L", "z")}" {paint}>{tip}</path>'
    center = f'cx="{length(marker.x)}" cy="{length(marker.y)}" r="{length(marker.radius)}"'
    return f"<circle{traced} {center} {paint}>{tip}</circle>"


def _text(text: Text, traced: str) -> str:
    runs = "".join(
        f"<tspan {_fill(run.style)}{ITALIC if run.italic else ''}>{escape(run.words, quote=False)}</tspan>"
        for run in text.runs
    )
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    size = "" if text.size == SIZE else f' font-size="{length(text.size)}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{length(text.x)}" y="{length(text.y)}"'
    return f'<text{traced} {place}{anchor}{size}{bold} xml:space="preserve">{runs}</text>'


def _fill(style: str) -> str:
    """Return the attributes that fill an element in a style."""
    return f'class="f-{style}" fill="{LIGHT[style]}"'


def _stroke(style: str, width: float, other_class: str = "") -> str:
    """Return the attributes of a line in a style."""
    color = f'class="{other_class}s-{style}" stroke="{LIGHT[style]}"'
    return f'{color} stroke-width="{length(width)}" stroke-linejoin="round"'


def _outline(points: Iterable[PaperPoint], command: str, end: str = "") -> str:
    """Return the attribute ``d`` of a path through points; the ``command`` is L for lines and C for curves."""
    first, *others = (f"{length(x)} {length(y)}" for x, y in points)
    return f"M{first}{command}{' '.join(others)}{end}"
