"""Tables of exact numbers and labels, as notebooks show them and pandas takes them; numbers and labels in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.packages import require
from lemke.rational import approximate, decimal, text

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
    >>> print(table._repr_latex_())
    $\begin{array}{ll}
    \text{move} & \text{probability} \\ \hline
    \text{L} & \frac{1}{3} \\
    \text{R} & \frac{2}{3}
    \end{array}$
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
        frame = pandas.DataFrame(rows, columns=list(self.columns), dtype=object)
        for k in range(len(self.columns)):
            if floats or frame.iloc[:, k].notna().all():  # else pandas would make what is whole a float
                frame.isetitem(k, frame.iloc[:, k].infer_objects())
        return frame.set_index(list(self.columns[: self.index])) if self.index else frame

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
        columns, rows, more = self._shown()
        lines = [" & ".join(map(_latex, row)) for row in rows]
        if more:
            lines.append(latex_label(f"… {more}"))
        body = " \\\\\n".join(lines)
        head = " & ".join(map(latex_label, columns))
        return f"$\\begin{{array}}{{{'l' * len(columns)}}}\n{head} \\\\ \\hline\n{body}\n\\end{{array}}$"

    def _shown(self) -> tuple[tuple[str, ...], list[tuple[object, ...]], str]:
        """Return the columns and rows that are shown, and words for the rest."""
        hidden = [
            f"{size - SHOWN} more {noun}"
            for size, noun in ((len(self.rows), "rows"), (len(self.columns), "columns"))
            if size > SHOWN
        ]
        return self.columns[:SHOWN], [row[:SHOWN] for row in self.rows[:SHOWN]], ", ".join(hidden)


class Tabular:
    """A base of what is shown as a table, and is one for pandas."""

    def to_table(self) -> Table:
        """Return a table with what the object says."""
        raise NotImplementedError

    def to_pandas(self, floats: bool = False) -> Any:
        """Return :meth:`to_table` as a data frame, of exact numbers or of the nearest floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return self.to_table().to_pandas(floats)

    def _repr_html_(self) -> str:
        return self.to_table()._repr_html_()

    def _repr_latex_(self) -> str | None:
        return self.to_table()._repr_latex_()


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
    return approximate(value) if isinstance(value, _MPQ) else value


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
    return latex_number(value) if isinstance(value, _MPQ) else latex_label(_words(value))


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
    return one_line(str(value))
