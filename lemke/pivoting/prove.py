"""From a proposed basis to exact numbers: the outcome that the basis stands for, whether or not it is one."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import InputError
from lemke.lcp import LCP, Ray, Solution
from lemke.pivoting import exact_solve
from lemke.pivoting.guided import Proposal
from lemke.rational import ONE, ZERO
from lemke.sparse import Indices, SparseMatrix, Vector, zeros
from lemke.watch import Watch


def outcome(problem: LCP, proposal: Proposal, watch: Watch) -> Solution | Ray:
    """Return the exact outcome that a basis stands for; it is still to be checked.

    Raises
    ------
    InputError
        If the basis is singular.
    """
    n = problem.size
    basic = np.array(sorted(proposal.basis), dtype=np.int64)
    inside = basic[basic < n]
    tight = np.setdiff1d(np.arange(n), basic[(n <= basic) & (basic < 2 * n)] - n, assume_unique=True)
    if proposal.entering is None:
        return _solution(problem, proposal, tight, inside, watch)
    return _ray(problem, proposal, tight, inside, watch)


def _solution(problem: LCP, proposal: Proposal, tight: Indices, inside: Indices, watch: Watch) -> Solution:
    """Solve M_TS z_S = −q_T, part by part: T are the rows without a basic slack, S the basic variables z."""
    kernel = submatrix(problem.M, tight, inside)
    right = -problem.q[tight]
    z, bits = zeros(problem.size), 1
    for rows, columns in _parts(kernel):
        watch.check()
        values = exact_solve.solve(submatrix(kernel, rows, columns), right[rows], watch)
        z[inside[columns]] = values
    w = problem.q + problem.M @ z
    return Solution(z, w, tuple(sorted(proposal.basis)), proposal.pivots, bits)


def submatrix(matrix: SparseMatrix, rows: Indices, columns: Indices) -> SparseMatrix:
    """Return the matrix of these rows and columns, each ascending."""
    row_place, column_place = (np.full(size, -1) for size in matrix.shape)
    row_place[rows], column_place[columns] = np.arange(len(rows)), np.arange(len(columns))
    row, column = row_place[matrix.rows], column_place[matrix.columns]
    kept = (row >= 0) & (column >= 0)
    return SparseMatrix((len(rows), len(columns)), row[kept], column[kept], matrix.values[kept])


def _parts(kernel: SparseMatrix) -> list[tuple[Indices, Indices]]:
    """Return the rows and columns of the independent parts of a square system; small ones together."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    n = kernel.shape[0]
    graph = coo_matrix((np.ones(kernel.nnz), (kernel.rows, n + kernel.columns)), shape=(2 * n, 2 * n))
    count, label = connected_components(graph, directed=False)
    large = np.bincount(label, minlength=count) >= max(n // 4, 2)
    label = np.where(large[label], label, -1)
    parts = [(np.flatnonzero(label[:n] == each), np.flatnonzero(label[n:] == each)) for each in np.unique(label)]
    if any(len(rows) != len(columns) for rows, columns in parts):
        raise InputError("a singular basis, expected a regular one")
    return parts
