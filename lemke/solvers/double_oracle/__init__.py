"""The double oracle: games solved through restricted games that grow by best responses."""

from lemke.solvers.double_oracle.iteration import Expansion as Expansion
from lemke.solvers.double_oracle.iteration import Round as Round
from lemke.solvers.double_oracle.matrices import MatrixOracle as MatrixOracle
from lemke.solvers.double_oracle.matrices import Oracle as Oracle
from lemke.solvers.double_oracle.run import DoubleOracle as DoubleOracle
from lemke.solvers.double_oracle.run import double_oracle as double_oracle
from lemke.solvers.double_oracle.run import iterations as iterations
from lemke.solvers.double_oracle.tree import PartialStrategy as PartialStrategy
