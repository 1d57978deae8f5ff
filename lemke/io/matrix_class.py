"""Verdicts on a matrix as JSON, ``"format": "lemke-matrix-classes/1"``; and the matrix of an LCP's file.

The object has ``size`` and ``classes``, a list of objects with ``class``, ``holds`` and ``witness``. Of a witness,
``kind`` says which: ``point`` with ``x``, and ``minor`` where there is one; ``minor`` with ``indices`` and ``value``;
``entry`` with ``row``, ``column`` and ``value``; ``squares`` with ``order``, ``d`` and ``l``, the pivots and columns of
LDLᵀ; ``implied`` with ``by``, a list of such verdicts; ``searched`` with ``cases``. Indices are numbers from 1, exact
numbers text, ``"p/q"``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lemke.ground.rational import text
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.io import json_text
from lemke.io.lcp_formats import read_problem
from lemke.linear.lcp import LCP
from lemke.linear.matrix_classes import Entry, Implied, Minor, Point, Searched, Squares, Verdict, Witness

FORMAT = "lemke-matrix-classes/1"


def read_matrix(path: str) -> SparseMatrix:
    """Return the matrix M of an LCP in a file, or one that stands alone in Matrix Market's format.

    Raises
    ------
    FormatError, NumberError
        With source and line: no such file.
    """
    found = read_problem(path)
    return found.M if isinstance(found, LCP) else found


def dumps(size: int, verdicts: Mapping[str, Verdict]) -> str:
    """Return verdicts with their witnesses as one JSON object."""
    document = {"format": FORMAT, "size": size, "classes": [_verdict(each) for each in verdicts.values()]}
    return json_text.dumps(document)


def _verdict(verdict: Verdict) -> dict[str, object]:
    return {"class": verdict.name, "holds": verdict.holds, "witness": _witness(verdict.witness)}


def _witness(witness: Witness) -> dict[str, object]:
    match witness:
        case Point(x, minor):
            return {"kind": "point", "x": _texts(x)} | ({"minor": _minor(minor)} if minor else {})
        case Minor():
            return {"kind": "minor"} | _minor(witness)
        case Entry(row, column, value):
            return {"kind": "entry", "row": row + 1, "column": column + 1, "value": text(value)}
        case Squares(order, d, columns):
            shown = [i + 1 for i in order], _texts(d), [_texts(each) for each in columns]
            return {"kind": "squares"} | dict(zip(("order", "d", "l"), shown, strict=True))
        case Implied(verdicts):
            return {"kind": "implied", "by": [_verdict(each) for each in verdicts]}
        case Searched(cases):
            return {"kind": "searched", "cases": cases}


def _minor(minor: Minor) -> dict[str, object]:
    return {"indices": [i + 1 for i in minor.indices], "value": text(minor.value)}


def _texts(values: Vector) -> list[str]:
    return [text(value) for value in values]
