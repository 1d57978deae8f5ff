"""Exact solutions of proposed bases of LCPs and linear programs, and a path that starts at an infeasible basis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.ground.rational import ONE, ZERO, bits
from lemke.ground.sparse import Indices, SparseMatrix, exact_sum, vector, zeros
from lemke.ground.words import count
from lemke.linear.exact.elimination import require
from lemke.linear.exact.factors import APPROXIMATE, System
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

    Raises InputError if the basis is singular, or does not have n variables, among them z0 for a ray and only for a
    ray; with ``approximately``, also if floats fail.
    """
    n, is_ray = problem.size, proposal.entering is not None
    size = f"a basis of {count(len(proposal.basis), 'variable')}, expected {n}, one for each row"
    require(len(proposal.basis) == n and (2 * n in proposal.basis) == is_ray, f"{size}, with z0 for a ray only")
    if is_ray:
        return _ray(problem, proposal)
    # M_TS z_S = −q_T, each independent part alone: T are the rows without a basic slack, S the basic z
    basic_columns, tight_rows = basic_columns_and_tight_rows(n, proposal.basis)
    matrix = problem.M.part(tight_rows, basic_columns)
    right = -problem.q[tight_rows]
    z = zeros(problem.size)
    for rows, columns in independent_parts(matrix.shape[0], matrix.rows, matrix.columns):
        system = System(matrix.part(rows, columns))
        z[basic_columns[columns]] = system.approximate(right[rows]) if approximately else system.solve(right[rows])
    w = problem.q + problem.M @ z
    if approximately:
        w[tight_rows] = ZERO
        for values in (z, w):
            values[abs(values) < abs(values).max(initial=ZERO) * NEGLIGIBLE] = ZERO
    return Solution(z, w, tuple(sorted(proposal.basis)), proposal.pivots, bits(z))


def basic_columns_and_tight_rows(size: int, basis: Iterable[int]) -> tuple[Indices, Indices]:
    """Return the indices of the z in a basis, and the rows whose slack w is not in it; z0 may be in the basis."""
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


def _ray(problem: LCP, proposal: Proposal) -> Ray:
    """Solve M_TS z_S + d_T z0 = −q_T, and find the change of (z_S, z0) as the entering variable grows by 1.

    T are the rows without a basic slack, S the basic z; z0 is the last unknown.
    """
    n, entering = problem.size, proposal.entering
    assert entering is not None
    basic_columns, tight_rows = basic_columns_and_tight_rows(n, proposal.basis)
    M_TS, width = problem.M.part(tight_rows, basic_columns), len(basic_columns)
    d_T = column(problem.d[tight_rows])
    matrix = SparseMatrix.of_blocks((len(tight_rows), width + 1), [(0, 0, M_TS), (0, width, d_T)])
    if entering < n:
        right = -(problem.M.part(tight_rows, np.array([entering])) @ [ONE])
    else:  # a slack w grows by 1: in the row of w, M z + d z0 grows by 1
        right = vector(ONE if row == entering - n else ZERO for row in tight_rows)
    system = System(matrix)
    point, change = system.solve(-problem.q[tight_rows]), system.solve(right)
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
    Raises InputError if the basis is singular, or does not have m variables.
    """
    basic_columns, tight_rows = np.flatnonzero(basis.columns), np.flatnonzero(~basis.rows)
    m, n = program.A.shape
    x, y = zeros(n), zeros(m)
    system = System(program.A.part(tight_rows, basic_columns))
    x[basic_columns] = system.solve(program.b[tight_rows])
    y[tight_rows] = system.solve(program.c[basic_columns], transposed=True)
    return Optimal(x, y, exact_sum(program.c * x), basis=basis)
