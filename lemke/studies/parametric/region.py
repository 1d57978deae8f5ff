"""Where functions of the parameters are nonnegative and defined: as inequalities and, for one parameter, as intervals.

A function has the sign of numerator · denominator. So the product of its irreducible factors of odd power must be ≥ 0.
Factors of even power do not change the sign. But where such a factor of the numerator is 0, the function is 0, and so
it is not negative, whatever the sign of the product around this point. With one parameter, a factor without a real root
is left out; a factor of even power is also left out if the product is ≥ 0 around all roots of the factor. With several
parameters, a factor is left out if the signs of its coefficients show that it is positive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.studies.parametric.elements import Function, ParameterPoint, Polynomial, evaluate, full_text
from lemke.studies.parametric.functions import Functions, ParameterValues
from lemke.studies.parametric.roots import Interval, Real, between, real_roots

Factors: TypeAlias = tuple[int, dict[Polynomial, int]]
"""The sign of a polynomial's leading coefficient, and its irreducible factors that may be 0, with their powers."""


@dataclass(frozen=True)
class Condition:
    """The inequality sign · Π factors · Π squares² ≥ 0.

    The polynomials in ``factors`` and ``squares`` are different and irreducible, with positive leading coefficients.
    """

    sign: int
    factors: tuple[Polynomial, ...] = ()
    squares: tuple[Polynomial, ...] = ()

    def holds(self, point: ParameterPoint) -> bool:
        """Return whether the inequality holds at a point."""
        sign = self.sign
        for factor in self.factors:
            value = evaluate(factor, point)
            if not value:
                return True
            sign = sign if value > 0 else -sign
        return sign > 0 or any(not evaluate(square, point) for square in self.squares)

    @property
    def sort_key(self) -> tuple[int, str]:
        """The number of polynomials, and a text that makes the order of conditions unique."""
        return len(self.factors) + len(self.squares), str((self.factors, self.squares, self.sign))


@dataclass(frozen=True)
class Region:
    """The points at which all conditions hold and no polynomial in ``poles`` is 0.

    Attributes
    ----------
    functions : Functions
    conditions : tuple of Condition
        From :meth:`of`, in ascending order of the number of polynomials.
    poles : tuple of Polynomial
        Irreducible factors of denominators, which must not be 0.

    >>> functions = Functions.of("t")
    >>> region = Region.of(functions, [functions("1 - t**2"), functions("(t - 1/2)**2/t")])
    >>> print(region)
    0 < t <= 1
    >>> region.contains(t="1/3"), region.contains(t=0)
    (True, False)
    """

    functions: Functions
    conditions: tuple[Condition, ...]
    poles: tuple[Polynomial, ...]

    @classmethod
    def of(cls, functions: Functions, signed: Iterable[Function], defined: Iterable[Function] = ()) -> Region:
        """Return the region where the ``signed`` functions are nonnegative and all functions are defined."""
        signed, defined, factors = set(signed), set(defined), cache(_factors)
        conditions = {_condition(factors(function.numer), factors(function.denom)) for function in signed if function}
        poles = {factor for function in signed | defined for factor in factors(function.denom)[1]}
        # Condition(1), 1 ≥ 0, always holds
        sorted_conditions = sorted(conditions - {Condition(1)}, key=lambda condition: condition.sort_key)
        return cls(functions, tuple(sorted_conditions), _sorted(poles))

    def __and__(self, other: Region) -> Region:
        """Return the intersection of two regions."""
        conditions, poles = self.conditions + other.conditions, self.poles + other.poles
        # dicts drop repetitions and keep the order
        return Region(self.functions, tuple(dict.fromkeys(conditions)), tuple(dict.fromkeys(poles)))

    def contains(self, values: ParameterValues | None = None, /, **named: object) -> bool:
        """Return whether a point, given by values of all parameters, is in the region; the arithmetic is exact."""
        return self.failing_inequality(self.functions.point(values, named)) is None

    def failing_inequality(self, point: ParameterPoint) -> Any:
        """Return the first inequality that fails at a point; None if all hold."""
        # in the order of the inequalities
        holds = [condition.holds(point) for condition in self.conditions]
        holds += [bool(evaluate(pole, point)) for pole in self.poles]
        return None if all(holds) else self.inequalities[holds.index(False)]

    @property
    def inequalities(self) -> tuple[Any, ...]:
        """The conditions as relations of sympy: products ≥ 0, and poles ≠ 0."""
        import sympy

        inequalities = []
        for condition in self.conditions:
            squares = (square.as_expr() ** 2 for square in condition.squares)
            product = sympy.Mul(condition.sign, *(factor.as_expr() for factor in condition.factors), *squares)
            inequalities.append(sympy.Ge(product, 0, evaluate=False))
        return (*inequalities, *(sympy.Ne(pole.as_expr(), 0, evaluate=False) for pole in self.poles))

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """The maximal intervals of the region, ascending, with exact ends. InputError with several parameters."""
        if len(self.functions.symbols) != 1:
            names = ", ".join(self.functions.names)
            raise InputError(f"intervals of a region in {names}, expected a region in a single parameter")
        roots = cache(real_roots)
        zeros = {
            condition: {root for factor in condition.factors + condition.squares for root in roots(factor)}
            for condition in self.conditions
        }
        poles = {root for pole in self.poles for root in roots(pole)}

        def holds(root: Real | None, cell_point: mpq) -> bool:
            """Return whether all conditions hold at a root, or in an open cell between roots if ``root`` is None.

            ``cell_point`` lies in this cell, or in the cell next to the root. A condition with a factor that is 0 at
            the root holds there. Factors of other conditions have the same sign at the root as at ``cell_point``.
            """
            return root not in poles and all(
                root in zeros[condition] or condition.holds((cell_point,)) for condition in self.conditions
            )

        # the roots and the open cells between them, in order, each preceded by whether it is in the region
        cells: list[tuple[bool, Interval]] = []
        for low, high in pairwise([None, *sorted(poles.union(*zeros.values())), None]):  # None: no end
            cell_point = between(low, high)
            if low is not None:
                cells.append((holds(low, cell_point), Interval(low, low)))
            cells.append((holds(None, cell_point), Interval(low, high, (False, False))))
        # neighbors that are in the region are joined
        groups = (
            [interval for _, interval in group] for is_inside, group in groupby(cells, itemgetter(0)) if is_inside
        )
        return tuple(Interval.joined(group[0], group[-1]) for group in groups)

    def __str__(self) -> str:
        if len(self.functions.symbols) > 1:
            return " and ".join(map(relation_text, self.inequalities)) or "everywhere"
        return " or ".join(map(self._interval_text, self.intervals)) or "nowhere"

    def _interval_text(self, interval: Interval) -> str:
        """Return an interval as inequalities of the parameter."""
        (name,) = self.functions.names
        if interval.is_point:
            return f"{name} = {interval.low}"
        low = "" if interval.low is None else f"{interval.low} {'<=' if interval.closed[0] else '<'} "
        high = "" if interval.high is None else f" {'<=' if interval.closed[1] else '<'} {interval.high}"
        return f"{low}{name}{high}" if low or high else f"all {name}"


