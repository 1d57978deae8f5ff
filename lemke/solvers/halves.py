"""The two halves of the equilibrium conditions, each a linear program over the plans of one player.

If it is known which sequences of both players may be played, and which have to be best replies, the conditions

    E x = e, x ≥ 0, s = Fᵀv − Bᵀx ≥ 0    and    F y = f, y ≥ 0, r = Eᵀu − A y ≥ 0    and    xᵀr = yᵀs = 0

fall into two independent systems, one in (x, s, v) and one in (y, r, u). E x = e and F y = f say that x and y are
plans; u and v are the values of the information sets. Complementarity says which entries of x and r are 0, and which of
y and s. Dickhaut and Kaplan (1991) enumerate supports in this way in the strategic form; this is the same in the
sequence form. HiGHS proposes bases, which are solved and checked exactly. If no basis is proved, the program counts as
infeasible. HiGHS has absolute tolerances, so each player's payoffs are divided by their largest absolute value; such a
factor does not change the equilibria.

Two linear programs in turn (:class:`Alternation`) lead from plans in floats to exact equilibria. Plans (x, y) with
values (u, v) are an equilibrium iff they attain the maximum, 0, of xᵀ(A + B) y − u₀ − v₀ over both systems without
complementarity (Mangasarian, Stone 1964). For given y this is a linear program in (x, v), for given x one in (y, u).
The objective never falls, and the solutions are vertices (Mangasarian 1995). If it reaches 0, the bases of both
programs are solved exactly. It may get stuck below 0; then the rounds begin again from other plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.best_response import best_response
from lemke.game.recall import Sequences
from lemke.ground.rational import ONE, common_denominator
from lemke.ground.sparse import Indices, SparseMatrix, Vector, vector, zeros
from lemke.ground.steps import Steps
from lemke.linear.exact import optimal
from lemke.linear.guided import Solver, optima
from lemke.linear.lp import LP, Basis, check
from lemke.solvers import crash
from lemke.solvers.learning import Floats, Mask

GRAIN = 1 << 30
"""Target plans with a larger common denominator are rounded to multiples of 1 / GRAIN, so that numbers stay short."""


SupportedPlan: TypeAlias = tuple[Vector, int]
"""A realization plan, and the pivots of HiGHS."""


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

        Return None if no such plan is proved. HiGHS begins at ``guess``, supports of the player and of the opponent.
        """
        plan = vector(map(int, allowed))
        if np.array_equal(self.E @ plan, self.e):  # a pure plan, which needs no program
            values = self.B.T @ plan
            slack = self.F.T @ best_response(self.opposing_sequences, values).dual - values
            return None if np.any(slack[tight] != 0) else (plan, 0)
        columns = np.flatnonzero(allowed)
        program = self._program(columns, tight)
        if guess is not None:
            program = replace(program, start=crash.basis(program, guess[0][columns], guess[1]))
        return self._proved_optimum(program, columns)

    def nearest(self, allowed: Mask, tight: Mask, target: Vector) -> SupportedPlan | None:
        """Return the plan with the least Σ |x − target| among all plans that :meth:`feasible` may return.

        Return None if no such plan is proved. The target is rounded, if its common denominator is above GRAIN.
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
        for optimum in optima(program):
            if check(program, optimum) is None:  # no defect
                plan = zeros(self.A.shape[0])
                plan[columns] = optimum.x[: len(columns)]
                return plan, optimum.pivots
        return None


def plans_of_supports(
    halves: tuple[Half, Half], support_1: Mask, support_2: Mask, guess: tuple[Mask, Mask] | None = None
) -> tuple[tuple[Vector, Vector], int] | None:
    """Return plans in equilibrium within supports, such that all sequences in player 2's support are best replies to x.

    Return also the pivots, and None if no such plans are proved. HiGHS begins at the supports ``guess``, which have a
    move at every information set.
    """
    half_1, half_2 = halves
    if (first := half_1.feasible(support_1, support_2, guess)) is None:
        return None
    x, pivots_1 = first
    guess_2 = None if guess is None else (guess[1], guess[0])
    if (second := half_2.feasible(support_2, x != 0, guess_2)) is None:
        return None
    y, pivots_2 = second
    return (x, y), pivots_1 + pivots_2


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


REACHED = 1e-8
"""An objective above −REACHED, with payoffs scaled to size 1, may be exactly 0: the exact solution decides."""
STUCK = 1e-10
"""The rounds end after a round in which the objective grows by less than this."""
PER_PIVOT = 20
"""A pivot takes PER_PIVOT nanoseconds of work per constraint and per variable. A program takes about one pivot per
constraint."""
PER_BIT = 3000
"""An exact solution takes PER_BIT nanoseconds of work, times the number of sequences, times the binary digits of the
longest payoff."""


def expected_work(form: SequenceForm) -> int:
    """Return the nanoseconds of work that both programs may take without a starting basis."""
    return PER_PIVOT * sum(form.A.shape) ** 2


def exact_work(form: SequenceForm) -> int:
    """Return the nanoseconds of work for the exact solution of both programs."""
    payoffs = {*form.A.values.tolist(), *form.B.values.tolist()}  # a set: most games have few different payoffs
    digits = max((value.numerator.bit_length() + value.denominator.bit_length() for value in payoffs), default=1)
    return PER_BIT * sum(form.A.shape) * digits


class PlanProgram:
    """The program of one player's plan in HiGHS, which goes on from the last basis when the opponent's plan changes."""

    def __init__(self, half: Half) -> None:
        self.half = half
        self.size = half.A.shape[0]  # the number of the player's sequences
        program = half.program()
        cost = zeros(program.A.shape[1])
        cost[self.size] = ONE  # for v₀; the costs of x depend on the opponent's plan
        self.linear = replace(program, c=cost)
        self.joint = half.joint.to_scipy()  # A + B
        self.payoffs = half.A.to_scipy()
        self.solver = Solver(self.linear)
        self.pivots = 0

    def begin(self, support: Mask, opposing: Mask) -> None:
        """Go on from the basis that belongs to supports of the player and of the opponent."""
        self.solver.begin(crash.basis(self.linear, support, opposing))

    def complement(self, basis: Basis) -> tuple[Mask, Mask]:
        """Return the supports of the opponent and of the player that are complementary to a basis.

        The opponent's support has the sequences whose slacks are not in the basis. The opponent's plan with this
        support is the dual solution: near a best reply to the player's plan, and in zero-sum games a best reply, since
        either program is then the dual of the other.
        """
        equations = self.linear.A.shape[0] - self.half.A.shape[1]
        return ~basis.rows[equations:], basis.columns[: self.size]

    def best(self, opposing: Floats) -> tuple[Floats, float, Basis] | None:
        """Return the optimal plan x, v₀ and the basis, given the opponent's plan; None if HiGHS finds no optimum."""
        cost = np.zeros(self.linear.A.shape[1])
        cost[: self.size] = -(self.joint @ opposing)
        cost[self.size] = 1.0
        self.solver.aim(cost)
        status, basis = self.solver.propose()
        self.pivots += self.solver.pivots()
        if status != "optimal" or basis is None:
            return None
        solution, _ = self.solver.values()
        return solution[: self.size], float(solution[self.size]), basis

    def plan(self, basis: Basis) -> Vector | None:
        """Return the exact plan of a basis; None if the basis is singular."""
        try:
            return optimal(self.linear, basis).x[: self.size]
        except InputError:
            return None


