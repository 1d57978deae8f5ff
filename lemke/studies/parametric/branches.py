"""Equilibria of a game with a parameter, each followed to the exact values of the parameter at which it ends.

Functions here look from a value ``start`` of the parameter towards a value ``target``, which may be larger or smaller.
A statement holds *next to* ``start`` if it holds at all values between ``start`` and ``target`` that are close enough
to ``start``. To decide it, a sample between ``start`` and ``target`` is moved ever closer to ``start``. A function that
is not 0 has finitely many roots, so in the end no root lies between ``start`` and the sample.

Where the game is defined, the region of a closed form is a closed set: plans and values are bounded, so in lowest terms
they have no pole at the border of the region; and a limit of equilibria is an equilibrium.
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
from lemke.studies.parametric.roots import Interval, Real, between, rational_close_to, real_roots, strictly_between

EquilibriaChoice: TypeAlias = Literal["one", "all"] | int
"""The equilibria that :func:`~lemke.studies.parametric.sweeps.sweep` finds, as described there."""
CELLS = 8
"""The number of equal parts into which an interval is cut at first; each part has a sample."""


@dataclass(frozen=True, eq=False)
class BranchPart(ByValue):
    """A closed form, and an interval of the parameter on which it is an equilibrium."""

    closed: ClosedForm
    interval: Interval


Branch: TypeAlias = list[BranchPart]
"""The same plans on adjacent intervals, ascending; the values of information sets differ between the parts."""
Finder: TypeAlias = Callable[[ParameterPoint], Iterable[ClosedForm] | None]
"""A function that returns closed forms of equilibria at a point, or None if the point is an exception (see
:func:`branches`)."""


def component(region: Region, point: ParameterPoint) -> Interval | None:
    """Return the interval of a region that contains a point; None if the point is not in the region."""
    return next((interval for interval in region.intervals if point[0] in interval), None)


def touches(interval: Interval, start: Real, target: Real) -> bool:
    """Return whether an interval contains all numbers next to ``start`` towards ``target``."""
    low, high = sorted((start, target))
    common = interval.overlap(Interval(low, high))
    return common is not None and start in (common.low, common.high)


def furthest_part(parts: Iterable[BranchPart], start: Real, target: Real) -> BranchPart | None:
    """Return the part that touches ``start`` and reaches furthest towards ``target``; None if no part touches it.

    Of several parts that reach equally far, the first is returned.
    """
    touching = [part for part in parts if touches(part.interval, start, target)]

    def end_key(part: BranchPart) -> Any:
        """Return a key that sorts ends; infinite ends are the furthest."""
        end = part.interval.high if start < target else part.interval.low
        # None is +∞ upwards, so it gets the largest key; it is −∞ downwards, and gets the smallest
        return (end is None) == (start < target), end

    return (max if start < target else min)(touching, key=end_key, default=None)


def continuation(closed: ClosedForm, start: Real, target: Real) -> BranchPart | None:
    """Return the part next to ``start`` that has the plans of ``closed``, with other values u and v.

    Return None if the plans are not an equilibrium next to ``start``: a probability is negative, or a pure reply gets
    more than the plan.
    """
    sample = between(start, target)
    while True:
        limits.check()
        point = (sample,)
        try:
            negative, closed_there = _negative_function_or_proof(closed, point)
        except UndefinedError:
            sample = between(start, sample)
            continue
        if negative is not None:
            roots = strictly_between(start, sample, [*real_roots(negative.numer), *real_roots(negative.denom)])
            if not roots:  # no change of sign between ``start`` and the sample: also negative next to ``start``
                return None
            sample = between(start, _first(roots, start, target))
            continue
        interval = None if closed_there is None else component(closed_there.region, point)
        if closed_there and interval and touches(interval, start, target):
            return BranchPart(closed_there, interval)
        sample = between(start, _nearer_end(interval, start, target, sample))


def _negative_function_or_proof(closed: ClosedForm, point: ParameterPoint) -> tuple[Function | None, ClosedForm | None]:
    """Return (None, proof) if the plans are an equilibrium at a point, (negative function, None) if they are not.

    The function is negative at the point. It is a probability, or the payoff of a plan minus the payoff of a pure
    reply. The proof is the closed form of the plans and the values u and v. If the payoffs of a plan and a best reply
    are equal at the point but not everywhere, the point is an exception, and the result is (None, None).
    """
    form = closed.form
    for function in (*closed.plans[0], *closed.plans[1]):
        if form.functions.value(function, point) < 0:
            return function, None
    closed_there = closed_form_by_replies(form, closed.plans, point)
    differences = [
        payoff - dual[0] for payoff, dual in zip(payoffs(form, closed.plans), closed_there.duals, strict=True)
    ]
    for difference in differences:
        if form.functions.value(difference, point) < 0:
            return difference, None
    return None, None if any(differences) else closed_there


def _nearer_end(interval: Interval | None, start: Real, target: Real, sample: Real) -> Real:
    """Return an interval's end towards ``start`` if this end lies between ``start`` and the sample, else the sample."""
    end = interval and (interval.low if start < target else interval.high)
    return end if end is not None and strictly_between(start, sample, [end]) else sample


