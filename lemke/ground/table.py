"""A table: how a result is shown, as text, HTML, LaTeX or a data frame. The package tabulate aligns and frames it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.ground.packages import require
from lemke.ground.rational import approximate, decimal, fixed, short, text

LONGEST = 60
"""An exact number with more characters is shown as a decimal; :meth:`Table.to_pandas` always has the exact number."""
SHOWN = 200
"""The most rows of a table in HTML."""

_LATEX = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedblright{}",
    "−": "$-$",
    "≈": r"$\approx$",
    "…": r"\ldots{}",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "≠": r"$\ne$",
    "×": r"$\times$",
    "→": r"$\to$",
    "∅": r"$\emptyset$",
    "ᵀ": r"$^{\mathsf T}$",
    "\N{THIN SPACE}": r"\,",
}


@dataclass(frozen=True)
class Table:
    r"""Rows of cells under headings, with a title above and notes below.

    Attributes
    ----------
    columns : sequence of str
        Headings; empty for a table without headings.
    rows : sequence of sequences
        Cells are texts, whole numbers, exact numbers, truth values, None for an empty cell, or tuples of these, which
        are printed with commas.
    title : str
    notes : sequence of str
        Lines below the table.
    index : int
        Number of columns, from the left, that name the rows.

    >>> table = Table(("move", "probability"), (("L", mpq(1, 3)), ("R", mpq(2, 3))), index=1)
    >>> print(table)
    move      probability
    ------  -------------
    L                 1/3
    R                 2/3
    >>> print(table.to_latex(decimals=2), end="")
    % \usepackage{booktabs}
    \begin{tabular}{lr}
    \toprule
     move   &   probability \\
    \midrule
     L      &        $0.33$ \\
     R      &        $0.67$ \\
    \bottomrule
    \end{tabular}
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    title: str = ""
    notes: Sequence[str] = ()
    index: int = 0

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def to_text(self) -> str:
        """Return the title, the aligned table and the notes."""
        table = self._framed("simple", self.rows, lambda cell: one_line(_words(cell)))
        return "\n".join([*filter(None, [one_line(self.title), table]), *map(one_line, self.notes), ""])

    def to_latex(self, decimals: int | None = None) -> str:
        """Return a ``tabular`` for the package booktabs; the title is a comment, and the notes are paragraphs.

        ``decimals`` is the number of decimals of every number that is not whole; by default, numbers are exact.
        """
        table = self._framed("latex_raw", self.rows, lambda cell: _latex(cell, decimals)).split("\n")
        rules = iter([r"\toprule", *[r"\midrule"] * bool(self.columns), r"\bottomrule"])
        lines = [next(rules) if line == r"\hline" else line for line in table]
        title = [f"% {one_line(self.title)}"] if self.title else []
        notes = [line for note in self.notes for line in ("", latex_text(note))]
        return "\n".join([r"% \usepackage{booktabs}", *title, *lines, *notes, ""])

    def to_html(self) -> str:
        """Return the title, the first rows and the notes as HTML."""
        table = self._framed("html", self.rows[:SHOWN], lambda cell: one_line(_words(cell)))
        hidden = len(self.rows) - SHOWN
        notes = [*([f"… and {hidden} more rows"] if hidden > 0 else []), *self.notes]
        title = f"<p><strong>{escape(one_line(self.title))}</strong></p>" if self.title else ""
        return title + table + "".join(f"<p>{escape(one_line(note))}</p>" for note in notes)

    _repr_html_ = to_html

    def to_pandas(self, floats: bool = False) -> Any:
        """Return a data frame of the exact numbers, or of the nearest floats."""
        pandas = require("pandas", "pandas")
        rows = [[approximate(cell) if floats and isinstance(cell, mpq) else cell for cell in row] for row in self.rows]
        # by position, because columns may have equal names
        cells = [row[self.index :] for row in rows]
        frame = pandas.DataFrame(cells, columns=list(self.columns[self.index :]), dtype=object)
        frame = frame.infer_objects() if floats else frame
        if self.index:
            labels = [pandas.Index([row[k] for row in rows], name=self.columns[k]) for k in range(self.index)]
            frame.index = labels[0] if self.index == 1 else pandas.MultiIndex.from_arrays(labels)
        return frame

    def _framed(self, style: str, rows: Sequence[Sequence[object]], cell_text: Callable[[object], str]) -> str:
        """Return the rows in a style of tabulate; the columns of numbers are aligned to the right."""
        from tabulate import tabulate  # noqa: PLC0415  loaded when a table is shown

        if not rows:
            return ""
        width = max(map(len, [self.columns, *rows]))
        cells = [[cell_text(cell) for cell in row] for row in rows]
        right = [all(_is_number(row[k]) for row in rows if k < len(row)) for k in range(width)]
        headings = [cell_text(name) for name in self.columns]
        alignment = ["right" if numbers else "left" for numbers in right]
        framed = tabulate(cells, headings, style, disable_numparse=True, colalign=alignment)
        return re.sub(r" +$", "", framed, flags=re.MULTILINE) if style == "simple" else framed


def latex_text(label: str) -> str:
    r"""Return a label as one line of LaTeX text; special characters are escaped.

    >>> print(latex_text(r"50 % of \x_1"))
    50 \% of \textbackslash{}x\_1
    """
    words = "".join(_LATEX.get(letter, letter) for letter in one_line(label))
    return re.sub("(?<=([-',]))\\1", r"\\/\1", words)  # LaTeX would print --, '' and ,, as a dash or quotation marks


def _is_number(cell: object) -> bool:
    return cell is None or isinstance(cell, int | mpq)


def _words(cell: object) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case tuple():
            return ", ".join(map(_words, cell))
        case int() | mpq():
            return short(mpq(cell), LONGEST)
    return str(cell)


def _latex(cell: object, decimals: int | None) -> str:
    if isinstance(cell, tuple):
        return ", ".join(_latex(part, decimals) for part in cell)
    if isinstance(cell, bool) or not isinstance(cell, int | mpq):
        return latex_text(_words(cell))
    if decimals is not None:
        return f"${fixed(mpq(cell), decimals)}$"
    exact = text(mpq(abs(cell)))
    sign = "-" if cell < 0 else ""
    if len(exact) > LONGEST:
        digits, _, power = decimal(mpq(abs(cell))).partition("e")
        power = f" \\cdot 10^{{{int(power)}}}" if power else ""
        return f"$\\approx {sign}{digits}{power}$"
    numerator, _, denominator = exact.partition("/")
    return f"${sign}\\frac{{{numerator}}}{{{denominator}}}$" if denominator else f"${sign}{numerator}$"
