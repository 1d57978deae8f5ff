"""Which nodes of a tree are drawn: all nodes down to a depth. A subtree below this depth is folded into one node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.game import CHANCE, TERMINAL, Game, InformationSet
from lemke.game.strategy import Distribution, Profile
from lemke.game.subgames import augmented_information_sets
from lemke.game.tree import NONE
from lemke.ground.rational import ONE, ZERO

DrawnKind: TypeAlias = Literal["decision", "leaf", "folded"]
"""``decision``: a node of a player or of chance, whose moves are drawn. ``folded`` represents a subtree that is not
drawn."""

NODES = 200
"""If the user does not give a depth, the largest one is taken at which at most this many nodes are drawn."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the picture."""

    node: int  # the node of the game
    parent: int  # the index of the parent among the drawn nodes; −1 for the root
    move: int  # the move that leads to the node; −1 for the root
    depth: int
    kind: DrawnKind
    size: int  # of the subtree
    move_probability: mpq | None  # of the move; None if neither chance nor a profile gives it
    reach: mpq | None  # the probability that play reaches the node; None without a profile
    payoffs: tuple[mpq, ...]  # one per player: the sums of payoffs on the path to the node and at it


def excerpt(game: Game, profile: Profile | None, depth: int | None = None, nodes: int = NODES) -> list[DrawnNode]:
    """Return the nodes of a game down to a depth, in breadth-first order.

    If ``depth`` is None, it is the largest depth at which there are at most ``nodes`` nodes.
    """
    parents = game.parent.tolist()
    depths, sizes = [0] * game.size, [1] * game.size  # sizes of subtrees
    for node in range(1, game.size):  # parents have smaller numbers than their children
        depths[node] = depths[parents[node]] + 1
    for node in range(game.size - 1, 0, -1):
        sizes[parents[node]] += sizes[node]
    if depth is None:
        depth = max(0, int(np.searchsorted(np.cumsum(np.bincount(depths)), nodes, "right")) - 1)
    distributions = _distributions(game, profile)

    def kind(node: int) -> DrawnKind:
        return "leaf" if game.player[node] == TERMINAL else "decision" if depths[node] < depth else "folded"

    root_reach = None if profile is None else ONE
    drawn = [DrawnNode(0, -1, -1, 0, kind(0), sizes[0], None, root_reach, _payoffs(game, 0))]
    for index, parent in enumerate(drawn):  # the list grows in the loop
        if parent.kind != "decision":
            continue
        distribution = distributions[game.information_set[parent.node]]
        for move, child in enumerate(game.children(parent.node)):
            probability = None if distribution is None else distribution[move]
            reach = None if parent.reach is None or probability is None else parent.reach * probability
            payoffs = tuple(map(sum, zip(parent.payoffs, _payoffs(game, child), strict=True)))
            drawn.append(
                DrawnNode(child, index, move, depths[child], kind(child), sizes[child], probability, reach, payoffs)
            )
    return drawn


def drawn_sets(game: Game, drawn: Sequence[DrawnNode]) -> dict[int, list[int]]:
    """Return the indices in the excerpt of the nodes of every information set, also of chance; without folded nodes."""
    sets: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind == "decision":
            sets[int(game.information_set[node.node])].append(index)
    return dict(sets)


def linked_sets(game: Game, drawn: Sequence[DrawnNode], augmented: int | None) -> dict[tuple[int, int], list[int]]:
    """Return the nodes to link, as indices in the excerpt, by player and number of an information set.

    If ``augmented`` is a player, the sets are this player's augmented information sets.
    """
    if augmented is None:
        sets = drawn_sets(game, drawn)
        players = {index: game.information_sets[index].player for index in sets}
        return {(players[index], index): sets[index] for index in sets if players[index] != CHANCE}
    numbers = augmented_information_sets(game)[augmented].tolist()
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind in ("decision", "leaf"):
            members[augmented, numbers[node.node]].append(index)
    return dict(members)


def subtrees(drawn: Sequence[DrawnNode], roots: Container[int]) -> dict[int, list[int]]:
    """Return, by the index of every drawn node in ``roots``, the indices of this node and of all drawn nodes below it.

    >>> from lemke.generators import kuhn
    >>> {index: len(members) for index, members in subtrees(excerpt(kuhn(2), None), (1, 4)).items()}
    {1: 9, 4: 3}
    """
    roots_above: list[list[int]] = []  # for every node, the drawn roots among the node and its ancestors
    members: dict[int, list[int]] = {}
    for index, node in enumerate(drawn):
        node_roots = roots_above[node.parent] if node.parent >= 0 else []
        if node.node in roots:
            node_roots = [*node_roots, index]
            members[index] = []
        roots_above.append(node_roots)
        for root in node_roots:
            members[root].append(index)
    return members


def columns_of(drawn: Sequence[DrawnNode]) -> list[list[int]]:
    """Return, for every depth, the indices of the nodes there, in the order of the picture: breadth-first."""
    columns: list[list[int]] = [[] for _ in range(1 + drawn[-1].depth)]
    for index, node in enumerate(drawn):
        columns[node.depth].append(index)
    return columns


def _distributions(game: Game, profile: Profile | None) -> list[Distribution | None]:
    """Return for every information set the probabilities of moves; None for players' sets without a profile."""
    strategies = None if profile is None else [iter(behavior) for behavior in profile.behavior]

    def distribution(information_set: InformationSet) -> Distribution | None:
        if information_set.player == CHANCE:
            return information_set.probabilities
        # a behavior strategy has a player's sets in the order of the game
        return None if strategies is None else next(strategies[information_set.player])

    return list(map(distribution, game.information_sets))


def _payoffs(game: Game, node: int) -> tuple[mpq, ...]:
    """Return the payoffs of the outcome at a node; zeros if the node has no outcome."""
    outcome = int(game.outcome[node])
    return (ZERO,) * len(game.players) if outcome == NONE else game.outcomes[outcome].payoffs
