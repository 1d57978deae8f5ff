"""Pictures as SVG and TikZ, and drawn by matplotlib."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any, Literal, cast

from lemke.ground.table import latex_text
from lemke.show.drawing.picture import (
    FONT,
    LIGHT,
    PALETTE,
    RIM,
    SIZE,
    Area,
    Item,
    Line,
    Marker,
    PaperPoint,
    Picture,
    Run,
    Text,
    length,
    width,
)
from lemke.show.plots import file_content

# ----------------------------------------------------------------------
# Pictures as SVG, for files and for pages.
#
# Colors are custom properties of CSS, named as in the palette: ``--lemke-ink``, ``--lemke-player1``, …. A page may
# set them. By default they follow the ``color-scheme`` of the page, or of the program that shows a stand-alone file.
# For programs that do not read style sheets, elements also have the colors for light paper as attributes.

SVG_FONTS = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif"
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
        f'font-family="{SVG_FONTS}" font-size="{length(SIZE)}">\n'
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
            return f'<path d="{outline}" {_svg_fill(item.style)}{opacity}/>'
        case Marker():
            return _marker(item, traced)
        case Text():
            return _svg_text(item, traced)


def _marker(marker: Marker, traced: str) -> str:
    paint = _svg_fill(marker.style)
    if marker.hollow:
        paint = f'fill="{LIGHT["paper"]}" {_stroke(marker.style, RIM, "f-paper ")}'
    tip = f"<title>{escape(marker.tip)}</title>" if marker.tip else ""
    if corners := marker.corners:
        return f'<path{traced} d="{_outline(corners, "L", "z")}" {paint}>{tip}</path>'
    center = f'cx="{length(marker.x)}" cy="{length(marker.y)}" r="{length(marker.radius)}"'
    return f"<circle{traced} {center} {paint}>{tip}</circle>"


def _svg_text(text: Text, traced: str) -> str:
    runs = "".join(
        f"<tspan {_svg_fill(run.style)}{ITALIC if run.italic else ''}>{escape(run.words, quote=False)}</tspan>"
        for run in text.runs
    )
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    size = "" if text.size == SIZE else f' font-size="{length(text.size)}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{length(text.x)}" y="{length(text.y)}"'
    return f'<text{traced} {place}{anchor}{size}{bold} xml:space="preserve">{runs}</text>'


def _svg_fill(style: str) -> str:
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


# ----------------------------------------------------------------------
# Pictures as TikZ, for papers: a stand-alone document.
#
# The ``tikzpicture`` defines its own colors, so it can be copied into any document that loads TikZ. A document with
# ``\usepackage{standalone}`` can include the file as it is, by ``\input``.

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
TIKZ_FONTS = "\\usepackage{fontspec}\n\\setsansfont{DejaVu Sans}\n"
"""The preamble for texts with letters that pdfLaTeX lacks."""
LATIN = 0x17F
"""pdfLaTeX prints the characters up to this code point with the package fontenc, except those in FOREIGN."""
FOREIGN = frozenset("ĦħĸĿŀŉŦŧſ")
"""Letters up to LATIN that pdfLaTeX does not print even with the package fontenc."""
COMMON = frozenset("–—‘’“”‚„†‡•€™←")
"""Characters with larger code points that pdfLaTeX prints, too."""


def tikz(picture: Picture) -> str:
    """Return the picture as the text of a file for LaTeX."""
    body = "\n".join(map(_command, picture.items))
    # the name of a color in options or in \textcolor ends at a bracket, a comma or a brace
    used = [name for name in LIGHT if re.search(rf"lemke-{name}[],}}]", body)]
    colors = "\n".join(
        rf"\definecolor{{lemke-{name}}}{{HTML}}{{{LIGHT[name].removeprefix('#').upper()}}}" for name in used
    )
    wide, high = length(picture.width), length(picture.height)
    words = engine(body)
    fonts = TIKZ_FONTS if words else "" if body.isascii() else "\\usepackage[T1]{fontenc}\n"
    return (
        f"% {' '.join(picture.title.split())}\n{words}\\documentclass{{article}}\n"
        f"\\usepackage[papersize={{{wide}bp,{high}bp}},margin=0bp]{{geometry}}\n"
        f"\\usepackage{{tikz}}\n{fonts}\\pagestyle{{empty}}\n\\begin{{document}}\n\\noindent\n"
        "\\begin{tikzpicture}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt,"
        f"every node/.style={{font=\\sffamily{_font_size(SIZE)}}}]\n{colors}\n"
        f"\\useasboundingbox (0,0) rectangle ({wide},{high});\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


def engine(body: str) -> str:
    """Return a comment line that names LuaLaTeX if pdfLaTeX lacks a letter, otherwise an empty text."""
    if all((ord(letter) <= LATIN or letter in COMMON) and letter not in FOREIGN for letter in body):
        return ""
    return "% lualatex, and a font that has the letters: there are some beyond Latin\n"


def _command(item: Item) -> str:
    """Return the command of TikZ that draws an item."""
    match item:
        case Line():
            dashed = ",dash pattern=on 3.5bp off 2.5bp" if item.dashed else ""
            path = " -- ".join(map(_pair, item.points))
            if item.curved:
                first, *others = map(_pair, item.points)
                segments = zip(others[::3], others[1::3], others[2::3], strict=True)
                path = first + "".join(f" .. controls {one} and {two} .. {end}" for one, two, end in segments)
            return rf"\draw[{_pen(item.style, item.width)}{dashed}] {path};"
        case Area():
            opacity = f",fill opacity={length(item.opacity)}" if item.opacity < 1 else ""
            return rf"\fill[color=lemke-{item.style}{opacity}] {' '.join(map(_polygon, item.polygons))};"
        case Marker():
            pen = f"{_pen(item.style, RIM)},fill=lemke-paper" if item.hollow else f"fill=lemke-{item.style}"
            circle = f"{_pair((item.x, item.y))} circle[radius={length(item.radius)}bp]"
            return rf"\path[{pen}] {_polygon(item.corners) or circle};"
        case Text():
            return _tikz_text(item)


def _pen(style: str, width: float) -> str:
    """Return the options that draw a line in a style."""
    return f"draw=lemke-{style},line width={length(width)}bp,line join=round"


def _polygon(corners: Sequence[PaperPoint]) -> str:
    return f"{' -- '.join(map(_pair, corners))} -- cycle" if corners else ""


def _tikz_text(text: Text) -> str:
    runs = "".join(map(_colored, text.runs))
    options = f"anchor={ANCHORS[text.anchor]}"
    if text.size != SIZE or text.bold:
        bold = r"\bfseries" if text.bold else ""
        options += rf",font=\sffamily{bold}{_font_size(text.size)}"
    return rf"\node[{options}] at {_pair((text.x, text.y))} {{{runs}}};"


def _font_size(size: float) -> str:
    """Return the command that selects a size of letters; lines are two points further apart."""
    return rf"\fontsize{{{length(size)}}}{{{length(size + 2)}}}\selectfont"


def _colored(run: Run) -> str:
    r"""Return a run as text for TeX, in its color; blanks at its ends are escaped, as \textcolor would drop them."""
    before = "\\ " if run.words.startswith(" ") else ""
    after = "\\ " if run.words.strip(" ") and run.words.endswith(" ") else ""
    words = f"{before}{latex_text(run.words.strip(' '))}{after}"
    italic = r"\itshape " if run.italic else ""
    return rf"\textcolor{{lemke-{run.style}}}{{{italic}{words}}}"


def _pair(point: PaperPoint) -> str:
    """Return the coordinates of a point."""
    return f"({length(point[0])},{length(point[1])})"


# ----------------------------------------------------------------------
# Pictures drawn by matplotlib: as PNG and PDF, or on a given Axes.

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_PIXELS = 12_000
"""The largest number of pixels on the longer side of a PNG; larger pictures have a lower resolution."""
FALLBACK_FONTS = ("Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei")
"""Fonts for letters that DejaVu Sans does not have; those that are installed are used."""


def render(picture: Picture, form: Literal["png", "pdf"]) -> str | bytes:
    """Return the picture as PNG, 200 pixels per inch or fewer, or as PDF, in its own size and with texts as texts."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context("default"):  # a user's settings do not change the picture
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), facecolor=LIGHT["paper"])
        paint(picture, figure.add_axes((0, 0, 1, 1)))
        most = int(MAX_PIXELS * 72 / max(picture.width, picture.height))
        return file_content(figure, form, picture.title, most)


