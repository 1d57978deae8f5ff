"""Reports as web pages: the content of a page is collected here, and :mod:`lemke.show.web_page` makes the page.

Reading order: ``parts`` (files and commands) → ``profiles`` (an equilibrium, or given profiles) → ``equilibria`` (all
equilibria of a game) → ``sweeps`` (equilibria while a parameter changes).
"""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Claim, Equilibrium, EquilibriumSets, PureEquilibria
from lemke.errors import InputError, ProfileError, type_name
from lemke.forms.normal_form import AllEquilibria
from lemke.game import Game
from lemke.game.canonical import sha256
from lemke.game.strategy import Profile, check_profile
from lemke.io.profile import dumps
from lemke.show.web_page import page
from lemke.solvers import solve
from lemke.studies.parametric import ParametricGame, Sweep
from lemke.studies.report.equilibria import of_equilibria as of_equilibria
from lemke.studies.report.parts import PRIOR as PRIOR
from lemke.studies.report.parts import Origin as Origin
from lemke.studies.report.profiles import of_claims as of_claims
from lemke.studies.report.profiles import of_equilibrium as of_equilibrium
from lemke.studies.report.sweeps import of_sweep as of_sweep

RESULT_TYPES = (Equilibrium, EquilibriumSets, AllEquilibria, PureEquilibria, Sweep)
"""The types of ``profile`` in :func:`report` besides a Profile and a list of claims."""


def report(
    game: Game | ParametricGame,
    profile: Equilibrium
    | Profile
    | Sequence[Claim]
    | EquilibriumSets
    | AllEquilibria
    | PureEquilibria
    | Sweep
    | None = None,
) -> str:
    """Return a report as a self-contained web page: one HTML text, which loads nothing.

    The page shows the game, its tree and its sequence form, the strategies with exact and decimal probabilities,
    payoffs and regrets, the path that led to the equilibrium if it is short and exact, the certificate to save, and
    commands that reproduce the page. If there are several equilibria, a slider chooses which one is shown. The same
    game and profile give the same text.

    Parameters
    ----------
    game : Game | ParametricGame
        For a sweep, the game with the parameter.
    profile : Equilibrium | Profile | list of Claim | EquilibriumSets | AllEquilibria | PureEquilibria | Sweep | None
        An equilibrium of the game; a profile or a list of claims, which are judged first; a result of
        ``lemke.enumerate`` or ``lemke.sweep``; by default the equilibrium that ``lemke.solve`` finds.

    Raises
    ------
    GameError, RecallError
        The game does not have two players with perfect recall.
    ProfileError
        The profile does not fit the game, or the equilibria or the sweep belong to another game.
    InputError
        The game or the profile has none of these types, or a ParametricGame comes without a sweep.
    LimitError, NotProvedError
        As in :func:`lemke.solve`.

    >>> from lemke.generators import kuhn
    >>> html = report(kuhn(3))
    >>> html[:15], "An equilibrium, proved: both regrets are exactly 0." in html
    ('<!DOCTYPE html>', True)
    """
    if isinstance(profile, Sweep) and profile.game is game:
        return page(of_sweep(profile, Origin()))
    if not isinstance(game, Game):
        raise InputError(f"an object of type {type_name(game)}, expected a Game, or a ParametricGame and its Sweep")
    if profile is None:
        return page(of_equilibrium(solve(game), Origin(options=())))
    if isinstance(profile, Equilibrium | EquilibriumSets):
        if profile.game is not game and sha256(profile.game) != sha256(game):
            raise ProfileError("the result is of another game, expected one of this game")
        if isinstance(profile, Equilibrium):
            return page(of_equilibrium(profile, Origin()))
        return page(of_equilibria(profile, Origin()))
    if isinstance(profile, Profile):
        profile = [Claim(profile)]
    elif isinstance(profile, AllEquilibria | PureEquilibria):
        profile = list(map(Claim, profile.profiles))
    if not (isinstance(profile, list) and profile and all(isinstance(claim, Claim) for claim in profile)):
        expected = "an Equilibrium, a Profile, a list of claims, or what lemke.enumerate or lemke.sweep returns"
        raise InputError(f"an object of type {type_name(profile)}, expected {expected}")
    for claim in profile:
        check_profile(game, claim.profile)
    text = dumps(game, *(claim.profile for claim in profile)) if len(profile) > 1 else None
    return page(of_claims(game, profile, Origin(text=text)))
