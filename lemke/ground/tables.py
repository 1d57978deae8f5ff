"""Tables of exact numbers and labels: as aligned text, as HTML, in LaTeX, as pandas takes them."""

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
from lemke.ground.latex import latex_about, latex_number, latex_text
from lemke.ground.packages import require
from lemke.ground.rational import approximate, decimal, short, text

SHOWN = 60
"""Rows of a table, and columns, that are shown; the rest is only counted."""
LONG = 32
"""Characters beyond which HTML shows an exact number as a decimal, with the exact one as its title."""

WIDEST = 40
"""A cell longer than this does not widen its column."""

STYLE = (
    "<style>"
    "table.lemke-table{margin:.3em 0 .9em;border-collapse:collapse}"
    "table.lemke-table caption{caption-side:top;text-align:left;font-weight:bold;color:inherit;white-space:nowrap}"
    "table.lemke-table :is(th,td){text-align:left;padding:.25em .6em}"
    "table.lemke-table .number{text-align:right;font-variant-numeric:tabular-nums}"
    "</style>"
)
"""The style of tables in pages of other programs; notebooks would align all cells to the right."""

LINE, BETWEEN = 327, 12
"""Points: a line of LaTeX's articles, less its indent and an allowance for wider letters; and the room between
columns."""
LETTERS = (
    dict.fromkeys("mw=+<>@#%&" + ascii_uppercase, 7.5)
    | dict.fromkeys("frst ()[]-", 3.7)
    | dict.fromkeys("ijlI.,:;'|!", 2.8)
)
"""Points that a letter takes in LaTeX's font."""
OTHERS = 5.1

_MPQ = type(mpq())
_LATEX_FRACTION = re.compile(r"\\frac\{(\d+)\}\{(\d+)\}")
_LATEX_ESCAPE = re.compile(r"\\([#%&])")
_LATEX_COMMAND = re.compile(r"\\([A-Za-z]+ ?(\{\})?|.)")
_NUMBER = re.compile(r"(about )?[-−]?\d+([./]\d+)?(e[-+]?\d+)?( ?%)?")
_NO_NUMBER = (None, "", ".", "-")
"""Cells without a number that a column of numbers may have."""


@dataclass(frozen=True)
class Table:
    r"""A table.

    Attributes
    ----------
    columns : sequence of str
        Headings; empty for rows without them.
    rows : sequence of sequences
        Texts, whole numbers, exact numbers, truth values; None for an empty cell. Tuples of them have commas
        between their parts, lists only blanks. A row without cells is a line between rows.
    caption : str
    index : int
        How many of the first columns name the rows.
    indent : str
        Of the rows as text.
    right : set of int | None
        Columns of the text that are aligned to the right; None for those of numbers alone, behind the index.
    longest : int | None
        Characters of an exact number beyond which the text has its decimal; None for none.
    missing : str
        The text for None.
    widths : mapping | None
        Of the text's columns; None for as wide as they need be.

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
            if floats or frame.iloc[:, k].notna().all():  # else pandas would make what is whole a float
                frame.isetitem(k, frame.iloc[:, k].infer_objects())
        if self.index == 1:
            frame.index = pandas.Index([row[0] for row in rows], name=self.columns[0])
        elif self.index:
            keys = [tuple(row[: self.index]) for row in rows]
            frame.index = pandas.MultiIndex.from_tuples(keys, names=names[: self.index])
        return frame

    def lines(self) -> list[str]:
        """Return the whole table as lines of aligned text, without their ends."""
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

        Parameters
        ----------
        decimals : int | None
            Of numbers that are not whole; by default all numbers are exact, unless they are longer than ``longest``.

        A table that may be wider than a line is scaled down to fit, by the package graphicx.
        """
        right, width = self._right(), max(1, *map(len, [self.columns, *self.rows]))
        caption = [f"% {one_line(self.caption)}"] if self.caption else []
        heading = list(map(latex_text, self.columns))
        rows = [
            [self.missing if cell is None else latex_cell(cell, decimals, self.longest) for cell in row]
            for row in self.rows
        ]
        lines = [f"\\begin{{tabular}}{{{''.join('r' if k in right else 'l' for k in range(width))}}}", "\\toprule"]
        if heading:
            lines += [latex_row(heading), "\\midrule"]
        lines += [latex_row(cells) if cells else "\\midrule" for cells in rows]
        return "\n".join([*caption, *latex_fitted([*lines, "\\bottomrule", "\\end{tabular}"], [heading, *rows])])

    def _right(self) -> Set[int]:
        """Return which columns are aligned to the right."""
        if self.right is not None:
            return self.right
        numbers = range(self.index, max(map(len, self.rows), default=0))
        return {k for k in numbers if all(map(_is_number, (row[k] for row in self.rows if k < len(row))))}

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def to_html(self) -> str:
        """Return the shown part of the table, for a page that has :data:`STYLE`: numbers are aligned to the right."""
        columns, rows, more = self._shown()
        width = max(map(len, [columns, *rows]))
        right = [_are_numbers(row[k] for row in rows if k < len(row)) for k in range(width)]
        classes = [' class="number"' if numbers else "" for numbers in right]
        head = "".join(f'<th scope="col"{classes[k]}>{escape(one_line(name))}</th>' for k, name in enumerate(columns))
        head = f"<thead><tr>{head}</tr></thead>" if columns else ""
        body = "".join(f"<tr>{''.join(map(self._cell, range(len(row)), row, classes))}</tr>" for row in rows)
        caption = "; ".join(filter(None, [self.caption, more]))
        captioned = f"<caption>{escape(one_line(caption))}</caption>" if caption else ""
        return f'<table class="lemke-table">{captioned}{head}<tbody>{body}</tbody></table>'

    def _cell(self, column: int, value: object, classes: str) -> str:
        name, scope = ("th", ' scope="row"') if column < self.index else ("td", "")
        return f"<{name}{scope}{classes}>{_html(value)}</{name}>"

    def _repr_html_(self) -> str:
        return STYLE + self.to_html()

    def _shown(self) -> tuple[Sequence[str], list[Sequence[object]], str]:
        """Return the columns and rows that are shown, and words that count the rest."""
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
    """Return a table of a page: indented, and nothing aligned to the right but the columns in ``right``."""
    return Table(columns, rows, indent=indent, right=right, longest=longest, missing=missing)


