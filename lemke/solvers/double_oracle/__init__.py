"""The double oracle: games solved by restricted ones that grow by best responses."""

from lemke.solvers.double_oracle.run import Iteration, iterations

__all__ = ["Iteration", "iterations"]
