"""A mixed strategy over few reduced strategies with a given realization plan (Kuhn 1953, Carathéodory 1911)."""

import numpy as np

from lemke.game.pure_strategies import STAR, MixedStrategy, PureStrategies
from lemke.game.recall import EMPTY, Sequences
from lemke.ground.sparse import Vector


def mixed_of_plan(sequences: Sequences, strategies: PureStrategies, plan: Vector) -> MixedStrategy:
    """Each step takes the most probable moves that remain, with the least of their probabilities."""
    remaining, mixed = plan.copy(), {}
    while remaining[EMPTY]:
        played, strategy = [EMPTY], []
        for h, parent in enumerate(sequences.parent.tolist()):
            moves = sequences.moves(h)
            if parent in played:
                strategy.append(int(np.argmax(remaining[moves.start : moves.stop])))
                played.append(moves[strategy[-1]])
            else:
                strategy.append(STAR)
        mixed[tuple(strategy)] = min(remaining[played])
        remaining[played] -= mixed[tuple(strategy)]
    return MixedStrategy.of(strategies, mixed)
