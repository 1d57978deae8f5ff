"""Stages: proper subgames less the proper subgames inside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.game.subgames.proper import proper_subgames
from lemke.game.tree import Integers


@dataclass(frozen=True, eq=False)
class Stages:
    """The stages of a game: every proper subgame less the proper subgames inside it, whose roots are ends of the stage.

    Every inner node moves in one stage, and all nodes of an information set move in the same. The total size of all
    stages is that of the tree, with every inner root counted twice.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order, so that a stage comes before those that follow on it.
    stage : int64 array, one number per node
        The stage that an inner node moves in, as a position in ``roots``; at a leaf that of its parent.
    ends : bool array, one per node
        Whether the node is an end of the stage in which its parent moves: a leaf, or the root of another stage.
    """

    roots: Integers
    stage: Integers
    ends: NDArray[np.bool_]

    def sets(self, game: Game) -> list[list[int]]:
        """Return the information sets of players in every stage, in breadth-first order, as indices of the game's."""
        found: list[list[int]] = [[] for _ in self.roots]
        for index, stage in enumerate(self.stage[game.first_nodes()].tolist()):
            if game.information_sets[index].player != CHANCE:
                found[stage].append(index)
        return found

    def nodes(self, game: Game) -> list[list[int]]:
        """Return the nodes of every stage in depth-first order, its ends included."""
        if not len(self.roots):
            return []
        later = self.roots[1:]  # they are ends of the stage above as well
        order = np.array(game.preorder())
        position = np.empty(game.size, dtype=np.int64)
        position[order] = np.arange(game.size)
        nodes = np.concatenate([np.arange(game.size), later])
        stage = np.concatenate([self.stage, self.stage[game.parent[later]]])
        nodes = nodes[np.lexsort((position[nodes], stage))]
        bounds = np.cumsum(np.bincount(stage, minlength=len(self.roots)))
        flat = nodes.tolist()
        return [flat[start:stop] for start, stop in zip([0, *bounds[:-1].tolist()], bounds.tolist(), strict=True)]


def stages(game: Game) -> Stages:
    """Return the stages of a game of any number of players and any recall; a game of one leaf has none."""
    roots = proper_subgames(game)
    is_root = np.zeros(game.size, dtype=bool)
    is_root[roots] = True
    ends = is_root | (game.player == TERMINAL)
    ends[0] = False
    return Stages(roots, np.searchsorted(roots, game.nearest(is_root)), ends)


def stage_game(game: Game, nodes: Sequence[int], values: Mapping[int, tuple[mpq, ...]]) -> Game:
    """Return a stage as a game of its own, without labels of nodes.

    Its information sets are, player by player, in the same breadth-first order as in the whole game.

    Parameters
    ----------
    game : Game
    nodes : sequence of int
        Those of the stage in depth-first order, as :meth:`Stages.nodes` gives them.
    values : mapping from int to tuple of mpq, one per player
        What the ends pay, everything paid before included. All nodes with a value are ends.

    Raises
    ------
    GameError
        If these nodes and ends do not make a tree.
    """
    builder = GameBuilder(game.players)
    handles: dict[int, SetHandle] = {}
    outcomes: dict[tuple[mpq, ...], OutcomeHandle] = {}
    sets: list[int] = []
    paid: list[int] = []
    for node in nodes:
        if node in values:
            value = values[node]
            if value not in outcomes:
                outcomes[value] = builder.outcome(value)
            sets.append(NONE)
            paid.append(outcomes[value])
        else:
            index = int(game.information_set[node])
            if index not in handles:
                handles[index] = builder.declare(game.information_sets[index])
            sets.append(handles[index])
            paid.append(NONE)
    return builder.build_depth_first(sets, paid, {})
