"""The basis of one block of an LCP in floating point: sparse LU, updated in product form.

A block stands for B x_B + N x_N + a₀ z0 = q. Columns of slacks are unit vectors and are not factored: with the rows T
that have no basic slack first, and the basic variables other than slacks first,

    B = ( K 0 )      so that   x = K⁻¹ b_T   and the slacks are   b_W − R x ;   only K is factored.
        ( R I )

A pivot multiplies B from the right by an eta matrix, the identity with one column replaced. The product of k of them is
applied at once, as a k x k triangular solve and one product with an n x k matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemke.ground import limits
from lemke.ground.sparse import Floats, Indices
from lemke.linear.exact import reserve_buffer, sign_of

PARAMETER = -1
"""Code of z0 in a block."""
MOST_UPDATES = 100
"""Updates after which a block is factored anew, since each adds a dense column to every solve. From 64 to 128 the time
per pivot hardly differs, with 32 it is half as long again (Leduc poker, 900 to 2300 sequences)."""
CHECKED_UPDATES = 20
"""Updates between two looks at the residual."""
DRIFT = 1e-9
"""Residual beyond which a block is factored anew at once; entries and q are scaled to about 1."""


class SingularBasis(Exception):
    """The basis is singular in floating point."""


class RevisedBlock:
    """One block: its columns, its basis, one code per position, and by position B⁻¹q and B⁻¹a₀.

    Codes in a block: j < ``width`` is the j-th column, ``width`` + i the slack of row i, −1 is z0. The basic variables
    are ``constants`` − ``parameters`` · z0 while z0 is nonbasic.
    """

    def __init__(self, matrix: Any, cover: Floats, right: Floats, basis: Indices, free: NDArray[np.bool_]) -> None:
        """Take the columns as a CSC matrix, a₀, q, the first basis and which columns' variables are free."""
        self.matrix = matrix
        self.pointers, self.indices, self.data = matrix.indptr, matrix.indices, matrix.data
        self.size, self.width = matrix.shape
        self.cover, self.right = cover, right
        self.basis = basis
        self.free = np.concatenate([free, np.zeros(self.size + 1, dtype=bool)])  # z0, at −1, is not free
        # the k-th eta matrix is I + etas[:, k] eᵀ, with 1 at its pivot position in e; corner holds the etas' rows at
        # these positions, lower triangular, the pivots on the diagonal
        self.etas = np.empty((self.size, MOST_UPDATES), order="F")
        self.corner = np.zeros((MOST_UPDATES, MOST_UPDATES), order="F")
        self.pivot_positions = np.empty(MOST_UPDATES, dtype=np.int64)
        self.factor()

    def factor(self) -> None:
        """Factor the basis anew; positions change: slacks go last."""
        from scipy.sparse import csc_matrix, csr_matrix
        from scipy.sparse.csgraph import structural_rank
        from scipy.sparse.linalg import splu

        reserve_buffer()
        limits.check()
        slack = self.basis >= self.width
        codes, slacks = self.basis[~slack], self.basis[slack]
        if (codes == PARAMETER).any():
            codes = np.append(codes[codes != PARAMETER], PARAMETER)
        self.basis = np.concatenate([codes, slacks])
        tight = np.ones(self.size, dtype=bool)
        tight[slacks - self.width] = False
        self.inner = len(codes)
        self.place = np.empty(self.size, dtype=np.int64)  # row -> position
        self.place[tight] = np.arange(self.inner)
        self.place[slacks - self.width] = np.arange(self.inner, self.size)
        rows, columns, values = self._entries(codes)
        rows = self.place[rows]
        kernel = rows < self.inner
        shape = (self.inner, self.inner)
        self.lu: Any = None
        if self.inner:
            inner = csc_matrix((values[kernel], (rows[kernel], columns[kernel])), shape=shape)
            if structural_rank(inner) < self.inner:  # SuperLU may crash on such a matrix
                raise SingularBasis("a structurally singular basis")
            try:
                self.lu = splu(inner)
            except RuntimeError:
                raise SingularBasis("a singular basis in floating point") from None
        limits.check()
        in_slack_rows = ~kernel
        self.slack_rows = csr_matrix(
            (values[in_slack_rows], (rows[in_slack_rows] - self.inner, columns[in_slack_rows])),
            shape=(self.size - self.inner, self.inner),
        )
        self.updates = 0
        self.signed = (~self.free[self.basis]).astype(float)
        self.constants = self._refined(self.right)
        self.parameters = self._refined(self.cover)
        if not np.isfinite([self.constants, self.parameters]).all():
            raise SingularBasis("numbers beyond the range of floats")

    def _entries(self, codes: Indices) -> tuple[Indices, Indices, Floats]:
        """Return rows, columns (as places in ``codes``) and values of the columns."""
        plain = codes[codes != PARAMETER]
        first, lengths = self.pointers[plain], np.diff(self.pointers)[plain]
        ends = np.cumsum(lengths)
        # the places of all entries of the columns: the ranges first, …, first + length − 1, one after another
        picked = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - (ends - lengths), lengths)
        rows, columns, values = self.indices[picked], np.repeat(np.arange(len(plain)), lengths), self.data[picked]
        if len(plain) < len(codes):
            covered = np.flatnonzero(self.cover)
            rows = np.concatenate([rows, covered])
            columns = np.concatenate([columns, np.full(len(covered), len(plain))])
            values = np.concatenate([values, self.cover[covered]])
        return rows, columns, values

    def column(self, code: int) -> Floats:
        """Return B⁻¹ times the column of a nonbasic variable, by position."""
        placed = np.zeros(self.size)
        if code >= self.width:
            placed[self.place[code - self.width]] = 1.0
        else:
            picked = slice(self.pointers[code], self.pointers[code + 1])
            placed[self.place[self.indices[picked]]] = self.data[picked]
        return self._solve(placed)

    def _solve(self, placed: Floats) -> Floats:
        """Return B⁻¹b for b in the order of positions, which is overwritten."""
        inner = self.inner
        if inner:
            placed[:inner] = solution = self.lu.solve(placed[:inner])
            if inner < self.size:
                placed[inner:] -= self.slack_rows @ solution
        if self.updates:
            from scipy.linalg.blas import dtrsv

            k = self.updates
            # how far each of the k pivots moves: all at once, by one triangular solve
            steps = dtrsv(self.corner[:k, :k], placed[self.pivot_positions[:k]], lower=1)
            placed -= self.etas[:, :k] @ steps
        return placed

    def _refined(self, right: Floats) -> Floats:
        """Return B⁻¹b of a fresh factorisation with one step of iterative refinement."""
        placed = np.empty(self.size)
        placed[self.place] = right
        solution = self._solve(placed.copy())
        inner = self.inner
        residual = placed
        residual[inner:] -= self.slack_rows @ solution[:inner] + solution[inner:]
        rows, columns, values = self._entries(self.basis[:inner])
        residual[:inner] -= np.bincount(self.place[rows], values * solution[columns], self.size)[:inner]
        return solution + self._solve(residual)

    def exchange(self, position: int, entering: int, column: Floats) -> None:
        """Let a variable enter at a position; ``column`` is B⁻¹ times its column."""
        pivot = column[position]
        for vector in (self.constants, self.parameters):
            step = vector[position] / pivot
            vector -= step * column
            vector[position] = step
        k = self.updates
        self.etas[:, k] = column
        self.etas[position, k] -= 1.0
        self.corner[k, :k] = self.etas[position, :k]
        self.corner[k, k] = pivot
        self.pivot_positions[k] = position
        self.basis[position] = entering
        self.signed[position] = not self.free[entering]
        self.updates += 1
        checked = self.updates % CHECKED_UPDATES == 0
        if self.updates == MOST_UPDATES or (checked and self._residual() > DRIFT):
            self.factor()

    def shift(self, position: int, amount: float) -> None:
        """Change q such that the basic variable at a position, which is not z0, grows and no other one changes."""
        code = self.basis[position]
        self.constants[position] += amount
        if code >= self.width:
            self.right[code - self.width] += amount
        else:
            picked = slice(self.pointers[code], self.pointers[code + 1])
            self.right[self.indices[picked]] += amount * self.data[picked]

    def lift(self, amounts: Floats) -> None:
        """Choose a₀ such that basic variables rise by these amounts at z0 = 1. The block must be freshly factored."""
        self.parameters = -amounts
        rows, columns, values = self._entries(self.basis[: self.inner])
        self.cover = np.bincount(rows, values * self.parameters[columns], self.size).astype(float)
        self.cover[self.basis[self.inner :] - self.width] += self.parameters[self.inner :]

    def sign(self) -> int:
        """Return the sign of the determinant of K. The block must be freshly factored."""
        if not self.inner:
            return 1
        return sign_of(self.lu.perm_r) * sign_of(self.lu.perm_c) * int(np.prod(np.sign(self.lu.U.diagonal())))

    def _residual(self) -> float:
        """Return the largest error in B x = q of the updated constants x."""
        values = np.zeros(self.width + self.size + 1)  # z0 last, at -1
        values[self.basis] = self.constants
        columns, slacks = values[: self.width], values[self.width : -1]
        error = self.right - self.matrix @ columns - slacks - self.cover * values[PARAMETER]
        return float(np.abs(error).max(initial=0.0))
