"""Prove facts about a set of equilibria: its equations, its dimension, and bounds of weights and payoffs.

The bounds are independent linear programs; this process or an executor's workers solve them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NoReturn, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import PAYOFF, Bound, PlanRanges
from lemke.certificate.ranges import Coordinates
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY
from lemke.ground import limits
from lemke.ground.crew import Crew, Done
from lemke.ground.limits import Limits, entered
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, exact_dot, zeros
from lemke.ground.workers import check_stop, packed, unpacked
from lemke.solvers.equilibrium_sets.faces import HalfCone
from lemke.solvers.equilibrium_sets.hull import equations

ChosenSequences: TypeAlias = tuple[Collection[int], Collection[int]]
"""Sequences of player 1 and of player 2."""
Ratio: TypeAlias = tuple[int, int]
"""An objective, a sequence or ``PAYOFF``, and the sequence by whose weight it is divided (``EMPTY``: by 1)."""
PlayerRatio: TypeAlias = tuple[int, Ratio]
"""A player and a ratio of the player's plan, which a worker bounds."""
PlayerBounds: TypeAlias = tuple[int, list[Bound]]


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
        proved = self.ranges.bounds.keys()  # keys: is greatest (not least), objective, reference
        return [ratio for ratio in dict.fromkeys(ratios) if not {(False, *ratio), (True, *ratio)} <= proved]

    def prove(self, objective: int, reference: int) -> list[Bound]:
        """Prove the least and the greatest value of a :data:`Ratio`, an objective divided by a reference."""
        bounds = [
            self._trivial_bound(greatest, objective, reference)
            or self._bound_from_program(greatest, objective, reference)
            for greatest in (False, True)
        ]
        for bound in bounds:
            self.ranges.bound(bound)
        return bounds

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

    def _trivial_bound(self, greatest: bool, objective: int, reference: int) -> Bound | None:
        """Return the bound 0 or 1 of a ratio of weights if a known plan attains it: no plan can go beyond 0 or 1."""
        for plan in self._attained if objective != PAYOFF else ():
            if plan[reference] and plan[objective] == plan[reference] * greatest:  # False is 0, True is 1
                return Bound(greatest, objective, reference, None, self._coordinates(plan))
        return None

    def _bound_from_program(self, greatest: bool, objective: int, reference: int) -> Bound:
        """Return a bound from a linear program, with a plan that attains the bound."""
        n = self.half.plan_size
        cost = zeros(self.half.size)
        if objective == PAYOFF:
            cost[:n] = self.ranges.payoff
        else:
            cost[objective] = ONE
        cost = -cost if greatest else cost

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
        return Bound(greatest, objective, reference, combination, self._coordinates(plan))

    def _coordinates(self, plan: Vector) -> Coordinates:
        return {k: plan[k] for k in self.ranges.coordinates if plan[k]}


@dataclass(eq=False)
class DescribedPlans:
    """A set of equilibria X × Y with the proofs about its plans, in a form that can be sent to workers.

    Attributes
    ----------
    form : SequenceForm
    outside : (set, set), as bits
        The variables of both halves that are 0 on the set by its definition.
    ranges : (PlanRanges, PlanRanges)
    """

    form: SequenceForm
    outside: tuple[int, int]
    ranges: tuple[PlanRanges, PlanRanges]

    @cached_property
    def plan_sets(self) -> tuple[PlanSet, PlanSet]:
        """X and Y, with new programs in HiGHS."""
        return self.with_halves(HalfCone(self.form, 0), HalfCone(self.form, 1))

    def with_halves(self, half_1: HalfCone, half_2: HalfCone) -> tuple[PlanSet, PlanSet]:
        """Return X and Y with existing programs."""
        return PlanSet(half_1, self.outside[0], self.ranges[0]), PlanSet(half_2, self.outside[1], self.ranges[1])

    def describe(self, halves: tuple[HalfCone, HalfCone], moves: ChosenSequences, executor: Executor | None) -> None:
        """Prove the dimensions, the payoffs, and the ranges of the sequences ``moves``."""
        plan_sets = self.with_halves(*halves)
        player_ratios = []
        for player, plan_set in enumerate(plan_sets):
            plan_set.prepare()
            player_ratios += [(player, ratio) for ratio in plan_set.unproved_ratios(moves[player])]
        count = len(player_ratios)
        if executor is None:
            for k, (player, ratio) in enumerate(player_ratios):
                limits.report(partial("bound {} of {}".format, k, count))
                plan_sets[player].prove(*ratio)
            return
        task = partial(prove_in_worker, packed(replace(self, form=self.form.plain())), limits.current())
        for k, (player, bounds) in enumerate(
            Crew(task, iter(player_ratios), count, executor, _raise_lost).outcomes(), 1
        ):
            for bound in bounds:
                self.ranges[player].bound(bound)
            limits.report(partial("bound {} of {}".format, k, count))


def prove_in_worker(
    described: bytes, task_limits: Limits, name: str, player_ratios: tuple[PlayerRatio, ...]
) -> Done[PlayerBounds]:
    """Prove bounds of a packed set in a worker. ``name`` is new in every call: a cluster runs equal calls only once."""
    begin = time.monotonic()
    plan_sets = unpacked(described).plan_sets
    with entered(replace(task_limits, progress=None, stop=check_stop)):
        return Done.since(begin, [(player, plan_sets[player].prove(*ratio)) for player, ratio in player_ratios])


def _raise_lost(player_ratio: PlayerRatio, reason: str) -> NoReturn:
    player, (objective, _) = player_ratio
    quantity = f"sequence {objective} of player {player + 1}"
    if objective == PAYOFF:
        quantity = f"the payoff of player {2 - player}"  # the opponent's, as a function of this player's plan
    raise InputError(f"no bounds of {quantity} were proved: {reason}")
