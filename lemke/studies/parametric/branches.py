"""Equilibria of a game with a parameter, each followed to the exact values at which it ends.

The region of a closed form is closed wherever the game is defined: plans and values are bounded, so in lowest terms
they have no pole at the border, and an equilibrium is one in the limit. To know what holds beside a value it is enough
to look at samples that come nearer: every function has finitely many roots, so at last the nearest lie behind.
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
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.form import ClosedForm, ParametricForm, at_plans, by_path, payoffs, replies
from lemke.studies.parametric.functions import NoSolution
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.roots import Interval, Real, beside, between, real_roots, strictly_between

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
    low, high = sorted((near, far))
    common = interval.overlap(Interval(low, high))
    return common is not None and near in (common.low, common.high)


def furthest(parts: Iterable[Part], near: Real, far: Real) -> Part | None:
    """Return the part beside ``near`` that reaches furthest to the side of ``far``, the first of several."""
    touching = [part for part in parts if touches(part.interval, near, far)]

    def far_end(part: Part) -> Any:
        """Return a key that orders ends, the infinite ones outside."""
        end = part.interval.high if near < far else part.interval.low
        return (end is None) == (near < far), end

    return (max if near < far else min)(touching, key=far_end, default=None)


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
            sample = between(near, _next(roots, near, far))
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
    gaps = [payoff - dual[0] for payoff, dual in zip(payoffs(form, closed.plans), candidate.duals, strict=True)]
    for gap in gaps:
        if form.functions.value(gap, place) < 0:
            return gap, None
    return None, None if any(gaps) else candidate


def _edge(interval: Interval | None, near: Real, far: Real, sample: Real) -> Real:
    """Return the end of an interval on the side of ``near``, if it lies between; else the sample."""
    end = interval and (interval.low if near < far else interval.high)
    return end if end is not None and strictly_between(near, sample, [end]) else sample


def _next(points: Sequence[Real], near: Real, far: Real) -> Real:
    """Return the first of some points on the way from ``near`` to ``far``."""
    return min(points) if near < far else max(points)


def searched(find: Finder, known: list[Part], near: Real, far: Real) -> Part:
    """Return a closed form that holds beside ``near`` on the side of ``far``, the one that reaches furthest.

    Whatever is found on the way is added to ``known``. Every sample lies nearer than all that was found before, so each
    adds another basis or another interval of its region, of which there are finitely many.
    """
    sample = between(near, far)
    while True:
        limits.check()
        place = (sample,)
        found = [Part(each, interval) for each in find(place) or () if (interval := component(each.region, place))]
        known += [part for part in found if not part.interval.is_point]
        if (best := furthest(found, near, far)) is not None:
            return best
        sample = between(near, _next([sample, *(_edge(part.interval, near, far, sample) for part in found)], near, far))


def extended(first: Part, near: Real, far: Real, segment: Interval) -> list[Part]:
    """Return a part and how the same plans go on to the side of ``far``, cut off at both."""
    parts: list[Part] = []
    following: Part | None = first
    while following is not None:
        low, high = sorted((near, far))
        interval = following.interval.overlap(Interval(low, high, (low in segment, high in segment)))
        assert interval is not None
        parts.append(Part(following.closed, interval))
        near = interval.ends[near < far]
        following = continued(following.closed, near, far) if near != far else None
    return parts


def branches(
    form: ParametricForm, segment: Interval, wanted: Wanted, samples: Iterable[mpq]
) -> tuple[list[Branch], list[mpq]]:
    """Return branches of equilibria on a segment, and the samples, one at least between two neighbouring borders.

    Borders are cuts into :data:`CELLS` equal parts, the ends of all regions found, and samples that are exceptions: a
    closed form ends there, two of them meet, or more conditions are tight than beside it. Of these there are finitely
    many, and there are samples on both sides of each.
    """
    priors = [random_plans(form, seed) for seed in (None, *range(wanted - 1 if isinstance(wanted, int) else 0))]
    find: Finder = partial(_extreme, form) if wanted == "all" else partial(by_path, form, priors)
    found: list[Branch] = []
    sampled: list[mpq] = []
    asked = sorted(set(samples))
    low, high = segment.ends
    start, end = (beside(border, between(low, high), CELLS) for border in (low, high))
    borders: set[Real] = {low, high, *(start + (end - start) * mpq(k, CELLS) for k in range(1, CELLS))}
    while (sample := asked.pop(0) if asked else _unsampled(sorted(borders), sampled)) is not None:
        limits.check()
        new = _new(find, found, sample)
        if new is None:
            borders.add(sample)
            continue
        sampled.append(sample)
        limits.report(lambda: f"{len(sampled)} samples, {len(found)} equilibria")
        for part in new:
            ends = (end for interval in part.closed.region.intervals for end in (interval.low, interval.high))
            borders.update(strictly_between(low, high, (end for end in ends if end is not None)))
            upwards, downwards = (extended(part, sample, end, segment) for end in (high, low))
            middle = Interval.joined(downwards[0].interval, upwards[0].interval)
            branch = [*reversed(downwards[1:]), Part(part.closed, middle), *upwards[1:]]
            borders.update(_ends(branch))
            found.append(branch)
    return sorted(found, key=_ends), sorted(sampled)


def _ends(branch: Branch) -> tuple[Any, Any]:
    """Return the lower and the upper end, by which branches are ordered."""
    return Interval.joined(branch[0].interval, branch[-1].interval).ends


def _unsampled(borders: Sequence[Real], sampled: list[mpq]) -> mpq | None:
    """Return a place between neighbouring borders that have no sample between them."""
    return next((between(*cell) for cell in pairwise(borders) if not strictly_between(*cell, sampled)), None)


def _new(find: Finder, found: list[Branch], sample: mpq) -> list[Part] | None:
    """Return what is found at a sample beyond the branches there; None where the sample is an exception."""
    place = (sample,)
    here = (branch for branch in found if any(sample in part.interval for part in branch))
    known = [_key(branch[0].closed, place) for branch in here]
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


def _extreme(form: ParametricForm, place: Place) -> list[ClosedForm] | None:
    """Return all extreme equilibria at a place, the pairs of vertices of the sets of equilibria."""
    equilibria = equilibrium_sets(form.at(place).game, moves=((), ()), with_vertices=True)
    if not equilibria.is_complete:
        raise KeyboardInterrupt if equilibria.stopped == "interrupt" else LimitError(equilibria.reason)
    pairs: dict[tuple[tuple[mpq, ...], tuple[mpq, ...]], None] = {}
    for described in equilibria:
        assert described.vertices is not None
        x, y = (map(tuple, corners) for corners in described.vertices)
        pairs |= dict.fromkeys(product(x, y))
    found = [at_plans(form, (vector(x), vector(y)), place) for x, y in pairs]
    if NoSolution.CONTRADICTION in found:
        return None
    return [closed for closed in found if isinstance(closed, ClosedForm)]


def random_plans(form: ParametricForm, seed: int | None) -> tuple[Vector, Vector]:
    """Return the plans of a random completely mixed profile; of the centroid without a seed."""
    prior: Prior = "centroid" if seed is None else "random"
    return starting_point(form.structure, prior, seed or 0, "exact").plans(form.structure)
