"""Exact rational numbers: how they are read from text and from Python's number types, and how they are printed.

Numbers are :class:`gmpy2.mpq`. Text is read in decimal: ``"0.1"`` is 1/10. A float is refused, since nobody knows
whether ``0.1`` was meant as 1/10 or as the binary fraction next to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from operator import attrgetter
from typing import Any

import gmpy2
from gmpy2 import mpfr, mpq, mpz

from lemke.errors import NumberError, one_line, type_name

MAX_CHARACTERS = 100_000
"""The most characters of a number that is read from text."""
MAX_EXPONENT = 10_000
"""The largest absolute value of the exponent of ten in a text."""
MAX_BINARY_EXPONENT = 40_000
"""The largest absolute value of the binary exponent of sympy's floats; sympy has no bound. 2^40 000 ≈ 10^12 041."""

ZERO, ONE = mpq(0), mpq(1)

_FRACTION = re.compile(r"([+-]?[0-9]+)/([0-9]+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?", re.ASCII)


def parse(text: str) -> mpq:
    """Return the exact value of ``"3"``, ``"-1/3"``, ``"0.1"``, ``".5"`` or ``"1.5e-3"``.

    Raises
    ------
    NumberError
        For any other text, a zero denominator, more than 10⁵ characters, or an exponent beyond ±10⁴. Numbers beyond
        these bounds would take too much memory.

    >>> parse("0.1"), parse("-4/6"), parse("1.5e-3")
    (mpq(1,10), mpq(-2,3), mpq(3,2000))
    """
    if len(text) > MAX_CHARACTERS:
        raise NumberError(f"a number of {len(text)} characters, expected at most {MAX_CHARACTERS}")
    stripped = text.strip()
    if match := _FRACTION.fullmatch(stripped):
        try:
            return mpq(mpz(match[1]), mpz(match[2]))
        except ZeroDivisionError:
            raise NumberError(f"{quoted(text)} divides by zero, expected a rational number") from None
    match = _DECIMAL.fullmatch(stripped)
    if match is None or not (match[2] or match[3]):
        raise NumberError(f"{quoted(text)} is no number, expected one such as 3, -1/3, 0.25 or 1e-3")
    sign, integer_part, fraction, exponent = match[1], match[2], match[3] or "", match[4] or "0"
    power_of_ten = mpz(exponent)
    if abs(power_of_ten) > MAX_EXPONENT:
        raise NumberError(f"{quoted(text)} has an exponent beyond ±{MAX_EXPONENT}, expected one nearer to 0")
    scale = int(power_of_ten) - len(fraction)
    digits = mpz(sign + (integer_part + fraction))
    power = mpz(10) ** abs(scale)
    return mpq(digits * power) if scale >= 0 else mpq(digits, power)


def exact(value: object) -> mpq:
    """Return an exact number of any type as ``mpq``.

    Every number that a program passes to lemke is converted here or, for options that may be floats, by :func:`binary`.

    Takes ``int``, ``Fraction``, ``Decimal``, ``mpz``, ``mpq``, numpy integers, sympy's ``Rational``, and text (see
    :func:`parse`).

    Raises
    ------
    NumberError
        For floats, infinities, anything that is no number, truth values included, and what :func:`parse` refuses.

    >>> exact("1/3"), exact(Fraction(1, 2)), exact(Decimal("0.1"))
    (mpq(1,3), mpq(1,2), mpq(1,10))
    >>> exact(0.5)
    Traceback (most recent call last):
        ...
    lemke.errors.NumberError: the float 0.5, expected an exact number: text as in "1/10" or "0.1", or a Fraction
    """
    if isinstance(value, mpq):
        return value
    if type(value) is int or isinstance(value, mpz):
        return mpq(value)
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, bool):
        raise NumberError(f"{value} is no number, expected an exact one: int, Fraction or text")
    if isinstance(value, Rational):
        return mpq(mpz(int(value.numerator)), mpz(int(value.denominator)))
    if isinstance(value, Decimal):
        return parse(str(value))
    if _is_float(value):
        binary(value)  # raises another error for a float that is not finite
        raise NumberError(f'the float {value}, expected an exact number: text as in "1/10" or "0.1", or a Fraction')
    raise NumberError(f"{shown(value)} is no number, expected an exact one: int, Fraction or text")


def binary(value: object) -> mpq:
    """Return an exact number or the exact binary value of a float as ``mpq``, for options that may be floats.

    >>> binary(0.5), binary("0.1"), binary(0.1) == binary("0.1")
    (mpq(1,2), mpq(1,10), False)
    """
    if isinstance(value, mpq | int | Fraction | Decimal) or not _is_float(value):  # exact types also pass _is_float
        return exact(value)
    if (parts := getattr(value, "_mpf_", None)) is not None:  # sympy's Float: (-1)^sign · mantissa · 2^exponent
        sign, mantissa, exponent, bits = parts
        if bits < 0 or (exponent and not mantissa):  # infinities and nan in mpmath's notation
            raise NumberError(f"the float {value}, expected a finite one")
        if abs(exponent) > MAX_BINARY_EXPONENT:
            raise NumberError(
                f"a float with the binary exponent {exponent}, expected one within ±{MAX_BINARY_EXPONENT}"
            )
        return (-1) ** sign * mpz(mantissa) * mpq(2) ** exponent
    try:
        numerator, denominator = value.as_integer_ratio()  # type: ignore[attr-defined]  # not every type has it
    except (AttributeError, OverflowError, ValueError):  # infinities and nan
        raise NumberError(f"the float {value}, expected a finite one") from None
    return mpq(mpz(numerator), mpz(denominator))


