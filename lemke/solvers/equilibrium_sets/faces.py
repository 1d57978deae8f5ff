"""Faces of one player's half of the equilibrium conditions: some variables are 0 on a face.

The half of player 1 is the cone over {(x, s): E x = e, x ≥ 0, s = Fᵀv − Bᵀx ≥ 0 for some v}, with the constant 1 as the
last variable. A face on which the constant can only be 0 has no plan.

Sets of variables are bit sets in an ``int``: first the bits of x, then those of s, then the constant's bit.
"""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Combination
from lemke.forms.sequence_form import SequenceForm
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.linear.guided import Cone, ConePoint


class HalfCone(Cone):
    """The half of the conditions that has one player's plan x and the values v of the opponent's information sets."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        if player == 0:
            E, F, B = form.E, form.F, form.B
        else:
            E, F, B = form.F, form.E, form.A.T
        (rows, n), (sets, k) = E.shape, F.shape
        self.player, self.rows = player, rows  # the number of rows of E
        # N z + G w = 0 with z = (x, s, constant) and w = v: first E x − e·constant = 0, then Fᵀv − Bᵀx − s = 0
        constant = SparseMatrix.from_entries((rows, 1), [0], [0], [-ONE])
        identity = SparseMatrix.from_entries((k, k), range(k), range(k), [-ONE] * k)
        N = SparseMatrix.of_blocks(
            (rows + k, n + k + 1), [(0, 0, E), (0, n + k, constant), (rows, 0, -B.T), (rows, n, identity)]
        )
        super().__init__(N, SparseMatrix.of_blocks((rows + k, sets), [(rows, 0, F.T)]))
        self.plan_size, self.constant = n, n + k

    def played(self, positive: int) -> int:
        """Return the sequences that the plan plays, given the positive variables."""
        return positive & (1 << self.plan_size) - 1

    def replies(self, positive: int) -> int:
        """Return the opponent's sequences with slack 0, its best replies, given the positive variables."""
        return (1 << self.constant - self.plan_size) - 1 & ~(positive >> self.plan_size)

    def outside(self, played: int, replies: int) -> int:
        """Return the variables that are 0 if only ``played`` sequences are played and ``replies`` are best replies."""
        return (1 << self.plan_size) - 1 & ~played | replies << self.plan_size

    def combination(self, multipliers: Vector) -> Combination:
        """Return multipliers π of the rows as a combination of the player's conditions, with coefficients −Nᵀπ."""
        return Combination(
            1 if self.player == 0 else 2, _nonzero(-multipliers[: self.rows]), _nonzero(multipliers[self.rows :])
        )

    def plan(self, point: ConePoint) -> tuple[Vector, Vector]:
        """Return the plan and the values at a point of the cone whose constant is positive."""
        scale: mpq = ONE / point.z[self.constant]
        return np.asarray(point.z[: self.plan_size] * scale), np.asarray(point.w * scale)


def _nonzero(numbers: Vector) -> dict[int, mpq]:
    return {k: numbers[k] for k in np.flatnonzero(numbers).tolist()}
