"""The linear complementarity problem, the basis at which a path starts, and the input of matrices and vectors.

Matrices of other libraries are recognized by their methods; the libraries are not imported here. Of a sparse matrix of
scipy or sympy, only the nonzero entries are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, require_type, type_name
from lemke.ground.rational import binary, exact
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, vector
from lemke.ground.table import Table

if TYPE_CHECKING:
    import sympy

_NO_LISTS = (str, bytes, bytearray, Mapping, Set)
"""Types with a length or an iterator that are no lists of numbers."""


@dataclass(frozen=True, slots=True)
class StartBasis:
    """A basis from which a path may start.

    Attributes
    ----------
    basic : frozenset of int
        The indices i, from 0, whose zᵢ is basic, among them every free index. At all other indices wᵢ is basic.
    z0 : mpq
        The value of z0, which is nonbasic, at the start. There, all basic variables that are not free must be ≥ 0.
    """

    basic: frozenset[int]
    z0: mpq


@dataclass(frozen=True, eq=False)
class LCP(ByValue, Result):
    """A (mixed) linear complementarity problem, n variables.

    Attributes
    ----------
    M : SparseMatrix, n x n
    q, d : exact vectors of n numbers
        d is the covering vector.
    free : bool array of n
        True where zᵢ may be negative and wᵢ = 0.
    start : StartBasis | None
        Where the path starts. Without a start, the path begins at z = 0 and large z0. This requires d ≥ 0, and dᵢ > 0
        if qᵢ < 0. With free variables, Lemke's path needs a start.

    Raises
    ------
    InputError, NumberError
        Sizes that do not fit, floats, an M of another type, or a start basis with an unknown index or without a free
        index.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> problem.size
    2
    """

    M: SparseMatrix
    q: Vector
    d: Vector
    free: NDArray[np.bool_]
    start: StartBasis | None = None

    def __post_init__(self) -> None:
        require_type(self.M, SparseMatrix, "a SparseMatrix; LCP.of accepts other matrices", "M")
        n, sizes = len(self.q), [len(self.q), len(self.d), len(self.free)]
        if self.M.shape != (n, n) or sizes != [n] * 3:
            rows, columns = self.M.shape
            found = f"M of {rows} x {columns}, and q, d and free of {', '.join(map(str, sizes))} numbers"
            raise InputError(f"{found}, expected a square M and vectors of its size")
        for name in ("q", "d"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        if self.start is not None:
            object.__setattr__(self, "start", StartBasis(self.start.basic, exact(self.start.z0)))
            if not set(np.flatnonzero(self.free).tolist()) <= self.start.basic <= set(range(n)):
                raise InputError(
                    f"a start basis of {sorted(self.start.basic)}, expected all free indices, all below {n}"
                )
        super().__post_init__()

    @classmethod
    def of(cls, M: object, q: object = None, d: object = None, *, floats: bool = False) -> LCP:
        """Return a problem without free variables; by default the covering vector is (1, …, 1).

        Parameters
        ----------
        M : n x n numbers, or an LCP
            Nested lists, a SparseMatrix, or a matrix of numpy, sympy or scipy.sparse. An LCP, which has its own q and
            d, is returned as it is.
        q, d : n numbers
            Lists or vectors, also matrices of one row or one column.
        floats : bool
            If True, a float is accepted as its exact binary value; by default floats are refused.

        Raises
        ------
        InputError, NumberError
            Sizes that do not fit, floats, a missing q, or q or d together with an LCP.

        >>> import numpy as np
        >>> LCP.of(np.eye(2), np.array([[-0.5], [1.0]]), floats=True).q
        array([mpq(-1,2), mpq(1,1)], dtype=object)
        """
        if isinstance(M, LCP) != (q is None) or (isinstance(M, LCP) and d is not None):
            raise InputError("an LCP with q or d, or a matrix without q; expected an LCP alone, or M and q")
        if isinstance(M, LCP):
            return M
        matrix, constant = given_matrix("M", M, floats), given_vector("q", q, floats)
        cover = given_vector("d", [1] * len(constant) if d is None else d, floats)
        return cls(matrix, constant, cover, np.zeros(len(constant), dtype=bool))

    @property
    def size(self) -> int:
        """The number n of pairs of variables."""
        return len(self.q)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix, sympy.Matrix]:
        """Return M and, as columns, q and d, with sympy's exact rationals."""
        return self.M.to_sympy(), column(self.q).to_sympy(), column(self.d).to_sympy()

    def to_table(self) -> Table:
        """Return a row per index: the row of M, then q and d."""
        title = f"w = q + M z, with the covering vector d; {self.size} pairs of variables"
        columns = [f"z{k}" for k in range(1, self.size + 1)]
        rows = [
            (f"w{k}", *row, q, d)
            for k, (row, q, d) in enumerate(zip(self.M.to_lists(), self.q, self.d, strict=True), 1)
        ]
        return Table(["", *columns, "q", "d"], rows, title, index=1)

    def variable(self, code: int) -> str:
        """Return the name of a variable: codes 0 … n−1 are z, n … 2n−1 are w, 2n is z0.

        >>> problem = LCP.of([[1]], [-1])
        >>> problem.variable(0), problem.variable(1), problem.variable(2)
        ('z1', 'w1', 'z0')
        """
        if code == 2 * self.size:
            return "z0"
        return f"z{code + 1}" if code < self.size else f"w{code - self.size + 1}"


