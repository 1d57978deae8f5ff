"""Exact Nash equilibria of two-player games in extensive form, proved.

- :func:`lemke.solve` finds an equilibrium of a game, and proves it.
- :func:`lemke.verify` judges a profile: exact payoffs and regrets.
- :func:`lemke.enumerate` finds all equilibria.

The numbers of games and answers are exact: :class:`gmpy2.mpq`. Floats may propose an answer; only exact arithmetic
proves it. An answer without a proof is never returned.

>>> import lemke
>>> equilibrium = lemke.solve("example:kuhn3")
>>> equilibrium.payoffs, equilibrium["J:p"]["bet"]
((mpq(-1,18), mpq(1,18)), mpq(1,3))
>>> lemke.verify("example:kuhn3", equilibrium).is_equilibrium
True
>>> lemke.solve(lemke.bimatrix([[3, 0], [1, 2]], [[2, 0], [0, 1]])).payoffs
(mpq(3,1), mpq(2,1))

Reading order: :mod:`lemke.game` (what a game is) → :mod:`lemke.game.implicit` (games as states) →
:mod:`lemke.game.recall` (sequences) → :mod:`lemke.forms.sequence_form` (E, F, A, B, the LCP and the LP) →
:mod:`lemke.linear.lcp` and :mod:`lemke.linear.lp` → :mod:`lemke.linear.pivoting` (Lemke's path, exact linear programs)
→ :mod:`lemke.game.strategy` → :mod:`lemke.game.best_response` → :mod:`lemke.certificate` (the judge) →
:mod:`lemke.solvers` → :mod:`lemke.public` (the functions above).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from lemke.ground import notebook


def _game_html(game: "Game") -> str:
    """Return the tree of a game in a box that scrolls if the tree is wide."""
    from lemke.show.drawing import draw as draw_tree  # noqa: PLC0415  loaded when a notebook shows a game

    return f'<div style="overflow:auto">{draw_tree(game).svg}</div>'


notebook.game_html = _game_html

_NAMES = {
    "public.solving": "solve lemke_howson path double_oracle",
    "public.judging": "verify reach counterfactual",
    "public.equilibria": "enumerate ranges polish learn explore eliminate",
    "public.accepted": "read",
    "public.games": "bimatrix describe sha256 sequence_form normal_form pure_strategies",
    "public.profiles": "profile",
    "public.files": "dumps write",
    "public.showing": "draw report",
    "io": "example loads",
    "studies.load": "load",
    "studies.parametric": "ParametricGame sweep",
    "linear.guided": "solve_lcp solve_lp",
    "linear.lcp": "LCP",
    "linear.lp": "LP",
    "linear.pivoting": "lcp_path",
    "ground.limits": "limits",
    "ground.sparse": "vector",
    "game": "CHANCE Game GameBuilder",
    "game.strategy": "Profile",
    "forms.normal_form": "NormalForm",
    "certificate": "Equilibrium",
    "errors": "LemkeError",
}
"""The public names by module. A module is imported when a name is first used, so that ``import lemke`` is quick."""
_HOMES = {name: f"lemke.{module}" for module, names in _NAMES.items() for name in names.split()}

__all__ = list(_HOMES)

if TYPE_CHECKING:  # the same table for type checkers and editors
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
    from lemke.public.accepted import read as read
    from lemke.public.equilibria import eliminate as eliminate
    from lemke.public.equilibria import enumerate as enumerate
    from lemke.public.equilibria import explore as explore
    from lemke.public.equilibria import learn as learn
    from lemke.public.equilibria import polish as polish
    from lemke.public.equilibria import ranges as ranges
    from lemke.public.files import dumps as dumps
    from lemke.public.files import write as write
    from lemke.public.games import bimatrix as bimatrix
    from lemke.public.games import describe as describe
    from lemke.public.games import normal_form as normal_form
    from lemke.public.games import pure_strategies as pure_strategies
    from lemke.public.games import sequence_form as sequence_form
    from lemke.public.games import sha256 as sha256
    from lemke.public.judging import counterfactual as counterfactual
    from lemke.public.judging import reach as reach
    from lemke.public.judging import verify as verify
    from lemke.public.profiles import profile as profile
    from lemke.public.showing import draw as draw
    from lemke.public.showing import report as report
    from lemke.public.solving import double_oracle as double_oracle
    from lemke.public.solving import lemke_howson as lemke_howson
    from lemke.public.solving import path as path
    from lemke.public.solving import solve as solve
    from lemke.studies.load import load as load
    from lemke.studies.parametric import ParametricGame as ParametricGame
    from lemke.studies.parametric import sweep as sweep

    __version__: str
else:

    def __getattr__(name):
        """Return an attribute at its first use: a public name, a module or folder, or ``__version__``."""
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
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
        return sorted([*_HOMES, *(module.name for module in modules if module.name != "__main__")])
