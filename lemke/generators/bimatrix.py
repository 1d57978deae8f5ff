"""Families of bimatrix games: a function that returns exact matrices (A, B), m x n, and its line for the table.

A has the payoffs of player 1, who chooses rows, B those of player 2. The line is for
:data:`lemke.generators.FAMILIES`, whose ``make`` returns the strategic game. Hard games are in
:mod:`lemke.generators.dual_cyclic`.

>>> A, B = coordination(2)
>>> A.tolist()
[[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.forms.normal_form import MAX_COMBINATIONS, NormalForm
from lemke.game import Game
from lemke.generators.checks import random_source, whole
from lemke.generators.family import SEED, Family
from lemke.ground import limits
from lemke.ground.rational import exact, short
from lemke.ground.sparse import vector

Matrix: TypeAlias = NDArray[np.object_]
Bimatrix: TypeAlias = tuple[Matrix, Matrix]

PLAYERS = ("Player 1", "Player 2")
MOST_STRATEGIES = 1000
"""Of each player in a square game."""
MOST_PAYOFF = 10**18


def coordination(n: int = 3) -> Bimatrix:
    """Return the n x n game where both get 1 for the same choice, else 0: 2^n − 1 equilibria, one for each support.

    >>> coordination(2)[0].tolist()
    [[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
    """
    square("n", n)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return matrix(identity), matrix(identity)


def random_bimatrix(rows: int = 5, columns: int = 5, seed: int = 0, least: int = -100, most: int = 100) -> Bimatrix:
    """Return a game with random integer payoffs from ``least`` to ``most``, the same for the same seed everywhere.

    With few payoffs, such as 0 and 1, it is degenerate almost surely.

    >>> A, B = random_bimatrix(2, 3, seed=1)
    >>> A.shape, B.shape
    ((2, 3), (2, 3))
    """
    if whole("rows", rows, 1) * whole("columns", columns, 1) > MAX_COMBINATIONS:
        raise InputError(
            f"{short(mpq(rows))} x {short(mpq(columns))} strategies, expected at most {MAX_COMBINATIONS} combinations"
        )
    whole("least", least, -MOST_PAYOFF, MOST_PAYOFF)
    whole("most", most, least, MOST_PAYOFF)
    source = random_source(seed)
    payoffs = [source.randint(least, most) for _ in range(2 * rows * columns)]
    A, B = matrix([payoffs]).reshape(2, rows, columns)
    return A, B


def near_zero_sum(n: int = 5, distance: object = "1/10", seed: int = 0) -> Bimatrix:
    """Return a random n x n game with B = −A + ``distance`` · R, integers from −100 to 100 in A and R.

    Parameters
    ----------
    n : int
    distance : exact number
        0 for a zero-sum game.
    seed : int

    >>> A, B = near_zero_sum(3, distance=0, seed=1)
    >>> bool((A + B).any())
    False
    """
    A, R = random_bimatrix(square("n", n), n, seed)
    return A, R * exact(distance) - A


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    """Return exact numbers as an array."""
    return np.array([vector(row) for row in rows], dtype=object)


def square(name: str, size: int, least: int = 1) -> int:
    """Return a number that makes a square game not too large."""
    return whole(name, size, least, MOST_STRATEGIES)


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
        bound = signature.bind(*arguments, **parameters)
        bound.apply_defaults()
        A, B = matrices(*bound.args, **bound.kwargs)
        limits.check()
        return NormalForm.of(A, B, players=PLAYERS, title=title.format(**bound.arguments)).tree()

    return Family(description, make, None, descriptions, example, "nfg")


COORDINATION = strategic(
    "a coordination game, with an equilibrium for every set of strategies",
    coordination,
    "coordination game, {n} x {n}",
    {"n": "Strategies of each player."},
    "--n 4",
)
RANDOM_BIMATRIX = strategic(
    "a game with random integer payoffs",
    random_bimatrix,
    "random game {rows} x {columns}, payoffs {least} to {most}, seed {seed}",
    {
        "rows": "Strategies of player 1.",
        "columns": "Strategies of player 2.",
        "seed": SEED,
        "least": "The least payoff.",
        "most": "The largest payoff.",
    },
    "--rows 8 --columns 6 --seed 7",
)
NEAR_ZERO_SUM = strategic(
    "a random game near a zero-sum game",
    near_zero_sum,
    "random game {n} x {n} at the distance {distance} from zero-sum, seed {seed}",
    {
        "n": "Strategies of each player.",
        "distance": "Player 2's payoffs differ by so many times random ones.",
        "seed": SEED,
    },
    "--n 8 --distance 1/20 --seed 7",
)
