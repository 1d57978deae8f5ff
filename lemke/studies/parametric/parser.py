"""Rational functions as text: ``(1 + b)/2 - 0.1*t**2``. Nothing is evaluated that is not arithmetic.

The text is read by Python's own grammar, and only names of parameters, numbers and ``+ - * / **`` pass. Decimals are
exact. Length, exponents and what they may lead to are bounded.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from gmpy2 import mpq

from lemke.errors import FormatError, NumberError
from lemke.ground.rational import parse as parse_number
from lemke.ground.rational import quoted
from lemke.studies.parametric.elements import Function, is_constant

MAX_CHARACTERS = 2000
"""Of expressions that are not just a number; those are bounded by :mod:`lemke.ground.rational`."""
MAX_EXPONENT = 100
MAX_DEGREE = 100
"""Of numerators and denominators."""
MAX_TERMS = 10_000
MAX_BITS = 100_000
"""Of coefficients."""

_NUMBER = re.compile(r"[+-]?[0-9]*(?:/[0-9]+|(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)", re.ASCII)

_OPERATIONS: dict[type[ast.operator], Callable[[Function, Function], Function]] = {
    ast.Add: lambda one, other: one + other,
    ast.Sub: lambda one, other: one - other,
    ast.Mult: lambda one, other: one * other,
    ast.Div: lambda one, other: one / other,
}


def parse(text: str, parameters: Mapping[str, Function], constant: Callable[[mpq], Function]) -> Function:
    """Return the function that a text stands for.

    Parameters
    ----------
    text : str
    parameters : mapping from names to the functions they stand for
    constant : callable
        From an exact number to the constant function.

    Raises
    ------
    FormatError, NumberError
        In one line, for anything else than an arithmetic expression within the bounds.

    >>> from sympy import ZZ
    >>> field = ZZ.frac_field("t").field
    >>> parse("(1 - 0.1*t)**2", {"t": field.gens[0]}, lambda number: field(number.numerator) / int(number.denominator))
    (t**2 - 20*t + 100)/100
    """
    stripped = text.strip()
    if len(text) > MAX_CHARACTERS:
        if _NUMBER.fullmatch(stripped):
            return constant(parse_number(text))
        raise FormatError(f"an expression of {len(text)} characters, expected at most {MAX_CHARACTERS}")
    try:
        tree = ast.parse(stripped, mode="eval").body
        return _Reader(stripped, parameters, constant).read(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormatError(f"{quoted(text)}, expected an expression such as (1 + t)/2") from None
    except ZeroDivisionError:
        raise FormatError(f"{quoted(text)} divides by zero, expected a rational function") from None


class _Reader:
    """Reads the syntax tree of one text."""

    def __init__(self, text: str, parameters: Mapping[str, Function], constant: Callable[[mpq], Function]) -> None:
        self.text, self.symbols, self.constant = text, parameters, constant

    def read(self, node: ast.expr) -> Function:
        match node:
            case ast.Constant():
                return self.constant(parse_number(self._source(node)))
            case ast.Name(id=name) if name in self.symbols:
                return self.symbols[name]
            case ast.Name(id=name):
                known = ", ".join(self.symbols)
                raise FormatError(f"the name {quoted(name)} in {quoted(self.text)}, expected one of {known}")
            case ast.UnaryOp(op=ast.UAdd() | ast.USub(), operand=operand):
                return -self.read(operand) if isinstance(node.op, ast.USub) else self.read(operand)
            case ast.BinOp(op=ast.Pow(), left=base, right=exponent):
                return self._power(self.read(base), exponent)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATIONS:
                one, other = self.read(left), self.read(right)
                self._check(_degree(one) + _degree(other), _terms(one) * _terms(other), _bits(one) + _bits(other))
                return self._checked(_OPERATIONS[type(operator)](one, other))
        found = self._source(node)
        raise FormatError(f"{quoted(found)} in {quoted(self.text)}, expected numbers, names and + - * / **")

    def _power(self, base: Function, exponent: ast.expr) -> Function:
        power = self.read(exponent)
        size = int(power.numer.coeff(1)) if is_constant(power) and power.denom == 1 else MAX_EXPONENT + 1
        if abs(size) > MAX_EXPONENT:
            found = quoted(self._source(exponent))
            raise FormatError(f"the exponent {found}, expected a whole number from -{MAX_EXPONENT} to {MAX_EXPONENT}")
        self._check(degree=_degree(base) * abs(size), bits=_bits(base) * abs(size))
        if _terms(base) > 1:
            variables = len(self.symbols)
            self._check(terms=(1 + abs(size)) ** min(variables, _terms(base) - 1))
        return self._checked(base**size)

    def _checked(self, function: Function) -> Function:
        self._check(_degree(function), _terms(function), _bits(function))
        return function

    def _check(self, degree: int = 0, terms: int = 0, bits: int = 0) -> None:
        if degree > MAX_DEGREE:
            raise NumberError(f"{quoted(self.text)} has a degree beyond {MAX_DEGREE}, expected a smaller one")
        if terms > MAX_TERMS or bits > MAX_BITS:
            raise NumberError(f"{quoted(self.text)} is too large once multiplied out, expected a shorter expression")

    def _source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.text, node) or self.text


def _degree(function: Function) -> int:
    return (
        max(sum(powers) for part in (function.numer, function.denom) for powers in part.itermonoms()) if function else 0
    )


def _terms(function: Function) -> int:
    return max(len(function.numer), len(function.denom))


def _bits(function: Function) -> int:
    coefficients = [each for part in (function.numer, function.denom) for each in part.itercoeffs()]
    return max((int(abs(each)).bit_length() for each in coefficients), default=1)
