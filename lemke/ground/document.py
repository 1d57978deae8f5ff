"""The content of a result, written as JSON for programs, and as text, HTML and LaTeX for people.

A :class:`Document` holds the members of a JSON object and the blocks of a page. The :class:`Format` says what the
members mean; the reference of the JSON formats is generated from these descriptions (``docs/formats.py``). The JSON is
laid out to be read: short values share a line. A long JSON text is written in pieces and never held in memory
as a whole.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, islice
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import InputError, type_name
from lemke.ground.latex import latex_text, preamble, require_decimals, stacked
from lemke.ground.rational import approximate, text
from lemke.ground.tables import SHOWN, STYLE, Table

Members: TypeAlias = Mapping[str, object] | Iterable[tuple[str, object]]
"""Names and values. A value is a text, whole number, exact number, truth value, None or :class:`Document`, or an array,
list, iterator or mapping of such values."""
Block: TypeAlias = str | Table
"""A line, which may be empty, or a table."""

WIDTH = 120
"""The most characters of a line of JSON; only a long text or an element of an iterator makes a line longer."""

_EXACT = (type(mpq()), type(mpz()))


@dataclass(frozen=True)
class Format:
    """A JSON format: its name, and what its members mean.

    Attributes
    ----------
    name : str
        The value of the first member, ``format``, in every object of the format.
    members : str
        A table of the members, in their order. A line has the name (or several names), type and meaning, separated by
        bars. For a certificate, a line also has what a program that reads certificates does with the member. Every
        level of nesting puts one more dash before a name. A line that begins with blanks continues the previous line.

    >>> Format("lemke-example/1", '''
    ... size | whole | of the game
    ... parts | list | the parts,
    ...     in their order
    ... - name, label | texts |
    ... ''').rows[1:]
    [['parts', 'list', 'the parts, in their order'], ['- name, label', 'texts', '']]
    """

    name: str
    members: str

    @property
    def rows(self) -> list[list[str]]:
        """The cells of the lines of ``members``."""
        lines: list[str] = []
        for line in self.members.strip().split("\n"):
            if line.startswith(" "):
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line)
        return [list(map(str.strip, line.split("|"))) for line in lines]


@dataclass(frozen=True)
class Document:
    """The content of a result.

    Attributes
    ----------
    blocks : function that returns the lines and tables of the page
        It may be a generator: every block is written before the next one is made.
    format : Format | None
        None for a result that has no JSON.
    members : function that returns the members of the JSON object, without its first member ``format``
        The members are a mapping, or pairs of names and values. Pairs may come from a generator, which computes a value
        when all earlier members have been written. A value that is an iterator is written as an array, element by
        element, unless ``spread`` is true.
    spread : bool
        Whether every member and every element of the JSON is on a line of its own.
    latex : function | None
        Takes a number of decimals, or None for exact numbers, and returns the LaTeX. Without the function, or if it
        returns None, the LaTeX is made from the blocks.

    >>> format = Format("lemke-example/1", "")
    >>> table = Table((), [["half", mpq(1, 2)]], indent="  ")
    >>> document = Document(lambda: ["Numbers", table], format, lambda: {"half": mpq(1, 2), "items": iter([1, [2, 3]])})
    >>> print(document.to_text(), end="")
    Numbers
      half  1/2
    >>> print(document.to_json(), end="")
    {
     "format": "lemke-example/1",
     "half": "1/2",
     "items": [
      1,
      [2, 3]
     ]
    }
    """

    blocks: Callable[[], Iterable[Block]]
    format: Format | None = None
    members: Callable[[], Members] = dict
    spread: bool = False
    latex: Callable[[int | None], str | None] | None = None

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text, each with its line end."""
        for block in self.blocks():
            for line in [block] if isinstance(block, str) else block.lines():
                yield f"{line}\n"

    def to_text(self) -> str:
        """Return the text for people."""
        return "".join(self.lines())

    def to_html(self) -> str:
        """Return the first blocks in HTML: lines as paragraphs, and the first rows and columns of tables.

        If a table has no caption, the line before the table becomes the caption.
        """
        parts: list[Block] = []
        for block in self._shown():
            last = parts[-1] if parts else None
            if isinstance(block, Table) and not block.caption and isinstance(last, str):
                parts[-1] = replace(block, caption=last.strip())
            else:
                parts.append(block)
        return STYLE + "".join(
            part.to_html() if isinstance(part, Table) else f"<p>{escape(part.strip())}</p>" for part in parts
        )

    def to_latex(self, decimals: int | None = None) -> str:
        """Return LaTeX to include in a paper; comments at its start name the packages needed.

        Without ``latex``, lines become paragraphs, and tables become ``tabular``. Raises InputError for a number of
        decimals that is negative or not whole.
        """
        if decimals is not None:  # the document may have no number that would be rounded
            require_decimals(decimals)
        body = None if self.latex is None else self.latex(decimals)
        if body is None:
            parts = (
                block.to_latex(decimals) if isinstance(block, Table) else latex_text(block.strip())
                for block in self.blocks()
            )
            body = stacked(filter(None, parts))
        return f"{preamble(body)}{body}\n"

    def _shown(self) -> Iterator[Block]:
        """Yield the first blocks, without empty lines, and ``…`` if there are more."""
        blocks = (block for block in self.blocks() if block)
        yield from islice(blocks, SHOWN)
        if next(blocks, None) is not None:
            yield "…"

    def object(self) -> Members:
        """Return all members of the JSON object; the first one is ``format``, if there is a format."""
        head = {} if self.format is None else {"format": self.format.name}
        members = self.members()
        return {**head, **members} if isinstance(members, Mapping) else chain(head.items(), members)

    def pieces(self) -> Iterator[str]:
        """Yield the JSON text in pieces."""
        if self.spread:
            yield json.dumps(_plain(self), ensure_ascii=False, indent=1) + "\n"
            return
        members = self.object()
        column = 1 if isinstance(members, Mapping) else 3  # before a pair's name, all of ",\n " counts
        before = "{\n "
        for name, value in members.items() if isinstance(members, Mapping) else members:
            head = f"{_line(name)}: "
            yield before + head
            before = ",\n "
            if not isinstance(value, Iterator):
                yield _laid_out(_plain(value), 1, column + len(head))
                continue
            yield "["
            between = "\n  "
            for element in value:
                yield between + _line(_plain(element))
                between = ",\n  "
            yield "\n ]" if between.startswith(",") else "]"  # a comma: there was an element
        yield "\n}\n"

    def to_json(self) -> str:
        """Return the JSON text; exact numbers are texts such as ``"1/2"``, whole numbers are numbers."""
        return "".join(self.pieces())