def column(values: Vector) -> SparseMatrix:
    """Return numbers as a matrix of one column."""
    return SparseMatrix.from_dense([[value] for value in values], 1)


def given_matrix(name: str, values: object, floats: bool = False, width: int | None = None) -> SparseMatrix:
    """Return a matrix of any library, which messages call ``name``, as an exact sparse one.

    Entries of a sparse matrix at the same place are added. With ``floats``, a float is accepted as its exact binary
    value. ``width`` is the number of columns if there are no rows; 0 by default.

    >>> given_matrix("M", [[2, "1/3"], [0, 1]]).entries
    [(0, 0, mpq(2,1)), (0, 1, mpq(1,3)), (1, 1, mpq(1,1))]
    """
    if isinstance(values, SparseMatrix):
        return values
    number = binary if floats else exact
    if (sparse := _entries(values)) is not None:
        shape, places, entries = sparse
        if len(shape) != 2:
            raise InputError(f"{name} in an array of {len(shape)} dimensions, expected 2")
        return SparseMatrix.from_entries((shape[0], shape[1]), places[0], places[1], map(number, entries))
    table = listed(name, values)
    if any(isinstance(row, _NO_LISTS) or not hasattr(row, "__len__") for row in table):
        raise InputError(f"{name} with a row that is no list of numbers, expected a table of rows")
    if floats:
        table = [[number(value) for value in row] for row in table]
    return SparseMatrix.from_dense(table, width if not table else None)


def given_vector(name: str, values: object, floats: bool = False) -> Vector:
    """Return the numbers of a vector of any library; ``values`` may also be a matrix of one column or one row.

    ``name`` and ``floats`` are as in :func:`given_matrix`.

    >>> given_vector("q", [1, "1/3"]), given_vector("q", [[1], [2]])
    (array([mpq(1,1), mpq(1,3)], dtype=object), array([mpq(1,1), mpq(2,1)], dtype=object))
    """
    number = binary if floats else exact
    if (sparse := _entries(values)) is not None:
        shape, places, entries = sparse
        if sorted(shape)[:-1] not in ([], [1]):  # all dimensions but the largest: a vector, or a matrix with one line
            raise InputError(f"{name} of {' x '.join(map(str, shape))}, expected one row or one column")
        dense = [exact(0)] * max(shape)
        for place, value in zip(zip(*places, strict=True), entries, strict=True):
            dense[max(place)] += number(value)  # all other indices are 0; entries at the same place are added
        return vector(dense)
    numbers = listed(name, values)
    if nested := [row for row in numbers if isinstance(row, list | tuple)]:
        # several rows must be a column: one number in each
        if len(numbers) > 1 and not len(numbers) == len(nested) == sum(map(len, nested)):
            raise InputError(f"{name} in rows of several numbers, expected one row or one column")
        numbers = [value for row in nested for value in row]
    return vector(map(number, numbers))


def _entries(values: Any) -> tuple[tuple[int, ...], list[list[int]], list[Any]] | None:
    """Return the shape of a sparse matrix or vector, the indices of its entries in each dimension, and their values.

    Sparse matrices are a SparseMatrix, and those of scipy and sympy. For all other objects, return None.
    """
    if isinstance(values, SparseMatrix):
        return values.shape, [values.rows.tolist(), values.columns.tolist()], values.values.tolist()
    if hasattr(values, "tocoo"):
        coo = values.tocoo()
        indices = coo.coords if hasattr(coo, "coords") else (coo.row, coo.col)  # older versions have no coords
        return coo.shape, [index.tolist() for index in indices], coo.data.tolist()
    if hasattr(values, "todok"):
        dok = values.todok()  # (row, column) → value
        return values.shape, [[place[axis] for place in dok] for axis in (0, 1)], list(dok.values())
    return None


def listed(name: str, values: Any, expected: str = "a matrix or vector, or nested lists") -> list[Any]:
    """Return the rows or numbers of a list of any library; for a text or a single value, raise an InputError."""
    for method in ("to_numpy", "tolist"):  # pandas has to_numpy; the array that it returns has tolist
        if hasattr(values, method):
            values = getattr(values, method)()
    if isinstance(values, _NO_LISTS) or not isinstance(values, Iterable):
        raise InputError(f"{name} of type {type_name(values)}, expected {expected}")
    return list(values)
