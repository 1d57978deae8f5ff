"""Following an equilibrium along the parameter, to the exact value at which it ends.

The region of a closed form is closed wherever the game is defined: plans and values are bounded, so in lowest terms
they have no pole at the border, and an equilibrium is one in the limit. To know what holds beside a value it is enough
to look at samples that come nearer: every function has finitely many roots, so at last the nearest lie behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cmp_to_key
from typing import TypeAlias

from lemke.errors import UndefinedError
from lemke.ground import limits
from lemke.ground.values import ByValue
from lemke.studies.parametric.closed_form import ClosedForm, payoffs, replies
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.region import Interval, Region
from lemke.studies.parametric.roots import Real, between, real_roots, strictly_between


@dataclass(frozen=True, eq=False)
class Part(ByValue):
    """A closed form with an interval of its region."""

    closed: ClosedForm
    interval: Interval


Finder: TypeAlias = Callable[[Place], Iterable[ClosedForm]]
"""From a place to closed forms of equilibria there."""


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
        found = [Part(each, own) for each in find(place) if (own := component(each.region, place))]
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
    own = part.interval
    start = low if own.low is None or own.low < low else own.low
    end = high if own.high is None or high < own.high else own.high
    closed = (start in own and start in segment, end in own and end in segment)
    return Part(part.closed, Interval(start, end, closed))
