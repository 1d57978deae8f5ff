"""The test of an equilibrium by the conditions of the sequence form only; it returns a proof or a broken condition.

Theorem 2.66 of M. Balko's lecture notes: realization plans x and y are in equilibrium iff there are u and v with

    xᵀ(Eᵀu − A y) = 0,  yᵀ(Fᵀv − Bᵀx) = 0,  E x = e,  x ≥ 0,  F y = f,  y ≥ 0,  Eᵀu − A y ≥ 0,  Fᵀv − Bᵀx ≥ 0.

The best response values u of the information sets have the least eᵀu with Eᵀu ≥ A y, and likewise v. So if any u and v
satisfy the conditions, the best response values do. By duality eᵀu is the payoff of a best response. So
xᵀ(Eᵀu − A y) = eᵀu − xᵀA y is 0 iff x is a best response to y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.forms.sequence_form.two_players import SequenceForm
from lemke.game.best_response import best_response
from lemke.game.recall import Sequences
from lemke.ground.rational import short
from lemke.ground.sparse import SparseMatrix, Vector, vector


@dataclass(frozen=True, slots=True)
class BrokenCondition:
    """A condition that plans break; its truth value is False."""

    condition: str  # as in the theorem
    place: str  # a sequence or information set, with its player
    value: mpq  # left minus right side at this place: it should be 0 or, in a condition on signs, ≥ 0

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"{self.condition} fails at {self.place}: {short(self.value)}"


def is_equilibrium_by_lcp(form: SequenceForm, x: Vector, y: Vector) -> tuple[Vector, Vector] | BrokenCondition:
    """Return u and v that prove that the plans are in equilibrium, or the first condition that fails.

    The test takes the best response values as u and v. If a condition fails for them, no u and v satisfy all
    conditions. The test computes the conditions from E, F, A and B only. So it is independent of the proof on the tree.
    ``x`` and ``y`` have a number per sequence of player 1 and 2; they need not be realization plans.

    Raises InputError if x or y has a wrong size, and NotProvedError if the best response values do not satisfy
    Eᵀu ≥ A y or Fᵀv ≥ Bᵀx: an error in the library.

    >>> from lemke.game import GameBuilder
    >>> from lemke.forms.sequence_form import sequence_form
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> form = sequence_form(builder.build(unpaid="zero"))
    >>> is_equilibrium_by_lcp(form, [1, 1, 0], [1])[0].tolist()
    [mpq(1,1), mpq(1,1)]
    >>> print(is_equilibrium_by_lcp(form, [1, "1/2", "1/2"], [1]))
    x'(E'u - Ay) = 0 fails at sequence R of player 1: 1/2
    """
    x, y = vector(x), vector(y)
    sequences_1, sequences_2 = form.sequences
    broken_1 = _broken_plan(sequences_1, form.E, x, "Ex = e", "x >= 0")
    if broken := broken_1 or _broken_plan(sequences_2, form.F, y, "Fy = f", "y >= 0"):
        return broken[0]
    multipliers = []
    for sequences, matrix, plan, values, condition in (
        (sequences_1, form.E, x, form.A @ y, "x'(E'u - Ay) = 0"),
        (sequences_2, form.F, y, form.B.T @ x, "y'(F'v - B'x) = 0"),
    ):
        u = best_response(sequences, values).dual
        slack = matrix.T @ u - values
        if np.any(slack < 0):
            raise NotProvedError(f"best response values of player {sequences.player + 1} below the payoff of a reply")
        products = plan * slack
        for sequence in np.flatnonzero(products)[:1].tolist():  # the first one, if there is one
            return BrokenCondition(condition, _sequence(sequences, sequence), products[sequence])
        multipliers.append(u)
    return multipliers[0], multipliers[1]


def _broken_plan(
    sequences: Sequences, matrix: SparseMatrix, plan: Vector, equation: str, sign: str
) -> list[BrokenCondition]:
    """Return the conditions that a plan breaks, at most two: the first negative number, the first wrong equation."""
    first_negative = np.flatnonzero((plan < 0).astype(bool))[:1].tolist()
    broken = [BrokenCondition(sign, _sequence(sequences, sequence), plan[sequence]) for sequence in first_negative]
    residual = matrix @ plan
    residual[0] -= 1  # e is (1, 0, …, 0)
    for row in np.flatnonzero(residual)[:1].tolist():
        place = sequences.information_sets[row - 1].name if row else _sequence(sequences, 0)
        broken.append(BrokenCondition(equation, place, residual[row]))
    return broken


def _sequence(sequences: Sequences, number: int) -> str:
    """Return the name of a sequence, with its player."""
    return f"sequence {sequences.names()[number]} of player {sequences.player + 1}"
