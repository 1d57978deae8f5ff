"""The check of a verdict by its witness: sums, products and comparisons, apart from the tests that found it."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, ShapeError
from lemke.ground.rational import ZERO
from lemke.ground.sparse import SparseMatrix, Vector, exact_sum, vector
from lemke.linear.lcp import LCP, Defect, given_matrix
from lemke.linear.matrix_classes.classes import CLASSES, IMPLIED_BY
from lemke.linear.matrix_classes.inquiry import Inquiry
from lemke.linear.matrix_classes.principal import minor_of
from lemke.linear.matrix_classes.signs import comparison
from lemke.linear.matrix_classes.verdict import Entry, Implied, Minor, Point, Searched, Squares, Verdict


def check(M: object, verdict: Verdict) -> Defect | None:
    """Test what a verdict rests on in exact arithmetic; return the first condition broken, or None.

    A verdict that rests on a complete search is searched for again.

    Parameters
    ----------
    M : SparseMatrix, LCP, n rows of n exact numbers, or a matrix of numpy, sympy or scipy
    verdict : Verdict

    Raises
    ------
    InputError
        If the class is unknown.
    LimitError
        If a limit is reached.

    >>> broken = Verdict("PD", False, Point(vector([1, -1])))
    >>> check([[1, 2], [2, 1]], broken) is None
    True
    >>> print(check([[2, 1], [1, 2]], broken))
    x'Mx <= 0 fails at index 1: 2
    """
    if verdict.name not in CLASSES:
        raise InputError(f"the class {verdict.name!r}, expected one of {', '.join(CLASSES)}")
    return _check(square(M), verdict)


def square(M: object) -> SparseMatrix:
    """Return a square matrix, given in any way that is exact."""
    matrix = M.M if isinstance(M, LCP) else given_matrix("M", M)
    if matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"M of {matrix.shape[0]} x {matrix.shape[1]}, expected a square matrix")
    return matrix


def _check(M: SparseMatrix, verdict: Verdict) -> Defect | None:
    name, holds, witness = verdict.name, verdict.holds, verdict.witness
    match witness:
        case Implied():
            return _check_implied(M, name, holds, witness)
        case Searched():
            tests = {each: test.decide for each, test in CLASSES.items()}
            again = Inquiry(M, tests).verdict(name)
            return _unless(again.holds == holds, f"the search for class {name}") or _unless(
                again.witness == witness, f"the number of cases of the search for class {name}"
            )
        case Squares() if holds and name in ("PSD", "PD"):
            return _check_squares(M, witness) or _unless(
                name == "PSD" or sorted(witness.order) == list(range(M.shape[0])), "as many pivots as numbers"
            )
        case Point() if len(witness.x) != M.shape[0]:
            return _unless(False, f"a vector of {M.shape[0]} numbers")
        case Point() if holds and name in ("M", "H"):
            return _check_dominated(M, name, witness.x)
        case Point() if not holds and name in POINTS:
            return POINTS[name](M, vector(witness.x)) or (
                _check_minor(M, name, witness.minor) if witness.minor else None
            )
        case Minor() if not holds and name in ("P", "P0", "nondegenerate"):
            return _check_minor(M, name, witness)
        case Entry() if not holds and name in ("Z", "nonnegative"):
            return _check_entry(M, name, witness)
    return _unless(False, f"a witness of the kind that belongs to class {name}")


def _check_implied(M: SparseMatrix, name: str, holds: bool, witness: Implied) -> Defect | None:
    """Classes that lie together in this one hold; or one in which this one lies fails."""
    names = tuple(each.name for each in witness.verdicts)
    if holds:
        follows = names in IMPLIED_BY.get(name, ()) and all(each.holds for each in witness.verdicts)
    else:
        (found,) = witness.verdicts if len(names) == 1 else (None,)
        follows = found is not None and not found.holds and (name,) in IMPLIED_BY.get(found.name, ())
    if not follows:
        return _unless(False, f"that class {name} follows from {', '.join(names)}")
    return next(filter(None, (_check(M, each) for each in witness.verdicts)), None)


def _check_squares(M: SparseMatrix, witness: Squares) -> Defect | None:
    """Σ dₖ lₖ lₖᵀ is the symmetric part, d > 0, and the lₖ are independent: lₖ is the first with 1 at its pivot."""
    order, d, columns = witness.order, vector(witness.d), [vector(each) for each in witness.l]
    size = M.shape[0]
    if not len(order) == len(d) == len(columns) or any(len(each) != size for each in columns):
        return _unless(False, "as many pivots as squares")
    if not _are_indices(order, size) or any(
        each[order[k]] != 1 or any(each[list(order[:k])]) for k, each in enumerate(columns)
    ):
        return _unless(False, "L triangular with ones")
    difference = _sum_of_squares(size, 2 * d, columns) + -(M + M.T)
    return _first("d > 0", d <= 0, d) or _unless(difference.nnz == 0, "LDL' = (M + M')/2")


def _sum_of_squares(size: int, d: Vector, columns: list[Vector]) -> SparseMatrix:
    """Return Σ dₖ lₖ lₖᵀ."""
    entries: list[tuple[int, int, mpq]] = []
    for factor, column in zip(d, columns, strict=True):
        used = [(i, value) for i, value in enumerate(column) if value]
        entries += [(i, j, factor * value * other) for i, value in used for j, other in used]
    rows, others, values = zip(*entries, strict=True) if entries else ((), (), ())
    return SparseMatrix.from_entries((size, size), rows, others, values)


def _check_dominated(M: SparseMatrix, name: str, v: Vector) -> Defect | None:
    """Test v > 0 and C v > 0 for the comparison matrix, which is M itself in class M."""
    v = vector(v)
    C = comparison(M)
    product = C @ v
    return (
        _unless(name == "H" or (C + -M).nnz == 0, "Z")
        or _first("v > 0", v <= 0, v)
        or _first("Mv > 0", product <= 0, product)
    )


def _check_minor(M: SparseMatrix, name: str, minor: Minor) -> Defect | None:
    indices = minor.indices
    if not indices or not _are_indices(indices, M.shape[0]) or list(indices) != sorted(set(indices)):
        return _unless(False, "different indices in ascending order")
    value = minor_of(M, indices).value
    broken = value == 0 if name == "nondegenerate" else value < 0 if name == "P0" else value <= 0
    return _unless(value == minor.value, "the value of the minor", value) or _unless(broken, "a wrong minor", value)


def _are_indices(given: tuple[int, ...], size: int) -> bool:
    return all(type(each) is int and 0 <= each < size for each in given)


def _check_entry(M: SparseMatrix, name: str, entry: Entry) -> Defect | None:
    if (entry.row, entry.column, entry.value) not in M.entries:
        return _unless(False, "an entry of M", entry.value)
    wrong = entry.value < 0 if name == "nonnegative" else entry.value > 0 and entry.row != entry.column
    return _unless(wrong, "a wrong entry", entry.value)


def _reversal(M: SparseMatrix, x: Vector) -> Defect | None:
    """For P: xᵢ (M x)ᵢ ≤ 0 for all i, x ≠ 0."""
    products = x * (M @ x)
    return _first("x(Mx) <= 0", products > 0, products) or _nonzero(x)


def _strict_reversal(M: SparseMatrix, x: Vector) -> Defect | None:
    """For P0: xᵢ (M x)ᵢ < 0 wherever xᵢ ≠ 0, x ≠ 0."""
    products = x * (M @ x)
    return _first("x(Mx) < 0", (x != 0) & (products >= 0), products) or _nonzero(x)


def _insufficient(M: SparseMatrix, x: Vector) -> Defect | None:
    """For column sufficient: xᵢ (M x)ᵢ ≤ 0 for all i, not all of them 0."""
    products = x * (M @ x)
    return _first("x(Mx) <= 0", products > 0, products) or _unless(bool(np.any(products < 0)), "x(Mx) < 0")


def _insufficient_rows(M: SparseMatrix, x: Vector) -> Defect | None:
    return _insufficient(M.T, x)


def _undominated(M: SparseMatrix, x: Vector) -> Defect | None:
    """For M and H: x ≥ 0, x ≠ 0, C x ≤ 0 for the comparison matrix, which no matrix of class M has."""
    product = comparison(M) @ x
    return _first("x >= 0", x < 0, x) or _first("Mx <= 0", product > 0, product) or _nonzero(x)


def _undominated_z(M: SparseMatrix, x: Vector) -> Defect | None:
    product = M @ x
    return _first("x >= 0", x < 0, x) or _first("Mx <= 0", product > 0, product) or _nonzero(x)


def _indefinite(M: SparseMatrix, x: Vector) -> Defect | None:
    return _unless(_form(M, x) < 0, "x'Mx < 0", _form(M, x))


def _not_definite(M: SparseMatrix, x: Vector) -> Defect | None:
    return _unless(_form(M, x) <= 0, "x'Mx <= 0", _form(M, x)) or _nonzero(x)


def _not_copositive(M: SparseMatrix, x: Vector) -> Defect | None:
    return _first("x >= 0", x < 0, x) or _indefinite(M, x)


def _not_strictly_copositive(M: SparseMatrix, x: Vector) -> Defect | None:
    return _first("x >= 0", x < 0, x) or _not_definite(M, x)


def _not_plus(M: SparseMatrix, x: Vector) -> Defect | None:
    """For copositive-plus: x ≥ 0 with xᵀM x < 0, or = 0 and (M + Mᵀ) x ≠ 0."""
    value = _form(M, x)
    if value == 0 and not any((M + M.T) @ x):
        return _unless(False, "(M + M')x other than 0")
    return _first("x >= 0", x < 0, x) or _unless(value <= 0, "x'Mx <= 0", value)


POINTS = {
    "P": _reversal,
    "P0": _strict_reversal,
    "M": _undominated_z,
    "H": _undominated,
    "PD": _not_definite,
    "PSD": _indefinite,
    "copositive": _not_copositive,
    "strictly-copositive": _not_strictly_copositive,
    "copositive-plus": _not_plus,
    "column-sufficient": _insufficient,
    "row-sufficient": _insufficient_rows,
}


def _form(M: SparseMatrix, x: Vector) -> mpq:
    return exact_sum(x * (M @ x))


def _nonzero(x: Vector) -> Defect | None:
    return _unless(bool(np.any(x != 0)), "x other than 0")


def _first(condition: str, broken: np.ndarray, values: Vector) -> Defect | None:
    places = np.flatnonzero(broken)
    return Defect(condition, int(places[0]), values[places[0]]) if len(places) else None


def _unless(fulfilled: bool, condition: str, value: mpq = ZERO) -> Defect | None:
    return None if fulfilled else Defect(condition, 0, value)
