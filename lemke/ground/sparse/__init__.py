"""Exact vectors, their sums, and one exact sparse matrix type. Nothing here knows games."""

from lemke.ground.sparse.matrix import SparseMatrix
from lemke.ground.sparse.sums import exact_dot, exact_sum, over_one_denominator, pairs, summed
from lemke.ground.sparse.vectors import Indices, Vector, dense, floats, vector, zeros

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
