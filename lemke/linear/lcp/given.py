"""Matrices and vectors as other libraries hold them: the gate through which problems enter from scripts.

Sparse stays sparse: of a scipy or sympy matrix with few entries nothing but these is read. No library is imported
here; whoever has a matrix of one has imported it already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from lemke.errors import ShapeError
from lemke.ground.rational import binary, exact
from lemke.ground.sparse import SparseMatrix, Vector, vector


def given_matrix(name: str, values: object, floats: bool = False, width: int | None = None) -> SparseMatrix:
    """Return a matrix of any library as an exact sparse one.

    Parameters
    ----------
    name : str
        For messages.
    values : object
        Nested rows of numbers; numpy's, sympy's and pandas' matrices; scipy's sparse ones (entries at one place are
        summed, as there); ours.
    floats : bool
        Whether floats are taken, at their exact binary value; else they are refused.
    width : int | None
        The number of columns where nested rows do not tell, as there are none.

    Raises
    ------
    NumberError, ShapeError
        What is no exact number; what is no table of rows of one length.

    >>> given_matrix("M", [[2, "1/3"], [0, 1]]).entries
    [(0, 0, mpq(2,1)), (0, 1, mpq(1,3)), (1, 1, mpq(1,1))]
    >>> given_matrix("M", [[0.5]], floats=True).entries
    [(0, 0, mpq(1,2))]
    """
    if isinstance(values, SparseMatrix):
        return values
    number = binary if floats else exact
    if (found := _entries(values)) is not None:
        shape, places, entries = found
        if len(shape) != 2:
            raise ShapeError(f"{name} in an array of {len(shape)} dimensions, expected 2")
        return SparseMatrix.from_entries((shape[0], shape[1]), places[0], places[1], map(number, entries))
    table = _listed(name, values)
    if any(isinstance(row, _NO_LISTS) or not hasattr(row, "__len__") for row in table):
        raise ShapeError(f"{name} with a row that is no list of numbers, expected a table of rows")
    if floats:
        table = [[binary(each) for each in row] for row in table]
    return SparseMatrix.from_dense(table, width if not table else None)


def given_vector(name: str, values: object, floats: bool = False) -> Vector:
    """Return the numbers of a vector of any library, a matrix of one column or of one row among them.

    >>> given_vector("q", [1, "1/3"]), given_vector("q", [[1], [2]])
    (array([mpq(1,1), mpq(1,3)], dtype=object), array([mpq(1,1), mpq(2,1)], dtype=object))
    """
    number = binary if floats else exact
    if (found := _entries(values)) is not None:
        shape, places, entries = found
        if sorted(shape)[:-1] not in ([], [1]):
            raise ShapeError(f"{name} of {' x '.join(map(str, shape))}, expected one row or one column")
        dense = [exact(0)] * max(shape)
        for place, value in zip(zip(*places, strict=True), entries, strict=True):
            dense[max(place)] += number(value)
        return vector(dense)
    numbers = _listed(name, values)
    if nested := [each for each in numbers if isinstance(each, list | tuple)]:
        if len(numbers) > 1 and not len(numbers) == len(nested) == sum(map(len, nested)):
            raise ShapeError(f"{name} in rows of several numbers, expected one row or one column")
        numbers = [each for row in nested for each in row]
    return vector(map(number, numbers))


_NO_LISTS = (str, bytes, bytearray, Mapping, Set)
"""What has a length, or can be gone through, and still is no list of numbers."""


def _entries(values: Any) -> tuple[tuple[int, ...], list[list[int]], list[Any]] | None:
    """Return the shape of a sparse matrix or vector, ours, scipy's or sympy's, indices in each dimension, and values.

    None for others.
    """
    if isinstance(values, SparseMatrix):
        return values.shape, [values.rows.tolist(), values.columns.tolist()], values.values.tolist()
    if hasattr(values, "tocoo"):
        scipys = values.tocoo()
        indices = scipys.coords if hasattr(scipys, "coords") else (scipys.row, scipys.col)
        return scipys.shape, [index.tolist() for index in indices], scipys.data.tolist()
    if hasattr(values, "todok"):
        sympys = values.todok()
        return values.shape, [[place[side] for place in sympys] for side in (0, 1)], list(sympys.values())
    return None


def _listed(name: str, values: Any) -> list[Any]:
    """Return the outermost dimension as a list."""
    for method in ("to_numpy", "tolist"):  # pandas' first gives an array
        if hasattr(values, method):
            values = getattr(values, method)()
    if isinstance(values, _NO_LISTS) or not isinstance(values, Iterable):
        raise ShapeError(f"{name} of type {type(values).__name__}, expected a matrix or vector, or nested lists")
    return list(values)
