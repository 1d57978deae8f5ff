"""Equality, hash and pickles by value, for dataclasses with arrays among their fields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np


class ByValue:
    """A base of frozen dataclasses made with ``eq=False``.

    Two objects are equal if they are of one class and all fields are equal, arrays number by number; those declared
    with ``compare=False`` do not count. Arrays in fields, also in tuples there, are made read-only, so that the hash
    lasts. A pickle holds the fields alone: what was computed from them and kept is left out.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, eq=False)
    ... class Point(ByValue):
    ...     place: np.ndarray
    >>> Point(np.array([1, 2])) == Point(np.array([1, 2])), len({Point(np.zeros(2)), Point(np.zeros(2))})
    (True, 1)
    """

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
        return [field.name for field in fields(self) if field.compare]  # type: ignore[arg-type]  # a dataclass

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            _freeze(value)
            object.__setattr__(self, name, value)


def _freeze(value: object) -> None:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for each in value:
            _freeze(each)


def _equal(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


def _key(value: object) -> object:
    if isinstance(value, np.ndarray):
        return (value.shape, tuple(value.ravel().tolist()))
    if isinstance(value, tuple | list):
        return tuple(map(_key, value))
    return frozenset(value.items()) if isinstance(value, dict) else value
