"""Exact Nash equilibria of two-player games in extensive form, proved.

Numbers are :class:`gmpy2.mpq` throughout; floats may propose, only exact arithmetic proves, and what is not proved is
never returned.

Reading order: :mod:`lemke.game` (what a game is) → :mod:`lemke.implicit` (games as states) → :mod:`lemke.recall`
(sequences) → :mod:`lemke.sequence_form` (E, F, A, B, the LCP and the LP) → :mod:`lemke.lcp` and :mod:`lemke.lp` →
:mod:`lemke.pivoting` (Lemke's path, exact linear programs) → :mod:`lemke.strategy` → :mod:`lemke.best_response` →
:mod:`lemke.certificate` (the judge) → :mod:`lemke.solvers`.

>>> import lemke
>>> game = lemke.loads('''EFG 2 R "pennies" { "1" "2" }
... p "" 1 1 "" { "H" "T" } 0
... p "" 2 1 "" { "h" "t" } 0
... t "" 1 "win" { 1, -1 }
... t "" 2 "lose" { -1, 1 }
... p "" 2 1 "" { "h" "t" } 0
... t "" 2 "lose" { -1, 1 }
... t "" 1 "win" { 1, -1 }''')
>>> equilibrium = lemke.solve(game)
>>> equilibrium.payoffs
(mpq(0,1), mpq(0,1))
>>> equilibrium.profile.behavior[0]
((mpq(1,2), mpq(1,2)),)
>>> lemke.verify(game, equilibrium.profile).is_equilibrium
True
"""

from lemke.best_response import counterfactual
from lemke.certificate import EpsilonEquilibrium, Equilibrium, ProvedPlans, Report, verify, verify_all
from lemke.chance import propagated, prune
from lemke.errors import LemkeError
from lemke.game import CHANCE, Game, GameBuilder, sha256
from lemke.implicit import BoundedState, State, expand
from lemke.interop.gambit import from_pygambit, gambit_profile, gambit_sets, to_gambit_profile, to_pygambit
from lemke.interop.openspiel import SpielGame, from_openspiel, openspiel_profile, to_openspiel
from lemke.interop.profiles import profile
from lemke.io import dumps, loads, read, write
from lemke.lcp import LCP, Ray, Solution
from lemke.lp import LP, Infeasible, Optimal, Unbounded
from lemke.normal_form import NormalForm, normal_form
from lemke.normal_form.equilibria import AllEquilibria
from lemke.pivoting import solve as solve_lp
from lemke.pivoting import solve_lcp
from lemke.pure_strategies import MixedStrategy, pure_strategies
from lemke.reach import expected_payoffs, reach
from lemke.refinements.subgame_perfect import solve as subgame_perfect
from lemke.sequence_form import SequenceForm, is_equilibrium_by_lcp, players_form, sequence_form
from lemke.solvers import MixedEquilibrium, solve
from lemke.solvers.all_equilibria import all_equilibria
from lemke.solvers.dominance import eliminate
from lemke.solvers.double_oracle import DoubleOracle, Oracle, double_oracle
from lemke.sparse import SparseMatrix, vector
from lemke.strategy import Profile
from lemke.studies.exact_values import ExactValue, exact_values
from lemke.studies.polish import Polished, polish
from lemke.subgames import (
    augmented_information_sets,
    is_subgame,
    minimal_subgames,
    proper_subgames,
    smallest_subgame,
    subgame_regrets,
)
from lemke.watch import Watch


def __getattr__(name: str) -> str:
    """Return ``__version__`` when it is asked for: reading the metadata of packages takes long."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("lemke")
    raise AttributeError(f"module 'lemke' has no attribute {name!r}")


__all__ = [
    "CHANCE",
    "LCP",
    "LP",
    "AllEquilibria",
    "BoundedState",
    "DoubleOracle",
    "EpsilonEquilibrium",
    "Equilibrium",
    "ExactValue",
    "Game",
    "GameBuilder",
    "Infeasible",
    "LemkeError",
    "MixedEquilibrium",
    "MixedStrategy",
    "NormalForm",
    "Optimal",
    "Oracle",
    "Polished",
    "Profile",
    "ProvedPlans",
    "Ray",
    "Report",
    "SequenceForm",
    "Solution",
    "SparseMatrix",
    "SpielGame",
    "State",
    "Unbounded",
    "Watch",
    "all_equilibria",
    "augmented_information_sets",
    "counterfactual",
    "double_oracle",
    "dumps",
    "eliminate",
    "exact_values",
    "expand",
    "expected_payoffs",
    "from_openspiel",
    "from_pygambit",
    "gambit_profile",
    "gambit_sets",
    "is_equilibrium_by_lcp",
    "is_subgame",
    "loads",
    "minimal_subgames",
    "normal_form",
    "openspiel_profile",
    "players_form",
    "polish",
    "profile",
    "propagated",
    "proper_subgames",
    "prune",
    "pure_strategies",
    "reach",
    "read",
    "sequence_form",
    "sha256",
    "smallest_subgame",
    "solve",
    "solve_lcp",
    "solve_lp",
    "subgame_perfect",
    "subgame_regrets",
    "to_gambit_profile",
    "to_openspiel",
    "to_pygambit",
    "vector",
    "verify",
    "verify_all",
    "write",
]
