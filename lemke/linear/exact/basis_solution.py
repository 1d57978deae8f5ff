"""Exact solutions of proposed bases of LCPs and linear programs, and a path that starts at an infeasible basis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.rational import ONE, ZERO, bits
from lemke.ground.sparse import Indices, SparseMatrix, exact_sum, vector, zeros
from lemke.ground.words import count
from lemke.linear.exact.factors import APPROXIMATE
from lemke.linear.exact.sparse_solve import System, solve_systems
from lemke.linear.lcp import LCP, Ray, Solution, StartBasis, column
from lemke.linear.lp import LP, Basis, Optimal

SHARE = 4
"""Independent parts with less than 1/SHARE of all rows and columns are joined to one: many small solves are slow."""
NEGLIGIBLE = mpq(1, 1 << APPROXIMATE // 2)
"""Approximate z with |zᵢ| < NEGLIGIBLE · max |z| are set to 0, and approximate w in the same way."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A basis that may be the end of a path, and the number of pivots. Codes are those of :meth:`LCP.variable`.

    ``entering`` is the code of the variable that grows along a ray; None if the basis is proposed as a solution.
    """

    basis: frozenset[int]
    pivots: int
    entering: int | None = None


def outcome(problem: LCP, proposal: Proposal, *, approximately: bool = False) -> Solution | Ray:
    """Return the exact outcome of a basis. The caller has yet to check the signs of the variables.

    With ``approximately``, the last digits of a solution may be wrong, and variables near 0 are set to 0; such a
    solution serves to start a path. Rays are always exact.

    Raises
    ------
    InputError
        If the basis is singular, or does not have n variables; with ``approximately``, also if floats fail.
    """
    n = problem.size
    basic = np.array(sorted(proposal.basis), dtype=np.int64)
    basic_columns = basic[basic < n]
    # codes n to 2n − 1 are slacks, and 2n is z0
    tight_rows = np.setdiff1d(np.arange(n), basic[(n <= basic) & (basic < 2 * n)] - n, assume_unique=True)
    if len(tight_rows) != len(basic_columns) + (2 * n in proposal.basis):
        raise InputError(f"a basis of {count(len(basic), 'variable')}, expected {n}, one for each row")
    if proposal.entering is None:
        return _solution(problem, proposal, tight_rows, basic_columns, approximately)
    return _ray(problem, proposal, tight_rows, basic_columns)


def _solution(
    problem: LCP, proposal: Proposal, tight_rows: Indices, basic_columns: Indices, approximately: bool
) -> Solution:
    """Solve M_TS z_S = −q_T, each independent part alone: T are the rows without a basic slack, S the basic z.

    ``tight_rows`` is T, ``basic_columns`` is S.
    """
    matrix = problem.M.part(tight_rows, basic_columns)
    right = -problem.q[tight_rows]
    z = zeros(problem.size)
    for rows, columns in independent_parts(matrix.shape[0], matrix.rows, matrix.columns):
        if len(rows) != len(columns):
            raise InputError("a singular basis, expected a regular one")
        system = System(matrix.part(rows, columns))
        z[basic_columns[columns]] = system.approximate(right[rows]) if approximately else system.solve(right[rows])
    w = problem.q + problem.M @ z
    if approximately:
        w[tight_rows] = ZERO
        for values in (z, w):
            values[abs(values) < abs(values).max(initial=ZERO) * NEGLIGIBLE] = ZERO
    return Solution(z, w, tuple(sorted(proposal.basis)), proposal.pivots, bits(z))


def basic_columns_and_tight_rows(size: int, basis: Iterable[int]) -> tuple[Indices, Indices]:
    """Return two arrays for a basis of codes: the indices of its z, and the rows whose slack w is not in the basis."""
    codes = np.array(sorted(basis), dtype=np.int64)
    basic_columns = codes[codes < size]
    tight_rows = np.setdiff1d(np.arange(size), codes[codes >= size] - size, assume_unique=True)
    return basic_columns, tight_rows


def independent_parts(size: int, rows: Indices, columns: Indices) -> list[tuple[Indices, Indices]]:
    """Return rows and columns of the independent parts of a square matrix; small parts are joined.

    Independent parts share no row and no column. ``rows`` and ``columns`` are the places of the nonzero entries. If a
    part is not square, the matrix is singular.

    >>> parts = independent_parts(2, np.array([0, 1]), np.array([1, 0]))
    >>> [(rows.tolist(), columns.tolist()) for rows, columns in parts]
    [([0], [1]), ([1], [0])]
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    # rows and columns are the nodes, entries the edges
    graph = coo_matrix((np.ones(len(rows)), (rows, size + columns)), shape=(2 * size, 2 * size))
    count, label = connected_components(graph, directed=False)
    large = np.bincount(label, minlength=count) * SHARE >= 2 * size
    label = np.where(large[label], label, -1)  # all small parts together are part −1
    return [(np.flatnonzero(label[:size] == part), np.flatnonzero(label[size:] == part)) for part in np.unique(label)]


