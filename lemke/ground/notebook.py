"""What notebooks show of objects whose types stand below whoever can draw them.

A type asks here; who stands above has told where the drawing is done, which is loaded when it is needed. Where nobody
has, the type shows what it can by itself.
"""

from __future__ import annotations

from importlib import import_module

_places: dict[str, str] = {}


def show(kind: str, place: str) -> None:
    """Let objects of a class be shown by a function that returns HTML, both named as ``module:name``."""
    _places[kind] = place


def html(value: object) -> str | None:
    """Return the HTML of an object; None if nobody has told how to show one of its class.

    >>> html(17)
    >>> show("builtins:int", "builtins:bin")
    >>> html(17)
    '0b10001'
    >>> del _places["builtins:int"]
    """
    kind = type(value)
    place = _places.get(f"{kind.__module__}:{kind.__qualname__}")
    if place is None:
        return None
    module, _, name = place.partition(":")
    found: str | None = getattr(import_module(module), name)(value)
    return found
