"""Verdicts as JSON, ``"format": "lemke-report/1"``.

One object: ``game`` as in certificates, and ``profiles``, an object for every profile with ``payoffs``,
``best_response_values`` and ``regrets``, one for each player; ``nash_conv``, ``exploitability`` (null but in
constant-sum games) and ``max_counterfactual_regret``; ``is_equilibrium``; ``normalization``, null or the number of
information ``sets`` whose probabilities were divided by their exact sum, the ``largest`` defect and its ``place``;
``filled``, the number of sets of which nothing was stated, so that all moves are equally likely there;
``objections`` to what else is claimed; ``refinements``, by name, who gains where; and ``deviations``, for each player a
best response: at every information set, in depth-first order, its ``action``, whether the best response reaches the set
(``played``), the ``loss`` there and the ``counterfactual_regret``. Each of these numbers is an object with the
``exact`` fraction and a ``decimal`` near it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Claim, Report
from lemke.game import Game
from lemke.game.best_response import Deviation
from lemke.game.strategy import Normalization
from lemke.game.tree import unique_names
from lemke.ground.rational import decimal, text
from lemke.io import json_text
from lemke.io.equilibrium import identity, named_sets

FORMAT = "lemke-report/1"
DIGITS = 15


def dumps(game: Game, profiles: Iterable[dict[str, Any]]) -> str:
    """Return the verdicts on profiles of one game, each a :func:`verdict`, as JSON text."""
    document = {"format": FORMAT, "game": identity(game), "profiles": list(profiles)}
    return json_text.dumps(document)


def verdict(
    game: Game,
    claim: Claim,
    report: Report,
    objections: Sequence[str] = (),
    refined: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """Return the verdict on one profile as a JSON object."""
    return {
        "payoffs": list(map(_number, report.payoffs)),
        "best_response_values": list(map(_number, report.best_values)),
        "regrets": list(map(_number, report.regrets)),
        "nash_conv": _number(report.nash_conv),
        "exploitability": None if report.exploitability is None else _number(report.exploitability),
        "max_counterfactual_regret": _number(report.max_counterfactual_regret),
        "is_equilibrium": report.is_equilibrium,
        "normalization": normalization(report.normalization),
        "filled": sum(map(len, claim.profile.filled)),
        "objections": list(objections),
        "refinements": {name: list(gains) for name, gains in (refined or {}).items()},
        "deviations": [_deviation(game, each) for each in report.deviations],
    }


def _deviation(game: Game, deviation: Deviation) -> dict[str, Any]:
    own = deviation.sequences
    played = set(deviation.plays)
    sets = []
    for h, each, names in named_sets(game, own.player):
        sets.append(
            names
            | {
                "action": unique_names(each.actions)[deviation.response.moves[h]],
                "played": h in played,
                "loss": _number(deviation.losses[h]),
                "counterfactual_regret": _number(deviation.counterfactual_regrets[h]),
            }
        )
    return {"player": own.player + 1, "information_sets": sets}


def normalization(found: Normalization | None) -> dict[str, Any] | None:
    """Return what it took to make a profile of what was given as a JSON object."""
    return None if found is None else {"sets": found.sets, "largest": _number(found.largest), "place": found.place}


def _number(value: mpq) -> dict[str, str]:
    return {"exact": text(value), "decimal": decimal(value, DIGITS)}