def _ray(problem: LCP, proposal: Proposal, tight_rows: Indices, basic_columns: Indices) -> Ray:
    """Solve M_TS z_S + d_T z0 = −q_T, and find the change of (z_S, z0) as the entering variable grows by 1.

    T and S are as in :func:`_solution`; z0 is the last unknown.
    """
    n, entering = problem.size, proposal.entering
    assert entering is not None
    M_TS, width = problem.M.part(tight_rows, basic_columns), len(basic_columns)
    d_T = column(problem.d[tight_rows])
    matrix = SparseMatrix.of_blocks((len(tight_rows), width + 1), [(0, 0, M_TS), (0, width, d_T)])
    if entering < n:
        right = -(problem.M.part(tight_rows, np.array([entering])) @ [ONE])
    else:  # a slack w grows by 1: in the row of w, M z + d z0 grows by 1
        right = vector(ONE if row == entering - n else ZERO for row in tight_rows)
    point, change = solve_systems(matrix, [-problem.q[tight_rows], right], [])
    z, direction = zeros(n), zeros(n)
    z[basic_columns], direction[basic_columns] = point[:-1], change[:-1]
    if entering < n:
        direction[entering] = ONE
    return Ray(z, point[-1], direction, change[-1], proposal.pivots, bits(point))


def repaired(problem: LCP, infeasible: Solution) -> LCP | None:
    """Return the problem with a start at an infeasible basis; None if the basis is feasible.

    The path starts at z0 = the absolute value of the most negative variable. At this z0 the covering vector raises
    every negative variable to 0, and changes no other variable. If few variables are negative, the path is usually
    short.
    """
    z_lift, w_lift = (np.where((values < 0) & ~problem.free, -values, ZERO) for values in (infeasible.z, infeasible.w))
    largest = max([*z_lift, *w_lift], default=ZERO)
    if not largest:
        return None
    # w + w_lift = q + M (z + z_lift) + d z0 at z0 = largest
    cover = (w_lift - problem.M @ z_lift) / largest
    basic = frozenset(code for code in infeasible.basis if code < problem.size)
    return replace(problem, d=cover, start=StartBasis(basic, largest))


def optimal(program: LP, basis: Basis) -> Optimal:
    """Solve A_TS x_S = b_T and yᵀ A_TS = c_S exactly: S are the basic columns, T the rows without a basic slack.

    x and y are the primal and the dual solution of the basis. The caller has yet to check that they are feasible.

    Raises
    ------
    InputError
        If the basis is singular, or does not have m variables.
    """
    basic_columns, tight_rows = np.flatnonzero(basis.columns), np.flatnonzero(~basis.rows)
    if len(basic_columns) != len(tight_rows):
        size, m = len(basic_columns) + np.count_nonzero(basis.rows), len(basis.rows)
        raise InputError(f"a basis of {size} variables, expected {m}, one for each row")
    m, n = program.A.shape
    x, y = zeros(n), zeros(m)
    if len(basic_columns):
        A_TS = program.A.part(tight_rows, basic_columns)
        x[basic_columns], y[tight_rows] = solve_systems(A_TS, [program.b[tight_rows]], [program.c[basic_columns]])
    return Optimal(x, y, exact_sum(program.c * x), basis=basis)
