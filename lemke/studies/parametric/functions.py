"""Rational functions of the parameters with rational coefficients: the gate, exact values, and the way to sympy.

A function is an element of sympy's field of fractions of ℤ[t, …]: a numerator and a denominator without common factor,
so equal functions are equal objects, and arithmetic needs no simplification. Expressions of sympy are made only to be
shown.

Linear systems are solved by sparse elimination. Constants are taken as pivots first, then what fills in least
(Markowitz 1957). In the system of an equilibrium basis most rows are those of E and F, whose entries are 1 and −1; what
remains after them is small.
"""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from keyword import iskeyword
from typing import Any, TypeAlias
from unicodedata import normalize

from gmpy2 import mpq

from lemke.errors import InputError, NumberError, UndefinedError, type_name
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
Terms: TypeAlias = dict[tuple[int, ...], int]
"""Powers of the parameters → coefficient."""
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
        """Return the field of parameters given as one symbol, symbols, names, or text with names in it."""
        import sympy

        words = parameters.replace(",", " ").split() if isinstance(parameters, str) else parameters
        symbols = []
        for word in words if isinstance(words, Iterable) else [words]:
            if isinstance(word, str) and not _is_name(word):
                raise InputError(f"the parameter {quoted(word)}, expected a name such as t, no word of Python's")
            if not isinstance(word, str | sympy.Symbol):
                raise InputError(f"a parameter of type {type_name(word)}, expected a sympy Symbol or a name")
            symbols.append(sympy.Symbol(word) if isinstance(word, str) else word)
        if not symbols:
            raise InputError("no parameter, expected one or more")
        if len({symbol.name for symbol in symbols}) < len(symbols):
            raise InputError("two parameters of the same name, expected different names")
        return cls(tuple(symbols))

    @property
    def field(self) -> Any:
        """The field, one of sympy."""
        return _field(self.symbols)

    @property
    def zero(self) -> Function:
        """The function 0."""
        return self.field.zero

    @property
    def one(self) -> Function:
        """The function 1."""
        return self.field.one

    @property
    def names(self) -> list[str]:
        """Of the parameters."""
        return [symbol.name for symbol in self.symbols]

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
            expression = quoted(written(value))
            raise NumberError(f"a float in {expression}, expected exact numbers: Rational(1, 10) instead of 0.1")
        symbols, known = dict(zip(self.names, self.symbols, strict=True)), ", ".join(self.names)
        if unknown := sorted(symbol.name for symbol in value.free_symbols if symbol.name not in symbols):
            raise InputError(f"{quoted(written(value))} contains {unknown[0]}, expected only {known}")
        value = value.xreplace({symbol: symbols[symbol.name] for symbol in value.free_symbols})
        try:
            return self.field.from_expr(value)
        except (ValueError, ZeroDivisionError):
            expression = quoted(written(value))
            raise InputError(f"{expression}, expected a rational function of {known} over the rationals") from None

    def constant(self, number: mpq) -> Function:
        """Return a constant function."""
        return self.field(int(number.numerator)) / int(number.denominator)

    def place(self, values: Values | None = None, named: Mapping[str, object] | None = None) -> Place:
        """Return values for all parameters, given by symbol or by name; an InputError or a NumberError for others."""
        known, names = self.some(values, named), ", ".join(self.names)
        if missing := [name for name in self.names if name not in known]:
            raise InputError(f"no value of the parameter {missing[0]}, expected one for each of {names}")
        return tuple(known[name] for name in self.names)

    def some(self, values: Values | None = None, named: Mapping[str, object] | None = None) -> dict[str, mpq]:
        """Return values for some of the parameters, by name."""
        if values is None or isinstance(values, Mapping):
            items = [*(values or {}).items()]
        elif len(self.names) == 1:
            items = [(self.names[0], values)]
        else:
            value, name = quoted(str(values)), self.names[0]
            raise InputError(f"the value {value} without a parameter, expected values by name, as in {name}=1")
        known: dict[str, mpq] = {}
        for key, value in [*items, *(named or {}).items()]:
            name = key if isinstance(key, str) else getattr(key, "name", str(key))
            if name not in self.names:
                raise InputError(f"a value of {quoted(name)}, expected one of the parameters {', '.join(self.names)}")
            if name in known:
                raise InputError(f"two values of {quoted(name)}, expected one")
            known[name] = exact(value)
        return known

    def text(self, place: Place) -> str:
        """Return a place for people, ``t = 1/2``."""
        return ", ".join(f"{name} = {text(value)}" for name, value in zip(self.names, place, strict=True))

    def value(self, function: Function, place: Place) -> mpq:
        """Return the value of a function at a place; an UndefinedError at a pole."""
        denominator = evaluate(function.denom, place)
        if not denominator:
            raise UndefinedError(f"{shown(function)} is undefined at {self.text(place)}, expected another value")
        return evaluate(function.numer, place) / denominator

    def substituted(self, function: Function, known: Mapping[str, mpq], fewer: Functions) -> Function:
        """Return a function of fewer parameters, the others given."""
        generators = dict(zip(fewer.names, fewer.field.gens, strict=True))
        place = [fewer.constant(known[name]) if name in known else generators[name] for name in self.names]
        numerator, denominator = (evaluate(part, place, fewer.one) for part in (function.numer, function.denom))
        if not denominator:
            where = ", ".join(f"{name} = {text(value)}" for name, value in known.items())
            raise UndefinedError(f"{shown(function)} is undefined at {where}, expected another value")
        return numerator / denominator

    def expression(self, function: Function) -> Any:
        """Return a function as an expression of sympy, numerator and denominator factored."""
        import sympy

        return sympy.Mul(product(function.numer), sympy.Pow(product(function.denom), -1))


