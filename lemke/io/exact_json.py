"""JSON with exact numbers: 0.1 is 1/10. A number may be as long as ``rational.parse`` allows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import FormatError, NumberError, located
from lemke.ground.rational import exact, parse

Value: TypeAlias = Any
"""What JSON holds: objects as dict, arrays as list, text, booleans, None, numbers as ``mpq``."""


def loads(text: str, source: str | None = None) -> Value:
    """Return the value of a JSON text.

    Raises
    ------
    FormatError, NumberError
        For a text that is no JSON or is nested too deeply, for a key twice in one object, and for a number that is too
        long, NaN or infinite. The message has the source and, for a text that is no JSON, the line.

    >>> loads('{"x": [0.1, "1/3", 2]}')
    {'x': [mpq(1,10), '1/3', mpq(2,1)]}
    """
    with located(source):
        try:
            number = lru_cache(1 << 12)(parse)  # indices and payoffs repeat often
            return json.loads(
                text, parse_float=number, parse_int=number, parse_constant=_refuse, object_pairs_hook=_object
            )
        except json.JSONDecodeError as error:
            with located(source, error.lineno):
                raise FormatError(f"no JSON at column {error.colno} ({error.msg}), expected a JSON document") from None
        except RecursionError:
            raise FormatError("JSON nested too deeply, expected fewer levels") from None


def _object(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """Return an object's members. A repeated key raises a FormatError: Python's reader would keep the last value."""
    members = dict(pairs)
    if len(members) < len(pairs):
        times = Counter(key for key, _ in pairs)
        repeated = next(key for key, _ in pairs if times[key] > 1)
        raise FormatError(f"the key {repeated[:40]!r} twice in one object, expected it once")
    return members


def _refuse(constant: str) -> Value:
    raise NumberError(f"the number {constant}, expected a finite one")


def member(value: Value, key: str, kind: type, where: str) -> Value:
    """Return ``value[key]``, which must be there and of the type ``kind``.

    ``where`` names ``value`` in messages: the path of ``value`` or, for the root, words such as "the document".
    """
    return of_kind(entry(value, key, where), kind, key if where.startswith("the ") else f"{where}.{key}")


def entry(value: Value, key: str, where: str) -> Value:
    """Return ``value[key]``, which must be there."""
    if key not in of_kind(value, dict, where):
        raise FormatError(f"{where} has no member {key!r}, expected one")
    return value[key]


def of_kind(value: Value, kind: type, where: str) -> Value:
    """Return the value, which must be of the type ``kind``: dict, list, str or bool."""
    if not isinstance(value, kind):
        raise FormatError(f"{where} is {described(value)}, expected {_NAMES[kind]}")
    return value


def number(value: Value, where: str) -> mpq:
    """Return an exact number given as JSON number or as text."""
    if not isinstance(value, str | mpq):
        raise FormatError(f'{where} is {described(value)}, expected a number or text such as "1/3"')
    try:
        return exact(value)
    except NumberError as error:
        raise NumberError(f"{where}: {error.message}") from None


def elements(value: Value, where: str) -> Iterator[tuple[Value, str]]:
    """Yield (element, path of the element) for the elements of a list; ``where`` is the path of the list."""
    return ((element, f"{where}[{k}]") for k, element in enumerate(of_kind(value, list, where)))


def numbers(value: Value, where: str) -> list[mpq]:
    """Return the exact numbers in a list."""
    return [number(element, place) for element, place in elements(value, where)]


def integer(value: Value, where: str, expected: str = "a whole number") -> int:
    """Return a whole number between −2⁶² and 2⁶²; messages say ``expected`` if the value is no whole number."""
    try:
        rational = exact(value) if isinstance(value, str | mpq) else None
    except NumberError:
        raise NumberError(f"{where} is {described(value)}, expected {expected}") from None
    if rational is None or rational.denominator != 1:
        raise FormatError(f"{where} is {described(value)}, expected {expected}")
    if abs(rational) >= 2**62:
        raise FormatError(f"{where} is {described(value)}, expected a whole number between -2^62 and 2^62")
    return int(rational)


def described(value: Value) -> str:
    """Return a short description of a value, for messages."""
    for kind, name in _NAMES.items():
        if isinstance(value, kind):
            if kind not in (str, mpq):
                return name
            shown = str(value) if kind is mpq else repr(value)
            return f"{name} {shown[:37] + '...' if len(shown) > 40 else shown}"
    return "null"


_NAMES: dict[type, str] = {dict: "an object", list: "an array", str: "text", bool: "a truth value", mpq: "the number"}
