"""What families of bimatrix games share: the matrices, their sizes, and how a family of games is made of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.forms.normal_form import NormalForm
from lemke.forms.normal_form.of_game import MAX_COMBINATIONS
from lemke.game import Game
from lemke.generators.checks import whole
from lemke.generators.family import Family
from lemke.ground import limits
from lemke.ground.rational import short
from lemke.ground.sparse import vector

Matrix: TypeAlias = NDArray[np.object_]
Bimatrix: TypeAlias = tuple[Matrix, Matrix]

PLAYERS = ("Player 1", "Player 2")
MOST_STRATEGIES = 1000
"""Of each player in a square game."""


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    """Return exact numbers as an array."""
    return np.array([vector(row) for row in rows], dtype=object)


def square(name: str, size: int, least: int = 1) -> int:
    """Return a number that makes a square game not too large."""
    return whole(name, size, least, MOST_STRATEGIES)


def even(name: str, size: int) -> int:
    """Return an even number, at least 2, that makes a square game not too large."""
    if square(name, size, 2) % 2:
        raise InputError(f"{name} {size}, expected an even number")
    return size


def oblong(rows: int, columns: int) -> tuple[int, int]:
    """Return numbers of strategies that make a game not too large."""
    if whole("rows", rows, 1) * whole("columns", columns, 1) > MAX_COMBINATIONS:
        raise too_large(rows, columns)
    return rows, columns


def too_large(rows: int, columns: int) -> InputError:
    """Return the error that a game with so many strategies is."""
    return InputError(
        f"{short(mpq(rows))} x {short(mpq(columns))} strategies, expected at most {MAX_COMBINATIONS} combinations"
    )


def strategic(
    description: str,
    matrices: Callable[..., Bimatrix],
    title: str,
    descriptions: dict[str, str],
    example: str,
) -> Family:
    """Return the family of strategic games whose matrices a function returns.

    Parameters
    ----------
    description : str
    matrices : callable
        From the parameters of the family to (A, B).
    title : str
        Of a game, with the names of parameters in braces.
    descriptions, example
        See :class:`~lemke.generators.family.Family`.

    >>> twice = strategic("n times 1", lambda n=2: (matrix([[1] * n]),) * 2, "{n} ones", {}, "")
    >>> twice.make(n=3)
    <Game '3 ones': 2 players, 5 nodes>
    """
    signature = inspect.signature(matrices)

    @wraps(matrices)
    def make(*arguments: object, **parameters: object) -> Game:
        limits.check()
        given = signature.bind(*arguments, **parameters)
        given.apply_defaults()
        A, B = matrices(*given.args, **given.kwargs)
        limits.check()
        return NormalForm.of(A, B, players=PLAYERS, title=title.format(**given.arguments)).tree()

    return Family(description, make, None, descriptions, example, "nfg")
