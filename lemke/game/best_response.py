"""Best responses and counterfactual values, by backward induction on the tree.

Let the *weighted* value of a sequence σ of player i be the sum of π_{−i}(z) u_i(z) over the leaves z to which σ leads,
plus the weighted values of the information sets directly after σ. The weighted value of a set I is then

    max_c v(σ_I c)              under a best response of the player from I on,
    Σ_c b(c | I) v(σ_I c)       under a behavior strategy b.

Divided by π_{−i}(I) it is the *counterfactual* value

    v_i(I) = Σ_{h ∈ I, z} π_{−i}(h) π(h, z) u_i(z) / π_{−i}(I),

player i's expected payoff if i plays to reach the information set I and then follows the strategy (notes on imperfect
information, section "Extensive form"; Zinkevich, Johanson, Bowling, Piccione 2007); v_i(I, a) is this payoff if i takes
action a at I. Both are undefined if π_{−i}(I) = 0, that is, if the others and chance never reach I.

One pass over the leaves and one pass over the player's sets compute all values. Neither an LP nor the matrices of the
sequence form are used, so this is an independent check of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import Game
from lemke.game.reach import reach
from lemke.game.recall import EMPTY, Histories, Sequences, histories, require_perfect_recall, weighted_payoffs
from lemke.game.strategy import Behavior, PartialBehavior, Profile, check_profile, realization_plan
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.brief import brief
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector, exact_sum, pairs, summed, vector, zeros
from lemke.ground.table import Table


def sequence_values(
    game: Game, game_histories: Histories, player: int, plans: Sequence[Vector | None], payoffs_of: int | None = None
) -> Vector:
    """Return Σ π_{−i}(z) u(z) over the leaves z to which a sequence leads, for every sequence of a player i.

    π_{−i}(z) is the product of the contributions of chance and of the other players' plans to the probability of
    reaching z. The player's own plan is not used.

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
    # the k-th leaf has the term terms[number[k]]: many leaves share a term, so few products are computed
    number, terms = weighted_payoffs(game, game_histories, player if payoffs_of is None else payoffs_of)
    for opponent, plan in enumerate(plans):
        if opponent != player and plan is not None:
            term_index, sequences, number = pairs(number, game_histories.last_move[opponent][leaves], len(plan))
            terms = terms[term_index] * plan[sequences]
    nonzero = np.flatnonzero(terms.astype(bool)[number])
    values = zeros(game_histories.moves[player])
    sequences, sums = summed(game_histories.last_move[player][leaves[nonzero]], number[nonzero], terms)
    values[sequences] = sums
    return values


@dataclass(frozen=True, eq=False)
class BestResponse:
    """A best response of a player to the others' plans.

    Attributes
    ----------
    move_values : exact vector, one number per sequence
        For σ_I c, π_{−i}(I) times the player's largest expected payoff after the move c at I; for the empty sequence,
        the best expected payoff.
    set_values : exact vector, one number per information set of the player
        π_{−i}(I), the probability that the others and chance reach the set I, times the player's largest expected
        payoff after reaching I.
    moves : tuple of int
        The best move at every set; on ties, the one with the lowest index.
    """

    move_values: Vector
    set_values: Vector
    moves: tuple[int, ...]

    __repr__ = brief

    @property
    def value(self) -> mpq:
        """The best expected payoff."""
        value: mpq = self.move_values[EMPTY]
        return value

    @property
    def dual(self) -> Vector:
        """The vector u of ``value`` and ``set_values``. It solves min u₀ subject to Eᵀu ≥ v.

        Here v are the sequence values; for Eᵀu see :func:`~lemke.game.recall.spread`.
        """
        return np.append([self.value], self.set_values)


def best_response(sequences: Sequences, values: Vector) -> BestResponse:
    """Return the best response, given :func:`sequence_values`, by backward induction from the last set to the first."""
    limits.check()
    totals, parent = values.tolist(), sequences.parent.tolist()
    set_values = [ZERO] * len(parent)
    best_moves = [0] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        moves = sequences.moves(h)
        move_values = totals[moves.start : moves.stop]
        set_values[h] = max(move_values)
        best_moves[h] = move_values.index(set_values[h])
        totals[parent[h]] += set_values[h]
    return BestResponse(vector(totals), vector(set_values), tuple(best_moves))


