"""Reports as web pages: the content of a page is collected here, and :mod:`lemke.show.web_page` makes the page.

Reading order: ``profiles`` (an equilibrium, or given profiles) → ``equilibria`` (all equilibria of a game) → ``sweeps``
(equilibria while a parameter changes).
"""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Claim, Equilibrium, EquilibriumSets, PureEquilibria
from lemke.errors import ProfileError
from lemke.forms.normal_form import AllEquilibria
from lemke.game import Game
from lemke.game.canonical import sha256
from lemke.show.web_page import WebPage, page
from lemke.solvers import solve
from lemke.studies.parametric import ParametricGame, Sweep
from lemke.studies.report.equilibria import of_equilibria
from lemke.studies.report.profiles import of_claims, of_equilibrium
from lemke.studies.report.sweeps import of_sweep


def report(
    game: Game | ParametricGame,
    result: Equilibrium | Sequence[Claim] | EquilibriumSets | AllEquilibria | PureEquilibria | Sweep | None = None,
    refine: str | None = None,
) -> WebPage:
    """Return a report as a self-contained web page, as :func:`lemke.report` says.

    The result is an equilibrium of the game, which is judged again; claims about one or more profiles, judged also for
    the refinement ``refine``; what ``lemke.enumerate`` or ``lemke.sweep`` returns; or by default the equilibrium that
    ``lemke.solve`` finds. A ProfileError is raised if the result belongs to another game.
    """
    if isinstance(result, Sweep):
        if result.game != game:
            raise ProfileError("the sweep is of another game, expected one of this game")
        return page(of_sweep(result))
    assert isinstance(game, Game)
    if isinstance(result, Equilibrium | EquilibriumSets):
        if result.game is not game and sha256(result.game) != sha256(game):
            raise ProfileError("the result is of another game, expected one of this game")
        if isinstance(result, EquilibriumSets):
            return page(of_equilibria(result))
        return page(of_claims(game, [result.claim], refine) if result.epsilon else of_equilibrium(result))
    if result is None:
        return page(of_equilibrium(solve(game)))
    claims = map(Claim, result.profiles) if isinstance(result, AllEquilibria | PureEquilibria) else result
    return page(of_claims(game, list(claims), refine))
