"""Checks of the parameters of families of games."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gmpy2 import mpq

from lemke.errors import InputError, NumberError
from lemke.ground.rational import exact, short, shown, text

MOST = 10**6
"""The largest number of cards, rows and the like; larger games fit into no memory."""


def whole_number(name: str, value: int, least: int, most: int = MOST) -> int:
    """Return a whole number; raise an InputError unless it is an ``int`` from ``least`` to ``most``.

    >>> whole_number("ranks", 0, 1)
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: ranks 0, expected a whole number from 1 to 1000000
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name} {shown(value)}, expected a whole number from {least} to {most}")
    return value


def exact_number(name: str, value: object) -> mpq:
    """Return a value as an exact number; else raise a NumberError with the name of the parameter."""
    try:
        return exact(value)
    except NumberError as error:
        raise NumberError(f"{name}: {error.message}") from None


def share(name: str, value: object) -> mpq:
    """Return a value as an exact number; raise an InputError if it is not between 0 and 1."""
    number = exact_number(name, value)
    if not 0 <= number <= 1:
        raise InputError(f"{name} {short(number)}, expected a number from 0 to 1")
    return number


def raked(rake: object) -> str:
    """Return the rake as the end of a title; an empty text for a rake of 0.

    >>> raked("0.05"), raked(0)
    (', rake 1/20', '')
    """
    number = share("rake", rake)
    return f", rake {text(number)}" if number else ""


def amount(name: str, value: object) -> mpq:
    """Return a value as an exact number; raise an InputError if it is negative."""
    number = exact_number(name, value)
    if number < 0:
        raise InputError(f"{name} {short(number)}, expected a number, 0 or more")
    return number


def one_of(name: str, value: str, known: Sequence[str]) -> str:
    """Return a value; raise an InputError if it is not one of the ``known`` values."""
    if value not in known:
        raise InputError(f"{name} {shown(value)}, expected {' or '.join(known)}")
    return value


def random_source(seed: int) -> random.Random:
    """Return a random number generator; a seed gives the same numbers on every machine."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise InputError(f"the seed {shown(seed)}, expected a whole number, 0 or more")
    return random.Random(seed)
