"""A game that is held as a tree, as a state: the way back from :func:`~lemke.game.implicit.expand`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.game import TERMINAL, Game


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """What the states of a tree have in common: lists, which are read faster than arrays, one entry per node.

    ``outcome`` and ``span`` refer to ``payoffs``, which are in the order of player 1's.
    """

    game: Game
    player: list[int]
    information_set: list[int]
    first_child: list[int]
    children: list[int]
    outcome: list[int]
    span: list[tuple[int, int]]
    payoffs: list[tuple[mpq, ...]]

    @classmethod
    def of(cls, game: Game) -> _Tree:
        numbers, totals = game.payoffs()
        order = sorted(range(len(totals)), key=lambda number: totals[number][:1])
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        outcome = rank[numbers].tolist()
        first = game.first_child.tolist()
        children = np.bincount(game.parent[1:], minlength=len(first)).tolist()
        return cls(
            game,
            game.player.tolist(),
            game.information_set.tolist(),
            first,
            children,
            outcome,
            _spans(outcome, first, children),
            [totals[number] for number in order],
        )


def _spans(outcome: list[int], first: list[int], children: list[int]) -> list[tuple[int, int]]:
    """Return the least and the greatest outcome at the leaves below every node."""
    spans = [(own, own) for own in outcome]
    for node in range(len(outcome) - 1, -1, -1):
        if children[node]:
            below = spans[first[node] : first[node] + children[node]]
            spans[node] = min(low for low, _ in below), max(high for _, high in below)
    return spans


@dataclass(frozen=True, slots=True)
class TreeState:
    """A node of a tree. Actions are the moves' places; what a player knows is the information set's place.

    It is a :class:`~lemke.game.implicit.BoundedState`, since the tree is known.

    Attributes
    ----------
    node : int
        In breadth-first order; 0 is the root.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(right, 1, -1)
    >>> root = TreeState.root(builder.build())
    >>> root.bounds(), root.child(1).payoffs()
    ((mpq(0,1), mpq(1,1)), (mpq(1,1), mpq(-1,1)))
    """

    tree: _Tree
    node: int

    @classmethod
    def root(cls, game: Game) -> TreeState:
        """Return the state at the root."""
        return cls(_Tree.of(game), 0)

    def is_terminal(self) -> bool:
        """Return whether the node is a leaf."""
        return self.tree.player[self.node] == TERMINAL

    def player(self) -> int:
        """Return who moves."""
        return self.tree.player[self.node]

    def information_state(self) -> int:
        """Return the place of the information set in ``game.information_sets``."""
        return self.tree.information_set[self.node]

    def actions(self) -> range:
        """Return the moves."""
        return range(self.tree.children[self.node])

    def chance(self) -> list[tuple[int, mpq]]:
        """Return the moves of chance with their probabilities."""
        return list(enumerate(self.tree.game.information_sets[self.information_state()].probabilities))

    def child(self, action: int, /) -> TreeState:
        """Return the node after a move."""
        return TreeState(self.tree, self.tree.first_child[self.node] + action)

    def payoffs(self) -> tuple[mpq, ...]:
        """Return the payoffs at a leaf, those of the nodes on the way added."""
        return self.tree.payoffs[self.tree.outcome[self.node]]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 at the leaves below."""
        low, high = self.tree.span[self.node]
        return self.tree.payoffs[low][0], self.tree.payoffs[high][0]
