"""Verdicts on a matrix for people."""

from __future__ import annotations

from collections.abc import Mapping

from lemke.ground.rational import ONE, short
from lemke.ground.sparse import Vector
from lemke.ground.tables import columns
from lemke.linear.matrix_classes import CLASSES, Entry, Implied, Minor, Point, Searched, Squares, Verdict

SHOWN = 12
"""Numbers of a vector up to which it is printed."""
BROKEN = {
    "M": "x >= 0, Mx <= 0",
    "H": "x >= 0, Cx <= 0 for C of M_ii and -|M_ij|",
    "PD": "x'Mx <= 0",
    "PSD": "x'Mx < 0",
    "P": "all x_i (Mx)_i <= 0",
    "P0": "x_i (Mx)_i < 0 wherever x_i is not 0",
    "strictly-copositive": "x'Mx <= 0",
    "copositive-plus": "x'Mx < 0, or = 0 and (M + M')x is not 0",
    "copositive": "x'Mx < 0",
    "column-sufficient": "all x_i (Mx)_i <= 0, not all 0",
    "row-sufficient": "all x_i (M'x)_i <= 0, not all 0",
}
"""What the vector x of a witness shows that a matrix is not in a class."""


def matrix_classes_text(verdicts: Mapping[str, Verdict]) -> str:
    """Return a table of verdicts, each with its reason, and what those that hold say of LCPs."""
    rows = [[each.name, "yes" if each.holds else "no", reason(each)] for each in verdicts.values()]
    gives = [[each.name, CLASSES[each.name].gives] for each in verdicts.values() if each.holds]
    parts = [columns(rows, indent="")]
    if gives:
        parts.append(["For w = q + Mz, w, z >= 0, zw = 0:", *columns(gives)])
    return "\n".join("\n".join(part) + "\n" for part in parts)


def reason(verdict: Verdict) -> str:
    """Return in a line what proves a verdict.

    >>> from lemke.linear.matrix_classes import matrix_class
    >>> reason(matrix_class([[1, 2], [2, 1]], "P"))
    'all x_i (Mx)_i <= 0 at x = (-2, 1); the minor of 1, 2 is -3'
    >>> reason(matrix_class([[2, 1], [1, 2]], "PSD"))
    "x'Mx = 2 (x1 + 1/2 x2)^2 + 3/2 (x2)^2"
    """
    match verdict.witness:
        case Point(x) if verdict.holds:
            return f"{'Mv' if verdict.name == 'M' else 'Cv'} > 0 at v = {_vector(x)}"
        case Point(x, minor):
            more = f"; {_minor(minor)}" if minor else ""
            return f"{BROKEN[verdict.name]} at x = {_vector(x)}{more}"
        case Minor() as minor:
            return _minor(minor)
        case Entry(row, column, value):
            return f"row {row + 1}, column {column + 1} is {short(value)}"
        case Squares() as squares:
            return f"x'Mx = {_squares(squares)}"
        case Implied(verdicts):
            verb = "is" if verdict.holds else "is not"
            return f"{verb} {' and '.join(each.name for each in verdicts)}"
        case Searched() if CLASSES[verdict.name].quick:
            return "no entry breaks it"
        case Searched(cases):
            return f"{cases} cases searched, none breaks it"


def _vector(x: Vector) -> str:
    if len(x) > SHOWN:
        return f"(...), {len(x)} numbers in --format json"
    return f"({', '.join(map(short, x))})"


def _minor(minor: Minor) -> str:
    shown = ", ".join(str(i + 1) for i in minor.indices[:SHOWN]) + (", ..." if len(minor.indices) > SHOWN else "")
    return f"the minor of {shown} is {short(minor.value)}"


def _squares(squares: Squares) -> str:
    if len(squares.d) > SHOWN // 2:
        return f"{len(squares.d)} squares in --format json"
    terms = (f"{short(d)} ({_linear(column)})^2" for d, column in zip(squares.d, squares.l, strict=True))
    return " + ".join(terms) or "0"


def _linear(coefficients: Vector) -> str:
    shown = ""
    for i, value in enumerate(coefficients):
        if value:
            sign = " - " if value < 0 else " + "
            factor = "" if abs(value) == ONE else f"{short(abs(value))} "
            shown += f"{sign}{factor}x{i + 1}"
    return shown.removeprefix(" + ").removeprefix(" ")
