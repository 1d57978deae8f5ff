"""Equilibria of a game with a parameter, each followed to the exact values at which it ends.

Where the game is defined, the region of a closed form is a closed set. Plans and values are bounded, so in lowest terms
they have no pole at the border; and the limit of equilibria is an equilibrium. To know what holds beside a value,
it is enough to look at samples that come nearer: every function has finitely many roots, so in the end no root lies
between the value and the sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from typing import Any, Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import LimitError, UndefinedError
from lemke.ground import limits
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.solvers.equilibrium_sets import equilibrium_sets
from lemke.solvers.sequence_lcp import Prior, starting_point
from lemke.studies.parametric.elements import Function, ParameterPoint
from lemke.studies.parametric.form import (
    ClosedForm,
    ParametricForm,
    closed_form_at_plans,
    closed_form_by_replies,
    closed_forms_by_path,
    payoffs,
)
from lemke.studies.parametric.functions import NoSolution
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.roots import Interval, Real, beside, between, real_roots, strictly_between

EquilibriaChoice: TypeAlias = Literal["one", "all"] | int
CELLS = 8
"""Number of equal parts into which an interval is cut at first; each part gets a sample."""


@dataclass(frozen=True, eq=False)
class BranchPart(ByValue):
    """A closed form and an interval of its region."""

    closed: ClosedForm
    interval: Interval


Branch: TypeAlias = list[BranchPart]
"""The same plans on adjacent intervals, ascending."""
Finder: TypeAlias = Callable[[ParameterPoint], Iterable[ClosedForm] | None]
"""From a point to closed forms of equilibria there; None if the point is an exception (see :func:`branches`)."""


def component(region: Region, point: ParameterPoint) -> Interval | None:
    """Return the interval of a region that contains a point, or None."""
    return next((interval for interval in region.intervals if point[0] in interval), None)


def touches(interval: Interval, near: Real, far: Real) -> bool:
    """Return whether an interval contains all numbers close to ``near`` on the side of ``far``."""
    low, high = sorted((near, far))
    common = interval.overlap(Interval(low, high))
    return common is not None and near in (common.low, common.high)


def furthest(parts: Iterable[BranchPart], near: Real, far: Real) -> BranchPart | None:
    """Return the part beside ``near`` that reaches furthest towards ``far``; of several, the first."""
    touching = [part for part in parts if touches(part.interval, near, far)]

    def far_end(part: BranchPart) -> Any:
        """Return a key that orders ends; infinite ends are the furthest."""
        end = part.interval.high if near < far else part.interval.low
        return (end is None) == (near < far), end

    return (max if near < far else min)(touching, key=far_end, default=None)


def continued(closed: ClosedForm, near: Real, far: Real) -> BranchPart | None:
    """Return the part on which the same plans, with other values, continue beside ``near`` towards ``far``.

    Return None if beside ``near`` a probability is negative, or a pure reply gets more than the plan.
    """
    sample = between(near, far)
    while True:
        limits.check()
        point = (sample,)
        try:
            negative, candidate = _examined(closed, point)
        except UndefinedError:
            sample = between(near, sample)
            continue
        if negative is not None:
            roots = strictly_between(near, sample, [*real_roots(negative.numer), *real_roots(negative.denom)])
            if not roots:  # no change of sign between ``near`` and the sample: negative beside ``near`` too
                return None
            sample = between(near, _next(roots, near, far))
            continue
        interval = None if candidate is None else component(candidate.region, point)
        if candidate and interval and touches(interval, near, far):
            return BranchPart(candidate, interval)
        sample = between(near, _edge(interval, near, far, sample))


def _examined(closed: ClosedForm, point: ParameterPoint) -> tuple[Function | None, ClosedForm | None]:
    """Return a function that is negative at a point but should not be, or else the plans with values that prove them.

    The function is a probability, or the payoff of a plan minus that of a pure reply. If the payoffs differ as
    functions and not at the point, the point is an exception, and both are None.
    """
    form = closed.form
    for function in (*closed.plans[0], *closed.plans[1]):
        if form.functions.value(function, point) < 0:
            return function, None
    candidate = closed_form_by_replies(form, closed.plans, point)
    gaps = [payoff - dual[0] for payoff, dual in zip(payoffs(form, closed.plans), candidate.duals, strict=True)]
    for gap in gaps:
        if form.functions.value(gap, point) < 0:
            return gap, None
    return None, None if any(gaps) else candidate


def _edge(interval: Interval | None, near: Real, far: Real, sample: Real) -> Real:
    """Return the end of an interval on the side of ``near`` if it lies before the sample, else the sample."""
    end = interval and (interval.low if near < far else interval.high)
    return end if end is not None and strictly_between(near, sample, [end]) else sample


def _next(points: Sequence[Real], near: Real, far: Real) -> Real:
    """Return the first of the points on the way from ``near`` to ``far``."""
    return min(points) if near < far else max(points)


def searched(find: Finder, known: list[BranchPart], near: Real, far: Real) -> BranchPart:
    """Return the closed form that holds beside ``near`` and reaches furthest towards ``far``.

    All parts found on the way are added to ``known``. Every sample lies nearer than the parts found before. So each
    sample adds a new basis or a new interval of a basis's region, and there are finitely many of these.
    """
    sample = between(near, far)
    while True:
        limits.check()
        point = (sample,)
        parts = [
            BranchPart(closed, interval)
            for closed in find(point) or ()
            if (interval := component(closed.region, point))
        ]
        known += [part for part in parts if not part.interval.is_point]
        if (best := furthest(parts, near, far)) is not None:
            return best
        sample = between(near, _next([sample, *(_edge(part.interval, near, far, sample) for part in parts)], near, far))


def extended(first: BranchPart, near: Real, far: Real, segment: Interval) -> list[BranchPart]:
    """Return a part and those on which the same plans continue towards ``far``, cut off at ``near`` and ``far``."""
    parts: list[BranchPart] = []
    following: BranchPart | None = first
    while following is not None:
        low, high = sorted((near, far))
        interval = following.interval.overlap(Interval(low, high, (low in segment, high in segment)))
        assert interval is not None
        parts.append(BranchPart(following.closed, interval))
        near = interval.ends[near < far]
        following = continued(following.closed, near, far) if near != far else None
    return parts


def branches(
    form: ParametricForm, segment: Interval, equilibria: EquilibriaChoice, samples: Iterable[mpq]
) -> tuple[list[Branch], list[mpq]]:
    """Return branches of equilibria on a segment, and the samples, at least one between any two neighbouring borders.

    Borders are the cuts into :data:`CELLS` equal parts, the ends of all regions found, and exceptions. An exception is
    a sample at which a closed form ends, two of them meet, or more conditions are tight than beside it. There are
    finitely many exceptions, and samples lie on both sides of each.
    """
    priors = [random_plans(form, seed) for seed in (None, *range(equilibria - 1 if isinstance(equilibria, int) else 0))]
    find: Finder = partial(_extreme, form) if equilibria == "all" else partial(closed_forms_by_path, form, priors)
    known: list[Branch] = []
    sampled: list[mpq] = []
    pending = sorted(set(samples))
    low, high = segment.ends
    start, end = (beside(border, between(low, high), CELLS) for border in (low, high))
    borders: set[Real] = {low, high, *(start + (end - start) * mpq(k, CELLS) for k in range(1, CELLS))}
    while (sample := pending.pop(0) if pending else _unsampled(sorted(borders), sampled)) is not None:
        limits.check()
        new_parts = _new_parts(find, known, sample)
        if new_parts is None:
            borders.add(sample)
            continue
        sampled.append(sample)
        limits.report(lambda: f"{len(sampled)} samples, {len(known)} equilibria")
        for part in new_parts:
            ends = (end for interval in part.closed.region.intervals for end in (interval.low, interval.high))
            borders.update(strictly_between(low, high, (end for end in ends if end is not None)))
            upwards, downwards = (extended(part, sample, end, segment) for end in (high, low))
            middle = Interval.joined(downwards[0].interval, upwards[0].interval)
            branch = [*reversed(downwards[1:]), BranchPart(part.closed, middle), *upwards[1:]]
            borders.update(_ends(branch))
            known.append(branch)
    return sorted(known, key=_ends), sorted(sampled)


def _ends(branch: Branch) -> tuple[Any, Any]:
    """Return the ends of a branch, by which branches are ordered."""
    return Interval.joined(branch[0].interval, branch[-1].interval).ends


def _unsampled(borders: Sequence[Real], sampled: list[mpq]) -> mpq | None:
    """Return a number between two neighbouring borders without a sample between them; None if there are none."""
    return next((between(*cell) for cell in pairwise(borders) if not strictly_between(*cell, sampled)), None)


def _new_parts(find: Finder, known: list[Branch], sample: mpq) -> list[BranchPart] | None:
    """Return the parts at a sample that are on no branch yet; None if the sample is an exception."""
    point = (sample,)
    branches_at_sample = (branch for branch in known if any(sample in part.interval for part in branch))
    known_plans = [_key(branch[0].closed, point) for branch in branches_at_sample]
    if len(set(known_plans)) < len(known_plans):
        return None
    closed_forms = find(point)
    if closed_forms is None:
        return None
    new_parts = []
    for closed in closed_forms:
        try:
            key = _key(closed, point)
        except UndefinedError:
            return None
        if key in known_plans:
            continue
        interval = component(closed.region, point)
        if interval is None or sample in (interval.low, interval.high):
            return None
        known_plans.append(key)
        new_parts.append(BranchPart(closed, interval))
    return new_parts


def _key(closed: ClosedForm, point: ParameterPoint) -> tuple[tuple[mpq, ...], ...]:
    """Return the plans at a point."""
    return tuple(map(tuple, closed.plans_at(point)))


def _extreme(form: ParametricForm, point: ParameterPoint) -> list[ClosedForm] | None:
    """Return all extreme equilibria at a point: the pairs of vertices of each maximal Nash subset."""
    equilibria = equilibrium_sets(form.at(point).game, moves=((), ()), with_vertices=True)
    if not equilibria.is_complete:
        raise KeyboardInterrupt if equilibria.stopped == "interrupt" else LimitError(equilibria.reason)
    pairs: dict[tuple[tuple[mpq, ...], tuple[mpq, ...]], None] = {}
    for described in equilibria:
        assert described.vertices is not None
        x, y = (map(tuple, corners) for corners in described.vertices)
        pairs |= dict.fromkeys(product(x, y))
    closed_forms = [closed_form_at_plans(form, (vector(x), vector(y)), point) for x, y in pairs]
    if NoSolution.CONTRADICTION in closed_forms:
        return None
    return [closed for closed in closed_forms if isinstance(closed, ClosedForm)]


def random_plans(form: ParametricForm, seed: int | None) -> tuple[Vector, Vector]:
    """Return the plans of a random completely mixed profile, or of the centroid if there is no seed."""
    prior: Prior = "centroid" if seed is None else "random"
    return starting_point(form.structure, prior, seed or 0, "exact").plans(form.structure)
