"""What a player could do better against the others, and where its own strategy loses how much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq

from lemke.game.best_response.counterfactual import immediate_regrets, induction
from lemke.game.best_response.induction import BestResponse
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Vector, vector


@dataclass(frozen=True, eq=False)
class Deviation:
    """A best response of one player, a pure strategy, beside the strategy that the player has.

    Information sets are meant by their positions h in breadth-first order, as in :class:`~lemke.game.recall.Sequences`.

    Attributes
    ----------
    sequences : Sequences
    behavior : behavior strategy of the player
    plan : exact vector, one probability per sequence
        Its realization plan x.
    values : exact vector, one number per sequence
        The payoff of the leaves where the sequence is the player's last, weighted with the reach of the others and of
        chance.
    response : BestResponse
        A best move at every set, also at those that the player itself avoids.
    """

    sequences: Sequences
    behavior: Behavior
    plan: Vector
    values: Vector
    response: BestResponse

    @cached_property
    def losses(self) -> Vector:
        """x(σ_h) · Σ_c b(c | h) · [V(h) − V(h c)] for every set h, in units of payoff; the sum is the player's regret.

        V is what the best response gets from there on, weighted with π_{−i}(h). No term is negative. The sum telescopes
        from the best response value to the payoff: the performance difference lemma (S. Kakade, J. Langford 2002).
        """
        best = self.values.copy()
        np.add.at(best, self.sequences.parent, self.response.set_values)
        lost = []
        for h, (moves, value) in enumerate(zip(self.behavior, self.response.set_values, strict=True)):
            reach = self.plan[self.sequences.parent[h]]
            terms = (p * (value - best[c]) for p, c in zip(moves, self.sequences.moves(h), strict=True) if p)
            lost.append(reach * sum(terms, ZERO) if reach else ZERO)
        return vector(lost)

    @cached_property
    def counterfactual_regrets(self) -> Vector:
        """π_{−i}(h) · max_c [v(h, c) − v(h)] for every set h, in units of payoff; v as the player's strategy goes on.

        Zinkevich, Johanson, Bowling, Piccione (2007), Theorem 3: they sum to no less than the player's regret.
        """
        return immediate_regrets(self.sequences, *induction(self.sequences, self.values, self.behavior))

    @cached_property
    def plays(self) -> list[int]:
        """The sets that the best response itself reaches, if the others let it; its moves elsewhere do not matter."""
        reached = np.zeros(self.sequences.size, dtype=bool)
        reached[0] = True
        found = []
        for h, (parent, move) in enumerate(zip(self.sequences.parent.tolist(), self.response.moves, strict=True)):
            if reached[parent]:
                reached[self.sequences.moves(h)[move]] = True
                found.append(h)
        return found

    def worst(self) -> list[int]:
        """Return the sets at which something is lost, those with the greatest losses first."""
        losing = np.flatnonzero(self.losses.astype(bool)).tolist()
        return sorted(losing, key=lambda h: -self.losses[h])

    @property
    def largest_counterfactual_regret(self) -> mpq:
        """The maximum over all sets; 0 if the player never moves."""
        return max(self.counterfactual_regrets, default=ZERO)
