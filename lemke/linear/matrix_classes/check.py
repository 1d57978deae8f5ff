"""The check of a verdict by its witness: sums, products and comparisons, apart from the search for the witness."""

from __future__ import annotations

from lemke.errors import InputError, require_type
from lemke.ground.rational import shown
from lemke.ground.sparse import SparseMatrix, Vector, exact_sum, vector
from lemke.linear.lcp import Defect
from lemke.linear.matrix_classes.classes import CLASSES, IMPLIED_BY, inquiry, square
from lemke.linear.matrix_classes.elimination import comparison
from lemke.linear.matrix_classes.principal import minor_of
from lemke.linear.matrix_classes.verdict import Entry, Implied, Minor, Searched, Squares, Verdict, WitnessVector


def check(M: object, verdict: Verdict) -> Defect | None:
    """Test the witness of a verdict in exact arithmetic; return the first broken condition, or None.

    If the witness is a complete search, the search is repeated.

    Parameters
    ----------
    M : SparseMatrix, LCP, n rows of n exact numbers, or a matrix of numpy, sympy or scipy
    verdict : Verdict

    Raises
    ------
    InputError
        If the class is unknown, or the object is no Verdict.
    NumberError, ShapeError
        If M has floats or is not square.
    LimitError
        If a limit is reached.

    >>> broken = Verdict("PD", False, WitnessVector(vector([1, -1])))
    >>> check([[1, 2], [2, 1]], broken) is None
    True
    >>> print(check([[2, 1], [1, 2]], broken))
    x'Mx <= 0 fails: 2
    """
    require_type(verdict, Verdict, "a Verdict", "a verdict")
    if verdict.name not in CLASSES:
        raise InputError(f"the class {shown(verdict.name)}, expected one of {', '.join(CLASSES)}")
    return _check(square(M), verdict)


def _check(M: SparseMatrix, verdict: Verdict) -> Defect | None:
    """Test that the witness proves the verdict, and is of a kind that class and verdict allow."""
    name, holds, witness = verdict.name, verdict.holds, verdict.witness
    match witness:
        case Implied():
            return _check_implied(M, name, holds, witness)
        case Searched():
            again = inquiry(M).verdict(name)
            return Defect.unless(again.holds == holds, f"the search for class {name}") or Defect.unless(
                again.witness == witness, f"the number of cases of the search for class {name}"
            )
        case Squares() if holds and name in ("PSD", "PD"):
            return _check_squares(M, witness) or Defect.unless(
                name == "PSD" or sorted(witness.order) == list(range(M.shape[0])), "as many pivots as numbers"
            )
        case WitnessVector() if len(witness.x) != M.shape[0]:
            return Defect.unless(False, f"a vector of {M.shape[0]} numbers")
        case WitnessVector() if holds and name in ("M", "H"):
            return _check_dominated(M, name, witness.x)
        case WitnessVector() if not holds and CLASSES[name].broken:
            broken = _check_point(M, name, vector(witness.x))
            return broken or (_check_minor(M, name, witness.minor) if witness.minor else None)
        case Minor() if not holds and name in ("P", "P0", "nondegenerate"):
            return _check_minor(M, name, witness)
        case Entry() if not holds and name in ("Z", "nonnegative"):
            return _check_entry(M, name, witness)
    return Defect.unless(False, f"a witness of the kind that belongs to class {name}")


def _check_implied(M: SparseMatrix, name: str, holds: bool, witness: Implied) -> Defect | None:
    """Test that the verdict follows: classes whose intersection lies in this class hold, or a class around it fails."""
    names = tuple(premise.name for premise in witness.verdicts)
    if holds:
        follows = names in IMPLIED_BY.get(name, ()) and all(premise.holds for premise in witness.verdicts)
    else:
        (premise,) = witness.verdicts if len(names) == 1 else (None,)
        follows = premise is not None and not premise.holds and (name,) in IMPLIED_BY.get(premise.name, ())
    if not follows:
        return Defect.unless(False, f"that class {name} follows from {', '.join(names)}")
    return next(filter(None, (_check(M, premise) for premise in witness.verdicts)), None)


