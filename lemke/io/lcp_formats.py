"""Files of general LCPs: plain text, JSON, and Matrix Market's format for M; recognised by content."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from lemke.errors import FormatError, InputError, NumberError, ShapeError, located
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.io import lcp_json, lcp_text, matrix_market
from lemke.io.source import read_text, write_atomically
from lemke.linear.lcp import LCP

STARTS = ("n", "M", "q", "d", "{", "%", "#", "*")
"""What a file may begin with."""
_LISTED = re.compile(r"[-+.\d/]*\d[-+.\d/]*([\s,]|$)|[^/\\]*[\s,]|(nan|[-+]?inf)$", re.IGNORECASE)
"""What is meant as a list of numbers if there is no such file: it begins with a number, or with a word and a comma or
blank."""


def read_lcp(path: str | os.PathLike[str], q: str | None = None, d: str | None = None) -> LCP:
    r"""Return the problem of a file.

    Parameters
    ----------
    path : str or path
        Plain text, JSON, or Matrix Market's format; - is the standard input.
    q, d : str | None
        Of a matrix in Matrix Market's format, which stands alone: numbers, ``"-5 -6"`` or ``"-5,-6"``, or the path of a
        file with such numbers or with a matrix of one column or one row. Without d the covering vector is all ones.

    Raises
    ------
    FormatError, NumberError
        With source and line: no such file.
    InputError
        q and d beside a file that has its own, or no q where there is none.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".mtx") as file:
    ...     _ = file.write("%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n")
    ...     file.flush()
    ...     read_lcp(file.name, q="-5 -6").M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    source = os.fspath(path)
    found = read_problem(source)
    with located(source):
        if isinstance(found, LCP):
            if q is not None or d is not None:
                raise InputError(
                    "q or d beside a file that has its own, expected them beside a Matrix Market file only"
                )
            return found
        if q is None:
            raise InputError("a matrix alone, expected q beside it, with --q or as q=; comments are not read")
    constant = _numbers("q", q)
    cover = vector([1] * len(constant)) if d is None else _numbers("d", d)
    with located(source):
        try:
            return LCP.of(found, constant, cover)
        except ShapeError as error:
            raise FormatError(error.message) from None


def read_problem(source: str) -> LCP | SparseMatrix:
    """Return the problem of a file, or the matrix that stands alone in one of Matrix Market's format.

    Raises
    ------
    FormatError, NumberError
        With source and line: no such file.
    """
    content = read_text(source, STARTS)
    if matrix_market.is_matrix(content):
        return matrix_market.loads(content, source)
    loads = lcp_json.loads if content.lstrip().startswith("{") else lcp_text.loads
    return loads(content, source)


def read_matrix(path: str) -> SparseMatrix:
    """Return the matrix M of an LCP in a file, or one that stands alone in Matrix Market's format.

    Raises
    ------
    FormatError, NumberError
        With source and line: no such file.
    """
    problem = read_problem(path)
    return problem.M if isinstance(problem, LCP) else problem


def _numbers(name: str, given: str) -> Vector:
    """Return the numbers of a list, or else of the file of that name."""
    words = given.replace(",", " ").split()
    with located(f"--{name}"):
        try:
            return vector([parse(word) for word in words])
        except NumberError:
            if _LISTED.match(given) and not os.path.exists(given):
                raise
    content = read_text(given)
    with located(given):
        if matrix_market.is_matrix(content):
            matrix = matrix_market.loads(content)
            if 1 not in matrix.shape:
                shape = f"{matrix.shape[0]} x {matrix.shape[1]}"
                raise FormatError(f"a matrix of {shape}, expected one column or one row")
            return vector([value for row in matrix.to_lists() for value in row])
        found = []
        for line, row in enumerate(content.split("\n"), 1):
            with located(line=line):
                found += [parse(word) for word in row.replace(",", " ").split()]
        return vector(found)


def _matrix_market(problem: LCP) -> str:
    """Return M, with q and d in comments: the format has no place for them."""
    if problem.free.any() or problem.start is not None:
        raise InputError("a problem with free variables or a start, expected none in Matrix Market; JSON has both")
    comments = [f"{name} = {' '.join(map(text, values))}" for name, values in (("q", problem.q), ("d", problem.d))]
    return matrix_market.dumps(problem.M, comments)


WRITERS: dict[str, Callable[[LCP], str]] = {"plain": lcp_text.dumps, "json": lcp_json.dumps, "mtx": _matrix_market}
"""Formats of problems, by name."""


def dumps_lcp(problem: LCP, form: str) -> str:
    """Return a problem as text: ``plain``, ``json``, or ``mtx`` (M alone; q and d stand in comments).

    Raises
    ------
    InputError
        Unknown format, or one that cannot hold the problem.

    >>> print(dumps_lcp(LCP.of([[1]], [-1]), "mtx"), end="")
    %%MatrixMarket matrix coordinate integer general
    % q = -1
    % d = 1
    1 1 1
    1 1 1
    """
    if form not in WRITERS:
        raise InputError(f"the format {quoted(form)}, expected one of {', '.join(WRITERS)}")
    return WRITERS[form](problem)


def write_lcp(problem: LCP, path: str | os.PathLike[str], form: str = "json") -> None:
    """Write a problem to a file, whole or not at all; the format as in :func:`dumps_lcp`.

    Raises
    ------
    InputError
        As :func:`dumps_lcp`, or the file cannot be written.
    """
    write_atomically(path, dumps_lcp(problem, form))
