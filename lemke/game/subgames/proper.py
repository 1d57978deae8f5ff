"""Proper subgames and stages of a game, and the test whether a profile is subgame perfect.

A proper subgame is a subtree that contains all nodes or no node of every information set of a player, and whose root
is the only node in its information set (Selten 1965). Information sets of chance do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.game.reach import move_probabilities, node_values
from lemke.game.recall import EMPTY, Histories, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO


def proper_subgames(game: Game) -> Integers:
    """Return the roots of all proper subgames, in breadth-first order.

    A root is an inner node, so a game of one leaf has no proper subgame. Every other game is a proper subgame of
    itself, even if the root is not the only node in its information set (absent-mindedness). The game may have any
    number of players and any recall. Time is linear in the tree.

    Returns
    -------
    int64 array of nodes

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> leaves = builder.move(right, 1, ["l", "r"])
    >>> proper_subgames(builder.build(unpaid="zero")).tolist()
    [0, 2]
    """
    position = np.argsort(game.preorder())
    sets = len(game.information_sets)  # every leaf and every chance node counts as a set of its own
    set_number = np.where(game.player >= 0, game.information_set, sets + np.arange(game.size))
    lowest, highest = np.full(sets + game.size, game.size), np.zeros(sets + game.size, dtype=np.int64)
    np.minimum.at(lowest, set_number, position)
    np.maximum.at(highest, set_number, position)
    is_singleton = np.bincount(set_number)[set_number] == 1
    is_singleton[0] = True  # the whole game is a proper subgame in any case
    # for every subtree: the lowest and highest position of nodes in its sets, and the position of its last node
    low, high, last = lowest[set_number].tolist(), highest[set_number].tolist(), position.tolist()
    # from the last node to the first after the root, so that a parent comes after its children
    for node, parent in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        low[parent] = min(low[parent], low[node])
        high[parent] = max(high[parent], high[node])
        last[parent] = max(last[parent], last[node])
    # a subtree is an interval in depth-first order, from its root to its last node
    contains_its_sets = (np.array(low) >= position) & (np.array(high) <= np.array(last))
    return np.flatnonzero(contains_its_sets & is_singleton & (game.player != TERMINAL))


def subtree_totals(game: Game, numbers: Integers) -> Integers:
    """Return for every node the sum of ``numbers``, one whole number per node, over the subtree of the node.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> subtree_totals(builder.build(unpaid="zero"), np.array([1, 1, 5])).tolist()
    [7, 1, 5]
    """
    totals = numbers.tolist()
    # from the last node to the first after the root, so that a parent comes after its children
    for node, parent in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        totals[parent] += totals[node]
    return np.array(totals, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Stages:
    """The stages of a game. A stage is a proper subgame without the proper subgames inside it.

    The roots of the proper subgames inside are ends of the stage, as leaves are. The move at an inner node of the tree
    belongs to exactly one stage, and the moves at all nodes of a player's information set to the same stage. The stages
    together have the size of the tree, except that every root below the first one is counted twice: as a root and as an
    end.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order, so that a stage comes before the stages below it.
    stage : int64 array, one number per node
        At an inner node, the stage of its move, as an index into ``roots``; at a leaf, the stage of its parent.
    ends : bool array, one per node
        Whether the node is an end of its parent's stage: a leaf, or the root of another stage.
    """

    roots: Integers
    stage: Integers
    ends: NDArray[np.bool_]

    def sets(self, game: Game) -> list[list[int]]:
        """Return the indices of the players' information sets in every stage, in breadth-first order."""
        by_stage: list[list[int]] = [[] for _ in self.roots]
        for index, stage in enumerate(self.stage[game.first_nodes()].tolist()):
            if game.information_sets[index].player != CHANCE:
                by_stage[stage].append(index)
        return by_stage

    def nodes(self, game: Game) -> list[list[int]]:
        """Return the nodes of every stage in depth-first order, ends included."""
        if not len(self.roots):
            return []
        inner_roots = self.roots[1:]  # roots of their own stage, and ends of the stage above
        position = np.argsort(game.preorder())
        nodes = np.concatenate([np.arange(game.size), inner_roots])
        stage = np.concatenate([self.stage, self.stage[game.parent[inner_roots]]])
        nodes = nodes[np.lexsort((position[nodes], stage))]
        bounds = np.cumsum(np.bincount(stage, minlength=len(self.roots)))
        return [members.tolist() for members in np.split(nodes, bounds[:-1])]


def stages(game: Game) -> Stages:
    """Return the stages of a game of any number of players and any recall; a game of one leaf has none."""
    roots = proper_subgames(game)
    is_root = np.zeros(game.size, dtype=bool)
    is_root[roots] = True
    ends = is_root | (game.player == TERMINAL)
    ends[0] = False
    return Stages(roots, np.searchsorted(roots, game.nearest(is_root)), ends)


