"""Rational functions of parameters: read from expressions, evaluated exactly, and written as expressions of sympy.

A function is an element of sympy's field of fractions of ℤ[t, …]: a numerator and a denominator without common factor,
so equal functions have equal elements. Expressions of sympy are made only for output.
"""

from __future__ import annotations

import ast
import copyreg
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from keyword import iskeyword
from typing import Any, TypeAlias
from unicodedata import normalize

from gmpy2 import mpq

from lemke.errors import FormatError, InputError, NumberError, UndefinedError
from lemke.ground.rational import ONE, exact, parse, plain, quoted

Function: TypeAlias = Any
"""A rational function: an element of a field of sympy, with whole coefficients."""
Polynomial: TypeAlias = Any
"""A numerator or denominator: an element of the ring of polynomials."""
Symbol: TypeAlias = Any
"""A symbol of sympy."""
Expression: TypeAlias = Any
"""An expression of sympy, a text, or an exact number."""
ParameterValues: TypeAlias = object
"""A mapping from parameters (symbols or names) to exact numbers, or just the number if there is a single parameter.
Symbols are compared by name; sympy's assumptions on them do not matter."""

SHORT_CHARACTERS = 100
"""The largest number of characters of an expression in a one-line message."""
MAX_CHARACTERS = 2000
"""The largest number of characters of an expression; a single number may be longer."""
MAX_DEGREE, MAX_TERMS, MAX_BITS = 100, 10_000, 100_000
"""The largest degree, number of terms, and bits of a coefficient after multiplying out; also the largest exponent."""

_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


