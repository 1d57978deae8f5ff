"""Exact Nash equilibria of two-player games in extensive form, proved.

Numbers are :class:`gmpy2.mpq` throughout; floats may propose, only exact arithmetic proves, and what is not proved is
never returned.

Reading order: :mod:`lemke.game` (what a game is) → :mod:`lemke.game.implicit` (games as states) →
:mod:`lemke.game.recall` (sequences) → :mod:`lemke.forms.sequence_form` (E, F, A, B, the LCP and the LP) →
:mod:`lemke.linear.lcp` and :mod:`lemke.linear.lp` → :mod:`lemke.linear.pivoting` (Lemke's path, exact linear programs)
→ :mod:`lemke.game.strategy` → :mod:`lemke.game.best_response` → :mod:`lemke.certificate` (the judge) →
:mod:`lemke.solvers`.

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

from importlib import import_module
from typing import TYPE_CHECKING

from lemke.ground.notebook import show

if TYPE_CHECKING:
    from lemke.api.profiles import profile
    from lemke.certificate import EpsilonEquilibrium, Equilibrium, ProvedPlans, Report, verify, verify_all
    from lemke.certificate.exploration import Exploration
    from lemke.errors import LemkeError
    from lemke.forms.normal_form import NormalForm, normal_form
    from lemke.forms.normal_form.equilibria import AllEquilibria
    from lemke.forms.sequence_form import SequenceForm, is_equilibrium_by_lcp, players_form, sequence_form
    from lemke.forms.sequence_form.tracing import TracingPath
    from lemke.game import CHANCE, Game, GameBuilder, sha256
    from lemke.game.best_response.counterfactual import counterfactual
    from lemke.game.chance import propagated, prune
    from lemke.game.implicit import BoundedState, State, expand
    from lemke.game.pure_strategies import MixedStrategy, pure_strategies
    from lemke.game.reach import expected_payoffs, reach
    from lemke.game.strategy import Profile
    from lemke.game.subgames import (
        augmented_information_sets,
        is_subgame,
        minimal_subgames,
        proper_subgames,
        smallest_subgame,
        subgame_regrets,
    )
    from lemke.ground.limits import limits
    from lemke.ground.sparse import SparseMatrix, vector
    from lemke.interop.gambit import from_pygambit, gambit_profile, gambit_sets, to_gambit_profile, to_pygambit
    from lemke.interop.openspiel import SpielGame, from_openspiel, openspiel_profile, to_openspiel
    from lemke.io import dumps, example, loads, read, write
    from lemke.io.bundled import example_names
    from lemke.io.lcp_formats import dumps_lcp, read_lcp, write_lcp
    from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution, infeasibility
    from lemke.linear.lp import LP, Infeasible, Optimal, Unbounded
    from lemke.linear.matrix_classes import Verdict, matrix_class, matrix_classes
    from lemke.linear.pivoting import lcp_feasibility, solve_lcp
    from lemke.linear.pivoting import solve as solve_lp
    from lemke.linear.pivoting.lcp_path import LCPPath, lcp_path
    from lemke.show.pictures import Drawing, draw
    from lemke.show.plots import plot_path
    from lemke.solvers import MixedEquilibrium, solve
    from lemke.solvers.all_equilibria import enumerate
    from lemke.solvers.dominance import eliminate
    from lemke.solvers.double_oracle import DoubleOracle, Oracle, double_oracle
    from lemke.solvers.refinements.normal_form_perfect import solve as normal_form_perfect
    from lemke.solvers.refinements.quasi_perfect import solve as quasi_perfect
    from lemke.solvers.refinements.subgame_perfect import solve as subgame_perfect
    from lemke.solvers.tracing import path
    from lemke.studies.explore import explore
    from lemke.studies.parametric import ParametricBuilder, ParametricEquilibrium, ParametricGame, Sweep
    from lemke.studies.parametric.equilibrium import closed_form
    from lemke.studies.parametric.sweep import sweep
    from lemke.studies.polish import Polished, polish
    from lemke.studies.report import report

    __version__: str

__all__ = [
    "CHANCE",
    "LCP",
    "LP",
    "AllEquilibria",
    "BoundedState",
    "DoubleOracle",
    "Drawing",
    "EpsilonEquilibrium",
    "Equilibrium",
    "Exploration",
    "Feasible",
    "Game",
    "GameBuilder",
    "Infeasibility",
    "Infeasible",
    "LCPPath",
    "LemkeError",
    "MixedEquilibrium",
    "MixedStrategy",
    "NormalForm",
    "Optimal",
    "Oracle",
    "ParametricBuilder",
    "ParametricEquilibrium",
    "ParametricGame",
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
    "Sweep",
    "TracingPath",
    "Unbounded",
    "Verdict",
    "augmented_information_sets",
    "closed_form",
    "counterfactual",
    "double_oracle",
    "draw",
    "dumps",
    "dumps_lcp",
    "eliminate",
    "enumerate",
    "example",
    "example_names",
    "expand",
    "expected_payoffs",
    "explore",
    "from_openspiel",
    "from_pygambit",
    "gambit_profile",
    "gambit_sets",
    "infeasibility",
    "is_equilibrium_by_lcp",
    "is_subgame",
    "lcp_feasibility",
    "lcp_path",
    "limits",
    "loads",
    "matrix_class",
    "matrix_classes",
    "minimal_subgames",
    "normal_form",
    "normal_form_perfect",
    "openspiel_profile",
    "players_form",
    "plot_path",
    "polish",
    "profile",
    "propagated",
    "proper_subgames",
    "prune",
    "pure_strategies",
    "quasi_perfect",
    "reach",
    "read",
    "read_lcp",
    "report",
    "sequence_form",
    "sha256",
    "smallest_subgame",
    "solve",
    "solve_lcp",
    "solve_lp",
    "subgame_perfect",
    "subgame_regrets",
    "sweep",
    "to_gambit_profile",
    "to_openspiel",
    "to_pygambit",
    "path",
    "vector",
    "verify",
    "verify_all",
    "write",
    "write_lcp",
]

# The imports above, carried out when a name is used for the first time; "new=old" is "old as new".
_HOMES = {
    "lemke.game.best_response.counterfactual": "counterfactual",
    "lemke.certificate": "EpsilonEquilibrium Equilibrium ProvedPlans Report verify verify_all",
    "lemke.certificate.exploration": "Exploration",
    "lemke.game.chance": "propagated prune",
    "lemke.errors": "LemkeError",
    "lemke.game": "CHANCE Game GameBuilder sha256",
    "lemke.game.implicit": "BoundedState State expand",
    "lemke.interop.gambit": "from_pygambit gambit_profile gambit_sets to_gambit_profile to_pygambit",
    "lemke.interop.openspiel": "SpielGame from_openspiel openspiel_profile to_openspiel",
    "lemke.api.profiles": "profile",
    "lemke.io": "dumps example loads read write",
    "lemke.io.bundled": "example_names",
    "lemke.io.lcp_formats": "dumps_lcp read_lcp write_lcp",
    "lemke.linear.lcp": "LCP Feasible Infeasibility Ray Solution infeasibility",
    "lemke.linear.lp": "LP Infeasible Optimal Unbounded",
    "lemke.linear.matrix_classes": "Verdict matrix_class matrix_classes",
    "lemke.forms.normal_form": "NormalForm normal_form",
    "lemke.forms.normal_form.equilibria": "AllEquilibria",
    "lemke.show.pictures": "Drawing draw",
    "lemke.linear.pivoting": "lcp_feasibility solve_lcp solve_lp=solve",
    "lemke.linear.pivoting.lcp_path": "LCPPath lcp_path",
    "lemke.game.pure_strategies": "MixedStrategy pure_strategies",
    "lemke.game.reach": "expected_payoffs reach",
    "lemke.solvers.refinements.normal_form_perfect": "normal_form_perfect=solve",
    "lemke.solvers.refinements.quasi_perfect": "quasi_perfect=solve",
    "lemke.solvers.refinements.subgame_perfect": "subgame_perfect=solve",
    "lemke.studies.report": "report",
    "lemke.forms.sequence_form": "SequenceForm is_equilibrium_by_lcp players_form sequence_form",
    "lemke.forms.sequence_form.tracing": "TracingPath",
    "lemke.solvers": "MixedEquilibrium solve",
    "lemke.solvers.all_equilibria": "enumerate",
    "lemke.solvers.dominance": "eliminate",
    "lemke.solvers.double_oracle": "DoubleOracle Oracle double_oracle",
    "lemke.solvers.tracing": "path",
    "lemke.ground.sparse": "SparseMatrix vector",
    "lemke.game.strategy": "Profile",
    "lemke.studies.explore": "explore",
    "lemke.studies.parametric": "ParametricBuilder ParametricEquilibrium ParametricGame Sweep",
    "lemke.studies.parametric.equilibrium": "closed_form",
    "lemke.studies.parametric.sweep": "sweep",
    "lemke.studies.polish": "Polished polish",
    "lemke.game.subgames": "augmented_information_sets is_subgame minimal_subgames proper_subgames smallest_subgame "
    "subgame_regrets",
    "lemke.show.plots": "plot_path",
    "lemke.ground.limits": "limits",
}
_HOME = {
    name.partition("=")[0]: (home, name.rpartition("=")[2]) for home, names in _HOMES.items() for name in names.split()
}

show("lemke.game.tree:Game", "lemke.show.pictures:tree_html")

if not TYPE_CHECKING:

    def __getattr__(name):
        """Return what is exported under a name, or the room of that name; reading the version too takes time."""
        if name == "__version__":
            return import_module("importlib.metadata").version("lemke")
        if name in _HOME:
            home, original = _HOME[name]
            globals()[name] = value = getattr(import_module(home), original)
            return value
        room = f"lemke.{name}"
        try:
            return import_module(room)
        except ModuleNotFoundError as error:
            if error.name != room:
                raise
        raise AttributeError(f"module 'lemke' has no attribute {name!r}")

    def __dir__():
        """Return the names, used or not."""
        return sorted({*globals(), *__all__})
