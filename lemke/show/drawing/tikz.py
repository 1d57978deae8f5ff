r"""Pictures as TikZ, for papers: a stand-alone document.

The ``tikzpicture`` defines its own colors, so it can be copied into any document that loads TikZ. A document with
``\usepackage{standalone}`` can include the file as it is, by ``\input``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lemke.ground.table import latex_text
from lemke.show.drawing.picture import LIGHT, RIM, Area, Item, Line, Marker, PaperPoint, Picture, Run, Text
from lemke.show.drawing.words import SIZE, length

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
FONTS = "\\usepackage{fontspec}\n\\setsansfont{DejaVu Sans}\n"
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
    fonts = FONTS if words else "" if body.isascii() else "\\usepackage[T1]{fontenc}\n"
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
            return _text(item)


def _pen(style: str, width: float) -> str:
    """Return the options that draw a line in a style."""
    return f"draw=lemke-{style},line width={length(width)}bp,line join=round"


def _polygon(corners: Sequence[PaperPoint]) -> str:
    return f"{' -- '.join(map(_pair, corners))} -- cycle" if corners else ""


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
    r"""Return a run as text for TeX, in its color; blanks at its ends are escaped, as \textcolor would drop them."""
    before = "\\ " if run.words.startswith(" ") else ""
    after = "\\ " if run.words.strip(" ") and run.words.endswith(" ") else ""
    words = f"{before}{latex_text(run.words.strip(' '))}{after}"
    italic = r"\itshape " if run.italic else ""
    return rf"\textcolor{{lemke-{run.style}}}{{{italic}{words}}}"


def _pair(point: PaperPoint) -> str:
    """Return the coordinates of a point."""
    return f"({length(point[0])},{length(point[1])})"
