"""Tables of exact numbers and labels, written as aligned text, HTML, LaTeX, CSV or pandas data frames."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import chain, zip_longest
from string import ascii_uppercase
from typing import Any

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.ground.latex import latex_about, latex_number, latex_text, require_decimals
from lemke.ground.packages import require
from lemke.ground.rational import approximate, decimal, short, text

SHOWN = 60
"""HTML shows at most this many rows and columns of a table, and at most this many lines and tables of a page."""
LONG = 32
"""An exact number with more characters is shown in HTML as a decimal, with the exact number as its tooltip."""

WIDEST = 40
"""A cell with more characters does not widen its column of text."""

STYLE = (
    "<style>"
    "table.lemke-table{margin:.3em 0 .9em;border-collapse:collapse}"
    "table.lemke-table caption{caption-side:top;text-align:left;font-weight:bold;color:inherit;white-space:nowrap}"
    "table.lemke-table :is(th,td){text-align:left;padding:.25em .6em}"
    "table.lemke-table .number{text-align:right;font-variant-numeric:tabular-nums}"
    "</style>"
)
"""The style of tables in HTML; by default, notebooks align all cells to the right."""

LINE = 327
"""Width in points up to which a table surely fits into a line of LaTeX's class article, also with wide letters."""
BETWEEN = 12
"""Points between two columns."""
LETTERS = (
    dict.fromkeys("mw=+<>@#%&" + ascii_uppercase, 7.5)
    | dict.fromkeys("frst ()[]-", 3.7)
    | dict.fromkeys("ijlI.,:;'|!", 2.8)
)
"""Estimated width in points of a character in LaTeX's font."""
OTHER_LETTERS = 5.1
"""Estimated width in points of a character that is not in LETTERS."""

_MPQ = type(mpq())
_LATEX_FRACTION = re.compile(r"\\frac\{(\d+)\}\{(\d+)\}")
_LATEX_ESCAPE = re.compile(r"\\([#%&])")
_LATEX_COMMAND = re.compile(r"\\([A-Za-z]+ ?(\{\})?|.)")
_NUMBER = re.compile(r"(about )?[-−]?\d+([./]\d+)?(e[-+]?\d+)?( ?%)?")
_NO_NUMBER = (None, "", ".", "-")
"""Cells that may occur in a column of numbers, but are no numbers."""


