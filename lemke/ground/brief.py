"""One line for a value of any size: its ``repr``, in a list or in a message."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import fields
from typing import Any

from lemke.errors import one_line

PARTS = 8
"""The most elements of a part that are shown; for more, only their number."""
LONGEST = 80
"""Characters of a part."""


def brief(value: Any) -> str:
    """Return one line for a dataclass: its type, and its fields; long ones only by their size and type.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Pair:
    ...     left: object
    ...     right: object
    >>> brief(Pair((1, 2), range(100)))
    'Pair(left=(1, 2), right=<100 in a range>)'
    """
    parts = (f"{field.name}={_part(getattr(value, field.name))}" for field in fields(value) if field.repr)
    return f"{type(value).__qualname__}({', '.join(parts)})"


def _part(value: object) -> str:
    size = len(value) if isinstance(value, Sized) and not isinstance(value, str) else 0
    words = "" if size > PARTS else one_line(repr(value))
    if words and len(words) <= LONGEST:
        return words
    kind = type(value).__name__
    return f"<{size} in a {kind}>" if size else f"<{kind}>"