def text(value: mpq) -> str:
    """Return ``"p/q"``, or ``"p"`` for an integer, of any length; :func:`parse` reads at most MAX_CHARACTERS back.

    >>> text(mpq(-2, 6)), text(mpq(4))
    ('-1/3', '4')
    """
    return str(value)


def quoted(value: object) -> str:
    """Return the text of an object in quotes for a message; a long text is shortened, special characters are escaped.

    >>> quoted("x" * 99)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
    """
    characters = plain(value)
    return repr(characters if len(characters) <= 40 else characters[:37] + "...")


def plain(value: object) -> str:
    """Return the text of an object; an int that Python does not print is shown as by :func:`shown`."""
    try:
        return str(value)
    except ValueError:  # Python prints no int of more than 4300 digits
        return shown(value)


def shown(value: object) -> str:
    """Return an object as Python writes it, for a one-line message; a long text is shortened, a long int approximate.

    >>> shown("lp"), shown(-1), shown(10**5000)
    ("'lp'", '-1', 'about 1e+5000')
    """
    if type(value) is int:
        return short(mpq(value))
    if isinstance(value, str):
        return quoted(value)
    try:
        words = one_line(repr(value))
    except ValueError:  # Python prints no int of more than 4300 digits, here one in a list or a similar object
        return f"an object of type {type_name(value)}"
    return words if len(words) <= 80 else f"{words[:77]}..."


def short(value: mpq, longest: int = 40) -> str:
    """Return a number for a one-line message: exact, or approximate if the exact text is longer than ``longest``.

    >>> short(mpq(1, 3)), short(mpq(10) ** 50)
    ('1/3', 'about 1e+50')
    """
    exactly = text(value)
    return exactly if len(exactly) <= longest else f"about {decimal(value)}"


def approximated(value: mpq, longest: int = 24) -> str:
    """Return a number as by :func:`short`; an exact number that is not whole has a decimal behind it.

    >>> approximated(mpq(1, 3)), approximated(mpq(2))
    ('1/3 (about 0.333333)', '2')
    """
    exact_text = short(value, longest)
    return exact_text if value.denominator == 1 or "about" in exact_text else f"{exact_text} (about {decimal(value)})"


def decimal(value: mpq, digits: int = 6) -> str:
    """Return a decimal approximation for people, never to be read back; numbers beyond the range of floats work, too.

    >>> decimal(mpq(1, 3)), decimal(mpq(10) ** 400), decimal(mpq(2))
    ('0.333333', '1e+400', '2')
    """
    return format(mpfr(value, 128), f".{digits}g").removesuffix(".0")


def fixed(value: mpq, decimals: int) -> str:
    """Return a number rounded to a number of decimals, halves away from 0; a whole number is returned without decimals.

    >>> [fixed(mpq(value), 2) for value in ("2/3", "-1/8", "1", "199/200", "-1/999")]
    ['0.67', '-0.13', '1', '1.00', '0.00']
    """
    if value.denominator == 1:
        return text(value)
    scale = mpz(10) ** decimals
    digits = (2 * abs(value) * scale + 1) // 2  # the floor of |value| · scale + 1/2
    whole, part = divmod(digits, scale)
    sign = "-" if value < 0 and digits else ""
    return f"{sign}{whole}.{str(part).zfill(decimals)}" if decimals else f"{sign}{whole}"


def approximate(value: mpq) -> float:
    """Return the nearest float, or ±inf beyond the range of floats; for display and for guesses that are checked later.

    >>> approximate(mpq(1, 4)), approximate(mpq(10) ** 400)
    (0.25, inf)
    """
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def common_denominator(values: Iterable[mpq]) -> mpz:
    """Return the least common multiple of the denominators; 1 without values.

    >>> common_denominator([mpq(1, 4), mpq(1, 6)])
    mpz(12)
    """
    return gmpy2.lcm(*set(map(attrgetter("denominator"), values)))


def bits(values: Iterable[mpq]) -> int:
    """Return the largest number of bits of a denominator; 1 without values.

    >>> bits([mpq(1, 4), mpq(5)])
    3
    """
    return max((value.denominator.bit_length() for value in values), default=1)


def cleared(values: Sequence[mpq]) -> tuple[list[mpz], mpz]:
    """Return a vector as integers over one positive denominator, its least common denominator.

    >>> cleared([mpq(1, 4), mpq(1, 6)])
    ([mpz(3), mpz(2)], mpz(12))
    """
    denominator = common_denominator(values)
    return [(value * denominator).numerator for value in values], denominator


def _is_float(value: object) -> bool:
    """Return True for the floats of Python, numpy, gmpy2 and sympy, and for exact types with ``as_integer_ratio``."""
    return hasattr(value, "as_integer_ratio") or bool(getattr(value, "is_Float", False))


def sympy_number(value: mpq) -> Any:
    """Return sympy's exact rational; ``sympify(mpq)`` gives a float if sympy does not use gmpy2.

    >>> sympy_number(mpq(1, 3))
    1/3
    """
    import sympy

    return sympy.Rational(int(value.numerator), int(value.denominator))
