"""Games whose payoffs and chance probabilities depend on parameters, and their equilibria in closed form.

Reading order: :mod:`~lemke.studies.parametric.elements` and :mod:`~lemke.studies.parametric.functions` (rational
functions, and their text) → :mod:`~lemke.studies.parametric.game` → :mod:`~lemke.studies.parametric.form` (the sequence
form, and from a basis to functions) → :mod:`~lemke.studies.parametric.roots` and
:mod:`~lemke.studies.parametric.region` (where they are an equilibrium) → :mod:`~lemke.studies.parametric.equilibrium` →
:mod:`~lemke.studies.parametric.branches` (how far) → :mod:`~lemke.studies.parametric.proof` →
:mod:`~lemke.studies.parametric.sweep`.
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
