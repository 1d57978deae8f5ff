"""What is done to a matrix before floats factor it: it is scaled, and cut into its independent parts.

Powers of two change no digit of a float, and rows and columns scaled by positive numbers have the same bases.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lemke.ground.sparse import Indices

SWEEPS = 40
"""Rounds over rows and columns at most. Most matrices take three; each halves what is left to do, and payoffs times
10²⁰⁰ beside constraints of ones take ten more."""

SHARE = 4
"""Parts of less than a quarter of the whole stand together in one: many small ones cost more than they save."""


def evened(
    shape: tuple[int, int], rows: Indices, columns: Indices, logarithms: NDArray[np.float64]
) -> tuple[Indices, Indices]:
    """Return powers of two for rows and columns between which the entries are near 1: geometric scaling.

    Given are the places and the binary logarithms of the entries; returned are exponents.

    >>> evened((1, 2), np.array([0, 0]), np.array([0, 1]), np.array([8.0, -4.0]))
    (array([-2]), array([-6,  6]))
    """
    exponents = tuple(np.zeros(size, dtype=np.int64) for size in shape)
    for _ in range(SWEEPS):
        settled = True
        for place, exponent in zip((rows, columns), exponents, strict=True):
            now = logarithms + exponents[0][rows] + exponents[1][columns]
            low, high = np.full(len(exponent), np.inf), np.full(len(exponent), -np.inf)
            np.minimum.at(low, place, now)
            np.maximum.at(high, place, now)
            low[np.isinf(low)] = high[np.isinf(high)] = 0.0  # of empty rows and columns
            step = np.rint((low + high) / 2).astype(np.int64)
            exponent -= step
            settled &= bool(np.abs(step).max(initial=0) <= 1)
        if settled:
            break
    return exponents[0], exponents[1]


def independent_parts(size: int, rows: Indices, columns: Indices) -> list[tuple[Indices, Indices]]:
    """Return the rows and columns of the parts of a square matrix, given the places of its entries.

    >>> parts = independent_parts(2, np.array([0, 1]), np.array([1, 0]))
    >>> [(rows.tolist(), columns.tolist()) for rows, columns in parts]
    [([0], [1]), ([1], [0])]
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((np.ones(len(rows)), (rows, size + columns)), shape=(2 * size, 2 * size))
    count, label = connected_components(graph, directed=False)
    large = np.bincount(label, minlength=count) * SHARE >= 2 * size
    label = np.where(large[label], label, -1)
    return [(np.flatnonzero(label[:size] == each), np.flatnonzero(label[size:] == each)) for each in np.unique(label)]
