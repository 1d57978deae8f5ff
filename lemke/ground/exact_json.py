"""JSON with exact numbers: written from the fields of results, read back into them by their types.

An exact number is a text such as ``"1/3"``, ``"-2"`` or ``"0.1"``; where one is read, a JSON number is taken, too, at
the value of its decimals. A whole number that counts or names something is a JSON number. The package msgspec converts
and checks the types; an error names the path of the value, such as ``$.sets[0].plans``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar

import msgspec
import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import FormatError, NumberError, located
from lemke.ground.rational import exact, parse, quoted
from lemke.ground.sparse import vector

Value: TypeAlias = Any
"""What JSON holds: objects as dict, arrays as list, text, booleans, None, whole numbers as int, others as ``mpq``."""
Kind = TypeVar("Kind")
LARGEST = 2**62
"""Whole numbers are smaller than this in absolute value."""


def dumps(members: object) -> str:
    r"""Return an object as JSON: a member on a line, and if it is a list of lists or objects, an element on a line.

    The object is a dictionary, dataclass or struct. Values are what JSON holds, exact numbers, exact arrays, and
    dataclasses, structs, tuples and dictionaries of these.

    >>> print(dumps({"half": mpq(1, 2), "rows": [[1], [2, 3]]}), end="")
    {
     "half": "1/2",
     "rows": [
      [1],
      [2, 3]
     ]
    }
    """
    plain = msgspec.to_builtins(members, enc_hook=_plain, str_keys=True)
    body = ",\n ".join(f"{_line(name)}: {_laid_out(value, 1)}" for name, value in plain.items())
    return f"{{\n {body}\n}}\n"


def _laid_out(value: Value, depth: int) -> str:
    """Return a value that is inside ``depth`` brackets; a part that is a list of lists or objects has several lines."""
    if isinstance(value, dict) and any(map(_is_nested, value.values())):
        brackets, parts = "{}", [f"{_line(name)}: {_laid_out(part, depth + 1)}" for name, part in value.items()]
    elif _is_nested(value):
        brackets, parts = "[]", [_laid_out(element, depth + 1) for element in value]
    else:
        return _line(value)
    margin = "\n" + " " * depth
    return f"{brackets[0]}{margin} {f',{margin} '.join(parts)}{margin}{brackets[1]}"


def _is_nested(value: Value) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(element, dict | list | tuple) for element in value)


_line = json.JSONEncoder(ensure_ascii=False).encode


def _plain(value: object) -> Value:
    if isinstance(value, mpq | mpz):
        return str(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r}, expected what JSON can hold")


def loads(text: str, source: str | None = None) -> Value:
    """Return the value of a JSON text.

    >>> loads('{"x": [0.1, "1/3", 2]}')
    {'x': [mpq(1,10), '1/3', 2]}
    """
    with located(source):
        try:
            value = json.loads(
                text.removeprefix("\ufeff"),
                parse_float=parse,
                parse_int=_whole,
                parse_constant=_refuse,
                object_pairs_hook=_object,
            )
        except json.JSONDecodeError as error:
            with located(source, error.lineno):
                raise FormatError(f"no JSON at column {error.colno} ({error.msg}), expected a JSON document") from None
        except RecursionError:
            raise FormatError("JSON nested too deeply, expected fewer levels") from None
        if _HALF.search(text) and _HALF_CHARACTER.search(json.dumps(value, default=str, ensure_ascii=False)):
            raise FormatError("half a surrogate pair in a text, expected whole characters")
        return value


_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def require_format(document: Value, *expected: str) -> str:
    """Return the ``format`` of a JSON document, which must be an object with one of the expected formats.

    >>> require_format({"format": "lemke-game/2"}, "lemke-game/2")
    'lemke-game/2'
    >>> require_format({"format": "lemke-game/1"}, "lemke-game/2")
    Traceback (most recent call last):
        ...
    lemke.errors.FormatError: the format 'lemke-game/1', expected 'lemke-game/2'
    """
    name = document.get("format") if isinstance(document, dict) else None
    if name not in expected:
        stated = "a document without a format" if name is None else f"the format {quoted(name)}"
        raise FormatError(f"{stated}, expected {' or '.join(map(repr, expected))}")
    return str(name)


def _whole(digits: str) -> int | mpq:
    number = int(digits) if len(digits) < 20 else LARGEST  # Python converts no very long text
    return number if abs(number) < LARGEST else parse(digits)


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


def convert(value: Value, kind: type[Kind], path: str = "$") -> Kind:
    """Return a value of :func:`loads` as a dataclass, an exact number or array, or a built-in type.

    >>> convert([1, "2/3"], tuple[mpq, ...])
    (mpq(1,1), mpq(2,3))
    >>> convert([1, True], tuple[mpq, ...], "$.payoffs")
    Traceback (most recent call last):
        ...
    lemke.errors.FormatError: $.payoffs[1]: true is no number, expected one such as "1/3"
    """
    try:
        return msgspec.convert(value, kind, dec_hook=_exact, str_keys=True)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        message = message.replace("`gmpy2.mpq`", "a number")
        raise FormatError(f"{path}{place.rstrip('`')}: {message[:1].lower()}{message[1:]}") from None


def of_members(members: dict[str, Value], kind: type[Kind], path: str = "$", **built: object) -> Kind:
    """Return the dataclass with the fields ``built``, and the other fields from members of a JSON object."""
    names = [field.name for field in fields(kind) if field.name not in built]  # type: ignore[arg-type]  # a dataclass
    if unknown := [name for name in members if name not in names]:
        raise FormatError(f"{path}: the member {quoted(unknown[0])}, expected only {', '.join(names)}")
    return convert({**members, **built}, kind, path)


def _exact(kind: type, value: Value) -> object:
    if kind is mpq:
        return _number(value)
    if kind is np.ndarray or getattr(kind, "__origin__", None) is np.ndarray:
        if not isinstance(value, list):
            raise ValueError("expected an array")
        lengths = {len(row) if isinstance(row, list) else None for row in value}
        if len(lengths) > 1:
            raise ValueError("expected numbers, or rows of one length")
        if lengths <= {None}:
            return vector(map(_number, value))
        return np.array([vector(map(_number, row)) for row in value], dtype=object)
    raise TypeError(f"no values of type {kind} in JSON")


def _number(value: Value) -> mpq:
    if not isinstance(value, str | int | mpq) or isinstance(value, bool):
        shown = _line(value) if isinstance(value, bool | None) else repr(value)[:40]
        raise ValueError(f'{shown} is no number, expected one such as "1/3"')
    try:
        return exact(value)
    except NumberError as error:
        raise ValueError(error.message) from None
