"""What a profile reaches and what is at stake as JSON: ``"lemke-values/1"`` and ``"lemke-node-values/1"``.

Both objects have ``format``, ``game`` (title, players, sha256 of the canonical form), ``normalization`` and ``filled``
as in verdicts (see :mod:`lemke.io.report`).

``lemke-values/1`` has ``players``, for each ``player`` (from 1), ``payoff``, ``best_response_value``,
``is_best_response``, ``is_counterfactual_best_response`` and ``information_sets`` in depth-first order, each with
``index``, ``number`` and ``label`` as in certificates, ``reached``, the probability of getting there, ``by_others``,
the same if the player does all to get there, the counterfactual ``value`` under the profile and the ``best_value`` if
the player goes on as well as it can, and ``actions``: by name the ``probability`` and the ``value``.

``lemke-node-values/1`` has ``nodes`` in depth-first order, each with ``node``, its number in breadth-first order from
0, its ``parent`` and the name of the ``action`` that leads there; ``information_set``, null or its ``player``,
``index``, ``number`` and ``label``; ``reached``, and of this probability the shares ``by_players`` and ``by_chance``;
the ``belief`` at the information set; and ``values``, what the node is worth to each player.

Numbers are text, ``"p/q"``; a value where the others do not get, and a belief where the profile does not, is null.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gmpy2 import mpq

from lemke.game import NONE, Game
from lemke.game.best_response import Counterfactual
from lemke.game.best_response.counterfactual import SetValues
from lemke.game.reach import Reach
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.rational import text
from lemke.io import json_text
from lemke.io.equilibrium import identity, named_sets
from lemke.io.report import normalization

FORMAT = "lemke-values/1"
NODES_FORMAT = "lemke-node-values/1"


def dumps(found: Reach, values: Sequence[Counterfactual]) -> str:
    """Return the values of all information sets and moves as JSON text."""
    document = {"format": FORMAT} | _origin(found) | {"players": [_player(found, own) for own in values]}
    return json_text.dumps(document)


def nodes_pieces(found: Reach) -> Iterator[str]:
    """Yield the JSON text of the reach, beliefs and values of all nodes in pieces."""
    members = {"format": NODES_FORMAT} | _origin(found) | {"nodes": _nodes(found)}
    yield from json_text.pieces(members.items())


def _origin(found: Reach) -> dict[str, Any]:
    return {
        "game": identity(found.game),
        "normalization": normalization(found.profile.normalization),
        "filled": sum(map(len, found.profile.filled)),
    }


def _player(found: Reach, own: Counterfactual) -> dict[str, Any]:
    player = own.values.sequences.player
    return {
        "player": player + 1,
        "payoff": text(own.payoff),
        "best_response_value": text(own.response.value),
        "is_best_response": own.is_best_response,
        "is_counterfactual_best_response": own.is_counterfactual_best_response,
        "information_sets": [
            names
            | {
                "reached": text(found.sets[own.values.sequences.sets[h]]),
                "by_others": text(own.values.reach[h]),
                "value": _value(own.values, h),
                "best_value": _value(own.best_values, h),
                "actions": {
                    action: {"probability": text(probability), "value": _value(own.values, h, move)}
                    for move, (action, probability) in enumerate(
                        zip(unique_names(each.actions), own.behavior[h], strict=True)
                    )
                },
            }
            for h, each, names in named_sets(found.game, player)
        ],
    }


def _value(values: SetValues, h: int, move: int | None = None) -> str | None:
    """Return the value of a set, or of a move there; None where the others do not get."""
    if not values.reach[h]:
        return None
    return text(values.value(h) if move is None else values.move_value(h, move))


def _nodes(found: Reach) -> Iterator[dict[str, Any]]:
    game = found.game
    worth = [found.values(player) for player in range(len(found.players))]
    belief, sets = _beliefs(found), _sets(game)
    actions = [unique_names(each.actions) for each in game.information_sets]
    for node in game.preorder():
        limits.check()
        above, index = int(game.parent[node]), int(game.information_set[node])
        yield {
            "node": int(node),
            "parent": None if above == NONE else above,
            "action": None if above == NONE else actions[int(game.information_set[above])][int(game.move[node])],
            "information_set": sets.get(index),
            "reached": text(found.nodes[node]),
            "by_players": [text(own[node]) for own in found.players],
            "by_chance": text(found.chance[node]),
            "belief": belief.get(node),
            "values": [text(own[node]) for own in worth],
        }


def _sets(game: Game) -> dict[int, dict[str, Any]]:
    """Return what tells players' information sets from each other, by their indices in the game."""
    found = {}
    for player in range(len(game.players)):
        own = game.sets_of(player)
        found.update({own[h]: {"player": player + 1} | names for h, _, names in named_sets(game, player)})
    return found


def _beliefs(found: Reach) -> dict[int, str]:
    """Return the beliefs at nodes of information sets that are reached."""
    game = found.game
    beliefs: dict[int, str] = {}
    for index, nodes in enumerate(game.nodes_by_set()):
        if game.information_sets[index].player >= 0 and found.sets[index]:
            known: Sequence[mpq] = found.beliefs(index)
            beliefs.update(zip(nodes.tolist(), map(text, known), strict=True))
    return beliefs
