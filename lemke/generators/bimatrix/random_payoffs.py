"""Bimatrix games with random payoffs, the same for the same seed everywhere."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.generators.bimatrix.matrices import Bimatrix, matrix, oblong, square, strategic
from lemke.generators.checks import random_source, whole
from lemke.ground.rational import ZERO, exact

MOST_PAYOFF = 10**18


def random_bimatrix(rows: int = 5, columns: int = 5, seed: int = 0, least: int = -100, most: int = 100) -> Bimatrix:
    """Return a game with random integer payoffs from ``least`` to ``most``.

    >>> A, B = random_bimatrix(2, 3, seed=1)
    >>> A.shape, B.shape
    ((2, 3), (2, 3))
    """
    oblong(rows, columns)
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


def few_payoffs(rows: int = 5, columns: int = 5, values: int = 2, seed: int = 0) -> Bimatrix:
    """Return a random game with payoffs 0, 1, …, ``values`` − 1: degenerate almost surely where these are few.

    >>> sorted({int(value) for matrix in few_payoffs(values=2) for value in matrix.ravel()})
    [0, 1]
    """
    whole("values", values, 1)
    return random_bimatrix(rows, columns, seed, 0, values - 1)


def random_unit_vector(rows: int = 5, columns: int = 5, seed: int = 0) -> Bimatrix:
    """Return a game whose A has a 1 in a random row of each column, else 0, and B integers from 0 to 1000.

    Random games of the class of R. Savani and B. von Stengel (2016), "Unit vector games", International Journal of
    Economic Theory 12.

    >>> [int(total) for total in random_unit_vector(3, 4)[0].sum(axis=0)]
    [1, 1, 1, 1]
    """
    oblong(rows, columns)
    source = random_source(seed)
    A = np.full((rows, columns), ZERO, dtype=object)
    for j in range(columns):
        A[source.randrange(rows), j] = mpq(1)
    return A, matrix([[source.randint(0, 1000) for _ in range(columns)] for _ in range(rows)])


_SIZES = {"rows": "Strategies of player 1.", "columns": "Strategies of player 2."}
_SEED = {"seed": "The same seed makes the same game everywhere."}

RANDOM_BIMATRIX = strategic(
    "a game with random integer payoffs",
    random_bimatrix,
    "random game {rows} x {columns}, payoffs {least} to {most}, seed {seed}",
    _SIZES | _SEED | {"least": "The least payoff.", "most": "The largest payoff."},
    "--rows 8 --columns 6 --seed 7",
)
NEAR_ZERO_SUM = strategic(
    "a random game near a zero-sum game",
    near_zero_sum,
    "random game {n} x {n} at the distance {distance} from zero-sum, seed {seed}",
    {"n": "Strategies of each player.", "distance": "Player 2's payoffs differ by so many times random ones."} | _SEED,
    "--n 8 --distance 1/20 --seed 7",
)
FEW_PAYOFFS = strategic(
    "a random game with few different payoffs, so with many ties",
    few_payoffs,
    "random game {rows} x {columns} with {values} payoffs, seed {seed}",
    _SIZES | {"values": "Payoffs are 0, 1, …, up to one less."} | _SEED,
    "--rows 8 --columns 6 --values 3",
)
RANDOM_UNIT_VECTOR = strategic(
    "a random unit vector game",
    random_unit_vector,
    "random unit vector game {rows} x {columns}, seed {seed}",
    _SIZES | _SEED,
    "--rows 6 --columns 9",
)
