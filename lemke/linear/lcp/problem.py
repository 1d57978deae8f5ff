"""The problem, and the basis from which a path may start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, ShapeError
from lemke.ground.rational import exact
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.ground.tables import SHOWN
from lemke.ground.values import ByValue
from lemke.linear.lcp.given import given_matrix, given_vector

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, slots=True)
class Start:
    """A basis from which a path may start.

    Attributes
    ----------
    basic : frozenset of int
        The indices i whose zᵢ is basic; for the others wᵢ is. Contains every free index.
    z0 : mpq
        The path's parameter there, nonbasic; all basic variables are nonnegative at this value.
    """

    basic: frozenset[int]
    z0: mpq


@dataclass(frozen=True, eq=False)
class LCP(ByValue):
    """A (mixed) linear complementarity problem, n variables.

    Attributes
    ----------
    M : SparseMatrix, n x n
    q, d : exact vectors of n numbers
        d is the covering vector.
    free : bool array of n
        Where zᵢ is free and wᵢ = 0.
    start : Start | None
        Where the path starts; without one, at z = 0 and large z0, which needs d ≥ 0, and d > 0 wherever q < 0. A path
        with free variables needs a start.

    Raises
    ------
    ShapeError, NumberError, InputError
        Sizes that do not fit, floats, or a start basis without the free variables.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> problem.size
    2
    """

    M: SparseMatrix
    q: Vector
    d: Vector
    free: NDArray[np.bool_]
    start: Start | None = None

    def __post_init__(self) -> None:
        n = len(self.q)
        rows, columns = self.M.shape
        if rows != columns:
            raise ShapeError(f"M of {rows} x {columns}, expected a square matrix")
        if n != rows:
            raise ShapeError(f"q of {n} numbers, expected {rows} as M is {rows} x {rows}")
        if len(self.d) != n or len(self.free) != n:
            raise ShapeError(f"d of {len(self.d)} and free of {len(self.free)} numbers, expected {n} as in q")
        for name in ("q", "d"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        if self.start is not None:
            object.__setattr__(self, "start", Start(self.start.basic, exact(self.start.z0)))
            free = set(np.flatnonzero(self.free).tolist())
            if not free <= self.start.basic <= set(range(n)):
                raise InputError(f"a start basis beyond the {n} variables or without free ones, expected all the free")
        super().__post_init__()

    @classmethod
    def of(cls, M: object, q: object = None, d: object = None, *, floats: bool = False) -> LCP:
        """Return the problem without free variables; the covering vector is all ones unless given.

        Parameters
        ----------
        M : n x n numbers, or an LCP
            Nested lists, or a matrix of numpy, sympy, scipy.sparse (whose zeros are not looked at) or ours. A problem
            stands for M, q and d together.
        q, d : n numbers
            Lists or vectors, of one row or one column among them.
        floats : bool
            Whether floats are taken, at their exact binary value; else they are refused.

        >>> import numpy as np
        >>> LCP.of(np.eye(2), np.array([[-0.5], [1.0]]), floats=True).q
        array([mpq(-1,2), mpq(1,1)], dtype=object)
        """
        if type(floats) is not bool:  # "refuse" would count as True
            raise InputError(f"floats={floats!r}, expected True or False")
        if isinstance(M, LCP):
            if q is not None or d is not None:
                raise InputError("q or d beside an LCP, which has its own, expected the problem alone")
            return M
        if q is None:
            raise InputError("a matrix without q, expected M and q, or an LCP")
        matrix, constant = given_matrix("M", M, floats), given_vector("q", q, floats)
        cover = given_vector("d", [1] * len(constant) if d is None else d, floats)
        return cls(matrix, constant, cover, np.zeros(len(constant), dtype=bool))

    @property
    def size(self) -> int:
        """Number n of pairs of variables."""
        return len(self.q)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix, sympy.Matrix]:
        """Return M and, as columns, q and d, with sympy's exact rationals."""
        return self.M.to_sympy(), column(self.q).to_sympy(), column(self.d).to_sympy()

    def _repr_latex_(self) -> str | None:
        """Return M, q and d; None, by which notebooks take the text, if they are large."""
        if self.size > SHOWN:
            return None
        named = (("M", self.M), ("q", column(self.q)), ("d", column(self.d)))
        return f"${', '.join(f'{name} = {matrix.to_latex()}' for name, matrix in named)}$"

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
