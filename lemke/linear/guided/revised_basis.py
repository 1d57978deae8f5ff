"""The basis of one block of an LCP in floating point: sparse LU, updated in product form.

A block is the system B x_B + N x_N + a₀ z0 = q. Columns of slacks are unit vectors and are not factored. T are the rows
without a basic slack, W those with one. T comes before W, and the basic variables x that are no slacks before the
slacks. In this order, the matrix B and the solution of B x_B = b are

    B = ( K 0 )      x = K⁻¹ b_T,   slacks   b_W − R x;   only K is factored.
        ( R I )

A pivot multiplies B from the right by an eta matrix, the identity with one column replaced. The inverse of a product of
k eta matrices is applied at once: by one k x k triangular system and one product with an n x k matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemke.ground.sparse import Floats, Indices
from lemke.linear.exact import float_factors, permutation_sign, require

PARAMETER = -1
"""Code of z0 in a block; arrays by code have the entry of z0 last, at index −1."""
MOST_UPDATES = 100
"""Updates after which a block is factored anew, as each update adds a dense column to every solve. With 64 to 128, the
time per pivot hardly differs; with 32, it is half as long again (Leduc poker, 900 to 2300 sequences)."""
CHECKED_UPDATES = 20
"""Updates between two checks of the residual."""
DRIFT = 1e-9
"""Residual beyond which a block is factored anew at once; entries and q are scaled to about 1."""


class RevisedBlock:
    """One block: its columns, and its basis as an array with the code of the basic variable at each position.

    Codes in a block: j < ``width`` is the j-th column, ``width`` + i the slack of row i, −1 is z0. By position,
    ``constants`` are B⁻¹q and ``parameters`` B⁻¹a₀: while z0 is nonbasic, the basic variables are ``constants`` −
    ``parameters`` · z0. ``signed`` is 1 at the positions of nonnegative variables and 0 at those of free ones. Only
    :meth:`factor` changes ``place``, the position of each row, and ``inner``, the number of rows of K.
    """

    def __init__(self, matrix: Any, cover: Floats, right: Floats, basis: Indices, free: NDArray[np.bool_]) -> None:
        """Take the columns as a CSC matrix, a₀ as ``cover``, q as ``right``, and the codes of the first basis."""
        self.matrix = matrix
        self.pointers, self.indices, self.data = matrix.indptr, matrix.indices, matrix.data
        self.size, self.width = matrix.shape
        self.cover, self.right = cover, right
        self.basis = basis
        self.free = np.concatenate([free, np.zeros(self.size + 1, dtype=bool)])  # the last is z0
        # the k-th eta matrix is I + etas[:, k] eᵀ, where e is the unit vector of the k-th pivot's position. `corner` is
        # lower triangular: the rows of `etas` at the positions of the pivots, with the pivots on the diagonal
        self.etas = np.empty((self.size, MOST_UPDATES), order="F")
        self.corner = np.zeros((MOST_UPDATES, MOST_UPDATES), order="F")
        self.pivot_positions = np.empty(MOST_UPDATES, dtype=np.int64)
        self.factor()

    def factor(self) -> None:
        """Factor the basis anew; this changes positions: slacks come last, and z0 directly before them.

        Raises InputError if the basis is singular in floats, or leads to numbers beyond their range.
        """
        from scipy.sparse import csc_matrix, csr_matrix

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
        in_tight_rows = rows < self.inner
        shape = (self.inner, self.inner)
        self.lu: Any = None
        if self.inner:
            K = csc_matrix((values[in_tight_rows], (rows[in_tight_rows], columns[in_tight_rows])), shape=shape)
            self.lu = float_factors(K)
        in_slack_rows = ~in_tight_rows
        self.slack_rows = csr_matrix(
            (values[in_slack_rows], (rows[in_slack_rows] - self.inner, columns[in_slack_rows])),
            shape=(self.size - self.inner, self.inner),
        )
        self.updates = 0
        self.signed = (~self.free[self.basis]).astype(float)
        self.constants = self._refined(self.right)
        self.parameters = self._refined(self.cover)
        require(bool(np.isfinite([self.constants, self.parameters]).all()), "numbers beyond the range of floats")

    def _entries(self, codes: Indices) -> tuple[Indices, Indices, Floats]:
        """Return rows, columns (as indices of ``codes``) and values of the entries; z0 may only be the last code."""
        plain = codes[codes != PARAMETER]
        first, lengths = self.pointers[plain], np.diff(self.pointers)[plain]
        ends = np.cumsum(lengths)
        # the indices of all entries of the columns: the ranges first, …, first + length − 1, one after another
        picked = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - (ends - lengths), lengths)
        rows, columns, values = self.indices[picked], np.repeat(np.arange(len(plain)), lengths), self.data[picked]
        if len(plain) < len(codes):
            covered = np.flatnonzero(self.cover)
            rows = np.concatenate([rows, covered])
            columns = np.concatenate([columns, np.full(len(covered), len(plain))])
            values = np.concatenate([values, self.cover[covered]])
        return rows, columns, values

    def column(self, code: int) -> Floats:
        """Return B⁻¹ times the column of a nonbasic variable, by position; z0 has :attr:`parameters`."""
        placed = np.zeros(self.size)
        if code >= self.width:
            placed[self.place[code - self.width]] = 1.0
        else:
            picked = slice(self.pointers[code], self.pointers[code + 1])
            placed[self.place[self.indices[picked]]] = self.data[picked]
        return self._solve(placed)

    def _solve(self, placed: Floats) -> Floats:
        """Return B⁻¹b for a vector b in the order of positions; b is overwritten."""
        inner = self.inner
        if inner:
            placed[:inner] = solution = self.lu.solve(placed[:inner])
            if inner < self.size:
                placed[inner:] -= self.slack_rows @ solution
        if self.updates:
            from scipy.linalg.blas import dtrsv

            k = self.updates
            # steps[j] is the number at the j-th pivot's position after the inverses of the eta matrices 0, …, j
            steps = dtrsv(self.corner[:k, :k], placed[self.pivot_positions[:k]], lower=1)
            placed -= self.etas[:, :k] @ steps
        return placed

    def _refined(self, right: Floats) -> Floats:
        """Return B⁻¹b for b by row, with one step of iterative refinement; call it right after a factorization."""
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
        """Let a variable enter at a position; ``column`` is B⁻¹ times the variable's column.

        The basis is factored anew after many updates, or if the residual is large.
        """
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
        """Change q so that one basic variable, not z0, increases by an amount, and no other basic variable changes."""
        code = self.basis[position]
        self.constants[position] += amount
        if code >= self.width:
            self.right[code - self.width] += amount
        else:
            picked = slice(self.pointers[code], self.pointers[code + 1])
            self.right[self.indices[picked]] += amount * self.data[picked]

    def lift(self, amounts: Floats) -> None:
        """Replace a₀ so that z0 = 1 raises basic variables by some amounts; call it right after a factorization."""
        self.parameters = -amounts
        rows, columns, values = self._entries(self.basis[: self.inner])
        self.cover = np.bincount(rows, values * self.parameters[columns], self.size).astype(float)
        self.cover[self.basis[self.inner :] - self.width] += self.parameters[self.inner :]

    def sign(self) -> int:
        """Return the sign of the determinant of K; call it right after a factorization."""
        if not self.inner:
            return 1
        diagonal_sign = int(np.prod(np.sign(self.lu.U.diagonal())))
        return permutation_sign(self.lu.perm_r) * permutation_sign(self.lu.perm_c) * diagonal_sign

    def _residual(self) -> float:
        """Return the largest error of the updated constants x in B x = q."""
        values = np.zeros(self.width + self.size + 1)  # by code; z0 is the last
        values[self.basis] = self.constants
        columns, slacks = values[: self.width], values[self.width : -1]
        error = self.right - self.matrix @ columns - slacks - self.cover * values[PARAMETER]
        return float(np.abs(error).max(initial=0.0))
