"""A game as the members of a JSON object, ``lemke-game/2``; :mod:`lemke.io.game_json` reads it back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lemke.game.canonical import sha256
from lemke.game.tree import CHANCE, NONE, Game


def game_object(
    game: Game, payoffs: Sequence[Sequence[object]] | None = None, chance: Sequence[Sequence[object]] | None = None
) -> dict[str, Any]:
    """Return everything that a game holds as the members of a JSON object, without ``format``.

    ``payoffs`` of every outcome and probabilities of every information set, if given, replace those of the game.

    >>> from lemke.game import GameBuilder
    >>> game_object(GameBuilder(["Ann"]).build(unpaid="zero"))["nodes"]
    [{'set': None, 'outcome': None}]
    """
    probabilities = [item.probabilities for item in game.information_sets] if chance is None else chance
    rows = [outcome.payoffs for outcome in game.outcomes] if payoffs is None else payoffs
    return {
        "title": game.title,
        "comment": game.comment,
        "strategic": game.strategic,
        "players": game.players,
        "information_sets": [
            {
                "player": "chance" if item.player == CHANCE else item.player + 1,
                "number": item.number,
                "label": item.label,
                "actions": item.actions,
                **({"probabilities": row} if item.player == CHANCE else {}),
            }
            for item, row in zip(game.information_sets, probabilities, strict=True)
        ],
        "outcomes": [
            {"number": outcome.number, "label": outcome.label, "payoffs": row}
            for outcome, row in zip(game.outcomes, rows, strict=True)
        ],
        "nodes": list(_node_objects(game)),
    }


def identified_game(game: Game) -> dict[str, Any]:
    """Return the member ``game`` of results about a game: :func:`game_object` and the SHA-256 of the canonical form."""
    return {**game_object(game), "sha256": sha256(game)}


def _node_objects(game: Game) -> Iterator[dict[str, Any]]:
    order = game.preorder()
    columns = game.information_set[order].tolist(), game.outcome[order].tolist()
    for node, information_set, outcome in zip(order, *columns, strict=True):
        members = {
            "set": None if information_set == NONE else information_set,
            "outcome": None if outcome == NONE else outcome,
        }
        label = game.node_labels[node]
        yield members | {"label": label} if label else members