@dataclass(frozen=True)
class Table:
    r"""A table with optional headings, and options for its text, some of them also for its LaTeX.

    Attributes
    ----------
    columns : sequence of str
        Headings; empty for a table without headings.
    rows : sequence of sequences
        Cells are texts, whole numbers, exact numbers, truth values, or None for an empty cell. A cell may also be a
        tuple of these, printed with commas, or a list, printed with blanks. An empty row is a blank line in text and a
        rule in LaTeX.
    caption : str
        Above the text and the HTML; a comment in LaTeX.
    index : int
        Number of columns, from the left, that name the rows.
    indent : str
        Printed before every row of the text.
    right : set of int | None
        Columns of the text and the LaTeX that are aligned to the right; None for the columns after ``index`` that have
        only numbers, truth values and empty cells.
    longest : int | None
        An exact number with more characters is approximated in the text, and in LaTeX if no number of decimals is
        given. None for no approximation.
    missing : str
        Printed for None in the text and the LaTeX.
    widths : mapping from int to int | None
        Widths of the text's columns; None to compute them from the headings and the cells.

    >>> table = Table(("move", "probability"), (("L", mpq(1, 3)), ("R", mpq(2, 3))), index=1)
    >>> print(table)
    move  probability
    L             1/3
    R             2/3
    >>> print(table.to_latex())
    \begin{tabular}{lr}
    \toprule
    move & probability \\
    \midrule
    L & $\frac{1}{3}$ \\[2pt]
    R & $\frac{2}{3}$ \\[2pt]
    \bottomrule
    \end{tabular}
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""
    index: int = 0
    indent: str = ""
    right: Set[int] | None = None
    longest: int | None = None
    missing: str = ""
    widths: Mapping[int, int] | None = None

    def to_pandas(self, floats: bool = False) -> Any:
        """Return the table as a data frame, of exact numbers or of the nearest floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        pandas = require("pandas", "pandas")
        rows = [list(map(_float, row)) if floats else list(row) for row in self.rows]
        body, names = [row[self.index :] for row in rows], list(self.columns)
        frame = pandas.DataFrame(body, columns=names[self.index :], dtype=object)
        for k in range(frame.shape[1]):
            if floats or frame.iloc[:, k].notna().all():  # with None, pandas would turn whole numbers into floats
                frame.isetitem(k, frame.iloc[:, k].infer_objects())
        if self.index == 1:
            frame.index = pandas.Index([row[0] for row in rows], name=self.columns[0])
        elif self.index:
            keys = [tuple(row[: self.index]) for row in rows]
            frame.index = pandas.MultiIndex.from_tuples(keys, names=names[: self.index])
        return frame

    def lines(self) -> list[str]:
        """Return the whole table as lines of aligned text, without line ends."""
        cells = [[self.missing if cell is None else _text(cell, self.longest) for cell in row] for row in self.rows]
        rows = [[one_line(cell) for cell in row] for row in ([self.columns, *cells] if self.columns else cells)]
        widths = self.widths
        if widths is None:
            widths = {}
            for row in rows:
                for k, cell in enumerate(row):
                    widths[k] = max(widths.get(k, 0), len(cell) if len(cell) <= WIDEST else 0)
        right = self._right()
        lines = [aligned(row, widths, self.indent, right) for row in rows]
        return [one_line(self.caption), *lines] if self.caption else lines

    def to_text(self) -> str:
        """Return the whole table as aligned text, numbers exact unless they are longer than ``longest``."""
        return "".join(f"{line}\n" for line in self.lines())

    def to_latex(self, decimals: int | None = None) -> str:
        """Return the whole table as a ``tabular`` of LaTeX, for the package booktabs.

        A table that may be wider than a line is scaled down to fit, by the package graphicx.

        Parameters
        ----------
        decimals : int | None
            Number of decimals; whole numbers have none. By default, all numbers are exact, except that numbers longer
            than ``longest`` are approximated.

        Raises
        ------
        InputError
            For a number of decimals that is negative or not whole.
        """
        if decimals is not None:  # the table may have no number that would be rounded
            require_decimals(decimals)
        right, width = self._right(), max(1, *map(len, [self.columns, *self.rows]))
        caption = [f"% {one_line(self.caption)}"] if self.caption else []
        heading = list(map(latex_text, self.columns))
        rows = [
            [self.missing if cell is None else latex_cell(cell, decimals, self.longest) for cell in row]
            for row in self.rows
        ]
        alignment = "".join("r" if k in right else "l" for k in range(width))
        lines = [f"\\begin{{tabular}}{{{alignment}}}", "\\toprule"]
        if heading:
            lines += [latex_row(heading), "\\midrule"]
        lines += [latex_row(cells) if cells else "\\midrule" for cells in rows]
        return "\n".join([*caption, *latex_fitted([*lines, "\\bottomrule", "\\end{tabular}"], [heading, *rows])])

    def _right(self) -> Set[int]:
        """Return the columns that are aligned to the right."""
        if self.right is not None:
            return self.right
        after_index = range(self.index, max(map(len, self.rows), default=0))
        return {k for k in after_index if all(_may_be_right(row[k]) for row in self.rows if k < len(row))}

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def to_html(self) -> str:
        """Return the first rows and columns, for a page with :data:`STYLE`; columns of numbers are right-aligned."""
        columns, rows, hidden = self._shown()
        width = max(map(len, [columns, *rows]))
        right = [_are_numbers(row[k] for row in rows if k < len(row)) for k in range(width)]
        classes = [' class="number"' if numbers else "" for numbers in right]
        head = "".join(f'<th scope="col"{classes[k]}>{escape(one_line(name))}</th>' for k, name in enumerate(columns))
        head = f"<thead><tr>{head}</tr></thead>" if columns else ""
        body = "".join(f"<tr>{''.join(map(self._cell, range(len(row)), row, classes))}</tr>" for row in rows)
        caption = "; ".join(filter(None, [self.caption, hidden]))
        captioned = f"<caption>{escape(one_line(caption))}</caption>" if caption else ""
        return f'<table class="lemke-table">{captioned}{head}<tbody>{body}</tbody></table>'

    def _cell(self, column: int, value: object, classes: str) -> str:
        name, scope = ("th", ' scope="row"') if column < self.index else ("td", "")
        return f"<{name}{scope}{classes}>{_html(value)}</{name}>"

    def _repr_html_(self) -> str:
        return STYLE + self.to_html()

    def _shown(self) -> tuple[Sequence[str], list[Sequence[object]], str]:
        """Return the columns and rows that HTML shows, and a text that counts the hidden ones."""
        hidden = [
            f"{size - SHOWN} more {noun}"
            for size, noun in ((len(self.rows), "rows"), (len(self.columns), "columns"))
            if size > SHOWN
        ]
        return self.columns[:SHOWN], [row[:SHOWN] for row in self.rows[:SHOWN]], ", ".join(hidden)


def page_table(
    rows: Sequence[Sequence[object]],
    columns: Sequence[str] = (),
    indent: str = "  ",
    right: Set[int] = frozenset(),
    longest: int | None = None,
    missing: str = "",
) -> Table:
    """Return a table for the text of a document: it is indented, and only the columns ``right`` are right-aligned."""
    return Table(columns, rows, indent=indent, right=right, longest=longest, missing=missing)


