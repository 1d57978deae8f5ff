"""Best responses by backward induction on the tree, and moves where a plan leaves them open.

This uses neither an LP nor the matrices of the sequence form, so it can judge both. It takes one pass over the leaves
and one over the player's information sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from gmpy2 import mpq

from lemke.game import Game
from lemke.game.recall import EMPTY, Histories, Sequences, weighted_payoffs
from lemke.game.strategy import Behavior, PartialBehavior
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.brief import brief
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, exact_dot, exact_sum, pairs, summed, vector, zeros

BETWEEN_CHECKS = 1024
"""Information sets between two checks of the limits; sums of values may have many digits."""


@dataclass(frozen=True, eq=False)
class BestResponse:
    """A best response of a player to the others' plans.

    Attributes
    ----------
    value : mpq
        The best expected payoff.
    set_values : exact vector, one number per information set of the player
        The most that the moves at the set and below can contribute to it: payoffs weighted with the others' and
        chance's reach.
    moves : tuple of int
        At each set the best move of lowest index.
    """

    value: mpq
    set_values: Vector
    moves: tuple[int, ...]

    __repr__ = brief

    @property
    def dual(self) -> Vector:
        """u, the best value and then the set values: the solution of min eᵀu, Eᵀu ≥ the sequences' values."""
        return np.append([self.value], self.set_values)


def sequence_values(
    game: Game, behind: Histories, player: int, plans: Sequence[Vector | None], payoffs_of: int | None = None
) -> Vector:
    """Return for every sequence of a player the total payoff of the leaves where the player's sequence is this one.

    Each leaf is weighted with the reach of chance and of the other players, by their plans. The player's own plan is
    not used.

    Parameters
    ----------
    player : int
    plans : sequence of exact vectors, one per player
        A probability for every sequence of that player. None leaves out that player's reach.
    payoffs_of : int, optional
        The player whose payoffs count; by default ``player``.

    Returns
    -------
    exact vector, one number per sequence of the player, in units of payoff: A y for player 1, Bᵀx for player 2.
    """
    leaves = game.leaves
    paid = weighted_payoffs(game, behind, player if payoffs_of is None else payoffs_of)
    number, terms = reached_by_others(behind, leaves, player, plans, *paid)
    nonzero = np.flatnonzero(terms.astype(bool)[number])
    values = zeros(behind.moves[player])
    sequences, sums = summed(behind.last_move[player][leaves[nonzero]], number[nonzero], terms)
    values[sequences] = sums
    return values


def reached_by_others(
    behind: Histories, nodes: Integers, player: int, plans: Sequence[Vector | None], number: Integers, terms: Vector
) -> tuple[Integers, Vector]:
    """Return terms at nodes times the reach of the player's opponents.

    Terms are given and returned as an index for every node and the vector of different terms. There are few different
    ones, so each product is computed once.
    """
    for opponent, plan in enumerate(plans):
        if opponent != player and plan is not None:
            before, sequences, number = pairs(number, behind.last_move[opponent][nodes], len(plan))
            terms = terms[before] * plan[sequences]
    return number, terms


def best_response(sequences: Sequences, values: Vector) -> BestResponse:
    """Return the best response, given :func:`sequence_values`; backward induction from the last set to the first."""
    total, parent = values.tolist(), sequences.parent.tolist()
    set_values = [ZERO] * len(parent)
    moves = [0] * len(parent)
    for h in limits.checked(range(len(parent) - 1, -1, -1), BETWEEN_CHECKS):
        span = sequences.moves(h)
        options = total[span.start : span.stop]
        set_values[h] = max(options)
        moves[h] = options.index(set_values[h])
        total[parent[h]] += set_values[h]
    return BestResponse(total[0], vector(set_values), tuple(moves))


def plan_value(plan: Vector, values: Vector) -> mpq:
    """Return the expected payoff of a plan, given the player's :func:`sequence_values` against the others."""
    return exact_dot(plan, values)


