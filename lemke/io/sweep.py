"""Equilibria in closed form over an interval of a parameter as JSON, ``"format": "lemke-sweep/1"``.

One object: ``game`` (``title`` and ``players``), ``parameter``; lists of numbers ``critical``, ``undefined`` and
``samples``; and ``pieces``, each with its ``number`` (from 1), ``low`` and ``high`` (numbers), ``closed``, whether
either belongs to it, and as expressions ``payoffs`` and ``behavior``. That has an object per player, as in
certificates: the ``player`` (from 1) and its ``information_sets`` in depth-first order, each with ``index``,
``number``, ``label`` and ``actions``, null at sets that the plan does not reach.

A number is ``"p/q"``, or an object with the ``polynomial`` whose root it is, which ``root`` (from 1, the least), and an
isolating ``interval``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lemke.game import Game
from lemke.game.strategy.documents import named_sets
from lemke.ground.rational import exact, text
from lemke.io import json_text

FORMAT = "lemke-sweep/1"


class Piece(NamedTuple):
    """What is written of a piece.

    Attributes
    ----------
    low, high : mpq or an algebraic number
        See :class:`lemke.studies.parametric.Interval`; and ``closed``.
    closed : (bool, bool)
    payoffs : sequence of expressions
    behavior : sequence of mappings
        Per player, information sets in breadth-first order → move → expression, or None.
    """

    low: Any
    high: Any
    closed: tuple[bool, bool]
    payoffs: Sequence[Any]
    behavior: Sequence[Mapping[str, Mapping[str, Any] | None]]


def dumps(
    game: Game,
    title: str,
    parameter: str,
    pieces: Iterable[Piece],
    critical: Iterable[Any],
    undefined: Iterable[Any],
    samples: Iterable[Any] = (),
) -> str:
    """Return the pieces of an interval as JSON text; of the game the names count, not the numbers."""
    document = {
        "format": FORMAT,
        "game": {"title": title, "players": list(game.players)},
        "parameter": parameter,
        "critical": list(map(_number, critical)),
        "undefined": list(map(_number, undefined)),
        "samples": list(map(_number, samples)),
        "pieces": [
            {
                "number": number,
                "low": _number(piece.low),
                "high": _number(piece.high),
                "closed": list(piece.closed),
                "payoffs": list(map(str, piece.payoffs)),
                "behavior": [_behavior(game, player, own) for player, own in enumerate(piece.behavior)],
            }
            for number, piece in enumerate(pieces, 1)
        ],
    }
    return json_text.dumps(document)


def _behavior(game: Game, player: int, own: Mapping[str, Mapping[str, Any] | None]) -> dict[str, Any]:
    strategy = [moves and {move: str(share) for move, share in moves.items()} for moves in own.values()]
    sets = [names | {"actions": strategy[h]} for h, _, names in named_sets(game, player)]
    return {"player": player + 1, "information_sets": sets}


def _number(value: Any) -> object:
    if not hasattr(value, "polynomial"):
        return text(exact(value))
    low, high = value.isolating
    return {"polynomial": str(value.polynomial), "root": value.number + 1, "interval": [text(low), text(high)]}
