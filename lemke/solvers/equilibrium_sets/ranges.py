"""What holds in a set of equilibria: dimensions, payoffs, and the least and greatest weight of every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lemke.certificate import DescribedSet, EquilibriumSet, Interval, MoveRange
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, zeros
from lemke.solvers.equilibrium_sets.faces import Half
from lemke.solvers.equilibrium_sets.hull import affine_hull


@dataclass
class PlanSet:
    """The plans of one player in a set of equilibria.

    Attributes
    ----------
    half : Half
    outside : set, as bits
        The variables of the half that are 0 on the set.
    sequences : Sequences
        The player's.
    plan, slack : exact vectors
        At a point in the relative interior: proved to be positive wherever a plan, or a slack of the other player's
        sequences, is positive on the set.
    """

    half: Half
    outside: int
    sequences: Sequences
    plan: Vector
    slack: Vector

    def __post_init__(self) -> None:
        hull = affine_hull(self.half, mask_where(np.append(self.plan, self.slack) > 0))
        self.dimension, self.fixed, self.lines = hull.dimension, hull.fixed, hull.lines
        self.weights: dict[int, Interval] = {}
        self.attained = [self.plan]  # plans of the set that are known

    def least(self, objective: Vector, reference: int | None = None) -> Vector:
        """Return a plan with the least value of a linear function, among those with a positive weight of a sequence."""
        whole = np.append(objective, zeros(self.half.size - len(objective)))
        extreme = self.half.least(self.outside, whole, self.half.constant if reference is None else reference)
        plan, _ = self.half.plan(extreme.point)
        self.attained.append(plan)
        return plan

    def interval(self, objective: Vector) -> Interval:
        """Return the least and the greatest value of a linear function of the plan."""
        if self.dimension == 0:
            value = sum(objective * self.plan, ZERO)
            return Interval(value, value)
        least, greatest = self.least(objective), self.least(-objective)
        return Interval(sum(objective * least, ZERO), sum(objective * greatest, ZERO))

    def moves(self) -> tuple[MoveRange, ...]:
        """Return the range of every sequence."""
        whole = Interval(ONE, ONE)
        ranges = [MoveRange(whole, whole)]
        for h, parent in enumerate(self.sequences.parent.tolist()):
            moves = self.sequences.moves(h)
            probability: Interval | None = None
            for sequence in moves:
                limits.check()
                weight = self._weight(sequence)
                if len(moves) == 2 and sequence > moves[0] and probability is not None:
                    probability = Interval(1 - probability.greatest, 1 - probability.least)
                else:
                    probability = self._probability(sequence, parent, weight)
                ranges.append(MoveRange(weight, probability))
        return tuple(ranges)

    def _weight(self, sequence: int) -> Interval:
        if sequence not in self.weights:
            self.weights[sequence] = self._new_weight(sequence)
        return self.weights[sequence]

    def _new_weight(self, sequence: int) -> Interval:
        if sequence in self.fixed:
            return Interval(self.fixed[sequence], self.fixed[sequence])
        if sequence in self.lines:
            free, constant, factor = self.lines[sequence]
            ends = [constant + factor * weight for weight in self._weight(free)]
            return Interval(min(ends), max(ends))
        unit = self._unit(sequence)
        least = ZERO if self._known(sequence, ZERO) else self.least(unit)[sequence]
        greatest = ONE if self._known(sequence, ONE) else self.least(-unit)[sequence]
        return Interval(least, greatest)

    def _probability(self, sequence: int, parent: int, weight: Interval) -> Interval | None:
        if not self.plan[parent]:
            return None
        if parent in self.fixed:
            return Interval(weight.least / self.fixed[parent], weight.greatest / self.fixed[parent])
        if not self.plan[sequence]:
            return Interval(ZERO, ZERO)
        ratios = [plan[sequence] / plan[parent] for plan in self.attained if plan[parent]]
        unit = self._unit(sequence)
        least, greatest = min(ratios), max(ratios)
        if least:
            plan = self.least(unit, parent)
            least = plan[sequence] / plan[parent]
        if greatest != 1:
            plan = self.least(-unit, parent)
            greatest = plan[sequence] / plan[parent]
        return Interval(least, greatest)

    def _known(self, sequence: int, weight: object) -> bool:
        return any(plan[sequence] == weight for plan in self.attained)

    def _unit(self, sequence: int) -> Vector:
        unit = zeros(self.half.plan_size)
        unit[sequence] = ONE
        return unit


def described(
    form: SequenceForm, plan_sets: Sequence[PlanSet], equilibrium_set: EquilibriumSet, profile: Profile
) -> DescribedSet:
    """Return a set with what holds in it."""
    x, y = equilibrium_set.plans
    # all plans of X are best replies to y, so the payoff of player 1 depends on y alone; likewise that of player 2 on x
    payoff_2, payoff_1 = plan_sets[0].interval(form.B @ y), plan_sets[1].interval(form.A.T @ x)
    moves_1, moves_2 = (plan_set.moves() for plan_set in plan_sets)
    dimensions = plan_sets[0].dimension, plan_sets[1].dimension
    return DescribedSet(equilibrium_set, (payoff_1, payoff_2), dimensions, (moves_1, moves_2), profile)
