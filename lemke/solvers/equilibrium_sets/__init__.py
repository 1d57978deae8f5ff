"""All equilibria of a game on its sequence form: a search whose every step is proved.

:mod:`~lemke.solvers.equilibrium_sets.run` (from game to answer) →
:mod:`~lemke.solvers.equilibrium_sets.search` (branching) on :mod:`~lemke.solvers.equilibrium_sets.faces` (one player's
half) and :mod:`~lemke.solvers.equilibrium_sets.conflicts` (learned conflicts) →
:mod:`~lemke.solvers.equilibrium_sets.ranges` (equations and bounds of a set) on
:mod:`~lemke.solvers.equilibrium_sets.hull` (its dimension).
"""

from lemke.solvers.equilibrium_sets.best import best_equilibrium as best_equilibrium
from lemke.solvers.equilibrium_sets.best import greatest_support as greatest_support
from lemke.solvers.equilibrium_sets.compare import compared as compared
from lemke.solvers.equilibrium_sets.run import equilibrium_sets as equilibrium_sets
from lemke.solvers.equilibrium_sets.run import judged_profile as judged_profile
