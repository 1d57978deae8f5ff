r"""Files of general LCPs: plain text, JSON, and Matrix Market's format for M; the content tells the format.

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
from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from gmpy2 import mpq

from lemke.errors import FormatError, InputError, NumberError, ShapeError, located, require_type
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.ground.words import count
from lemke.io import exact_json, matrix_market
from lemke.io.exact_json import Value, described, elements, integer, member, number, numbers, of_kind
from lemke.io.source import read_text, write_atomically
from lemke.linear.lcp import LCP, StartBasis

FORMAT = "lemke-lcp/1"
MAX_SIZE = 100_000
"""The largest n in plain text."""
STARTS = ("n", "M", "q", "d", "{", "%", "#", "*")
"""What a file may begin with, after blanks."""

_KEYS = ("format", "n", "M", "q", "d", "free", "start")
_TOKEN = re.compile(r"([A-Za-z]+)\s*=|(\S+)")
_COMMENT = ("#", "%", "*")
_LIST = re.compile(r"[-+.\d/]*\d[-+.\d/]*([\s,]|$)|[^/\\]*[\s,]|(nan|[-+]?inf)$", re.IGNORECASE)
"""Matches an argument that is meant as a list of numbers, and not as the name of a file: an argument that begins with a
number, or has a comma or blank before any slash, or is nan or inf."""


def read_lcp(path: str | os.PathLike[str], q: str | None = None, d: str | None = None) -> LCP:
    r"""Return the problem of a file.

    Parameters
    ----------
    path : str or path
        A file in plain text, JSON, or Matrix Market's format; ``-`` is the standard input.
    q, d : str | None
        The vectors of the problem if the file has Matrix Market's format, which has M alone. A vector is a text with
        numbers, ``"-5 -6"`` or ``"-5,-6"``, or the path of a file. This file has numbers, or a matrix of one column or
        one row in Matrix Market's format. Without d the covering vector is all ones.

    Raises
    ------
    FormatError, NumberError
        If a file cannot be read or has none of these formats; if q or d is neither numbers nor a file, or has the wrong
        length. The message has the source and, unless the mistake is in a part of a JSON document, the line.
    InputError
        If q or d is not text; if q or d is stated, but the file has its own q; if q is missing.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".mtx") as file:
    ...     _ = file.write("%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n")
    ...     file.flush()
    ...     read_lcp(file.name, q="-5 -6").M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    source = os.fspath(path)
    for name, vector_text in (("q", q), ("d", d)):
        require_type(vector_text, str | None, 'numbers as text, such as "-5 -6", or the path of a file', name)
    problem = read_problem(source)
    with located(source):
        if isinstance(problem, LCP):
            if q is not None or d is not None:
                option = "q" if q is not None else "d"
                misused = f"--{option}, or {option}= in Python, for a file that has its own q"
                raise InputError(f"{misused}, expected a Matrix Market file, which has M alone")
            return problem
        if q is None:
            raise InputError("a matrix without q, expected --q, or q= in Python; a q in a comment is not read")
    constant = _numbers_of("q", q)
    cover = vector([1] * len(constant)) if d is None else _numbers_of("d", d)
    with located(source):
        try:
            return LCP.of(problem, constant, cover)
        except ShapeError as error:
            raise FormatError(error.message) from None


def read_problem(source: str) -> LCP | SparseMatrix:
    """Return the problem of a file, or the matrix of a file in Matrix Market's format.

    Raises
    ------
    FormatError, NumberError
        If the file cannot be read or has none of these formats; the message has the source and, if known, the line.
    """
    content = read_text(source, STARTS, "an LCP or a matrix, a text")
    if matrix_market.is_matrix(content):
        return matrix_market.loads(content, source)
    if content.lstrip().startswith("{"):
        return loads_json(content, source)
    return loads_text(content, source)


def read_matrix(path: str) -> SparseMatrix:
    """Return the matrix M of an LCP in a file, or the matrix of a file in Matrix Market's format.

    Raises
    ------
    FormatError, NumberError
        If the file cannot be read or has none of these formats; the message has the source and, if known, the line.
    """
    problem = read_problem(path)
    return problem.M if isinstance(problem, LCP) else problem


