"""Rational functions of the parameters: from expressions to functions, exact values, linear systems, and back to sympy.

A function is an element of sympy's field of fractions of ℤ[t, …]: a numerator and a denominator without common factor,
so equal functions have equal elements, and results need no simplification. Expressions of sympy are made only for
output.

Linear systems are solved by sparse elimination. Constants are preferred as pivots, and then entries with little fill-in
(Markowitz 1957). In the system of an equilibrium basis, the entries of the sequence form's matrices E and F are 1 and
−1. After elimination with these entries as pivots a small system remains.
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
from lemke.ground.rational import exact, plain, quoted, text
from lemke.linear.exact import Elimination, Row, back_substituted
from lemke.studies.parametric.elements import (
    Function,
    ParameterPoint,
    Polynomial,
    evaluate,
    full_text,
    is_constant,
    parse,
    product,
    short_text,
)

Symbol: TypeAlias = Any
"""A symbol of sympy."""
Expression: TypeAlias = Any
"""An expression of sympy, a text, or an exact number."""
ParameterValues: TypeAlias = object
"""A mapping from parameters (symbols or names) to exact numbers, or just the number if there is a single parameter.
Symbols are compared by name; sympy's assumptions on them do not matter."""
Terms: TypeAlias = dict[tuple[int, ...], int]
"""The terms of a polynomial: from the powers of the parameters to the coefficient."""
CONSTANT = -1
"""The column of the constant terms; the other columns are the numbers of variables."""


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
        """Return the field of parameters given as a symbol, several symbols or names, or a text of names."""
        import sympy

        words = parameters.replace(",", " ").split() if isinstance(parameters, str) else parameters
        symbols = []
        for word in words if isinstance(words, Iterable) else [words]:
            if isinstance(word, str) and not _is_name(word):
                raise InputError(
                    f"the parameter {quoted(word)}, expected a name such as t that is not a keyword of Python"
                )
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
        """The field, as an object of sympy."""
        return _field(self.symbols)

    @property
    def zero(self) -> Function:
        """The function 0."""
        return self.field.zero

    @property
    def unit(self) -> Function:
        """The function 1."""
        return self.field.one

    @property
    def names(self) -> list[str]:
        """The names of the parameters."""
        return [symbol.name for symbol in self.symbols]

    def __call__(self, value: Expression) -> Function:
        """Return the function that an expression describes. All expressions of users are read and checked here.

        Raises
        ------
        NumberError
            The value contains a float, or is neither an expression nor an exact number; or a text, once multiplied out,
            exceeds a limit of :mod:`lemke.studies.parametric.elements`.
        InputError
            The expression is not a rational function of the parameters.
        """
        import sympy

        if isinstance(value, str):
            return parse(value, dict(zip(self.names, self.field.gens, strict=True)), self.constant)
        if not isinstance(value, sympy.Expr) or value.is_Rational:
            return self.constant(exact(value))
        if value.has(sympy.Float):
            expression = quoted(full_text(value))
            raise NumberError(f"a float in {expression}, expected exact numbers: Rational(1, 10) instead of 0.1")
        symbols, names = dict(zip(self.names, self.symbols, strict=True)), ", ".join(self.names)
        if unknown := sorted(symbol.name for symbol in value.free_symbols if symbol.name not in symbols):
            raise InputError(f"{quoted(full_text(value))} contains {unknown[0]}, expected only {names}")
        # symbols of the same name are different in sympy if their assumptions differ
        value = value.xreplace({symbol: symbols[symbol.name] for symbol in value.free_symbols})
        try:
            return self.field.from_expr(value)
        except (ValueError, ZeroDivisionError):
            expression = quoted(full_text(value))
            raise InputError(f"{expression}, expected a rational function of {names} over the rationals") from None

    def constant(self, number: mpq) -> Function:
        """Return a constant function."""
        return self.field(int(number.numerator)) / int(number.denominator)

    def point(self, values: ParameterValues | None = None, named: Mapping[str, object] | None = None) -> ParameterPoint:
        """Return the values of all parameters, in order of the parameters; an error if a value is missing or wrong."""
        values_by_name, names = self.some(values, named), ", ".join(self.names)
        if missing := [name for name in self.names if name not in values_by_name]:
            raise InputError(f"no value of the parameter {missing[0]}, expected values of {names}")
        return tuple(values_by_name[name] for name in self.names)

    def some(self, values: ParameterValues | None = None, named: Mapping[str, object] | None = None) -> dict[str, mpq]:
        """Return exact values of some of the parameters by name, from ``values`` and from the keywords ``named``."""
        if values is None or isinstance(values, Mapping):
            items = [*(values or {}).items()]
        elif len(self.names) == 1:
            items = [(self.names[0], values)]
        else:
            value, name = quoted(values), self.names[0]
            raise InputError(f"the value {value} without a parameter, expected values by name, such as {name}=1")
        values_by_name: dict[str, mpq] = {}
        for key, value in [*items, *(named or {}).items()]:
            name = key if isinstance(key, str) else getattr(key, "name", plain(key))
            if name not in self.names:
                raise InputError(f"a value of {quoted(name)}, expected one of the parameters {', '.join(self.names)}")
            if name in values_by_name:
                raise InputError(f"two values of {quoted(name)}, expected one")
            values_by_name[name] = exact(value)
        return values_by_name

    def text(self, point: ParameterPoint) -> str:
        """Return the text of a point, for example ``t = 1/2``."""
        return ", ".join(f"{name} = {text(value)}" for name, value in zip(self.names, point, strict=True))

    def value(self, function: Function, point: ParameterPoint) -> mpq:
        """Return the value of a function at a point; an UndefinedError at a pole."""
        denominator = evaluate(function.denom, point)
        if not denominator:
            raise UndefinedError(f"{short_text(function)} is undefined at {self.text(point)}, expected another value")
        return evaluate(function.numer, point) / denominator

    def substituted(self, function: Function, values: Mapping[str, mpq], remaining: Functions) -> Function:
        """Return a function with values in place of some parameters, as an element of the field ``remaining``."""
        generators = dict(zip(remaining.names, remaining.field.gens, strict=True))
        point = [remaining.constant(values[name]) if name in values else generators[name] for name in self.names]
        numerator, denominator = (evaluate(part, point, remaining.unit) for part in (function.numer, function.denom))
        if not denominator:
            where = ", ".join(f"{name} = {text(value)}" for name, value in values.items())
            raise UndefinedError(f"{short_text(function)} is undefined at {where}, expected another value")
        return numerator / denominator

    def expression(self, function: Function) -> Any:
        """Return a function as an expression of sympy, with numerator and denominator factored."""
        import sympy

        return sympy.Mul(product(function.numer), sympy.Pow(product(function.denom), -1))


