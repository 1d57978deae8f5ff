"""The conditions on equilibrium plans, as rows that the judge builds from the game; combinations and bounds from them.

A realization plan x of a player and values v of the other player's information sets satisfy

    E x = e,    Fᵀv − Bᵀx = s,    x ≥ 0,    s ≥ 0.

E x = e says that x is a plan: the first row is x(∅) = 1, and every other row says that the weights at an information
set add up to the weight of the sequence that leads there. F is the same matrix of the other player. B has the other
player's payoffs, with the player's sequences as rows. s are the *slacks*: how much less the other player's sequences
get than v allows. Let u and r be the values and slacks of the same conditions on the other plan, y. (x, y) is an
equilibrium iff there are v and u with xᵀr = yᵀs = 0 (von Stengel 1996). A *combination* of the equations has
multipliers λ for E x = e, and m for the others, with F m = 0. By it, all x and s that satisfy the equations have

    Σ c z = 0    with z = (x, s, 1)    and    c = (Eᵀλ + B m, m, −λ₀).

The *core* is the set of variables in x and s with c < 0. Let the coefficient of the constant, −λ₀, be nonnegative. Then
where all variables of the core are 0, all variables with c > 0 are 0, too. If −λ₀ is positive, the variables of the
core are never all 0 (Farkas 1902).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.judge import Judge
from lemke.errors import NotProvedError
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY, Sequences, imbalances, spread, weighted_payoffs
from lemke.game.tree import CHANCE, TERMINAL
from lemke.ground.masks import mask_where
from lemke.ground.rational import ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros


def require(is_proved: object, fault: str, expected: str) -> None:
    """Raise a NotProvedError with the fault and what was expected, unless a statement is proved."""
    if not is_proved:
        raise NotProvedError(f"{fault}, expected {expected}")


class Combination(NamedTuple):
    """Multipliers of the conditions on one player's plan; multipliers 0 are left out.

    Attributes
    ----------
    player : int
        The player of the plan, 1 or 2, as in JSON.
    constraints : dict
        λ: at position 0 the multiplier of x(∅) = 1, then one for each information set of the player.
    deviation : dict
        m: a number for each sequence of the other player. If F m = 0, m is a multiple of a difference of plans.
    """

    player: Literal[1, 2]
    constraints: dict[int, mpq]
    deviation: dict[int, mpq]


@dataclass(frozen=True, eq=False)
class Conditions:
    """The conditions on one player's plan, built from the leaves of the game.

    ``payoffs`` is B: the payoffs of the other player, whose sequences ``opposing`` are the columns.
    """

    sequences: Sequences
    opposing: Sequences
    payoffs: SparseMatrix

    @classmethod
    def of(cls, judge: Judge, player: int) -> Conditions:
        """Return the conditions on a player's plan."""
        return cls(judge.sequences[player], judge.sequences[1 - player], judge.pair_payoffs(1 - player).T)

    @property
    def size(self) -> int:
        """Number of variables (x, s), without the constant."""
        return self.sequences.size + self.opposing.size

    def coefficients(self, combination: Combination) -> Vector:
        """Return c, for x, s and the constant.

        Raises NotProvedError if there is no condition for a multiplier, or if F m is not 0.
        """
        player = self.sequences.player
        fault = f"a combination of the conditions on player {combination.player}'s plan"
        require(combination.player == player + 1, fault, f"the conditions on player {player + 1}'s plan")
        constraints = _dense(combination.constraints, len(self.sequences.sets) + 1, "λ")
        deviation = _dense(combination.deviation, self.opposing.size, "m")
        balanced = deviation[EMPTY] == 0 and not np.any(imbalances(self.opposing, deviation) != 0)
        matrix = "FE"[player]  # the matrix of the other player
        require(balanced, f"a combination with {matrix} m other than 0", f"{matrix} m = 0")
        plan = self.payoffs @ deviation + spread(self.sequences, constraints)
        return np.concatenate([plan, deviation, [-constraints[0]]])

    def slack(self, plan: Vector, values: Vector) -> Vector:
        """Return s = Fᵀv − Bᵀx."""
        slack: Vector = spread(self.opposing, values) - self.opposing_payoffs(plan)
        return slack

    def opposing_payoffs(self, plan: Vector) -> Vector:
        """Return Bᵀx, the payoff of each sequence of the other player against a plan."""
        return self._transposed @ plan

    @cached_property
    def _transposed(self) -> SparseMatrix:
        return self.payoffs.T