class Tabular(ABC):
    """A base class of results that can be exported as a table; the table is printed if there is no other document."""

    @abstractmethod
    def to_table(self) -> Table:
        """Return the content of the object as a table."""

    def document(self) -> Document:
        """Return the document from which notebooks and commands show the result."""
        return Document(lambda: [self.to_table()])

    def to_text(self) -> str:
        """Return the result as text, numbers exact unless they are very long."""
        return self.document().to_text()

    def to_json(self) -> str:
        """Return the JSON that commands print.

        Raises
        ------
        InputError
            If the result has no JSON.
        """
        return self._with_json().to_json()

    def to_dict(self, floats: bool = False) -> dict[str, Any]:
        """Return the members of the JSON, with exact numbers, or with the nearest floats.

        Raises
        ------
        InputError
            If the result has no JSON.
        """
        return {
            name: _plain(part, approximate if floats else mpq)
            for name, part in dict(self._with_json().object()).items()
        }

    def _with_json(self) -> Document:
        document = self.document()
        if document.format is None:
            raise InputError(f"a {type_name(self)} has no JSON, expected a result with a JSON format; use to_table")
        return document

    def __str__(self) -> str:
        return self.to_text().rstrip("\n")

    def to_latex(self, decimals: int | None = None) -> str:
        """Return the result as LaTeX, exact unless a number of decimals is given; see :meth:`Document.to_latex`.

        Raises
        ------
        InputError
            For a number of decimals that is negative or not whole, or a result that is too wide to be typeset.
        """
        return self.document().to_latex(decimals)

    def to_pandas(self, floats: bool = False) -> Any:
        """Return :meth:`to_table` as a data frame, of exact numbers or of the nearest floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return self.to_table().to_pandas(floats)

    def _repr_html_(self) -> str:
        return self.document().to_html()


def _plain(value: object, number: Callable[[mpq], object] = text) -> Any:
    """Return a value with dictionaries for mappings, lists for other collections; ``number`` converts exact numbers."""
    match value:
        case str() | int() | None:
            return value
        case Document():
            return {name: _plain(part, number) for name, part in dict(value.object()).items()}
        case Mapping():
            return {name: _plain(part, number) for name, part in value.items()}
        case np.ndarray():
            return _plain(value.tolist(), number)
        case _ if isinstance(value, _EXACT):
            return number(mpq(value))
    assert isinstance(value, Iterable), f"{value!r}, expected what JSON can hold"
    return [_plain(part, number) for part in value]


def _laid_out(value: Any, indent: int, column: int) -> str:
    """Return the JSON text of a value that begins at ``column`` of a line that is indented by ``indent``.

    The parts of an object, or of a list of lists or objects, share one line if they fit and none of them has several
    lines; otherwise every part begins a new line. A list of plain values fills as many lines as it needs.
    """
    if isinstance(value, dict):
        brackets, parts = "{}", []
        for name, part in value.items():
            head = f"{_line(name)}: "
            parts.append(head + _laid_out(part, indent + 1, indent + 1 + len(head)))
    elif isinstance(value, list) and any(isinstance(element, dict | list) for element in value):
        brackets, parts = "[]", [_laid_out(element, indent + 1, indent + 1) for element in value]
    else:
        line = _line(value)
        if not isinstance(value, list) or column + len(line) < WIDTH:
            return line
        return _on_lines("[]", _filled_lines(value, indent + 1), indent)
    size = column + sum(map(len, parts)) + 2 * len(parts)  # 2 for the comma and blank after a part
    if size < WIDTH and not any("\n" in part for part in parts):
        return f"{brackets[0]}{', '.join(parts)}{brackets[1]}"
    return _on_lines(brackets, parts, indent)


def _on_lines(brackets: str, parts: list[str], indent: int) -> str:
    """Return parts in brackets; every part begins a line that is indented by one more blank than ``indent``."""
    margin = "\n" + " " * indent
    return f"{brackets[0]}{margin} {f',{margin} '.join(parts)}{margin}{brackets[1]}"


def _filled_lines(values: Iterable[Any], indent: int) -> list[str]:
    """Return lines of values separated by commas, each line as long as the width allows."""
    lines = [""]
    for part in map(_line, values):
        # 3: the comma and blank before the part, and the comma after it
        if lines[-1] and indent + len(lines[-1]) + len(part) + 3 > WIDTH:
            lines.append("")
        lines[-1] += f", {part}" if lines[-1] else part
    return lines


_line = json.JSONEncoder(ensure_ascii=False).encode
"""The text of a value on one line."""
