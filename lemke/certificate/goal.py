"""Upper bounds of a linear function of payoffs and weights, over all equilibria at which some variables are 0.

The variables x, s, y, r, and combinations of the conditions, are those of :mod:`lemke.certificate.conditions`. At an
equilibrium player 2 gets v₀ = ŷᵀ(Bᵀx + s), with any plan ŷ and s = Fᵀv − Bᵀx; player 1's payoff is a function of (y, r)
in the same way. So the function is a sum of two linear functions, f of (x, s) and another of (y, r). A combination
bounds f, as it says that c·z = 0 with z = (x, s, 1). Let d = c − f be nonnegative at all variables that may be
positive, and let d₁ be the coefficient of the constant in d. Then f·z = −d·z ≤ −d₁.

Without a combination, two parts of f are bounded one by one: a weighted sum of x, and player 2's payoff with its
coefficient. The weighted sum is at most its maximum over all plans. The payoff is bounded on the game tree: payoffs
that no combination bounds, times their coefficients, have at most the sum that both players reach if they maximize it
together and see all moves.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.conditions import Combination, Conditions
from lemke.certificate.judge import Judge
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY, weighted_payoffs
from lemke.game.tree import CHANCE, TERMINAL
from lemke.ground.masks import mask_where
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Vector, zeros

CombinationPair = tuple[Combination | None, Combination | None]
"""Combinations for (x, s) and for (y, r); None where the plans and the tree give the bound."""


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """A linear function of the payoffs and realization weights of an equilibrium.

    Attributes
    ----------
    payoffs : (mpq, mpq)
        Coefficients of the payoffs of player 1 and of player 2.
    weights : (dict, dict)
        Sequence of player 1, and of player 2 → coefficient of its weight.
    text : str
        The function as the user wrote it.
    """

    payoffs: tuple[mpq, mpq]
    weights: tuple[dict[int, mpq], dict[int, mpq]]
    text: str

    def is_same_function(self, objective: Objective) -> bool:
        """Return whether another objective is the same function, even if its text differs."""
        pairs = zip(self.weights, objective.weights, strict=True)
        return self.payoffs == objective.payoffs and all(
            mine.get(k, ZERO) == theirs.get(k, ZERO) for mine, theirs in pairs for k in mine | theirs
        )

    def value(self, payoffs: tuple[mpq, mpq], plans: tuple[Vector, Vector]) -> mpq:
        """Return the value of the function at an equilibrium."""
        value = self.payoffs[0] * payoffs[0] + self.payoffs[1] * payoffs[1]
        for weights, plan in zip(self.weights, plans, strict=True):
            value += sum((factor * plan[sequence] for sequence, factor in weights.items()), ZERO)
        return value


class Goal:
    """An objective in a game, and its bounds; the conditions are those on the plans of player 1 and of player 2."""

    def __init__(self, judge: Judge, conditions: tuple[Conditions, Conditions], objective: Objective) -> None:
        self.judge, self.conditions, self.objective = judge, conditions, objective

    @cached_property
    def parts(self) -> tuple[Vector, Vector]:
        """The objective as two linear functions, of (x, s) and of (y, r)."""
        first, second = (self._part(player) for player in (0, 1))
        return first, second

    def _part(self, player: int) -> Vector:
        """Return the linear function of a player's plan and its slacks, as one coefficient per variable."""
        conditions = self.conditions[player]
        # the plan ŷ that always makes the first move, times the coefficient of the payoff
        reply = zeros(conditions.opposing.size)
        reply[EMPTY] = self.objective.payoffs[1 - player]
        for h, parent in enumerate(conditions.opposing.parent.tolist()):
            reply[conditions.opposing.first[h]] = reply[parent]
        return np.append(conditions.payoffs @ reply + self._weights(player), reply)

    def _weights(self, player: int) -> Vector:
        """Return the coefficients of a player's realization weights."""
        weights = zeros(self.conditions[player].sequences.size)
        for sequence, factor in self.objective.weights[player].items():
            weights[sequence] = factor
        return weights

    def core(self, player: int, combination: Combination) -> tuple[mpq, int]:
        """Return the bound that a combination proves for a player's linear function, and the core of the combination.

        The core is a bit set of the function's variables. The bound holds where all variables of the core are 0.
        """
        d = self.conditions[player].coefficients(combination)
        d[:-1] -= self.parts[player]
        d[-1] += d[EMPTY]  # x(∅) = 1, so its coefficient belongs to the constant
        d[EMPTY] = ZERO
        return -d[-1], mask_where(d[:-1] < 0)

    def bound(self, zero: tuple[int, int], combinations: CombinationPair) -> mpq | None:
        """Return an upper bound over the equilibria where the variables ``zero`` are 0; None if no bound is proved.

        ``zero`` has one bit set for the variables (x, s), and one for (y, r).
        """
        total = ZERO
        factors = [ZERO, ZERO]  # of the payoffs that the tree must bound
        for player, combination in enumerate(combinations):
            if combination is not None:
                bound, core = self.core(player, combination)
                if core & ~zero[player]:
                    return None
                total += bound
            else:
                factors[1 - player] = self.objective.payoffs[1 - player]
                total += best_response(self.conditions[player].sequences, self._weights(player)).value
        if not any(factors):
            return total
        joint = self._joint_maximum(factors, zero)
        return None if joint is None else total + joint

    def _joint_maximum(self, factors: list[mpq], zero: tuple[int, int]) -> mpq | None:
        """Return the greatest weighted sum of payoffs that both players can reach together if they see all moves.

        A move is *closed* if ``zero`` has the sequence that ends with it, so that this sequence has the weight 0. None
        if the players cannot be sure to avoid closed moves.
        """
        game = self.judge.game
        leaves = self._terms[0] * factors[0] + self._terms[1] * factors[1]
        # by node; a node has no value if from there on the players cannot be sure to avoid closed moves
        values = dict(zip(game.leaves.tolist(), leaves, strict=True))
        for node, player, children in reversed(self._inner_nodes):
            child_values = [
                values[child] for child in children if child in values and not self._is_closed(child, player, zero)
            ]
            if player == CHANCE:
                if len(child_values) == len(children):  # every outcome of chance needs a value
                    values[node] = sum(child_values, ZERO)  # chance's probabilities are factors at the leaves
            elif child_values:
                values[node] = max(child_values)
        return values.get(0)

    def _is_closed(self, child: int, player: int, zero: tuple[int, int]) -> bool:
        """Return whether the last move to a node is closed: whether ``zero`` has the bit of the move's sequence."""
        return player != CHANCE and bool(zero[player] >> self._last_move[player][child] & 1)

    @cached_property
    def _last_move(self) -> list[list[int]]:
        return [last.tolist() for last in self.judge.histories.last_move[:2]]

    @cached_property
    def _inner_nodes(self) -> list[tuple[int, int, range]]:
        """The inner nodes, each with the player who moves there and its children; parents come before children."""
        game = self.judge.game
        moving = np.flatnonzero(game.player != TERMINAL)
        return [(node, int(game.player[node]), game.children(node)) for node in moving.tolist()]

    @cached_property
    def _terms(self) -> tuple[Vector, Vector]:
        """The payoffs of player 1 and of player 2 at every leaf, times the probability of chance's moves to it."""
        payoffs = (weighted_payoffs(self.judge.game, self.judge.histories, player) for player in (0, 1))
        first, second = (terms[number] for number, terms in payoffs)
        return first, second
