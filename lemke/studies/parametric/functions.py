"""Rational functions of the parameters with rational coefficients: the gate, exact values, and the way to sympy.

A function is an element of sympy's field of fractions of ℤ[t, …]: a numerator and a denominator without common factor,
so equal functions are equal objects, and arithmetic needs no simplification. Expressions of sympy are made only to be
shown.

Linear systems are solved by sparse elimination. Constants are taken as pivots first, then what fills in least
(Markowitz 1957). In the system of an equilibrium basis most rows are those of E and F, whose entries are 1 and −1; what
remains after them is small.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from keyword import iskeyword
from typing import Any, TypeAlias
from unicodedata import normalize

from gmpy2 import mpq, mpz

from lemke.errors import InputError, NumberError, UndefinedError
from lemke.ground.rational import exact, quoted, text
from lemke.linear.exact import Elimination, Row, back_substituted
from lemke.studies.parametric.elements import (
    Function,
    Place,
    Polynomial,
    evaluate,
    is_constant,
    parse,
    product,
    shown,
    written,
)

Symbol: TypeAlias = Any
"""One of sympy."""
Expression: TypeAlias = Any
"""One of sympy, a text, or an exact number."""
Values: TypeAlias = object
"""A mapping from parameters, as symbols or by their names, to exact numbers; of a single parameter the number itself.
Symbols are known by their names, whatever is assumed of them."""
PolynomialTerms: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""Powers of the parameters, and a coefficient."""
Terms: TypeAlias = tuple[PolynomialTerms, PolynomialTerms]
"""Of numerator and denominator."""
CONSTANT = -1
"""The column of the constants, where 1 belongs."""


@dataclass(frozen=True)
class Functions:
    """The field of rational functions in the given parameters.

    Attributes
    ----------
    symbols : tuple of sympy Symbols
        At least one, with different names.

    >>> functions = Functions.of("s t")
    >>> functions("t/2 + 1/3") == functions("(3*t + 2)/6")
    True
    """

    symbols: tuple[Symbol, ...]

    @classmethod
    def of(cls, parameters: object) -> Functions:
        """Return the field of parameters given as one symbol, symbols, names, or text with names in it.

        Raises
        ------
        InputError
            For no parameter, the same name twice, or what is no symbol.
        """
        import sympy

        words = parameters.replace(",", " ").split() if isinstance(parameters, str) else parameters
        symbols = []
        for each in words if isinstance(words, Iterable) else [words]:
            if isinstance(each, str) and not _is_name(each):
                raise InputError(f"the parameter {quoted(each)}, expected a name such as t, no word of Python's")
            if not isinstance(each, str | sympy.Symbol):
                raise InputError(f"a parameter of type {type(each).__name__}, expected a sympy Symbol or a name")
            symbols.append(sympy.Symbol(each) if isinstance(each, str) else each)
        if not symbols:
            raise InputError("no parameter, expected one or more")
        if len({each.name for each in symbols}) < len(symbols):
            raise InputError("two parameters of the same name, expected different names")
        return cls(tuple(symbols))

    @cached_property
    def field(self) -> Any:
        """The field, one of sympy."""
        from sympy import ZZ
        from sympy.polys.fields import FracField
        from sympy.polys.orderings import lex

        return FracField(list(self.symbols), ZZ, lex)

    @cached_property
    def zero(self) -> Function:
        """The function 0."""
        return self.field.zero

    @cached_property
    def one(self) -> Function:
        """The function 1."""
        return self.field.one

    @property
    def names(self) -> list[str]:
        """Of the parameters."""
        return [each.name for each in self.symbols]

    def __call__(self, value: Expression) -> Function:
        """Return the function that an expression stands for: the gate.

        Raises
        ------
        NumberError
            For floats, also in expressions, and what is no expression.
        InputError
            For what is no rational function of the parameters.
        """
        import sympy

        if isinstance(value, str):
            return parse(value, dict(zip(self.names, self.field.gens, strict=True)), self.constant)
        if not isinstance(value, sympy.Expr) or value.is_Rational:
            return self.constant(exact(value))
        if value.has(sympy.Float):
            raise NumberError(
                f"a float in {quoted(written(value))}, expected exact numbers: Rational(1, 10) instead of 0.1"
            )
        own = dict(zip(self.names, self.symbols, strict=True))
        if others := sorted(each.name for each in value.free_symbols if each.name not in own):
            raise InputError(f"{quoted(written(value))} contains {others[0]}, expected only {', '.join(self.names)}")
        value = value.xreplace({each: own[each.name] for each in value.free_symbols})
        try:
            return self.field.from_expr(value)
        except (ValueError, ZeroDivisionError):
            known = ", ".join(self.names)
            raise InputError(
                f"{quoted(written(value))}, expected a rational function of {known} over the rationals"
            ) from None

    def __getstate__(self) -> dict[str, Any]:
        return {"symbols": self.symbols}  # sympy's fields make no pickles

    def terms(self, function: Function) -> Terms:
        """Return what a function consists of, for pickles: numerator and denominator, powers and coefficients."""
        return self.polynomial_terms(function.numer), self.polynomial_terms(function.denom)

    def of_terms(self, terms: Terms) -> Function:
        """Return the function that consists of these terms."""
        above, below = map(self.polynomial, terms)
        return self.field.new(above, below)

    def polynomial_terms(self, polynomial: Polynomial) -> PolynomialTerms:
        """Return what a polynomial consists of."""
        return tuple((powers, int(c)) for powers, c in polynomial.terms())

    def polynomial(self, terms: PolynomialTerms) -> Polynomial:
        """Return the polynomial that consists of these terms."""
        domain = self.field.domain
        return self.field.ring.from_dict({powers: domain(c) for powers, c in terms})

    def constant(self, number: mpq) -> Function:
        """Return a constant function."""
        return self.field.new(self._ground(number.numerator), self._ground(number.denominator))

    def _ground(self, number: mpz) -> Polynomial:
        return self.field.ring.ground_new(self.field.domain(int(number)))

    def place(self, values: Values | None = None, named: Mapping[str, object] | None = None) -> Place:
        """Return values for all parameters, given by symbol or by name.

        Raises
        ------
        InputError, NumberError
            For a parameter without a value, a value for no parameter, a float.
        """
        found = self.some(values, named)
        if missing := [name for name in self.names if name not in found]:
            raise InputError(
                f"no value of the parameter {missing[0]}, expected one for each of {', '.join(self.names)}"
            )
        return tuple(found[name] for name in self.names)

    def some(self, values: Values | None = None, named: Mapping[str, object] | None = None) -> dict[str, mpq]:
        """Return values for some of the parameters, by name."""
        found: dict[str, mpq] = {}
        for key, value in [*self._items(values), *(named or {}).items()]:
            name = key if isinstance(key, str) else getattr(key, "name", str(key))
            if name not in self.names:
                raise InputError(f"a value of {quoted(name)}, expected one of the parameters {', '.join(self.names)}")
            if name in found:
                raise InputError(f"two values of {quoted(name)}, expected one")
            found[name] = exact(value)
        return found

    def _items(self, values: Values) -> list[tuple[Any, object]]:
        if values is None:
            return []
        if isinstance(values, Mapping):
            return [*values.items()]
        if len(self.names) > 1:
            found = quoted(str(values))
            raise InputError(f"the value {found} without a parameter, expected values by name, as in {self.names[0]}=1")
        return [(self.names[0], values)]

    def text(self, place: Place) -> str:
        """Return a place for people, ``t = 1/2``."""
        return ", ".join(f"{name} = {text(value)}" for name, value in zip(self.names, place, strict=True))

    def value(self, function: Function, place: Place) -> mpq:
        """Return the value of a function at a place.

        Raises
        ------
        UndefinedError
            At a pole.
        """
        denominator = evaluate(function.denom, place)
        if not denominator:
            raise UndefinedError(f"{shown(function)} is undefined at {self.text(place)}, expected another value")
        return evaluate(function.numer, place) / denominator

    def substituted(self, function: Function, known: Mapping[str, mpq], fewer: Functions) -> Function:
        """Return a function of fewer parameters, the others given."""
        parts = [self._substituted(part, known, fewer) for part in (function.numer, function.denom)]
        if not parts[1]:
            where = ", ".join(f"{name} = {text(value)}" for name, value in known.items())
            raise UndefinedError(f"{shown(function)} is undefined at {where}, expected another value")
        return parts[0] / parts[1]

    def _substituted(self, polynomial: Polynomial, known: Mapping[str, mpq], fewer: Functions) -> Function:
        generators = dict(zip(fewer.names, fewer.field.gens, strict=True))
        factors = [fewer.constant(known[name]) if name in known else generators[name] for name in self.names]
        total = fewer.zero
        for powers, coefficient in polynomial.terms():
            term = fewer.constant(mpq(int(coefficient)))
            for factor, power in zip(factors, powers, strict=True):
                if power:
                    term *= factor**power
            total += term
        return total

    def expression(self, function: Function) -> Any:
        """Return a function as an expression of sympy, numerator and denominator factored."""
        import sympy

        return sympy.Mul(product(function.numer), sympy.Pow(product(function.denom), -1))


