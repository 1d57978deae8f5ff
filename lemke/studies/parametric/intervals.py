"""Real roots of polynomials, intervals between them, and the intervals on which functions are not negative.

Comparisons of roots are exact: two irrational roots are equal iff they are the same root of the same irreducible
polynomial, and different ones get different bounds in the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, total_ordering
from itertools import count, groupby, pairwise
from operator import itemgetter
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.ground.rational import decimal, exact, parse
from lemke.studies.parametric.functions import Function, evaluate, full_text


@total_ordering
@dataclass(frozen=True, repr=False)
class Root:
    """An irrational real root of an irreducible polynomial with whole coefficients.

    Attributes
    ----------
    polynomial : sympy.Poly
    index : int
        The position among the real roots of the polynomial; 0 is the least.

    >>> from lemke.studies.parametric.functions import Functions
    >>> low, high = real_roots(Functions.of("t")("t**2 - 2").numer)
    >>> low < 1 < high, high.number, high.decimal(12)
    (True, sqrt(2), '1.41421356237')
    """

    polynomial: Any
    index: int

    @cached_property
    def number(self) -> Any:
        """The root as a number of sympy: with a square root if it is quadratic, else a ``CRootOf``."""
        import sympy

        return sympy.rootof(self.polynomial, self.index, radicals=True)

    def decimal(self, digits: int = 6) -> str:
        """Return a decimal approximation as text."""
        return decimal(parse(str(self.number.evalf(digits + 10))), digits)

    def __lt__(self, other: Real) -> bool:
        for halvings in count(0, 8):
            (low, high), (other_low, other_high) = bounds(self, halvings), bounds(other, halvings)
            if self == other or high < other_low or other_high < low:
                break
        return bool(high < other_low)

    def __str__(self) -> str:
        return full_text(self.number) if self.polynomial.degree() == 2 else f"about {self.decimal()}"

    __repr__ = __str__


Real: TypeAlias = mpq | Root


@cache
def bounds(number: Real, halvings: int = 0) -> tuple[mpq, mpq]:
    """Return rational bounds of a number, at most 1/2**halvings apart; both are the number itself if it is rational.

    Between the bounds, and without halvings between wider ones, the polynomial of a root has no other root.
    """
    import sympy

    if not isinstance(number, Root):
        return number, number
    low, high = number.polynomial.intervals()[number.index][0]
    if halvings:
        low, high = number.polynomial.refine_root(low, high, eps=sympy.Rational(1, 2**halvings))
    return mpq(int(low.p), int(low.q)), mpq(int(high.p), int(high.q))


@cache
def real_roots(polynomial: Any) -> tuple[Real, ...]:
    """Return the different real roots of a polynomial in one parameter, ascending."""
    import sympy

    roots: list[Real] = []
    for factor, _ in sympy.Poly(polynomial.to_dense() or [0], *polynomial.ring.symbols).factor_list()[1]:
        if factor.degree() == 1:
            slope, constant = map(int, factor.all_coeffs())
            roots.append(mpq(-constant, slope))
        else:
            roots += [Root(factor, index) for index in range(factor.count_roots())]
    return tuple(sorted(roots))


def between(first: Real | None, second: Real | None) -> mpq:
    """Return a simple rational number strictly between two different numbers, which may be in either order.

    Between two rational numbers, the result has the least denominator, and then the least absolute value. A rational
    bound takes the place of an irrational number. None means −∞ as ``first`` and +∞ as ``second``; then the result is a
    whole number close to the finite end.

    >>> between(mpq(1, 3), mpq(1, 2)), between(mpq(1), None), between(None, None)
    (mpq(2,5), mpq(2,1), mpq(0,1))
    """
    if first is None:
        return mpq(0) if second is None else _floor(bounds(second)[0]) - 1
    if second is None:
        return _floor(bounds(first)[1]) + 1
    low, high = sorted((first, second))
    assert low < high
    inner = ((bounds(low, halvings)[1], bounds(high, halvings)[0]) for halvings in count())
    return _simplest(*next((a, b) for a, b in inner if a < b))


def _floor(number: mpq) -> mpq:
    return mpq(number.numerator // number.denominator)


def _simplest(low: mpq, high: mpq) -> mpq:
    """Return the number with the least denominator, and then the least absolute value, in an open interval."""
    if low < 0 < high:
        return mpq(0)
    if high <= 0:
        return -_simplest(-high, -low)
    floor = _floor(low)
    if floor + 1 < high:
        return floor + 1
    # 0 <= low - floor < x - floor < high - floor <= 1 for the number x: search for the simplest 1 / (x - floor)
    lower = 1 / (high - floor)
    return floor + 1 / (_floor(lower) + 1 if low == floor else _simplest(lower, 1 / (low - floor)))


@dataclass(frozen=True, repr=False)
class Interval:
    """An interval of real numbers, possibly a single point.

    Attributes
    ----------
    low, high : mpq | Root | None
        None is an infinite end.
    closed : (bool, bool)
        Whether the ends belong to the interval; False for an infinite end.

    >>> interval = Interval(mpq(0), mpq(1), (True, False))
    >>> interval, "1/2" in interval, 1 in interval
    ([0, 1), True, False)
    """

    low: Real | None
    high: Real | None
    closed: tuple[bool, bool] = (True, True)

    @classmethod
    def joined(cls, first: Interval, last: Interval) -> Interval:
        """Return the interval from the lower end of ``first`` to the upper end of ``last``."""
        return cls(first.low, last.high, (first.closed[0], last.closed[1]))

    def __contains__(self, value: object) -> bool:
        number = value if isinstance(value, Root) else exact(value)
        if number in (self.low, self.high):
            return self.closed[number != self.low]
        return (self.low is None or self.low < number) and (self.high is None or number < self.high)

    @property
    def ends(self) -> tuple[Real, Real]:
        """Both ends of a bounded interval."""
        assert self.low is not None and self.high is not None
        return self.low, self.high

    def overlap(self, other: Interval) -> Interval | None:
        """Return the intersection with another interval; None if it is empty or a single point.

        >>> Interval(mpq(0), mpq(2)).overlap(Interval(mpq(1), None, (False, False)))
        (1, 2]
        """
        low = max((end for end in (self.low, other.low) if end is not None), default=None)
        high = min((end for end in (self.high, other.high) if end is not None), default=None)
        if low is not None and high is not None and not low < high:
            return None
        closed = (end is not None and end in self and end in other for end in (low, high))
        return Interval(low, high, (next(closed), next(closed)))

    def inside(self) -> mpq:
        """Return a rational number inside, from :func:`between`; of a rational point, the point itself."""
        return self.low if self.low == self.high and isinstance(self.low, mpq) else between(self.low, self.high)

    def __str__(self) -> str:
        if self.low is not None and self.low == self.high:
            return f"{{{self.low}}}"
        low, high = "-oo" if self.low is None else self.low, "oo" if self.high is None else self.high
        return f"{'[' if self.closed[0] else '('}{low}, {high}{']' if self.closed[1] else ')'}"

    __repr__ = __str__


def nonnegative(functions: Iterable[Function], defined: Iterable[Function] = ()) -> tuple[Interval, ...]:
    """Return the maximal intervals on which functions are nonnegative, and these and other functions have no pole.

    The functions have one parameter, and the intervals are ascending.

    >>> from lemke.studies.parametric.functions import Functions
    >>> t = Functions.of("t")
    >>> nonnegative([t("1 - t**2"), t("(t - 1/2)**2/t")])
    ((0, 1],)
    """
    functions = {function for function in functions if function}
    poles = {pole for function in functions.union(defined) for pole in real_roots(function.denom)}
    zeros = {function: set(real_roots(function.numer)) for function in functions}
    # the roots and the open cells between them, in order, each preceded by whether all conditions hold
    cells: list[tuple[bool, Interval]] = []
    for low, high in pairwise([None, *sorted(poles.union(*zeros.values())), None]):  # None: no end
        point = between(low, high)
        negative = [function for function in functions if evaluate(function, point) < 0]
        if low is not None:  # functions that are not 0 at a root have the same sign there as in the next cell
            holds = low not in poles and all(low in zeros[function] for function in negative)
            cells.append((holds, Interval(low, low)))
        cells.append((not negative, Interval(low, high, (False, False))))
    # neighbors on which all conditions hold are joined
    groups = ([interval for _, interval in group] for holds, group in groupby(cells, itemgetter(0)) if holds)
    return tuple(Interval.joined(group[0], group[-1]) for group in groups)


def component(intervals: Iterable[Interval], value: Real) -> Interval | None:
    """Return the interval that contains a value; None if no interval does."""
    return next((interval for interval in intervals if value in interval), None)
