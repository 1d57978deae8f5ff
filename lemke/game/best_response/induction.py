"""Best responses by backward induction on the tree, and the moves that a plan leaves open.

Neither an LP nor the sequence form's matrices are used, so this can judge both. One pass over the leaves and one over
the player's information sets.
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
"""Information sets between two looks at the limits; sums of values may be long."""


@dataclass(frozen=True, eq=False)
class BestResponse:
    """What a player can get at best against the others' plans.

    Attributes
    ----------
    value : mpq
        The best expected payoff.
    set_values : exact vector, one number per information set of the player
        The best that the sets' moves can contribute to it: payoffs below the set, weighted with the others' and
        chance's reach.
    moves : tuple of int
        A best move at each set, of lowest index among the best.
    """

    value: mpq
    set_values: Vector
    moves: tuple[int, ...]

    __repr__ = brief

    @property
    def dual(self) -> Vector:
        """u, the best value and then those of the sets: the solution of min eᵀu, Eᵀu ≥ the sequences' values."""
        return np.append([self.value], self.set_values)


def sequence_values(
    game: Game, behind: Histories, player: int, plans: Sequence[Vector | None], payoffs_of: int | None = None
) -> Vector:
    """Return for every sequence of a player the payoff of the leaves where it is the player's last.

    Each leaf counts with the reach of chance and of the other players, whose plans are given; the player's own plan
    is not looked at.

    Parameters
    ----------
    player : int
    plans : sequence of exact vectors, one per player
        A probability for every sequence of that player.
    payoffs_of : int, optional
        Whose payoffs count, the player's unless stated.

    Returns
    -------
    exact vector, one number per sequence of the player, in units of payoff: A y for player 1, Bᵀx for player 2.
    """
    leaves = game.leaves
    paid = weighted_payoffs(game, behind, player if payoffs_of is None else payoffs_of)
    number, terms = reached_by_others(behind, leaves, player, plans, *paid)
    live = np.flatnonzero(terms.astype(bool)[number])
    values = zeros(behind.moves[player])
    ends, sums = summed(behind.last_move[player][leaves[live]], number[live], terms)
    values[ends] = sums
    return values


def reached_by_others(
    behind: Histories, nodes: Integers, player: int, plans: Sequence[Vector | None], number: Integers, terms: Vector
) -> tuple[Integers, Vector]:
    """Return terms at nodes, given as numbers and the different terms, times the reach of the player's opponents.

    There are few different ones, so each product is computed once.
    """
    for other, plan in enumerate(plans):
        if other != player and plan is not None:
            before, sequences, number = pairs(number, behind.last_move[other][nodes], len(plan))
            terms = terms[before] * plan[sequences]
    return number, terms


def best_response(sequences: Sequences, values: Vector) -> BestResponse:
    """Return the best response to given :func:`sequence_values`, sets taken from the last to the first."""
    total, parent = values.tolist(), sequences.parent.tolist()
    set_values = [ZERO] * len(parent)
    moves = [0] * len(parent)
    for h in limits.checked(range(len(parent) - 1, -1, -1), BETWEEN_CHECKS):
        own = sequences.moves(h)
        options = total[own.start : own.stop]
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
    """Fill in the moves that a plan leaves open; return the strategy and the positions filled.

    Such sets get a best move by one lexicographic backward induction on pairs (value against the other's plan, value
    against the other's prior), then the lowest index. What lies below an open set is open too, so the values of the
    played sets do not matter.
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
    return cast(Behavior, tuple(strategy)), frozenset(filled)  # no None is left


def induction(sequences: Sequences, values: Vector, strategy: Behavior) -> tuple[Vector, Vector]:
    """Return the weighted values of sets and of sequences, sets taken from the last to the first."""
    total, parent = values.tolist(), sequences.parent.tolist()
    weighted = [ZERO] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        own = sequences.moves(h)
        weighted[h] = exact_sum(vector(strategy[h]) * vector(total[own.start : own.stop]))
        total[parent[h]] += weighted[h]
    return vector(weighted), vector(total)


def immediate_regrets(sequences: Sequences, weighted: Vector, weighted_moves: Vector) -> Vector:
    """Return max_c v(h c) − v(h) for every set, given weighted values; never negative, as v(h) is a mean of v(h c)."""
    ranges = map(sequences.moves, range(len(weighted)))
    best = vector(weighted_moves[own.start : own.stop].max() for own in ranges)
    regrets: Vector = best - weighted
    return regrets


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

    __repr__ = brief

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
        made, reached = {EMPTY}, []
        for h, (parent, move) in enumerate(zip(self.sequences.parent.tolist(), self.response.moves, strict=True)):
            if parent in made:
                made.add(self.sequences.moves(h)[move])
                reached.append(h)
        return reached

    def worst(self) -> list[int]:
        """Return the sets at which something is lost, those with the greatest losses first."""
        losing = np.flatnonzero(self.losses.astype(bool)).tolist()
        return sorted(losing, key=lambda h: -self.losses[h])

    @property
    def largest_counterfactual_regret(self) -> mpq:
        """The maximum over all sets; 0 if the player never moves."""
        return max(self.counterfactual_regrets, default=ZERO)
