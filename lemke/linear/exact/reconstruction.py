"""Rationals from their binary expansions: continued fractions with a running common denominator.

Numbers with one unknown denominator are reconstructed one by one. If a number times the denominator so far is an
integer, this multiplication is enough; only for other numbers a continued fraction is computed (Steffy 2010, on
rational reconstruction of vectors).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

from lemke.ground import limits

Fractions: TypeAlias = tuple[NDArray[np.object_], mpz]
"""A vector of rationals: numerators, and one positive denominator."""
IntegerArray: TypeAlias = NDArray[Any]
"""An array of ``int64`` where the numbers fit, else of ``mpz``."""

MOST = 1 << 15
"""The most numbers that are rounded to a common denominator at once, between two checks of the limits."""
SLACK = 8
"""Spare bits of an expansion, which rule out wrong fractions."""
ONE = mpz(1)

_mpz = np.frompyfunc(mpz, 1, 1)


def joined(block: list[IntegerArray], bits: int) -> NDArray[np.object_]:
    """Return Σₖ block[k] · 2^(bits · (K − k)), where block[K] is the last vector of digits.

    Digits may be negative. Only digits at the start of a block may be too long for ``int64``.
    """
    total = np.full(len(block[0]), mpz(0), dtype=object)
    while block and block[0].dtype != np.int64:
        total = (total << bits) + block[0]
        block = block[1:]
    if not block:
        return total
    table = np.array(block)
    # carry, so that all digits but the first are from 0 to 2^bits − 1: side by side, their bytes are one long number
    for place in range(len(table) - 1, 0, -1):
        carry = table[place] >> bits
        table[place] -= carry << bits
        table[place - 1] += carry
    first = _mpz(table[0])
    if len(table) == 1:
        result: NDArray[np.object_] = (total << bits) + first
        return result
    digits = np.ascontiguousarray(table[1:].T).astype(">u8")
    width = bits // 8  # of the 8 bytes of a digit, big end first, the last `width` are used
    packed = np.ascontiguousarray(digits.view(np.uint8).reshape(*digits.shape, 8)[:, :, 8 - width :])
    length = bits * (len(table) - 1)
    data, size = packed.tobytes(), length // 8
    numbers = (mpz(int.from_bytes(data[place : place + size], "big")) for place in range(0, len(data), size))
    lower = np.fromiter(numbers, dtype=object, count=len(packed))
    result = (((total << bits) + first) << length) + lower
    return result


def reconstructed(expansion: NDArray[np.object_], fraction_bits: int, denominator: mpz = ONE) -> Fractions | int:
    """Return rationals over a small denominator that agree with expansion / 2^fraction_bits in half of these bits.

    If they do not exist, return the index of the first number without a fraction. ``denominator`` is a known divisor of
    the common denominator.

    >>> thirds = np.array([mpz(2**64) // 3, mpz(2**65) // 3], dtype=object)
    >>> reconstructed(thirds, 64)
    (array([mpz(1), mpz(2)], dtype=object), mpz(3))
    """
    unit, half = mpz(1) << fraction_bits, mpz(1) << (fraction_bits - 1)
    # with b = fraction_bits / 2, errors are up to 2^−b, denominators up to 2^(b − SLACK): at most one fraction fits
    tolerance, limit = mpz(1) << (fraction_bits // 2), mpz(1) << (fraction_bits // 2 - SLACK)
    position, size = 0, len(expansion)
    parts: list[tuple[NDArray[np.object_], mpz]] = []
    chunk = 1
    while position < size:
        limits.check()
        scaled = expansion[position : position + chunk] * denominator
        nearest = (scaled + half) >> fraction_bits
        failures = np.flatnonzero(abs(scaled - (nearest << fraction_bits)) > tolerance)
        fitting = int(failures[0]) if len(failures) else len(scaled)  # numbers before the first failure
        if fitting:
            parts.append((nearest[:fitting], denominator))
            position += fitting
            chunk = min(2 * chunk, MOST)
        if len(failures):
            factor = _denominator(scaled[fitting] - (nearest[fitting] << fraction_bits), unit, limit // denominator)
            denominator *= factor
            chunk = max(1, fitting)
            if factor == 1 or denominator > limit:
                return position
    numerators = [part * (denominator // part_denominator) for part, part_denominator in parts]
    return np.concatenate(numerators), denominator


def _denominator(numerator: mpz, unit: mpz, limit: mpz) -> mpz:
    """Return the largest denominator within the limit among the convergents of numerator / unit."""
    a, b = abs(numerator), unit
    previous, last = mpz(1), mpz(0)  # denominators of two convergents in a row
    while b and last <= limit:
        quotient, remainder = gmpy2.f_divmod(a, b)
        previous, last = last, previous + quotient * last
        a, b = b, remainder
    return previous if last > limit else last
