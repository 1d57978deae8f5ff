"""Which nodes of a tree are drawn: all nodes, or an excerpt in which subtrees are folded.

The nodes are chosen before any layout, in time linear in the tree and without recursion.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, TERMINAL, Game, InformationSet
from lemke.game.strategy import Distribution, Profile
from lemke.game.tree import NONE
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO

DrawnKind: TypeAlias = Literal["decision", "leaf", "folded", "rest"]
"""``folded`` is a subtree that is not drawn; ``rest`` are the moves of a node that are not drawn one by one."""

FEWEST = 8
"""Up to this many moves of a node are drawn one by one."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the picture."""

    node: int  # the node of the game; for a rest, the node whose moves they are
    above: int  # the index of its parent among the drawn nodes; −1 for the root
    move: int  # the move that leads to it; −1 for the root and for a rest
    depth: int
    kind: DrawnKind
    hidden: int  # how many nodes of the game are folded into it
    step: mpq | None  # probability of the move or the rest, if chance or a profile gives it
    reach: mpq | None  # probability of the node, if there is a profile
    payoffs: tuple[mpq, ...]  # at a leaf, one per player


def excerpt(game: Game, profile: Profile | None, nodes: int, depth: int) -> list[DrawnNode]:
    """Return the nodes drawn of a game, at most ``nodes`` down to ``depth``, in breadth-first order.

    Nodes near the root are preferred, and among them nodes with large subtrees. With a profile, reached nodes are
    preferred to all others.
    """
    sizes = [1] * game.size
    parent = game.parent.tolist()
    for node in range(game.size - 1, 0, -1):
        sizes[parent[node]] += sizes[node]
    distributions = _distributions(game, profile)
    shown = _expanded(game, sizes, distributions, profile is not None, nodes, depth)
    drawn = [DrawnNode(0, -1, -1, 0, _kind(game, 0, shown), 0, None, None if profile is None else ONE, _paid(game, 0))]
    for index, above in enumerate(drawn):  # the list grows in the loop
        limits.check()
        if above.kind == "folded":
            drawn[index] = replace(above, hidden=sizes[above.node], payoffs=())
        if above.kind != "decision":
            continue
        children, moves = game.children(above.node), shown[above.node]
        distribution = distributions[game.information_set[above.node]]
        for move in moves:
            child, step = children[move], None if distribution is None else distribution[move]
            total = tuple(map(sum, zip(above.payoffs, _paid(game, child), strict=True)))
            kind, reach = _kind(game, child, shown), _times(above.reach, step)
            drawn.append(DrawnNode(child, index, move, above.depth + 1, kind, 0, step, reach, total))
        if len(moves) < len(children):
            hidden = sizes[above.node] - 1 - sum(sizes[children[move]] for move in moves)
            step = None if distribution is None else ONE - sum((distribution[move] for move in moves), ZERO)
            reach = _times(above.reach, step)
            drawn.append(DrawnNode(above.node, index, -1, above.depth + 1, "rest", hidden, step, reach, ()))
    return drawn


def drawn_sets(game: Game, drawn: Sequence[DrawnNode]) -> dict[int, list[int]]:
    """Return for every information set with drawn nodes their indices in the excerpt."""
    sets: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind == "decision":
            sets[int(game.information_set[node.node])].append(index)
    return dict(sets)


def columns_of(drawn: Sequence[DrawnNode]) -> list[list[int]]:
    """Return the indices of the nodes depth by depth; breadth-first order is the order across."""
    columns: list[list[int]] = [[] for _ in range(1 + drawn[-1].depth)]
    for index, node in enumerate(drawn):
        columns[node.depth].append(index)
    return columns


def _kind(game: Game, node: int, shown: dict[int, Sequence[int]]) -> DrawnKind:
    if game.player[node] == TERMINAL:
        return "leaf"
    return "decision" if node in shown else "folded"


def _distributions(game: Game, profile: Profile | None) -> list[Distribution | None]:
    """Return for every information set the probabilities of moves; None for players' sets without a profile."""
    strategies = None if profile is None else [iter(behavior) for behavior in profile.behavior]

    def played(information_set: InformationSet) -> Distribution | None:
        if information_set.player == CHANCE:
            return information_set.probabilities
        return None if strategies is None else next(strategies[information_set.player])

    return list(map(played, game.information_sets))


def _times(reach: mpq | None, step: mpq | None) -> mpq | None:
    """Return the probability of the node after a move; None without a profile."""
    return None if reach is None else reach * (ZERO if step is None else step)


def _paid(game: Game, node: int) -> tuple[mpq, ...]:
    outcome = int(game.outcome[node])
    return (ZERO,) * len(game.players) if outcome == NONE else game.outcomes[outcome].payoffs


def _expanded(
    game: Game, sizes: list[int], distributions: list[Distribution | None], played: bool, nodes: int, depth: int
) -> dict[int, Sequence[int]]:
    """Return for every node that is not folded the moves that are drawn."""
    shown: dict[int, Sequence[int]] = {}
    drawn = 1
    # sorted by: off the path, depth, minus the reach (−1 without a profile), minus the subtree's size; then the node
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
        steps = distributions[game.information_set[node]] or [ZERO] * len(children)
        moves: Sequence[int] = range(len(children))
        if len(children) > most:
            likely = sorted(moves, key=lambda move: -steps[move])
            moves = sorted(likely[: most - 1])
        cost = len(moves) + (len(moves) < len(children))
        if cost > room or not moves:
            continue
        shown[node] = moves
        drawn += cost
        for move in moves:
            weight = less * steps[move] if played else -ONE
            child = children[move]
            heapq.heappush(queue, (not weight, level + 1, weight, -sizes[child], child))
    return shown
