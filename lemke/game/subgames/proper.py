"""Proper subgames: subtrees that can be played as games of their own.

The root is alone in its information set, and no information set of a player has nodes both in the subtree and out of it
(Selten 1965). Sets of chance are only shared probabilities and do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.game.reach import move_probabilities, node_values
from lemke.game.recall import EMPTY, Histories, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO


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
    >>> proper_subgames(builder.build(unpaid="zero")).tolist()
    [0, 2]
    """
    position = np.argsort(game.preorder())
    sets = len(game.information_sets)  # a leaf and a node of chance stand for themselves
    own_set = np.where(game.player >= 0, game.information_set, sets + np.arange(game.size))
    lowest, highest = np.full(sets + game.size, game.size), np.zeros(sets + game.size, dtype=np.int64)
    np.minimum.at(lowest, own_set, position)
    np.maximum.at(highest, own_set, position)
    alone = np.bincount(own_set)[own_set] == 1
    alone[0] = True
    low, high, last = lowest[own_set].tolist(), highest[own_set].tolist(), position.tolist()
    for node, above in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        low[above] = min(low[above], low[node])
        high[above] = max(high[above], high[node])
        last[above] = max(last[above], last[node])
    # a subtree is an interval in depth-first order, from its root to `last`
    closed = (np.array(low) >= position) & (np.array(high) <= np.array(last))
    return np.flatnonzero(closed & alone & (game.player != TERMINAL))


def subtree_totals(game: Game, numbers: Integers) -> Integers:
    """Return for every node the sum of whole numbers, one per node, over the subtree below it, itself included.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> subtree_totals(builder.build(unpaid="zero"), np.array([1, 1, 5])).tolist()
    [7, 1, 5]
    """
    totals = numbers.tolist()
    for node, above in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        totals[above] += totals[node]
    return np.array(totals, dtype=np.int64)


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
        by_stage: list[list[int]] = [[] for _ in self.roots]
        for index, stage in enumerate(self.stage[game.first_nodes()].tolist()):
            if game.information_sets[index].player != CHANCE:
                by_stage[stage].append(index)
        return by_stage

    def nodes(self, game: Game) -> list[list[int]]:
        """Return the nodes of every stage in depth-first order, its ends included."""
        if not len(self.roots):
            return []
        later = self.roots[1:]  # they are ends of the stage above as well
        position = np.argsort(game.preorder())
        nodes = np.concatenate([np.arange(game.size), later])
        stage = np.concatenate([self.stage, self.stage[game.parent[later]]])
        nodes = nodes[np.lexsort((position[nodes], stage))]
        ends = np.cumsum(np.bincount(stage, minlength=len(self.roots)))
        return [members.tolist() for members in np.split(nodes, ends[:-1])]


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


@dataclass(frozen=True, slots=True)
class StageDeviation:
    """What a player can gain in the stage of the proper subgame with this root, in units of payoff."""

    root: int
    player: int
    gain: mpq


@dataclass(frozen=True, eq=False)
class SubgameRegrets:
    """The verdict on a profile in every proper subgame.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order.
    payoffs : tuple of tuples of mpq, per root, per player
        What the players expect from there on; everything paid before is included.
    regrets : tuple of tuples of mpq, per root, per player
        What a player could gain by other moves in the stage: in the subgame, but outside of the proper subgames
        inside it. Never negative. It is counted as if play had come to the root.
    """

    roots: Integers
    payoffs: tuple[tuple[mpq, ...], ...]
    regrets: tuple[tuple[mpq, ...], ...]

    @property
    def is_subgame_perfect(self) -> bool:
        """Whether no player can gain in any stage, which is: in any proper subgame."""
        return not any(map(any, self.regrets))

    @property
    def worst(self) -> StageDeviation | None:
        """The largest gain, the first in breadth-first order if there are several; None if nobody can gain."""
        largest = max(
            (
                StageDeviation(root, player, gain)
                for root, gains in zip(self.roots.tolist(), self.regrets, strict=True)
                for player, gain in enumerate(gains)
            ),
            key=lambda deviation: deviation.gain,
            default=None,
        )
        return largest if largest is not None and largest.gain else None


