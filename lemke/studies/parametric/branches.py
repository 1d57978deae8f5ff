"""Equilibria of a game with a parameter, each followed to the exact values at which it ends.

The region of a closed form is closed wherever the game is defined: plans and values are bounded, so in lowest terms
they have no pole at the border, and an equilibrium is one in the limit. To know what holds beside a value it is enough
to look at samples that come nearer: every function has finitely many roots, so at last the nearest lie behind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import UndefinedError
from lemke.game.strategy import centroid, random_behavior, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.ground.values import ByValue
from lemke.solvers import all_equilibria
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.form import ClosedForm, ParametricForm, at_plans, by_path, payoffs, replies
from lemke.studies.parametric.functions import NoSolution
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.roots import (
    Algebraic,
    Interval,
    Real,
    ascending,
    between,
    real_roots,
    strictly_between,
)

Wanted: TypeAlias = Literal["one", "all"] | int
CELLS = 8
"""Into how many equal parts an interval is cut beforehand, each with a sample of its own."""


@dataclass(frozen=True, eq=False)
class Part(ByValue):
    """A closed form with an interval of its region."""

    closed: ClosedForm
    interval: Interval


Branch: TypeAlias = list[Part]
"""The same plans on adjacent intervals, ascending."""
Finder: TypeAlias = Callable[[Place], Iterable[ClosedForm] | None]
"""From a place to closed forms of equilibria there; None where the place is an exception."""


def component(region: Region, place: Place) -> Interval | None:
    """Return the interval of a region that contains a place."""
    return next((each for each in region.intervals if place[0] in each), None)


def touches(interval: Interval, near: Real, far: Real) -> bool:
    """Return whether an interval contains all that is beside ``near`` on the side of ``far``."""
    low, high = interval.low, interval.high
    if near < far:
        return (low is None or not near < low) and (high is None or near < high)
    return (high is None or not high < near) and (low is None or low < near)


def furthest(parts: Iterable[Part], near: Real, far: Real) -> Part | None:
    """Return the part beside ``near`` that reaches furthest to the side of ``far``, the first of several."""

    def compare(one: Part, other: Part) -> int:
        ends = [each.interval.high if near < far else each.interval.low for each in (one, other)]
        if ends[0] is None or ends[1] is None:
            return (ends[0] is None) - (ends[1] is None)
        further = (ends[1] < ends[0]) - (ends[0] < ends[1])
        return further if near < far else -further

    touching = [each for each in parts if touches(each.interval, near, far)]
    return max(touching, key=cmp_to_key(compare), default=None)


def continued(closed: ClosedForm, near: Real, far: Real) -> Part | None:
    """Return how the same plans go on beside ``near`` on the side of ``far``, with other values; None if they do not.

    They do not if beside ``near`` a probability is negative, or a pure reply gets more than the plan.
    """
    sample = between(near, far)
    while True:
        limits.check()
        place = (sample,)
        try:
            wrong, candidate = _examined(closed, place)
        except UndefinedError:
            sample = between(near, sample)
            continue
        if wrong is not None:
            roots = strictly_between(near, sample, [*real_roots(wrong.numer), *real_roots(wrong.denom)])
            if not roots:
                return None
            sample = between(near, min(roots) if near < far else max(roots))
            continue
        interval = None if candidate is None else component(candidate.region, place)
        if candidate and interval and touches(interval, near, far):
            return Part(candidate, interval)
        sample = between(near, _edge(interval, near, far, sample))


def _examined(closed: ClosedForm, place: Place) -> tuple[Function | None, ClosedForm | None]:
    """Return a function that should not be negative at a place: a probability, or what a plan has less a pure reply.

    If there is none, return the plans with values that prove them, or nothing where the place is an exception.
    """
    form = closed.form
    for function in (*closed.plans[0], *closed.plans[1]):
        if form.functions.value(function, place) < 0:
            return function, None
    candidate = replies(form, closed.plans, place)
    own = payoffs(form, closed.plans)
    gaps = [payoff - dual[0] for payoff, dual in zip(own, candidate.duals, strict=True)]
    for gap in gaps:
        if form.functions.value(gap, place) < 0:
            return gap, None
    return None, None if any(gaps) else candidate


def _edge(interval: Interval | None, near: Real, far: Real, sample: Real) -> Real:
    """Return the end of an interval on the side of ``near``, if it lies between; else the sample."""
    end = interval and (interval.low if near < far else interval.high)
    return end if end is not None and strictly_between(near, sample, [end]) else sample


def searched(find: Finder, known: list[Part], near: Real, far: Real) -> Part:
    """Return a closed form that holds beside ``near`` on the side of ``far``, the one that reaches furthest.

    Whatever is found on the way is added to ``known``. Every sample lies nearer than all that was found before, so each
    adds another basis or another interval of its region, of which there are finitely many.
    """
    sample = between(near, far)
    while True:
        limits.check()
        place = (sample,)
        found = [Part(each, own) for each in find(place) or () if (own := component(each.region, place))]
        known += [each for each in found if not each.interval.is_point]
        if (best := furthest(found, near, far)) is not None:
            return best
        edges = [_edge(each.interval, near, far, sample) for each in found] or [sample]
        sample = between(near, min(edges) if near < far else max(edges))


def extended(first: Part, near: Real, far: Real, segment: Interval) -> list[Part]:
    """Return a part and how the same plans go on to the side of ``far``, cut off at both."""
    parts = [_clipped(first, near, far, segment)]
    while (end := _end(parts[-1], near, far)) != far:
        following = continued(parts[-1].closed, end, far)
        if following is None:
            break
        parts.append(_clipped(following, end, far, segment))
    return parts


def _end(part: Part, near: Real, far: Real) -> Real:
    end = part.interval.high if near < far else part.interval.low
    assert end is not None
    return end


def _clipped(part: Part, near: Real, far: Real, segment: Interval) -> Part:
    """Return the part within two points of the segment, in any order."""
    low, high = sorted((near, far))
    interval = part.interval.overlap(Interval(low, high, (low in segment, high in segment)))
    assert interval is not None
    return Part(part.closed, interval)


def branches(
    form: ParametricForm, segment: Interval, wanted: Wanted, samples: Iterable[mpq]
) -> tuple[list[Branch], list[mpq]]:
    """Return branches of equilibria on a segment, and the samples, one at least between two neighbouring borders.

    Borders are cuts into :data:`CELLS` equal parts, the ends of all regions found, and samples that are exceptions: a
    closed form ends there, two of them meet, or more conditions are tight than beside it. Of these there are finitely
    many, and there are samples on both sides of each.
    """
    if wanted == "all":
        find = _extreme(form)
    else:
        find = by_paths(form, [random_plans(form, seed) for seed in (None, *range(int(wanted) - 1))])
    found: list[Branch] = []
    sampled: list[mpq] = []
    asked = sorted(set(samples))
    low, high = segment.low, segment.high
    assert low is not None and high is not None
    borders: set[Real] = {low, high, *_cuts(low, high)}
    while (sample := asked.pop(0) if asked else _unsampled(ascending(borders), sampled)) is not None:
        limits.check()
        new = _new(find, found, sample)
        if new is None:
            borders.add(sample)
            continue
        sampled.append(sample)
        limits.report(lambda: f"{len(sampled)} samples, {len(found)} equilibria")
        for part in new:
            ends = (end for own in part.closed.region.intervals for end in (own.low, own.high) if end is not None)
            borders.update(strictly_between(low, high, ends))
            upwards, downwards = (extended(part, sample, end, segment) for end in (high, low))
            first, last = downwards[0].interval, upwards[0].interval
            middle = Interval(first.low, last.high, (first.closed[0], last.closed[1]))
            found.append([*reversed(downwards[1:]), Part(part.closed, middle), *upwards[1:]])
            borders.update(end for end in (found[-1][0].interval.low, found[-1][-1].interval.high) if end is not None)
    return sorted(found, key=cmp_to_key(_compare)), sorted(sampled)


def _cuts(low: Real, high: Real) -> Iterator[mpq]:
    """Yield rational numbers that cut an interval into equal parts; next to irrational ends nearly equal ones."""
    middle = between(low, high)
    start, end = (_near(each, middle) for each in (low, high))
    for k in range(1, CELLS):
        yield start + (end - start) * mpq(k, CELLS)


def _near(end: Real, middle: mpq) -> mpq:
    """Return a rational end itself, or a number close to an irrational one, on the side of the middle."""
    if not isinstance(end, Algebraic):
        return end
    bounds = end.interval(abs(middle - between(end, middle)) / CELLS)
    return bounds[end < middle]


def _unsampled(borders: Sequence[Real], sampled: list[mpq]) -> mpq | None:
    """Return a place between neighbouring borders that have no sample between them."""
    cells = (cell for cell in pairwise(borders) if not strictly_between(*cell, sampled))
    return next((between(*cell) for cell in cells), None)


def _new(find: Finder, found: list[Branch], sample: mpq) -> list[Part] | None:
    """Return what is found at a sample beyond the branches there; None where the sample is an exception."""
    place = (sample,)
    known = [_key(part.closed, place) for branch in found for part in branch[:1] if _contains(branch, sample)]
    if len(set(known)) < len(known):
        return None
    closed_forms = find(place)
    if closed_forms is None:
        return None
    new = []
    for closed in closed_forms:
        try:
            key = _key(closed, place)
        except UndefinedError:
            return None
        if key in known:
            continue
        interval = component(closed.region, place)
        if interval is None or sample in (interval.low, interval.high):
            return None
        known.append(key)
        new.append(Part(closed, interval))
    return new


def _key(closed: ClosedForm, place: Place) -> tuple[tuple[mpq, ...], ...]:
    """Return the plans at a place."""
    return tuple(map(tuple, closed.plans_at(place)))


def _contains(branch: Branch, sample: mpq) -> bool:
    return any(sample in part.interval for part in branch)


def _compare(one: Branch, other: Branch) -> int:
    """Order by lower ends, then by upper ones."""
    for place, end in ((0, "low"), (-1, "high")):
        ends = [getattr(branch[place].interval, end) for branch in (one, other)]
        if ends[0] != ends[1]:
            return -1 if ends[0] < ends[1] else 1
    return 0


def _extreme(form: ParametricForm) -> Finder:
    """Return how to find all extreme equilibria; those that are no vertices as plans lie between others."""

    def find(place: Place) -> list[ClosedForm] | None:
        tree = form.at(place)
        found = []
        for profile in all_equilibria.enumerate(tree.game).profiles:
            x, y = map(realization_plan, tree.sequences, profile.behavior)
            closed = at_plans(form, (x, y), place)
            if closed is NoSolution.CONTRADICTION:
                return None
            if isinstance(closed, ClosedForm):
                found.append(closed)
        return found

    return find


def by_paths(form: ParametricForm, priors: Sequence[tuple[Vector, Vector]]) -> Finder:
    """Return how to find what Lemke's paths from some priors reach."""
    return lambda place: [*by_path(form, place, priors)]


def random_plans(form: ParametricForm, seed: int | None) -> tuple[Vector, Vector]:
    """Return the plans of a random completely mixed profile; of the centroid without a seed."""
    source = random.Random(seed)
    behavior = [centroid(own) if seed is None else random_behavior(own, source) for own in form.sequences]
    x, y = map(realization_plan, form.sequences, behavior)
    return x, y
