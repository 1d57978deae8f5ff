"""Games whose best-reply polytopes are dual to cyclic polytopes: hard to solve, or with many equilibria.

The best-reply polytopes of a bimatrix game are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. If the game is
nondegenerate, the equilibria are the pairs (x, y) ≠ (0, 0) of vertices that together have all labels, up to positive
factors of x and y (:mod:`lemke.linear.pivoting.lemke_howson`).

The dual of the cyclic polytope of even dimension d with f vertices has f facets, and d facets meet in each vertex of
the dual. These sets of d facets are the *Gale strings*: on a circle of the facets 0, …, f − 1, the d facets form pairs
of neighbors (Gale 1963). The Gale strings and the labels of the facets determine the equilibria and the Lemke–Howson
paths.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.generators.bimatrix import Bimatrix, square


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
