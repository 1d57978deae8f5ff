"""The double oracle: games solved by restricted ones that grow by best responses."""

from lemke.solvers.double_oracle.general_sum import general_iterations
from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, Iteration
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle
from lemke.solvers.double_oracle.strategic import general_strategic_iterations, strategic_iterations
from lemke.solvers.double_oracle.strategic_oracle import MatrixOracle, Oracle
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.solvers.double_oracle.zero_sum import iterations

__all__ = [
    "DoubleOracle",
    "Expansion",
    "GeneralIteration",
    "Iteration",
    "MatrixOracle",
    "Oracle",
    "PartialStrategy",
    "double_oracle",
    "general_iterations",
    "general_strategic_iterations",
    "iterations",
    "strategic_iterations",
]
