"""Solvers: from a game or its sequence form to a proved equilibrium. One table of methods."""

from lemke.solvers.answers import judged as judged
from lemke.solvers.methods import METHODS as METHODS
from lemke.solvers.methods import OPTIONS as OPTIONS
from lemke.solvers.methods import solve as solve
from lemke.solvers.refinements import REFINEMENTS as REFINEMENTS
from lemke.solvers.sequence_lcp import Prior as Prior
