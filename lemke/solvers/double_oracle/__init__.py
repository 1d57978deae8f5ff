"""The double oracle: games solved by restricted ones that grow by best responses."""

from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, Iteration
from lemke.solvers.double_oracle.matrices import MatrixOracle, Oracle
from lemke.solvers.double_oracle.responses import PartialStrategy
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle, iterations

__all__ = [
    "DoubleOracle",
    "Expansion",
    "GeneralIteration",
    "Iteration",
    "MatrixOracle",
    "Oracle",
    "PartialStrategy",
    "double_oracle",
    "iterations",
]
