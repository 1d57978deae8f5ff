"""From a proposed basis to exact numbers, and on from there if they are not yet an outcome."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, bits
from lemke.ground.sparse import Indices, SparseMatrix, exact_sum, vector, zeros
from lemke.linear.exact.factors import APPROXIMATE
from lemke.linear.exact.sparse_solve import System, solve_systems
from lemke.linear.lcp import LCP, Ray, Solution, StartBasis, column
from lemke.linear.lp import LP, Basis, Optimal

SHARE = 4
"""Parts smaller than a quarter of the whole are joined to one part: many small ones cost more than they save."""
NEGLIGIBLE = mpq(1, 1 << APPROXIMATE // 2)
"""Share of the largest variable below which approximate ones are 0."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Codes of the basic variables that a path ended with, as in :meth:`LCP.variable`; exact numbers are to follow.

    ``entering`` is the variable that grows along a ray, None for a solution.
    """

    basis: frozenset[int]
    pivots: int
    entering: int | None = None


def outcome(problem: LCP, proposal: Proposal, *, approximately: bool = False) -> Solution | Ray:
    """Return the exact outcome of a basis; its signs are still to be checked.

    With ``approximately``, a solution may be off in its last digits, and variables near 0 are 0: it serves to start a
    path.

    Raises
    ------
    InputError
        If the basis is singular.
    """
    limits.check()
    n = problem.size
    basic = np.array(sorted(proposal.basis), dtype=np.int64)
    inside = basic[basic < n]
    tight = np.setdiff1d(np.arange(n), basic[(n <= basic) & (basic < 2 * n)] - n, assume_unique=True)
    if len(tight) != len(inside) + (2 * n in proposal.basis):
        raise InputError("a basis of another size than the problem, expected as many variables as rows")
    if proposal.entering is None:
        return _solution(problem, proposal, tight, inside, approximately)
    return _ray(problem, proposal, tight, inside)


def _solution(problem: LCP, proposal: Proposal, tight: Indices, inside: Indices, approximately: bool) -> Solution:
    """Solve M_TS z_S = −q_T, part by part: T are the rows without a basic slack, S the basic variables z."""
    kernel = problem.M.part(tight, inside)
    right = -problem.q[tight]
    z = zeros(problem.size)
    for rows, columns in independent_parts(kernel.shape[0], kernel.rows, kernel.columns):
        limits.check()
        if len(rows) != len(columns):
            raise InputError("a singular basis, expected a regular one")
        system = System(kernel.part(rows, columns))
        z[inside[columns]] = system.approximate(right[rows]) if approximately else system.solve(right[rows])
    w = problem.q + problem.M @ z
    if approximately:
        w[tight] = ZERO
        for part in (z, w):
            part[abs(part) < abs(part).max(initial=ZERO) * NEGLIGIBLE] = ZERO
    return Solution(z, w, tuple(sorted(proposal.basis)), proposal.pivots, bits(z))


def places_of(size: int, basis: Iterable[int]) -> tuple[Indices, Indices]:
    """Return the basic variables z and the rows without a basic slack w; an InputError if their numbers differ."""
    codes = np.array(sorted(basis), dtype=np.int64)
    inside = codes[codes < size]
    tight = np.setdiff1d(np.arange(size), codes[codes >= size] - size, assume_unique=True)
    if len(tight) != len(inside):
        raise InputError("a basis of another size than the problem, expected as many variables as rows")
    return inside, tight


def independent_parts(size: int, rows: Indices, columns: Indices) -> list[tuple[Indices, Indices]]:
    """Return the rows and columns of the parts of a square matrix, given the places of its entries.

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
    label = np.where(large[label], label, -1)
    return [(np.flatnonzero(label[:size] == part), np.flatnonzero(label[size:] == part)) for part in np.unique(label)]


def _ray(problem: LCP, proposal: Proposal, tight: Indices, inside: Indices) -> Ray:
    """Solve for the point, M_TS z_S + d_T z0 = −q_T, and for its change as the entering variable grows by 1."""
    n, entering = problem.size, proposal.entering
    assert entering is not None
    kernel, width = problem.M.part(tight, inside), len(inside)
    matrix = SparseMatrix.of_blocks((len(tight), width + 1), [(0, 0, kernel), (0, width, column(problem.d[tight]))])
    if entering < n:
        right = -(problem.M.part(tight, np.array([entering])) @ [ONE])
    else:  # of its row w = q + M z + d z0
        right = vector(ONE if row == entering - n else ZERO for row in tight)
    point, step = solve_systems(matrix, [-problem.q[tight], right], [])
    z, direction = zeros(n), zeros(n)
    z[inside], direction[inside] = point[:-1], step[:-1]
    if entering < n:
        direction[entering] = ONE
    return Ray(z, point[-1], direction, step[-1], proposal.pivots, bits(point))


def repaired(problem: LCP, infeasible: Solution) -> LCP | None:
    """Return the problem with a path that starts at an infeasible basis; None if the basis is feasible.

    The start's z0 is the size of the largest negative variable, and the covering vector makes every negative one 0
    there and leaves the others as they are. If few variables are negative, a solution is few pivots away.
    """
    z_lift, w_lift = (np.where((part < 0) & ~problem.free, -part, ZERO) for part in (infeasible.z, infeasible.w))
    largest = max([*z_lift, *w_lift], default=ZERO)
    if not largest:
        return None
    # w + w_lift = q + M (z + z_lift) + d z0 at z0 = largest
    cover = (w_lift - problem.M @ z_lift) / largest
    basic = frozenset(code for code in infeasible.basis if code < problem.size)
    return replace(problem, d=cover, start=StartBasis(basic, largest))


def optimal(program: LP, basis: Basis) -> Optimal:
    """Return the exact primal and dual solutions of a basis of a linear program; their signs are still to be checked.

    They solve A_TS x_S = b_T and yᵀ A_TS = c_S: S are the basic columns, T the rows without a basic slack.

    Raises
    ------
    InputError
        If the basis is singular.
    """
    inside, tight = np.flatnonzero(basis.columns), np.flatnonzero(~basis.rows)
    if len(inside) != len(tight):
        raise InputError("a basis of another size than the program, expected as many variables as rows")
    m, n = program.A.shape
    x, y = zeros(n), zeros(m)
    if len(inside):
        kernel = program.A.part(tight, inside)
        x[inside], y[tight] = solve_systems(kernel, [program.b[tight]], [program.c[inside]])
    return Optimal(x, y, exact_sum(program.c * x), basis=basis)
