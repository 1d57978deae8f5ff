"""General LCPs as text: ``n= 2  M= 2 1  1 2  q= -5 -6  d= 1 1``, or JSON with the keys M, q and d.

The plain format is that of B. von Stengel's programs for Lemke's algorithm: M row by row, white space of any kind,
the covering vector d optional. Numbers are integers, fractions or decimals, all exact.
"""

from __future__ import annotations

import json
import re

from lemke.errors import FormatError, ShapeError, located
from lemke.io import exact_json
from lemke.io.exact_json import Value, member, number, of_kind
from lemke.lcp import LCP, Ray, Solution
from lemke.rational import parse, quoted, text
from lemke.sparse import SparseMatrix, Vector

MAX_SIZE = 100_000

_TOKEN = re.compile(r"([A-Za-z]+)\s*=|(\S+)")


def loads(content: str, source: str | None = None) -> LCP:
    """Return the problem of a text, plain or JSON.

    >>> loads("n= 2 M= 2 1 1 2 q= -5 -6").M.to_lists()
    [[mpq(2,1), mpq(1,1)], [mpq(1,1), mpq(2,1)]]
    """
    if content.lstrip().startswith("{"):
        document = exact_json.loads(content, source)
        with located(source):
            return _from_json(document)
    with located(source):
        return _from_plain(content, source)


def _from_plain(content: str, source: str | None) -> LCP:
    sections: dict[str, list[tuple[str, int]]] = {}
    current: list[tuple[str, int]] | None = None
    for match in _TOKEN.finditer(content):
        name, token = match.groups()
        if name is not None:
            if name not in ("n", "M", "q", "d") or name in sections:
                _refuse(content, match.start(), source, f"{name + '='!r}, expected n=, M=, q= and d= once each")
            current = sections[name] = []
        elif current is None:
            _refuse(content, match.start(), source, f"{token[:20]!r}, expected n= first")
        else:
            current.append((token, match.start()))
    for name in ("n", "M", "q"):
        if name not in sections:
            raise FormatError(f"no {name}=, expected n=, M= and q=")
    numbers = {}
    for name, tokens in sections.items():
        values = []
        for token, start in tokens:
            with located(source, _line(content, start)):
                values.append(parse(token))
        numbers[name] = values
    if len(numbers["n"]) != 1 or numbers["n"][0].denominator != 1 or not 0 <= numbers["n"][0] <= MAX_SIZE:
        raise FormatError(f"no size after n=, expected one whole number from 0 to {MAX_SIZE}")
    n = int(numbers["n"][0])
    for name, expected in (("M", n * n), ("q", n), ("d", n)):
        if name in numbers and len(numbers[name]) != expected:
            raise FormatError(f"{len(numbers[name])} numbers after {name}=, expected {expected}")
    places = range(n * n)
    matrix = SparseMatrix.from_entries((n, n), (k // n for k in places), (k % n for k in places), numbers["M"])
    return LCP.of(matrix, numbers["q"], numbers.get("d"))


def _from_json(document: Value) -> LCP:
    if unknown := [key for key in document if key not in ("n", "M", "q", "d")]:
        raise FormatError(f"the key {quoted(unknown[0])}, expected M, q and d")
    rows = member(document, "M", list, "the document")
    table = [
        [number(each, f"M[{i}][{j}]") for j, each in enumerate(of_kind(row, list, f"M[{i}]"))]
        for i, row in enumerate(rows)
    ]
    vectors = {
        key: [number(each, f"{key}[{i}]") for i, each in enumerate(member(document, key, list, "the document"))]
        for key in ("q", "d")
        if key in document or key == "q"
    }
    try:
        return LCP.of(table, vectors["q"], vectors.get("d"))
    except ShapeError as error:
        raise FormatError(error.message) from None


def dumps(outcome: Solution | Ray, kernel: str) -> str:
    """Return an outcome as JSON, ``"format": "lemke-lcp-solution/1"`` or ``"lemke-lcp-ray/1"``."""
    document: dict[str, object]
    if isinstance(outcome, Solution):
        document = {"format": "lemke-lcp-solution/1", "z": _texts(outcome.z), "w": _texts(outcome.w)}
    else:
        document = {
            "format": "lemke-lcp-ray/1",
            "z": _texts(outcome.z),
            "z0": text(outcome.z0),
            "direction": _texts(outcome.direction),
            "direction_z0": text(outcome.direction_z0),
        }
    return json.dumps(document | {"kernel": kernel, "pivots": outcome.pivots, "bits": outcome.bits}, indent=1) + "\n"


def _texts(values: Vector) -> list[str]:
    return [text(value) for value in values]


def _line(content: str, offset: int) -> int:
    return content.count("\n", 0, offset) + 1


def _refuse(content: str, offset: int, source: str | None, message: str) -> None:
    with located(source, _line(content, offset)):
        raise FormatError(message)
