"""Adapters to other programs. Their packages are optional: an adapter imports its package on first use."""

import sys

OPENSPIEL = "openspiel:"
"""The prefix that tells the name of an OpenSpiel game from the name of a file."""


def is_openspiel_game(value: object) -> bool:
    """Return whether a value is a ``pyspiel.Game``, without loading OpenSpiel.

    Such a value exists only if OpenSpiel is already loaded.

    >>> is_openspiel_game("kuhn_poker")
    False
    """
    return _is_game(value, "pyspiel")


def is_pygambit_game(value: object) -> bool:
    """Return whether a value is a ``pygambit.Game``, without loading pygambit."""
    return _is_game(value, "pygambit")


def is_pygambit_profile(value: object) -> bool:
    """Return whether a value is a profile of pygambit, without loading pygambit."""
    package = sys.modules.get("pygambit")
    kinds = (getattr(package, f"Mixed{kind}Profile", None) for kind in ("Behavior", "Strategy"))
    return any(isinstance(kind, type) and isinstance(value, kind) for kind in kinds)


def _is_game(value: object, package: str) -> bool:
    kind = getattr(sys.modules.get(package), "Game", None)
    return isinstance(kind, type) and isinstance(value, kind)
