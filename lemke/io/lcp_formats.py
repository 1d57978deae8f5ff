"""Files of general LCPs: plain text and JSON; the content tells the format.

Plain text is ``n= 2  M= 2 1  1 2  q= -5 -6  d= 1 1``, the format of B. von Stengel's programs for Lemke's algorithm and
of their Python successor. M is given row by row, white space may be of any kind, and lines that begin with ``#``, ``%``
or ``*`` are comments. Here the covering vector d is optional, and the parts may come in any order. Numbers are
integers, fractions or decimals, all exact (the Python program rounds decimals to four digits).

JSON, ``"format": "lemke-lcp/1"``, has ``M``, ``q`` and ``d``. M is a list of rows, or a sparse matrix
``{"shape": [n, n], "entries": [[i, j, "p/q"], …]}``: rows and columns count from 0, and no place occurs twice.
``format``, ``n`` and ``d`` may be left out; without ``d``, d is all ones. ``free`` lists the indices of the free
variables of a mixed problem, from 0. ``start`` is a :class:`~lemke.linear.lcp.StartBasis`: ``basic`` is a list of
indices, ``z0`` a number. Numbers are text, ``"p/q"``; JSON's numbers are read too, exactly.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache

import numpy as np
from gmpy2 import mpq

from lemke.errors import FormatError, located
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import SparseMatrix, vector
from lemke.ground.words import count
from lemke.io import exact_json
from lemke.io.exact_json import Value, described, elements, integer, member, number, numbers, of_kind
from lemke.io.source import read_text
from lemke.linear.lcp import LCP, StartBasis

FORMAT = "lemke-lcp/1"
MAX_SIZE = 100_000
"""The largest n in plain text."""
STARTS = ("n", "M", "q", "d", "{", "%", "#", "*")
"""What a file may begin with, after blanks."""

_KEYS = ("format", "n", "M", "q", "d", "free", "start")
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

    Raises
    ------
    FormatError, NumberError
        For a text of another form, too few or too many numbers, or a word that is no number. The message has the source
        and, unless n, M or q is missing, the line.

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


def loads_json(content: str, source: str | None = None) -> LCP:
    """Return the problem of a JSON text.

    Raises
    ------
    FormatError, InputError, NumberError
        If the text is no such document; the message has the source, and the line or a path such as ``M[0][1]``.

    >>> loads_json('{"M": {"shape": [2, 2], "entries": [[0, 1, "1/2"]]}, "q": [-5, "-6"]}').M.entries
    [(0, 1, mpq(1,2))]
    """
    document = exact_json.loads(content, source)
    with located(source):
        return _problem(document)


def _problem(document: Value) -> LCP:
    if unknown := [key for key in of_kind(document, dict, "the document") if key not in _KEYS]:
        raise FormatError(f"the key {quoted(unknown[0])}, expected one of {', '.join(_KEYS)}")
    if (format_name := document.get("format", FORMAT)) != FORMAT:
        raise FormatError(f"format is {described(format_name)}, expected {FORMAT!r}")
    q = vector(numbers(member(document, "q", list, "the document"), "q"))
    if "n" in document and integer(document["n"], "n") != len(q):
        raise FormatError(f"n is {integer(document['n'], 'n')}, expected {len(q)}, the length of q")
    d = vector(numbers(member(document, "d", list, "the document"), "d") if "d" in document else [1] * len(q))
    free = np.zeros(len(q), dtype=bool)
    free[_indices(document.get("free", []), "free", len(q))] = True
    start = None
    if document.get("start") is not None:
        stated_start = member(document, "start", dict, "the document")
        basic = frozenset(_indices(stated_start.get("basic", []), "start.basic", len(q)))
        start = StartBasis(basic, number(stated_start.get("z0"), "start.z0"))
    return LCP(_matrix(document), q, d, free, start)


def _matrix(document: dict[str, Value]) -> SparseMatrix:
    if not isinstance(document.get("M"), dict):
        rows = member(document, "M", list, "the document")
        return SparseMatrix.from_dense([numbers(row, where) for row, where in elements(rows, "M")])
    shape = [integer(size, where) for size, where in elements(member(document["M"], "shape", list, "M"), "M.shape")]
    if len(shape) != 2 or min(shape) < 0:
        raise FormatError("M.shape is no pair of sizes, expected [n, n]")
    entries: dict[tuple[int, int], mpq] = {}
    for entry, where in elements(member(document["M"], "entries", list, "M"), "M.entries"):
        if len(of_kind(entry, list, where)) != 3:
            raise FormatError(f"{where} has {count(len(entry), 'part')}, expected row, column and number")
        place = integer(entry[0], f"{where}[0]"), integer(entry[1], f"{where}[1]")
        if not (0 <= place[0] < shape[0] and 0 <= place[1] < shape[1]):
            raise FormatError(
                f"{where} is at {list(place)}, expected a place in {shape[0]} x {shape[1]}, from [0, 0] on"
            )
        if place in entries:
            raise FormatError(f"{where} is at {list(place)} again, expected every place once")
        entries[place] = number(entry[2], f"{where}[2]")
    rows, columns = np.array([*entries], np.int64).reshape(-1, 2).T
    return SparseMatrix.from_entries((shape[0], shape[1]), rows, columns, entries.values())


def _indices(stated: Value, where: str, size: int) -> list[int]:
    indices = [integer(index, place) for index, place in elements(stated, where)]
    if outside := [index for index in indices if not 0 <= index < size]:
        raise FormatError(f"{where} has {outside[0]}, expected indices of {count(size, 'variable')}, from 0")
    return indices


def dumps_lcp(problem: LCP) -> str:
    """Return a problem as JSON; M is sparse if less than a third of the entries differ from 0.

    >>> print(dumps_lcp(LCP.of([[1]], [-1])), end="")
    {"format": "lemke-lcp/1", "n": 1, "M": [["1"]], "q": ["-1"], "d": ["1"]}
    """
    matrix: object
    if 3 * problem.M.nnz < problem.size**2:
        matrix = {"shape": problem.M.shape, "entries": [[i, j, text(value)] for i, j, value in problem.M.entries]}
    else:
        matrix = [list(map(text, row)) for row in problem.M.to_lists()]
    q, d = list(map(text, problem.q)), list(map(text, problem.d))
    document = {"format": FORMAT, "n": problem.size, "M": matrix, "q": q, "d": d}
    if problem.free.any():
        document["free"] = np.flatnonzero(problem.free).tolist()
    if problem.start is not None:
        document["start"] = {"basic": sorted(problem.start.basic), "z0": text(problem.start.z0)}
    return json.dumps(document) + "\n"
