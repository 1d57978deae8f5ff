"""Best responses by backward induction on the tree, and best moves at sets where a plan leaves the moves open.

The computation is one pass over the leaves and one pass over the player's information sets. It uses neither an LP nor
the matrices of the sequence form, so it is an independent check of both.
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
from lemke.ground.sparse import Vector, exact_sum, pairs, summed, vector, zeros


@dataclass(frozen=True, eq=False)
class BestResponse:
    """A best response of a player to the others' plans.

    Attributes
    ----------
    value : mpq
        The best expected payoff.
    set_values : exact vector, one number per information set of the player
        π_{−i}(I), the probability that the others and chance reach the set I, times the player's largest expected
        payoff after reaching I.
    moves : tuple of int
        The best move at every set; on ties, the one with the lowest index.
    """

    value: mpq
    set_values: Vector
    moves: tuple[int, ...]

    __repr__ = brief

    @property
    def dual(self) -> Vector:
        """The vector u of ``value`` and ``set_values``. It solves min u₀ subject to Eᵀu ≥ v.

        Here v are the sequence values; for Eᵀu see :func:`~lemke.game.recall.spread`.
        """
        return np.append([self.value], self.set_values)


def sequence_values(
    game: Game, game_histories: Histories, player: int, plans: Sequence[Vector | None], payoffs_of: int | None = None
) -> Vector:
    """Return for every sequence of a player the weighted sum of the payoffs at the leaves to which the sequence leads.

    The weight of a leaf z is π_{−i}(z), the product of the contributions of chance and of the other players' plans to
    the probability of reaching z. The player's own plan is not used.

    Parameters
    ----------
    player : int
    plans : sequence of exact vectors, one per player
        The realization plan of each player; None leaves out the player's contribution.
    payoffs_of : int, optional
        The player whose payoffs are summed; by default ``player``.

    Returns
    -------
    exact vector, one number per sequence of the player, in units of payoff
        In a two-player game, A y for player 1 and Bᵀx for player 2, with the payoff matrices A and B.
    """
    leaves = game.leaves
    number, terms = weighted_payoffs(game, game_histories, player if payoffs_of is None else payoffs_of)
    number, terms = reached_by_others(game_histories, leaves, player, plans, number, terms)
    nonzero = np.flatnonzero(terms.astype(bool)[number])
    values = zeros(game_histories.moves[player])
    sequences, sums = summed(game_histories.last_move[player][leaves[nonzero]], number[nonzero], terms)
    values[sequences] = sums
    return values


def reached_by_others(
    game_histories: Histories,
    nodes: Integers,
    player: int,
    plans: Sequence[Vector | None],
    number: Integers,
    terms: Vector,
) -> tuple[Integers, Vector]:
    """Multiply the term at every node by the opponents' contributions to the probability of reaching the node.

    The k-th node has the term ``terms[number[k]]``, before and after. Many nodes share a term, so few products are
    computed.
    """
    for opponent, plan in enumerate(plans):
        if opponent != player and plan is not None:
            term_index, sequences, number = pairs(number, game_histories.last_move[opponent][nodes], len(plan))
            terms = terms[term_index] * plan[sequences]
    return number, terms


def best_response(sequences: Sequences, values: Vector) -> BestResponse:
    """Return the best response, given :func:`sequence_values`, by backward induction from the last set to the first."""
    limits.check()
    # the total of a sequence is its value plus the values of the sets directly after it
    totals, parent = values.tolist(), sequences.parent.tolist()
    set_values = [ZERO] * len(parent)
    best_moves = [0] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        moves = sequences.moves(h)
        move_values = totals[moves.start : moves.stop]
        set_values[h] = max(move_values)
        best_moves[h] = move_values.index(set_values[h])
        totals[parent[h]] += set_values[h]
    return BestResponse(totals[0], vector(set_values), tuple(best_moves))


def complete(
    sequences: Sequences, partial: PartialBehavior, values: Vector, prior_values: Vector
) -> tuple[Behavior, frozenset[int]]:
    """Return the strategy with best moves at the open sets, and the positions of the open sets.

    A set is open if ``partial`` has None there. A best move maximizes the value against the other player's plan
    (``values``), on ties the value against the other player's prior (``prior_values``); on further ties it has the
    lowest index. All sets below an open set are open, so the backward induction passes over open sets alone.
    """
    totals = list(zip(values, prior_values, strict=True))
    strategy, filled = list(partial), set()
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = sequences.moves(h)
        if partial[h] is None:
            best = max(moves, key=totals.__getitem__)
            strategy[h] = (ZERO,) * (best - moves.start) + (ONE,) + (ZERO,) * (moves.stop - best - 1)
            filled.add(h)
            parent = sequences.parent[h]
            totals[parent] = (totals[parent][0] + totals[best][0], totals[parent][1] + totals[best][1])
    return cast(Behavior, tuple(strategy)), frozenset(filled)  # every None was replaced


def induction(sequences: Sequences, values: Vector, strategy: Behavior) -> tuple[Vector, Vector]:
    """Return the weighted values of sets and of sequences if the player follows a strategy from there on.

    ``values`` are the :func:`sequence_values`. The induction goes from the last set to the first.
    """
    totals, parent = values.tolist(), sequences.parent.tolist()
    weighted = [ZERO] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        moves = sequences.moves(h)
        weighted[h] = exact_sum(vector(strategy[h]) * vector(totals[moves.start : moves.stop]))
        totals[parent[h]] += weighted[h]
    return vector(weighted), vector(totals)


def immediate_regrets(sequences: Sequences, weighted: Vector, weighted_moves: Vector) -> Vector:
    """Return max_c v(h c) − v(h) for every set h, where v are weighted values and v(h) is a mean of the v(h c)."""
    move_ranges = map(sequences.moves, range(len(weighted)))
    best = vector(weighted_moves[moves.start : moves.stop].max() for moves in move_ranges)
    regrets: Vector = best - weighted
    return regrets


@dataclass(frozen=True, eq=False)
class Deviation:
    """A player's strategy, compared with the player's pure best response to the others' plans.

    The index h is a set's position in breadth-first order, as in :class:`~lemke.game.recall.Sequences`.

    Attributes
    ----------
    sequences : Sequences
    behavior : behavior strategy of the player
    plan : exact vector, one probability per sequence
        The realization plan x of ``behavior``.
    values : exact vector, one number per sequence
        The :func:`sequence_values` against the others' plans.
    response : BestResponse
        The best response. It has a best move at every set, also at sets that the player's own moves avoid.
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

        V(h) is the weighted value of the set h if the player follows the best response there and afterwards; V(h c) is
        the value if the player first makes the move c. No term is negative. The sum over all sets telescopes to the
        best response value minus the payoff: the performance difference lemma (S. Kakade, J. Langford 2002).
        """
        best_values = self.values.copy()  # V(h c), by sequence
        np.add.at(best_values, self.sequences.parent, self.response.set_values)
        losses = []
        for h, (moves, value) in enumerate(zip(self.behavior, self.response.set_values, strict=True)):
            reach = self.plan[self.sequences.parent[h]]
            terms = (p * (value - best_values[c]) for p, c in zip(moves, self.sequences.moves(h), strict=True) if p)
            losses.append(reach * sum(terms, ZERO) if reach else ZERO)
        return vector(losses)

    @cached_property
    def counterfactual_regrets(self) -> Vector:
        """π_{−i}(h) · max_c [v(h, c) − v(h)] for every set h, where v are the values under the player's strategy.

        The sum over all sets is at least the player's regret (Zinkevich, Johanson, Bowling, Piccione 2007, Theorem 3).
        """
        return immediate_regrets(self.sequences, *induction(self.sequences, self.values, self.behavior))

    @cached_property
    def plays(self) -> list[int]:
        """The sets h such that the best response makes all moves of σ_h; the moves at other sets do not matter."""
        played, reachable_sets = {EMPTY}, []
        for h, (parent, move) in enumerate(zip(self.sequences.parent.tolist(), self.response.moves, strict=True)):
            if parent in played:
                played.add(self.sequences.moves(h)[move])
                reachable_sets.append(h)
        return reachable_sets

    def worst(self) -> list[int]:
        """Return the sets with a positive loss, sorted from the largest loss to the smallest."""
        losing = np.flatnonzero(self.losses.astype(bool)).tolist()
        return sorted(losing, key=lambda h: -self.losses[h])

    @property
    def largest_counterfactual_regret(self) -> mpq:
        """The maximum of ``counterfactual_regrets``; 0 if the player never moves."""
        return max(self.counterfactual_regrets, default=ZERO)
