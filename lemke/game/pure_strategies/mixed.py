"""Mixed strategies, and conversions between mixed strategies, realization plans and behavior strategies (Kuhn 1953).

A mixed strategy μ is a distribution over pure strategies; a behavior strategy has a distribution over the moves at
every information set. Strategies with the same realization plan are equivalent. The realization plan of a mixed
strategy is x(σ) = Σ μ(p), summed over the pure strategies p that make all moves of σ. For a player with perfect recall
every mixed strategy has the realization plan of some behavior strategy (Theorem 2.62 of M. Balko's lecture notes), and
vice versa.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import attrgetter

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NumberError
from lemke.game import Game
from lemke.game.builder import check_distribution
from lemke.game.pure_strategies.enumeration import PureStrategies, pure_strategies
from lemke.game.pure_strategies.slots import STAR, PureStrategy
from lemke.game.recall import EMPTY, Sequences, histories, player_sequences
from lemke.game.strategy import (
    Behavior,
    behavior,
    behavior_of,
    centroid,
    is_realization_plan,
    plan_rules,
    realization_plan,
)
from lemke.ground.rational import ONE, ZERO, exact
from lemke.ground.sparse import ByValue, Vector, zeros
from lemke.ground.words import count


@dataclass(frozen=True, eq=False)
class MixedStrategy(ByValue):
    """A distribution over the pure or the reduced strategies of a player.

    Attributes
    ----------
    strategies : PureStrategies
        All pure or all reduced strategies of the player.
    probabilities : dict from strategy to mpq
        Positive, with sum 1, in the order of the strategies.
    """

    strategies: PureStrategies
    probabilities: dict[PureStrategy, mpq]

    @classmethod
    def of(cls, strategies: PureStrategies, probabilities: Mapping[Sequence[int] | str, object]) -> MixedStrategy:
        """Return the mixed strategy with these exact probabilities; strategies without a probability have 0.

        Strategies are given as sequences of moves or as texts. Raises InputError for a key that is no strategy, and
        NumberError for values that are no distribution.
        """
        weights: dict[PureStrategy, mpq] = {}
        for key, value in probabilities.items():
            strategy = strategies.parse(key) if isinstance(key, str) else tuple(key)
            weights[strategy] = weights.get(strategy, ZERO) + exact(value)
        ranks = {strategy: strategies.rank(strategy) for strategy in weights}
        check_distribution(tuple(weights.values()))
        support = sorted((strategy for strategy in weights if weights[strategy]), key=ranks.__getitem__)
        return cls(strategies, {strategy: weights[strategy] for strategy in support})

    def __repr__(self) -> str:
        shares = (f"{self.strategies.text(strategy)}: {share}" for strategy, share in self.probabilities.items())
        return "<MixedStrategy {" + ", ".join(shares) + "}>"


def plan_of_mixed(sequences: Sequences, mixed: MixedStrategy) -> Vector:
    """Return the realization plan of a mixed strategy: x(σ) is the probability of making all moves of σ.

    Raises InputError if the mixed strategy belongs to another player or game.
    """
    _check_player(sequences, mixed.strategies)
    plan = zeros(sequences.size)
    for strategy, probability in mixed.probabilities.items():
        for sequence in _played_sequences(sequences, strategy):
            plan[sequence] += probability
    return plan


def mixed_of_plan(sequences: Sequences, strategies: PureStrategies, plan: Vector) -> MixedStrategy:
    """Return a mixed strategy that has a given realization plan and uses few reduced strategies.

    Let x be the remaining plan, at first ``plan``. Every step takes the reduced strategy that makes the most probable
    move of x at every set that the strategy reaches. The strategy gets the probability p = min x(σ) over its sequences
    σ, and p is subtracted from x at these sequences, so at least one becomes 0. The number of strategies is therefore
    at most 1 + (number of nonempty sequences with positive probability) − (number of reached sets). This is 1 plus the
    dimension of the face of the plan (Carathéodory 1911).

    Raises
    ------
    InputError
        If ``strategies`` are not the reduced strategies of the player.
    NumberError
        If ``plan`` is no realization plan.

    >>> from lemke.game import GameBuilder
    >>> from lemke.game.recall import player_sequences
    >>> from lemke.ground.sparse import vector
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> _ = builder.move(left, 0, ["S", "T"])
    >>> game = builder.build(unpaid="zero")
    >>> sequences, reduced = player_sequences(game, 0), pure_strategies(game, 0)
    >>> mixed = mixed_of_plan(sequences, reduced, vector([1, "1/2", "1/2", "1/3", "1/6"]))
    >>> {reduced.text(strategy): str(share) for strategy, share in mixed.probabilities.items()}
    {'L S': '1/3', 'L T': '1/6', 'R *': '1/2'}
    """
    _check_player(sequences, strategies)
    if not strategies.reduced:
        raise InputError("all pure strategies, expected the reduced strategies (pure_strategies with reduced=True)")
    if not is_realization_plan(sequences, plan):
        raise NumberError(
            f"a vector that is no realization plan of player {sequences.player + 1}, expected {plan_rules(sequences)}"
        )
    remaining = plan.copy()
    mixed: dict[Sequence[int] | str, object] = {}
    while remaining[EMPTY]:
        strategy = _most_probable(sequences, remaining)
        played = _played_sequences(sequences, strategy)
        probability = min(remaining[played])
        remaining[played] -= probability
        mixed[strategy] = probability
    return MixedStrategy.of(strategies, mixed)


def mixed_of_behavior(game: Game, player: int, strategy: Behavior) -> MixedStrategy:
    """Return a mixed strategy over few reduced strategies that is realization equivalent to a behavior strategy.

    Raises
    ------
    RecallError
        If the player does not have perfect recall: then there may be no such strategy.
    ProfileError, NumberError
        If the behavior strategy does not fit the game.
    """
    sequences = player_sequences(game, player)
    return mixed_of_plan(sequences, pure_strategies(game, player), _plan(sequences, strategy))


def behavior_of_mixed(game: Game, player: int, mixed: MixedStrategy) -> Behavior:
    """Return a behavior strategy that is realization equivalent to a mixed strategy (Kuhn 1953).

    At information sets that the mixed strategy does not reach, the moves do not matter; they get equal probabilities.

    Raises
    ------
    RecallError
        If the player does not have perfect recall: then there may be no such strategy.
    InputError
        If the mixed strategy belongs to another player or game.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> _ = builder.move(left, 0, ["S", "T"])
    >>> game = builder.build(unpaid="zero")
    >>> behavior_of_mixed(game, 0, MixedStrategy.of(pure_strategies(game, 0), {"R *": 1}))
    ((mpq(0,1), mpq(1,1)), (mpq(1,2), mpq(1,2)))
    """
    sequences = player_sequences(game, player)
    partial = behavior(sequences, plan_of_mixed(sequences, mixed))  # None at sets that are not reached
    return tuple(distribution or uniform for distribution, uniform in zip(partial, centroid(sequences), strict=True))


def realization_equivalent(
    game: Game, player: int, first: MixedStrategy | Behavior, second: MixedStrategy | Behavior
) -> bool:
    """Return whether two strategies of a player reach every node with equal probability, whatever the others play.

    With perfect recall this holds iff both realization plans have the same number at every sequence of the player that
    leads to a node which chance reaches with positive probability.

    Raises
    ------
    RecallError
        If the player does not have perfect recall.
    InputError, ProfileError, NumberError
        If a strategy does not fit the game.
    """
    sequences = player_sequences(game, player)
    game_histories = histories(game)
    possible = game_histories.products.astype(bool)[game_histories.product]  # nodes that chance can reach
    player_sequences_there = np.unique(game_histories.last_move[player][possible])
    first_plan, second_plan = _plan(sequences, first), _plan(sequences, second)
    return np.array_equal(first_plan[player_sequences_there], second_plan[player_sequences_there])


def marginal_behavior(mixed: MixedStrategy) -> Behavior:
    """Return the marginal probabilities of the moves at every information set under a mixed strategy.

    Raises InputError for a mixed strategy over reduced strategies, which leave moves open.
    """
    strategies = mixed.strategies
    if strategies.reduced:
        expected = "one over all pure strategies (pure_strategies with reduced=False)"
        raise InputError(f"a mixed strategy over reduced strategies, expected {expected}")
    shares = [[ZERO] * len(information_set.actions) for information_set in strategies.information_sets]
    for strategy, probability in mixed.probabilities.items():
        for distribution, move in zip(shares, strategy, strict=True):
            distribution[move] += probability
    return tuple(map(tuple, shares))


def is_behavior_strategy(mixed: MixedStrategy) -> bool:
    """Return whether a mixed strategy over all pure strategies makes its moves at different sets independently.

    If so, ``mixed`` is the behavior strategy :func:`marginal_behavior`. If not, ``mixed`` may still be realization
    equivalent to a behavior strategy.
    """
    marginals = marginal_behavior(mixed)
    return all(  # the support of `mixed` is enough, since both distributions sum to 1
        probability
        == prod((distribution[move] for distribution, move in zip(marginals, strategy, strict=True)), start=ONE)
        for strategy, probability in mixed.probabilities.items()
    )


def _plan(sequences: Sequences, strategy: MixedStrategy | Behavior) -> Vector:
    if isinstance(strategy, MixedStrategy):
        return plan_of_mixed(sequences, strategy)
    return realization_plan(sequences, behavior_of(sequences.player, sequences.information_sets, strategy))


def _played_sequences(sequences: Sequences, strategy: PureStrategy) -> list[int]:
    """Return the sequences of which a pure strategy makes all moves; the empty sequence is the first one."""
    played = {EMPTY}
    for h, (parent, move) in enumerate(zip(sequences.parent.tolist(), strategy, strict=True)):
        if parent in played and move != STAR:
            played.add(sequences.moves(h)[move])
    return sorted(played)


def _most_probable(sequences: Sequences, plan: Vector) -> PureStrategy:
    """Return the reduced strategy with the most probable move at every set that is reached; on ties the first move."""
    played, strategy = {EMPTY}, []
    for h, parent in enumerate(sequences.parent.tolist()):
        moves = sequences.moves(h)
        if parent in played:
            move = int(np.argmax(plan[moves.start : moves.stop]))
            played.add(moves[move])
            strategy.append(move)
        else:
            strategy.append(STAR)
    return tuple(strategy)


def _check_player(sequences: Sequences, strategies: PureStrategies) -> None:
    player_and_sets = attrgetter("player", "sets", "information_sets")
    if player_and_sets(strategies) != player_and_sets(sequences):
        size, expected = len(strategies.sets), len(sequences.sets)
        if strategies.player != sequences.player:
            message = f"strategies of player {strategies.player + 1}, expected those of player {sequences.player + 1}"
        elif size != expected:
            message = f"strategies over {count(size, 'information set')}, expected {expected}, as in the game"
        else:
            message = "strategies of another game, expected the same information sets and moves"
        raise InputError(message)
