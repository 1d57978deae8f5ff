"""Integers as residues modulo several primes: numbers too long for ``int64`` in arrays of ``int64``.

Sums and products are taken residue by residue. An integer v with |v| ≤ bound is known from its residues if the product
of the primes exceeds 2 · bound (the Chinese remainder theorem). Here the product exceeds 4 · bound: then the last digit
of v in mixed radix shows the sign of v (H. L. Garner 1959, "The residue number system").
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from math import isqrt, prod
from typing import TypeAlias

import gmpy2
import numpy as np
from numpy.typing import NDArray

Residues: TypeAlias = NDArray[np.int64]
"""An array of shape (primes, ...): for every prime p, the residues of numbers modulo p, from 0 to p − 1."""

WORD = 31
"""Primes are below 2³¹: a difference of two products of residues fits into ``int64``."""
FEW = 16
"""Up to this many numbers are inverted one by one."""


class Moduli:
    """Primes whose residues distinguish all integers v with |v| ≤ ``bound``.

    Primes in ``unlucky`` are not used.

    >>> moduli = Moduli(10**30)
    >>> values = np.array([10**30, 0, -1], dtype=object)
    >>> moduli.signs(moduli.residues(values)).tolist()
    [1, 0, -1]
    """

    def __init__(self, bound: int, unlucky: Collection[int] = ()) -> None:
        descending_primes = filter(gmpy2.is_prime, count((1 << WORD) - 1, -2))
        product, self.primes = 1, list[int]()
        for prime in descending_primes:
            if prime in unlucky:
                continue
            self.primes.append(prime)
            product *= prime
            if product > 4 * bound:
                break
        self._inverses = [[pow(p, -1, q) for p in self.primes[:k]] for k, q in enumerate(self.primes)]

    def reduced(self, values: NDArray[np.int64]) -> Residues:
        """Replace numbers, an array of shape (primes, ...), by their residues, and return the array."""
        for prime, row in zip(self.primes, values, strict=True):
            remainder(row, prime, out=row)
        return values

    def residues(self, integers: NDArray[np.object_]) -> Residues:
        """Return the residues of integers."""
        return np.array([(integers % prime).astype(np.int64) for prime in self.primes])

    def signs(self, residues: Residues) -> NDArray[np.int8]:
        """Return the signs, 1, 0 or −1, of integers within the bound, from their residues."""
        digits: list[NDArray[np.int64]] = []  # v = d₁ + d₂ p₁ + d₃ p₁ p₂ + …, in mixed radix
        for prime, inverses, row in zip(self.primes, self._inverses, residues, strict=True):
            digit = row
            for earlier_digit, inverse in zip(digits, inverses, strict=True):
                digit = remainder((digit - earlier_digit) * inverse, prime)
            digits.append(digit)
        # as |v| < product / 4, the last digit is below p/2 for v ≥ 0 and above p/2 for v < 0, where p is the last prime
        signs = np.where(digits[-1] > self.primes[-1] // 2, np.int8(-1), np.int8(1))
        signs[~residues.any(axis=0)] = 0
        return signs

    def inverses(self, residues: Residues) -> Residues:
        """Return the inverses of residues other than 0, of shape (primes, numbers).

        1/a = b · 1/(a b) and 1/b = a · 1/(a b), so half as many inverses are enough; and so on (P. L. Montgomery 1987,
        "Speeding the Pollard and elliptic curve methods of factorization").
        """
        size = residues.shape[1]
        if size <= FEW:
            rows = zip(self.primes, residues.tolist(), strict=True)
            return np.array([[pow(value, -1, prime) for value in row] for prime, row in rows], dtype=np.int64)
        half = size // 2
        first, second, unpaired = np.split(residues, [half, 2 * half], axis=1)
        inverted = self.inverses(np.concatenate([self.reduced(first * second), unpaired], axis=1))
        product = inverted[:, :half]
        return np.concatenate(
            [self.reduced(second * product), self.reduced(first * product), inverted[:, half:]], axis=1
        )


def remainder(values: NDArray[np.int64], prime: int, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Return v − ⌊v / p⌋ p for values v and a prime p, several times as fast as numpy's ``%``."""
    multiples = values // prime
    multiples *= prime
    return np.subtract(values, multiples, out=out)


def minors_bound(matrix: NDArray[np.object_]) -> int:
    """Return a bound of the absolute values of all minors of an integer matrix (Hadamard 1893).

    It is the product of max(1, Euclidean length) over the k longest rows, or over the k longest columns if that is
    less; k is the size of the largest minor.

    >>> minors_bound(np.array([[3, 4], [0, 1]], dtype=object))
    5
    """
    size = min(matrix.shape)
    products = []
    for lines in (matrix, matrix.T):
        squared_lengths = sorted((sum(v * v for v in line) for line in lines), reverse=True)
        products.append(prod(max(1, int(square)) for square in squared_lengths[:size]))
    return isqrt(min(products))
