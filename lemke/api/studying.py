"""Doors for games and profiles in any form: studies, reports and pictures."""

from __future__ import annotations

from typing import Any

from lemke.api import games
from lemke.api.doors import GAMES, OPTIONS, PROFILES, door, of_game
from lemke.api.profiles import claims
from lemke.api.profiles import profile as profile_of
from lemke.certificate import Equilibrium, EquilibriumSets, PureEquilibria
from lemke.forms.normal_form import AllEquilibria, NormalForm
from lemke.game import Game
from lemke.game.strategy import Missing
from lemke.show import drawing
from lemke.show.drawing import Drawing
from lemke.show.web_page import WebPage
from lemke.studies import explore as exploring
from lemke.studies import learn as learning
from lemke.studies import polish as polishing
from lemke.studies import report as reporting
from lemke.studies.parametric import ParametricGame, Sweep
from lemke.studies.polish import Polished

explore = of_game(exploring.explore)
learn = of_game(learning.learn)


@door(polishing.polish, GAMES + PROFILES + OPTIONS)
def polish(  # noqa: D103
    game: object, profile: object, seed: int = 0, normalize: bool = False, missing: Missing = None
) -> Polished:
    tree = games.game(game)
    return polishing.polish(tree, profile_of(tree, profile, normalize, missing), seed)


RESULTS = (Equilibrium, EquilibriumSets, AllEquilibria, PureEquilibria, Sweep)


@door(reporting.report, GAMES + PROFILES + OPTIONS)
def report(  # noqa: D103
    game: object, profile: object = None, normalize: bool = False, missing: Missing = None
) -> WebPage:
    tree: Any = game if isinstance(game, ParametricGame) else games.game(game)
    if profile is None or isinstance(profile, RESULTS):
        return reporting.report(tree, profile)
    return reporting.report(tree, claims(games.game(tree), profile, normalize, missing))


@door(drawing.draw, GAMES + PROFILES + OPTIONS)
def draw(  # noqa: D103
    subject: Any,
    profile: Any = None,
    *,
    down: bool = False,
    depth: int | None = None,
    subgames: bool = False,
    augmented: int | None = None,
    ax: Any = None,
    normalize: bool = False,
    missing: Missing = None,
) -> Drawing:
    converted = games.problem(subject)
    if isinstance(converted, NormalForm):
        converted = converted.tree()
    if isinstance(converted, Game) and profile is not None:
        profile = profile_of(converted, profile, normalize, missing)
    marks: dict[str, Any] = {"subgames": subgames, "augmented": augmented}
    return drawing.draw(converted, profile, down=down, depth=depth, ax=ax, **marks)
