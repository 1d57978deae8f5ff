"""Vectors of exact numbers, sums that are reduced only at the end, and equality by value of objects with vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field, fields
from typing import Any, ClassVar, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import NumberError, ShapeError, require_type
from lemke.ground import limits
from lemke.ground.brief import brief
from lemke.ground.rational import ZERO, approximate, exact

Indices: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Vector: TypeAlias = NDArray[np.object_]
"""A dense vector of ``mpq``."""

BETWEEN_CHECKS = 1024
"""Numbers, which may be long, between two looks at the limits."""

SAFE = 1000
"""Binary exponents up to which floats have all their digits: beyond lie subnormal numbers and infinity."""

_MPQ = type(ZERO)
_float = np.frompyfunc(approximate, 1, 1)
_ratio = np.frompyfunc(mpq, 2, 1)


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
    """Return nested sequences, or any library's array or matrix, as an exact array of so many dimensions.

    Parameters
    ----------
    name : str
        For messages.
    values : object
        Lists, numpy's arrays, sympy's matrices, scipy's sparse ones and ours.
    dimensions : int
    number : callable
        From an entry to its exact value.

    Raises
    ------
    ShapeError, NumberError
        Another shape, rows of different lengths, no entries at all; an entry that is no exact number.

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
        raise ShapeError(f"{name} in rows of different lengths, expected equal ones") from None
    if any(isinstance(entry, list | tuple) for entry in table.ravel()):
        raise ShapeError(f"{name} in rows of different lengths, expected equal ones")
    if table.ndim != dimensions:
        raise ShapeError(f"{name} in an array of {table.ndim} dimensions, expected {dimensions}")
    if not table.size:
        raise ShapeError(f"{name} of {' x '.join(map(str, table.shape))}, expected at least one entry in each row")
    try:
        exactly: NDArray[np.object_] = np.frompyfunc(number, 1, 1)(table)
    except NumberError as error:
        error.message = f"{_refused(table, number)} of {name}: {error.message}"
        raise
    return exactly


def _refused(table: NDArray[np.object_], number: Callable[[object], mpq]) -> str:
    """Return the place, counted from 1, of the first entry of a table that is no number."""
    for place, value in np.ndenumerate(table):
        try:
            number(value)
        except NumberError:
            numbers = [index + 1 for index in place]
            return "row {}, column {}".format(*numbers) if len(place) == 2 else f"entry {', '.join(map(str, numbers))}"
    return "an entry"


def floats(values: Vector) -> NDArray[np.float64]:
    """Return the nearest floats, ±inf beyond their range; for proposals and display only."""
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
    """Return m and k with values ≈ m · 2^k and 1/2 ≤ |m| < 1, of any size; 0 and 0 for a zero."""
    nearest = floats(values)
    mantissas, exponents = np.frexp(nearest)
    exponents = exponents.astype(np.int64)
    beyond = np.flatnonzero((abs(exponents) > SAFE) | ~np.isfinite(nearest) | ((nearest == 0) & values.astype(bool)))
    for place in beyond.tolist():
        exponent, mantissa = gmpy2.frexp(gmpy2.mpfr(values[place], 53))
        mantissas[place], exponents[place] = float(mantissa), int(exponent)
    return mantissas, exponents


def zeros(size: int) -> Vector:
    """Return the exact zero vector of a size."""
    vector = np.empty(size, dtype=object)
    vector.fill(ZERO)
    return vector


# ---------------------------------------------------------------------- exact sums


def pairs(first: Indices, second: Indices, size: int) -> tuple[Indices, Indices, Indices]:
    """Return the different pairs of numbers, as two arrays, and for each pair its place there; ``second`` < ``size``.

    >>> [column.tolist() for column in pairs(np.array([3, 1, 3]), np.array([0, 1, 0]), 2)]
    [[1, 3], [1, 0], [1, 0, 1]]
    """
    different, number = np.unique(first * size + second, return_inverse=True)
    return *np.divmod(different, max(size, 1)), number


