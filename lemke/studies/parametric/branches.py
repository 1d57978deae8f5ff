"""Several equilibria of a game with a parameter, each followed both ways to where it ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import pairwise
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import UndefinedError
from lemke.game.strategy import centroid, random_behavior, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import Vector
from lemke.solvers.all_equilibria import all_equilibria
from lemke.studies.parametric.closed_form import ClosedForm, at_plans, by_path
from lemke.studies.parametric.continuation import Part, component, extended
from lemke.studies.parametric.elements import Place
from lemke.studies.parametric.elimination import NoSolution
from lemke.studies.parametric.form import ParametricForm
from lemke.studies.parametric.region import Interval
from lemke.studies.parametric.roots import Algebraic, Real, ascending, between, strictly_between

Wanted: TypeAlias = Literal["one", "all"] | int
CELLS = 8
"""Into how many equal parts an interval is cut beforehand, each with a sample of its own."""
Branch: TypeAlias = list[Part]
"""The same plans on adjacent intervals, ascending."""
Finder: TypeAlias = Callable[[Place], list[ClosedForm] | None]
"""From a sample to equilibria there; None where the sample is an exception."""


def branches(
    form: ParametricForm, segment: Interval, wanted: Wanted, samples: Iterable[mpq]
) -> tuple[list[Branch], list[mpq]]:
    """Return branches of equilibria on a segment, and the samples, one at least between two neighbouring borders.

    Borders are cuts into :data:`CELLS` equal parts, the ends of all regions found, and samples that are exceptions: a
    closed form ends there, two of them meet, or more conditions are tight than beside it. Of these there are finitely
    many, and there are samples on both sides of each.
    """
    find = _extreme(form) if wanted == "all" else _reached(form, int(wanted))
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
        for profile in all_equilibria(tree.game).profiles:
            one, two = map(realization_plan, tree.sequences, profile.behavior)
            closed = at_plans(form, (one, two), place)
            if closed is NoSolution.CONTRADICTION:
                return None
            if isinstance(closed, ClosedForm):
                found.append(closed)
        return found

    return find


def _reached(form: ParametricForm, number: int) -> Finder:
    """Return how to find what is reached from the centroid and random priors, so many in all."""
    priors = [random_plans(form, seed) for seed in (None, *range(number - 1))]
    return lambda place: [*by_path(form, place, priors)]


def random_plans(form: ParametricForm, seed: int | None) -> tuple[Vector, Vector]:
    """Return the plans of a random completely mixed profile; of the centroid without a seed."""
    source = random.Random(seed)
    behavior = [centroid(own) if seed is None else random_behavior(own, source) for own in form.sequences]
    one, two = (realization_plan(own, each) for own, each in zip(form.sequences, behavior, strict=True))
    return one, two
