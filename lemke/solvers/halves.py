"""The two halves of the equilibrium conditions, each a linear program over the plans of one player.

If it is known which sequences of both players may be played, and which have to be best replies, the conditions

    E x = e, x ≥ 0, s = Fᵀv − Bᵀx ≥ 0    and    F y = f, y ≥ 0, r = Eᵀu − A y ≥ 0    and    xᵀr = yᵀs = 0

fall into two independent systems, one in (x, s, v) and one in (y, r, u). E x = e and F y = f say that x and y are
plans; u and v are the values of the information sets. Complementarity says which entries of x and r are 0, and which of
y and s. Dickhaut and Kaplan (1991) enumerate supports in this way in the strategic form; this is the same in the
sequence form. HiGHS proposes bases, which are solved and checked exactly. If no basis is proved, the program counts as
infeasible. HiGHS has absolute tolerances, so each player's payoffs are divided by their largest absolute value; such a
factor does not change the equilibria.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response
from lemke.game.recall import Sequences
from lemke.ground.rational import ONE, common_denominator
from lemke.ground.sparse import Indices, SparseMatrix, Vector, vector, zeros
from lemke.linear.guided import optima
from lemke.linear.lp import LP, check
from lemke.solvers import crash
from lemke.solvers.learning import Mask

GRAIN = 1 << 30
"""Target plans with a larger common denominator are rounded to multiples of 1 / GRAIN, so that numbers stay short."""


@dataclass(frozen=True, eq=False)
class SupportedPlan:
    """A realization plan, the slack of every sequence of the opponent, and the pivots of HiGHS.

    The slack is what a sequence gets less than a best reply does, in the scaled payoffs of :class:`Half`.
    """

    plan: Vector
    slack: Vector
    pivots: int


@dataclass(frozen=True, eq=False)
class Half:
    """The half of the conditions that has a player's plan, here called x, and the values v of the opponent's sets."""

    # E x = e: the constraints of the player's plans; F: the matrix of the opponent's constraints
    E: SparseMatrix
    e: Vector
    F: SparseMatrix
    # payoffs of the player and of the opponent, scaled by :func:`scaled_to_one`; rows are the player's sequences
    A: SparseMatrix
    B: SparseMatrix
    joint: SparseMatrix  # A + B; all 0 if the sum of payoffs is constant
    opposing_sequences: Sequences

    @classmethod
    def pair(cls, form: SequenceForm) -> tuple[Half, Half]:
        """Return the halves of player 1 and of player 2."""
        A, B = scaled_to_one(form.A), scaled_to_one(form.B)
        joint = A + B if form.total is None else SparseMatrix.from_entries(A.shape, [], [], [])
        return (
            cls(form.E, form.e, form.F, A, B, joint, form.sequences[1]),
            cls(form.F, form.f, form.E, B.T, A.T, joint.T, form.sequences[0]),
        )

    def feasible(self, allowed: Mask, tight: Mask, guess: tuple[Mask, Mask] | None = None) -> SupportedPlan | None:
        """Return a plan of allowed sequences against which the tight sequences of the opponent are best replies.

        Return None if no such plan is proved.

        Parameters
        ----------
        allowed : bool array, an entry per sequence of the player
        tight : bool array, an entry per sequence of the opponent
        guess : two bool arrays, optional
            Supports of the player and of the opponent at which HiGHS begins.
        """
        plan = vector(map(int, allowed))
        if np.array_equal(self.E @ plan, self.e):  # a pure plan, which needs no program
            values = self.B.T @ plan
            slack = self.F.T @ best_response(self.opposing_sequences, values).dual - values
            return None if np.any(slack[tight] != 0) else SupportedPlan(plan, slack, 0)
        columns = np.flatnonzero(allowed)
        program = self._program(columns, tight)
        if guess is not None:
            program = replace(program, start=crash.basis(program, guess[0][columns], guess[1]))
        return self._proved_optimum(program, columns)

    def nearest(self, allowed: Mask, tight: Mask, target: Vector) -> SupportedPlan | None:
        """Return the plan with the least Σ |x − target| among all plans that :meth:`feasible` may return.

        Return None if no such plan is proved.

        Parameters
        ----------
        target : exact vector
            A realization weight per sequence; rounded, if the common denominator is above GRAIN.
        """
        columns = np.flatnonzero(allowed)
        program = self._program(columns, tight)
        (m, n), k = program.A.shape, len(columns)
        identity = SparseMatrix.from_entries((k, k), range(k), range(k), [ONE] * k)
        # x - up + down = target, up and down >= 0
        blocks = [(0, 0, program.A), (m, 0, identity), (m, n, -identity), (m, n + k, identity)]
        nearest_program = LP(
            SparseMatrix.of_blocks((m + k, n + 2 * k), blocks),
            np.append(program.b, _rounded(target[columns])),
            np.append(program.c, np.full(2 * k, ONE)),
            np.append(program.senses, np.zeros(k, dtype=np.int64)),
            np.append(program.free, np.zeros(2 * k, dtype=bool)),
        )
        return self._proved_optimum(nearest_program, columns)

    def program(self) -> LP:
        """Return the conditions on x and v for all plans x, with no objective: variables x, then v, which are free."""
        return self._program(np.arange(self.A.shape[0]), np.zeros(self.A.shape[1], dtype=bool))

    def _program(self, columns: Indices, tight: Mask) -> LP:
        """Return the conditions on v and on some columns of x, if all other columns are 0; there is no objective."""
        rows = np.unique(self.E.rows[np.isin(self.E.columns, columns)])  # all other rows say 0 = 0
        m, k = len(rows), len(columns)
        height, width = self.F.shape
        payoffs = self.B.T.part(np.arange(width), columns)
        matrix = SparseMatrix.of_blocks(
            (m + width, k + height), [(0, 0, self.E.part(rows, columns)), (m, 0, -payoffs), (m, k, self.F.T)]
        )
        senses = np.append(np.zeros(m, dtype=np.int64), np.where(tight, 0, 1))  # 0 is =, 1 is >=
        free = np.arange(k + height) >= k
        return LP(matrix, np.append(self.e[rows], zeros(width)), zeros(k + height), senses, free)

    def _proved_optimum(self, program: LP, columns: Indices) -> SupportedPlan | None:
        """Return the first optimum of HiGHS that is proved; None if there is none."""
        for optimal in optima(program):
            if check(program, optimal) is None:  # no defect
                plan = zeros(self.A.shape[0])
                plan[columns] = optimal.x[: len(columns)]
                values = optimal.x[len(columns) : len(columns) + self.F.shape[0]]
                return SupportedPlan(plan, self.F.T @ values - self.B.T @ plan, optimal.pivots)
        return None


def plans_of_supports(
    halves: tuple[Half, Half], support_1: Mask, support_2: Mask, guess: tuple[Mask, Mask] | None = None
) -> tuple[SupportedPlan, SupportedPlan] | None:
    """Return plans in equilibrium within supports, such that all sequences in player 2's support are best replies to x.

    Return None if no such plans are proved. HiGHS begins at the supports ``guess``, which have a move at every
    information set.
    """
    half_1, half_2 = halves
    x = half_1.feasible(support_1, support_2, guess)
    if x is None:
        return None
    guess_2 = None if guess is None else (guess[1], guess[0])
    y = half_2.feasible(support_2, x.plan != 0, guess_2)
    return None if y is None else (x, y)


def scaled_to_one(payoffs: SparseMatrix) -> SparseMatrix:
    """Return payoffs divided by their largest absolute value."""
    if payoffs.nnz == 0:
        return payoffs
    return SparseMatrix.from_entries(
        payoffs.shape, payoffs.rows, payoffs.columns, payoffs.values / max(abs(payoffs.values))
    )


def _rounded(plan: Vector) -> Vector:
    if common_denominator(plan) <= GRAIN:
        return plan
    return vector(mpq(round(probability * GRAIN), GRAIN) for probability in plan)
