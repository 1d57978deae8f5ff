"""Games whose payoffs and chance probabilities depend on parameters, and their equilibria in closed form.

Reading order: ``elements`` and ``functions`` (rational functions, and their text) → ``game`` and ``builder`` → ``form``
(the sequence form; from a basis to functions) → ``roots`` and ``region`` (where the functions are an equilibrium) →
``equilibrium`` (as users see it) → ``branches`` (how far an equilibrium extends) → ``proof`` → ``sweeps``.
"""

from lemke.studies.parametric.builder import ParametricBuilder as ParametricBuilder
from lemke.studies.parametric.equilibrium import ParametricEquilibrium as ParametricEquilibrium
from lemke.studies.parametric.equilibrium import closed_form as closed_form
from lemke.studies.parametric.game import ParametricGame as ParametricGame
from lemke.studies.parametric.region import Region as Region
from lemke.studies.parametric.roots import Algebraic as Algebraic
from lemke.studies.parametric.roots import Interval as Interval
from lemke.studies.parametric.roots import Real as Real
from lemke.studies.parametric.sweeps import Sweep as Sweep
from lemke.studies.parametric.sweeps import SweepPiece as SweepPiece
from lemke.studies.parametric.sweeps import sweep as sweep
