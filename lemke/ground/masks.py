"""Sets of small numbers as bits of one integer: unions and inclusions of many such sets are one operation each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray


def members(mask: int) -> Iterator[int]:
    """Yield the numbers in a set, in ascending order.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask  # in two's complement, only the lowest bit is left
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask of a set of numbers.

    >>> mask_of([3, 0, 1]) == 0b1011
    True
    """
    return sum(1 << number for number in set(numbers))


def mask_where(flags: NDArray[np.bool_]) -> int:
    """Return the mask of the indices at which an array is True.

    >>> mask_where(np.array([True, True, False, True])) == 0b1011
    True
    """
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def flags_of(mask: int, size: int) -> NDArray[np.bool_]:
    """Return a bool array of length ``size`` that is True at the indices in a mask.

    >>> flags_of(0b1011, 5)
    array([ True,  True, False,  True, False])
    """
    octets = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=size, bitorder="little").astype(np.bool_)
