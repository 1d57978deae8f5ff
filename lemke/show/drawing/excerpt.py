"""Which nodes of a tree are drawn: all nodes, or an excerpt in which subtrees are folded.

The nodes are chosen before any layout, without recursion. For a fixed number of drawn nodes, the time is linear in the
size of the tree.
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

DrawnKind: TypeAlias = Literal["decision", "leaf", "folded", "omitted"]
"""``decision``: a node of a player or of chance, with moves that are drawn. ``folded`` represents a subtree that is not
drawn. ``omitted`` represents all moves of its parent that are not drawn."""

FEWEST = 8
"""If a node that is not folded has at most this many moves, all are drawn; at the root only if there is room."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the picture."""

    node: int  # the node of the game; for omitted moves, the node that has these moves
    parent: int  # the index of the parent among the drawn nodes; −1 for the root
    move: int  # the move that leads to the node; −1 for the root and for omitted moves
    depth: int
    kind: DrawnKind
    hidden: int  # how many nodes of the game this node represents without drawing them
    move_probability: mpq | None  # of the move, or of all omitted moves; None if neither chance nor a profile gives it
    reach: mpq | None  # the probability that play reaches the node; None without a profile
    # one per player: the sums of payoffs on the path to the node and at it; empty for folded nodes and omitted moves
    payoffs: tuple[mpq, ...]


def excerpt(game: Game, profile: Profile | None, nodes: int, depth: int) -> list[DrawnNode]:
    """Return the nodes of a game that are drawn, at most ``nodes``, down to ``depth``, in breadth-first order.

    Nodes near the root are preferred, and at one depth nodes with large subtrees. With a profile, reached nodes are
    preferred to all others, and at one depth likely nodes to less likely ones, before sizes are compared.
    """
    sizes = [1] * game.size  # of subtrees
    parents = game.parent.tolist()
    for node in range(game.size - 1, 0, -1):  # children have larger numbers than their parents
        sizes[parents[node]] += sizes[node]
    distributions = _distributions(game, profile)
    drawn_moves = _drawn_moves(game, sizes, distributions, profile is not None, nodes, depth)
    root_reach = None if profile is None else ONE
    root = DrawnNode(
        node=0,
        parent=-1,
        move=-1,
        depth=0,
        kind=_kind(game, 0, drawn_moves),
        hidden=0,
        move_probability=None,
        reach=root_reach,
        payoffs=_payoffs(game, 0),
    )
    drawn = [root]
    for index, parent in enumerate(drawn):  # the list grows in the loop
        limits.check()
        if parent.kind == "folded":
            drawn[index] = replace(parent, hidden=sizes[parent.node], payoffs=())
        if parent.kind != "decision":
            continue
        children, moves = game.children(parent.node), drawn_moves[parent.node]
        distribution = distributions[game.information_set[parent.node]]
        for move in moves:
            child, probability = children[move], None if distribution is None else distribution[move]
            totals = tuple(map(sum, zip(parent.payoffs, _payoffs(game, child), strict=True)))
            kind, reach = _kind(game, child, drawn_moves), _times(parent.reach, probability)
            drawn.append(
                DrawnNode(
                    node=child,
                    parent=index,
                    move=move,
                    depth=parent.depth + 1,
                    kind=kind,
                    hidden=0,
                    move_probability=probability,
                    reach=reach,
                    payoffs=totals,
                )
            )
        if len(moves) < len(children):
            hidden = sizes[parent.node] - 1 - sum(sizes[children[move]] for move in moves)
            probability = None if distribution is None else ONE - sum((distribution[move] for move in moves), ZERO)
            reach = _times(parent.reach, probability)
            drawn.append(
                DrawnNode(
                    node=parent.node,
                    parent=index,
                    move=-1,
                    depth=parent.depth + 1,
                    kind="omitted",
                    hidden=hidden,
                    move_probability=probability,
                    reach=reach,
                    payoffs=(),
                )
            )
    return drawn


