"""Verdicts on the classes of a matrix, as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import ONE, short
from lemke.ground.sparse import Vector
from lemke.ground.tables import page_table
from lemke.linear.matrix_classes.classes import CLASSES
from lemke.linear.matrix_classes.verdict import (
    Entry,
    Implied,
    Minor,
    Searched,
    Squares,
    Verdict,
    Witness,
    WitnessVector,
)

MATRIX_CLASSES = Format(
    "lemke-matrix-classes/1",
    """
size | whole | rows of the matrix
classes | list | a verdict on each class
- class, holds, witness | text; true, false; object | whether the matrix is in the class, and what proves it
- - kind | text | `point`, `minor`, `entry`, `squares`, `implied` or `searched`
- - x, minor | list of numbers, object | for `point`: a vector that breaks the definition of the class or proves
    membership; for some classes also a principal minor (`indices`, `value`) that breaks the definition
- - indices, value | list, number | for `minor`: the indices and the value of a principal minor with the wrong sign
- - row, column, value | whole, whole, number | for `entry`: an entry with the wrong sign
- - order, d, l | lists | for `squares`: xᵀM x = Σ dₖ (lₖ·x)²; `d` has the pivots, `l` the columns of L in
    (M + Mᵀ)/2 = LDLᵀ, and `order` the index that each pivot eliminates
- - by | list | for `implied`: the other verdicts that imply this one
- - cases | whole | for `searched`: how many cases there are; none of them is a counterexample
""",
)
SHOWN = 12
"""The text leaves out longer vectors, and sums of more than SHOWN / 2 squares; it cuts longer lists of indices."""


def classes_document(size: int, verdicts: Mapping[str, Verdict]) -> Document:
    """Return verdicts with reasons, and what is known of the LCP from the classes that hold; JSON has all witnesses."""

    def blocks() -> Iterator[Block]:
        rows = [[verdict.name, "yes" if verdict.holds else "no", reason(verdict)] for verdict in verdicts.values()]
        yield page_table(rows, indent="")
        gives = [[verdict.name, CLASSES[verdict.name].gives] for verdict in verdicts.values() if verdict.holds]
        if gives:
            yield ""
            yield "For w = q + Mz, w, z >= 0, zw = 0:"
            yield page_table(gives)

    return Document(
        blocks, MATRIX_CLASSES, lambda: {"size": size, "classes": list(map(_verdict_members, verdicts.values()))}
    )


def _verdict_members(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as members of JSON; indices count from 1."""
    return {"class": verdict.name, "holds": verdict.holds, "witness": _witness_members(verdict.witness)}


def _witness_members(witness: Witness) -> dict[str, Any]:
    match witness:
        case WitnessVector(x, None):
            members: dict[str, Any] = {"x": x}
        case WitnessVector(x, Minor(indices, value)):
            members = {"x": x, "minor": {"indices": [i + 1 for i in indices], "value": value}}
        case Minor(indices, value):
            members = {"indices": [i + 1 for i in indices], "value": value}
        case Entry(row, column, value):
            members = {"row": row + 1, "column": column + 1, "value": value}
        case Squares(order, d, columns):
            members = {"order": [i + 1 for i in order], "d": d, "l": columns}
        case Implied(verdicts):
            members = {"by": map(_verdict_members, verdicts)}
        case Searched(cases):
            members = {"cases": cases}
    kind = "point" if isinstance(witness, WitnessVector) else type(witness).__name__.lower()
    return {"kind": kind} | members


def reason(verdict: Verdict) -> str:
    """Return one line that says what proves a verdict.

    >>> from lemke.linear.matrix_classes import matrix_class
    >>> reason(matrix_class([[1, 2], [2, 1]], "P"))
    'all x_i (Mx)_i <= 0 at x = (-2, 1); the minor of 1, 2 is -3'
    >>> reason(matrix_class([[2, 1], [1, 2]], "PSD"))
    "x'Mx = 2 (x1 + 1/2 x2)^2 + 3/2 (x2)^2"
    """
    match verdict.witness:
        case WitnessVector(x) if verdict.holds:
            return f"{'Mv' if verdict.name == 'M' else 'Cv'} > 0 at v = {_vector_text(x)}"
        case WitnessVector(x, minor):
            more = f"; {_minor_text(minor)}" if minor else ""
            return f"{CLASSES[verdict.name].broken} at x = {_vector_text(x)}{more}"
        case Minor() as minor:
            return _minor_text(minor)
        case Entry(row, column, value):
            return f"row {row + 1}, column {column + 1} is {short(value)}"
        case Squares() as squares:
            return f"x'Mx = {_squares_text(squares)}"
        case Implied(verdicts):
            verb = "in" if verdict.holds else "not in"
            return f"{verb} {' and '.join(premise.name for premise in verdicts)}"
        case Searched() if verdict.name in ("Z", "nonnegative"):
            return "no entry breaks it"
        case Searched(cases):
            return f"{cases} cases searched, none breaks it"


def _vector_text(x: Vector) -> str:
    if len(x) > SHOWN:
        return f"(...), {len(x)} numbers in --format json"
    return f"({', '.join(map(short, x))})"


def _minor_text(minor: Minor) -> str:
    shown = ", ".join(str(i + 1) for i in minor.indices[:SHOWN]) + (", ..." if len(minor.indices) > SHOWN else "")
    return f"the minor of {shown} is {short(minor.value)}"


def _squares_text(squares: Squares) -> str:
    if len(squares.d) > SHOWN // 2:
        return f"{len(squares.d)} squares in --format json"
    terms = (f"{short(d)} ({_linear_text(column)})^2" for d, column in zip(squares.d, squares.l, strict=True))
    return " + ".join(terms) or "0"


def _linear_text(coefficients: Vector) -> str:
    """Return a linear form, such as x1 + 1/2 x2."""
    shown = ""
    for i in coefficients.nonzero()[0]:
        sign, size = " - " if coefficients[i] < 0 else " + ", abs(coefficients[i])
        shown += f"{sign}{'' if size == ONE else f'{short(size)} '}x{i + 1}"
    return shown.removeprefix(" + ").removeprefix(" ")