def _check_squares(M: SparseMatrix, witness: Squares) -> Defect | None:
    """Test (M + Mᵀ)/2 = Σ dₖ lₖ lₖᵀ and d > 0, and that lₖ is 1 at the index of pivot k and 0 at earlier pivots."""
    order, d, columns = witness.order, vector(witness.d), [vector(column) for column in witness.l]
    size = M.shape[0]
    if not len(order) == len(d) == len(columns) or any(len(column) != size for column in columns):
        return Defect.unless(False, "as many pivots as squares")
    if not _are_indices(order, size) or any(
        column[order[k]] != 1 or any(column[list(order[:k])]) for k, column in enumerate(columns)
    ):
        return Defect.unless(False, "L triangular with ones")
    entries = [(i, j, -value) for i, j, value in (M + M.T).entries]
    for factor, column in zip(2 * d, columns, strict=True):
        used = [(i, value) for i, value in enumerate(column) if value]
        entries += [(i, j, factor * value_i * value_j) for i, value_i in used for j, value_j in used]
    row_indices, column_indices, values = zip(*entries, strict=True) if entries else ((), (), ())
    difference = SparseMatrix.from_entries((size, size), row_indices, column_indices, values)
    return Defect.first("d > 0", d <= 0, d) or Defect.unless(difference.nnz == 0, "LDL' = (M + M')/2")


def _check_dominated(M: SparseMatrix, name: str, v: Vector) -> Defect | None:
    """Test v > 0 and C v > 0 for the comparison matrix C; for class M also C = M, which says that M is in Z."""
    v = vector(v)
    C = comparison(M)
    product = C @ v
    return (
        Defect.unless(name == "H" or (C + -M).nnz == 0, "Z")
        or Defect.first("v > 0", v <= 0, v)
        or Defect.first("Cv > 0" if name == "H" else "Mv > 0", product <= 0, product)
    )


def _check_minor(M: SparseMatrix, name: str, minor: Minor) -> Defect | None:
    """Test that a principal minor has the value that is given, and that the class excludes its sign."""
    indices = minor.indices
    if not indices or not _are_indices(indices, M.shape[0]) or list(indices) != sorted(set(indices)):
        return Defect.unless(False, "different indices in ascending order")
    value = minor_of(M, indices).value
    match name:
        case "nondegenerate":
            is_excluded = value == 0
        case "P0":
            is_excluded = value < 0
        case _:
            is_excluded = value <= 0
    return Defect.unless(value == minor.value, "the value of the minor", value) or Defect.unless(
        is_excluded, "a minor that the class excludes", value
    )


def _are_indices(indices: tuple[int, ...], size: int) -> bool:
    return all(type(index) is int and 0 <= index < size for index in indices)


def _check_entry(M: SparseMatrix, name: str, entry: Entry) -> Defect | None:
    """Test that M has the entry, and that the class excludes its sign."""
    if (entry.row, entry.column, entry.value) not in M.entries:
        return Defect.unless(False, "an entry of M", entry.value)
    wrong = entry.value < 0 if name == "nonnegative" else entry.value > 0 and entry.row != entry.column
    return Defect.unless(wrong, "an entry that the class excludes", entry.value)


def _check_point(M: SparseMatrix, name: str, x: Vector) -> Defect | None:
    """Test that x breaks the definition of a class: the condition that the table of classes calls ``broken``.

    For M and H: if x ≥ 0 is not 0, M x ≤ 0 shows that a matrix is not in M, and C x ≤ 0, for its comparison matrix C,
    that it is not in H. The names of conditions have M' in place of M for row sufficient matrices, and C for H.
    """
    letter = "M"
    if name in ("row-sufficient", "H"):
        M, letter = (M.T, "M'") if name == "row-sufficient" else (comparison(M), "C")
    image = M @ x
    products = x * image  # xᵢ (M x)ᵢ
    form = exact_sum(products)  # xᵀM x
    broken = None
    if name in ("M", "H", "copositive", "strictly-copositive", "copositive-plus"):
        broken = Defect.first("x >= 0", x < 0, x)
    match name:
        case "P" | "column-sufficient" | "row-sufficient":
            broken = Defect.first(f"x({letter}x) <= 0", products > 0, products)
        case "P0":
            broken = Defect.first("x(Mx) < 0", (x != 0) & (products >= 0), products)
        case "M" | "H":
            broken = broken or Defect.first(f"{letter}x <= 0", image > 0, image)
        case "PSD" | "copositive":
            broken = broken or Defect.unless(form < 0, "x'Mx < 0", form)
        case "PD" | "strictly-copositive" | "copositive-plus":
            broken = broken or Defect.unless(form <= 0, "x'Mx <= 0", form)
    if name in ("column-sufficient", "row-sufficient"):
        return broken or Defect.unless(bool((products < 0).any()), f"x({letter}x) < 0")
    if name == "copositive-plus":
        return broken or Defect.unless(form < 0 or any((M + M.T) @ x), "(M + M')x other than 0")
    return broken or Defect.unless(bool(x.any()), "x other than 0")
