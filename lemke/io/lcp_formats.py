"""Files of general LCPs: plain text and JSON; the content tells the format.

Plain text is ``n= 2  M= 2 1  1 2  q= -5 -6  d= 1 1``, the format of B. von Stengel's programs for Lemke's algorithm and
of their Python successor. M is given row by row, white space may be of any kind, and lines that begin with ``#``, ``%``
or ``*`` are comments. Here the covering vector d is optional, and the parts may come in any order. Numbers are
integers, fractions or decimals, all exact (the Python program rounds decimals to four digits).

JSON, ``"format": "lemke-lcp/2"``, has the members of :class:`StatedLCP`. Numbers are text, ``"p/q"``, or decimals.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import lru_cache

import numpy as np
from gmpy2 import mpq
from msgspec import Struct

from lemke.errors import FormatError, located
from lemke.ground import exact_json
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import SparseMatrix, vector
from lemke.ground.words import count
from lemke.io.source import read_text
from lemke.linear.lcp import LCP, StartBasis

FORMAT = "lemke-lcp/2"
MAX_SIZE = 100_000
"""The largest n in plain text."""
STARTS = ("n", "M", "q", "d", "{", "%", "#", "*")
"""What a file may begin with, after blanks."""

_TOKEN = re.compile(r"([A-Za-z]+)\s*=|(\S+)")
_COMMENT = ("#", "%", "*")


def read_lcp(path: str | os.PathLike[str]) -> LCP:
    """Return the problem of a file in plain text or JSON; ``-`` is the standard input.

    Raises
    ------
    FormatError, InputError, NumberError
        If the file cannot be read or has neither format. The message has the source and, unless the mistake is in a
        part of a JSON document, the line.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w") as file:
    ...     _ = file.write("n= 2 M= 2 1 1 2 q= -5 -6")
    ...     file.flush()
    ...     read_lcp(file.name).M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    source = os.fspath(path)
    content = read_text(source, STARTS, "an LCP, a text")
    return (loads_json if content.lstrip().startswith("{") else loads_text)(content, source)


