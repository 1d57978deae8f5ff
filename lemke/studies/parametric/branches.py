"""Plans as functions of the parameter, followed to the exact values at which they cease to be an equilibrium.

Where the game is defined, these values belong to the interval: plans and values are bounded, so in lowest terms they
have no pole at its ends, and a limit of equilibria is an equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise, product
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import InputError, LimitError, NotProvedError
from lemke.ground import limits
from lemke.ground.sparse import Vector, vector
from lemke.solvers.equilibrium_sets import equilibrium_sets
from lemke.studies.parametric.equilibrium import (
    ParametricEquilibrium,
    ParametricForm,
    Plans,
    equilibria_by_path,
    equilibrium_at_plans,
    plan_payoffs,
    with_replies,
)
from lemke.studies.parametric.functions import evaluate, short_text
from lemke.studies.parametric.intervals import Interval, Real, between, component, nonnegative

CELLS = 8
"""The number of equal parts into which an interval is cut at first; each part has a sample."""


class Part(NamedTuple):
    """A closed form, and an interval of the parameter on which it is an equilibrium."""

    closed: ParametricEquilibrium
    interval: Interval


@dataclass(frozen=True, eq=False, repr=False)
class SweepPiece(ParametricEquilibrium):
    """An equilibrium in closed form on an interval of the parameter.

    Attributes
    ----------
    parts : tuple of Part
        Adjacent intervals, ascending, with a closed form on each. All have the same plans; the values of information
        sets differ, and those of the first part are the values of the piece.
    """

    parts: tuple[Part, ...]

    @cached_property
    def interval(self) -> Interval:
        """The values of the parameter, with exact ends."""
        return Interval.joined(self.parts[0].interval, self.parts[-1].interval)

    def __repr__(self) -> str:
        return f"<SweepPiece {self.interval}: payoffs {', '.join(map(short_text, self.payoffs))}>"


def branch_of(
    form: ParametricForm, plans: Plans, value: mpq, segment: Interval, known: Iterable[Part] = ()
) -> SweepPiece:
    """Return the longest piece that has the plans and contains a value, cut off at the segment.

    Parts that are known, with these plans, need not be found again. A NotProvedError is raised if the plans are no
    equilibrium at the value and close by.

    No pure reply may get more than the plans. Each reply that is found to get more somewhere gives a necessary
    condition for all values of the parameter. Replies that are best where the plans are an equilibrium give a part of
    the piece. There are finitely many replies, so the search ends.
    """
    necessary, payoffs = {*plans[0], *plans[1]}, plan_payoffs(form, plans)
    overlaps = ((part.closed, part.interval.overlap(segment)) for part in known)
    parts = [Part(closed, overlap) for closed, overlap in overlaps if overlap is not None]
    while True:
        limits.check()
        interval = component(nonnegative(necessary), value)
        whole = interval and interval.overlap(segment)
        if whole is None:
            raise NotProvedError(f"plans proposed near {form.game.functions.name} = {value} are no equilibrium")
        parts = sorted((part for part in parts if part.interval.overlap(whole)), key=lambda part: part.interval.ends)
        gap = _first_gap(whole, parts)
        if gap is None:
            return SweepPiece(form, parts[0].closed.z, tuple(parts))
        point, overlap = between(*gap.ends), None
        while overlap is None:
            closed = with_replies(form, plans, point)
            differences = [payoff - dual[0] for payoff, dual in zip(payoffs, closed.duals, strict=True)]
            if negative := [difference for difference in differences if evaluate(difference, point) < 0]:
                necessary.update(negative)
                break
            interval = None if any(differences) else component(closed.region, point)
            overlap = interval and interval.overlap(gap)
            # if there is none, replies are best at the point only; there are finitely many such points
            point = between(gap.ends[0], point)
        else:
            parts.append(Part(closed, overlap))


def _first_gap(whole: Interval, parts: Iterable[Part]) -> Interval | None:
    """Return the first interval of positive length in an interval that no part covers; the parts are ascending."""
    low, high = whole.ends
    for part in parts:
        part_low, part_high = part.interval.ends
        if low < part_low:
            return Interval(low, part_low, (low in whole, True))
        low = max(low, part_high)
    return Interval(low, high, (low in whole, high in whole)) if low < high else None


def adjacent_pieces(form: ParametricForm, segment: Interval) -> Iterator[SweepPiece]:
    """Yield pieces that cover a segment, in ascending order; each begins at the end of the piece before."""
    start, high = segment.ends
    known_parts: list[Part] = []
    priors = [form.centroid]
    while start < high:
        limits.report(lambda: f"{form.game.functions.name} from {start}")  # noqa: B023  # called at once
        rest = Interval(start, high)
        part = _furthest(known_parts, rest) or _found_next_to(form, priors, known_parts, rest)
        overlap = part.interval.overlap(rest)
        assert overlap is not None
        piece = branch_of(form, part.closed.plans, overlap.inside(), rest, [part])
        yield piece
        start = piece.interval.ends[1]
        # the next priors: the plans at a value inside the last part, and the centroid
        priors = [piece.plans_at(piece.parts[-1].interval.inside()), form.centroid]


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


def all_pieces(form: ParametricForm, segment: Interval) -> tuple[list[SweepPiece], list[mpq]]:
    """Return pieces with extreme equilibria on a segment, and the samples: one between any two neighboring borders.

    Borders are the cuts into :data:`CELLS` equal parts, the ends of all regions and pieces found, and the samples
    that are exceptions. A sample is an *exception* if a closed form ends or has a pole there, if two pieces have the
    same plans there, or if more conditions are tight there than at other values close by. As an exception is a border,
    it is not returned, and samples lie on both sides of it. There are finitely many exceptions.
    """
    low, high = segment.ends
    assert isinstance(low, mpq) and isinstance(high, mpq)
    borders: set[Real] = {low + (high - low) * mpq(k, CELLS) for k in range(CELLS + 1)}
    pieces: list[SweepPiece] = []
    samples: list[mpq] = []
    while True:
        limits.check()
        cells = pairwise(sorted(borders))
        empty = (cell for cell in cells if not any(cell[0] < sample < cell[1] for sample in samples))
        if (cell := next(empty, None)) is None:
            return sorted(pieces, key=lambda piece: piece.interval.ends), sorted(samples)
        sample = between(*cell)
        parts = _new_parts(form, pieces, sample)
        if parts is None:
            borders.add(sample)
            continue
        samples.append(sample)
        limits.report(lambda: f"{len(samples)} samples, {len(pieces)} equilibria")
        for part in parts:
            pieces.append(branch_of(form, part.closed.plans, sample, segment, [part]))
            found = (*part.closed.region, pieces[-1].interval)
            found_ends = (end for interval in found for end in (interval.low, interval.high))
            borders.update(end for end in found_ends if end is not None and low < end < high)


def _new_parts(form: ParametricForm, pieces: list[SweepPiece], sample: mpq) -> list[Part] | None:
    """Return the parts at a sample that belong to no piece yet; None if the sample is an exception."""
    known_plans = [_plans(piece, sample) for piece in pieces if sample in piece.interval]
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
        except InputError:
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
    found = (product(*(map(tuple, vertices) for vertices in described.vertices or ())) for described in equilibria)
    for x, y in dict.fromkeys(chain.from_iterable(found)):  # a dict drops repeated pairs and keeps their order
        yield vector(x), vector(y)
