"""Where functions of the parameters are nonnegative and defined: as inequalities and, for one parameter, as intervals.

A function has the sign of numerator · denominator. The product of its irreducible factors of odd power must be ≥ 0.
Factors of even power do not change the sign, but where one in the numerator is 0, the function is 0. With one
parameter, factors without a real root are left out, and so are squares whose roots all lie where the product is ≥ 0 on
both sides.
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
from lemke.studies.parametric.elements import Function, ParameterPoint, Polynomial, evaluate, written
from lemke.studies.parametric.functions import Functions, ParameterValues
from lemke.studies.parametric.roots import Interval, Real, between, real_roots

Factors: TypeAlias = tuple[int, dict[Polynomial, int]]


@dataclass(frozen=True)
class Condition:
    """The inequality sign · Π factors · Π squares² ≥ 0.

    The factors are different and irreducible, with positive leading coefficients.
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
    def size(self) -> tuple[int, str]:
        """The key by which conditions are ordered."""
        return len(self.factors) + len(self.squares), str((self.factors, self.squares, self.sign))


@dataclass(frozen=True)
class Region:
    """The points at which all conditions hold and no pole is 0.

    Attributes
    ----------
    functions : Functions
    conditions : tuple of Condition
        The shortest first.
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
        signed, defined, factored = set(signed), set(defined), cache(_factored)
        conditions = {_condition(factored(function.numer), factored(function.denom)) for function in signed if function}
        poles = {factor for function in signed | defined for factor in factored(function.denom)[1]}
        ordered = sorted(conditions - {Condition(1)}, key=lambda condition: condition.size)
        return cls(functions, tuple(ordered), _ordered(poles))

    def __and__(self, other: Region) -> Region:
        conditions, poles = self.conditions + other.conditions, self.poles + other.poles
        return Region(self.functions, tuple(dict.fromkeys(conditions)), tuple(dict.fromkeys(poles)))

    def contains(self, values: ParameterValues | None = None, /, **named: object) -> bool:
        """Return whether the point is in the region, exactly; values are given by symbol or by name."""
        return self.broken(self.functions.point(values, named)) is None

    def broken(self, point: ParameterPoint) -> Any:
        """Return an inequality that fails at a point; None if all hold."""
        holds = [condition.holds(point) for condition in self.conditions] + [
            bool(evaluate(pole, point)) for pole in self.poles
        ]
        return None if all(holds) else self.inequalities[holds.index(False)]

    @property
    def inequalities(self) -> tuple[Any, ...]:
        """The conditions as relations of sympy: products ≥ 0, and poles ≠ 0."""
        import sympy

        signed = []
        for condition in self.conditions:
            squares = (square.as_expr() ** 2 for square in condition.squares)
            product = sympy.Mul(condition.sign, *(factor.as_expr() for factor in condition.factors), *squares)
            signed.append(sympy.Ge(product, 0, evaluate=False))
        return (*signed, *(sympy.Ne(pole.as_expr(), 0, evaluate=False) for pole in self.poles))

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """The maximal intervals of the region, ascending, with exact ends. InputError with several parameters."""
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
            """Return whether all conditions hold at a root, or in the open cell of ``beside`` if ``point`` is None.

            A factor that is not 0 at the root has there the sign that it has at ``beside``, in the next cell.
            """
            return point not in poles and all(
                point in zeros[condition] or condition.holds((beside,)) for condition in self.conditions
            )

        # roots and the open cells between them, in order, each with whether it is in the region
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
    """Return an inequality as text."""
    text = written(relation)
    return text.replace("Ne(", "").replace(", 0)", " != 0") if text[:3] == "Ne(" else text


def _factored(polynomial: Polynomial) -> Factors:
    """Return the sign of the leading coefficient, and the irreducible factors that may be 0, with their powers."""
    coefficient, factors = polynomial.factor_list()
    nowhere = _positive if polynomial.ring.ngens > 1 else lambda factor: not real_roots(factor)
    return 1 if coefficient > 0 else -1, {factor: power for factor, power in factors if not nowhere(factor)}


def _condition(numerator: Factors, denominator: Factors) -> Condition:
    """Return the condition that a function in lowest terms is nonnegative."""
    (sign, above), (sign_below, below) = numerator, denominator
    odd = _ordered(factor for factor, power in (above | below).items() if power % 2)
    product = Condition(sign * sign_below, odd)
    squares = [factor for factor, power in above.items() if power % 2 == 0]
    if squares and squares[0].ring.ngens == 1:
        turns = sorted({root for factor in odd for root in real_roots(factor)})

        def fails_beside(root: Real) -> bool:
            """Return whether the product is negative beside a root of a square, which is no root of the product."""
            return not product.holds((between(root, next((turn for turn in turns if root < turn), None)),))

        squares = [square for square in squares if any(map(fails_beside, real_roots(square)))]
    return Condition(product.sign, odd, _ordered(squares)) if odd or product.sign < 0 else Condition(1)


def _positive(polynomial: Polynomial) -> bool:
    """Return whether a polynomial is obviously positive: even powers, positive coefficients, a positive constant."""
    terms = polynomial.terms()
    return all(c > 0 and all(power % 2 == 0 for power in powers) for powers, c in terms) and polynomial.coeff(1) > 0


def _ordered(polynomials: Iterable[Polynomial]) -> tuple[Polynomial, ...]:
    return tuple(sorted(polynomials, key=lambda polynomial: (len(polynomial), str(polynomial))))
