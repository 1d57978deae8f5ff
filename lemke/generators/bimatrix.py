"""Families of bimatrix games, as pairs of exact matrices: hard, rich in equilibria, random, degenerate.

Every family returns (A, B), m x n arrays of ``mpq``: the payoffs of player 1, who chooses rows, and of player 2.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError
from lemke.generators.checks import whole
from lemke.rational import exact
from lemke.sparse import vector

Matrix: TypeAlias = NDArray[np.object_]
Bimatrix: TypeAlias = tuple[Matrix, Matrix]


def hard_to_solve(d: int = 6) -> Bimatrix:
    """Return the d x d game of Savani and von Stengel: one equilibrium, fully mixed, at the end of long paths.

    The Lemke–Howson path of label 1 has F(3d/2 + 2) − 1 pivots (F Fibonacci's numbers), and all paths have
    exponentially many. Both polytopes are dual to the cyclic polytope with 2d vertices. Facet k of the second one has
    the label l'(k): 1 and d stay, others of the first half swap, l'(k) = k + (−1)^k; in the last half
    l'(k) = k − (−1)^k. (R. Savani and B. von Stengel 2006, "Hard-to-solve bimatrix games", Econometrica 74.)

    The 6 x 6 game printed there has the same vertex labels, so the same paths; its polytopes are realized otherwise,
    and so its equilibrium is another.

    Parameters
    ----------
    d : int
        Even, at least 2.

    >>> A, B = hard_to_solve(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,3), mpq(-1,2)], [mpq(1,2), mpq(-1,1)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    inner = [k + (1 if k % 2 else -1) for k in range(1, d - 1)]
    return _dual_cyclic(d, [0, *inner, d - 1, *(k ^ 1 for k in range(d, 2 * d))])


def many_equilibria(d: int = 6) -> Bimatrix:
    """Return a nondegenerate d x d game with more than 2^d − 1 equilibria, for d = 6 and beyond.

    It has c(d/2) + c(d/2 − 1) − 1 of them, c(k) = Σᵢ C(k + i, i) C(k, i): 3, 15, 75, 383 for d = 2, 4, 6, 8. Both
    polytopes are dual to the cyclic polytope with 2d vertices; facets 2k − 1 and 2k of the second one swap their
    labels. (B. von Stengel 1999, "New maximal numbers of equilibria in bimatrix games", Discrete and Computational
    Geometry 21.)

    Parameters
    ----------
    d : int
        Even, at least 2.

    >>> A, B = many_equilibria(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,2), mpq(-1,1)], [mpq(1,3), mpq(-1,2)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    return _dual_cyclic(d, [k ^ 1 for k in range(2 * d)])


def von_stengel_6x6() -> Bimatrix:
    """Return the 6 x 6 game with 75 equilibria in the integers of B. von Stengel (1999), see :func:`many_equilibria`.

    >>> von_stengel_6x6()[0][0].tolist()
    [mpq(9504,1), mpq(-660,1), mpq(19976,1), mpq(-20526,1), mpq(1776,1), mpq(-8976,1)]
    """
    A = [
        [9504, -660, 19976, -20526, 1776, -8976],
        [-111771, 31680, -130944, 168124, -8514, 52764],
        [397584, -113850, 451176, -586476, 29216, -178761],
        [171204, -45936, 208626, -263076, 14124, -84436],
        [1303104, -453420, 1227336, -1718376, 72336, -461736],
        [737154, -227040, 774576, -1039236, 48081, -300036],
    ]
    B = [
        [72336, 48081, 29216, 14124, 1776, -8514],
        [-461736, -300036, -178761, -84436, -8976, 52764],
        [1227336, 774576, 451176, 208626, 19976, -130944],
        [-1718376, -1039236, -586476, -263076, -20526, 168124],
        [1303104, 737154, 397584, 171204, 9504, -111771],
        [-453420, -227040, -113850, -45936, -660, 31680],
    ]
    return _matrix(A), _matrix(B)


def coordination(n: int = 3) -> Bimatrix:
    """Return the n x n game where both get 1 for the same choice, else 0: 2^n − 1 equilibria, one for each support.

    >>> coordination(2)[0].tolist()
    [[mpq(1,1), mpq(0,1)], [mpq(0,1), mpq(1,1)]]
    """
    whole("n", n, 1)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return _matrix(identity), _matrix(identity)


def random_bimatrix(rows: int = 5, columns: int = 5, seed: int = 0, least: int = -100, most: int = 100) -> Bimatrix:
    """Return a game with random integer payoffs from ``least`` to ``most``, the same for the same seed everywhere.

    >>> A, B = random_bimatrix(2, 3, seed=1)
    >>> A.shape, B.shape
    ((2, 3), (2, 3))
    """
    _sizes(rows, columns)
    if not least <= most:
        raise InputError(f"payoffs from {least} to {most}, expected the lesser one first")
    source = _source(seed)
    payoffs = [source.randint(least, most) for _ in range(2 * rows * columns)]
    A, B = _matrix([payoffs]).reshape(2, rows, columns)
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
    A, R = random_bimatrix(n, n, seed)
    return A, R * exact(distance) - A


def all_ties(rows: int = 2, columns: int = 2) -> Bimatrix:
    """Return a game with the same payoff everywhere: every profile is an equilibrium, every pure one an extreme one.

    >>> all_ties(1, 2)[0].tolist()
    [[mpq(0,1), mpq(0,1)]]
    """
    _sizes(rows, columns)
    return _matrix([[0] * columns] * rows), _matrix([[0] * columns] * rows)


def few_payoffs(rows: int = 5, columns: int = 5, values: int = 2, seed: int = 0) -> Bimatrix:
    """Return a random game with payoffs 0, 1, …, ``values`` − 1: degenerate almost surely where these are few.

    >>> sorted({int(value) for matrix in few_payoffs(values=2) for value in matrix.ravel()})
    [0, 1]
    """
    whole("values", values, 1)
    return random_bimatrix(rows, columns, seed, 0, values - 1)


def winkels() -> Bimatrix:
    """Return Winkels' degenerate 6 x 2 game with 12 extreme equilibria (H.-M. Winkels 1979).

    In "An algorithm to determine all equilibrium points of a bimatrix game", in O. Moeschlin and D. Pallaschke (eds.),
    Game Theory and Related Topics.

    >>> winkels()[0].shape
    (6, 2)
    """
    A: list[list[object]] = [[1, 3], [1, 3], [3, 1], [3, 1], ["5/2", "5/2"], ["5/2", "5/2"]]
    B = [[1, 2], [0, -1], [-2, 2], [4, -1], [-1, 6], [6, -1]]
    return _matrix(A), _matrix(B)


def two_components() -> Bimatrix:
    """Return a degenerate 3 x 2 game with 3 extreme equilibria in 2 components.

    From B. von Stengel (2007), "Equilibrium computation for two-player games in strategic and extensive form", in
    Algorithmic Game Theory.

    >>> two_components()[1].tolist()[0]
    [mpq(3,1), mpq(3,1)]
    """
    return _matrix([[3, 3], [2, 5], [0, 6]]), _matrix([[3, 3], [2, 6], [3, 1]])


BIMATRIX_FAMILIES: dict[str, tuple[str, Callable[..., Bimatrix]]] = {
    "all-ties": ("the same payoff everywhere", all_ties),
    "coordination": ("1 for the same choice, else 0; 2^n − 1 equilibria", coordination),
    "few-payoffs": ("random, with few different payoffs", few_payoffs),
    "hard-to-solve": ("Savani and von Stengel (2006): long Lemke–Howson paths", hard_to_solve),
    "many-equilibria": ("von Stengel (1999): more than 2^d − 1 equilibria", many_equilibria),
    "near-zero-sum": ("random, near a zero-sum game", near_zero_sum),
    "random": ("random integer payoffs", random_bimatrix),
    "two-components": ("von Stengel (2007): a degenerate 3 x 2 game", two_components),
    "von-stengel-6x6": ("von Stengel (1999): 75 equilibria, in integers", von_stengel_6x6),
    "winkels": ("Winkels (1979): a degenerate 6 x 2 game", winkels),
}
"""The families: name → (one line, function from the parameters)."""


def _dual_cyclic(d: int, label: Sequence[int]) -> Bimatrix:
    r"""Return the game of two polytopes dual to the cyclic one with 2d vertices, d even.

    Facet k = 0 … 2d − 1 has the label k in the first polytope, which has the vertex on the first d facets at the
    origin, and ``label[k]`` in the second, which has that on the last d facets there.

    The polar of the hull of points (t, t², …, t^d) for t = 1 … 2d around their mean is {1 − cₖ·z ≥ 0}. In the slacks sᵢ
    of the d facets at the origin, the others say Rₖ·s ≤ 1 with Rₖᵢ = gᵢ − M / ((tₖ − tᵢ) pᵢ(tᵢ)), pᵢ(t) the product of
    t − tⱼ over the others of the d, and M > 0 (apply cₖ = Σ αᵢ cᵢ to the polynomials pᵢ and (t − tᵢ) pᵢ). The constants
    gᵢ and the factors M / |pᵢ(tᵢ)| of columns do not change which inequalities are tight together. What remains is
    ±1 / (tₖ − tᵢ), the sign that of −pᵢ(tᵢ), which alternates.
    """
    A, B = (np.full((d, d), mpq(0), dtype=object) for _ in range(2))
    for i in range(d):
        for k in range(d, 2 * d):
            B[i, k - d] = mpq((-1) ** i, k - i)
            A[label[i], label[k] - d] = mpq((-1) ** (k + 1), k - i)
    return A, B


def _even(d: int) -> None:
    whole("d", d, 2)
    if d % 2:
        raise InputError(f"d {d}, expected an even number")


def _sizes(rows: int, columns: int) -> None:
    whole("rows", rows, 1)
    whole("columns", columns, 1)


def _source(seed: int) -> random.Random:
    if not isinstance(seed, int) or seed < 0:
        raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")
    return random.Random(seed)


def _matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    return np.array([vector(row) for row in rows], dtype=object)