def drawn_sets(game: Game, drawn: Sequence[DrawnNode]) -> dict[int, list[int]]:
    """Return the indices in the excerpt of the nodes of every information set, also of chance; without folded nodes."""
    sets: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind == "decision":
            sets[int(game.information_set[node.node])].append(index)
    return dict(sets)


def columns_of(drawn: Sequence[DrawnNode]) -> list[list[int]]:
    """Return, for every depth, the indices of the nodes there, in the order of the picture: breadth-first."""
    columns: list[list[int]] = [[] for _ in range(1 + drawn[-1].depth)]
    for index, node in enumerate(drawn):
        columns[node.depth].append(index)
    return columns


def _kind(game: Game, node: int, drawn_moves: dict[int, Sequence[int]]) -> DrawnKind:
    """Return the kind of a node, given the drawn moves of every node that is neither a leaf nor folded."""
    if game.player[node] == TERMINAL:
        return "leaf"
    return "decision" if node in drawn_moves else "folded"


def _distributions(game: Game, profile: Profile | None) -> list[Distribution | None]:
    """Return for every information set the probabilities of moves; None for players' sets without a profile."""
    strategies = None if profile is None else [iter(behavior) for behavior in profile.behavior]

    def distribution(information_set: InformationSet) -> Distribution | None:
        if information_set.player == CHANCE:
            return information_set.probabilities
        # a behavior strategy has a player's sets in the order of the game
        return None if strategies is None else next(strategies[information_set.player])

    return list(map(distribution, game.information_sets))


def _times(reach: mpq | None, probability: mpq | None) -> mpq | None:
    """Return the probability of the node after a move with this probability; None without a profile."""
    return None if reach is None else reach * (ZERO if probability is None else probability)


def _payoffs(game: Game, node: int) -> tuple[mpq, ...]:
    """Return the payoffs of the outcome at a node; zeros if the node has no outcome."""
    outcome = int(game.outcome[node])
    return (ZERO,) * len(game.players) if outcome == NONE else game.outcomes[outcome].payoffs


def _drawn_moves(
    game: Game, sizes: list[int], distributions: list[Distribution | None], with_profile: bool, nodes: int, depth: int
) -> dict[int, Sequence[int]]:
    """Return, for every node that is neither a leaf nor folded, its moves that are drawn."""
    drawn_moves: dict[int, Sequence[int]] = {}
    number_drawn = 1
    # sorted by: whether play never reaches the node, depth, −reach (−1 without a profile), −size of the subtree, node
    queue: list[tuple[bool, int, mpq, int, int]] = [(False, 0, -ONE, -sizes[0], 0)]
    # the largest number of nodes drawn below a node: all if the tree fits, otherwise no node takes most of the room
    usual_limit = sizes[0] if sizes[0] <= nodes else max(FEWEST, nodes // 4)
    while queue:
        limits.check()
        _, level, negative_reach, _, node = heapq.heappop(queue)
        children = game.children(node)
        if not children or level >= depth:
            continue
        room = nodes - number_drawn
        limit = min(usual_limit, room) if node == 0 else usual_limit  # the root is drawn even if little room is left
        probabilities = distributions[game.information_set[node]] or [ZERO] * len(children)
        moves: Sequence[int] = range(len(children))
        if len(children) > limit:
            by_probability = sorted(moves, key=lambda move: -probabilities[move])
            moves = sorted(by_probability[: limit - 1])  # one node represents the omitted moves
        cost = len(moves) + (len(moves) < len(children))  # with the node that represents omitted moves, if any
        if cost > room or not moves:
            continue
        drawn_moves[node] = moves
        number_drawn += cost
        for move in moves:
            negative_child_reach = negative_reach * probabilities[move] if with_profile else -ONE
            child = children[move]
            heapq.heappush(queue, (not negative_child_reach, level + 1, negative_child_reach, -sizes[child], child))
    return drawn_moves
