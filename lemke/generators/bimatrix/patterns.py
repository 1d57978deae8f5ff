"""Bimatrix games made by a plain rule, whose equilibria are known."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.generators.bimatrix.matrices import Bimatrix, matrix, oblong, square, strategic
from lemke.generators.checks import whole
from lemke.ground.rational import ZERO


def all_ties(rows: int = 2, columns: int = 2) -> Bimatrix:
    """Return a game with the same payoff everywhere: every profile is an equilibrium, every pure one an extreme one.

    >>> all_ties(1, 2)[0].tolist()
    [[mpq(0,1), mpq(0,1)]]
    """
    oblong(rows, columns)
    return matrix([[0] * columns] * rows), matrix([[0] * columns] * rows)


def coordination(n: int = 3) -> Bimatrix:
    """Return the n x n game where both get 1 for the same choice, else 0: 2^n − 1 equilibria, one for each support.

    >>> coordination(2)[0].tolist()
    [[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
    """
    square("n", n)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return matrix(identity), matrix(identity)


def sgc(k: int = 2) -> Bimatrix:
    """Return the game of Sandholm, Gilpin and Conitzer: one equilibrium, with supports of about half of all strategies.

    Those who try supports, small ones first or large ones first, come to it late. Both players have 4k − 1 strategies.
    Where both choose among the first 2k − 1, each gets 3/4, but 1 for the strategy that follows the other's in a circle
    and 1/2 for the one before it; the equilibrium is uniform there. Against a later strategy each of them gets 1/2, a
    later one gets nothing against them. Where both choose later ones, player 1 gets 3/4 for the strategy of player 2,
    who gets it for the partner of player 1's, 2k and 2k + 1 being partners and so on; else nothing.

    From T. Sandholm, A. Gilpin and V. Conitzer (2005), "Mixed-integer programming methods for finding Nash equilibria",
    AAAI; payoffs from 0 to 1, as in QuantEcon's ``sgc_game``.

    Parameters
    ----------
    k : int
        From 2 to 250.

    >>> [str(value) for value in sgc(2)[0][0]]
    ['3/4', '1/2', '1', '1/2', '1/2', '1/2', '1/2']
    """
    inner = 2 * whole("k", k, 2, 250) - 1
    size = 4 * k - 1
    A, B = (np.full((size, size), ZERO, dtype=object) for _ in range(2))
    circle = np.full((inner, size), mpq(1, 2), dtype=object)
    circle[:, :inner] = mpq(3, 4)
    for i in range(inner):
        circle[i, (i - 1) % inner], circle[i, (i + 1) % inner] = mpq(1), mpq(1, 2)
    A[:inner], B[:, :inner] = circle, circle.T
    for i in range(inner, size):
        A[i, i] = mpq(3, 4)
        B[i, inner + ((i - inner) ^ 1)] = mpq(3, 4)
    return A, B


ALL_TIES = strategic(
    "a game with the same payoff everywhere",
    all_ties,
    "all ties, {rows} x {columns}",
    {"rows": "Strategies of player 1.", "columns": "Strategies of player 2."},
    "--rows 3 --columns 4",
)
COORDINATION = strategic(
    "a coordination game, with an equilibrium for every set of strategies",
    coordination,
    "coordination game, {n} x {n}",
    {"n": "Strategies of each player."},
    "--n 4",
)
SGC = strategic(
    "the game of Sandholm, Gilpin and Conitzer, hard for support enumeration",
    sgc,
    "game of Sandholm, Gilpin and Conitzer, k = {k}",
    {"k": "A quarter of the strategies of each player, who have 4k - 1."},
    "--k 3",
)
