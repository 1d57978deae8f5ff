"""Checks of the parameters of families of games."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gmpy2 import mpq

from lemke.errors import InputError, NumberError
from lemke.ground.rational import exact, short, shown, text

MOST = 10**6
"""The largest number of cards, rows and the like; larger games fit into no memory."""


def whole_number(name: str, value: int, least: int, most: int | None = MOST) -> int:
    """Return a whole number; raise an InputError unless it is an ``int`` from ``least`` to ``most``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        bounds = f", {least} or more" if most is None else f" from {least} to {most}"
        raise InputError(f"{name} {shown(value)}, expected a whole number{bounds}")
    return value


def exact_number(name: str, value: object) -> mpq:
    """Return a value as an exact number; else raise a NumberError with the name of the parameter."""
    try:
        return exact(value)
    except NumberError as error:
        raise NumberError(f"{name}: {error.message}") from None


def amount(name: str, value: object, most: int | None = None) -> mpq:
    """Return a value as an exact number; raise an InputError if it is negative or exceeds ``most``."""
    number = exact_number(name, value)
    if number < 0 or (most is not None and number > most):
        bounds = ", 0 or more" if most is None else f" from 0 to {most}"
        raise InputError(f"{name} {short(number)}, expected a number{bounds}")
    return number


def raked(rake: object) -> str:
    """Return the rake as the end of a title, such as ``, rake 1/20``; an empty text for a rake of 0."""
    number = amount("rake", rake, 1)
    return f", rake {text(number)}" if number else ""


def one_of(name: str, value: str, known: Sequence[str]) -> str:
    """Return a value; raise an InputError if it is not one of the ``known`` values."""
    if value not in known:
        raise InputError(f"{name} {shown(value)}, expected {' or '.join(known)}")
    return value


def random_source(seed: int) -> random.Random:
    """Return a random number generator; a seed gives the same numbers on every machine."""
    return random.Random(whole_number("the seed", seed, 0, None))
