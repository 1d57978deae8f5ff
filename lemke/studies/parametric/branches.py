"""Plans as functions of the parameter, followed to the exact values at which they cease to be an equilibrium.

Where the game is defined, these values belong to the interval: plans and values are bounded, so in lowest terms they
have no pole at its ends, and a limit of equilibria is an equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import LimitError, UndefinedError
from lemke.ground import limits
from lemke.ground.sparse import Vector, vector
from lemke.solvers.equilibrium_sets import equilibrium_sets
from lemke.studies.parametric.equilibrium import (
    ParametricEquilibrium,
    ParametricForm,
    equilibria_by_path,
    equilibrium_at_plans,
    plan_payoffs,
    with_replies,
)
from lemke.studies.parametric.functions import evaluate
from lemke.studies.parametric.intervals import Interval, Real, between, bounds, component, nonnegative

CELLS = 8
"""The number of equal parts into which an interval is cut at first; each part has a sample."""


class Part(NamedTuple):
    """A closed form, and an interval of the parameter on which it is an equilibrium."""

    closed: ParametricEquilibrium
    interval: Interval


Branch = list[Part]
"""The same plans on adjacent intervals, ascending; the values of information sets differ between the parts."""


def ends(branch: Branch) -> tuple[Real, Real]:
    """Return the ends of a branch."""
    return Interval.joined(branch[0].interval, branch[-1].interval).ends


def branch_of(first: Part, value: mpq, segment: Interval) -> Branch:
    """Return the longest branch that has the plans of ``first`` and contains a value, cut off at the segment.

    No pure reply may get more than the plans. Each reply that is found to get more somewhere gives a necessary
    condition for all values of the parameter. Replies that are best where the plans are an equilibrium give a part of
    the branch. There are finitely many replies, so the search ends.
    """
    form, plans = first.closed.form, first.closed.plans
    necessary, payoffs = {*plans[0], *plans[1]}, plan_payoffs(form, plans)
    overlap = first.interval.overlap(segment)
    branch = [] if overlap is None else [Part(first.closed, overlap)]
    while True:
        limits.check()
        interval = component(nonnegative(necessary), value)
        whole = interval and interval.overlap(segment)
        assert whole is not None
        branch = [part for part in branch if part.interval.overlap(whole)]
        gap = next(_gaps(whole, branch), None)
        if gap is None:
            return sorted(branch, key=lambda part: part.interval.ends)
        point = between(*gap.ends)
        while True:
            closed = with_replies(form, plans, point)
            differences = [payoff - dual[0] for payoff, dual in zip(payoffs, closed.duals, strict=True)]
            negative = [difference for difference in differences if evaluate(difference, (point,)) < 0]
            if negative:
                necessary.update(negative)
                break
            interval = None if any(differences) else component(closed.region, point)
            overlap = interval and interval.overlap(gap)
            if overlap is not None:
                branch.append(Part(closed, overlap))
                break
            # an exception: replies that are best at the point only; there are finitely many such points
            point = between(gap.ends[0], point)


def _gaps(whole: Interval, branch: Branch) -> Iterator[Interval]:
    """Yield the intervals of positive length in an interval that no part covers."""
    low, high = whole.ends
    for part in sorted(branch, key=lambda part: part.interval.ends):
        part_low, part_high = part.interval.ends
        if low < part_low:
            yield Interval(low, part_low, (low in whole, True))
        low = max(low, part_high)
    if low < high:
        yield Interval(low, high, (low in whole, high in whole))


def adjacent_branches(form: ParametricForm, segment: Interval) -> Iterator[Branch]:
    """Yield branches that cover a segment, in ascending order; each begins at the end of the branch before."""
    start, high = segment.ends
    known_parts: list[Part] = []
    priors = [form.centroid]
    while start < high:
        limits.report(lambda: f"{form.game.functions.names[0]} from {start}")  # noqa: B023  # called at once
        rest = Interval(start, high, (start in segment, segment.closed[1]))
        part = _furthest(known_parts, rest) or _found_next_to(form, priors, known_parts, rest)
        overlap = part.interval.overlap(rest)
        assert overlap is not None
        branch = branch_of(part, overlap.inside(), rest)
        yield branch
        start = ends(branch)[1]
        # the next priors: the plans at a value inside the last part, and the centroid
        priors = [branch[-1].closed.plans_at(branch[-1].interval.inside()), form.centroid]


def _furthest(parts: Iterable[Part], rest: Interval) -> Part | None:
    """Return the part with the highest end of those that contain all numbers next to the start of ``rest``."""

    def high_key(part: Part) -> tuple[bool, Real | None]:
        return part.interval.high is None, part.interval.high  # None is +∞

    overlaps = ((part, part.interval.overlap(rest)) for part in parts)
    touching = [part for part, overlap in overlaps if overlap is not None and overlap.low == rest.low]
    return max(touching, key=high_key, default=None)


def _found_next_to(
    form: ParametricForm, priors: list[tuple[Vector, Vector]], known_parts: list[Part], rest: Interval
) -> Part:
    """Search for parts next to the start of ``rest``, add them to ``known_parts``, and return the furthest one.

    Every sample lies between the start and the parts found before. So each sample adds a new basis, or a new interval
    of the region of a known basis. There are finitely many bases and intervals, so the search ends.
    """
    start, sample = rest.ends[0], between(*rest.ends)
    while True:
        limits.check()
        found = ((closed, component(closed.region, sample)) for closed in equilibria_by_path(form, priors, sample))
        parts = [Part(closed, interval) for closed, interval in found if interval is not None]
        known_parts += [part for part in parts if part.interval.low != part.interval.high]
        if (best := _furthest(parts, rest)) is not None:
            return best
        lows = (part.interval.low for part in parts)
        sample = between(start, min([sample, *(low for low in lows if low is not None and start < low)]))


def all_branches(form: ParametricForm, segment: Interval) -> tuple[list[Branch], list[mpq]]:
    """Return branches of extreme equilibria on a segment, and the samples: one between any two neighboring borders.

    Borders are the cuts into :data:`CELLS` equal parts, the ends of all regions and branches found, and the samples
    that are exceptions. A sample is an *exception* if a closed form ends or has a pole there, if two branches have the
    same plans there, or if more conditions are tight there than at other values close by. As an exception is a border,
    it is not returned, and samples lie on both sides of it. There are finitely many exceptions.
    """
    low, high = segment.ends
    middle = between(low, high)
    inner = [bounds(end, int(CELLS / abs(middle - between(end, middle))).bit_length() + 1) for end in (low, high)]
    rational_low, rational_high = inner[0][1], inner[1][0]  # close to irrational ends
    borders = {low, high, *(rational_low + (rational_high - rational_low) * mpq(k, CELLS) for k in range(1, CELLS))}
    branches: list[Branch] = []
    samples: list[mpq] = []
    while True:
        limits.check()
        cells = pairwise(sorted(borders))
        empty = (cell for cell in cells if not any(cell[0] < sample < cell[1] for sample in samples))
        if (cell := next(empty, None)) is None:
            return sorted(branches, key=ends), sorted(samples)
        sample = between(*cell)
        parts = _new_parts(form, branches, sample)
        if parts is None:
            borders.add(sample)
            continue
        samples.append(sample)
        limits.report(lambda: f"{len(samples)} samples, {len(branches)} equilibria")
        for part in parts:
            branch = branch_of(part, sample, segment)
            branches.append(branch)
            region_ends = (end for interval in part.closed.region for end in (interval.low, interval.high))
            borders.update(end for end in (*region_ends, *ends(branch)) if end is not None and low < end < high)


def _new_parts(form: ParametricForm, branches: list[Branch], sample: mpq) -> list[Part] | None:
    """Return the parts at a sample that belong to no branch yet; None if the sample is an exception."""
    at_sample = (branch for branch in branches if any(sample in part.interval for part in branch))
    known_plans = [_plans(branch[0].closed, sample) for branch in at_sample]
    if len(set(known_plans)) < len(known_plans):
        return None
    parts = []
    for pair in _extreme_equilibria(form, sample):
        closed = equilibrium_at_plans(form, pair, sample)
        if closed == "undetermined":
            continue
        if closed == "contradiction":
            return None
        try:
            plans = _plans(closed, sample)
        except UndefinedError:
            return None
        if plans not in known_plans:
            interval = component(closed.region, sample)
            if interval is None or sample in (interval.low, interval.high):
                return None
            known_plans.append(plans)
            parts.append(Part(closed, interval))
    return parts


def _plans(closed: ParametricEquilibrium, value: mpq) -> tuple[tuple[mpq, ...], ...]:
    """Return the plans at a value as tuples, which can be compared and hashed."""
    return tuple(map(tuple, closed.plans_at(value)))


def _extreme_equilibria(form: ParametricForm, value: mpq) -> Iterator[tuple[Vector, Vector]]:
    """Yield all extreme equilibria at a value: the pairs of vertices of each maximal Nash subset, every pair once."""
    equilibria = equilibrium_sets(form.at(value).game, moves=((), ()), with_vertices=True)
    if not equilibria.is_complete:  # the search returns what it found so far; here that is not enough
        raise KeyboardInterrupt if equilibria.stopped == "interrupt" else LimitError(equilibria.reason)
    # a dict, as it drops repeated pairs and keeps their order
    pairs: dict[tuple[tuple[mpq, ...], tuple[mpq, ...]], None] = {}
    for described in equilibria:
        assert described.vertices is not None
        vertices_x, vertices_y = (map(tuple, vertices) for vertices in described.vertices)
        pairs |= dict.fromkeys(product(vertices_x, vertices_y))
    for x, y in pairs:
        yield vector(x), vector(y)
