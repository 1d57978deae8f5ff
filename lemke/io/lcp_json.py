"""General LCPs as JSON.

A problem, ``"format": "lemke-lcp/1"``, has ``M``, ``q`` and ``d``; M is a list of rows, or sparse as in
``"lemke-sequence-form/1"``: ``{"shape": [n, n], "entries": [[i, j, "p/q"], …]}``, with rows and columns from 0, each
place once. The format's name, ``n`` and ``d`` (all ones) may be left out. A mixed problem has a list ``free`` of
indices from 0; ``start`` has the list ``basic`` and the number ``z0``. Numbers are text, ``"p/q"``; JSON's numbers are
read too, exactly.
"""

from __future__ import annotations

import json

import numpy as np
from gmpy2 import mpq

from lemke.errors import FormatError, ShapeError, located
from lemke.ground.rational import quoted, text
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.io import exact_json
from lemke.io.exact_json import Value, integer, member, number, of_kind
from lemke.linear.lcp import LCP, Start

FORMAT = "lemke-lcp/1"
_KEYS = ("format", "n", "M", "q", "d", "free", "start")


def loads(content: str, source: str | None = None) -> LCP:
    """Return the problem of a JSON text.

    Raises
    ------
    FormatError, NumberError
        With the source: no such document.

    >>> loads('{"M": {"shape": [2, 2], "entries": [[0, 1, "1/2"]]}, "q": [-5, "-6"]}').M.entries
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
    if document.get("format", FORMAT) != FORMAT:
        raise FormatError(f"the format {quoted(str(document['format']))}, expected {FORMAT!r}")
    q = _numbers(document, "q")
    if "n" in document and integer(document["n"], "n") != len(q):
        raise FormatError(f"n is {integer(document['n'], 'n')}, expected {len(q)} as q has {len(q)} numbers")
    d = _numbers(document, "d") if "d" in document else vector([1] * len(q))
    free = np.zeros(len(q), dtype=bool)
    free[_indices(document, "free", len(q))] = True
    start = None
    if document.get("start") is not None:
        basic = frozenset(_indices(member(document, "start", dict, ""), "basic", len(q)))
        start = Start(basic, number(document["start"].get("z0"), "start.z0"))
    return LCP(_matrix(document), q, d, free, start)


def _matrix(document: dict[str, Value]) -> SparseMatrix:
    if not isinstance(document.get("M"), dict):
        rows = member(document, "M", list, "the document")
        return SparseMatrix.from_dense(
            [
                [number(each, f"M[{i}][{j}]") for j, each in enumerate(of_kind(row, list, f"M[{i}]"))]
                for i, row in enumerate(rows)
            ]
        )
    shape = [integer(each, "M.shape") for each in member(document["M"], "shape", list, "M")]
    if len(shape) != 2 or min(shape) < 0:
        raise FormatError("M.shape is no pair of sizes, expected [n, n]")
    entries: dict[tuple[int, int], mpq] = {}
    for k, entry in enumerate(member(document["M"], "entries", list, "M")):
        where = f"M.entries[{k}]"
        if len(of_kind(entry, list, where)) != 3:
            raise FormatError(f"{where} has {len(entry)} parts, expected row, column and number")
        place = integer(entry[0], where), integer(entry[1], where)
        if not (0 <= place[0] < shape[0] and 0 <= place[1] < shape[1]):
            raise FormatError(f"{where} is at {list(place)}, expected rows and columns from 0 to {shape[0] - 1}")
        if place in entries:
            raise FormatError(f"{where} is at {list(place)} again, expected every place once")
        entries[place] = number(entry[2], where)
    rows, columns = ([place[side] for place in entries] for side in (0, 1))
    return SparseMatrix.from_entries((shape[0], shape[1]), rows, columns, entries.values())


def _numbers(document: dict[str, Value], key: str) -> Vector:
    values = member(document, key, list, "the document")
    return vector(number(each, f"{key}[{i}]") for i, each in enumerate(values))


def _indices(document: dict[str, Value], key: str, size: int) -> list[int]:
    found = [integer(each, key) for each in of_kind(document.get(key, []), list, key)]
    if wrong := [index for index in found if not 0 <= index < size]:
        raise FormatError(f"{key} has {wrong[0]}, expected indices from 0 to {size - 1}")
    return found


def dumps(problem: LCP) -> str:
    """Return a problem as JSON, M sparse where that is shorter.

    >>> print(dumps(LCP.of([[1]], [-1])), end="")
    {"format": "lemke-lcp/1", "n": 1, "M": [["1"]], "q": ["-1"], "d": ["1"]}
    """
    matrix: object = {
        "shape": list(problem.M.shape),
        "entries": [[i, j, text(value)] for i, j, value in problem.M.entries],
    }
    if 3 * problem.M.nnz >= problem.size**2:
        matrix = [_texts(row) for row in problem.M.to_lists()]
    document = {"format": FORMAT, "n": problem.size, "M": matrix, "q": _texts(problem.q), "d": _texts(problem.d)}
    if problem.free.any():
        document["free"] = np.flatnonzero(problem.free).tolist()
    if problem.start is not None:
        document["start"] = {"basic": sorted(problem.start.basic), "z0": text(problem.start.z0)}
    return json.dumps(document) + "\n"


def _texts(values: Vector | list[mpq]) -> list[str]:
    return [text(value) for value in values]
