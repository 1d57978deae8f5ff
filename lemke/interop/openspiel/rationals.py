"""The rationals that floats stand for: the simplest rationals that round to the floats or are close to the floats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import NumberError
from lemke.ground.rational import exact

ULPS = 4
"""The greatest distance, in units in the last place, of a float from a rational that does not round to it."""

PLAIN = 1 << 20
"""A float stands for a fraction close to it if the denominator of the fraction is below this bound.

Such a fraction is hardly an accident: fewer than 1 in 3000 random floats up to 1 have one within :data:`ULPS` units in
the last place.
"""

Interval: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Recovered:
    """A distribution recovered from floats."""

    probabilities: tuple[mpq, ...]  # nonnegative, with sum exactly 1
    exact: bool  # whether every probability rounds to its float; if not, ULPS bounds the distances
    denominator: int  # the largest denominator
    shift: mpq  # the largest distance between a probability and the exact value of its float


def recovered(floats: Sequence[float]) -> Recovered:
    """Return the simplest distribution that floats stand for.

    For a bound on denominators, every float is replaced by the nearest fraction within the bound. The float is *hit* if
    the fraction rounds to it. Let N be the smallest bound at which every float is hit. The bounds N, 2N, 4N, … are
    tried in turn, up to the denominators of the floats' binary values. The first bound is taken at which the fractions
    sum to exactly 1 and no float above 0 becomes 0. If the true probabilities have numerators and denominators below
    2²⁶, the bound N finds them, because no other fractions as simple round to the same floats.

    Floats that were computed in several steps may be a few units in the last place away from the floats that the true
    probabilities round to. So one more bound is tried: the smallest at which every fraction is within :data:`ULPS`
    units in the last place of its float. If this bound is below :data:`PLAIN`, it is tried first: if its fractions miss
    the floats, fractions that hit the floats have denominators beyond 10⁹, and mean nothing. Otherwise it is tried
    last.

    Raises
    ------
    NumberError
        If no bound gives such fractions, or a float is negative or not finite.

    >>> recovered([1 / 3, 2 / 3]).probabilities
    (mpq(1,3), mpq(2,3))
    >>> recovered([0.1 + 0.2, 0.7])  # the first float is not the one nearest to 3/10
    Recovered(probabilities=(mpq(3,10), mpq(7,10)), exact=False, denominator=10, shift=mpq(1,22517998136852480))
    >>> recovered([0.3, 0.6])
    Traceback (most recent call last):
        ...
    lemke.errors.NumberError: the probabilities 0.3, 0.6, expected floats of rationals that sum to exactly 1
    """
    for number in floats:
        if not (math.isfinite(number) and number >= 0):
            raise NumberError(f"the probability {number}, expected a finite number that is not below 0")
    values = [Fraction(number) for number in floats]
    for bound in _bounds(floats, values):
        fractions = [value.limit_denominator(bound) for value in values]
        if sum(fractions) == 1 and all(fraction for fraction, number in zip(fractions, floats) if number):
            hit = all(float(fraction) == number for fraction, number in zip(fractions, floats))
            shift = max(abs(fraction - value) for fraction, value in zip(fractions, values))
            return Recovered(
                tuple(map(exact, fractions)), hit, max(fraction.denominator for fraction in fractions), exact(shift)
            )
    raise NumberError(
        f"the probabilities {_list_of_floats(floats)}, expected floats of rationals that sum to exactly 1"
    )


def snapped(value: float) -> mpq:
    """Return the rational with the smallest denominator within :data:`ULPS` units in the last place.

    If several have this denominator, return the one nearest to the float, so that a whole number stays as it is.

    >>> snapped(19.999999999999996), snapped(-0.1), snapped(0.5)
    (mpq(20,1), mpq(-1,10), mpq(1,2))
    """
    if not math.isfinite(value):
        raise NumberError(f"the float {value}, expected a finite one")
    fraction = Fraction(value)
    denominator = simplest(*_neighborhood(abs(value))).denominator
    return exact(Fraction(round(fraction * denominator), denominator))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the nonnegative fraction with the smallest denominator in an interval; if there are several, the least.

    The interval is closed; its end ``high`` is at least 0.

    The continued fractions of ``low`` and ``high`` agree up to some term. The answer has these terms and one more (the
    Stern–Brocot tree seen from its root: Graham, Knuth, Patashnik, Concrete Mathematics, 1994, section 4.5).

    >>> simplest(Fraction(3, 10), Fraction(7, 20)), simplest(Fraction(5, 2), Fraction(9, 2))
    (Fraction(1, 3), Fraction(3, 1))
    """
    low = max(low, Fraction(0))
    before, last = (0, 1), (1, 0)  # the last two convergents, numerator and denominator
    while (integer := math.ceil(low)) > high:
        digit = integer - 1  # digit < low ≤ high < integer
        before, last = last, (digit * last[0] + before[0], digit * last[1] + before[1])
        low, high = 1 / (high - digit), 1 / (low - digit)
    return Fraction(integer * last[0] + before[0], integer * last[1] + before[1])


def _bounds(floats: Sequence[float], values: Sequence[Fraction]) -> Iterator[int]:
    """Yield the bounds to try, in this order."""
    close_bound = _bound(floats, _neighborhood)
    if close_bound < PLAIN:
        yield close_bound
    bound, last_bound = _bound(floats, _rounding), max((value.denominator for value in values), default=1)
    while bound < last_bound:
        yield bound
        bound *= 2
    yield last_bound
    yield close_bound


def _bound(floats: Sequence[float], interval: Callable[[float], Interval]) -> int:
    """Return the smallest bound of denominators at which ``interval`` of every float has a fraction."""
    return max((simplest(*interval(number)).denominator for number in floats), default=1)


def _rounding(value: float) -> Interval:
    """Return the interval of the numbers that round to a float.

    An end of the interval may round to the next float. But no end is the simplest fraction of the interval: the float
    between the ends has a smaller denominator.
    """
    middle, below, above = map(Fraction, (value, math.nextafter(value, -math.inf), math.nextafter(value, math.inf)))
    return (middle + below) / 2, (middle + above) / 2


def _neighborhood(value: float) -> Interval:
    """Return the numbers within :data:`ULPS` units in the last place of a float."""
    middle, distance = Fraction(value), ULPS * Fraction(math.ulp(value))
    return middle - distance, middle + distance


def _list_of_floats(floats: Sequence[float]) -> str:
    shown = ", ".join(map(str, floats[:6])) or "(none)"
    return shown if len(floats) <= 6 else f"{shown}, … ({len(floats)})"
