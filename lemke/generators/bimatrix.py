"""Families of bimatrix games: functions that return exact matrices (A, B) of one shape.

A has the payoffs of player 1, who chooses rows; B has the payoffs of player 2.

Two families are hard to solve, or have many equilibria: their best-reply polytopes are dual to cyclic polytopes. The
best-reply polytopes of a bimatrix game are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. If the game is
nondegenerate, the equilibria are the pairs (x, y) ≠ (0, 0) of vertices that together have all labels, up to positive
factors of x and y (:mod:`lemke.linear.pivoting.lemke_howson`). The dual of the cyclic polytope of even dimension d with
f vertices has f facets, and d facets meet in each vertex of the dual. These sets of d facets are the *Gale strings*: on
a circle of the facets 0, …, f − 1, the d facets form pairs of neighbors (Gale 1963). The Gale strings and the labels of
the facets determine the equilibria and the Lemke–Howson paths.
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


def hard_to_solve(d: int = 6) -> Bimatrix:
    """Return the d x d game of Savani and von Stengel: its only equilibrium is at the end of exponentially long paths.

    The equilibrium is fully mixed. The Lemke–Howson path of label 1 has F(3d/2 + 2) − 1 pivots, where F are the
    Fibonacci numbers, F(1) = F(2) = 1; the paths of the other labels are exponentially long, too. Both polytopes are
    dual to the cyclic polytope with 2d vertices. Facet k = 1, …, 2d has the label k in the first polytope, and in the
    second the label l'(k): l'(1) = 1, l'(d) = d, l'(k) = k + (−1)^k for the other k < d, and l'(k) = k − (−1)^k for
    k > d. (R. Savani and B. von Stengel 2006, "Hard-to-solve bimatrix games", Econometrica 74.)

    The 6 x 6 game printed in this article has the same labels of vertices as ``hard_to_solve(6)``, and so the same
    paths. The polytopes of the printed game have other coordinates, so the equilibrium is different.

    Parameters
    ----------
    d : int
        Number of strategies of each player, even, from 2 to 1000.

    >>> A, B = hard_to_solve(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,3), mpq(-1,2)], [mpq(1,2), mpq(-1,1)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _check_even(d)
    # facets and labels count from 0 here, so odd and even are exchanged; k ^ 1 exchanges 2i and 2i + 1
    labels_2_to_d = [k + (1 if k % 2 else -1) for k in range(1, d - 1)]
    return _two_polytopes(d, [0, *labels_2_to_d, d - 1, *(k ^ 1 for k in range(d, 2 * d))])


def many_equilibria(d: int = 6) -> Bimatrix:
    """Return a nondegenerate d x d game with more than 2^d − 1 equilibria for d ≥ 6.

    There are c(d/2) + c(d/2 − 1) − 1 equilibria with c(k) = Σᵢ C(k + i, i) C(k, i): 3, 15, 75, 383 for d = 2, 4, 6, 8.
    Both polytopes are dual to the cyclic polytope with 2d vertices. In the second polytope, facets 2k − 1 and 2k
    exchange their labels. (B. von Stengel 1999, "New maximal numbers of equilibria in bimatrix games", Discrete and
    Computational Geometry 21.)

    Parameters are those of :func:`hard_to_solve`.

    >>> A, B = many_equilibria(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,2), mpq(-1,1)], [mpq(1,3), mpq(-1,2)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _check_even(d)
    return _two_polytopes(d, [k ^ 1 for k in range(2 * d)])  # k ^ 1 exchanges 2i and 2i + 1: labels count from 0 here


def _check_even(d: int) -> None:
    """Raise an InputError if d is odd, less than 2 or too large."""
    if square("d", d, 2) % 2:
        raise InputError(f"d {d}, expected an even number")


def _two_polytopes(d: int, label: Sequence[int]) -> Bimatrix:
    r"""Return the game whose two polytopes are dual to the cyclic polytope of even dimension d with 2d vertices.

    Facet k = 0, …, 2d − 1 has the label k in the first polytope and ``label[k]`` in the second. In the first polytope,
    the origin is the vertex on the first d facets. The facets of the second polytope are numbered in reverse order;
    there the origin is the vertex on the last d facets.

    The first polytope is {s ≥ 0: Rᵀ s ≤ 1} for this matrix R. Take the points (t, t², …, t^d) for t = 0, …, 2d − 1,
    shifted so that their mean is the origin: these are the vertices cₖ of the cyclic polytope, and its dual is
    {z: cₖ·z ≤ 1 for all k}. Let sᵢ = 1 − cᵢ·z be the slacks of the first d facets, and pᵢ(t) the product of t − tⱼ over
    the first d points except i. Then the last d facets are Σᵢ Rᵢₖ sᵢ ≤ 1 with Rᵢₖ = gᵢ − M / ((tₖ − tᵢ) pᵢ(tᵢ)) for
    some M > 0 (apply cₖ = Σ αᵢ cᵢ to the polynomials pᵢ and (t − tᵢ) pᵢ). Row i of R has the constant gᵢ and the factor
    M / |pᵢ(tᵢ)| > 0. They do not affect which inequalities are tight together, so they are left out: Rᵢₖ becomes
    ±1 / (tₖ − tᵢ) with the sign of −pᵢ(tᵢ). The signs alternate with i; the first is +, since d is even.
    """
    R = np.array([[mpq((-1) ** i, k - i) for k in range(d, 2 * d)] for i in range(d)], dtype=object)
    A = np.empty_like(R)
    # reversed, because the second polytope numbers its facets in reverse order; then permuted by their labels
    rows, columns = np.array(label[:d]), np.array(label[d:]) - d
    A[np.ix_(rows, columns)] = R[::-1, ::-1].T
    return A, R


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    """Return rows of exact numbers as a two-dimensional array."""
    return np.array([vector(row) for row in rows], dtype=object)


def square(name: str, size: int, least: int = 1) -> int:
    """Return the size of a square game; raise an InputError unless ``least`` ≤ size ≤ MOST_STRATEGIES."""
    return whole_number(name, size, least, MOST_STRATEGIES)
