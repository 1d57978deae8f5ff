"""Where functions of the parameters are nonnegative and defined: inequalities, for one parameter intervals as well.

A function has the sign of numerator · denominator. Its irreducible factors of odd power make up a short product that
must be ≥ 0; those of even power do not change the sign, but where they are 0 the function is so too. With one
parameter, factors without a real root are left out, and squares that are 0 only where the product is ≥ 0 anyway.
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
from lemke.studies.parametric.elements import Function, Place, Polynomial, evaluate, written
from lemke.studies.parametric.functions import Functions, Values
from lemke.studies.parametric.roots import Interval, Real, between, real_roots

Factors: TypeAlias = tuple[int, dict[Polynomial, int]]


@dataclass(frozen=True)
class Condition:
    """sign · Π factors · Π squares² ≥ 0; the factors are different and irreducible, with leading coefficient > 0."""

    sign: int
    factors: tuple[Polynomial, ...] = ()
    squares: tuple[Polynomial, ...] = ()

    def holds(self, place: Place) -> bool:
        """Return whether it holds at a place."""
        sign = self.sign
        for factor in self.factors:
            value = evaluate(factor, place)
            if not value:
                return True
            sign = sign if value > 0 else -sign
        return sign > 0 or any(not evaluate(square, place) for square in self.squares)

    @property
    def size(self) -> tuple[int, str]:
        """By which conditions are ordered."""
        return len(self.factors) + len(self.squares), str((self.factors, self.squares, self.sign))


@dataclass(frozen=True)
class Region:
    """The places at which all conditions hold and none of the poles is met.

    Attributes
    ----------
    functions : Functions
    conditions : tuple of Condition
        The shortest first.
    poles : tuple of Polynomial
        Irreducible ones that are not 0.

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
        """Return the region where the first functions are nonnegative and all of them are defined."""
        signed, defined, factored = set(signed), set(defined), cache(_factored)
        conditions = {_condition(factored(each.numer), factored(each.denom)) for each in signed if each}
        poles = {factor for function in signed | defined for factor in factored(function.denom)[1]}
        ordered = sorted(conditions - {Condition(1)}, key=lambda each: each.size)
        return cls(functions, tuple(ordered), _ordered(poles))

    def __and__(self, other: Region) -> Region:
        conditions, poles = self.conditions + other.conditions, self.poles + other.poles
        return Region(self.functions, tuple(dict.fromkeys(conditions)), tuple(dict.fromkeys(poles)))

    def contains(self, values: Values | None = None, /, **named: object) -> bool:
        """Return whether the place is in the region, exactly; parameters by symbol or by name."""
        return self.broken(self.functions.place(values, named)) is None

    def broken(self, place: Place) -> Any:
        """Return one of the inequalities that fails at a place; None if all hold."""
        holds = [each.holds(place) for each in self.conditions] + [bool(evaluate(pole, place)) for pole in self.poles]
        return None if all(holds) else self.inequalities[holds.index(False)]

    @property
    def inequalities(self) -> tuple[Any, ...]:
        """The conditions as relations of sympy: products ≥ 0, and poles ≠ 0."""
        import sympy

        signed = []
        for each in self.conditions:
            squares = (square.as_expr() ** 2 for square in each.squares)
            product = sympy.Mul(each.sign, *(factor.as_expr() for factor in each.factors), *squares)
            signed.append(sympy.Ge(product, 0, evaluate=False))
        return (*signed, *(sympy.Ne(pole.as_expr(), 0, evaluate=False) for pole in self.poles))

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """The maximal intervals of the region, ascending, with exact ends; an InputError with several parameters."""
        if len(self.functions.symbols) != 1:
            names = ", ".join(self.functions.names)
            raise InputError(f"intervals of the parameters {names}, expected a single parameter")
        roots = cache(real_roots)
        zeros = {
            condition: {root for factor in condition.factors + condition.squares for root in roots(factor)}
            for condition in self.conditions
        }
        poles = {root for pole in self.poles for root in roots(pole)}

        def holds(point: Real | None, beside: mpq) -> bool:
            """Return whether all conditions hold at a root, or beside it: factors not 0 there keep their signs."""
            return point not in poles and all(point in zeros[each] or each.holds((beside,)) for each in self.conditions)

        # roots and the open cells between them, in their order: in the region or not
        line: list[tuple[bool, Interval]] = []
        for low, high in pairwise([None, *sorted(poles.union(*zeros.values())), None]):
            inside = between(low, high)
            if low is not None:
                line.append((holds(low, inside), Interval(low, low)))
            line.append((holds(None, inside), Interval(low, high, (False, False))))
        runs = ([part for _, part in run] for is_inside, run in groupby(line, itemgetter(0)) if is_inside)
        return tuple(Interval.joined(run[0], run[-1]) for run in runs)

    def __str__(self) -> str:
        if len(self.functions.symbols) > 1:
            return " and ".join(map(relation_text, self.inequalities)) or "everywhere"
        return " or ".join(map(self._words, self.intervals)) or "nowhere"

    def _words(self, interval: Interval) -> str:
        (name,) = self.functions.names
        if interval.is_point:
            return f"{name} = {interval.low}"
        low = "" if interval.low is None else f"{interval.low} {'<=' if interval.closed[0] else '<'} "
        high = "" if interval.high is None else f" {'<=' if interval.closed[1] else '<'} {interval.high}"
        return f"{low}{name}{high}" if low or high else f"all {name}"


def relation_text(relation: Any) -> str:
    """Return an inequality for people."""
    text = written(relation)
    return text.replace("Ne(", "").replace(", 0)", " != 0") if text[:3] == "Ne(" else text


def _factored(polynomial: Polynomial) -> Factors:
    """Return the sign of the leading coefficient, and the irreducible factors that may be 0, with their powers."""
    coefficient, factors = polynomial.factor_list()
    nowhere = _positive if polynomial.ring.ngens > 1 else lambda factor: not real_roots(factor)
    return 1 if coefficient > 0 else -1, {factor: power for factor, power in factors if not nowhere(factor)}


def _condition(numerator: Factors, denominator: Factors) -> Condition:
    """Return that a function in lowest terms is nonnegative."""
    (sign, above), (sign_below, below) = numerator, denominator
    odd = _ordered(factor for factor, power in (above | below).items() if power % 2)
    product = Condition(sign * sign_below, odd)
    squares = [factor for factor, power in above.items() if power % 2 == 0]
    if squares and squares[0].ring.ngens == 1:
        turns = sorted({root for factor in odd for root in real_roots(factor)})

        def fails_beside(root: Real) -> bool:
            """Return whether the product, not 0 at a root of another polynomial, is negative up to its next root."""
            return not product.holds((between(root, next((turn for turn in turns if root < turn), None)),))

        squares = [square for square in squares if any(map(fails_beside, real_roots(square)))]
    return Condition(product.sign, odd, _ordered(squares)) if odd or product.sign < 0 else Condition(1)


def _positive(polynomial: Polynomial) -> bool:
    """Return whether a polynomial is plainly positive: squares with positive coefficients and a positive constant."""
    terms = polynomial.terms()
    return all(c > 0 and all(power % 2 == 0 for power in powers) for powers, c in terms) and polynomial.coeff(1) > 0


def _ordered(polynomials: Iterable[Polynomial]) -> tuple[Polynomial, ...]:
    return tuple(sorted(polynomials, key=lambda each: (len(each), str(each))))
