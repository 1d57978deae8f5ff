"""Prove facts about a set of equilibria: its equations, its dimension, and bounds of weights and payoffs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import PAYOFF, Bound, PlanRanges
from lemke.certificate.ranges import Coordinates, End
from lemke.errors import NotProvedError
from lemke.game.recall import EMPTY
from lemke.ground import limits
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, exact_dot, zeros
from lemke.solvers.equilibrium_sets.faces import HalfCone
from lemke.solvers.equilibrium_sets.hull import equations

ChosenSequences: TypeAlias = tuple[Collection[int], Collection[int]]
"""Sequences of player 1 and of player 2."""
ENDS: tuple[End, End] = ("least", "greatest")
Ratio: TypeAlias = tuple[int, int]
"""An objective, a sequence or ``PAYOFF``, and the sequence by whose weight it is divided (``EMPTY``: by 1)."""


class PlanSet:
    """The plans of one player in a set of equilibria; coordinates are the weights that equations leave free.

    Parameters
    ----------
    half : HalfCone
    outside : set, as bits
        The variables of the half that are 0 on the set by its definition.
    ranges : PlanRanges
        What is already proved about the plans.
    """

    def __init__(self, half: HalfCone, outside: int, ranges: PlanRanges) -> None:
        self.half, self.outside, self.ranges = half, outside, ranges
        self._attained = [ranges.plan]  # known plans of the set
        self._stride = mpq(1, 2)  # by which share of itself a coordinate is reduced in :meth:`_step`

    def prepare(self) -> None:
        """Prove the equations of the plans, and the dimension."""
        ranges = self.ranges
        if not ranges.equations:
            for equation in equations(self.half, mask_where(np.append(ranges.plan, ranges.slack) > 0)):
                ranges.equate(equation)
        for coordinate in ranges.coordinates:
            if coordinate not in ranges.steps:
                self._step(coordinate)

    def unproved_ratios(self, moves: Iterable[int]) -> list[Ratio]:
        """Return the ratios that must still be bounded for the opponent's payoff and for the ranges of sequences."""
        # a payoff that is the same in all plans needs no bounds
        ratios = [(PAYOFF, EMPTY)] if self.ranges.reduced(PAYOFF)[0] is not None else []
        for sequence in moves:
            ratios += self.ranges.needed(sequence)
        proved = self.ranges.bounds.keys()  # keys: end, objective, reference
        return [ratio for ratio in dict.fromkeys(ratios) if not {("least", *ratio), ("greatest", *ratio)} <= proved]

    def prove(self, objective: int, reference: int) -> None:
        """Prove the least and the greatest value of a :data:`Ratio`, an objective divided by a reference."""
        for end in ENDS:
            bound = self._trivial_bound(end, objective, reference)
            self.ranges.bound(bound or self._bound_from_program(end, objective, reference))

    def _step(self, coordinate: int) -> None:
        """Prove that some plan of the set differs from the inner point in this coordinate and in no other."""
        weight = self.ranges.plan[coordinate]
        while True:
            try:
                self.ranges.step(coordinate, weight - weight * self._stride)
            except NotProvedError:  # the plan would be outside of the set
                self._stride /= 2
            else:
                return

    def _trivial_bound(self, end: End, objective: int, reference: int) -> Bound | None:
        """Return the bound 0 or 1 of a ratio of weights if a known plan attains it: no plan can go beyond 0 or 1."""
        for plan in self._attained if objective != PAYOFF else ():
            if plan[reference] and plan[objective] == (plan[reference] if end == "greatest" else 0):
                return Bound(end, objective, reference, None, self._coordinates(plan))
        return None

    def _bound_from_program(self, end: End, objective: int, reference: int) -> Bound:
        """Return a bound from a linear program, with a plan that attains the bound."""
        n = self.half.plan_size
        cost = zeros(self.half.size)
        if objective == PAYOFF:
            cost[:n] = self.ranges.payoff
        else:
            cost[objective] = ONE
        cost = -cost if end == "greatest" else cost

        def attaining(value: mpq) -> Vector | None:
            """Return a known plan at which the ratio has this value."""
            return next(
                (x for x in self._attained if x[reference] and exact_dot(cost[:n], x) == value * x[reference]), None
            )

        base = self.half.constant if reference == EMPTY else reference
        # no point is computed if a known plan attains the value
        extreme = self.half.least(self.outside, cost, base, lambda value: attaining(value) is not None)
        plan = attaining(extreme.value)
        if plan is None:
            assert extreme.point is not None
            plan, _ = self.half.plan(extreme.point)
            self._attained.append(plan)
        combination = self.half.combination(extreme.multipliers)
        stated = None if objective == PAYOFF else objective
        return Bound(end, stated, reference, combination, self._coordinates(plan))

    def _coordinates(self, plan: Vector) -> Coordinates:
        return {k: plan[k] for k in self.ranges.coordinates if plan[k]}


def describe(
    halves: tuple[HalfCone, HalfCone],
    outside: tuple[int, int],
    ranges: tuple[PlanRanges, PlanRanges],
    moves: ChosenSequences,
) -> None:
    """Prove the dimensions, the payoffs, and the ranges of the sequences ``moves`` of a set of equilibria X × Y.

    ``outside`` are the variables of both halves, as bits, that are 0 on the set by its definition. The proofs are
    entered in ``ranges``.
    """
    ratios = []
    for plan_set, player_moves in zip(map(PlanSet, halves, outside, ranges), moves, strict=True):
        plan_set.prepare()
        ratios += [(plan_set, ratio) for ratio in plan_set.unproved_ratios(player_moves)]
    for k, (plan_set, ratio) in enumerate(ratios):
        limits.report(partial("bound {} of {}".format, k, len(ratios)))
        plan_set.prove(*ratio)