@dataclass(frozen=True)
class Functions:
    """The field of rational functions in the given parameters: symbols of sympy with different names, at least one.

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
        symbols: dict[str, Symbol] = {}
        for word in words if isinstance(words, Iterable) else [words]:
            name = getattr(word, "name", word) if isinstance(word, str | sympy.Symbol) else ""
            # Python's parser refuses keywords, and normalizes names: other names would match no name in an expression
            is_usable = name.isidentifier() and not iskeyword(name) and normalize("NFKC", name) == name
            if not name or (isinstance(word, str) and not is_usable):
                raise InputError(f"the parameter {quoted(word)}, expected a sympy Symbol, or a name such as t")
            if name in symbols:
                raise InputError(f"two parameters of the same name {name}, expected different names")
            symbols[name] = sympy.Symbol(word) if isinstance(word, str) else word
        if not symbols:
            raise InputError("no parameter, expected one or more")
        return cls(tuple(symbols.values()))

    @property
    def field(self) -> Any:
        """The field, as an object of sympy."""
        return _field(self.symbols)

    @property
    def names(self) -> list[str]:
        """The names of the parameters."""
        return [symbol.name for symbol in self.symbols]

    def __call__(self, value: Expression) -> Function:
        """Return the function that an expression describes; an InputError for floats and for other expressions."""
        import sympy

        if isinstance(value, str):
            return self._parsed(value)
        if getattr(value, "field", None) == self.field:
            return value
        if not isinstance(value, sympy.Expr) or value.is_Rational:
            return self.constant(exact(value))
        found, symbols = quoted(full_text(value)), dict(zip(self.names, self.symbols, strict=True))
        if value.has(sympy.Float):
            raise NumberError(f"a float in {found}, expected exact numbers: Rational(1, 10) instead of 0.1")
        try:
            # symbols of the same name are different in sympy if their assumptions differ
            same = {symbol: symbols.get(symbol.name, symbol) for symbol in value.free_symbols}
            return self.field.from_expr(value.xreplace(same))
        except (ValueError, ZeroDivisionError):
            names = ", ".join(self.names)
            raise InputError(f"{found}, expected a rational function of {names} over the rationals") from None

    def _parsed(self, whole: str) -> Function:
        """Return the function of a text: numbers, names of parameters, and ``+ - * / **``; decimals are exact."""
        try:
            return self.constant(parse(whole))
        except NumberError:
            if len(whole) > MAX_CHARACTERS:
                found = f"an expression of {len(whole)} characters"
                raise FormatError(f"{found}, expected at most {MAX_CHARACTERS}") from None

        def read(node: ast.expr) -> Function:
            source = ast.get_source_segment(whole.strip(), node) or ""
            match node:
                case ast.Constant():
                    return self.constant(parse(source))
                case ast.Name(id=name) if name in self.names:
                    return self.field.gens[self.names.index(name)]
                case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
                    return -read(operand) if isinstance(sign, ast.USub) else read(operand)
                case ast.BinOp(op=ast.Pow(), left=left, right=right):
                    base, exponent, result = read(left), read(right), self.field.one
                    is_whole = exponent.numer.is_ground and exponent.denom == 1
                    if not is_whole or abs(power := int(exponent.numer.LC)) > MAX_DEGREE:
                        expected = f"expected a whole number from -{MAX_DEGREE} to {MAX_DEGREE}"
                        raise FormatError(f"the exponent {quoted(full_text(exponent))} in {quoted(whole)}, {expected}")
                    for _ in range(abs(power)):
                        _check_product(result, base, whole)
                        result *= base
                    return result if power >= 0 else 1 / result
                case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATIONS:
                    operands = read(left), read(right)
                    _check_product(*operands, whole)
                    return _OPERATIONS[type(operation)](*operands)
            expected = f"expected numbers, the parameters {', '.join(self.names)}, and + - * / **"
            raise FormatError(f"{quoted(source)} in {quoted(whole)}, {expected}")

        try:
            return read(ast.parse(whole.strip(), mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise FormatError(f"{quoted(whole)}, expected an expression such as (1 + 2*t)/3") from None
        except ZeroDivisionError:
            raise FormatError(f"{quoted(whole)} divides by zero, expected a rational function") from None

    def constant(self, number: mpq) -> Function:
        """Return a constant function."""
        return self.field(int(number.numerator)) / int(number.denominator)

    def values(self, values: ParameterValues = None, named: Mapping[str, object] | None = None) -> dict[str, mpq]:
        """Return exact values of some of the parameters by name, from ``values`` and from the keywords ``named``."""
        if not isinstance(values, Mapping | None):
            if len(self.names) > 1:
                expected = f"expected values by name, such as {self.names[0]}=1"
                raise InputError(f"the value {quoted(values)} without a parameter, {expected}")
            values = {self.names[0]: values}
        by_name: dict[str, mpq] = {}
        for key, value in [*(values or {}).items(), *(named or {}).items()]:
            name = key if isinstance(key, str) else getattr(key, "name", plain(key))
            if name not in self.names or name in by_name:
                expected = f"expected one value for each of the parameters {', '.join(self.names)}"
                raise InputError(f"a value of {quoted(name)}, {expected}")
            by_name[name] = exact(value)
        return by_name


def evaluate(function: Function, point: Sequence[Any], unit: Any = ONE) -> Any:
    """Return the value of a function at numbers, or at elements of a field whose unit is ``unit``.

    An UndefinedError is raised at a pole.
    """

    def value(polynomial: Polynomial) -> Any:
        total = 0 * unit
        if len(point) == 1:  # Horner's scheme
            for coefficient in polynomial.to_dense():
                total = total * point[0] + unit * coefficient
            return total
        for powers, coefficient in polynomial.iterterms():
            term = unit * coefficient
            for number, power in zip(point, powers, strict=True):
                term *= number**power if power else unit  # sympy refuses 0**0
            total += term
        return total

    denominator = value(function.denom)
    if not denominator:
        where = ", ".join(
            f"{symbol.name} = {number}" for symbol, number in zip(function.field.symbols, point, strict=True)
        )
        raise UndefinedError(f"{short_text(expression(function))} is undefined at {where}, expected another value")
    return value(function.numer) / denominator


def expression(function: Function) -> Any:
    """Return a function as an expression of sympy, with numerator and denominator factored."""
    import sympy

    def product(polynomial: Polynomial) -> Any:
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


def _check_product(first: Function, second: Function, source: str) -> None:
    """Raise a NumberError if arithmetic with two functions may exceed the limits on degree, terms or coefficients."""
    degree, terms, bits = 0, 1, 0
    for function in (first, second):
        parts = (function.numer, function.denom)
        degree += max(sum(powers) for part in parts for powers in part.itermonoms())
        terms *= max(map(len, parts))
        bits += max(abs(number).bit_length() for part in parts for number in part.itercoeffs())
    if degree > MAX_DEGREE or terms > MAX_TERMS or bits > MAX_BITS:
        raise NumberError(f"{quoted(source)} is too large once multiplied out, expected a shorter expression")


@cache
def _field(symbols: tuple[Symbol, ...]) -> Any:
    """Return sympy's field in some symbols; its elements can be pickled, which sympy alone cannot do."""
    from sympy import ZZ
    from sympy.polys.fields import FracElement, FracField
    from sympy.polys.orderings import lex

    def parts(element: Function) -> Any:
        field = element.field
        return _restored, (field.symbols, field.domain, field.order, dict(element.numer), dict(element.denom))

    copyreg.pickle(FracElement, parts)
    return FracField(list(symbols), ZZ, lex)


def _restored(symbols: Any, domain: Any, order: Any, numerator: Any, denominator: Any) -> Function:
    from sympy.polys.fields import FracField

    field = FracField(symbols, domain, order)
    return field.raw_new(field.ring.from_dict(numerator), field.ring.from_dict(denominator))