def summed(places: Indices, terms: Indices, table: Vector) -> tuple[Indices, Vector]:
    """Return the different places in ascending order and, at each, the sum of the numbers ``table[terms]`` there.

    Equal terms at one place are counted and added once, over one denominator where there is a short one.

    >>> from lemke.ground.sparse import vector
    >>> summed(np.array([7, 5, 7]), np.array([0, 1, 0]), vector(["1/2", 3]))
    (array([5, 7]), array([mpq(3,1), mpq(1,1)], dtype=object))
    """
    if not len(places):
        return places, zeros(0)
    different, rank = np.unique(places, return_inverse=True)
    key = np.sort(rank * len(table) + terms)
    first = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    times = np.diff(first, append=len(key))
    rank, terms = np.divmod(key[first], len(table))
    numerators, denominator = over_one_denominator(table, len(key))
    values = numerators[terms]
    repeated = np.flatnonzero(times > 1)
    values[repeated] *= times[repeated].astype(object)
    return different, ratios(np.add.reduceat(values, np.searchsorted(rank, np.arange(len(different)))), denominator)


def numbered(values: Vector) -> tuple[Indices, Vector]:
    """Return for each element its place in a table, and the table of the different objects, told apart by ``id``."""
    places = np.fromiter(map(id, values), dtype=np.int64, count=len(values))
    different, terms = np.unique(places, return_inverse=True)
    table = np.empty(len(different), dtype=object)
    table[terms] = values
    return terms, table


def over_one_denominator(numbers: Vector, uses: int) -> tuple[Vector, mpz]:
    """Return the numerators over the least common denominator, with which sums need no greatest common divisors.

    If that does not pay, return the numbers as they are, and 1: they are hardly used more than once, or the denominator
    is more than twice as long as the longest of theirs.

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
    numerators[:] = [
        number.numerator * (common // number.denominator) for number in limits.checked(numbers, BETWEEN_CHECKS)
    ]
    return numerators, common


def ratios(numerators: Vector, denominator: mpz) -> Vector:
    """Return the reduced fractions of numerators over one denominator."""
    ratios: Vector = _ratio(numerators, denominator)
    return ratios


def exact_sum(numbers: Vector) -> mpq:
    """Return the sum, neighbours first: of n numbers without a common denominator this takes n log n digits, not n²."""
    terms = [number for number in numbers if number]
    return _sum([term.numerator for term in terms], [term.denominator for term in terms])


def exact_dot(x: Vector, y: Vector) -> mpq:
    """Return the sum of products, in the same way; products are not reduced.

    >>> from lemke.ground.sparse import vector
    >>> exact_dot(vector(["1/2", 3]), vector(["1/3", 2]))
    mpq(37,6)
    """
    factors = [(a, b) for a, b in zip(x, y, strict=True) if a and b]
    return _sum([a.numerator * b.numerator for a, b in factors], [a.denominator * b.denominator for a, b in factors])


def _sum(numerators: list[mpz], denominators: list[mpz]) -> mpq:
    """Return the sum of fractions, reduced or not.

    Neighbours often share most of their denominators, as sequences with a common prefix do. The sum is reduced once, at
    the end; until then least common denominators keep it short enough.
    """
    while len(numerators) > 1:
        if len(numerators) > BETWEEN_CHECKS:
            limits.check()
        if len(numerators) % 2:
            numerators.append(mpz(0))
            denominators.append(mpz(1))
        sums = map(_added, numerators[::2], denominators[::2], numerators[1::2], denominators[1::2])
        numerators, denominators = map(list, zip(*sums, strict=True))
    return mpq(numerators[0], denominators[0]) if numerators else ZERO


def _added(a: mpz, b: mpz, c: mpz, d: mpz) -> tuple[mpz, mpz]:
    """Return a/b + c/d over the least common denominator, not reduced."""
    common = gmpy2.gcd(b, d)
    if common == 1:
        return a * d + c * b, b * d
    factor = d // common
    return a * factor + c * (b // common), b * factor


class ByValue:
    """A base of frozen dataclasses made with ``eq=False``.

    Two objects are equal if they are of one class and all fields are equal, arrays number by number; those declared
    with ``compare=False`` do not count. Arrays in fields, also in tuples there, are made read-only, so that the hash
    lasts. A pickle holds the fields alone, without cached values.

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
        if "__repr__" not in vars(cls):  # else the decorator would write one that shows all numbers
            cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # inherited, now the class's own

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
    if isinstance(value, np.ndarray):
        return (value.shape, tuple(value.ravel().tolist()))
    if isinstance(value, tuple | list):
        return tuple(map(_key, value))
    return frozenset(value.items()) if isinstance(value, dict) else value
