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
    """A facet {c: a·(1, c) = 0} of a hull of points c, which all have a·(1, c) ≥ 0.

    Attributes
    ----------
    normal : exact vector
        The vector a.
    tight : set of points, as bits
        The hull's points on the facet.
    is_final : bool
        Whether a program has proved that no plan of the set is beyond the facet, where a·(1, c) < 0.
    """

    normal: Vector
    tight: int
    is_final: bool = False


class Hull:
    """The convex hull of points, by the double description method (Motzkin, Raiffa, Thompson, Thrall 1953).

    The hull begins as the simplex of the apex and one further point per coordinate.

    Parameters
    ----------
    apex : exact vector
        The coordinates of a point.
    steps : sequence of mpq
        For every coordinate, its value at the point that differs from the apex in this coordinate alone.

    Attributes
    ----------
    points : list of exact vectors
        The vectors (1, c) of the points c.
    facets : list of Facet
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
        extreme = half.least(outside, cost, half.constant, lambda value: not value)
        if extreme.value:
            assert extreme.point is not None
            hull.add(np.append(ONE, half.plan(extreme.point)[0][coordinates]))
        else:
            facet.is_final = True
    plans = (ranges.plan_at(dict(zip(coordinates, point[1:], strict=True))) for point in hull.vertices())
    return tuple(sorted(plans, key=lambda plan: (-plan).tolist()))
