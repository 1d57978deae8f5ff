"""Proper subgames: subtrees that can be played as games of their own.

The root is alone in its information set, and no information set of a player has nodes both in the subtree and out of it
(Selten 1965). Sets of chance are only shared probabilities and do not count.
"""

from __future__ import annotations

import numpy as np

from lemke.game import NONE, TERMINAL, Game
from lemke.game.tree import Integers


def proper_subgames(game: Game) -> Integers:
    """Return the roots of all proper subgames, in breadth-first order.

    Their roots are inner nodes, so a game of one leaf has none. Any other game is a proper subgame of itself, even if
    its first player comes back to the first information set and does not know it. Any number of players, any recall;
    time linear in the tree.

    Returns
    -------
    int64 array of nodes

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> ends = builder.move(right, 1, ["l", "r"])
    >>> proper_subgames(builder.build()).tolist()
    [0, 2]
    """
    position = np.empty(game.size, dtype=np.int64)
    position[game.preorder()] = np.arange(game.size)
    lowest, highest, size = _of_own_sets(game, position)
    alone = size == 1
    alone[0] = True
    low, high, last = lowest.tolist(), highest.tolist(), position.tolist()
    for node, above in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        low[above] = min(low[above], low[node])
        high[above] = max(high[above], high[node])
        last[above] = max(last[above], last[node])
    # a subtree is an interval in depth-first order, from its root to `last`
    closed = (np.array(low) >= position) & (np.array(high) <= np.array(last))
    return np.flatnonzero(closed & alone & (game.player != TERMINAL))


def _of_own_sets(game: Game, position: Integers) -> tuple[Integers, Integers, Integers]:
    """Return, per node, the lowest and highest position in its player's information set, and the number of nodes.

    A leaf and a node of chance stand for themselves.
    """
    personal = np.flatnonzero(game.player >= 0)
    sets = game.information_set[personal]
    lowest, highest, size = position.copy(), position.copy(), np.ones(game.size, dtype=np.int64)
    for ufunc, bounds, start in ((np.minimum, lowest, game.size), (np.maximum, highest, NONE)):
        of_set = np.full(len(game.information_sets), start)
        ufunc.at(of_set, sets, position[personal])
        bounds[personal] = of_set[sets]
    size[personal] = np.bincount(sets, minlength=len(game.information_sets))[sets]
    return lowest, highest, size


def subtree_totals(game: Game, numbers: Integers) -> Integers:
    """Return for every node the sum of whole numbers, one per node, over the subtree below it, itself included.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> subtree_totals(builder.build(), np.array([1, 1, 5])).tolist()
    [7, 1, 5]
    """
    totals = numbers.tolist()
    for node, above in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        totals[above] += totals[node]
    return np.array(totals, dtype=np.int64)