def _numbers_of(name: str, argument: str) -> Vector:
    """Return the numbers in an argument, or in the file with this name; ``name`` is the option, for messages."""
    with located(f"--{name}"):
        try:
            return vector(map(parse, argument.replace(",", " ").split()))
        except NumberError:  # the argument is the path of a file, unless it is meant as a list
            if _LIST.match(argument) and not os.path.exists(argument):
                raise
    content = read_text(argument)
    with located(argument):
        if matrix_market.is_matrix(content):
            matrix = matrix_market.loads(content)
            if 1 not in matrix.shape:
                shape = f"{matrix.shape[0]} x {matrix.shape[1]}"
                raise FormatError(f"a matrix of {shape}, expected one column or one row")
            return vector([value for row in matrix.to_lists() for value in row])
        values: list[mpq] = []
        for line, row in enumerate(content.split("\n"), 1):
            with located(line=line):
                values += map(parse, row.replace(",", " ").split())
        return vector(values)


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
    FormatError, NumberError
        If the text is no such document; the message has the source, and the line or a path such as ``M[0][1]``.

    >>> loads_json('{"M": {"shape": [2, 2], "entries": [[0, 1, "1/2"]]}, "q": [-5, "-6"]}').M.entries
    [(0, 1, mpq(1,2))]
    """
    document = exact_json.loads(content, source)
    with located(source):
        try:
            return _problem(document)
        except ShapeError as error:
            raise FormatError(error.message) from None


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
        several = f"indices from 0 to {size - 1}" if size > 1 else "no index but 0"
        expected = several if size else "no index, since there are no variables"
        raise FormatError(f"{where} has {outside[0]}, expected {expected}")
    return indices


# ---------------------------------------------------------------------- writing


def _plain(problem: LCP) -> str:
    """Return a problem as plain text, including the zeros of M."""
    _refuse_mixed(problem, "plain text")
    rows = [_spaced(row) for row in problem.M.to_lists()]
    return "\n".join([f"n= {problem.size}", "M=", *rows, f"q= {_spaced(problem.q)}", f"d= {_spaced(problem.d)}", ""])


def _json(problem: LCP) -> str:
    """Return a problem as JSON; M is sparse if less than a third of the entries differ from 0."""
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


def _matrix_market(problem: LCP) -> str:
    """Return M, with q and d in comments: Matrix Market's format has one matrix only."""
    _refuse_mixed(problem, "Matrix Market")
    return matrix_market.dumps(problem.M, [f"q = {_spaced(problem.q)}", f"d = {_spaced(problem.d)}"])


def _refuse_mixed(problem: LCP, form: str) -> None:
    if problem.free.any() or problem.start is not None:
        raise InputError(f"a problem with free variables or a start, expected neither in {form}; JSON has both")


def _spaced(values: Iterable[mpq]) -> str:
    return " ".join(map(text, values))


WRITERS: dict[str, Callable[[LCP], str]] = {"plain": _plain, "json": _json, "mtx": _matrix_market}
"""From the name of a format to the function that writes it."""


def dumps_lcp(problem: LCP, form: str) -> str:
    """Return a problem as text in the format ``plain``, ``json`` or ``mtx`` (M alone; q and d are comments).

    Raises
    ------
    InputError
        The format is unknown, or cannot hold the problem.

    >>> print(dumps_lcp(LCP.of([[1]], [-1]), "json"), end="")
    {"format": "lemke-lcp/1", "n": 1, "M": [["1"]], "q": ["-1"], "d": ["1"]}
    >>> print(dumps_lcp(LCP.of([[1]], [-1]), "mtx"), end="")
    %%MatrixMarket matrix coordinate integer general
    % q = -1
    % d = 1
    1 1 1
    1 1 1
    """
    require_type(form, str, f"a name of a format, {' or '.join(WRITERS)}", "a format")
    if form not in WRITERS:
        raise InputError(f"the format {quoted(form)}, expected one of {', '.join(WRITERS)}")
    return WRITERS[form](problem)


def write_lcp(problem: LCP, path: str | os.PathLike[str], form: str = "json") -> None:
    """Write a problem to a file, whole or not at all; ``form`` is as in :func:`dumps_lcp`.

    Raises
    ------
    InputError
        As :func:`dumps_lcp`, or the file cannot be written.
    """
    write_atomically(path, dumps_lcp(problem, form))