def _is_name(text: str) -> bool:
    """Return whether expressions can have the name: Python reads some as others, and some not at all."""
    return text.isidentifier() and not iskeyword(text) and normalize("NFKC", text) == text


@cache
def _field(symbols: tuple[Symbol, ...]) -> Any:
    """Return sympy's field in some symbols; have elements of such fields, of which sympy makes no pickles, pickled."""
    from sympy import ZZ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    field = FracField(list(symbols), ZZ, lex)
    copyreg.pickle(type(field.ring.zero), _reduced_polynomial)
    copyreg.pickle(type(field.zero), _reduced_function)
    return field


# sympy may have one class for the elements of all rings: those of other rings than ours are left as they are.


def _reduced_polynomial(element: Polynomial) -> Any:
    if element.ring != _field(element.ring.symbols).ring:
        return element.__reduce_ex__(pickle.DEFAULT_PROTOCOL)
    terms = {powers: int(coefficient) for powers, coefficient in element.iterterms()}
    return _polynomial, (element.ring.symbols, terms)


def _reduced_function(element: Function) -> Any:
    if element.field != _field(element.field.symbols):
        return element.__reduce_ex__(pickle.DEFAULT_PROTOCOL)
    return _function, (element.field.symbols, element.numer, element.denom)


def _polynomial(symbols: tuple[Symbol, ...], terms: Terms) -> Polynomial:
    ring = _field(symbols).ring
    return ring.from_dict({powers: ring.domain(coefficient) for powers, coefficient in terms.items()})


def _function(symbols: tuple[Symbol, ...], numerator: Polynomial, denominator: Polynomial) -> Function:
    return _field(symbols).raw_new(numerator, denominator)


class NoSolution(Enum):
    """Why a system has not exactly one solution: columns that depend on others, or rows that contradict each other."""

    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"


def solve(rows: Sequence[Row], columns: Collection[int], zero: Function) -> Row | NoSolution:
    """Return where all rows are 0, a function per column, or why that is not in exactly one place.

    Rows are column → entry, without zeros. There may be more rows than columns; those left over must be 0 identically.

    >>> zero, one, t = map(Functions.of("t"), [0, 1, "t"])
    >>> solve([{0: one, 1: t, CONSTANT: -one}, {1: one, CONSTANT: -t}], [0, 1], zero)
    {1: t, 0: -t**2 + 1}
    """
    forms = Elimination(dict(enumerate(rows)))
    for _ in columns:
        costs = (
            (not is_constant(entry), (len(row) - (CONSTANT in row) - 1) * (len(forms.users[column]) - 1), name, column)
            for name, row in forms.rows.items()
            for column, entry in row.items()
            if column != CONSTANT
        )
        if (cheapest := min(costs, default=None)) is None:
            return NoSolution.UNDETERMINED
        forms.eliminate(*cheapest[2:])
    if any(forms.rows.values()):
        return NoSolution.CONTRADICTION
    solution = back_substituted(forms.solved, {CONSTANT: 1}, zero)
    del solution[CONSTANT]
    return solution
