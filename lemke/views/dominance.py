"""An elimination of dominated strategies for people and as JSON, ``"format": "lemke-dominance/1"``.

The JSON object has ``weak`` and ``pure`` as asked, ``complete`` (whether nothing more is dominated) and ``rounds``;
labels of ``players`` and, per player, of ``strategies``; ``eliminated``, a list of objects with ``round``, ``player``,
``strategy``, ``strict`` and ``mixture``, pairs of a strategy and its probability; ``surviving``, the strategies left
per player; and ``undominated``, for every one of them ``player``, ``strategy`` and ``belief``: an array of
probabilities, nested by the surviving strategies of the other players in turn. Players and strategies are numbers from
1 in the original game; probabilities are text, ``"p/q"``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from lemke.errors import one_line
from lemke.game.tree import count
from lemke.normal_form.dominance import Dominated, Elimination
from lemke.rational import ONE, short, text
from lemke.views.normal_form import normal_form_text
from lemke.views.table import columns

FORMAT = "lemke-dominance/1"

SHOWN = 100
"""Combinations of strategies up to which the table of what is left is printed."""
NAMED = 10
"""Strategies of a player that are named where it is not."""


def dominance_text(found: Elimination) -> str:
    """Return what was eliminated, round by round, and what is left."""
    return "\n".join("\n".join(part) + "\n" for part in _parts(found))


def _parts(found: Elimination) -> Iterator[list[str]]:
    for number, steps in groupby(found.eliminated, key=lambda step: step.round):
        yield [f"Round {number}", *columns([_row(found, step) for step in steps])]
    yield [_verdict(found)]
    if found.form.payoffs[0].size <= SHOWN:
        yield normal_form_text(found.form).rstrip("\n").split("\n")
    else:
        yield ["Left", *columns([_left(found, player) for player in range(len(found.surviving))])]


def _row(found: Elimination, step: Dominated) -> list[str]:
    labels = found.original.strategies[step.player]
    mixture = " + ".join(
        labels[strategy] if share == ONE else f"{short(share)} {labels[strategy]}"
        for strategy, share in step.mixture.items()
    )
    kind = "strictly" if step.strict else "weakly"
    return [_player(found, step.player), step.label, f"{kind} dominated by", mixture]


def _player(found: Elimination, player: int) -> str:
    label = one_line(found.original.players[player])
    name = f"Player {player + 1}"
    return name if label in ("", str(player + 1), name) else f"{name} ({label})"


def _verdict(found: Elimination) -> str:
    left = f"left: {' x '.join(map(str, found.form.shape))}"
    if not found.complete:
        return f"Stopped after {count(found.rounds, 'round')}; {left}, perhaps with dominated strategies."
    after = f"After {count(found.rounds, 'round')}, {left}; no" if found.rounds else "No"
    kind = "weakly" if found.weak else "strictly"
    return f"{after} strategy is {kind} dominated{' by a pure one' if found.pure else ''}."


def _left(found: Elimination, player: int) -> list[str]:
    """Return how many strategies of a player are left, and which."""
    labels = found.form.strategies[player]
    more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
    number = f"{len(labels)} of {found.original.shape[player]}"
    return [_player(found, player), number, ", ".join(labels[:NAMED]) + more]


def dominance_json(found: Elimination) -> str:
    """Return the elimination with all its witnesses as one JSON object."""
    as_text = np.frompyfunc(text, 1, 1)
    document = {
        "format": FORMAT,
        "weak": found.weak,
        "pure": found.pure,
        "complete": found.complete,
        "rounds": found.rounds,
        "players": list(found.original.players),
        "strategies": [list(own) for own in found.original.strategies],
        "eliminated": [
            {
                "round": step.round,
                "player": step.player + 1,
                "strategy": step.strategy + 1,
                "strict": step.strict,
                "mixture": [[strategy + 1, text(share)] for strategy, share in step.mixture.items()],
            }
            for step in found.eliminated
        ],
        "surviving": [[strategy + 1 for strategy in own] for own in found.surviving],
        "undominated": [
            {
                "player": each.player + 1,
                "strategy": each.strategy + 1,
                "belief": np.asarray(as_text(each.belief), dtype=object).tolist(),
            }
            for each in found.undominated
        ],
    }
    return json.dumps(document, ensure_ascii=False) + "\n"