def _is_name(text: str) -> bool:
    """Return whether a name can occur in expressions, which Python's parser reads.

    The parser refuses keywords. It normalizes names (NFKC), so a name that differs from its normal form would never
    match a name in an expression.
    """
    return text.isidentifier() and not iskeyword(text) and normalize("NFKC", text) == text


@cache
def _field(symbols: tuple[Symbol, ...]) -> Any:
    """Return sympy's field in some symbols; its elements can be pickled, which sympy alone cannot do."""
    from sympy import ZZ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    field = FracField(list(symbols), ZZ, lex)
    copyreg.pickle(type(field.ring.zero), _reduced_polynomial)
    copyreg.pickle(type(field.zero), _reduced_function)
    return field


# sympy may use one class for the elements of all rings: elements of rings that do not come from _field are pickled as
# sympy does it.


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
    """Why a system does not have exactly one solution."""

    UNDETERMINED = "undetermined"  # columns are linearly dependent
    CONTRADICTION = "contradiction"  # rows contradict each other


def solve_equations(rows: Sequence[Row], columns: Collection[int], zero: Function) -> Row | NoSolution:
    """Solve linear equations; return the solution, a function per column, or why there is not exactly one solution.

    A row maps columns to nonzero entries. It is the equation Σ entry · variable + constant term = 0; the constant term
    has the column :data:`CONSTANT`. There may be more rows than columns: the rows that remain after the elimination
    must be 0 identically.

    >>> zero, one, t = map(Functions.of("t"), [0, 1, "t"])
    >>> solve_equations([{0: one, 1: t, CONSTANT: -one}, {1: one, CONSTANT: -t}], [0, 1], zero)
    {1: t, 0: -t**2 + 1}
    """
    elimination = Elimination(dict(enumerate(rows)))
    for _ in columns:
        # constants first; then Markowitz's cost: (other entries of the row) · (other entries of the column)
        candidates = (
            (
                not is_constant(entry),
                (len(row) - (CONSTANT in row) - 1) * (len(elimination.users[column]) - 1),
                row_number,
                column,
            )
            for row_number, row in elimination.rows.items()
            for column, entry in row.items()
            if column != CONSTANT
        )
        if (cheapest := min(candidates, default=None)) is None:
            return NoSolution.UNDETERMINED
        *_, row_number, column = cheapest
        elimination.eliminate(row_number, column)
    if any(elimination.rows.values()):
        return NoSolution.CONTRADICTION
    # the column CONSTANT counts as a variable with the value 1
    solution = back_substituted(elimination.solved, {CONSTANT: 1}, zero)
    del solution[CONSTANT]
    return solution