def signs(coefficients: Vector) -> tuple[int, int]:
    """Return two bit sets: the positions of the negative numbers, and of the positive numbers."""
    return mask_where(coefficients < 0), mask_where(coefficients > 0)


def _dense(multipliers: dict[int, mpq], size: int, name: str) -> Vector:
    """Return multipliers by position as a vector."""
    entries = zeros(size)
    for position, multiplier in multipliers.items():
        fault = f"a combination with the position {position} in {name}"
        require(0 <= position < size, fault, f"positions from 0 to {size - 1}")
        entries[position] = multiplier
    return entries


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
    """Upper bounds of an objective over all equilibria at which some variables are 0.

    An objective is a sum of two linear functions, f of (x, s) and another of (y, r): player 2 gets v₀ = ŷᵀ(Bᵀx + s),
    with any plan ŷ, and player 1's payoff is such a function of (y, r). A combination bounds f, as it says that
    c·z = 0 with z = (x, s, 1). Let d = c − f be nonnegative at all variables that may be positive, and let d₁ be the
    coefficient of the constant in d. Then f·z = −d·z ≤ −d₁.

    Without a combination, two parts of f are bounded one by one: a weighted sum of x by its maximum over all plans, and
    player 2's payoff on the game tree. Payoffs that no combination bounds, times their coefficients, have at most the
    sum that both players reach if they maximize it together and see all moves.
    """

    def __init__(self, judge: Judge, conditions: tuple[Conditions, Conditions], objective: Objective) -> None:
        self.judge, self.conditions, self.objective = judge, conditions, objective
        self.weights = [zeros(part.sequences.size) for part in conditions]
        for weights, stated in zip(self.weights, objective.weights, strict=True):
            for sequence, factor in stated.items():
                weights[sequence] = factor
        self.parts = [self._part(player) for player in (0, 1)]  # the functions of (x, s) and of (y, r)

    def _part(self, player: int) -> Vector:
        """Return the linear function of a player's plan and its slacks, as one coefficient per variable."""
        conditions = self.conditions[player]
        # the plan ŷ that always makes the first move, times the coefficient of the payoff
        reply = zeros(conditions.opposing.size)
        reply[EMPTY] = self.objective.payoffs[1 - player]
        for h, parent in enumerate(conditions.opposing.parent.tolist()):
            reply[conditions.opposing.first[h]] = reply[parent]
        return np.append(conditions.payoffs @ reply + self.weights[player], reply)

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
                total += best_response(self.conditions[player].sequences, self.weights[player]).value
        if not any(factors):
            return total
        joint = self._joint_maximum(factors, zero)
        return None if joint is None else total + joint

    def _joint_maximum(self, factors: list[mpq], zero: tuple[int, int]) -> mpq | None:
        """Return the greatest weighted sum of payoffs that both players can reach together if they see all moves.

        A move is *closed* if ``zero`` has the sequence that ends with it, so that this sequence has the weight 0. None
        if the players cannot be sure to avoid closed moves.
        """
        game, (inner_nodes, last_move, leaf_payoffs) = self.judge.game, self._tree
        leaves = sum(payoffs * factor for payoffs, factor in zip(leaf_payoffs, factors, strict=True))
        # by node; a node has no value if from there on the players cannot be sure to avoid closed moves
        values = dict(zip(game.leaves.tolist(), leaves, strict=True))
        for node, player, children in reversed(inner_nodes):
            open_values = [
                values[child]
                for child in children
                if child in values and (player == CHANCE or not zero[player] >> last_move[player][child] & 1)
            ]
            if player == CHANCE:
                if len(open_values) == len(children):  # every outcome of chance needs a value
                    values[node] = sum(open_values, ZERO)  # chance's probabilities are factors at the leaves
            elif open_values:
                values[node] = max(open_values)
        return values.get(0)

    @cached_property
    def _tree(self) -> tuple[list[tuple[int, int, range]], list[list[int]], list[Vector]]:
        """Inner nodes with players and children, both players' last moves, payoffs times chance's probabilities."""
        game, histories = self.judge.game, self.judge.histories
        nodes = np.flatnonzero(game.player != TERMINAL).tolist()
        payoffs = (weighted_payoffs(game, histories, player) for player in (0, 1))
        return (
            [(node, int(game.player[node]), game.children(node)) for node in nodes],
            [last.tolist() for last in histories.last_move[:2]],
            [terms[number] for number, terms in payoffs],
        )
