"""Scaling of sparse matrices by powers of two, so that factorizations and programs in floats meet numbers near 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lemke.ground.sparse import Indices, SparseMatrix, mantissas_and_exponents

SWEEPS = 40
"""The most rounds over rows and columns. Most matrices take one to three. A matrix with payoffs near 10²⁰⁰ beside
constraints with entries ±1 takes twenty to thirty: each round only reduces its exponents by a fraction."""

STEPS = 40
"""The most columns over which :func:`matching_scales` passes on a change of dual prices. Without a limit, the time for
a chain of columns would grow with the square of its length."""


def even_scales(
    shape: tuple[int, int], rows: Indices, columns: Indices, logarithms: NDArray[np.float64]
) -> tuple[Indices, Indices]:
    """Return the powers of two of geometric scaling, which brings the entries of a matrix near 1.

    Rows and columns are divided in turn by the geometric mean of their least and largest entries, rounded to 2^k.

    ``rows`` and ``columns`` are the places of the entries, ``logarithms`` those of their absolute values to base 2.

    >>> even_scales((1, 2), np.array([0, 0]), np.array([0, 1]), np.array([8.0, -4.0]))
    (array([-2]), array([-6,  6]))
    """
    exponents = tuple(np.zeros(size, dtype=np.int64) for size in shape)
    for _ in range(SWEEPS):
        settled = True
        for place, exponent in zip((rows, columns), exponents, strict=True):
            current = logarithms + exponents[0][rows] + exponents[1][columns]
            low, high = np.full(len(exponent), np.inf), np.full(len(exponent), -np.inf)
            np.minimum.at(low, place, current)
            np.maximum.at(high, place, current)
            low[np.isinf(low)] = high[np.isinf(high)] = 0.0  # empty rows and columns
            step = np.rint((low + high) / 2).astype(np.int64)
            exponent -= step
            settled &= bool(np.abs(step).max(initial=0) <= 1)
        if settled:
            break
    return exponents[0], exponents[1]


def scaled_entries(matrix: SparseMatrix) -> tuple[Indices, Indices, NDArray[np.float64] | None]:
    """Return the exponents of :func:`even_scales` for rows and columns, and the scaled entries as floats.

    The scaled entries are None if one of them overflows or underflows.

    >>> from gmpy2 import mpq
    >>> scaled_entries(SparseMatrix.from_entries((1, 2), [0, 0], [0, 1], [mpq(256), mpq(1, 16)]))
    (array([-2]), array([-6,  6]), array([1., 1.]))
    """
    mantissas, exponents = mantissas_and_exponents(matrix.values)
    row, column = even_scales(matrix.shape, matrix.rows, matrix.columns, np.log2(np.abs(mantissas)) + exponents)
    with np.errstate(over="ignore", under="ignore"):
        entries = np.ldexp(mantissas, exponents + row[matrix.rows] + column[matrix.columns])
    return row, column, entries if np.isfinite(entries).all() and entries.all() else None


def matching_scales(
    n: int, rows: Indices, columns: Indices, logarithms: NDArray[np.float64]
) -> tuple[Indices, Indices]:
    """Return exponents of scales 2^k for rows and columns: n entries become about 1, and all others at most about 1.

    The n entries, one in each row and column, have the largest product (Olschowka and Neumaier 1996). They solve an
    assignment problem; its dual prices are the logarithms of the scales. Elimination in floats needs this scaling if
    small entries matter beside large ones. If no n entries occupy all rows and columns, all exponents are 0. If
    shortest paths have more than STEPS columns, some entries may remain above 1.

    >>> from numpy import array
    >>> matching_scales(2, array([0, 0, 1, 1]), array([0, 1, 0, 1]), array([900.0, 0.0, -900.0, 0.0]))
    (array([-900,    0]), array([0, 0]))
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching, structural_rank

    costs, prices = -np.rint(logarithms).astype(np.int64), np.zeros(n, dtype=np.int64)
    weights = (costs - costs.min(initial=0) + 1).astype(np.float64)  # positive, as SciPy drops entries of weight 0
    # SciPy 1.13 matches with indices of 32 bits only
    graph = csr_array((weights, (rows.astype(np.int32), columns.astype(np.int32))), shape=(n, n))
    if structural_rank(graph) < n:
        return prices, prices
    _, partner = min_weight_full_bipartite_matching(graph)
    chosen = columns == partner[rows]
    least = np.empty(n, dtype=np.int64)
    least[rows[chosen]] = costs[chosen]
    # Bellman and Ford: prices become the lengths of shortest paths between columns, one step per round
    for _ in range(STEPS):
        before = prices.copy()
        np.minimum.at(prices, columns, costs - least[rows] + before[partner[rows]])
        if np.array_equal(prices, before):
            break
    return least - prices[partner], prices
