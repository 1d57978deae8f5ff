"""Exact vectors, exact sums of many numbers, and an exact sparse matrix. This package knows nothing of games."""

from lemke.ground.sparse.matrix import SparseMatrix as SparseMatrix
from lemke.ground.sparse.vectors import ByValue as ByValue
from lemke.ground.sparse.vectors import Floats as Floats
from lemke.ground.sparse.vectors import Indices as Indices
from lemke.ground.sparse.vectors import Vector as Vector
from lemke.ground.sparse.vectors import dense as dense
from lemke.ground.sparse.vectors import exact_dot as exact_dot
from lemke.ground.sparse.vectors import exact_sum as exact_sum
from lemke.ground.sparse.vectors import floats as floats
from lemke.ground.sparse.vectors import mantissas_and_exponents as mantissas_and_exponents
from lemke.ground.sparse.vectors import over_one_denominator as over_one_denominator
from lemke.ground.sparse.vectors import pairs as pairs
from lemke.ground.sparse.vectors import scaled as scaled
from lemke.ground.sparse.vectors import summed as summed
from lemke.ground.sparse.vectors import vector as vector
from lemke.ground.sparse.vectors import zeros as zeros
