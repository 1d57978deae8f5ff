"""The independent parts of a system: rows and columns that no entry joins to the rest."""

from __future__ import annotations

import numpy as np

from lemke.ground.sparse import Indices

SHARE = 4
"""Parts of less than a quarter of the whole stand together in one: many small ones cost more than they save."""


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