def _first(points: Sequence[Real], start: Real, target: Real) -> Real:
    """Return the first of some points from ``start`` towards ``target``."""
    return min(points) if start < target else max(points)


def search_part(find: Finder, known_parts: list[BranchPart], start: Real, target: Real) -> BranchPart:
    """Search for parts next to ``start``, and return the one that reaches furthest towards ``target``.

    All parts that the search finds are added to ``known_parts``. Every sample lies between ``start`` and the parts
    found before. So each sample adds a new basis, or a new interval of the region of a known basis. There are finitely
    many bases and intervals, so the search ends.
    """
    sample = between(start, target)
    while True:
        limits.check()
        point = (sample,)
        parts = [
            BranchPart(closed, interval)
            for closed in find(point) or ()
            if (interval := component(closed.region, point))
        ]
        known_parts += [part for part in parts if not part.interval.is_point]
        if (best := furthest_part(parts, start, target)) is not None:
            return best
        ends = [_nearer_end(part.interval, start, target, sample) for part in parts]
        sample = between(start, _first([sample, *ends], start, target))


def extension(first: BranchPart, start: Real, target: Real, segment: Interval) -> list[BranchPart]:
    """Return ``first`` and further parts with the same plans towards ``target``, cut off at ``start`` and ``target``.

    ``start`` and ``target`` lie in ``segment`` or are its ends. An end that the segment excludes is in no part.
    """
    parts: list[BranchPart] = []
    part: BranchPart | None = first
    while part is not None:
        low, high = sorted((start, target))
        interval = part.interval.overlap(Interval(low, high, (low in segment, high in segment)))
        assert interval is not None
        parts.append(BranchPart(part.closed, interval))
        start = interval.ends[start < target]  # the end towards ``target``: the upper one if this is larger
        part = continuation(part.closed, start, target) if start != target else None
    return parts


def branches(
    form: ParametricForm, segment: Interval, equilibria: EquilibriaChoice, samples: Iterable[mpq]
) -> tuple[list[Branch], list[mpq]]:
    """Return branches of equilibria on a segment, and the samples, at least one between any two neighboring borders.

    Borders are the cuts into :data:`CELLS` equal parts, the ends of all regions and branches found, and the samples
    that are exceptions. A sample is an *exception* if a closed form ends or has a pole there, if two branches have the
    same plans there, or if more conditions are tight there than at other values close by. As an exception is a border,
    it is not returned, and samples lie on both sides of it. There are finitely many exceptions.
    """
    random_priors = equilibria - 1 if isinstance(equilibria, int) else 0
    priors = [random_plans(form, seed) for seed in (None, *range(random_priors))]  # None: the centroid
    find: Finder = (
        partial(_extreme_equilibria, form) if equilibria == "all" else partial(closed_forms_by_path, form, priors)
    )
    known_branches: list[Branch] = []
    done_samples: list[mpq] = []
    pending_samples = sorted(set(samples))
    low, high = segment.ends
    rational_low, rational_high = (rational_close_to(end, between(low, high), CELLS) for end in (low, high))
    cuts = (rational_low + (rational_high - rational_low) * mpq(k, CELLS) for k in range(1, CELLS))
    borders: set[Real] = {low, high, *cuts}
    while True:
        sample = pending_samples.pop(0) if pending_samples else _value_without_sample(sorted(borders), done_samples)
        if sample is None:
            break
        limits.check()
        new_parts = _new_parts(find, known_branches, sample)
        if new_parts is None:
            borders.add(sample)
            continue
        done_samples.append(sample)
        limits.report(lambda: f"{len(done_samples)} samples, {len(known_branches)} equilibria")
        for part in new_parts:
            ends = (end for interval in part.closed.region.intervals for end in (interval.low, interval.high))
            borders.update(strictly_between(low, high, (end for end in ends if end is not None)))
            # both directions begin with the part at the sample: it is cut there, and joined again
            upwards, downwards = (extension(part, sample, end, segment) for end in (high, low))
            middle = Interval.joined(downwards[0].interval, upwards[0].interval)
            branch = [*reversed(downwards[1:]), BranchPart(part.closed, middle), *upwards[1:]]
            borders.update(_ends(branch))
            known_branches.append(branch)
    return sorted(known_branches, key=_ends), sorted(done_samples)


