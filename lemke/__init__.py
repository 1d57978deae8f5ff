"""Exact Nash equilibria of two-player games in extensive form, proved.

The numbers of games and answers are exact: :class:`gmpy2.mpq`. Floats may propose an answer; only exact arithmetic
proves it. An answer without a proof is never returned.

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

from lemke.ground import notebook


def _game_html(game: "Game") -> str:
    """Return the tree of a game in a box that scrolls if the tree is wide."""
    from lemke.show.drawing import draw as draw_tree  # noqa: PLC0415  loaded when a notebook shows a game

    return f'<div style="overflow:auto">{draw_tree(game).svg}</div>'


notebook.game_html = _game_html

# The public names. Type checkers read these imports. __getattr__ carries out an import when its name is first used, so
# that `import lemke` is quick. Everything else is imported from its own folder.
if TYPE_CHECKING:
    from lemke.api.files import dumps as dumps
    from lemke.api.files import read as read
    from lemke.api.files import write as write
    from lemke.api.judging import counterfactual as counterfactual
    from lemke.api.judging import expected_payoffs as expected_payoffs
    from lemke.api.judging import pure_strategies as pure_strategies
    from lemke.api.judging import reach as reach
    from lemke.api.judging import sha256 as sha256
    from lemke.api.judging import verify as verify
    from lemke.api.judging import verify_all as verify_all
    from lemke.api.profiles import profile as profile
    from lemke.api.solving import double_oracle as double_oracle
    from lemke.api.solving import eliminate as eliminate
    from lemke.api.solving import enumerate as enumerate
    from lemke.api.solving import normal_form as normal_form
    from lemke.api.solving import path as path
    from lemke.api.solving import ranges as ranges
    from lemke.api.solving import sequence_form as sequence_form
    from lemke.api.solving import solve as solve
    from lemke.api.studying import draw as draw
    from lemke.api.studying import explore as explore
    from lemke.api.studying import learn as learn
    from lemke.api.studying import polish as polish
    from lemke.api.studying import report as report
    from lemke.certificate import Equilibrium as Equilibrium
    from lemke.errors import LemkeError as LemkeError
    from lemke.forms.normal_form import NormalForm as NormalForm
    from lemke.game import CHANCE as CHANCE
    from lemke.game import Game as Game
    from lemke.game import GameBuilder as GameBuilder
    from lemke.game.strategy import Profile as Profile
    from lemke.ground.limits import limits as limits
    from lemke.ground.sparse import vector as vector
    from lemke.io import example as example
    from lemke.io import loads as loads
    from lemke.linear.guided import solve_lcp as solve_lcp
    from lemke.linear.guided import solve_lp as solve_lp
    from lemke.linear.lcp import LCP as LCP
    from lemke.linear.lp import LP as LP
    from lemke.linear.pivoting import lcp_path as lcp_path
    from lemke.studies.parametric import ParametricGame as ParametricGame
    from lemke.studies.parametric import sweep as sweep

    __version__: str
else:

    def __getattr__(name):
        """Return an attribute at its first use: a public name, a module or folder, ``__version__`` or ``__all__``."""
        homes = import_module("lemke.ground.names").homes(__name__)
        if name in homes:
            value = getattr(import_module(homes[name]), name)
        elif name == "__all__":
            value = list(homes)
        elif name == "__version__":
            value = import_module("importlib.metadata").version("lemke")
        elif name in __dir__():
            value = import_module(f"lemke.{name}")
        else:
            raise AttributeError(f"module 'lemke' has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        """Return the public names, and the modules and folders of the package."""
        modules = import_module("pkgutil").iter_modules(__path__)
        homes = import_module("lemke.ground.names").homes(__name__)
        return sorted([*homes, *(module.name for module in modules if module.name != "__main__")])
