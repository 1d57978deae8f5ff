"""Vectors of exact numbers, fast exact sums, and :class:`ByValue`, equality by value of objects with vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field, fields
from typing import Any, ClassVar, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import InputError, NumberError, require_type, type_name
from lemke.ground.brief import brief
from lemke.ground.rational import ZERO, approximate, exact

Indices: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.object_]
"""A dense vector, or an array of more dimensions, of ``mpq`` or ``mpz``."""

SAFE_EXPONENT = 1000
"""Floats up to this binary exponent, positive or negative, have full precision; subnormal numbers do not."""

_MPQ = type(ZERO)
_float = np.frompyfunc(approximate, 1, 1)
ratios: Callable[[Vector, mpz], Vector] = np.frompyfunc(mpq, 2, 1)
"""Each numerator, whole or a fraction, divided by the denominator, in lowest terms."""


def vector(values: Iterable[object]) -> Vector:
    """Return the numbers as a dense exact vector.

    >>> vector([1, "1/3"])
    array([mpq(1,1), mpq(1,3)], dtype=object)
    """
    require_type(values, Iterable, "numbers in a list or vector", "values")
    numbers = list(values)
    if set(map(type, numbers)) - {_MPQ}:
        numbers = [exact(value) for value in numbers]
    result = np.empty(len(numbers), dtype=object)
    result[:] = numbers
    return result


def dense(name: str, values: object, dimensions: int, number: Callable[[object], mpq] = exact) -> NDArray[np.object_]:
    """Return nested sequences, or an array or matrix of any library, as an exact array.

    >>> dense("A", [[1, "1/2"]], 2)
    array([[mpq(1,1), mpq(1,2)]], dtype=object)
    """
    for method in ("toarray", "to_lists", "tolist"):
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    try:
        table = np.array(values, dtype=object)
    except ValueError:
        raise InputError(f"{name} has rows of different lengths, expected equal lengths") from None
    if table.ndim != dimensions or not table.size or any(isinstance(entry, list | tuple) for entry in table.ravel()):
        shape = " x ".join(map(str, table.shape)) or f"an object of type {type_name(values)}"
        expected = f"numbers in {dimensions} dimensions, at least one, in rows of equal lengths"
        raise InputError(f"{name} is {shape}, expected {expected}")
    try:
        exact_table: NDArray[np.object_] = np.frompyfunc(number, 1, 1)(table)
    except NumberError as error:
        error.message = f"{_wrong_entry(table, number)} of {name}: {error.message}"
        raise
    return exact_table


def _wrong_entry(table: NDArray[np.object_], number: Callable[[object], mpq]) -> str:
    """Return the position, counted from 1, of the first entry of a table that ``number`` refuses."""
    for position, value in np.ndenumerate(table):
        try:
            number(value)
        except NumberError:
            numbers = [index + 1 for index in position]
            if len(numbers) == 2:
                return "row {}, column {}".format(*numbers)
            return f"entry {', '.join(map(str, numbers))}"
    return "an entry"


def floats(values: Vector) -> NDArray[np.float64]:
    """Return the nearest floats, or ±inf beyond their range; for display and for guesses that are checked later."""
    try:
        return values.astype(np.float64)
    except OverflowError:
        nearest: NDArray[np.float64] = _float(values).astype(np.float64)
        return nearest


def scaled(values: Vector, exponents: Indices | int) -> NDArray[np.float64]:
    """Return the nearest floats to values · 2^exponents; the values themselves may be beyond the range of floats.

    >>> from lemke.ground.sparse import vector
    >>> scaled(vector([mpq(10) ** 400]), -1329).tolist() == [float(mpq(10) ** 400 / mpq(2) ** 1329)]
    True
    """
    mantissas, binary_exponents = mantissas_and_exponents(values)
    with np.errstate(over="ignore", under="ignore"):
        nearest: NDArray[np.float64] = np.ldexp(mantissas, binary_exponents + exponents)
    return nearest


def mantissas_and_exponents(values: Vector) -> tuple[NDArray[np.float64], Indices]:
    """Return floats m and whole numbers k with values ≈ m · 2^k and 1/2 ≤ |m| < 1; m = 0 and k = 0 for a zero.

    The values may be beyond the range of floats.
    """
    nearest = floats(values)
    mantissas, exponents = np.frexp(nearest)
    exponents = exponents.astype(np.int64)
    rounded_to_zero = (nearest == 0) & values.astype(bool)
    unsafe = np.flatnonzero((abs(exponents) > SAFE_EXPONENT) | ~np.isfinite(nearest) | rounded_to_zero)
    for k in unsafe.tolist():
        exponent, mantissa = gmpy2.frexp(gmpy2.mpfr(values[k], 53))  # 53 bits, as in a float
        mantissas[k], exponents[k] = float(mantissa), int(exponent)
    return mantissas, exponents


def zeros(size: int) -> Vector:
    """Return the exact zero vector of a size."""
    vector = np.empty(size, dtype=object)
    vector.fill(ZERO)
    return vector


# ---------------------------------------------------------------------- exact sums


def pairs(first: Indices, second: Indices, size: int) -> tuple[Indices, Indices, Indices]:
    """Return the distinct pairs (first[k], second[k]), as two arrays, and for every k the index of its pair in them.

    The numbers in ``second`` must be less than ``size``.

    >>> [column.tolist() for column in pairs(np.array([3, 1, 3]), np.array([0, 1, 0]), 2)]
    [[1, 3], [1, 0], [1, 0, 1]]
    """
    distinct, number = np.unique(first * size + second, return_inverse=True)
    return *np.divmod(distinct, max(size, 1)), number


def summed(positions: Indices, terms: Indices, table: Vector) -> tuple[Indices, Vector]:
    """Return the distinct positions in ascending order, and for each the sum of ``table[term]`` over its terms.

    Equal terms at one position are counted, multiplied and added once. The terms are added over a common denominator
    if that is faster (:func:`over_one_denominator`).

    >>> from lemke.ground.sparse import vector
    >>> summed(np.array([7, 5, 7]), np.array([0, 1, 0]), vector(["1/2", 3]))
    (array([5, 7]), array([mpq(3,1), mpq(1,1)], dtype=object))
    """
    if not len(positions):
        return positions, zeros(0)
    distinct, rank = np.unique(positions, return_inverse=True)
    key = np.sort(rank * len(table) + terms)  # a pair of position and term as one number
    first = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    times = np.diff(first, append=len(key))  # how often every pair occurs
    rank, terms = np.divmod(key[first], len(table))
    numerators, denominator = over_one_denominator(table, len(key))
    values = numerators[terms]
    repeated = np.flatnonzero(times > 1)
    values[repeated] *= times[repeated].astype(object)  # Python ints: gmpy2 knows no int64
    first_pairs = np.searchsorted(rank, np.arange(len(distinct)))  # of every position
    sums = np.add.reduceat(values, first_pairs)
    return distinct, ratios(sums, denominator)


def numbered(values: Vector) -> tuple[Indices, Vector]:
    """Return for every value an index in a table, and the table: the distinct objects among the values.

    Objects are compared by ``id``, which is fast; a number may occur in the table more than once.
    """
    ids = np.fromiter(map(id, values), dtype=np.int64, count=len(values))
    distinct, terms = np.unique(ids, return_inverse=True)
    table = np.empty(len(distinct), dtype=object)
    table[terms] = values
    return terms, table


def over_one_denominator(numbers: Vector, uses: int) -> tuple[Vector, mpz]:
    """Return numerators and their least common denominator: sums of numerators need no greatest common divisors.

    Return the numbers unchanged and the denominator 1 if the conversion does not pay: each number is used less than
    twice on average in the ``uses`` additions, or the common denominator is more than twice as long as the longest
    denominator of the numbers.

    >>> from lemke.ground.sparse import vector
    >>> over_one_denominator(vector(["1/2", "1/3"]), uses=6)
    (array([mpz(3), mpz(2)], dtype=object), mpz(6))
    """
    if uses < 2 * len(numbers):
        return numbers, mpz(1)
    denominators = {number.denominator for number in numbers}
    longest = max(map(mpz.bit_length, denominators), default=1)
    common = mpz(1)
    for denominator in denominators:
        common = gmpy2.lcm(common, denominator)
        if common.bit_length() > 2 * longest:
            return numbers, mpz(1)
    numerators = np.empty(len(numbers), dtype=object)
    numerators[:] = [number.numerator * (common // number.denominator) for number in numbers]
    return numerators, common


def exact_sum(numbers: Vector) -> mpq:
    """Return the exact sum of numbers, added in pairs.

    For n numbers with different denominators, the sums have O(n log n) digits in total; from left to right, O(n²).
    """
    terms = [number for number in numbers if number]
    return _sum([term.numerator for term in terms], [term.denominator for term in terms])


def exact_dot(x: Vector, y: Vector) -> mpq:
    """Return the scalar product of two vectors, summed as in :func:`exact_sum`.

    >>> from lemke.ground.sparse import vector
    >>> exact_dot(vector(["1/2", 3]), vector(["1/3", 2]))
    mpq(37,6)
    """
    factors = [(a, b) for a, b in zip(x, y, strict=True) if a and b]
    return _sum([a.numerator * b.numerator for a, b in factors], [a.denominator * b.denominator for a, b in factors])


def _sum(numerators: list[mpz], denominators: list[mpz]) -> mpq:
    """Return the sum of fractions, which need not be in lowest terms.

    Adjacent fractions are added in pairs, then adjacent sums, and so on. Adjacent fractions often have similar
    denominators, for example at sequences with a common prefix, so their least common denominator is short. Only the
    last sum is reduced to lowest terms.
    """
    while len(numerators) > 1:
        if len(numerators) % 2:
            numerators.append(mpz(0))
            denominators.append(mpz(1))
        sums = map(_sum_of_two, numerators[::2], denominators[::2], numerators[1::2], denominators[1::2])
        numerators, denominators = map(list, zip(*sums, strict=True))
    return mpq(numerators[0], denominators[0]) if numerators else ZERO


def _sum_of_two(a: mpz, b: mpz, c: mpz, d: mpz) -> tuple[mpz, mpz]:
    """Return numerator and denominator of a/b + c/d over the least common denominator, not in lowest terms."""
    common = gmpy2.gcd(b, d)
    if common == 1:
        return a * d + c * b, b * d
    factor = d // common
    return a * factor + c * (b // common), b * factor


class ByValue:
    """A base class of frozen dataclasses whose fields may be arrays; a subclass is declared with ``eq=False``.

    Two objects are equal if they have the same class and equal fields. Arrays are compared number by number, and
    fields declared with ``compare=False`` are ignored. Arrays in fields, and in tuples in fields, are made read-only,
    so that the hash does not change. A pickle has only the fields, without cached values.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, eq=False)
    ... class Point(ByValue):
    ...     place: np.ndarray
    >>> Point(np.array([1, 2])) == Point(np.array([1, 2])), len({Point(np.zeros(2)), Point(np.zeros(2))})
    (True, 1)
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # the __repr__ that dataclass makes shows all numbers; it makes none for a class with one in its own namespace
        if "__repr__" not in vars(cls):
            cls.__repr__ = cls.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return brief(self)

    def __post_init__(self) -> None:
        for value in vars(self).values():
            _freeze(value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(_equal(getattr(self, name), getattr(other, name)) for name in self._compared())

    def __hash__(self) -> int:
        return hash((type(self).__qualname__, *(_key(getattr(self, name)) for name in self._compared())))

    def _compared(self) -> list[str]:
        return [field.name for field in fields(self) if field.compare]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            _freeze(value)
            object.__setattr__(self, name, value)


def _freeze(value: object) -> None:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)


def _equal(first: object, second: object) -> bool:
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second)
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_equal, first, second))
    return bool(first == second)


def _key(value: object) -> object:
    """Return a hashable key of a field's value; equal values have equal keys."""
    if isinstance(value, np.ndarray):
        return (value.shape, tuple(value.ravel().tolist()))
    if isinstance(value, tuple | list):
        return tuple(map(_key, value))
    return frozenset(value.items()) if isinstance(value, dict) else value