def _is_name(text: str) -> bool:
    """Return whether expressions can have the name: Python reads some as others, and some not at all."""
    return text.isidentifier() and not iskeyword(text) and normalize("NFKC", text) == text


class NoSolution(Enum):
    """Why a system has not exactly one solution: columns that depend on others, or rows that contradict each other."""

    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"


def solve(rows: Sequence[Row], right: Sequence[Function], columns: Sequence[int]) -> Row | NoSolution:
    """Return the solution of a system, a function per column, or why there is not exactly one.

    Rows are column → entry, without zeros. There may be more rows than columns; those left over must be satisfied
    identically.

    >>> one, t = map(Functions.of("t"), [1, "t"])
    >>> solve([{0: one, 1: t}, {1: one}], [one, t], [0, 1])
    {1: t, 0: -t**2 + 1}
    """
    sides = ({CONSTANT: -side} if side else {} for side in right)
    forms = Elimination({i: {**row, **side} for i, (row, side) in enumerate(zip(rows, sides, strict=True))})
    for _ in columns:
        place = _cheapest(forms)
        if place is None:
            return NoSolution.UNDETERMINED
        forms.eliminate(*place)
    if any(forms.rows.values()):
        return NoSolution.CONTRADICTION
    solution = back_substituted(forms.solved, {CONSTANT: 1}, zero=0 * right[0] if right else 0)
    del solution[CONSTANT]
    return solution


def _cheapest(forms: Elimination) -> tuple[int, int] | None:
    """Return the row and column of the next pivot; None if nothing but constants is left."""
    costs = (
        (not is_constant(entry), (len(row) - (CONSTANT in row) - 1) * (len(forms.users[column]) - 1), name, column)
        for name, row in forms.rows.items()
        for column, entry in row.items()
        if column != CONSTANT
    )
    best = min(costs, default=None)
    return best and best[2:]
