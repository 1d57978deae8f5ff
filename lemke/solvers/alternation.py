"""From plans in floats to exact equilibria: two linear programs in turn, until their vertices are in equilibrium.

Plans (x, y) with values (u, v) of the information sets are an equilibrium iff they attain the maximum, 0, of

    xᵀ(A + B) y − u₀ − v₀    over    E x = e, x ≥ 0, Fᵀv ≥ Bᵀx    and    F y = f, y ≥ 0, Eᵀu ≥ A y

(Mangasarian, Stone 1964). E x = e and F y = f say that x and y are plans. For given y this is a linear program in (x,
v), for given x one in (y, u). The objective never falls, and the solutions are vertices (Mangasarian 1995). If the
objective reaches 0, the bases of both programs are solved exactly. From learned plans one round is often enough. The
objective may get stuck below 0; then the rounds have to begin again from other plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, zeros
from lemke.ground.steps import Steps
from lemke.linear.exact import optimal
from lemke.linear.guided import Solver
from lemke.linear.lp import Basis
from lemke.solvers import crash
from lemke.solvers.halves import Half
from lemke.solvers.learning import Floats, Mask

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


class RoundVertices(NamedTuple):
    """The objective and the vertices at the end of a round of both programs."""

    objective: float  # at most 0, up to rounding
    bases: tuple[Basis, Basis]

    @property
    def key(self) -> bytes:
        """The pair of bases as bytes, which are hashable."""
        return b"".join(np.packbits(part).tobytes() for basis in self.bases for part in (basis.columns, basis.rows))


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

    def __init__(self, form: SequenceForm, halves: tuple[Half, Half], *, guesses: bool) -> None:
        self.form, self.guesses = form, guesses
        self.begun = False  # whether the second program has been started
        self.solved: set[bytes] = set()  # pairs of bases that were solved exactly, which is not repeated
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

    def rounds(self, y: Floats, supports: tuple[Mask, Mask]) -> Iterator[RoundVertices]:
        """Yield the vertices of every round, from a plan of player 2, until HiGHS finds no optimum or the rounds end.

        The first call may begin at the supports.
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
            yield RoundVertices(objective, (basis_1, basis_2))
            if not objective - previous >= STUCK or objective > -REACHED:  # ``not``: a NaN ends the rounds, too
                return

    def equilibrium(self, y: Floats, supports: tuple[Mask, Mask]) -> Steps[tuple[Vector, Vector] | None]:
        """Return, in steps, exact plans at the end of the rounds from a plan of player 2.

        Return None if the objective stays below 0, if these bases were solved before, or if they give no realization
        plans.
        """
        pivots_before = self.pivots
        for vertices in self.rounds(y, supports):
            work, pivots_before = (self.pivots - pivots_before) * self.work, self.pivots
            if vertices.objective > -REACHED and vertices.key not in self.solved:
                self.solved.add(vertices.key)
                plans = self.plans(vertices)
                if plans is not None:
                    return plans
                work += exact_work(self.form)
            yield work
        yield (self.pivots - pivots_before) * self.work
        return None

    def plans(self, vertices: RoundVertices) -> tuple[Vector, Vector] | None:
        """Return the exact plans at the vertices, or None if they are no realization plans. Regrets are not checked."""
        program_1, program_2 = self.programs
        x, y = program_1.plan(vertices.bases[0]), program_2.plan(vertices.bases[1])
        if x is None or y is None or not all(map(is_realization_plan, self.form.sequences, (x, y))):
            return None
        return x, y