class Alternation:
    """The linear programs of both players, solved in turn.

    Attributes
    ----------
    work : int
        Nanoseconds that a pivot takes, computed from the size of the game alone.
    guesses : bool
        Whether the first program begins at guessed supports; in nearly zero-sum games that takes longer. The second
        program begins at the complement of the first one's basis. Later both go on from their last bases.
    """

    def __init__(self, halves: tuple[Half, Half], *, guesses: bool) -> None:
        self.guesses = guesses
        self.begun = False  # whether the second program has been started
        self.programs = PlanProgram(halves[0]), PlanProgram(halves[1])
        self.work = PER_PIVOT * sum(self.programs[0].linear.A.shape)

    @property
    def pivots(self) -> int:
        """Pivots of both programs so far."""
        return self.programs[0].pivots + self.programs[1].pivots

    def reply(self, x: Floats) -> Floats | None:
        """Return player 2's plan with the least sum of both regrets against player 1's plan; None if none is found."""
        best = self.programs[1].best(x)
        return None if best is None else best[0]

    def rounds(self, y: Floats, supports: tuple[Mask, Mask]) -> Iterator[tuple[float, tuple[Basis, Basis]]]:
        """Yield the objective, at most 0 up to rounding, and the bases at the end of every round.

        The rounds begin at a plan of player 2, and end if HiGHS finds no optimum, or the objective stops growing. The
        first call may begin at the supports.
        """
        program_1, program_2 = self.programs
        if self.guesses and not self.begun:
            program_1.begin(*supports)
        objective = -np.inf
        while True:
            best_1 = program_1.best(y)
            if best_1 is not None and not self.begun:
                self.begun = True
                _, _, basis_1 = best_1
                program_2.begin(*program_1.complement(basis_1))
            best_2 = program_2.best(best_1[0]) if best_1 is not None else None
            if best_1 is None or best_2 is None:
                return
            (x, v, basis_1), (y, u, basis_2) = best_1, best_2
            previous, objective = objective, float(x @ (program_1.payoffs @ y) - u + y @ (program_2.payoffs @ x) - v)
            yield objective, (basis_1, basis_2)
            if not objective - previous >= STUCK or objective > -REACHED:  # ``not``: a NaN ends the rounds, too
                return

    def equilibrium(self, y: Floats, supports: tuple[Mask, Mask]) -> Steps[tuple[Vector, Vector] | None]:
        """Return, in steps, exact plans at the end of the rounds from a plan of player 2. The caller has to prove them.

        Return None if the objective stays below 0, or if the last bases are singular.
        """
        pivots_before = self.pivots
        for objective, bases in self.rounds(y, supports):
            if objective > -REACHED:
                return self.plans(bases)
            yield (self.pivots - pivots_before) * self.work
            pivots_before = self.pivots
        yield (self.pivots - pivots_before) * self.work
        return None

    def plans(self, bases: tuple[Basis, Basis]) -> tuple[Vector, Vector] | None:
        """Return the exact solutions of both bases, or None if one is singular. Nothing else is checked."""
        program_1, program_2 = self.programs
        x, y = program_1.plan(bases[0]), program_2.plan(bases[1])
        return None if x is None or y is None else (x, y)