def relation_text(relation: Any) -> str:
    """Return an inequality as text."""
    text = full_text(relation)
    # sympy writes p ≠ 0 as Ne(p, 0)
    return text.replace("Ne(", "").replace(", 0)", " != 0") if text[:3] == "Ne(" else text


def _factors(polynomial: Polynomial) -> Factors:
    """Return the sign of the leading coefficient, and the irreducible factors that may be 0, with their powers."""
    coefficient, factors = polynomial.factor_list()
    is_never_zero = _is_positive if polynomial.ring.ngens > 1 else lambda factor: not real_roots(factor)
    return 1 if coefficient > 0 else -1, {factor: power for factor, power in factors if not is_never_zero(factor)}


def _condition(numerator: Factors, denominator: Factors) -> Condition:
    """Return the condition that a function in lowest terms is nonnegative."""
    (numerator_sign, numerator_factors), (denominator_sign, denominator_factors) = numerator, denominator
    factors = numerator_factors | denominator_factors  # no factor is in both
    odd = _sorted(factor for factor, power in factors.items() if power % 2)
    product = Condition(numerator_sign * denominator_sign, odd)
    squares = [factor for factor, power in numerator_factors.items() if power % 2 == 0]
    if squares and squares[0].ring.ngens == 1:
        product_roots = sorted({root for factor in odd for root in real_roots(factor)})

        def fails_around(root: Real) -> bool:
            """Return whether the product is negative around a root of a square; the product is not 0 there."""
            next_root = next((product_root for product_root in product_roots if root < product_root), None)
            return not product.holds((between(root, next_root),))

        squares = [square for square in squares if any(map(fails_around, real_roots(square)))]
    if not odd and product.sign > 0:  # no factor changes the sign
        return Condition(1)
    return Condition(product.sign, odd, _sorted(squares))


def _is_positive(polynomial: Polynomial) -> bool:
    """Return whether a polynomial is obviously positive: even powers, positive coefficients, a positive constant."""
    terms = polynomial.terms()
    is_sum_of_squares = all(
        coefficient > 0 and all(power % 2 == 0 for power in powers) for powers, coefficient in terms
    )
    return is_sum_of_squares and polynomial.coeff(1) > 0  # the coefficient of the monomial 1


def _sorted(polynomials: Iterable[Polynomial]) -> tuple[Polynomial, ...]:
    """Return polynomials in a fixed order, those with the fewest terms first."""
    return tuple(sorted(polynomials, key=lambda polynomial: (len(polynomial), str(polynomial))))