def strategy_values(sequences: Sequences, values: Vector, strategy: Behavior) -> tuple[Vector, Vector]:
    """Return the weighted values of sets and of sequences under a strategy, given the :func:`sequence_values`."""
    totals, parent = values.tolist(), sequences.parent.tolist()
    weighted = [ZERO] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        moves = sequences.moves(h)
        weighted[h] = exact_sum(vector(strategy[h]) * vector(totals[moves.start : moves.stop]))
        totals[parent[h]] += weighted[h]
    return vector(weighted), vector(totals)


def complete(
    sequences: Sequences, partial: PartialBehavior, values: Vector, prior_values: Vector
) -> tuple[Behavior, frozenset[int]]:
    """Return the strategy with best moves at the open sets, and the positions of the open sets.

    A set is open if ``partial`` has None there. A best move maximizes the value against the other player's plan, on
    ties against the other player's prior; on further ties it has the lowest index. All sets below an open set are open,
    so the backward induction passes over open sets alone.
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
    leaf_values : exact vector, one number per sequence
        The :func:`sequence_values` against the others' plans.
    response : BestResponse
        It has a best move at every set, also at sets that the player's own moves avoid.
    """

    sequences: Sequences
    behavior: Behavior
    plan: Vector
    leaf_values: Vector
    response: BestResponse

    __repr__ = brief

    @cached_property
    def losses(self) -> Vector:
        """x(σ_h) · Σ_c b(c | h) · [V(h) − V(h c)] for every set h, in units of payoff; the sum is the player's regret.

        V(h) is the weighted value of the set h if the player follows the best response there and afterwards; V(h c) is
        the value if the player first makes the move c. No term is negative. The sum over all sets telescopes to the
        best response value minus the payoff: the performance difference lemma (S. Kakade, J. Langford 2002).
        """
        losses = zeros(len(self.behavior))
        for h, (moves, value) in enumerate(zip(self.behavior, self.response.set_values, strict=True)):
            reached, sequences = self.plan[self.sequences.parent[h]], self.sequences.moves(h)
            terms = (p * (value - self.response.move_values[c]) for p, c in zip(moves, sequences, strict=True) if p)
            losses[h] = reached * sum(terms, ZERO) if reached else ZERO
        return losses

    @cached_property
    def counterfactual_regrets(self) -> Vector:
        """π_{−i}(h) · max_c [v(h, c) − v(h)] for every set h, where v are the values under the player's strategy.

        The sum over all sets is at least the player's regret (Zinkevich, Johanson, Bowling, Piccione 2007, Theorem 3).
        """
        if not self.behavior:
            return zeros(0)
        weighted, weighted_moves = strategy_values(self.sequences, self.leaf_values, self.behavior)
        regrets: Vector = np.maximum.reduceat(weighted_moves, self.sequences.first) - weighted
        return regrets

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


# ---------------------------------------------------------------------- counterfactual values


@dataclass(frozen=True, eq=False)
class SetValues:
    """Counterfactual values of a player's information sets under some strategy of the player.

    The index h is a set's position in breadth-first order, as in :class:`~lemke.game.recall.Sequences`.

    Attributes
    ----------
    sequences : Sequences
    reach : exact vector, one probability π_{−i}(I) per information set
    weighted : exact vector, one number per information set
        π_{−i}(I) v_i(I), in units of payoff; 0 where π_{−i}(I) = 0.
    weighted_moves : exact vector, one number per sequence
        π_{−i}(I) v_i(I, a) for the sequence σ_I a; for the empty sequence, the player's expected payoff.
    """

    sequences: Sequences
    reach: Vector
    weighted: Vector
    weighted_moves: Vector

    __repr__ = brief

    def value(self, h: int) -> mpq:
        """Return v_i(I) for the player's h-th set I; raise InputError if π_{−i}(I) = 0."""
        return self.weighted[h] / self._reach(h)

    def move_value(self, h: int, move: int) -> mpq:
        """Return v_i(I, a) for a move a at the player's h-th set I; raise InputError if π_{−i}(I) = 0."""
        return self.weighted_moves[self.sequences.moves(h)[move]] / self._reach(h)

    def _reach(self, h: int) -> mpq:
        if not self.reach[h]:
            name = self.sequences.information_sets[h].name
            raise InputError(
                f"undefined counterfactual value at {name}: chance and the other players do not reach this set"
            )
        return self.reach[h]