def aligned(row: Sequence[str], widths: Mapping[int, int], indent: str = "", right: Set[int] = frozenset()) -> str:
    """Return a row as a line of text with columns of the given widths, without blanks at its end.

    >>> aligned(["1", "a", ""], {0: 3, 1: 2, 2: 5}, right={0})
    '  1  a'
    """
    cells = (cell.rjust(widths[k]) if k in right else cell.ljust(widths[k]) for k, cell in enumerate(row))
    return (indent + "  ".join(cells)).rstrip()


def csv_line(cells: Iterable[object]) -> str:
    r"""Return a row as a line of CSV; exact numbers are written ``p/q``, None as an empty cell.

    >>> csv_line([1, mpq(2, 3), "a, b", None])
    '1,2/3,"a, b",\n'
    """
    target = StringIO()
    csv.writer(target, lineterminator="\n").writerow([text(cell) if isinstance(cell, _MPQ) else cell for cell in cells])
    return target.getvalue()


def latex_row(cells: Iterable[str]) -> str:
    r"""Return a row of a ``tabular`` as a line; a row with fractions has some space below it.

    Braces keep a bracket or a star at the start from being read as an argument of the preceding ``\\``.

    >>> print(latex_row(["[a]", "b"]))
    {}[a] & b \\
    """
    row = " & ".join(cells)
    braces = "{}" if row.startswith(("[", "*")) else ""
    space = "[2pt]" if r"\frac" in row else ""
    return rf"{braces}{row} \\{space}"


def latex_cell(value: object, decimals: int | None = None, longest: int | None = None) -> str:
    r"""Return a cell as LaTeX; without ``decimals``, a number longer than ``longest`` characters is approximated.

    >>> print(latex_cell((["bet =", mpq(1, 3)], ["check =", mpq(2, 3)])))
    bet = $\frac{1}{3}$, check = $\frac{2}{3}$
    """
    if isinstance(value, tuple | list):
        between = ", " if isinstance(value, tuple) else " "
        return between.join(latex_cell(part, decimals, longest) for part in value)
    if not isinstance(value, _MPQ):
        return latex_text(_words(value))
    is_long = decimals is None and longest and len(text(value)) > longest
    return f"${latex_about(value) if is_long else latex_number(value, decimals)}$"


def latex_fitted(lines: list[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a ``tabular``, in a box that LaTeX scales down if the table is wider than a line.

    ``rows`` has the cells of the table. If they surely fit into a line, by an estimate, there is no box.
    """
    columns = zip_longest(*rows, fillvalue="")
    width = sum(BETWEEN + max(map(_printed_width, cells)) for cells in columns)
    if width <= LINE:
        return lines
    box = "\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%"
    return [box, *lines[:-1], f"{lines[-1]}}}"]  # the brace at the end closes the box


def _printed_width(cell: str) -> float:
    """Estimate a cell's printed width in points: a fraction is as wide as its longer part, another command as an x."""
    words = _LATEX_FRACTION.sub(lambda match: max(match.groups(), key=len), cell)
    letters = _LATEX_COMMAND.sub("x", _LATEX_ESCAPE.sub(r"\1", words)).replace("$", "")
    return sum(LETTERS.get(letter, OTHER_LETTERS) for letter in letters)


def _float(value: object) -> object:
    if isinstance(value, tuple | list):
        return type(value)(map(_float, value))
    return approximate(value) if isinstance(value, _MPQ) else value


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | _MPQ) and not isinstance(cell, bool)


def _may_be_right(cell: object) -> bool:
    """Return whether a column of such cells is aligned to the right: numbers, truth values and empty cells."""
    return cell is None or isinstance(cell, int | _MPQ)


def _are_numbers(cells: Iterable[object]) -> bool:
    """Return whether a column has numbers, exact or as text, and no other cells except those in ``_NO_NUMBER``."""
    parts = chain.from_iterable(cell if isinstance(cell, tuple) else (cell,) for cell in cells)
    nonempty = [part for part in parts if part not in _NO_NUMBER]
    return bool(nonempty) and all(
        bool(_NUMBER.fullmatch(part)) if isinstance(part, str) else _is_number(part) for part in nonempty
    )


def _text(value: object, longest: int | None) -> str:
    if isinstance(value, tuple | list):
        return (", " if isinstance(value, tuple) else " ").join(_text(part, longest) for part in value)
    if isinstance(value, _MPQ):
        return short(value, longest) if longest else text(value)
    return _words(value)


def _html(value: object) -> str:
    if isinstance(value, tuple | list):
        return (", " if isinstance(value, tuple) else " ").join(map(_html, value))
    if not isinstance(value, _MPQ):
        return escape(_words(value))
    exact_text = text(value)
    return exact_text if len(exact_text) <= LONG else f'<span title="{exact_text}">≈ {decimal(value, 10)}</span>'


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
    # an int as mpz, since Python refuses to print ints of more than 4300 digits
    return one_line(str(mpz(value) if isinstance(value, int) else value))