def subgame_regrets(game: Game, profile: Profile) -> SubgameRegrets:
    """Judge a profile in every proper subgame exactly, in time linear in the tree, the length of numbers aside.

    Every stage is judged with the proper subgames inside it replaced by the profile's own payoffs there. That is
    enough (Selten 1965; the one-shot deviation principle, a subgame for a shot). If nobody gains in any stage, then
    by induction from the last subgames nobody gets more in an inner subgame than its payoff, so whatever a
    player does in the stage and thereafter pays no more than the same moves in the stage alone, which gain nothing:
    the profile is an equilibrium of every proper subgame. Conversely, a gain in a stage is a gain in its subgame, by
    playing on inside as the profile does. Any number of players, all with perfect recall.

    Raises
    ------
    RecallError
        If a player does not have perfect recall.
    ProfileError, ProbabilityError
        If the profile does not fit the game.

    Examples
    --------
    An empty threat: player 2 says that an entry is met with a fight, so player 1 stays out, an equilibrium.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> out, entry = builder.move(builder.root, 0, ["out", "in"])
    >>> share, fight = builder.move(entry, 1, ["share", "fight"])
    >>> for leaf, payoffs in ((out, (1, 5)), (share, (2, 2)), (fight, (0, 0))):
    ...     builder.pay(leaf, *payoffs)
    >>> game = builder.build()
    >>> verdict = subgame_regrets(game, Profile.of(game, [[[1, 0]], [[0, 1]]]))
    >>> verdict.is_subgame_perfect, verdict.worst
    (False, StageDeviation(root=2, player=1, gain=mpq(2,1)))
    >>> subgame_regrets(game, Profile.of(game, [[[0, 1]], [[1, 0]]])).is_subgame_perfect
    True
    """
    check_profile(game, profile)
    behind = histories(game)
    sequences = require_perfect_recall(game, behind)
    parts = stages(game)
    steps = move_probabilities(game, profile)
    probability = steps.tolist()
    gains, payoffs = [], []
    for player_sequences in sequences:
        limits.check()
        values = node_values(game, steps, player_sequences.player).tolist()
        best = _best_values(game, behind, parts, player_sequences, probability, values)
        payoffs.append([values[root] for root in parts.roots.tolist()])
        gains.append([most - got for most, got in zip(best, payoffs[-1], strict=True)])
    by_root = [tuple(tuple(values[k] for values in rows) for k in range(len(parts.roots))) for rows in (payoffs, gains)]
    return SubgameRegrets(parts.roots, *by_root)


def _best_values(
    game: Game, behind: Histories, parts: Stages, sequences: Sequences, probability: list[mpq], values: list[mpq]
) -> list[mpq]:
    """Return the best that a player can get in every stage, where the ends of stages pay the given values.

    As a best response in the whole game, but with an empty sequence for every stage: ``own.size`` plus its number.
    A set's own last move within its stage is the same at all of its nodes, by perfect recall.
    """
    totals = [ZERO] * (sequences.size + len(parts.roots))
    is_root = np.zeros(game.size, dtype=bool)
    is_root[parts.roots] = True
    moves_above = game.player[game.parent] == sequences.player
    sequence = np.where(moves_above, behind.last_move[sequences.player], EMPTY)  # the own move that leads to the node
    empty = np.where(is_root, sequences.size + parts.stage, EMPTY)
    reach, last = [ONE] * game.size, [EMPTY] * game.size
    columns = game.parent[1:], sequence[1:], parts.ends[1:], empty[1:]
    last[0] = int(empty[0])
    for node, (above, move, end, stage) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        weight, slot = (reach[above], move) if move else (reach[above] * probability[node], last[above])
        if end and weight and values[node]:
            totals[slot] += weight * values[node]
        reach[node], last[node] = (ONE, stage) if stage else (weight, slot)
    first_node = game.first_nodes()[list(sequences.sets)].tolist()
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = sequences.moves(h)
        totals[last[first_node[h]]] += max(totals[moves.start : moves.stop])
    return totals[sequences.size :]
