"""The exact sparse matrix.

Its entries are three parallel arrays: row and column indices (``int64``) and nonzero ``mpq`` values (an object array),
in row-major order and without duplicates.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.ground.rational import ZERO, sympy_number, text
from lemke.ground.sparse.vectors import (
    ByValue,
    Indices,
    Vector,
    floats,
    numbered,
    over_one_denominator,
    ratios,
    scaled,
    summed,
    vector,
    zeros,
)
from lemke.ground.table import Table
from lemke.ground.words import count

if TYPE_CHECKING:
    import scipy.sparse
    import sympy

SHOWN = 60
"""Notebooks show a matrix with more rows or columns as its ``repr``."""


@dataclass(frozen=True, eq=False)
class SparseMatrix(ByValue):
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
        """Check and sort entries from a caller; methods of this class avoid this work by :meth:`_of`."""
        matrix = SparseMatrix.from_entries(self.shape, self.rows, self.columns, self.values)
        for name in ("shape", "rows", "columns", "values"):
            object.__setattr__(self, name, getattr(matrix, name))

    @classmethod
    def from_entries(
        cls, shape: tuple[int, int], rows: Iterable[int], columns: Iterable[int], values: Iterable[object]
    ) -> SparseMatrix:
        """Return the matrix with these entries; entries at one position are summed, and zeros are dropped.

        Raises
        ------
        InputError
            If an entry lies outside the shape, the three lists have different lengths, or the shape is negative or has
            2^63 positions or more.
        NumberError, TypeError
            For a value that :func:`~lemke.ground.rational.exact` refuses; for an index that is no whole number.
        """
        shape = operator.index(shape[0]), operator.index(shape[1])
        # a position row · width + column must fit into int64
        if min(shape) < 0 or shape[0] * shape[1] >= 1 << 63:
            raise InputError(f"a matrix of {shape[0]} x {shape[1]}, expected 0 or more and below 2^63 positions")
        row, column = _indices(rows), _indices(columns)
        value = vector(values)
        if not len(row) == len(column) == len(value):
            sizes = f"{len(row)} row indices, {len(column)} column indices, {len(value)} values"
            raise InputError(f"{sizes}, expected as many of each")
        try:
            position = np.ravel_multi_index((row, column), shape)
        except ValueError:
            outside = (row < 0) | (row >= shape[0]) | (column < 0) | (column >= shape[1])
            k = int(outside.argmax())
            place = f"an entry outside the matrix, at row {row[k]}, column {column[k]}, counted from 0"
            raise InputError(f"{place}, expected all entries within {shape[0]} x {shape[1]}") from None
        order = np.argsort(position)
        position, value = position[order], value[order]
        if (position[1:] == position[:-1]).any():
            position, value = summed(position, *numbered(value))
        nonzero = value.astype(bool)
        position, value = position[nonzero], value[nonzero]
        row, column = np.divmod(position, max(shape[1], 1))  # a matrix without columns has no entries
        return cls._of(shape, row, column, value)

    @classmethod
    def _of(cls, shape: tuple[int, int], rows: Indices, columns: Indices, values: Vector) -> SparseMatrix:
        """Return the matrix with these arrays, unchecked: they must be sorted, without zeros and duplicates."""
        matrix = object.__new__(cls)
        for name, part in {"shape": shape, "rows": rows, "columns": columns, "values": values}.items():
            object.__setattr__(matrix, name, part)
        for array in (rows, columns, values):
            array.flags.writeable = False
        return matrix

    @classmethod
    def from_dense(cls, table: Sequence[Sequence[object]], columns: int | None = None) -> SparseMatrix:
        """Return the matrix of a table of rows; ``columns`` is the number of columns, needed only without rows.

        Raises
        ------
        InputError
            For a row that is no list, or does not have as many numbers as there are columns.
        NumberError
            For an entry that :func:`~lemke.ground.rational.exact` refuses.
        """
        lengths = [len(row) if hasattr(row, "__len__") and not isinstance(row, str) else None for row in table]
        width = columns if columns is not None else next(iter(lengths), 0)
        if width is None or {*lengths} - {width}:
            wrong = "rows of different lengths, or a row that is no list"
            raise InputError(f"{wrong}, expected a table, {width or 0} numbers in each row")
        values = vector(value for row in table for value in row)
        rows, row_columns = np.divmod(np.arange(len(table) * width), max(width, 1))
        return cls.from_entries((len(table), width), rows, row_columns, values)

    @classmethod
    def of_blocks(cls, shape: tuple[int, int], blocks: Sequence[tuple[int, int, SparseMatrix]]) -> SparseMatrix:
        """Return the matrix with blocks at given positions, and zeros elsewhere; overlapping blocks are summed.

        Parameters
        ----------
        shape : (int, int)
        blocks : one or more of (int, int, SparseMatrix)
            The row and the column of a block's upper left corner, and the block.

        >>> row = SparseMatrix.from_dense([[1, 2]])
        >>> SparseMatrix.of_blocks((3, 2), [(0, 0, row), (1, 1, -row.T)]).to_lists()
        [[mpq(1,1), mpq(2,1)], [mpq(0,1), mpq(-1,1)], [mpq(0,1), mpq(-2,1)]]
        """
        return cls.from_entries(
            shape,
            np.concatenate([row + block.rows for row, _, block in blocks]),
            np.concatenate([column + block.columns for _, column, block in blocks]),
            np.concatenate([block.values for _, _, block in blocks]),
        )

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
        order = np.argsort(self.columns * self.shape[0] + self.rows)
        return SparseMatrix._of(self.shape[::-1], self.columns[order], self.rows[order], self.values[order])

    def __matmul__(self, factor: Sequence[object] | Vector) -> Vector:
        """Return the exact product with a dense vector."""
        x = vector(factor)
        if len(x) != self.shape[1]:
            raise InputError(f"a vector of {count(len(x), 'number')}, expected {self.shape[1]}")
        result = zeros(self.shape[0])
        rows, columns, values = self.rows, self.columns, self.values
        needed = x.astype(bool)[columns].nonzero()[0]  # entries with a nonzero factor
        if len(needed) < len(values):
            rows, columns, values = rows[needed], columns[needed], values[needed]
        if len(values):
            numerators, denominator = over_one_denominator(x, len(values))
            starts = np.flatnonzero(np.append(True, rows[1:] != rows[:-1]))  # the first entry of every nonzero row
            result[rows[starts]] = ratios(np.add.reduceat(values * numerators[columns], starts), denominator)
        return result

    def part(self, rows: Indices, columns: Indices) -> SparseMatrix:
        """Return the submatrix of some rows and columns, given by their indices in ascending order.

        >>> SparseMatrix.from_dense([[1, 2], [3, 4]]).part(np.array([1]), np.array([0, 1])).to_lists()
        [[mpq(3,1), mpq(4,1)]]
        """
        new_rows, new_columns = (np.full(size, -1) for size in self.shape)  # new index by old index, -1 for none
        new_rows[rows], new_columns[columns] = np.arange(len(rows)), np.arange(len(columns))
        row, column = new_rows[self.rows], new_columns[self.columns]
        inside = (row >= 0) & (column >= 0)
        return SparseMatrix._of((len(rows), len(columns)), row[inside], column[inside], self.values[inside])

    def __add__(self, addend: SparseMatrix) -> SparseMatrix:
        """Return the sum with a matrix of the same shape."""
        if not isinstance(addend, SparseMatrix):
            return NotImplemented
        if self.shape != addend.shape:
            (rows, columns), (height, width) = self.shape, addend.shape
            raise InputError(f"a sum of matrices of {rows} x {columns} and {height} x {width}, expected equal shapes")
        return SparseMatrix.from_entries(
            self.shape,
            np.append(self.rows, addend.rows),
            np.append(self.columns, addend.columns),
            np.append(self.values, addend.values),
        )

    def __sub__(self, subtrahend: SparseMatrix) -> SparseMatrix:
        return self + -subtrahend

    def __neg__(self) -> SparseMatrix:
        return SparseMatrix._of(self.shape, self.rows, self.columns, -self.values)

    def to_numpy(self) -> NDArray[np.float64]:
        """Return the matrix as a dense array of the nearest floats."""
        dense = np.zeros(self.shape)
        dense[self.rows, self.columns] = floats(self.values)
        return dense

    def to_scipy(self, exponent: int = 0) -> scipy.sparse.csr_array:
        """Return the matrix times 2^exponent as a scipy CSR array of the nearest floats."""
        import scipy.sparse

        values = scaled(self.values, exponent)
        return scipy.sparse.csr_array((values, (self.rows, self.columns)), shape=self.shape)

    def to_sympy(self) -> sympy.Matrix:
        """Return the matrix as a sympy matrix of exact rationals."""
        import sympy

        entries = {(row, column): sympy_number(value) for row, column, value in self.entries}
        return sympy.Matrix(*self.shape, lambda i, j: entries.get((i, j), 0))

    def to_lists(self) -> list[list[mpq]]:
        """Return the matrix as dense rows of ``mpq``."""
        dense = np.full(self.shape, ZERO, dtype=object)
        dense[self.rows, self.columns] = self.values
        rows: list[list[mpq]] = dense.tolist()
        return rows

    def to_table(self, rows: Sequence[str] = (), columns: Sequence[str] = (), title: str = "") -> Table:
        """Return the matrix as a table with names of rows and columns or, without names, their indices."""
        names = [
            tuple(labels) or tuple(map(str, range(size)))
            for labels, size in zip((rows, columns), self.shape, strict=True)
        ]
        if (sizes := tuple(map(len, names))) != self.shape:
            expected = f"{self.shape[0]} x {self.shape[1]}"
            raise InputError(f"names of {sizes[0]} rows and {sizes[1]} columns, expected {expected}")
        table = zip(names[0], self.to_lists(), strict=True)
        return Table(("", *names[1]), [(name, *row) for name, row in table], title, index=1)

    def to_pandas(self, rows: Sequence[str] = (), columns: Sequence[str] = (), floats: bool = False) -> Any:
        """Return the table of :meth:`to_table` as a data frame, of exact numbers or of the nearest floats."""
        return self.to_table(rows, columns).to_pandas(floats).rename_axis(None)

    def _repr_html_(self) -> str | None:
        """Return the matrix as a table; None for a large matrix: notebooks then show the ``repr``."""
        return self.to_table().to_html() if max(self.shape) <= SHOWN else None

    def __repr__(self) -> str:
        shown = ", ".join(f"({i}, {j}): {text(value)}" for i, j, value in self.entries[:6])
        more = ", ..." if self.nnz > 6 else ""
        return f"<exact {self.shape[0]} x {self.shape[1]} matrix, {self.nnz} entries {{{shown}{more}}}>"


def _indices(values: Iterable[int]) -> Indices:
    """Return whole numbers as an array; raise TypeError for other numbers, which numpy would truncate."""
    if isinstance(values, np.ndarray) and values.dtype == np.int64:
        return values
    return np.fromiter(map(operator.index, values), dtype=np.int64)
