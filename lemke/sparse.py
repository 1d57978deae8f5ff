"""One exact sparse matrix type.

Entries stand in row-major order, without duplicates and without zeros, as three parallel arrays: row and column
indices (``int64``) and ``mpq`` values (an object array). Nothing here knows games.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import ShapeError
from lemke.rational import ZERO, approximate, exact, text

if TYPE_CHECKING:
    import scipy.sparse
    import sympy

Indices: TypeAlias = NDArray[np.int64]
Vector: TypeAlias = NDArray[np.object_]
"""A dense vector of ``mpq``."""

_MPQ = type(ZERO)
_floats = np.frompyfunc(approximate, 1, 1)


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


def _indices(values: Iterable[int]) -> Indices:
    """Return whole numbers as an array; nothing is rounded to one."""
    if isinstance(values, np.ndarray) and values.dtype == np.int64:
        return values
    return np.fromiter(map(operator.index, values), dtype=np.int64)


def zeros(size: int) -> Vector:
    """Return the exact zero vector of a size."""
    return np.full(size, ZERO, dtype=object)


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """An exact sparse matrix.

    Attributes
    ----------
    shape : (int, int)
    rows, columns : int64 arrays of length nnz
    values : object array of nonzero ``mpq``

    >>> matrix = SparseMatrix.from_dense([[1, 0], ["1/2", -1]])
    >>> matrix.nnz, matrix.entries
    (3, [(0, 0, mpq(1,1)), (1, 0, mpq(1,2)), (1, 1, mpq(-1,1))])
    >>> matrix @ [2, 3]
    array([mpq(2,1), mpq(-2,1)], dtype=object)
    """

    shape: tuple[int, int]
    rows: Indices
    columns: Indices
    values: Vector

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", vector(self.values))
        for array in (self.rows, self.columns, self.values):
            array.flags.writeable = False

    @classmethod
    def from_entries(
        cls, shape: tuple[int, int], rows: Iterable[int], columns: Iterable[int], values: Iterable[object]
    ) -> SparseMatrix:
        """Return the matrix with these entries; those at one place are summed, zeros dropped."""
        row, column = _indices(rows), _indices(columns)
        value = vector(values)
        if not len(row) == len(column) == len(value):
            raise ShapeError(f"{len(row)} rows, {len(column)} columns, {len(value)} values, expected as many of each")
        if len(row) and not (0 <= row.min() and row.max() < shape[0] and 0 <= column.min() and column.max() < shape[1]):
            raise ShapeError(f"an entry outside of the matrix, expected a shape beyond {shape[0]} x {shape[1]}")
        if shape[0] * shape[1] >= 1 << 63:
            raise ShapeError(f"a matrix of {shape[0]} x {shape[1]}, expected less than 2^63 places")
        place = row * shape[1] + column
        order = np.argsort(place, kind="stable")
        place, value = place[order], value[order]
        starts = np.flatnonzero(np.r_[True, place[1:] != place[:-1]]) if len(place) else np.empty(0, np.int64)
        if 0 < len(starts) < len(place):
            value = np.add.reduceat(value, starts)
        place = place[starts]
        keep = value != 0 if len(value) else np.empty(0, bool)
        place, value = place[keep.astype(bool)], value[keep.astype(bool)]
        width = max(shape[1], 1)
        return cls(shape, place // width, place % width, value)

    @classmethod
    def from_dense(cls, table: Sequence[Sequence[object]], columns: int | None = None) -> SparseMatrix:
        """Return the matrix of a table of rows; ``columns`` gives the width where there is no row."""
        if any(isinstance(row, str) or not hasattr(row, "__len__") for row in table):
            raise ShapeError("a row that is no list of numbers, expected a table of rows")
        width = len(table[0]) if len(table) else columns or 0
        if columns not in (None, width) or any(len(row) != width for row in table):
            raise ShapeError(f"rows of different lengths, expected {width} numbers in each")
        values = vector(value for row in table for value in row)
        places = np.arange(len(table) * width)
        return cls.from_entries((len(table), width), places // max(width, 1), places % max(width, 1), values)

    @property
    def nnz(self) -> int:
        """Number of entries, all nonzero."""
        return len(self.values)

    @property
    def entries(self) -> list[tuple[int, int, mpq]]:
        """The entries (row, column, value) in row-major order."""
        return list(zip(self.rows.tolist(), self.columns.tolist(), self.values, strict=True))

    @cached_property
    def T(self) -> SparseMatrix:
        """The transpose."""
        return SparseMatrix.from_entries(self.shape[::-1], self.columns, self.rows, self.values)

    def __matmul__(self, factor: Sequence[object] | Vector) -> Vector:
        """Return the exact product with a dense vector."""
        x = vector(factor)
        if len(x) != self.shape[1]:
            raise ShapeError(f"a vector of {len(x)} numbers, expected {self.shape[1]}")
        result = zeros(self.shape[0])
        if self.nnz:
            starts = np.flatnonzero(np.r_[True, self.rows[1:] != self.rows[:-1]])
            result[self.rows[starts]] = np.add.reduceat(self.values * x[self.columns], starts)
        return result

    def __neg__(self) -> SparseMatrix:
        return SparseMatrix(self.shape, self.rows, self.columns, -self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseMatrix):
            return NotImplemented
        return (
            self.shape == other.shape
            and np.array_equal(self.rows, other.rows)
            and np.array_equal(self.columns, other.columns)
            and bool(np.all(self.values == other.values))
        )

    __hash__ = None  # type: ignore[assignment]  # holds arrays

    def to_numpy(self) -> NDArray[np.float64]:
        """Return the matrix in floating point, dense."""
        dense = np.zeros(self.shape)
        dense[self.rows, self.columns] = _floats(self.values)
        return dense

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Return the matrix in floating point, as a scipy CSR array."""
        import scipy.sparse

        values = _floats(self.values).astype(np.float64)
        return scipy.sparse.csr_array((values, (self.rows, self.columns)), shape=self.shape)

    def to_sympy(self) -> sympy.Matrix:
        """Return the matrix with sympy's exact rationals."""
        import sympy

        # sympify(mpq) would silently give a Float
        entries = {
            (row, column): sympy.Rational(int(value.numerator), int(value.denominator))
            for row, column, value in self.entries
        }
        return sympy.Matrix(*self.shape, lambda i, j: entries.get((i, j), 0))

    def to_lists(self) -> list[list[mpq]]:
        """Return the matrix as dense rows of ``mpq``."""
        dense = np.full(self.shape, ZERO, dtype=object)
        dense[self.rows, self.columns] = self.values
        rows: list[list[mpq]] = dense.tolist()
        return rows

    def __repr__(self) -> str:
        shown = ", ".join(f"({i}, {j}): {text(value)}" for i, j, value in self.entries[:6])
        more = ", ..." if self.nnz > 6 else ""
        return f"<exact {self.shape[0]} x {self.shape[1]} matrix, {self.nnz} entries {{{shown}{more}}}>"
