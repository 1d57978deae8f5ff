"""A one-line ``repr`` for dataclasses of any size, for lists and messages."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import fields
from typing import Any

from lemke.errors import one_line

MAX_ELEMENTS = 8
"""A field with more elements is shown as the number of elements and the type of the field, unless it is a text."""
MAX_CHARACTERS = 80
"""A field with a longer ``repr`` is shown as the type of the field and, if there are elements, their number."""


def brief(value: Any) -> str:
    """Return one line for a dataclass object: the type and the fields; of a long field only its type and size.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Pair:
    ...     left: object
    ...     right: object
    >>> brief(Pair((1, 2), range(100)))
    'Pair(left=(1, 2), right=<100 in a range>)'
    """
    shown = (f"{field.name}={_short_repr(getattr(value, field.name))}" for field in fields(value) if field.repr)
    return f"{type(value).__qualname__}({', '.join(shown)})"


def _short_repr(value: object) -> str:
    size = len(value) if isinstance(value, Sized) and not isinstance(value, str) else 0
    words = "" if size > MAX_ELEMENTS else one_line(repr(value))
    if words and len(words) <= MAX_CHARACTERS:
        return words
    kind = type(value).__name__
    return f"<{size} in a {kind}>" if size else f"<{kind}>"