def complete(
    sequences: Sequences, partial: PartialBehavior, values: Vector, prior_values: Vector
) -> tuple[Behavior, frozenset[int]]:
    """Return the strategy with a best move at every set that a plan leaves open, and the positions of these sets.

    One backward induction compares the pairs (value against the other's plan, value against the other's prior)
    lexicographically, then takes the lowest index. Sets below an open set are open too, so the values of the sets that
    the plan reaches do not matter.
    """
    totals = list(zip(values, prior_values, strict=True))
    strategy, filled = list(partial), set()
    for h in limits.checked(range(len(sequences.sets) - 1, -1, -1), BETWEEN_CHECKS):
        moves = sequences.moves(h)
        if partial[h] is None:
            best = max(moves, key=totals.__getitem__)
            strategy[h] = (ZERO,) * (best - moves.start) + (ONE,) + (ZERO,) * (moves.stop - best - 1)
            filled.add(h)
            parent = sequences.parent[h]
            totals[parent] = (totals[parent][0] + totals[best][0], totals[parent][1] + totals[best][1])
    return cast(Behavior, tuple(strategy)), frozenset(filled)  # every None was replaced


def induction(sequences: Sequences, values: Vector, strategy: Behavior) -> tuple[Vector, Vector]:
    """Return the weighted values of sets and of sequences under a strategy, given :func:`sequence_values`.

    Backward induction from the last set to the first.
    """
    total, parent = values.tolist(), sequences.parent.tolist()
    weighted = [ZERO] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        span = sequences.moves(h)
        weighted[h] = exact_sum(vector(strategy[h]) * vector(total[span.start : span.stop]))
        total[parent[h]] += weighted[h]
    return vector(weighted), vector(total)


def immediate_regrets(sequences: Sequences, weighted: Vector, weighted_moves: Vector) -> Vector:
    """Return max_c v(h c) − v(h) for every set, given weighted values; never negative, as v(h) is a mean of v(h c)."""
    ranges = map(sequences.moves, range(len(weighted)))
    best = vector(weighted_moves[span.start : span.stop].max() for span in ranges)
    regrets: Vector = best - weighted
    return regrets


@dataclass(frozen=True, eq=False)
class Deviation:
    """A best response of one player, a pure strategy, and the strategy that the player has.

    The index h is a set's position in breadth-first order, as in :class:`~lemke.game.recall.Sequences`.

    Attributes
    ----------
    sequences : Sequences
    behavior : behavior strategy of the player
    plan : exact vector, one probability per sequence
        Its realization plan x.
    values : exact vector, one number per sequence
        The :func:`sequence_values` against the others' plans.
    response : BestResponse
        A best move at every set, also at sets that the player's own moves avoid.
    """

    sequences: Sequences
    behavior: Behavior
    plan: Vector
    values: Vector
    response: BestResponse

    __repr__ = brief

    @cached_property
    def losses(self) -> Vector:
        """x(σ_h) · Σ_c b(c | h) · [V(h) − V(h c)] for every set h, in units of payoff; the sum is the player's regret.

        V is the value of the best response from there on, weighted with π_{−i}(h). No term is negative. The sum
        telescopes from the best response value to the payoff: the performance difference lemma (S. Kakade, J. Langford
        2002).
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
        """π_{−i}(h) · max_c [v(h, c) − v(h)] for every set h, in units of payoff; v is under the player's strategy.

        Zinkevich, Johanson, Bowling, Piccione (2007), Theorem 3: their sum is at least the player's regret.
        """
        return immediate_regrets(self.sequences, *induction(self.sequences, self.values, self.behavior))

    @cached_property
    def plays(self) -> list[int]:
        """The sets that the best response's own moves allow; its moves at other sets do not matter."""
        made, reached = {EMPTY}, []
        for h, (parent, move) in enumerate(zip(self.sequences.parent.tolist(), self.response.moves, strict=True)):
            if parent in made:
                made.add(self.sequences.moves(h)[move])
                reached.append(h)
        return reached

    def worst(self) -> list[int]:
        """Return the sets with a positive loss, the greatest first."""
        losing = np.flatnonzero(self.losses.astype(bool)).tolist()
        return sorted(losing, key=lambda h: -self.losses[h])

    @property
    def largest_counterfactual_regret(self) -> mpq:
        """The maximum over all sets; 0 if the player never moves."""
        return max(self.counterfactual_regrets, default=ZERO)
