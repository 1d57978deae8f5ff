"""Which nodes of a tree are drawn: all, or an excerpt in which subtrees are folded away.

The choice takes time linear in the tree and no recursion, and comes before any layout.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.strategy import Distribution, Profile
from lemke.game.tree import NONE
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO

Kind: TypeAlias = Literal["decision", "leaf", "folded", "rest"]
"""``folded`` is a subtree, ``rest`` all moves of a node that are not drawn one by one."""

FEWEST = 8
"""Moves of a node that are never too many."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A node of the picture.

    Attributes
    ----------
    node : int
        In the game; of the rest of a node's moves, that node.
    above : int
        The place of its parent among the drawn nodes; −1 for the root.
    move : int
        That leads to it; −1 for the root and for a rest.
    depth : int
    kind : Kind
    hidden : int
        How many nodes of the game are folded into it.
    step : mpq | None
        Probability of the move, or of the rest of the moves, where chance or a profile decides it.
    reach : mpq | None
        Probability of the node, where there is a profile.
    payoffs : tuple of mpq
        At a leaf, one per player.
    """

    node: int
    above: int
    move: int
    depth: int
    kind: Kind
    hidden: int
    step: mpq | None
    reach: mpq | None
    payoffs: tuple[mpq, ...]


def excerpt(game: Game, profile: Profile | None, nodes: int, depth: int) -> list[Drawn]:
    """Return what is drawn of a game, in breadth-first order.

    Nodes near the root come first and among them those with large subtrees; with a profile, first of all what is
    reached. No more than so many nodes are drawn, down to this depth.
    """
    sizes = _subtree_sizes(game)
    moves = _distributions(game, profile)
    shown = _expanded(game, sizes, moves, profile is not None, nodes, depth)
    found = [Drawn(0, -1, -1, 0, _kind(game, 0, shown), 0, None, None if profile is None else ONE, _paid(game, 0))]
    for place, above in enumerate(found):  # grows as it goes
        limits.check()
        if above.node not in shown or above.kind == "rest":
            found[place] = _closed(game, above, sizes)
            continue
        children = game.children(above.node)
        taken = shown[above.node]
        for move in taken:
            child, step = children[move], _step(game, moves, above.node, move)
            reach = _times(above.reach, step)
            total = tuple(map(sum, zip(above.payoffs, _paid(game, child), strict=True)))
            found.append(Drawn(child, place, move, above.depth + 1, _kind(game, child, shown), 0, step, reach, total))
        if len(taken) < len(children):
            hidden = sizes[above.node] - 1 - sum(sizes[children[move]] for move in taken)
            step = _rest(moves[game.information_set[above.node]], taken)
            reach = _times(above.reach, step)
            found.append(Drawn(above.node, place, -1, above.depth + 1, "rest", hidden, step, reach, ()))
    return found


def drawn_sets(game: Game, drawn: Sequence[Drawn]) -> dict[int, list[int]]:
    """Return the drawn nodes of every information set that has some, by their places."""
    found: dict[int, list[int]] = defaultdict(list)
    for place, each in enumerate(drawn):
        if each.kind == "decision":
            found[int(game.information_set[each.node])].append(place)
    return dict(found)


def _kind(game: Game, node: int, shown: dict[int, Sequence[int]]) -> Kind:
    if game.player[node] == TERMINAL:
        return "leaf"
    return "decision" if node in shown else "folded"


def _closed(game: Game, each: Drawn, sizes: list[int]) -> Drawn:
    """Return a node below which nothing is drawn, with what is hidden there; only leaves have payoffs."""
    if each.kind in ("leaf", "rest"):
        return each
    return Drawn(each.node, each.above, each.move, each.depth, "folded", sizes[each.node], each.step, each.reach, ())


def _subtree_sizes(game: Game) -> list[int]:
    sizes = [1] * game.size
    parent = game.parent.tolist()
    for node in range(game.size - 1, 0, -1):
        sizes[parent[node]] += sizes[node]
    return sizes


def _distributions(game: Game, profile: Profile | None) -> list[Distribution | None]:
    """Return for every information set what is played there, None where nobody says."""
    strategies = None if profile is None else [iter(own) for own in profile.behavior]
    return [
        each.probabilities if each.player == CHANCE else None if strategies is None else next(strategies[each.player])
        for each in game.information_sets
    ]


def _step(game: Game, moves: list[Distribution | None], node: int, move: int) -> mpq | None:
    distribution = moves[game.information_set[node]]
    return None if distribution is None else distribution[move]


def _rest(distribution: Distribution | None, taken: Sequence[int]) -> mpq | None:
    """Return the probability of all moves but these."""
    return None if distribution is None else ONE - sum((distribution[move] for move in taken), ZERO)


def _times(reach: mpq | None, step: mpq | None) -> mpq | None:
    """Return the probability of what a move leads to, None without a profile."""
    return None if reach is None else reach * (ZERO if step is None else step)


def _paid(game: Game, node: int) -> tuple[mpq, ...]:
    outcome = int(game.outcome[node])
    return (ZERO,) * len(game.players) if outcome == NONE else game.outcomes[outcome].payoffs


def _expanded(
    game: Game, sizes: list[int], moves: list[Distribution | None], played: bool, nodes: int, depth: int
) -> dict[int, Sequence[int]]:
    """Return the nodes whose moves are drawn, each with those moves."""
    found: dict[int, Sequence[int]] = {}
    drawn = 1
    # whether it is off the path, depth, what is less probable or lighter later, the node
    queue: list[tuple[bool, int, mpq, int, int]] = [(False, 0, -ONE, -sizes[0], 0)]
    many = sizes[0] if sizes[0] <= nodes else max(FEWEST, nodes // 4)
    while queue:
        limits.check()
        _, level, less, _, node = heapq.heappop(queue)
        children = game.children(node)
        if not children or level >= depth:
            continue
        room = nodes - drawn
        most = min(many, room) if node == 0 else many
        taken: Sequence[int] = range(len(children))
        if len(children) > most:
            steps = [_step(game, moves, node, move) for move in taken]
            likely = sorted(taken, key=lambda move: -(steps[move] or ZERO))
            taken = sorted(likely[: most - 1])
        cost = len(taken) + (len(taken) < len(children))
        if cost > room or not taken:
            continue
        found[node] = taken
        drawn += cost
        for move in taken:
            step = _step(game, moves, node, move)
            weight = less * (ZERO if step is None else step) if played else -ONE
            child = children[move]
            heapq.heappush(queue, (not weight, level + 1, weight, -sizes[child], child))
    return found
