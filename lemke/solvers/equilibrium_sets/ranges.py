"""Prove facts about a set of equilibria: its equations, its dimension, and bounds of weights and payoffs.

The vertices of a set are found by a hull that grows until linear programs find no point beyond any facet: a projection
of a polytope without eliminating variables (Lassez, Lassez 1992). Here the projection drops the values of information
sets, and keeps the coordinates that the equations of the set leave free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import PAYOFF, Bound, Equation, PlanRanges
from lemke.certificate.ranges import Coordinates, End
from lemke.errors import NotProvedError
from lemke.game.recall import EMPTY
from lemke.ground import limits
from lemke.ground.masks import flags_of, mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, exact_dot, zeros
from lemke.linear.exact import Elimination, linear_forms, sparsest_pivots
from lemke.solvers.equilibrium_sets.search import HalfCone


def equations(half: HalfCone, positive: int) -> Iterator[Equation]:
    """Yield equations of the plans of a face, given all variables of the half that are positive somewhere on the face.

    The hull is the set of x that solve the rows of the face with some v; all entries of x and s are 0 except the
    positive ones. The values v are eliminated first. Every row carries a symbol of its own, so that a reduced row shows
    of which rows it is a combination. An equation gives a weight in terms of free weights and of the weights that
    earlier equations give.
    """
    n = half.plan_size
    used = flags_of(positive, half.size)
    slack_rows = half.rows + np.flatnonzero(used[n : half.constant])
    # row 0 says x(∅) = 1, and x(∅) serves as the constant below; a slack's row only defines the slack
    rows = np.setdiff1d(np.arange(1, half.matrix.shape[0]), slack_rows)
    support = np.flatnonzero(used[:n])
    values = np.arange(half.size, half.matrix.shape[1])
    part = half.matrix.part(rows, np.append(support, values))
    width = part.shape[1]  # the symbol of row k is column width + k
    forms = Elimination({name: row | {width + name: ONE} for name, row in linear_forms(part, {}).items() if row})
    # ``dependent`` skips rows without values; the equations come from these rows, below
    for name, column in sparsest_pivots(forms, list(forms.rows), range(len(support), width), (), dependent=True):
        forms.eliminate(name, column)
    solved_rows = []  # the column that each row gives, and the symbols of the rows in it
    moves = range(1, len(support))  # 0 is the empty sequence, the constant
    for name, column in sparsest_pivots(forms, list(forms.rows), moves, (), dependent=True):
        solved_rows.append((column, {key: entry for key, entry in forms.rows[name].items() if key >= width}))
        forms.eliminate(name, column)
    for column, symbols in reversed(solved_rows):
        multipliers = zeros(half.matrix.shape[0])
        for key, entry in symbols.items():
            multipliers[rows[key - width]] = entry
        yield int(support[column]), half.combination(multipliers)


ChosenSequences: TypeAlias = tuple[Collection[int], Collection[int]]
"""Sequences of player 1 and of player 2."""
ENDS: tuple[End, End] = ("least", "greatest")


class PlanSet:
    """The plans of one player in a set of equilibria, of which facts are proved.

    ``outside`` are the variables of the half, as bits, that are 0 on the set by its definition; ``ranges`` has what is
    already proved about the plans, and takes the new proofs.
    """

    def __init__(self, half: HalfCone, outside: int, ranges: PlanRanges) -> None:
        self.half, self.outside, self.ranges = half, outside, ranges
        self._attained = [ranges.plan]  # known plans of the set

    def prepare(self) -> None:
        """Prove the equations of the plans, and the dimension: for each coordinate a plan that differs in it alone.

        There the coordinate is smaller by a share of itself, which is halved until the plan is in the set.
        """
        ranges, share = self.ranges, mpq(1, 2)
        if not ranges.equations:
            for equation in equations(self.half, mask_where(np.append(ranges.plan, ranges.slack) > 0)):
                ranges.equate(equation)
        for coordinate in ranges.coordinates:
            while coordinate not in ranges.steps:
                weight = ranges.plan[coordinate]
                try:
                    ranges.step(coordinate, weight - weight * share)
                except NotProvedError:  # the plan would be outside of the set
                    share /= 2

    def prove(self, objective: int, reference: int) -> None:
        """Prove the least and the greatest value of a ratio, an objective divided by a reference."""
        for end in ENDS:
            bound = self._trivial_bound(end, objective, reference)
            self.ranges.bound(bound or self._bound_from_program(end, objective, reference))

    def _trivial_bound(self, end: End, objective: int, reference: int) -> Bound | None:
        """Return the bound 0 or 1 of a ratio of weights if a known plan attains it: no plan can go beyond 0 or 1."""
        for plan in self._attained if objective != PAYOFF else ():
            if plan[reference] and plan[objective] == (plan[reference] if end == "greatest" else 0):
                return Bound(end, objective, reference, None, self._coordinates(plan))
        return None

    def _bound_from_program(self, end: End, objective: int, reference: int) -> Bound:
        """Return a bound from a linear program, with a plan that attains the bound."""
        function = self.ranges.objective(objective) * (-1 if end == "greatest" else 1)
        cost = np.append(function, zeros(self.half.size - len(function)))

        def attaining(value: mpq) -> Vector | None:
            """Return a known plan at which the ratio has this value."""
            return next(
                (x for x in self._attained if x[reference] and exact_dot(function, x) == value * x[reference]), None
            )

        base = self.half.constant if reference == EMPTY else reference
        # no point is computed if a known plan attains the value
        value, multipliers, point = self.half.least(
            self.outside, cost, base, lambda value: attaining(value) is not None
        )
        plan = attaining(value)
        if plan is None:
            assert point is not None
            plan, _ = self.half.plan(point)
            self._attained.append(plan)
        stated = None if objective == PAYOFF else objective
        return Bound(end, stated, reference, self.half.combination(multipliers), self._coordinates(plan))

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
        ratios += [(plan_set, ratio) for ratio in plan_set.ranges.unproved([PAYOFF, *player_moves])]
    for k, (plan_set, ratio) in enumerate(ratios):
        limits.report(partial("bound {} of {}".format, k, len(ratios)))
        plan_set.prove(*ratio)


@dataclass(eq=False)
class Facet:
    """A facet {c: a·(1, c) = 0} of a hull of points c, which all have a·(1, c) ≥ 0; ``normal`` is a.

    ``tight`` are the hull's points on the facet, as bits. ``is_final`` says that a program has proved that no plan of
    the set is beyond the facet, where a·(1, c) < 0.
    """

    normal: Vector
    tight: int
    is_final: bool = False


class Hull:
    """The convex hull of points, by the double description method (Motzkin, Raiffa, Thompson, Thrall 1953).

    The hull begins as the simplex of the apex and one further point per coordinate, at which only this coordinate
    differs and has the value of the step. ``points`` has the vectors (1, c) of the points c.
    """

    def __init__(self, apex: Vector, steps: Sequence[mpq]) -> None:
        size = len(apex)
        apex_point = np.append(ONE, apex)
        # the facet opposite of a point is where the point's barycentric coordinate is 0;
        # the apex's coordinate is 1 minus the coordinates of the other points
        apex_normal = zeros(size + 1)
        apex_normal[0] = ONE
        all_points = (2 << size) - 1  # bits of all size + 1 points
        self.points, self.facets = [apex_point], list[Facet]()
        for k, weight in enumerate(steps, 1):
            point, normal = apex_point.copy(), zeros(size + 1)
            point[k] = weight
            normal[[0, k]] = np.array([-apex_point[k], ONE]) / (weight - apex_point[k])
            apex_normal = apex_normal - normal
            self.points.append(point)
            self.facets.append(Facet(normal, all_points & ~(1 << k)))
        if size:
            self.facets.append(Facet(apex_normal, all_points & ~1))

    def open_facet(self) -> Facet | None:
        """Return the newest facet that is not final; None if all facets are final."""
        return next((facet for facet in reversed(self.facets) if not facet.is_final), None)

    def add(self, point: Vector) -> None:
        """Add a point outside the hull.

        Facets with the point beyond them are replaced by new facets, each through the point and a ridge of the hull.
        """
        point_bit = 1 << len(self.points)
        self.points.append(point)
        heights = [exact_dot(facet.normal, point) for facet in self.facets]
        pairs = list(zip(self.facets, heights, strict=True))
        new_facets = []
        for facet, depth in pairs:
            if depth < 0:  # the point is beyond this facet
                for neighbor, height in pairs:
                    if height > 0 and self._are_adjacent(facet, neighbor):
                        normal = height * facet.normal - depth * neighbor.normal
                        tight = facet.tight & neighbor.tight | point_bit
                        new_facets.append(Facet(normal / max(abs(normal)), tight))
        for facet, height in pairs:
            if not height:
                facet.tight |= point_bit
        self.facets = [facet for facet, height in pairs if height >= 0] + new_facets

    def _are_adjacent(self, first: Facet, second: Facet) -> bool:
        """Return whether no third facet has all the points that two facets have in common."""
        ridge = first.tight & second.tight
        if ridge.bit_count() + 2 < len(self.points[0]):  # a ridge in dimension d has at least d − 1 points
            return False
        return not any(ridge & ~facet.tight == 0 for facet in self.facets if facet is not first and facet is not second)

    def vertices(self) -> list[Vector]:
        """Return the vertices: a point is a vertex if no other point is on all facets of this point."""
        all_points = (1 << len(self.points)) - 1
        corners = []
        for number, point in enumerate(self.points):
            facets = (facet.tight for facet in self.facets if facet.tight >> number & 1)
            if reduce(and_, facets, all_points) == 1 << number:
                corners.append(point)
        return corners


def vertices(half: HalfCone, ranges: PlanRanges) -> tuple[Vector, ...]:
    """Return the vertices of the plans of a set whose dimension is proved.

    Vertices with larger weights of the first sequences come first.
    """
    coordinates = ranges.coordinates
    outside = mask_where(np.append(ranges.plan, ranges.slack) == 0)
    hull = Hull(ranges.plan[coordinates], [ranges.steps[k] for k in coordinates])
    while (facet := hull.open_facet()) is not None:
        limits.report(partial("{} points and {} facets of a set of plans".format, len(hull.points), len(hull.facets)))
        cost = zeros(half.size)
        cost[[EMPTY, *coordinates]] = facet.normal  # x(∅) = 1 is entry 0 of (1, c)
        # the value 0 is attained by the points on the facet
        value, _, point = half.least(outside, cost, half.constant, lambda value: not value)
        if value:
            assert point is not None
            hull.add(np.append(ONE, half.plan(point)[0][coordinates]))
        else:
            facet.is_final = True
    plans = (ranges.plan_at(dict(zip(coordinates, point[1:], strict=True))) for point in hull.vertices())
    return tuple(sorted(plans, key=lambda plan: (-plan).tolist()))