def stage_game(game: Game, nodes: Sequence[int], values: Mapping[int, tuple[mpq, ...]]) -> Game:
    """Return a stage as a game, without labels of nodes.

    The information sets of every player have the same order as in the whole game.

    Parameters
    ----------
    nodes : sequence of int
        The nodes of the stage in depth-first order, as :meth:`Stages.nodes` returns them.
    values : mapping from int to tuple of mpq, one per player
        The payoffs at the ends of the stage, including all outcomes on the path. The nodes with values are the ends.

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


@dataclass(frozen=True, eq=False)
class SubgameRegrets:
    """Payoffs and regrets of a profile in every proper subgame.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order.
    payoffs : tuple of tuples of mpq, per root, per player
        The expected payoffs from the root on, including all outcomes on the path to the root.
    regrets : tuple of tuples of mpq, per root, per player
        How much a player can gain by other moves in the stage, that is, in the subgame but not in the proper subgames
        inside it, if play begins at the root; never negative.
    """

    roots: Integers
    payoffs: tuple[tuple[mpq, ...], ...]
    regrets: tuple[tuple[mpq, ...], ...]

    @property
    def is_subgame_perfect(self) -> bool:
        """Whether no player can gain in any stage; equivalently, whether no player can gain in any proper subgame."""
        return not any(map(any, self.regrets))

    @property
    def worst(self) -> tuple[int, int, mpq] | None:
        """Root, player and size of the largest gain, on ties the first one; None if no player can gain."""
        gains = [
            (root, player, gain)
            for root, row in zip(self.roots.tolist(), self.regrets, strict=True)
            for player, gain in enumerate(row)
        ]
        largest = max(gains, key=itemgetter(2), default=None)
        return largest if largest is not None and largest[2] else None


def subgame_regrets(game: Game, profile: Profile) -> SubgameRegrets:
    """Return the exact payoffs and regrets of a profile in every proper subgame.

    Time is linear in the tree for numbers of bounded length. The regrets are computed stage by stage: proper subgames
    inside a stage are replaced by the profile's payoffs there. That is enough for subgame perfection (Selten 1965; it
    is the one-shot deviation principle with stages as shots). Suppose that no player gains in any stage. By induction
    from the last subgames, no player can get more in an inner subgame than the profile's payoff there. So a deviation
    in a stage and in the subgames inside it pays at most as much as its part in the stage alone, which gains nothing.
    The profile is then an equilibrium of every proper subgame. Conversely, a gain in a stage is a gain in its subgame
    if the player follows the profile in the subgames inside. The game may have any number of players, all with perfect
    recall.

    Raises
    ------
    RecallError
        If a player does not have perfect recall.
    ProfileError, NumberError
        If the profile does not fit the game.

    Examples
    --------
    An empty threat: player 2 would answer an entry with a fight, so player 1 stays out. This profile is an equilibrium,
    but not subgame perfect.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> out, entry = builder.move(builder.root, 0, ["out", "in"])
    >>> share, fight = builder.move(entry, 1, ["share", "fight"])
    >>> for leaf, payoffs in ((out, (1, 5)), (share, (2, 2)), (fight, (0, 0))):
    ...     builder.pay(leaf, *payoffs)
    >>> game = builder.build()
    >>> verdict = subgame_regrets(game, Profile.of(game, [[[1, 0]], [[0, 1]]]))
    >>> verdict.is_subgame_perfect, verdict.worst
    (False, (2, 1, mpq(2,1)))
    >>> subgame_regrets(game, Profile.of(game, [[[0, 1]], [[1, 0]]])).is_subgame_perfect
    True
    """
    check_profile(game, profile)
    game_histories = histories(game)
    sequences = require_perfect_recall(game, game_histories)
    game_stages = stages(game)
    steps = move_probabilities(game, profile)
    probability = steps.tolist()
    gains, payoffs = [], []
    for player_sequences in sequences:
        values = node_values(game, steps, player_sequences.player).tolist()
        best = _best_values(game, game_histories, game_stages, player_sequences, probability, values)
        payoffs.append([values[root] for root in game_stages.roots.tolist()])
        gains.append([best_payoff - payoff for best_payoff, payoff in zip(best, payoffs[-1], strict=True)])
    # from lists per player to tuples per root; without players, a zip would lose the roots
    roots = range(len(game_stages.roots))
    by_root = [tuple(tuple(values[k] for values in rows) for k in roots) for rows in (payoffs, gains)]
    return SubgameRegrets(game_stages.roots, *by_root)


def _best_values(
    game: Game,
    game_histories: Histories,
    game_stages: Stages,
    sequences: Sequences,
    probability: list[mpq],
    values: list[mpq],
) -> list[mpq]:
    """Return a player's best payoff in every stage; every end of a stage, a node k, pays ``values[k]``.

    The computation is the backward induction of :mod:`lemke.game.best_response`, but every stage has its own empty
    sequence, with number ``sequences.size`` plus the number of the stage. By perfect recall, all nodes of a set have
    the same last move of the player within their stage. ``probability`` has for every node the probability of the move
    that leads to it.
    """
    totals = [ZERO] * (sequences.size + len(game_stages.roots))
    is_root = np.zeros(game.size, dtype=bool)
    is_root[game_stages.roots] = True
    player_moved = game.player[game.parent] == sequences.player
    own_move = np.where(player_moved, game_histories.last_move[sequences.player], EMPTY)  # EMPTY: another player moved
    empty_sequence = np.where(is_root, sequences.size + game_stages.stage, EMPTY)  # at roots of stages
    # for every node, within its stage: the reach of the other players and chance, and the player's sequence
    reach, sequence = [ONE] * game.size, [EMPTY] * game.size
    columns = game.parent[1:], own_move[1:], game_stages.ends[1:], empty_sequence[1:]
    sequence[0] = int(empty_sequence[0])
    for node, (parent, move, end, empty) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        if move:
            node_reach, node_sequence = reach[parent], move
        else:
            node_reach, node_sequence = reach[parent] * probability[node], sequence[parent]
        if end and node_reach and values[node]:
            totals[node_sequence] += node_reach * values[node]
        # the root of another stage is an end of this stage, and then the start of its own
        reach[node], sequence[node] = (ONE, empty) if empty else (node_reach, node_sequence)
    first_node = game.first_nodes()[list(sequences.sets)].tolist()
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = sequences.moves(h)
        totals[sequence[first_node[h]]] += max(totals[moves.start : moves.stop])
    return totals[sequences.size :]
