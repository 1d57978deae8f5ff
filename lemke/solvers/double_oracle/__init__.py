"""The double oracle: games solved through restricted games that grow by best responses."""

from lemke.solvers.double_oracle.oracles import MatrixOracle as MatrixOracle
from lemke.solvers.double_oracle.oracles import Oracle as Oracle
from lemke.solvers.double_oracle.responses import PartialStrategy as PartialStrategy
from lemke.solvers.double_oracle.restricted_game import Expansion as Expansion
from lemke.solvers.double_oracle.restricted_game import RestrictedGame as RestrictedGame
from lemke.solvers.double_oracle.run import DoubleOracle as DoubleOracle
from lemke.solvers.double_oracle.run import Round as Round
from lemke.solvers.double_oracle.run import double_oracle as double_oracle
from lemke.solvers.double_oracle.run import iterations as iterations