def aligned(row: Sequence[str], widths: Mapping[int, int], indent: str = "", right: Set[int] = frozenset()) -> str:
    """Return a row as a line of columns of these widths, without blanks at its end.

    >>> aligned(["1", "a", ""], {0: 3, 1: 2, 2: 5}, right={0})
    '  1  a'
    """
    cells = (cell.rjust(widths[k]) if k in right else cell.ljust(widths[k]) for k, cell in enumerate(row))
    return (indent + "  ".join(cells)).rstrip()


def csv_line(cells: Iterable[object]) -> str:
    r"""Return the cells of a row as a line of CSV, exact numbers as ``p/q``, nothing for None.

    >>> csv_line([1, mpq(2, 3), "a, b", None])
    '1,2/3,"a, b",\n'
    """
    target = StringIO()
    csv.writer(target, lineterminator="\n").writerow([text(cell) if isinstance(cell, _MPQ) else cell for cell in cells])
    return target.getvalue()


def latex_row(cells: Iterable[str]) -> str:
    r"""Return a row of a ``tabular`` as a line: below fractions there is some more room.

    A bracket or a star at its start belongs to no command before it.

    >>> print(latex_row(["[a]", "b"]))
    {}[a] & b \\
    """
    row = " & ".join(cells)
    start, room = "{}" if row.startswith(("[", "*")) else "", "[2pt]" if r"\frac" in row else ""
    return rf"{start}{row} \\{room}"


def latex_cell(value: object, decimals: int | None = None, longest: int | None = None) -> str:
    r"""Return a cell as LaTeX; a number longer than ``longest`` characters is approximated.

    >>> print(latex_cell((["bet =", mpq(1, 3)], ["check =", mpq(2, 3)])))
    bet = $\frac{1}{3}$, check = $\frac{2}{3}$
    """
    if isinstance(value, tuple | list):
        between = ", " if isinstance(value, tuple) else " "
        return between.join(latex_cell(part, decimals, longest) for part in value)
    if not isinstance(value, _MPQ):
        return latex_text(_words(value))
    long = decimals is None and longest and len(text(value)) > longest
    return f"${latex_about(value) if long else latex_number(value, decimals)}$"


def latex_fitted(lines: list[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a ``tabular``, scaled down to the width of a line if they are wider.

    LaTeX decides that; tables that are clearly narrower, by their letters, are left as they are.
    """
    columns = zip_longest(*rows, fillvalue="")
    width = sum(BETWEEN + max(map(_printed, cells)) for cells in columns)
    if width <= LINE:
        return lines
    scaled = "\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%"
    return [scaled, *lines[:-1], f"{lines[-1]}}}"]


def _printed(cell: str) -> float:
    """Return about how many points wide LaTeX prints a text; of a fraction the longer part counts."""
    words = _LATEX_FRACTION.sub(lambda match: max(match.groups(), key=len), cell)
    letters = _LATEX_COMMAND.sub("x", _LATEX_ESCAPE.sub(r"\1", words)).replace("$", "")
    return sum(LETTERS.get(letter, OTHERS) for letter in letters)


def sympy_number(value: mpq) -> Any:
    """Return sympy's exact rational; ``sympify(mpq)`` would silently give a float.

    >>> sympy_number(mpq(1, 3))
    1/3
    """
    import sympy

    return sympy.Rational(int(value.numerator), int(value.denominator))


def _float(value: object) -> object:
    if isinstance(value, tuple | list):
        return type(value)(map(_float, value))
    return approximate(value) if isinstance(value, _MPQ) else value


def _is_number(cell: object) -> bool:
    return cell is None or isinstance(cell, int | _MPQ)


def _are_numbers(cells: Iterable[object]) -> bool:
    """Return whether a column holds numbers, exact or as text."""
    parts = chain.from_iterable(cell if isinstance(cell, tuple) else (cell,) for cell in cells)
    written = [part for part in parts if part not in _NO_NUMBER]
    return bool(written) and all(
        bool(_NUMBER.fullmatch(part)) if isinstance(part, str) else _is_number(part) and not isinstance(part, bool)
        for part in written
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
    exactly = text(value)
    return exactly if len(exactly) <= LONG else f'<span title="{exactly}">≈ {decimal(value, 10)}</span>'


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
    return one_line(str(mpz(value) if isinstance(value, int) else value))  # Python prints no int of 4300 digits
