"""Games whose payoffs and chance probabilities depend on parameters, and their equilibria in closed form.

Reading order: :mod:`~lemke.studies.parametric.functions` (rational functions, as text by
:mod:`~lemke.studies.parametric.writing`) → :mod:`~lemke.studies.parametric.game` and
:mod:`~lemke.studies.parametric.builder` → :mod:`~lemke.studies.parametric.form` →
:mod:`~lemke.studies.parametric.closed_form` (from a basis to functions) → :mod:`~lemke.studies.parametric.roots` and
:mod:`~lemke.studies.parametric.region` (where they are an equilibrium) → :mod:`~lemke.studies.parametric.equilibrium` →
:mod:`~lemke.studies.parametric.continuation` and :mod:`~lemke.studies.parametric.branches` (how far) →
:mod:`~lemke.studies.parametric.proof` → :mod:`~lemke.studies.parametric.sweep`.
"""

from lemke.studies.parametric.builder import ParametricBuilder
from lemke.studies.parametric.equilibrium import ParametricEquilibrium, closed_form
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.region import Interval, Region
from lemke.studies.parametric.result import Piece, Sweep
from lemke.studies.parametric.roots import Algebraic
from lemke.studies.parametric.sweep import sweep

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
