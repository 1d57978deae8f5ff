"""Real roots of polynomials as exact numbers, rational or algebraic, and intervals with such ends.

Sympy isolates each root once, by continued fractions, in an interval with rational ends. The interval is halved when a
comparison needs more precision. Equality needs no precision: two irrational numbers are equal iff they are the same
root of the same irreducible polynomial. So every comparison ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from typing import Any, TypeAlias

from gmpy2 import mpq, mpz

from lemke.errors import InputError
from lemke.ground.rational import decimal, exact
from lemke.studies.parametric.elements import Polynomial, evaluate, short_text

SHORT = 1000
"""A root of a quadratic polynomial is printed with a square root if no coefficient has more than SHORT bits. Sympy
factors the number under the square root, which takes long for large numbers."""


@total_ordering
class Algebraic:
    """An irrational real root of an irreducible polynomial with integer coefficients.

    Attributes
    ----------
    polynomial : Polynomial
        The minimal polynomial, primitive, in one parameter.
    number : int
        The position among the real roots of the polynomial; 0 is the least.
    isolating : (mpq, mpq)
        Bounds of the root with no other root between them; :meth:`interval` can return closer ones.

    >>> from lemke.studies.parametric.functions import Functions
    >>> low, high = real_roots(Functions.of("t")("t**2 - 2").numer)
    >>> low < 1 < high, high.decimal(12), high == real_roots(high.polynomial)[1]
    (True, '1.41421356237', True)
    """

    __slots__ = ("_high", "_is_increasing", "_low", "isolating", "number", "polynomial")

    def __init__(self, polynomial: Polynomial, number: int, low: mpq, high: mpq) -> None:
        self.polynomial, self.number = polynomial, number
        self._low, self._high = self.isolating = low, high
        self._is_increasing = evaluate(polynomial, (high,)) > 0  # at the only root between ``low`` and ``high``

    def interval(self, width: mpq | None = None) -> tuple[mpq, mpq]:
        """Return rational bounds that isolate the root, at most ``width`` apart; by default the closest so far."""
        while width is not None and self._high - self._low > width:
            self.halve()
        return self._low, self._high

    def halve(self) -> None:
        """Halve the interval between the bounds: move one of them to the middle so that the root stays between them."""
        middle = (self._low + self._high) / 2
        if (evaluate(self.polynomial, (middle,)) > 0) == self._is_increasing:
            self._high = middle
        else:
            self._low = middle

    def decimal(self, digits: int = 6) -> str:
        """Return a decimal approximation as text."""
        while self._low * self._high <= 0:  # until both bounds have the sign of the root, and neither is 0
            self.halve()
        low, high = self.interval(min(abs(self._low), abs(self._high)) / mpq(10) ** (digits + 3))
        return decimal((low + high) / 2, digits)

    def to_sympy(self) -> Any:
        """Return the number as an expression of sympy: with a square root if it is quadratic, else as ``CRootOf``."""
        import sympy

        if self.polynomial.degree() > 2:
            return sympy.CRootOf(self.polynomial.as_expr(), self.number)
        a, b, c = map(int, self.polynomial.to_dense())
        # number 1 is the larger root: (−b + √…) / 2a if a > 0, and (−b − √…) / 2a if a < 0
        sign = (1 if self.number else -1) * (1 if a > 0 else -1)
        return sympy.Rational(-b, 2 * a) + sign * sympy.sqrt(b * b - 4 * a * c) / (2 * a)

    def _key(self) -> tuple[Any, int]:
        return self.polynomial, self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Algebraic) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Algebraic | int | mpq | mpz):
            return NotImplemented
        if self == other:
            return False
        while self._low < _bounds(other)[1] and _bounds(other)[0] < self._high:  # while the intervals overlap
            _halve(self, other)
        return bool(self._high <= _bounds(other)[0])

    def __repr__(self) -> str:
        return f"<Algebraic: root {self.number + 1} of {short_text(self.polynomial)}, about {self.decimal()}>"

    def __str__(self) -> str:
        """Return the number with a square root if it is quadratic with short coefficients, else as a decimal."""
        is_short = all(int(abs(number)).bit_length() <= SHORT for number in self.polynomial.itercoeffs())
        return str(self.to_sympy()) if is_short and self.polynomial.degree() == 2 else f"about {self.decimal()}"


Real: TypeAlias = mpq | Algebraic


def real_roots(polynomial: Polynomial) -> list[Real]:
    """Return the different real roots of a polynomial in one parameter, ascending."""
    from sympy import ZZ
    from sympy.polys.rootisolation import dup_isolate_real_roots_sqf

    roots: list[Real] = []
    for factor, _ in polynomial.factor_list()[1]:
        coefficients = factor.to_dense()  # of the highest power first
        if len(coefficients) == 2:  # a linear factor
            roots.append(mpq(-int(coefficients[1]), int(coefficients[0])))
            continue
        for number, ends in enumerate(dup_isolate_real_roots_sqf(coefficients, ZZ)):
            low, high = (mpq(int(end.numerator), int(end.denominator)) for end in ends)
            roots.append(Algebraic(factor, number, low, high))
    return sorted(roots)


def strictly_between(low: Real, high: Real, points: Iterable[Real]) -> list[Real]:
    """Return the points strictly between two numbers, which may be in either order."""
    low, high = sorted((low, high))
    return [point for point in points if low < point < high]


def between(first: Real | None, second: Real | None) -> mpq:
    """Return a simple rational number strictly between two different numbers, which may be in either order.

    Between two rational numbers, the result has the least denominator, and then the least absolute value. A rational
    bound takes the place of an irrational number. None means −∞ as ``first`` and +∞ as ``second``; then the result is a
    whole number close to the finite end. Equal numbers raise an InputError.

    >>> between(mpq(1, 3), mpq(1, 2)), between(mpq(1), None), between(None, None)
    (mpq(2,5), mpq(2,1), mpq(0,1))
    """
    if first is None:
        return mpq(0) if second is None else _floor(_bounds(second)[0]) - 1
    if second is None:
        return _floor(_bounds(first)[1]) + 1
    low, high = sorted((first, second))
    if low == high:
        raise InputError(f"an interval from {low} to itself, expected one of positive length")
    while (lower := _bounds(low)[1]) >= (upper := _bounds(high)[0]):
        _halve(low, high)
    return _simplest(lower, upper)


def rational_close_to(end: Real, middle: mpq, parts: int) -> mpq:
    """Return ``end`` itself if it is rational, else a rational number close to it, between ``end`` and ``middle``.

    The distance of the result from ``end`` is at most |middle − between(end, middle)| / parts.
    """
    if not isinstance(end, Algebraic):
        return end
    # bounds (low, high) of ``end``: the upper one if ``middle`` is larger
    return end.interval(abs(middle - between(end, middle)) / parts)[end < middle]


def _floor(number: mpq) -> mpq:
    return mpq(number.numerator // number.denominator)


def _bounds(number: Real) -> tuple[mpq, mpq]:
    """Return rational bounds of a number; both are the number itself if it is rational."""
    return number.interval() if isinstance(number, Algebraic) else (mpq(number), mpq(number))


def _halve(*numbers: Real) -> None:
    """Halve the intervals of irrational numbers."""
    for number in numbers:
        if isinstance(number, Algebraic):
            number.halve()


def _simplest(low: mpq, high: mpq) -> mpq:
    """Return the number with the least denominator, and then the least absolute value, in an open interval.

    Continued fractions find this number. If the bounds are positive, it is the highest number of the interval in the
    tree of Stern (1858) and Brocot (1861).
    """
    if low < 0 < high:
        return mpq(0)
    if high <= 0:
        return -_simplest(-high, -low)
    floor = _floor(low)
    if floor + 1 < high:
        return floor + 1
    # 0 <= low - floor < x - floor < high - floor <= 1 for the number x: search for the simplest 1 / (x - floor)
    lower = 1 / (high - floor)
    if low == floor:
        return floor + 1 / (_floor(lower) + 1)
    return floor + 1 / _simplest(lower, 1 / (low - floor))


@dataclass(frozen=True)
class Interval:
    """An interval of real numbers, possibly a single point; an end that is None is infinite.

    Attributes
    ----------
    low, high : mpq | Algebraic | None
    closed : (bool, bool)
        Whether the ends belong to the interval; False for an infinite end.

    >>> interval = Interval(mpq(0), mpq(1), (True, False))
    >>> str(interval), "1/2" in interval, 1 in interval
    ('[0, 1)', True, False)
    """

    low: Real | None
    high: Real | None
    closed: tuple[bool, bool] = (True, True)

    @classmethod
    def joined(cls, first: Interval, last: Interval) -> Interval:
        """Return the interval from the lower end of ``first`` to the upper end of ``last``."""
        return cls(first.low, last.high, (first.closed[0], last.closed[1]))

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            if (end := getattr(self, name)) is not None and not isinstance(end, Algebraic):
                object.__setattr__(self, name, exact(end))

    def __contains__(self, value: object) -> bool:
        if value is None:  # an infinite end, from `overlap`: no interval contains it
            return False
        number = value if isinstance(value, Algebraic) else exact(value)
        if self.low is not None and not (self.low < number or (self.closed[0] and self.low == number)):
            return False
        return self.high is None or number < self.high or (self.closed[1] and self.high == number)

    @property
    def ends(self) -> tuple[Real, Real]:
        """Both ends of a bounded interval."""
        assert self.low is not None and self.high is not None
        return self.low, self.high

    @property
    def is_point(self) -> bool:
        """Whether the interval is a single point."""
        return self.low is not None and self.low == self.high

    def overlap(self, segment: Interval) -> Interval | None:
        """Return the intersection with another interval; None if it is empty or a single point.

        >>> print(Interval(mpq(0), mpq(2)).overlap(Interval(mpq(1), None, (False, True))))
        (1, 2]
        """
        low = max((end for end in (self.low, segment.low) if end is not None), default=None)
        high = min((end for end in (self.high, segment.high) if end is not None), default=None)
        if low is not None and high is not None and not low < high:
            return None
        return Interval(low, high, (low in self and low in segment, high in self and high in segment))

    def inside(self) -> mpq:
        """Return a rational number inside, from :func:`between`; if the interval is a rational point, this point."""
        if self.is_point and isinstance(self.low, mpq):
            return self.low
        return between(self.low, self.high)

    def __str__(self) -> str:
        if self.is_point:
            return f"{{{self.low}}}"
        low, high = "-oo" if self.low is None else self.low, "oo" if self.high is None else self.high
        return f"{'[' if self.closed[0] else '('}{low}, {high}{']' if self.closed[1] else ')'}"
