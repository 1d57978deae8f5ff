"""Solvers: from a game or its sequence form to a proved equilibrium. One table of methods."""

from lemke.solvers.answers import MixedEquilibrium, judged
from lemke.solvers.methods import METHODS, OWNERS, Method, Option, check_options, solve
from lemke.solvers.refinements import REFINEMENTS
from lemke.solvers.sequence_lcp import Prior

__all__ = [
    "METHODS",
    "OWNERS",
    "Method",
    "MixedEquilibrium",
    "Option",
    "Prior",
    "REFINEMENTS",
    "check_options",
    "judged",
    "solve",
]