def paint(picture: Picture, axes: Axes) -> None:
    """Draw a picture on an Axes, as large as the Axes is now; a unit of its coordinates is a point of the picture."""
    from matplotlib.font_manager import get_font_names

    axes.set(xlim=(0, picture.width), ylim=(picture.height, 0), aspect="equal")
    axes.set_axis_off()
    box = axes.get_window_extent()
    dots = min(box.width / picture.width, box.height / picture.height)  # per point of the picture
    scale = round(dots * 72 / cast("Figure", axes.get_figure()).dpi, 9)
    installed = set(get_font_names())
    fonts = [FONT, *(name for name in FALLBACK_FONTS if name in installed)]
    for order, item in enumerate(picture.items):
        if isinstance(item, Text):
            _write(axes, item, scale, {"zorder": order, "family": fonts})
        else:
            _fill(axes, item, scale, order)


def _fill(axes: Axes, item: Line | Area | Marker, scale: float, order: int) -> None:
    """Draw a line, an area or a marker as one patch."""
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.path import Path

    color = LIGHT[item.style]
    filled = {"facecolor": color, "edgecolor": "none", "zorder": order}
    stroke = {"edgecolor": color, "joinstyle": "round", "zorder": order}
    match item:
        case Line():
            codes = [Path.MOVETO, *[Path.CURVE4 if item.curved else Path.LINETO] * (len(item.points) - 1)]
            # matplotlib multiplies dash lengths by the line's width
            dashes: Any = (0, (3.5 / item.width, 2.5 / item.width)) if item.dashed else "-"
            properties: dict[str, Any] = {**stroke, "linewidth": item.width * scale, "linestyle": dashes}
            axes.add_patch(PathPatch(Path(item.points, codes), fill=False, **properties))
        case Area():
            polygons = [Path([*polygon, polygon[0]], closed=True) for polygon in item.polygons]
            axes.add_patch(PathPatch(Path.make_compound_path(*polygons), alpha=item.opacity, **filled))
        case Marker():
            properties = filled
            if item.hollow:
                properties = {**stroke, "facecolor": LIGHT["paper"], "linewidth": RIM * scale}
            if corners := item.corners:
                axes.add_patch(PathPatch(Path([*corners, corners[0]], closed=True), **properties))
            else:
                axes.add_patch(Circle((item.x, item.y), item.radius, **properties))


def _write(axes: Axes, text: Text, scale: float, properties: dict[str, Any]) -> None:
    """Write the runs of a text one after the other."""
    left = text.box.left
    properties |= {"fontsize": text.size * scale, "weight": "bold" if text.bold else "normal", "parse_math": False}
    for run in text.runs:
        properties |= {"color": LIGHT[run.style], "style": "italic" if run.italic else "normal"}
        axes.text(left, text.y, run.words, verticalalignment="baseline", **properties)
        left += width(run.words, text.size, text.bold)
