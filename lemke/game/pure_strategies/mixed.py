"""Mixed strategies and their realization plans (Kuhn 1953).

A mixed strategy μ is a distribution over pure strategies. Its realization plan is x(σ) = Σ μ(p), summed over the pure
strategies p that make all moves of σ. Strategies with the same realization plan are equivalent. For a player with
perfect recall every mixed strategy has the realization plan of some behavior strategy (Theorem 2.62 of M. Balko's
lecture notes), and vice versa.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gmpy2 import mpq

from lemke.game.builder import check_distribution
from lemke.game.pure_strategies.enumeration import PureStrategies
from lemke.game.pure_strategies.slots import STAR, PureStrategy
from lemke.game.recall import EMPTY, Sequences
from lemke.ground.rational import ZERO, exact
from lemke.ground.sparse import ByValue, Vector, zeros


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
    """Return the realization plan of a mixed strategy: x(σ) is the probability of making all moves of σ."""
    plan = zeros(sequences.size)
    for strategy, probability in mixed.probabilities.items():
        for sequence in _played_sequences(sequences, strategy):
            plan[sequence] += probability
    return plan


def _played_sequences(sequences: Sequences, strategy: PureStrategy) -> list[int]:
    """Return the sequences of which a pure strategy makes all moves; the empty sequence is the first one."""
    played = {EMPTY}
    for h, (parent, move) in enumerate(zip(sequences.parent.tolist(), strategy, strict=True)):
        if parent in played and move != STAR:
            played.add(sequences.moves(h)[move])
    return sorted(played)
