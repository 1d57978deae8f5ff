"""The conditions on equilibrium plans, as rows that the judge builds from the game, and combinations of them.

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

from lemke.certificate.judge import Judge
from lemke.errors import NotProvedError
from lemke.game.recall import EMPTY, Sequences, imbalances, spread, weighted_payoffs
from lemke.ground.masks import mask_where
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

    Attributes
    ----------
    sequences : Sequences
        The sequences of the player.
    opposing : Sequences
        The sequences of the other player.
    payoffs : SparseMatrix
        B, the other player's payoffs: the player's sequences as rows, the other player's as columns.
    """

    sequences: Sequences
    opposing: Sequences
    payoffs: SparseMatrix

    @classmethod
    def of(cls, judge: Judge, player: int) -> Conditions:
        """Return the conditions on a player's plan."""
        sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
        number, terms = weighted_payoffs(judge.game, judge.histories, 1 - player)
        rows, columns = (judge.histories.last_move[mover][judge.game.leaves] for mover in (player, 1 - player))
        payoffs = SparseMatrix.from_entries((sequences.size, opposing.size), rows, columns, terms[number])
        return cls(sequences, opposing, payoffs)

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
