"""Exact vectors, their sums, and one exact sparse matrix type. Nothing here knows games."""

from lemke.ground.sparse.matrix import SparseMatrix
from lemke.ground.sparse.vectors import (
    Indices,
    Vector,
    dense,
    exact_dot,
    exact_sum,
    floats,
    over_one_denominator,
    pairs,
    summed,
    vector,
    zeros,
)

__all__ = [
    "Indices",
    "SparseMatrix",
    "Vector",
    "dense",
    "exact_dot",
    "exact_sum",
    "floats",
    "over_one_denominator",
    "pairs",
    "summed",
    "vector",
    "zeros",
]
