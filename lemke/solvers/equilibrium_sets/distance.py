"""The distance of a plan from the plans of a set of equilibria: ``Σ |x(σ) − x*(σ)|``, by an exact linear program."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.game.recall import EMPTY
from lemke.ground.masks import flags_of
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal
from lemke.solvers.equilibrium_sets.faces import HalfCone


def nearest_plan(half: HalfCone, outside: int, plan: Vector) -> tuple[mpq, Vector]:
    """Return the least distance of a plan x to the plans of a nonempty face, and the nearest plan x*.

    ``outside`` are the variables of the half that are 0 on the face, as bits. The program has the variables z and w of
    the :class:`~lemke.linear.guided.Cone`, where z begins with x*, and for every sequence the positive part t and the
    negative part t' of x* − x:

        min Σ (t + t')    subject to    N z + G w = 0,    x* − t + t' = x,    1 = z(constant)
    """
    rows, width = half.matrix.shape
    n = half.plan_size
    identity = SparseMatrix.from_entries((n, n), range(n), range(n), [ONE] * n)
    constant = SparseMatrix.from_entries((1, width), [0], [half.constant], [ONE])
    A = SparseMatrix.of_blocks(
        (rows + n + 1, width + 2 * n),
        [
            (0, 0, half.matrix),
            (rows, 0, identity),
            (rows, width, -identity),
            (rows, width + n, identity),
            (rows + n, 0, constant),
        ],
    )
    may_be_nonzero = np.append(~flags_of(outside, half.size), np.ones(width - half.size + 2 * n, dtype=bool))
    columns = np.flatnonzero(may_be_nonzero)
    right = np.concatenate([zeros(rows), plan, [ONE]])
    cost = np.append(zeros(width), np.full(2 * n, ONE))
    senses = np.zeros(rows + n + 1, dtype=np.int64)
    free = (columns >= half.size) & (columns < width)
    optimum = solve_lp(LP(A.part(np.arange(rows + n + 1), columns), right, cost[columns], senses, free))
    assert isinstance(optimum, Optimal)  # the face has a point, and distances are not negative
    solution = np.full(width + 2 * n, ZERO)
    solution[columns] = optimum.x
    assert solution[EMPTY] == ONE
    return optimum.value, solution[:n]
