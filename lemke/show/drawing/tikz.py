r"""Pictures as TikZ, for papers: a stand-alone document.

The ``tikzpicture`` defines its own colors, so it can be copied into any document that loads TikZ. A document with
``\usepackage{standalone}`` can include the file as it is, by ``\input``.
"""

from __future__ import annotations

import re

from lemke.ground.latex import engine, latex_text
from lemke.show.drawing.picture import (
    PALETTE,
    RIM,
    Area,
    Curve,
    Dots,
    Item,
    Line,
    Marker,
    PaperPoint,
    Picture,
    Run,
    Text,
)
from lemke.show.drawing.words import SIZE, length

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
ITALIC = r"\itshape "
FONTS = "\\usepackage{fontspec}\n\\setsansfont{DejaVu Sans}\n"
"""The preamble for texts with letters that pdfLaTeX lacks."""


def tikz(picture: Picture) -> str:
    """Return the picture as the text of a file for LaTeX."""
    body = "\n".join(map(_command, picture.items))
    # the name of a color in options or in \textcolor ends at a bracket, a comma or a brace
    used = [name for name in PALETTE if re.search(rf"lemke-{name}[],}}]", body)]
    colors = "\n".join(
        rf"\definecolor{{lemke-{name}}}{{HTML}}{{{PALETTE[name].light.removeprefix('#').upper()}}}" for name in used
    )
    wide, high = length(picture.width), length(picture.height)
    words = engine(body)
    fonts = FONTS if words else "" if body.isascii() else "\\usepackage[T1]{fontenc}\n"
    return (
        f"% {' '.join(picture.title.split())}\n{words}\\documentclass{{article}}\n"
        f"\\usepackage[papersize={{{wide}bp,{high}bp}},margin=0bp]{{geometry}}\n"
        f"\\usepackage{{tikz}}\n{fonts}\\pagestyle{{empty}}\n\\begin{{document}}\n\\noindent\n"
        "\\begin{tikzpicture}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt,"
        f"every node/.style={{font=\\sffamily{_font_size(SIZE)}}}]\n{colors}\n"
        f"\\useasboundingbox (0,0) rectangle ({wide},{high});\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


def _command(item: Item) -> str:
    """Return the command of TikZ that draws an item."""
    match item:
        case Line(points):
            return rf"\draw[{_pen(item)}] {' -- '.join(map(_pair, points))};"
        case Curve(points):
            curve = _pair(points[0])
            for k in range(1, len(points), 3):
                control_1, control_2, end = map(_pair, points[k : k + 3])
                curve += f" .. controls {control_1} and {control_2} .. {end}"
            return rf"\draw[{_pen(item)}] {curve};"
        case Marker():
            return _marker(item)
        case Text():
            return _text(item)
        case Area(points, style, opacity):
            options = f"color=lemke-{style},fill opacity={length(opacity)}"
            return rf"\fill[{options}] {' -- '.join(map(_pair, points))} -- cycle;"
        case Dots(places, wide, high):
            squares = " ".join(f"{_pair((x, y))} rectangle {_pair((x + wide, y + high))}" for x, y in places)
            opacity_option = f",fill opacity={length(item.opacity)}" if item.opacity < 1 else ""
            return rf"\fill[color=lemke-{item.style}{opacity_option}] {squares};"


def _pen(line: Line | Curve) -> str:
    """Return the options that draw a line in its style."""
    dashed = ",dash pattern=on 3.5bp off 2.5bp" if line.dashed else ""
    return f"draw=lemke-{line.style},line width={length(line.width)}bp,line join=round{dashed}"


def _marker(marker: Marker) -> str:
    pen = f"fill=lemke-{marker.style}"
    if marker.hollow:
        pen = f"draw=lemke-{marker.style},fill=lemke-paper,line width={length(RIM)}bp,line join=round"
    if marker.shape in ("disc", "ring"):
        radius = marker.size - (RIM / 2 if marker.hollow else 0)
        return rf"\path[{pen}] {_pair((marker.x, marker.y))} circle[radius={length(radius)}bp];"
    return rf"\path[{pen}] {' -- '.join(map(_pair, marker.corners))} -- cycle;"


def _text(text: Text) -> str:
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
    """Return a run as text for TeX, in its color."""
    words = (ITALIC if run.italic else "") + _run_text(run.words)
    return rf"\textcolor{{lemke-{run.style}}}{{{words}}}"


def _run_text(words: str) -> str:
    r"""Return a run as text for TeX; blanks at its ends are escaped, as \textcolor would drop them."""
    before, after = (
        "\\ " if blank else "" for blank in (words.startswith(" "), words.rstrip() and words.endswith(" "))
    )
    return f"{before}{latex_text(words.strip(' '))}{after}"


def _pair(point: PaperPoint) -> str:
    """Return the coordinates of a point."""
    return f"({length(point[0])},{length(point[1])})"
