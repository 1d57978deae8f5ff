"""Adapters to other programs, whose packages are optional: each is imported by its adapter, when that is used."""

import sys

OPENSPIEL = "openspiel:"
"""Begins the name of an OpenSpiel game where files are expected too."""


def is_openspiel_game(value: object) -> bool:
    """Return whether this is a ``pyspiel.Game``, without loading OpenSpiel: who has one has loaded it.

    >>> is_openspiel_game("kuhn_poker")
    False
    """
    return _is_game(value, "pyspiel")


def is_pygambit_game(value: object) -> bool:
    """Return whether this is a ``pygambit.Game``, without loading pygambit."""
    return _is_game(value, "pygambit")


def _is_game(value: object, package: str) -> bool:
    kind = getattr(sys.modules.get(package), "Game", None)
    return isinstance(kind, type) and isinstance(value, kind)