def loads_text(content: str, source: str | None = None) -> LCP:
    """Return the problem of a plain text.

    >>> loads_text("n= 2 M= 2 1 1 2 q= -5 -6").M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    with located(source):
        sections, lines = _sections(content)
        for name in ("n", "M", "q"):
            if name not in sections:
                raise FormatError(f"no {name}=, expected n=, M= and q=")
        sizes = sections["n"]
        if len(sizes) != 1 or sizes[0].denominator != 1 or not 0 <= sizes[0] <= MAX_SIZE:
            with located(line=lines["n"]):
                stated = quoted(" ".join(map(text, sizes))) if sizes else "nothing"
                raise FormatError(f"{stated} after n=, expected one whole number from 0 to {MAX_SIZE}")
        n = int(sizes[0])
        for name, expected in (("M", n * n), ("q", n), ("d", n)):
            if name in sections and len(sections[name]) != expected:
                with located(line=lines[name]):
                    raise FormatError(f"{count(len(sections[name]), 'number')} after {name}=, expected {expected}")
        # M is stated row by row: number k is in row k // n, column k % n; max avoids a division by 0 if n is 0
        rows, columns = np.divmod(np.arange(n * n), max(n, 1))
        return LCP.of(SparseMatrix.from_entries((n, n), rows, columns, sections["M"]), sections["q"], sections.get("d"))


def _sections(content: str) -> tuple[dict[str, list[mpq]], dict[str, int]]:
    """Return, by name (n, M, q or d), the numbers after the name, and the number of the line with the name."""
    sections: dict[str, list[mpq]] = {}
    lines: dict[str, int] = {}
    number = lru_cache(1 << 12)(parse)  # zeros and ones repeat often
    current: list[mpq] | None = None
    for line, words in enumerate(content.split("\n"), 1):
        if words.lstrip().startswith(_COMMENT):
            continue
        with located(line=line):
            for name, token in _TOKEN.findall(words):
                if name:
                    if name not in ("n", "M", "q", "d") or name in sections:
                        raise FormatError(f"{quoted(name + '=')}, expected n=, M=, q= and d= once each")
                    current, lines[name] = sections.setdefault(name, []), line
                elif current is None:
                    raise FormatError(f"{quoted(token)}, expected n= first, or M=, q= or d=")
                else:
                    current.append(number(token))
    return sections, lines


class StatedMatrix(Struct, frozen=True, forbid_unknown_fields=True):
    """A sparse matrix.

    Attributes
    ----------
    shape : tuple of two int
        Numbers of rows and columns.
    entries : list of [int, int, number]
        Row, column and number; indices count from 0, and no place occurs twice.
    """

    shape: tuple[int, int]
    entries: list[tuple[int, int, mpq]]


class StatedLCP(Struct, frozen=True, forbid_unknown_fields=True):
    """A (mixed) linear complementarity problem.

    Attributes
    ----------
    M : list of lists of numbers, or StatedMatrix
        Rows, or a sparse matrix.
    q : list of numbers
    d : list of numbers
        The covering vector; if absent, all ones.
    free : list of int
        Indices of the free variables, from 0.
    start : object or null
        The basis from which a path may start: ``basic``, the indices i, from 0, whose zᵢ is basic, and ``z0``.
    n : int
        The length of q.
    format : str
        May be absent in a file.
    """

    M: list[list[mpq]] | StatedMatrix
    q: list[mpq]
    d: list[mpq] | None = None
    free: list[int] = []
    start: StartBasis | None = None
    n: int | None = None
    format: str = FORMAT


def loads_json(content: str, source: str | None = None) -> LCP:
    """Return the problem of a JSON text.

    >>> loads_json('{"M": {"shape": [2, 2], "entries": [[0, 1, "1/2"]]}, "q": [-5, "-6"]}').M.entries
    [(0, 1, mpq(1,2))]
    """
    with located(source):
        document = exact_json.loads(content)
        if isinstance(document, dict) and "format" in document:
            exact_json.require_format(document, FORMAT)
        return lcp_of(document)


def lcp_of(document: exact_json.Value) -> LCP:
    """Return the problem of a JSON object; errors are those of :func:`loads_json`."""
    stated = exact_json.convert(document, StatedLCP)
    n = len(stated.q)
    if stated.n not in (None, n):
        raise FormatError(f"$.n: {stated.n}, expected {n}, the length of q")
    for name, indices in (("free", stated.free), ("start.basic", sorted(stated.start.basic) if stated.start else [])):
        if outside := [index for index in indices if not 0 <= index < n]:
            raise FormatError(f"$.{name}: {outside[0]}, expected indices of {count(n, 'variable')}, from 0")
    free = np.zeros(n, dtype=bool)
    free[stated.free] = True
    return LCP(
        _matrix(stated.M), vector(stated.q), vector([1] * n if stated.d is None else stated.d), free, stated.start
    )


def _matrix(stated: list[list[mpq]] | StatedMatrix) -> SparseMatrix:
    if isinstance(stated, list):
        return SparseMatrix.from_dense(stated)
    places = Counter((i, j) for i, j, _ in stated.entries)
    if repeated := [place for place, times in places.items() if times > 1]:
        raise FormatError(f"$.M.entries: the place {list(repeated[0])} twice, expected every place once")
    rows, columns, values = zip(*stated.entries, strict=True) if stated.entries else ((), (), ())
    return SparseMatrix.from_entries(stated.shape, np.array(rows, np.int64), np.array(columns, np.int64), values)


def dumps_lcp(problem: LCP) -> str:
    """Return a problem as JSON; M is sparse if less than a third of the entries differ from 0.

    >>> print(dumps_lcp(LCP.of([[1]], [-1])), end="")
    {
     "format": "lemke-lcp/2",
     "n": 1,
     "M": [
      ["1"]
     ],
     "q": ["-1"],
     "d": ["1"]
    }
    """
    matrix: object
    if 3 * problem.M.nnz < problem.size**2:
        matrix = {"shape": problem.M.shape, "entries": problem.M.entries}
    else:
        matrix = problem.M.to_lists()
    members = {"format": FORMAT, "n": problem.size, "M": matrix, "q": problem.q, "d": problem.d}
    if problem.free.any():
        members["free"] = np.flatnonzero(problem.free)
    if problem.start is not None:
        members["start"] = {"basic": sorted(problem.start.basic), "z0": problem.start.z0}
    return exact_json.dumps(members)
