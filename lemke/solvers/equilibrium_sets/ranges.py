"""The proof of what holds in a set of equilibria: its equations, its dimension, and bounds of what is asked for."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from gmpy2 import mpq

from lemke.certificate import PAYOFF, Bound, PlanRanges
from lemke.certificate.ranges import Coordinates
from lemke.errors import NotProvedError
from lemke.game.recall import EMPTY
from lemke.ground import limits
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, zeros
from lemke.solvers.equilibrium_sets.faces import Half
from lemke.solvers.equilibrium_sets.hull import equations


class PlanSet:
    """The plans of one player in a set of equilibria.

    Parameters
    ----------
    half : Half
    outside : set, as bits
        The variables of the half that are 0 on the set by its definition.
    ranges : PlanRanges
        What is proved of the plans.
    """

    def __init__(self, half: Half, outside: int, ranges: PlanRanges) -> None:
        self.half, self.outside, self.ranges = half, outside, ranges
        self._attained = [ranges.plan]  # plans of the set that are known
        self._stride = mpq(1, 2)

    def describe(self, moves: Iterable[int]) -> None:
        """Prove the dimension, the range of the other player's payoff, and those of the given sequences."""
        ranges = self.ranges
        if not ranges.equations:
            for equation in equations(self.half, mask_where(np.append(ranges.plan, ranges.slack) > 0)):
                ranges.equate(equation)
        for coordinate in ranges.coordinates:
            if coordinate not in ranges.steps:
                self._step(coordinate)
        if ranges.reduced(PAYOFF)[0] is not None:
            self._bound(PAYOFF, EMPTY)
        for sequence in moves:
            for objective, reference in ranges.needed(sequence):
                self._bound(objective, reference)

    def _step(self, coordinate: int) -> None:
        """Find a plan that differs from the inner point in a coordinate alone."""
        weight = self.ranges.plan[coordinate]
        while True:
            limits.check()
            try:
                self.ranges.step(coordinate, weight - weight * self._stride)
            except NotProvedError:  # the plan would be outside
                self._stride /= 2
            else:
                return

    def _bound(self, objective: int, reference: int) -> None:
        """Prove the least and the greatest value of a weight or the payoff, or of its ratio to a weight."""
        limits.report(lambda: f"bounds of sequence {objective}")
        for greatest in (False, True):
            if (greatest, objective, reference) not in self.ranges.bounds:
                self.ranges.bound(
                    self._trivial(greatest, objective, reference) or self._least(greatest, objective, reference)
                )

    def _trivial(self, greatest: bool, objective: int, reference: int) -> Bound | None:
        """Return a bound that is 0 or 1, if a plan that is known attains it."""
        for plan in self._attained if objective != PAYOFF else ():
            if plan[reference] and plan[objective] == plan[reference] * greatest:
                return Bound(greatest, objective, reference, None, self._coordinates(plan))
        return None

    def _least(self, greatest: bool, objective: int, reference: int) -> Bound:
        cost = zeros(self.half.size)
        if objective == PAYOFF:
            cost[: self.half.plan_size] = self.ranges.payoff
        else:
            cost[objective] = ONE
        base = self.half.constant if reference == EMPTY else reference
        extreme = self.half.least(self.outside, -cost if greatest else cost, base)
        plan, _ = self.half.plan(extreme.point)
        self._attained.append(plan)
        combination = self.half.combination(extreme.multipliers)
        return Bound(greatest, objective, reference, combination, self._coordinates(plan))

    def _coordinates(self, plan: Vector) -> Coordinates:
        return {k: plan[k] for k in self.ranges.coordinates if plan[k]}
