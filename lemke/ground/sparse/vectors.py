"""Dense vectors of exact numbers, and the gate from other libraries' arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import ShapeError
from lemke.ground.rational import ZERO, approximate, exact

Indices: TypeAlias = NDArray[np.int64]
Vector: TypeAlias = NDArray[np.object_]
"""A dense vector of ``mpq``."""

_MPQ = type(ZERO)
_float = np.frompyfunc(approximate, 1, 1)


def vector(values: Iterable[object]) -> Vector:
    """Return the numbers as a dense exact vector.

    >>> vector([1, "1/3"])
    array([mpq(1,1), mpq(1,3)], dtype=object)
    """
    numbers = list(values)
    if set(map(type, numbers)) - {_MPQ}:
        numbers = [exact(value) for value in numbers]
    result = np.empty(len(numbers), dtype=object)
    result[:] = numbers
    return result


def dense(name: str, values: object, dimensions: int, number: Callable[[object], mpq] = exact) -> NDArray[np.object_]:
    """Return nested sequences, or any library's array or matrix, as an exact array of so many dimensions.

    Parameters
    ----------
    name : str
        For messages.
    values : object
        Lists, numpy's arrays, sympy's matrices, scipy's sparse ones and ours.
    dimensions : int
    number : callable
        From an entry to its exact value.

    Raises
    ------
    ShapeError, NumberError
        Another shape, rows of different lengths, no entries at all; what is no exact number.

    >>> dense("A", [[1, "1/2"]], 2)
    array([[mpq(1,1), mpq(1,2)]], dtype=object)
    """
    for method in ("toarray", "to_lists", "tolist"):
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    try:
        table = np.array(values, dtype=object)
    except ValueError:
        raise ShapeError(f"{name} in rows of different lengths, expected equal ones") from None
    if any(isinstance(each, list | tuple) for each in table.ravel()):
        raise ShapeError(f"{name} in rows of different lengths, expected equal ones")
    if table.ndim != dimensions:
        raise ShapeError(f"{name} in an array of {table.ndim} dimensions, expected {dimensions}")
    if not table.size:
        raise ShapeError(f"{name} of {' x '.join(map(str, table.shape))}, expected at least one entry in each row")
    exactly: NDArray[np.object_] = np.frompyfunc(number, 1, 1)(table)
    return exactly


def floats(values: Vector) -> NDArray[np.float64]:
    """Return the nearest floats, ±inf beyond their range; for proposals and display only."""
    nearest: NDArray[np.float64] = _float(values).astype(np.float64)
    return nearest


def zeros(size: int) -> Vector:
    """Return the exact zero vector of a size."""
    return np.full(size, ZERO, dtype=object)
