"""Elements of sympy's field of fractions of ℤ[t, …]: their values, and reading and printing expressions as text.

The reader parses text such as ``(1 + b)/2 - 0.1*t**2`` with Python's grammar and accepts only names of parameters,
numbers and ``+ - * / **``. Decimals are exact. The length of the text and its exponents are limited, and so are the
degree, the number of terms and the coefficients after multiplying out.

Python's ``str`` refuses integers of more than 4300 digits (``sys.set_int_max_str_digits``, one setting for the whole
process), and sympy's printers use ``str``. The printer here prints integers with gmpy2. Elements of sympy's fields need
no such printer: their coefficients are numbers of gmpy2.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import FormatError, NumberError
from lemke.ground.rational import ONE, quoted
from lemke.ground.rational import parse as parse_number

Function: TypeAlias = Any
"""A rational function: numerator and denominator in lowest terms, with whole coefficients."""
Polynomial: TypeAlias = Any
"""A numerator or denominator: an element of the ring of polynomials."""
ParameterPoint: TypeAlias = tuple[mpq, ...]
"""A value for every parameter, in the order of the parameters."""

SHORT_CHARACTERS = 100
"""The largest number of characters of an expression in a one-line message."""
MAX_CHARACTERS = 2000
"""The largest number of characters of an expression; :mod:`lemke.ground.rational` has the limit for a single number."""
MAX_EXPONENT = 100
"""The largest absolute value of an exponent."""
MAX_DEGREE = 100
"""The largest total degree of a numerator or denominator, and the largest sum of the degrees of two operands."""
MAX_TERMS = 10_000
"""The largest number of terms of a numerator or denominator."""
MAX_BITS = 100_000
"""The largest number of bits of a coefficient."""

_NUMBER = re.compile(r"[+-]?[0-9]*(?:/[0-9]+|(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)", re.ASCII)

_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def evaluate(polynomial: Polynomial, point: Sequence[Any], unit: Any = ONE) -> Any:
    """Return the exact value of a polynomial at numbers, or at elements of a field whose unit is ``unit``."""
    total = 0 * unit
    if len(point) == 1:  # Horner's scheme
        for coefficient in polynomial.to_dense():
            total = total * point[0] + unit * coefficient
        return total
    for powers, coefficient in polynomial.iterterms():
        term = unit * coefficient
        for value, power in zip(point, powers, strict=True):
            if power:
                term *= value**power
        total += term
    return total


def product(polynomial: Polynomial) -> Any:
    """Return a polynomial as a product of its irreducible factors, an expression of sympy."""
    import sympy

    coefficient, factors = polynomial.factor_list()
    return sympy.Mul(int(coefficient), *(sympy.Pow(factor.as_expr(), power) for factor, power in factors))


def is_constant(function: Function) -> bool:
    """Return whether a function depends on no parameter."""
    return bool(function.numer.is_ground and function.denom.is_ground)


def full_text(expression: Any) -> str:
    """Return the text of an expression as sympy's ``str`` writes it, for numbers of any length.

    >>> import sympy
    >>> full_text(sympy.Symbol("t") / 2 - 1), len(full_text(sympy.Integer(10) ** 5000))
    ('t/2 - 1', 5001)
    """
    return str(_printer().doprint(expression))


def short_text(expression: Any) -> str:
    """Return the text of an expression for a one-line message, shortened if it is long.

    >>> import sympy
    >>> len(short_text(sympy.Integer(10) ** 5000))
    100
    """
    text = full_text(expression)
    return text if len(text) <= SHORT_CHARACTERS else text[: SHORT_CHARACTERS - 3] + "..."


@cache
def _printer() -> Any:
    from sympy.printing.str import StrPrinter

    class _Text(StrPrinter):  # type: ignore[misc]  # sympy has no types
        def _print_Rational(self, expr: Any) -> str:
            return str(mpq(expr.p, expr.q))

        _print_Integer = _print_Rational

    return _Text({"order": None})


def parse(text: str, parameters: Mapping[str, Function], constant: Callable[[mpq], Function]) -> Function:
    """Return the function that a text describes.

    Parameters
    ----------
    parameters : mapping
        From the name of a parameter to its function.
    constant : callable
        From a number to the constant function.

    Raises
    ------
    FormatError, NumberError
        The text is not an arithmetic expression, it divides by 0, or it exceeds a limit of this module.

    >>> from sympy import ZZ
    >>> field = ZZ.frac_field("t").field
    >>> parse("(1 - 0.1*t)**2", {"t": field.gens[0]}, lambda number: field(number.numerator) / int(number.denominator))
    (t**2 - 20*t + 100)/100
    """
    stripped = text.strip()
    if len(text) > MAX_CHARACTERS:
        if _NUMBER.fullmatch(stripped):  # a single number has a limit of its own
            return constant(parse_number(text))
        raise FormatError(f"an expression of {len(text)} characters, expected at most {MAX_CHARACTERS}")
    try:
        tree = ast.parse(stripped, mode="eval").body
        return _Reader(stripped, parameters, constant).read(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormatError(f"{quoted(text)}, expected an expression such as (1 + 2*t)/3") from None
    except ZeroDivisionError:
        raise FormatError(f"{quoted(text)} divides by zero, expected a rational function") from None


class _Reader:
    """Reads the syntax tree of one text, and limits the size of every result, estimated before and checked after."""

    def __init__(self, text: str, parameters: Mapping[str, Function], constant: Callable[[mpq], Function]) -> None:
        self.text, self.parameters, self.constant = text, parameters, constant

    def read(self, node: ast.expr) -> Function:
        match node:
            case ast.Constant():
                return self.constant(parse_number(self._source(node)))
            case ast.Name(id=name) if name in self.parameters:
                return self.parameters[name]
            case ast.Name(id=name):
                known = f"one of the parameters {', '.join(self.parameters)}"
                raise FormatError(f"the name {quoted(name)} in {quoted(self.text)}, expected {known}")
            case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
                return -self.read(operand) if isinstance(sign, ast.USub) else self.read(operand)
            case ast.BinOp(op=ast.Pow(), left=base, right=exponent):
                return self._power(self.read(base), exponent)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
                a, b = self.read(left), self.read(right)
                self._check(_degree(a) + _degree(b), _terms(a) * _terms(b), _bits(a) + _bits(b))
                return self._within_limits(_OPERATIONS[type(sign)](a, b))
        source = self._source(node)
        where = quoted(source) if source == self.text else f"{quoted(source)} in {quoted(self.text)}"
        raise FormatError(f"{where}, expected numbers, parameters and + - * / **")

    def _power(self, base: Function, exponent: ast.expr) -> Function:
        exponent_function = self.read(exponent)
        is_integer = is_constant(exponent_function) and exponent_function.denom == 1
        # the coefficient of the monomial 1; an exponent that is not whole gets a power that is refused below
        power = int(exponent_function.numer.coeff(1)) if is_integer else MAX_EXPONENT + 1
        if abs(power) > MAX_EXPONENT:
            source = quoted(self._source(exponent))
            raise FormatError(f"the exponent {source}, expected a whole number from -{MAX_EXPONENT} to {MAX_EXPONENT}")
        factors, degree = abs(power), _degree(base) * abs(power)
        # the number of terms is at most the number of products of ``factors`` terms of the base, and at most the number
        # of monomials up to ``degree``
        products = comb(factors + max(_terms(base), 1) - 1, factors)
        monomials = comb(degree + len(self.parameters), degree)
        self._check(degree, min(products, monomials), _bits(base) * factors)
        return self._within_limits(base**power)

    def _within_limits(self, function: Function) -> Function:
        """Return a function after checking its size."""
        self._check(_degree(function), _terms(function), _bits(function))
        return function

    def _check(self, degree: int, terms: int, bits: int) -> None:
        if degree > MAX_DEGREE:
            expected = f"at most {MAX_DEGREE}, also as the sum of the degrees of two operands"
            raise NumberError(f"{quoted(self.text)} has too high a degree, expected {expected}")
        if terms > MAX_TERMS or bits > MAX_BITS:
            raise NumberError(f"{quoted(self.text)} is too large once multiplied out, expected a shorter expression")

    def _source(self, node: ast.expr) -> str:
        """Return the text of a node of the syntax tree."""
        return ast.get_source_segment(self.text, node) or self.text


def _degree(function: Function) -> int:
    """Return the larger total degree of numerator and denominator; 0 for the function 0."""
    monomials = (powers for part in (function.numer, function.denom) for powers in part.itermonoms())
    return max(map(sum, monomials)) if function else 0


def _terms(function: Function) -> int:
    """Return the larger number of terms of numerator and denominator."""
    return max(len(function.numer), len(function.denom))


def _bits(function: Function) -> int:
    """Return the number of bits of the longest coefficient."""
    coefficients = (number for part in (function.numer, function.denom) for number in part.itercoeffs())
    return max(int(abs(number)).bit_length() for number in coefficients)  # a denominator has at least one
