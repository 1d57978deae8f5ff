"""All equilibria of a game on its sequence form: a search whose every step is proved.

:mod:`lemke.certificate.resolution` defines the terms: variables, slacks, partners, conflicts. Begin with
:mod:`~lemke.solvers.equilibrium_sets.run`, from a game to the answer. It runs
:mod:`~lemke.solvers.equilibrium_sets.search` (one player's half of the conditions, branching, learned conflicts), then
:mod:`~lemke.solvers.equilibrium_sets.ranges` (equations and bounds of a set).
"""

from lemke.solvers.equilibrium_sets.best import best_equilibrium as best_equilibrium
from lemke.solvers.equilibrium_sets.compare import compared as compared
from lemke.solvers.equilibrium_sets.run import Earlier as Earlier
from lemke.solvers.equilibrium_sets.run import equilibrium_ranges as equilibrium_ranges
from lemke.solvers.equilibrium_sets.run import equilibrium_sets as equilibrium_sets
from lemke.solvers.equilibrium_sets.run import judged_profile as judged_profile
