"""What a profile reaches, and what is at stake there, as documents: by information set, and by node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game import NONE, NodeNames
from lemke.game.best_response.counterfactual import Counterfactual
from lemke.game.reach import Reach
from lemke.game.strategy import identity, named_sets, normalization_object, origin_lines
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.rational import decimal, short
from lemke.ground.tables import page_table
from lemke.ground.words import count

VALUES = Format(
    "lemke-values/1",
    """
game, normalization, filled | | as in [`lemke-report/1`](#lemke-report1)
players | list |
- player, payoff, best_response_value | whole, numbers |
- is_best_response, is_counterfactual_best_response | true, false | whether no other strategy gets more; whether it is
    best at every set that the others reach
- information_sets | list | each information set, and:
- - reached, by_others | number | the probability of getting there; the same if the player does all to get there
- - value, best_value | number, null | counterfactual values, under the profile and if the player goes on as well as it
    can; null where `by_others` is 0
- - actions | actions | to `probability` and `value`
""",
)
NODE_VALUES = Format(
    "lemke-node-values/1",
    """
game, normalization, filled | | as in [`lemke-report/1`](#lemke-report1)
nodes | list | in depth-first order
- node, parent | whole, from 0 | in breadth-first order; the root has no parent: null
- action | text, null | the move that leads there
- information_set | object, null | its `player`, `index`, `number`, `label`; null of chance and leaves
- reached | number | the product of `by_players`, a list, and `by_chance`
- belief | number, null | at its information set; null where the profile does not get
- values | list of numbers | what the node is worth to each player
""",
)
LONGEST = 40
"""Characters of an exact number that the text has; longer ones, as at the ends of long paths, are approximate there."""
UNDEFINED = "-"
"""Where a condition has probability zero."""


def values_document(reach: Reach, values: Sequence[Counterfactual]) -> Document:
    """Return every player's information sets and moves with their reach and counterfactual values.

    The columns of the text are π(I), π_{−i}(I), v_i(I) of the set, and CBV_i(I), its value if the player goes on as
    well as it can; then π(I, a) and v_i(I, a) of its moves. A dash is undefined.
    """

    def blocks() -> Iterator[Block]:
        heading = ["", "", "reached", "by others", "value", "best value", "move", "probability", "value"]
        for player, counterfactual in enumerate(values):
            name = one_line(reach.game.players[player]) or str(player + 1)
            payoff, best = _with_decimal(counterfactual.payoff), _with_decimal(counterfactual.response.value)
            if player:
                yield ""
            yield f"{name}: payoff {payoff}; a best response gets {best}; {_kind(counterfactual)}"
            rows = [
                row for _, information_set in sorted(_sets(reach, counterfactual)) for row in _rows(information_set)
            ]
            yield page_table(rows, heading, longest=LONGEST, missing=UNDEFINED)
        yield from origin_lines(reach.profile)

    def members() -> Members:
        players = [
            {
                "player": player,
                "payoff": counterfactual.payoff,
                "best_response_value": counterfactual.response.value,
                "is_best_response": counterfactual.is_best_response,
                "is_counterfactual_best_response": counterfactual.is_counterfactual_best_response,
                "information_sets": [information_set for _, information_set in _sets(reach, counterfactual)],
            }
            for player, counterfactual in enumerate(values, 1)
        ]
        return _origin(reach) | {"players": players}

    return Document(blocks, VALUES, members)


def _origin(reach: Reach) -> dict[str, object]:
    profile = reach.profile
    return {
        "game": identity(reach.game),
        "normalization": normalization_object(profile.normalization),
        "filled": sum(map(len, profile.filled)),
    }


def _sets(reach: Reach, counterfactual: Counterfactual) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a player's information sets in depth-first order, each with its position in breadth-first order."""
    sequences = counterfactual.values.sequences
    for h, information_set, names in named_sets(reach.game, sequences.player):
        live = bool(counterfactual.values.reach[h])
        moves = enumerate(zip(unique_names(information_set.actions), counterfactual.behavior[h], strict=True))
        yield (
            h,
            names
            | {
                "reached": reach.sets[sequences.sets[h]],
                "by_others": counterfactual.values.reach[h],
                "value": counterfactual.values.value(h) if live else None,
                "best_value": counterfactual.best_values.value(h) if live else None,
                "actions": {
                    action: {
                        "probability": probability,
                        "value": counterfactual.values.move_value(h, move) if live else None,
                    }
                    for move, (action, probability) in moves
                },
            },
        )


def _rows(information_set: dict[str, Any]) -> Iterator[list[object]]:
    head = [information_set[name] for name in ("number", "label", "reached", "by_others", "value", "best_value")]
    for action, move in information_set["actions"].items():
        yield [*head, action, move["probability"], move["value"]]
        head = [""] * len(head)


def _kind(counterfactual: Counterfactual) -> str:
    if not counterfactual.is_best_response:
        return "no best response"
    if not counterfactual.is_counterfactual_best_response:
        return "a best response, but no counterfactual one"
    unreached = int(np.count_nonzero(counterfactual.values.reach == 0))
    where = f", judged at all but {count(unreached, 'set')}, which the others do not reach" if unreached else ""
    return f"a counterfactual best response{where}"


def _with_decimal(value: mpq) -> str:
    shown = short(value, LONGEST)
    return shown if value.denominator == 1 or "about" in shown else f"{shown} (about {decimal(value)})"


def node_values_document(reach: Reach) -> Document:
    """Return every node with the probability of reaching it, each player's and chance's share, belief and values.

    Nodes come in depth-first order; in the text ``@N`` is the N-th in breadth-first order, from 0, and ``from`` its
    parent. ``set`` is the information set at the node, ``PLAYER:NUMBER``. A dash is undefined.
    """

    def blocks() -> Iterator[Block]:
        game, players = reach.game, range(1, len(reach.players) + 1)
        names, moves = ["node", "from", "by", "set", "reached"], NodeNames(game)
        columns = [*names, *(f"player {k}" for k in players), "chance", "belief", *(f"value {k}" for k in players)]
        rows = []
        for values in _nodes(reach):
            node, above, where = values["node"], values["parent"], values["information_set"]
            way = (
                ["", ""] if above is None else [f"@{above}", moves.moves(game.information_set[above])[game.move[node]]]
            )
            place, belief = ("", "") if where is None else (f"{where['player']}:{where['number']}", values["belief"])
            shares = values["reached"], *values["by_players"], values["by_chance"]
            rows.append([f"@{node}", *way, place, *shares, belief, *values["values"]])
        yield page_table(rows, columns, indent="", longest=LONGEST, missing=UNDEFINED)
        yield from origin_lines(reach.profile)

    return Document(blocks, NODE_VALUES, lambda: chain(_origin(reach).items(), [("nodes", _nodes(reach))]))


def _nodes(reach: Reach) -> Iterator[dict[str, Any]]:
    """Yield the nodes in depth-first order."""
    game = reach.game
    worth = [reach.values(player) for player in range(len(reach.players))]
    sets = {
        game.sets_of(player)[h]: {"player": player + 1} | names
        for player in range(len(game.players))
        for h, _, names in named_sets(game, player)
    }
    beliefs = {
        node: belief
        for index, nodes in enumerate(game.nodes_by_set())
        if index in sets and reach.sets[index]
        for node, belief in zip(nodes.tolist(), reach.beliefs(index), strict=True)
    }
    actions = [unique_names(information_set.actions) for information_set in game.information_sets]
    for node in map(int, game.preorder()):
        limits.check()
        above = int(game.parent[node])
        yield {
            "node": node,
            "parent": None if above == NONE else above,
            "action": None if above == NONE else actions[game.information_set[above]][game.move[node]],
            "information_set": sets.get(int(game.information_set[node])),
            "reached": reach.nodes[node],
            "by_players": [plan[node] for plan in reach.players],
            "by_chance": reach.chance[node],
            "belief": beliefs.get(node),
            "values": [payoffs[node] for payoffs in worth],
        }