@dataclass(frozen=True, eq=False, repr=False)
class Counterfactual(Deviation):
    """A player's counterfactual values under a profile, and under the player's counterfactual best response CBR_i.

    ``response`` is the CBR_i with the best move of lowest index at every set; it is also a best response.

    Attributes
    ----------
    reach : exact vector, one probability per information set
        π_{−i}(I), the sum of π_{−i}(h) over the nodes h of the set.
    """

    reach: Vector

    @cached_property
    def values(self) -> SetValues:
        """v_i(I) and v_i(I, a) under the profile."""
        weighted = strategy_values(self.sequences, self.leaf_values, self.behavior)
        return SetValues(self.sequences, self.reach, *weighted)

    @property
    def best_values(self) -> SetValues:
        """v_i(I), which is called CBV_i(I), and v_i(I, a) if the player follows the CBR_i."""
        return SetValues(self.sequences, self.reach, self.response.set_values, self.response.move_values)

    @property
    def payoff(self) -> mpq:
        """u_i(σ), the player's expected payoff."""
        payoff: mpq = self.values.weighted_moves[0]
        return payoff

    @property
    def is_best_response(self) -> bool:
        """Whether the strategy is a best response BR_i: no other strategy gets more. Unreached sets do not matter."""
        return bool(self.response.value == self.payoff)

    @property
    def is_counterfactual_best_response(self) -> bool:
        """Whether the player's strategy is a CBR_i.

        At every set with π_{−i}(I) > 0, a CBR_i plays only actions with maximal v_i(I, a), where v_i is the value if
        the player continues with CBR_i. This includes sets that the player's own moves avoid, so a best response need
        not be a CBR_i.
        """
        moves = (
            (probability, self.response.move_values[sequence] == best)
            for h, best in enumerate(self.response.set_values)
            for probability, sequence in zip(self.behavior[h], self.sequences.moves(h), strict=True)
        )
        return all(is_best for probability, is_best in moves if probability)


def counterfactual(game: Game, profile: Profile, player: int) -> Counterfactual:
    """Return a player's counterfactual values under a profile; see :func:`lemke.counterfactual`.

    Time is linear in the tree. Raises RecallError if a player does not have perfect recall; ProfileError, NumberError
    or GameError if the profile or the player does not fit the game.
    """
    check_profile(game, profile)
    game.check_player(player)
    game_histories = histories(game)
    all_sequences = require_perfect_recall(game, game_histories)
    plans = list(map(realization_plan, all_sequences, profile.behavior))
    sequences = all_sequences[player]
    values = sequence_values(game, game_histories, player, plans)
    others = game_histories.chance  # π_{−i}(h) = π_c(h) Π_j x_j(σ_j(h)) over the other players j
    for opponent, plan in enumerate(plans):
        others = others if opponent == player else others * plan[game_histories.last_move[opponent]]
    nodes = game.nodes_by_set()
    reached = vector(exact_sum(others[nodes[index]]) for index in sequences.sets)
    response = best_response(sequences, values)
    return Counterfactual(sequences, profile.behavior[player], plans[player], values, response, reached)


def counterfactual_values(game: Game, profile: Profile) -> Table:
    """Return a row for every move, with the values of its set; below, whether strategies are best responses.

    The columns are π(I), π_{−i}(I), v_i(I) and CBV_i(I) for the set, and π(I, a) and v_i(I, a) for the move; an
    undefined value is None. Errors are those of :func:`counterfactual`.
    """
    rows, notes, reached = [], [], reach(game, profile)
    for player in range(len(game.players)):
        of_player = counterfactual(game, profile, player)
        values, best = of_player.values, of_player.best_values
        for h, information_set in enumerate(values.sequences.information_sets):
            others = values.reach[h]
            of_set = (values.value(h), best.value(h)) if others else (None, None)
            head = player + 1, information_set.number, information_set.label
            head += reached.sets[values.sequences.sets[h]], others, *of_set
            for move, action in enumerate(unique_names(information_set.actions)):
                value = values.move_value(h, move) if others else None
                rows.append((*head, action, of_player.behavior[h][move], value))
        payoffs = f"payoff {short(of_player.payoff)}, best response {short(of_player.response.value)}"
        notes.append(f"player {player + 1}: {payoffs}; {_verdict(of_player)}")
    of_sets = ("player", "set", "", "reached", "by others", "value", "best value")
    return Table((*of_sets, "move", "probability", "move value"), rows, game.title, notes, 3)


def _verdict(counterfactual: Counterfactual) -> str:
    if not counterfactual.is_best_response:
        return "not a best response"
    if not counterfactual.is_counterfactual_best_response:
        return "a best response, but not a counterfactual best response"
    return "a counterfactual best response"
