"""Augmented information sets: what every player has seen and done, at every node (Burch, Johanson, Bowling 2014)."""

from __future__ import annotations

import numpy as np

from lemke.game import NONE, Game
from lemke.game.tree import Integers


def augmented_information_sets(game: Game) -> tuple[Integers, ...]:
    """Return, for every player, the number of every node's augmented information set.

    H_i(h) is the sequence of player i's information sets reached and actions taken on the path to h, the set at h
    included if i moves there; I_i(h) = I_i(h') iff H_i(h) = H_i(h') (Burch, Johanson, Bowling 2014; notes on imperfect
    information, section 'Subgames revisited'). Leaves and the nodes of other players and of chance are in such sets
    too. Any number of players, any recall; time linear in the tree.

    Parameters
    ----------
    game : Game

    Returns
    -------
    tuple of int64 arrays, per player, one number per node in breadth-first order
        Nodes with equal numbers are in one augmented information set; 0, 1, … by first appearance.

    Examples
    --------
    Matching pennies in two steps: player 1 never learns what player 2 did, so her set after H holds a node and both
    leaves below it.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     ends = builder.decide(node, hidden)
    >>> one, two = augmented_information_sets(builder.build())
    >>> one.tolist(), two.tolist()
    ([0, 1, 2, 1, 1, 2, 2], [0, 1, 1, 2, 3, 2, 3])
    """
    return tuple(_augmented(game, player) for player in range(len(game.players)))


def _augmented(game: Game, player: int) -> Integers:
    """Return the numbers of one player's sets.

    H_i changes only at the player's own nodes and right below them. There it is interned, first with the action taken,
    then with the set reached, so that an equal sequence has an equal number however the nodes of others lie between.
    """
    moves_here = game.player == player
    moved_above = moves_here[game.parent]
    moved_above[0] = False
    changes = moves_here | moved_above
    nearest = game.nearest(changes)
    places = np.flatnonzero(changes)
    columns = (
        places,
        nearest[game.parent[places]],
        np.where(moved_above, game.move, NONE)[places],
        np.where(moves_here, game.information_set, NONE)[places],
    )
    known: dict[tuple[int, int], int] = {}  # 0 is the empty sequence, before anything is seen
    sequence = [0] * game.size
    for node, above, action, reached in zip(*(column.tolist() for column in columns), strict=True):
        past = sequence[above] if node else 0
        if action != NONE:
            past = known.setdefault((past, action), len(known) + 1)
        if reached != NONE:
            past = known.setdefault((past, -1 - reached), len(known) + 1)
        sequence[node] = past
    return by_first_appearance(np.array(sequence)[nearest])


def by_first_appearance(values: Integers) -> Integers:
    """Return the values renumbered 0, 1, … in the order in which they first appear.

    >>> by_first_appearance(np.array([7, 3, 7, 9])).tolist()
    [0, 1, 0, 2]
    """
    _, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]
