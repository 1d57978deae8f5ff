"""A bimatrix game as an LCP with two positive cost matrices, whose path is that of Lemke and Howson (1964).

The costs are C = a − A > 0 and D = b − B > 0, where a exceeds all payoffs in A, and b all in B. The LCP w = q + M z
has z = (x, y), M = (0 C; Dᵀ 0) and q = (−1, …, −1): C y ≥ 1 and Dᵀx ≥ 1, complementary to x and y (Cottle, Dantzig
1968). Its solutions, with x and y scaled to sum 1, are the equilibria. The best-reply payoffs are a − 1/Σy and
b − 1/Σx.

M is copositive but not copositive-plus. With any covering vector d > 0, where w = q + M z + d z0, Lemke's path ends in
a ray at its first vertex: the entering column of M is 0 in the rows of its own player and positive in the others. So
here d is 0 except for −1 at the missing label k: z0 changes the slack of k only. This gives the path of Lemke and
Howson. On the first ray only the strategy k of one player and a best reply j of the other are played, and z_j grows
without bound; k need not be a best reply to j.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.normal_form.form import MixedStrategies, NormalForm
from lemke.ground.rational import ONE, shown
from lemke.ground.sparse import SparseMatrix, Vector, exact_sum, vector, zeros
from lemke.linear.lcp import LCP, StartBasis


@dataclass(frozen=True)
class PositiveCosts:
    """A two-player game with positive costs to be minimized; it builds the LCP and reads its solutions back.

    Attributes
    ----------
    form : NormalForm
        A game of two players.

    >>> costs = PositiveCosts(NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]]))
    >>> costs.matrices()[0].tolist()
    [[mpq(1,1), mpq(4,1)], [mpq(3,1), mpq(3,1)]]
    """

    form: NormalForm

    def bounds(self) -> tuple[mpq, mpq]:
        """Return a and b, one more than the largest payoff of each player."""
        A, B = self.form.matrices()
        return A.max() + 1, B.max() + 1

    def matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the costs C = a − A and D = b − B, all 1 or more."""
        A, B = self.form.matrices()
        a, b = self.bounds()
        return a - A, b - B

    def lcp(self, label: int = 0) -> LCP:
        """Return the LCP whose path has a missing label: of a row, 0 … m − 1, or of a column, m … m + n − 1.

        Here m and n are the numbers of rows and columns. Raises InputError for a label that the game does not have.

        >>> costs = PositiveCosts(NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]]))
        >>> problem = costs.lcp()
        >>> problem.d, sorted(problem.start.basic)
        (array([mpq(-1,1), mpq(0,1), mpq(0,1), mpq(0,1)], dtype=object), [0, 2])
        """
        C, D = self.matrices()
        m, n = C.shape
        if label not in range(m + n):
            raise InputError(f"the label {shown(label)}, expected an int from 0 to {m + n - 1}")
        costs = SparseMatrix.from_dense(C.tolist()), SparseMatrix.from_dense(D.T.tolist())
        M = SparseMatrix.of_blocks((m + n, m + n), [(0, m, costs[0]), (m, 0, costs[1])])
        rows = M.to_lists()
        # indices of the player with the label, and of the opponent
        own_block, opponent_block = (range(m), range(m, m + n)) if label < m else (range(m, m + n), range(m))
        reply = min(opponent_block, key=lambda j: (rows[j][label], j))
        # with the missing label k, zⱼ = (1 + z0)/Mₖⱼ keeps wₖ = 0; the path starts at the least z0 with Mᵢⱼ zⱼ ≥ 1 for
        # all i of the player
        start = StartBasis(frozenset([label, reply]), max(rows[label][reply] / rows[i][reply] for i in own_block) - 1)
        d = zeros(m + n)
        d[label] = -ONE
        return LCP(M, vector([-1] * (m + n)), d, np.zeros(m + n, dtype=bool), start)

    def mixed_of(self, z: Vector) -> MixedStrategies:
        """Return the mixed strategies and best-reply payoffs in a solution z of :meth:`lcp`."""
        m, _ = self.form.shape
        x, y = z[:m], z[m:]
        sum_x, sum_y = exact_sum(x), exact_sum(y)
        a, b = self.bounds()
        return MixedStrategies(x / sum_x, y / sum_y, a - 1 / sum_y, b - 1 / sum_x)


class LabelPath(NamedTuple):
    """A Lemke–Howson path between two completely labeled pairs of points.

    ``start`` and ``end`` are numbers of pairs: 0 is the artificial equilibrium, the others are equilibria. ``label`` is
    the missing label, counted from 0, and ``pivots`` the length of the path.
    """

    start: int
    label: int
    pivots: int
    end: int


def labeled_strategies(form: NormalForm) -> list[tuple[int, str]]:
    """Return the player, 0 or 1, and the strategy of every label.

    >>> labeled_strategies(NormalForm.of([[1, 2]], [[3, 4]], strategies=[["T"], ["l", "r"]]))
    [(0, 'T'), (1, 'l'), (1, 'r')]
    """
    return [(player, strategy) for player, strategies in enumerate(form.strategies) for strategy in strategies]
