r"""Pictures as TikZ, for papers: a document of the class ``standalone`` that needs nothing but plain TikZ.

A paper takes the file as it is with ``\usepackage{standalone}`` and ``\input{tree}``, or the ``tikzpicture`` in it.
"""

from __future__ import annotations

import re

from lemke.ground import limits
from lemke.ground.tables import LATEX
from lemke.show.drawing.picture import PALETTE, RIM, Curve, Dots, Item, Line, Marker, Picture, Point, Text
from lemke.show.drawing.words import SIZE, length

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
ITALIC = r"\itshape "
SIGNS = LATEX | {
    "−": "$-$",
    "≈": r"$\approx$",
    "…": r"\ldots{}",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "×": r"$\times$",
    "ᵀ": r"$^{\mathsf T}$",
    "\N{THIN SPACE}": r"\,",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
"""What TeX reads otherwise, or does not have in every font."""
LATIN = 0x17F
"""The last letter that pdfTeX has without further ado."""


def tikz(picture: Picture) -> str:
    """Return the picture as the text of a file for LaTeX."""
    body = "\n".join(map(_command, limits.checked(picture.items)))
    used = [name for name in PALETTE if re.search(rf"lemke-{name}[],}}]", body)]
    colors = "\n".join(rf"\definecolor{{lemke-{name}}}{{HTML}}{{{PALETTE[name].light[1:].upper()}}}" for name in used)
    foreign = any(ord(letter) > LATIN and letter not in SIGNS for text in picture.texts for letter in text.words)
    engine = "% lualatex, and a font that has the letters: there are some beyond Latin\n" if foreign else ""
    return (
        f"% {' '.join(picture.title.split())}\n{engine}\\documentclass[tikz,border=2pt]{{standalone}}\n"
        f"{colors}\n\\begin{{document}}\n"
        "\\begin{tikzpicture}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt,"
        f"every node/.style={{font=\\sffamily\\fontsize{{{length(SIZE)}}}{{{length(SIZE + 2)}}}\\selectfont}}]\n"
        f"{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


def _command(item: Item) -> str:
    match item:
        case Line(points):
            return rf"\draw[{_pen(item)}] {' -- '.join(map(_pair, points))};"
        case Curve(points):
            way = _pair(points[0])
            for k in range(1, len(points), 3):
                leaving, entering, end = map(_pair, points[k : k + 3])
                way += f" .. controls {leaving} and {entering} .. {end}"
            return rf"\draw[{_pen(item)}] {way};"
        case Marker():
            return _marker(item)
        case Text():
            return _text(item)
        case Dots(places, wide, high):
            squares = " ".join(f"{_pair((x, y))} rectangle {_pair((x + wide, y + high))}" for x, y in places)
            faint = f",fill opacity={length(item.opacity)}" if item.opacity < 1 else ""
            return rf"\fill[color=lemke-{item.style}{faint}] {squares};"


def _pen(line: Line | Curve) -> str:
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
    runs = "".join(
        rf"\textcolor{{lemke-{run.style}}}{{{ITALIC if run.italic else ''}{escaped(run.words)}}}" for run in text.runs
    )
    options = f"anchor={ANCHORS[text.anchor]}"
    if text.size != SIZE or text.bold:
        bold = r"\bfseries" if text.bold else ""
        options += rf",font=\sffamily{bold}\fontsize{{{length(text.size)}}}{{{length(text.size + 2)}}}\selectfont"
    return rf"\node[{options}] at {_pair((text.x, text.y))} {{{runs}}};"


def _pair(point: Point) -> str:
    return f"({length(point[0])},{length(point[1])})"


def escaped(words: str) -> str:
    r"""Return a text for TeX, with nothing in it that TeX reads otherwise.

    >>> print(escaped(r"50 % of \x_1 − {}"))
    50 \% of \textbackslash{}x\_1 $-$ \{\}
    """
    return "".join(SIGNS.get(letter, letter) for letter in words).replace("--", "-{}-")  # no dash
