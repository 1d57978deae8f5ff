"""Games whose payoffs and chance probabilities depend on parameters, and their equilibria in closed form.

Reading order: ``elements`` and ``functions`` (rational functions, and their text) → ``game`` → ``form`` (the sequence
form, and from a basis to functions) → ``roots`` and ``region`` (where they are an equilibrium) → ``equilibrium`` →
``branches`` (how far) → ``proof`` → ``sweep``.
"""

from lemke.studies.parametric.equilibrium import ParametricEquilibrium, closed_form
from lemke.studies.parametric.game import ParametricBuilder, ParametricGame
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.roots import Algebraic, Interval
from lemke.studies.parametric.sweep import Piece, Sweep, sweep

__all__ = [
    "Algebraic",
    "Interval",
    "ParametricBuilder",
    "ParametricEquilibrium",
    "ParametricGame",
    "Piece",
    "Region",
    "Sweep",
    "closed_form",
    "sweep",
]
