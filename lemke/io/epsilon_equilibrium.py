"""Profiles with exact regrets as JSON, ``"format": "lemke-epsilon-equilibrium/1"``.

One object: ``game``, ``payoffs`` and ``behavior`` as in certificates of equilibria (see :mod:`lemke.io.equilibrium`),
``regrets``, one for each player, ``interval``, null or the bounds of the value of a constant-sum game for player 1,
``reason``, why the search went no further, ``method`` and ``growth``. Numbers are text, ``"p/q"``.
"""

from __future__ import annotations

from dataclasses import asdict

from lemke.certificate import Claim, EpsilonEquilibrium
from lemke.errors import located
from lemke.game import Game
from lemke.game.strategy.documents import behavior, identity
from lemke.ground.rational import text
from lemke.io import equilibrium, json_text
from lemke.io.exact_json import Value

FORMAT = "lemke-epsilon-equilibrium/1"


def dumps(found: EpsilonEquilibrium) -> str:
    """Return the certificate as JSON text."""
    report = found.report
    document = {
        "format": FORMAT,
        "game": identity(found.game),
        "payoffs": [text(each) for each in report.payoffs],
        "regrets": [text(each) for each in report.regrets],
        "interval": None if found.interval is None else [text(each) for each in found.interval],
        "behavior": behavior(found.game, found.profile),
        "reason": found.reason,
        "method": "double-oracle",
        "growth": asdict(found.growth),
    }
    return json_text.dumps(document)


def loads(document: Value, game: Game, source: str | None = None, normalize: bool = False) -> Claim:
    """Return what a JSON document of this format states of a game.

    Raises
    ------
    FormatError, NumberError, ProfileError, ProbabilityError
        With the source; a certificate of another game is a ProfileError.
    """
    with located(source):
        equilibrium.require_identity(document, game)
        payoffs, regrets = (equilibrium.numbers(document, name, len(game.players)) for name in ("payoffs", "regrets"))
        interval = () if document.get("interval") is None else equilibrium.numbers(document, "interval", 2)
        return Claim(equilibrium.profile(document, game, normalize), payoffs, regrets=regrets, interval=interval)
