"""Games whose payoffs and chance probabilities depend on a parameter, and their equilibria in closed form.

Reading order: ``functions`` (rational functions, and their text) → ``game`` → ``intervals`` (where functions are
nonnegative) → ``equilibrium`` (the sequence form; from a basis to functions) → ``branches`` (how far an equilibrium
extends) → ``sweeps``.
"""

from lemke.io.game_json import StatedGame as StatedGame
from lemke.studies.parametric.branches import SweepPiece as SweepPiece
from lemke.studies.parametric.equilibrium import ParametricEquilibrium as ParametricEquilibrium
from lemke.studies.parametric.equilibrium import closed_form as closed_form
from lemke.studies.parametric.game import ParametricGame as ParametricGame
from lemke.studies.parametric.game import load_game as load_game
from lemke.studies.parametric.intervals import Interval as Interval
from lemke.studies.parametric.intervals import Real as Real
from lemke.studies.parametric.intervals import Root as Root
from lemke.studies.parametric.sweeps import StatedSweep as StatedSweep
from lemke.studies.parametric.sweeps import Sweep as Sweep
from lemke.studies.parametric.sweeps import load_sweep as load_sweep
from lemke.studies.parametric.sweeps import sweep as sweep
from lemke.studies.parametric.sweeps import value_text as value_text
