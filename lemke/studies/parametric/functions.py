"""Rational functions of a parameter: read from expressions, evaluated exactly, and written as expressions of sympy.

A function is an element of sympy's field of fractions of ℤ[t]: a numerator and a denominator without common factor,
so equal functions have equal elements. Expressions of sympy are made only for output.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from keyword import iskeyword
from typing import Any, TypeAlias
from unicodedata import normalize

from gmpy2 import mpq

from lemke.errors import FormatError, InputError, NumberError
from lemke.ground.rational import exact, parse, quoted

Function: TypeAlias = Any
"""A rational function: an element of a field of sympy, with whole coefficients."""
Expression: TypeAlias = Any
"""An expression of sympy, a text, or an exact number."""

SHORT_CHARACTERS = 100
"""The largest number of characters of an expression in a one-line message."""
MAX_CHARACTERS = 2000
"""The largest number of characters of an expression; a single number may be longer."""
MAX_DEGREE, MAX_BITS = 100, 100_000
"""The largest degree and bits of a coefficient after multiplying out; the first is also the largest exponent."""

_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


@dataclass(frozen=True)
class Functions:
    """The field of rational functions of a parameter, a symbol of sympy.

    >>> functions = Functions.of("t")
    >>> functions("t/2 + 1/3") == functions("(3*t + 2)/6")
    True
    """

    symbol: Any

    @classmethod
    def of(cls, parameter: object) -> Functions:
        """Return the field of a parameter given by its name, or as a symbol; the symbol's assumptions are dropped."""
        import sympy

        name = str(parameter) if isinstance(parameter, str | sympy.Symbol) else ""
        # Python's parser refuses keywords, and normalizes names: other names would match no name in an expression
        if not name.isidentifier() or iskeyword(name) or normalize("NFKC", name) != name:
            raise InputError(f"the parameter {quoted(parameter)}, expected a name such as t, or a sympy Symbol")
        return cls(sympy.Symbol(name))

    @property
    def field(self) -> Any:
        """The field, as an object of sympy."""
        return _field(self.symbol)

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return str(self.symbol)

    def __call__(self, value: Expression) -> Function:
        """Return the function that an expression describes; an InputError for floats and for other expressions."""
        import sympy

        if getattr(value, "field", None) == self.field:
            return value
        if isinstance(value, sympy.Expr) and not value.is_number:
            if value.has(sympy.Float):
                raise NumberError(f"a float in {quoted(full_text(value))}, expected exact numbers, as Rational(1, 10)")
            value = full_text(value)
        return self._parsed(value) if isinstance(value, str) else self.constant(exact(value))

    def _parsed(self, whole: str) -> Function:
        """Return the function of a text: numbers, the parameter's name, and ``+ - * / **``; decimals are exact."""
        try:
            return self.constant(parse(whole))
        except NumberError:
            if len(whole) > MAX_CHARACTERS:
                found = f"an expression of {len(whole)} characters"
                raise FormatError(f"{found}, expected at most {MAX_CHARACTERS}") from None

        def read(node: ast.expr) -> Function:
            match node:
                case ast.Constant():
                    return self.constant(parse(ast.get_source_segment(whole.strip(), node) or ""))
                case ast.Name(id=self.name):
                    return self.field.gens[0]
                case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
                    return -read(operand) if isinstance(sign, ast.USub) else read(operand)
                case ast.BinOp(left=left, op=ast.Pow(), right=right):
                    base, power = read(left), ast.literal_eval(right)
                    if type(power) is int and abs(power) <= MAX_DEGREE:
                        _check_product([base] * abs(power), whole)
                        return base**power
                case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATIONS:
                    operands = read(left), read(right)
                    _check_product(operands, whole)
                    return _OPERATIONS[type(operation)](*operands)
            raise ValueError

        try:
            return read(ast.parse(whole.strip(), mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            allowed = f"numbers, {self.name}, + - * /, and ** with exponents from -{MAX_DEGREE} to {MAX_DEGREE}"
            raise FormatError(f"{quoted(whole)}, expected an expression of {allowed}") from None
        except ZeroDivisionError:
            raise FormatError(f"{quoted(whole)} divides by zero, expected a rational function") from None

    def constant(self, number: mpq) -> Function:
        """Return a constant function."""
        return self.field(int(number.numerator)) / int(number.denominator)


def evaluate(function: Function, value: mpq) -> mpq:
    """Return the value of a function at a number; an InputError is raised at a pole."""

    def at(polynomial: Any) -> mpq:
        total = mpq(0)
        for coefficient in polynomial.to_dense():  # Horner's scheme
            total = total * value + mpq(int(coefficient))
        return total

    denominator = at(function.denom)
    if not denominator:
        where = f"{function.field.symbols[0]} = {value}"
        raise InputError(f"{short_text(expression(function))} is undefined at {where}, expected another value")
    return at(function.numer) / denominator


def expression(function: Function) -> Any:
    """Return a function as an expression of sympy, with numerator and denominator factored."""
    import sympy

    def product(polynomial: Any) -> Any:
        coefficient, factors = polynomial.factor_list()
        return sympy.Mul(int(coefficient), *(sympy.Pow(factor.as_expr(), power) for factor, power in factors))

    return sympy.Mul(product(function.numer), sympy.Pow(product(function.denom), -1))


def full_text(expression: Any) -> str:
    """Return the text of an expression as sympy's ``str`` writes it, for numbers of any length.

    >>> import sympy
    >>> full_text(sympy.Symbol("t") / 2 - 1), len(full_text(sympy.Integer(10) ** 5000))
    ('t/2 - 1', 5001)
    """
    return str(_printer().doprint(expression))


def short_text(expression: Any) -> str:
    """Return the text of an expression for a one-line message, shortened if it is long."""
    text = full_text(expression)
    return text if len(text) <= SHORT_CHARACTERS else text[: SHORT_CHARACTERS - 3] + "..."


@cache
def _printer() -> Any:
    from sympy.printing.str import StrPrinter

    class _Text(StrPrinter):  # type: ignore[misc]  # sympy has no types
        # sympy uses Python's ``str``, which refuses whole numbers of more than 4300 digits
        def _print_Rational(self, expr: Any) -> str:
            return str(mpq(expr.p, expr.q))

        _print_Integer = _print_Rational

    return _Text({"order": None})


def _check_product(factors: Sequence[Function], source: str) -> None:
    """Raise a NumberError if arithmetic with functions may exceed the limits on degree or coefficients."""
    degree, bits = 0, 0
    for function in factors:
        parts = (function.numer, function.denom)
        degree += max(part.degree() for part in parts)
        bits += max(abs(number).bit_length() for part in parts for number in part.itercoeffs())
    if degree > MAX_DEGREE or bits > MAX_BITS:
        raise NumberError(f"{quoted(source)} is too large once multiplied out, expected a shorter expression")


@cache
def _field(symbol: Any) -> Any:
    from sympy import ZZ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    return FracField([symbol], ZZ, lex)
