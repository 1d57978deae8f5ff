"""Solutions of sparse square systems: from a factorization in floats, or by exact elimination if that fails."""

from __future__ import annotations

import numpy as np

from lemke.errors import InputError
from lemke.ground.sparse import Indices, SparseMatrix, Vector
from lemke.linear.exact.elimination import eliminate, require
from lemke.linear.exact.factors import factor

BLUR, DOUBTFUL = 1e-11, 1e-8
"""Each entry is changed at random, relatively by at most BLUR. A pivot below DOUBTFUL times the largest pivot may be 0
without this change."""


class System:
    """A square matrix with its factorization, for right-hand sides that come one by one.

    Raises InputError if the matrix is not square.

    >>> from lemke.ground.sparse import vector
    >>> System(SparseMatrix.from_dense([[1, 2], [3, 4]])).solve(vector([1, 1]))
    array([mpq(-1,1), mpq(1,1)], dtype=object)
    """

    def __init__(self, matrix: SparseMatrix) -> None:
        require(matrix.shape[0] == matrix.shape[1])
        self.matrix = matrix
        self._factors = factor(matrix)

    def solve(self, right: Vector, *, transposed: bool = False) -> Vector:
        """Return the exact x with A x = b, with ``transposed`` Aᵀ x = b; by exact elimination if floats fail.

        Raises InputError if the matrix is singular. But if the system has solutions, and floats do not reveal that the
        matrix is singular, a solution is returned; A x = b then holds exactly.
        """
        factors = self._factors
        answer = factors if isinstance(factors, str) else factors.try_solve(right, transposed=transposed)
        if not isinstance(answer, str):
            return answer.vector
        return eliminate(self.matrix.T if transposed else self.matrix, right)

    def approximate(self, right: Vector) -> Vector:
        """Return the x with A x = b up to errors in its last digits: much faster than :meth:`solve`, for proposals.

        Raises InputError if floats fail.
        """
        factors = self._factors
        answer = factors if isinstance(factors, str) else factors.try_solve(right, approximately=True)
        if isinstance(answer, str):
            raise InputError(f"a basis that floats cannot solve ({answer}), expected one that floats can solve")
        return answer.vector


def dependent_lines(matrix: SparseMatrix) -> tuple[Indices, Indices]:
    """Return the fewest rows and columns without which a square matrix is regular, as floats tell; both ascending.

    Entries are changed at random, so that pivots which should be 0 are small. Inverse iteration then gives bases of the
    left and the right null space. QR with column pivoting picks rows and columns at which these bases have large
    independent entries. If floats do not factor the matrix, no rows and columns are returned.

    >>> rows, columns = dependent_lines(SparseMatrix.from_dense([[1, 2, 0], [2, 4, 0], [0, 0, 1]]))
    >>> len(rows), len(columns)
    (1, 1)
    """
    from scipy.linalg import qr

    factors = factor(matrix, BLUR)
    if isinstance(factors, str) or factors.lu is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    lu = factors.lu
    pivots = np.abs(lu.U.diagonal())
    count = int(np.count_nonzero(pivots < DOUBTFUL * pivots.max()))
    lines = []
    for mode in ("T", "N"):
        null_basis = np.random.default_rng(0).standard_normal((len(pivots), count))
        for _ in range(2 if count else 0):
            null_basis = qr(lu.solve(null_basis, mode), mode="economic")[0]
        order = qr(null_basis.T, pivoting=True)[2] if count else np.arange(0)
        lines.append(np.sort(order[:count]).astype(np.int64))
    return lines[0], lines[1]
