"""The vertices of a convex set of plans: a hull grows until linear programs find no point beyond any facet.

This computes a projection of a polytope without eliminating variables (Lassez, Lassez 1992). Here the projection drops
the values of information sets, and keeps the coordinates that the equations of the set leave free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_

import numpy as np
from gmpy2 import mpq

from lemke.certificate import PlanRanges
from lemke.game.recall import EMPTY
from lemke.ground import limits
from lemke.ground.masks import mask_where
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, exact_dot, zeros
from lemke.solvers.equilibrium_sets.faces import HalfCone


@dataclass(eq=False)
class Facet:
    """A facet {(1, c): a·(1, c) = 0} of a hull, on which a·(1, c) ≥ 0.

    Attributes
    ----------
    normal : exact vector
        a.
    tight : set of points, as bits
        The hull's points on the facet.
    is_final : bool
        Whether a program has proved that no point of the set is beyond it.
    """

    normal: Vector
    tight: int
    is_final: bool = False


class Hull:
    """The convex hull of points, by the double description method (Motzkin, Raiffa, Thompson, Thrall 1953).

    It begins as a simplex.

    Parameters
    ----------
    apex : exact vector
        The coordinates of a point.
    steps : sequence of mpq
        For every coordinate its value at a point that differs from the apex in this coordinate alone.

    Attributes
    ----------
    points : list of exact vectors
        (1, c).
    facets : list of Facet
    """

    def __init__(self, apex: Vector, steps: Sequence[mpq]) -> None:
        size = len(apex)
        first = np.append(ONE, apex)
        share = zeros(size + 1)  # barycentric coordinate of the apex: 1 minus those of the other points
        share[0] = ONE
        every = (2 << size) - 1  # bits of all size + 1 points
        self.points, self.facets = [first], list[Facet]()
        for k, weight in enumerate(steps, 1):
            point, normal = first.copy(), zeros(size + 1)
            point[k] = weight
            normal[[0, k]] = np.array([-first[k], ONE]) / (weight - first[k])
            share = share - normal
            self.points.append(point)
            self.facets.append(Facet(normal, every & ~(1 << k)))
        if size:
            self.facets.append(Facet(share, every & ~1))

    def open_facet(self) -> Facet | None:
        """Return the last facet that is not final; None if all are."""
        return next((facet for facet in reversed(self.facets) if not facet.is_final), None)

    def add(self, point: Vector) -> None:
        """Add a point outside: facets that have it beyond them are replaced by new ones through it and a ridge."""
        new = 1 << len(self.points)
        self.points.append(point)
        heights = [exact_dot(facet.normal, point) for facet in self.facets]
        pairs = list(zip(self.facets, heights, strict=True))
        joined = []
        for lost, depth in pairs:
            if depth < 0:
                limits.check()
                neighbours = ((kept, height) for kept, height in pairs if height > 0 and self._are_adjacent(lost, kept))
                for kept, height in neighbours:
                    normal = height * lost.normal - depth * kept.normal
                    joined.append(Facet(normal / max(abs(normal)), lost.tight & kept.tight | new))
        for facet, height in pairs:
            if not height:
                facet.tight |= new
        self.facets = [facet for facet, height in pairs if height >= 0] + joined

    def _are_adjacent(self, first: Facet, second: Facet) -> bool:
        """Return whether no third facet has all the points that two facets have in common."""
        ridge = first.tight & second.tight
        if ridge.bit_count() + 2 < len(self.points[0]):
            return False
        return not any(ridge & ~facet.tight == 0 for facet in self.facets if facet is not first and facet is not second)

    def vertices(self) -> list[Vector]:
        """Return the vertices: the points that share the set of all their facets with no other point."""
        every = (1 << len(self.points)) - 1
        common = (
            reduce(and_, (facet.tight for facet in self.facets if facet.tight >> number & 1), every)
            for number in range(len(self.points))
        )
        return [
            point for number, (point, alone) in enumerate(zip(self.points, common, strict=True)) if alone == 1 << number
        ]


def vertices(half: HalfCone, ranges: PlanRanges) -> tuple[Vector, ...]:
    """Return the vertices of the plans of a set whose dimension is proved, those with the first sequences first."""
    coordinates = ranges.coordinates
    outside = mask_where(np.append(ranges.plan, ranges.slack) == 0)
    hull = Hull(ranges.plan[coordinates], [ranges.steps[k] for k in coordinates])
    while (facet := hull.open_facet()) is not None:
        limits.report(partial("{} points and {} facets of a set of plans".format, len(hull.points), len(hull.facets)))
        cost = zeros(half.size)
        cost[[EMPTY, *coordinates]] = facet.normal
        extreme = half.least(outside, cost, half.constant, lambda value: not value)
        if extreme.value:
            assert extreme.point is not None
            hull.add(np.append(ONE, half.plan(extreme.point)[0][coordinates]))
        else:
            facet.is_final = True
    plans = (ranges.plan_at(dict(zip(coordinates, point[1:], strict=True))) for point in hull.vertices())
    return tuple(sorted(plans, key=lambda plan: (-plan).tolist()))
