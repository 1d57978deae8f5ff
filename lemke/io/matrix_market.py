"""Matrix Market's exchange format for one matrix (Boisvert, Pozo, Remington 1996), read and written exactly.

A file has a first line ``%%MatrixMarket matrix FORMAT FIELD SYMMETRY``, comments that begin with %, the sizes, and the
numbers:

- FORMAT ``coordinate``: the sizes are the numbers of rows, columns and entries; every entry has a line
  ``row column value``, counted from 1. FORMAT ``array``: the sizes are the numbers of rows and columns; all values
  follow column by column.
- FIELD ``real``, ``integer`` or ``pattern``. A pattern has ones at the stated places, and no values; it must be
  ``coordinate``, and not ``skew-symmetric``. ``complex`` is refused.
- SYMMETRY ``general``, ``symmetric`` (only the lower triangle is stated) or ``skew-symmetric`` (only the entries below
  the diagonal are stated). ``hermitian`` is refused.

Values are exact decimals: 0.1 is 1/10. The format has no fractions such as 1/3; they are read, but not written. A place
that is stated twice is refused: some programs add up its values, others do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import FormatError, InputError, located
from lemke.ground.rational import ONE, parse, quoted, short
from lemke.ground.sparse import SparseMatrix

BANNER = "%%MatrixMarket"
MAX_SIZE = 100_000
"""The most rows or columns: a header of a few bytes may announce a matrix that takes much memory."""

_KINDS = (("coordinate", "array"), ("real", "integer", "pattern"), ("general", "symmetric", "skew-symmetric"))
_OFFSET = {"general": -(1 << 62), "symmetric": 0, "skew-symmetric": 1}
"""Symmetry → the least row − column of an entry that may be stated; for general matrices in effect −∞."""
_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)

_Rows: TypeAlias = Iterator[tuple[int, list[str]]]
"""Number and words of each line."""
_Entries: TypeAlias = Iterator[tuple[int, tuple[int, int], mpq]]
"""Number of the line, place in the matrix (row and column from 0) and value of each entry."""


def is_matrix(content: str) -> bool:
    """Return whether a text begins with :data:`BANNER`, in any case and after empty lines."""
    return content.lstrip()[: len(BANNER)].lower() == BANNER.lower()


def loads(content: str, source: str | None = None) -> SparseMatrix:
    r"""Return the matrix of a text.

    Raises
    ------
    FormatError, NumberError
        For a text that is no matrix, more than 10⁵ rows or columns, more or fewer numbers than announced, or a place
        outside the matrix, on the wrong side of its diagonal, or given twice. The message has source and line.

    >>> loads("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 0.5\n2 1 -1\n").to_lists()
    [[mpq(1,2), mpq(-1,1)], [mpq(-1,1), mpq(0,1)]]
    """
    lines = content.split("\n")
    first = next((line for line, row in enumerate(lines, 1) if row.strip()), 1)
    with located(source):
        with located(line=first):
            header = _header(lines[first - 1].lower().split())
        stripped = ((line, row.strip()) for line, row in enumerate(lines, 1))
        rows = ((line, row.split()) for line, row in stripped if row and not row.startswith("%"))
        line, sizes = next(rows, (len(lines), []))
        with located(line=line):
            shape, count = _sizes(sizes, header)
        entries: dict[tuple[int, int], mpq] = {}
        reader = _coordinates if header.layout == "coordinate" else _columns
        for line, place, value in reader(rows, shape, header):
            with located(line=line):
                if len(entries) == count:
                    raise FormatError(f"more numbers than announced, expected {count}")
                if place in entries:
                    raise FormatError(f"the place {place[0] + 1} {place[1] + 1} again, expected every place once")
            entries[place] = value
        if len(entries) < count:
            with located(line=len(lines)):
                raise FormatError(f"the file ends with {len(entries)} of {count} numbers, expected all of them")
        if header.symmetry != "general":
            sign = -1 if header.symmetry == "skew-symmetric" else 1
            entries |= {(j, i): sign * value for (i, j), value in entries.items() if i != j}
        row, column = np.array([*entries], np.int64).reshape(-1, 2).T
        return SparseMatrix.from_entries(shape, row, column, entries.values())


class _Header(NamedTuple):
    """The words of the first line."""

    layout: str
    field: str
    symmetry: str

    def number(self, word: str) -> mpq:
        """Return the number in a word; a FormatError for a fraction in an integer matrix."""
        value = parse(word)
        if self.field == "integer" and value.denominator != 1:
            raise FormatError(f"{quoted(word)} in an integer matrix, expected a whole number")
        return value


def _header(words: list[str]) -> _Header:
    if len(words) != 5 or words[:2] != [BANNER.lower(), "matrix"]:
        expected = f"{BANNER} matrix FORMAT FIELD SYMMETRY, such as {BANNER} matrix coordinate real general"
        raise FormatError(f"{quoted(' '.join(words))}, expected {expected}")
    header = _Header(*words[2:])
    for word, choices in zip(header, _KINDS, strict=True):
        if word not in choices:
            raise FormatError(f"the word {quoted(word)}, expected one of {', '.join(choices)}")
    if header.layout == "array" and header.field == "pattern":
        raise FormatError("the field pattern with the layout array, expected the layout coordinate")
    if header.field == "pattern" and header.symmetry == "skew-symmetric":
        raise FormatError("a skew-symmetric pattern, expected a general or symmetric pattern")
    return header


def _sizes(words: list[str], header: _Header) -> tuple[tuple[int, int], int]:
    """Return the shape of the matrix and the number of values in the file."""
    expected = 3 if header.layout == "coordinate" else 2
    if len(words) != expected or not all(map(_WHOLE.fullmatch, words)):
        sizes = "rows, columns and entries" if header.layout == "coordinate" else "rows and columns"
        raise FormatError(f"{quoted(' '.join(words))}, expected {expected} sizes, the numbers of {sizes}")
    m, n, *announced = map(int, words)
    if max(m, n) > MAX_SIZE:
        raise FormatError(f"a matrix of {m} x {n}, expected at most {MAX_SIZE} rows and columns")
    if header.symmetry != "general" and m != n:
        raise FormatError(f"a {header.symmetry} matrix of {m} x {n}, expected a square matrix")
    half = {"general": m * n, "symmetric": m * (m + 1) // 2, "skew-symmetric": m * (m - 1) // 2}
    return (m, n), announced[0] if announced else half[header.symmetry]


def _coordinates(rows: _Rows, shape: tuple[int, int], header: _Header) -> _Entries:
    """Yield line, place and value of every row of a coordinate file."""
    number = lru_cache(1 << 12)(header.number)
    for line, words in rows:
        with located(line=line):
            if len(words) != (2 if header.field == "pattern" else 3) or not all(map(_WHOLE.fullmatch, words[:2])):
                expected = "row and column" if header.field == "pattern" else "row, column and value"
                raise FormatError(f"{quoted(' '.join(words))}, expected {expected}")
            i, j = int(words[0]) - 1, int(words[1]) - 1
            if not (0 <= i < shape[0] and 0 <= j < shape[1]):
                expected = f"a place in {shape[0]} x {shape[1]}, counted from 1"
                raise FormatError(f"the place {words[0]} {words[1]}, expected {expected}")
            if i < j + _OFFSET[header.symmetry]:
                expected = "below the diagonal" if _OFFSET[header.symmetry] else "on or below the diagonal"
                place = f"the place {words[0]} {words[1]} of a {header.symmetry} matrix"
                raise FormatError(f"{place}, expected a place {expected}")
            value = ONE if header.field == "pattern" else number(words[2])
        yield line, (i, j), value


def _columns(rows: _Rows, shape: tuple[int, int], header: _Header) -> _Entries:
    """Yield line, place and value of every number of an array file, column by column."""
    number = lru_cache(1 << 12)(header.number)
    offset = _OFFSET[header.symmetry]
    i, j = max(offset, 0), 0  # row and column of the next number
    for line, words in rows:
        for word in words:
            if i >= shape[0]:
                j += 1
                i = max(j + offset, 0)
            with located(line=line):
                value = number(word)
            yield line, (i, j), value
            i += 1


def dumps(matrix: SparseMatrix, comments: Iterable[str] = ()) -> str:
    """Return a matrix as a coordinate file; the field is ``integer`` if all entries are integers, otherwise ``real``.

    Raises
    ------
    InputError
        An entry, such as 1/3, is no finite decimal.

    >>> print(dumps(SparseMatrix.from_dense([[0, "1/8"], [-2, 0]])), end="")
    %%MatrixMarket matrix coordinate real general
    2 2 2
    1 2 0.125
    2 1 -2
    """
    field = "integer" if all(value.denominator == 1 for value in matrix.values) else "real"
    lines = [f"{BANNER} matrix coordinate {field} general", *(f"% {comment}" for comment in comments)]
    lines.append(f"{matrix.shape[0]} {matrix.shape[1]} {matrix.nnz}")
    for i, j, value in matrix.entries:
        decimal = _decimal(value)
        if decimal is None:
            place = f"in row {i + 1}, column {j + 1}"
            raise InputError(f"{short(value)} {place} is no finite decimal, expected decimals only; JSON has fractions")
        lines.append(f"{i + 1} {j + 1} {decimal}")
    return "\n".join(lines) + "\n"


def _decimal(value: mpq) -> str | None:
    """Return a number as a decimal; None if its digits never end."""
    denominator, digits = value.denominator, 0
    for factor in (2, 5):  # a fraction is a finite decimal if its denominator has no other prime factor
        denominator, times = gmpy2.remove(denominator, factor)
        digits = max(digits, times)
    if denominator != 1:
        return None
    scaled = str(abs(value.numerator) * mpz(10) ** digits // value.denominator).rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{scaled[:-digits]}.{scaled[-digits:]}" if digits else scaled)
