"""The double oracle: games solved by restricted ones that grow by best responses."""

from lemke.solvers.double_oracle.iteration import Iteration
from lemke.solvers.double_oracle.zero_sum import iterations

__all__ = ["Iteration", "iterations"]
