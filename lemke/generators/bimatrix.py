"""Families of bimatrix games: functions that return exact matrices (A, B) of one shape.

A has the payoffs of player 1, who chooses rows; B has the payoffs of player 2. Games that are hard to solve or have
many equilibria are in :mod:`lemke.generators.dual_cyclic`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.forms.normal_form import MAX_COMBINATIONS
from lemke.generators.checks import exact_number, random_source, whole_number
from lemke.ground.rational import short
from lemke.ground.sparse import vector

Matrix: TypeAlias = NDArray[np.object_]
Bimatrix: TypeAlias = tuple[Matrix, Matrix]

MOST_STRATEGIES = 1000
"""The most strategies of each player in a square game."""
MOST_PAYOFF = 10**18
"""The largest absolute value of the bounds on random payoffs."""


def coordination(n: int = 3) -> Bimatrix:
    """Return the n x n game in which both players get 1 for equal choices and otherwise 0.

    The game has 2^n − 1 equilibria, one for every nonempty set of strategies.

    >>> coordination(2)[0].tolist()
    [[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
    """
    square("n", n)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return matrix(identity), matrix(identity)


def random_bimatrix(rows: int = 5, columns: int = 5, seed: int = 0, least: int = -100, most: int = 100) -> Bimatrix:
    """Return a game with random integer payoffs from ``least`` to ``most``; a seed gives the same game everywhere.

    A large game with few different payoffs, such as 0 and 1, is almost always degenerate.

    >>> A, B = random_bimatrix(2, 3, seed=1)
    >>> A.shape, B.shape
    ((2, 3), (2, 3))
    """
    if whole_number("rows", rows, 1) * whole_number("columns", columns, 1) > MAX_COMBINATIONS:
        raise InputError(
            f"{short(mpq(rows))} x {short(mpq(columns))} strategies, expected at most {MAX_COMBINATIONS} combinations"
        )
    whole_number("least", least, -MOST_PAYOFF, MOST_PAYOFF)
    whole_number("most", most, least, MOST_PAYOFF)
    source = random_source(seed)
    payoffs = [source.randint(least, most) for _ in range(2 * rows * columns)]
    A, B = matrix([payoffs]).reshape(2, rows, columns)
    return A, B


def near_zero_sum(n: int = 5, distance: object = "1/10", seed: int = 0) -> Bimatrix:
    """Return a random n x n game with B = −A + ``distance`` · R, where A and R have integers from −100 to 100.

    Parameters
    ----------
    n : int
        Number of strategies of each player.
    distance : exact number
        0 for a zero-sum game.
    seed : int
        Seed of the random numbers.

    >>> A, B = near_zero_sum(3, distance=0, seed=1)
    >>> bool((A + B).any())
    False
    """
    A, R = random_bimatrix(square("n", n), n, seed)
    return A, R * exact_number("distance", distance) - A


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    """Return rows of exact numbers as a two-dimensional array."""
    return np.array([vector(row) for row in rows], dtype=object)


def square(name: str, size: int, least: int = 1) -> int:
    """Return the size of a square game; raise an InputError unless ``least`` ≤ size ≤ MOST_STRATEGIES."""
    return whole_number(name, size, least, MOST_STRATEGIES)
