"""The judge of subgame perfection: exact regrets of a profile in every proper subgame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.game import Game
from lemke.game.reach import move_probabilities, node_values
from lemke.game.recall import EMPTY, Histories, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile
from lemke.game.subgames.stages import Stages, stages
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO


@dataclass(frozen=True, slots=True)
class Deviation:
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
    def worst(self) -> Deviation | None:
        """The largest gain, the first in breadth-first order if there are several; None if nobody can gain."""
        found = max(
            (
                Deviation(root, player, gain)
                for root, gains in zip(self.roots.tolist(), self.regrets, strict=True)
                for player, gain in enumerate(gains)
            ),
            key=lambda deviation: deviation.gain,
            default=None,
        )
        return found if found is not None and found.gain else None


def subgame_regrets(game: Game, profile: Profile) -> SubgameRegrets:
    """Judge a profile in every proper subgame exactly, in time linear in the tree, the length of numbers aside.

    Every stage is judged with the proper subgames inside it replaced by the profile's own payoffs there. That is
    enough (Selten 1965; the one-shot deviation principle, a subgame for a shot). If nobody gains in any stage, then
    by induction from the last subgames nobody gets more in an inner subgame than its payoff, so whatever a
    player does in the stage and thereafter pays no more than the same moves in the stage alone, which gain nothing:
    the profile is an equilibrium of every proper subgame. Conversely, a gain in a stage is a gain in its subgame, by
    playing on inside as the profile does.

    Parameters
    ----------
    game : Game
        Any number of players, all with perfect recall.
    profile : Profile

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
    (False, Deviation(root=2, player=1, gain=mpq(2,1)))
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
    for own in sequences:
        limits.check()
        values = node_values(game, steps, own.player).tolist()
        best = _best_values(game, behind, parts, own, probability, values)
        payoffs.append([values[root] for root in parts.roots.tolist()])
        gains.append([most - got for most, got in zip(best, payoffs[-1], strict=True)])
    by_root = [tuple(tuple(own[k] for own in rows) for k in range(len(parts.roots))) for rows in (payoffs, gains)]
    return SubgameRegrets(parts.roots, *by_root)


def _best_values(
    game: Game, behind: Histories, parts: Stages, own: Sequences, probability: list[mpq], values: list[mpq]
) -> list[mpq]:
    """Return the best that a player can get in every stage, where the ends of stages pay the given values.

    As a best response in the whole game, but with an empty sequence for every stage: ``own.size`` plus its number.
    A set's own last move within its stage is the same at all of its nodes, by perfect recall.
    """
    totals = [ZERO] * (own.size + len(parts.roots))
    is_root = np.zeros(game.size, dtype=bool)
    is_root[parts.roots] = True
    moves_above = game.player[game.parent] == own.player
    sequence = np.where(moves_above, behind.last_move[own.player], EMPTY)  # the own move that leads to the node
    empty = np.where(is_root, own.size + parts.stage, EMPTY)
    reach, last = [ONE] * game.size, [EMPTY] * game.size
    columns = game.parent[1:], sequence[1:], parts.ends[1:], empty[1:]
    last[0] = int(empty[0])
    for node, (above, move, end, stage) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        weight, slot = (reach[above], move) if move else (reach[above] * probability[node], last[above])
        if end and weight and values[node]:
            totals[slot] += weight * values[node]
        reach[node], last[node] = (ONE, stage) if stage else (weight, slot)
    first_node = game.first_nodes()[list(own.sets)].tolist()
    for h in range(len(own.sets) - 1, -1, -1):
        moves = own.moves(h)
        totals[last[first_node[h]]] += max(totals[moves.start : moves.stop])
    return totals[own.size :]
