"""Tables of exact numbers and labels: as text, as notebooks show them, as pandas takes them; LaTeX."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.ground.packages import require
from lemke.ground.rational import approximate, decimal, text

LATEX = {each: f"\\{each}" for each in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "∅": r"$\emptyset$",
}
"""What LaTeX reads otherwise than as a character of a text."""
SHOWN = 60
"""Rows of a table, and columns, beyond which the rest is only counted where it is shown."""
LONG = 32
"""Characters beyond which an exact number is shown as a decimal; the exact one is at hand as its title."""

WIDEST = 40
"""A cell longer than this does not widen its column."""

_MPQ = type(mpq())


@dataclass(frozen=True)
class Table:
    r"""A table.

    Attributes
    ----------
    columns : tuple of str
        Headings.
    rows : tuple of tuples, as wide as ``columns``
        Texts, whole numbers, exact numbers, tuples of them, truth values; None for what does not apply.
    caption : str
    index : int
        How many of the first columns name the rows.

    >>> table = Table(("move", "probability"), (("L", mpq(1, 3)), ("R", mpq(2, 3))), index=1)
    >>> print(table)
    move  probability
    L             1/3
    R             2/3
    >>> print(table.to_latex())
    \begin{array}{ll}
    \text{move} & \text{probability} \\ \hline
    \text{L} & \frac{1}{3} \\
    \text{R} & \frac{2}{3}
    \end{array}
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    caption: str = ""
    index: int = 0

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

    def to_text(self) -> str:
        """Return the whole table as aligned text, numbers exact."""
        cells = [list(map(_text, row)) for row in self.rows]
        right = frozenset(k for k in range(self.index, len(self.columns)) if _is_numeric(row[k] for row in self.rows))
        lines = columns([self.columns, *cells], indent="", right=right)
        return "\n".join([one_line(self.caption), *lines] if self.caption else lines) + "\n"

    def to_latex(self) -> str:
        """Return what is shown of the table in LaTeX's mathematics, for the package amsmath."""
        columns, rows, more = self._shown()
        lines = [" & ".join(map(_latex, row)) for row in rows]
        if more:
            lines.append(latex_label(f"… {more}"))
        body = " \\\\\n".join(lines)
        head = " & ".join(map(latex_label, columns))
        return f"\\begin{{array}}{{{'l' * len(columns)}}}\n{head} \\\\ \\hline\n{body}\n\\end{{array}}"

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def _repr_html_(self) -> str:
        columns, rows, more = self._shown()
        head = "".join(f'<th scope="col">{escape(one_line(name))}</th>' for name in columns)
        body = "".join(f"<tr>{''.join(map(self._cell, range(len(row)), row))}</tr>" for row in rows)
        caption = "; ".join(filter(None, [self.caption, more]))
        captioned = f"<caption>{escape(one_line(caption))}</caption>" if caption else ""
        return f"<table>{captioned}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _cell(self, column: int, value: object) -> str:
        if column < self.index:
            return f'<th scope="row">{_html(value)}</th>'
        return f"<td>{_html(value)}</td>"

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def _shown(self) -> tuple[tuple[str, ...], list[tuple[object, ...]], str]:
        """Return the columns and rows that are shown, and words for the rest."""
        hidden = [
            f"{size - SHOWN} more {noun}"
            for size, noun in ((len(self.rows), "rows"), (len(self.columns), "columns"))
            if size > SHOWN
        ]
        return self.columns[:SHOWN], [row[:SHOWN] for row in self.rows[:SHOWN]], ", ".join(hidden)


class Tabular(ABC):
    """A base of what is shown as a table, and is one for pandas."""

    @abstractmethod
    def to_table(self) -> Table:
        """Return a table with what the object says."""

    def to_pandas(self, floats: bool = False) -> Any:
        """Return :meth:`to_table` as a data frame, of exact numbers or of the nearest floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return self.to_table().to_pandas(floats)

    def to_text(self) -> str:
        """Return :meth:`to_table` as aligned text, numbers exact."""
        return self.to_table().to_text()

    def to_latex(self) -> str:
        """Return what a notebook shows in LaTeX's mathematics, for the package amsmath."""
        return (self._repr_latex_() or self.to_table()._repr_latex_()).removeprefix("$").removesuffix("$")

    def _repr_html_(self) -> str:
        return self.to_table()._repr_html_()

    def _repr_latex_(self) -> str | None:
        return self.to_table()._repr_latex_()


def columns(rows: Sequence[Sequence[str]], indent: str = "  ", right: frozenset[int] = frozenset()) -> list[str]:
    """Return the rows as lines with aligned columns, those in ``right`` aligned to the right; labels on one line.

    >>> columns([["a", "10"], ["bcd", "2"]], right=frozenset([1]))
    ['  a    10', '  bcd   2']
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    count = max((len(row) for row in rows), default=0)
    widths = [
        max((len(row[k]) for row in rows if k < len(row) and len(row[k]) <= WIDEST), default=0) for k in range(count)
    ]
    return [
        (
            indent
            + "  ".join(
                cell.rjust(width) if k in right else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=False))
            )
        ).rstrip()
        for row in rows
    ]


def latex_number(value: mpq) -> str:
    r"""Return a number in LaTeX's mathematics, a fraction as ``\\frac``.

    >>> print(latex_number(mpq(-1, 3)))
    -\frac{1}{3}
    """
    number = text(abs(value))
    sign = "-" if value < 0 else ""
    numerator, _, denominator = number.partition("/")
    return f"{sign}\\frac{{{numerator}}}{{{denominator}}}" if denominator else sign + numerator


def latex_label(label: str) -> str:
    r"""Return a label as upright text in LaTeX's mathematics, special characters escaped.

    >>> print(latex_label("a_1 & b"))
    \text{a\_1 \& b}
    """
    escaped = "".join(LATEX.get(each, each) for each in one_line(label))
    return f"\\text{{{escaped}}}"


def sympy_number(value: mpq) -> Any:
    """Return sympy's exact rational; ``sympify(mpq)`` would silently give a float.

    >>> sympy_number(mpq(1, 3))
    1/3
    """
    import sympy

    return sympy.Rational(int(value.numerator), int(value.denominator))


def _float(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_float, value))
    return approximate(value) if isinstance(value, _MPQ) else value


def _is_numeric(cells: Iterable[object]) -> bool:
    return all(cell is None or isinstance(cell, int | _MPQ) for cell in cells)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_text, value))
    return text(value) if isinstance(value, _MPQ) else _words(value)


def _html(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_html, value))
    if isinstance(value, _MPQ):
        exactly = text(value)
        return exactly if len(exactly) <= LONG else f'<span title="{exactly}">≈ {decimal(value, 10)}</span>'
    return escape(_words(value))


def _latex(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_latex, value))
    if isinstance(value, _MPQ) and len(text(value)) > LONG:
        return f"\\approx {decimal(value, 10)}"
    return latex_number(value) if isinstance(value, _MPQ) else latex_label(_words(value))


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
    return one_line(str(mpz(value) if isinstance(value, int) else value))  # Python prints no int of 4300 digits