def _ends(branch: Branch) -> tuple[Any, Any]:
    """Return the ends of a branch, by which branches are sorted."""
    return Interval.joined(branch[0].interval, branch[-1].interval).ends


def _value_without_sample(borders: Sequence[Real], samples: list[mpq]) -> mpq | None:
    """Return a number between the first neighboring borders without a sample between them; None if there are none."""
    return next((between(*cell) for cell in pairwise(borders) if not strictly_between(*cell, samples)), None)


def _new_parts(find: Finder, known_branches: list[Branch], sample: mpq) -> list[BranchPart] | None:
    """Return the parts at a sample that belong to no branch yet; None if the sample is an exception."""
    point = (sample,)
    branches_at_sample = (branch for branch in known_branches if any(sample in part.interval for part in branch))
    known_plans = [_plans(branch[0].closed, point) for branch in branches_at_sample]
    if len(set(known_plans)) < len(known_plans):
        return None
    closed_forms = find(point)
    if closed_forms is None:
        return None
    new_parts = []
    for closed in closed_forms:
        try:
            plans = _plans(closed, point)
        except UndefinedError:
            return None
        if plans in known_plans:
            continue
        interval = component(closed.region, point)
        if interval is None or sample in (interval.low, interval.high):
            return None
        known_plans.append(plans)
        new_parts.append(BranchPart(closed, interval))
    return new_parts


def _plans(closed: ClosedForm, point: ParameterPoint) -> tuple[tuple[mpq, ...], ...]:
    """Return the plans at a point as tuples, which can be compared and hashed."""
    return tuple(map(tuple, closed.plans_at(point)))


def _extreme_equilibria(form: ParametricForm, point: ParameterPoint) -> list[ClosedForm] | None:
    """Return all extreme equilibria at a point: the pairs of vertices of each maximal Nash subset, every pair once.

    Return None if the point is an exception.
    """
    equilibria = equilibrium_sets(form.at(point).game, moves=((), ()), with_vertices=True)
    if not equilibria.is_complete:  # the search returns what it found so far; here that is not enough
        raise KeyboardInterrupt if equilibria.stopped == "interrupt" else LimitError(equilibria.reason)
    # a dict, as it drops repeated pairs and keeps their order
    pairs: dict[tuple[tuple[mpq, ...], tuple[mpq, ...]], None] = {}
    for described in equilibria:
        assert described.vertices is not None
        x, y = (map(tuple, vertices) for vertices in described.vertices)
        pairs |= dict.fromkeys(product(x, y))
    closed_forms = [closed_form_at_plans(form, (vector(x), vector(y)), point) for x, y in pairs]
    if NoSolution.CONTRADICTION in closed_forms:
        return None
    return [closed for closed in closed_forms if isinstance(closed, ClosedForm)]


def random_plans(form: ParametricForm, seed: int | None) -> tuple[Vector, Vector]:
    """Return the plans of a random completely mixed profile, or of the centroid if there is no seed."""
    prior: Prior = "centroid" if seed is None else "random"
    return starting_point(form.structure, prior, seed or 0, "exact").plans(form.structure)
