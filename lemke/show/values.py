"""What a profile reaches, and what its information sets and nodes are worth, for people.

Numbers are exact up to 40 characters; longer ones, as there are at the ends of long paths, are approximate.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import one_line
from lemke.game import NONE, NodeNames
from lemke.game.best_response import Counterfactual
from lemke.game.reach import Reach
from lemke.game.tree import count, unique_names
from lemke.ground import limits
from lemke.ground.rational import decimal, short
from lemke.show.table import columns

BETWEEN_CHECKS = 1 << 10
"""Rows between two looks at the limits."""
UNDEFINED = "-"
"""Where a condition has probability zero."""


def values_text(found: Reach, values: Sequence[Counterfactual]) -> str:
    """Return every player's information sets and moves with their reach and counterfactual values.

    Columns: π(I), π_{−i}(I), v_i(I) of the set, and CBV_i(I), its value if the player goes on as well as it can; then
    π(I, a) and v_i(I, a) of its moves. A dash is undefined.
    """
    lines = []
    for player, own in enumerate(values):
        name = one_line(found.game.players[player]) or str(player + 1)
        lines += [
            f"{name}: payoff {_number(own.payoff)}; a best response gets {_number(own.response.value)}; {_kind(own)}"
        ]
        heading = ["", "", "reached", "by others", "value", "best value", "move", "probability", "value"]
        lines += [*columns([heading, *_set_rows(found, own)]), ""]
        limits.check()
    return "\n".join(lines)


def nodes_text(found: Reach) -> str:
    """Return every node with the probability of reaching it, each player's and chance's share, the belief, the values.

    Nodes come in depth-first order; ``@N`` is the N-th in breadth-first order, from 0, and ``from`` its parent. ``set``
    is the information set at the node, ``PLAYER:NUMBER``. A dash is undefined.
    """
    game, players = found.game, range(len(found.players))
    worth = [found.values(player) for player in players]
    belief = _beliefs(found)
    heading = ["node", "from", "by", "set", "reached", *(f"player {k + 1}" for k in players), "chance", "belief"]
    rows = [[*heading, *(f"value {k + 1}" for k in players)]]
    names = NodeNames(game)
    for node in game.preorder():
        if len(rows) % BETWEEN_CHECKS == 0:
            limits.check()
        above, index = int(game.parent[node]), int(game.information_set[node])
        way = (
            ["", ""] if above == NONE else [f"@{above}", names.moves(int(game.information_set[above]))[game.move[node]]]
        )
        each = None if game.player[node] < 0 else game.information_sets[index]
        place = f"{each.player + 1}:{each.number}" if each else ""
        shares = [short(own[node]) for own in (found.nodes, *found.players, found.chance)]
        rows.append([f"@{node}", *way, place, *shares, belief[node], *(short(own[node]) for own in worth)])
    return "\n".join([*columns(rows, indent=""), ""])


def _set_rows(found: Reach, own: Counterfactual) -> list[list[str]]:
    rows = []
    sequences = own.values.sequences
    for h, each in enumerate(sequences.information_sets):
        reached = short(found.sets[sequences.sets[h]])
        live = bool(own.values.reach[h])
        value, best = (short(part.value(h)) if live else UNDEFINED for part in (own.values, own.best_values))
        head = [str(each.number), each.label, reached, short(own.values.reach[h]), value, best]
        for move, (name, probability) in enumerate(zip(unique_names(each.actions), own.behavior[h], strict=True)):
            worth = short(own.values.move_value(h, move)) if live else UNDEFINED
            rows.append([*(head if move == 0 else [""] * len(head)), name, short(probability), worth])
    return rows


def _beliefs(found: Reach) -> list[str]:
    game = found.game
    beliefs = [""] * game.size
    for index, nodes in enumerate(game.nodes_by_set()):
        if game.information_sets[index].player >= 0:
            known = [short(each) for each in found.beliefs(index)] if found.sets[index] else [UNDEFINED] * len(nodes)
            for node, belief in zip(nodes.tolist(), known, strict=True):
                beliefs[node] = belief
    return beliefs


def _kind(own: Counterfactual) -> str:
    if not own.is_best_response:
        return "no best response"
    if not own.is_counterfactual_best_response:
        return "a best response, but no counterfactual one"
    unreached = int(np.count_nonzero(own.values.reach == 0))
    where = f", judged at all but {count(unreached, 'set')}, which the others do not reach" if unreached else ""
    return f"a counterfactual best response{where}"


def _number(value: mpq) -> str:
    shown = short(value)
    return shown if value.denominator == 1 or "about" in shown else f"{shown} (about {decimal(value)})"
