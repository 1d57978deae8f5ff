"""Games whose best-reply polytopes are dual to cyclic polytopes: hard to solve, or with many equilibria.

The polytopes are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}. Equilibria are the pairs of vertices other than (0, 0)
that have all labels together (:mod:`lemke.linear.pivoting.lemke_howson`). Take the polytope that is dual to the cyclic
one of even dimension d with f vertices. Its vertices are the *Gale strings*: with the facets 0 … f − 1 in a circle, the
d facets that meet in a vertex form pairs of neighbors (Gale 1963). This determines all properties that depend on labels
alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.generators.bimatrix import Bimatrix, square


def hard_to_solve(d: int = 6) -> Bimatrix:
    """Return the d x d game of Savani and von Stengel: one equilibrium, fully mixed, at the end of long paths.

    The Lemke–Howson path of label 1 has F(3d/2 + 2) − 1 pivots, where F are the Fibonacci numbers, and all paths have
    exponentially many. Both polytopes are dual to the cyclic polytope with 2d vertices. Facet k of the second one has
    the label l'(k): l'(1) = 1, l'(d) = d, l'(k) = k + (−1)^k for other k < d, and l'(k) = k − (−1)^k for k > d.
    (R. Savani and B. von Stengel 2006, "Hard-to-solve bimatrix games", Econometrica 74.)

    The 6 x 6 game printed there has the same vertex labels and so the same paths. Its polytopes have other coordinates,
    so its equilibrium differs.

    Parameters
    ----------
    d : int
        Even, from 2 to 1000; an InputError otherwise.

    >>> A, B = hard_to_solve(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,3), mpq(-1,2)], [mpq(1,2), mpq(-1,1)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    # facets and labels count from 0 here, so odd and even change places
    inner = [k + (1 if k % 2 else -1) for k in range(1, d - 1)]
    return _two_polytopes(d, [0, *inner, d - 1, *(k ^ 1 for k in range(d, 2 * d))])


def many_equilibria(d: int = 6) -> Bimatrix:
    """Return a nondegenerate d x d game with more than 2^d − 1 equilibria for d ≥ 6.

    It has c(d/2) + c(d/2 − 1) − 1 of them with c(k) = Σᵢ C(k + i, i) C(k, i): 3, 15, 75, 383 for d = 2, 4, 6, 8. Both
    polytopes are dual to the cyclic polytope with 2d vertices. Facets 2k − 1 and 2k of the second one exchange their
    labels. (B. von Stengel 1999, "New maximal numbers of equilibria in bimatrix games", Discrete and Computational
    Geometry 21.)

    Parameters are those of :func:`hard_to_solve`.

    >>> A, B = many_equilibria(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,2), mpq(-1,1)], [mpq(1,3), mpq(-1,2)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    return _two_polytopes(d, [k ^ 1 for k in range(2 * d)])


def _even(d: int) -> None:
    """Raise an InputError for a number that is odd, less than 2 or too large."""
    if square("d", d, 2) % 2:
        raise InputError(f"d {d}, expected an even number")


def _two_polytopes(d: int, label: Sequence[int]) -> Bimatrix:
    r"""Return the game of two polytopes dual to the cyclic one of even dimension d with 2d vertices.

    Facet k = 0 … 2d − 1 has the label k in the first polytope and ``label[k]`` in the second. The origin is the vertex
    on the first d facets in the first polytope, and on the last d facets in the second, whose facets are numbered in
    reverse order.

    The first is {s ≥ 0: Rᵀ s ≤ 1}, up to constants and positive factors of the rows of R. The polar of the hull of
    points (t, t², …, t^d) for t = 0 … 2d − 1 around their mean is {1 − cₖ·z ≥ 0}. Let sᵢ be the slacks of the first d
    facets, and pᵢ(t) the product of t − tⱼ over the first d points except i. Then the last d facets are Σᵢ Rᵢₖ sᵢ ≤ 1
    with Rᵢₖ = gᵢ − M / ((tₖ − tᵢ) pᵢ(tᵢ)) and M > 0 (apply cₖ = Σ αᵢ cᵢ to the polynomials pᵢ and (t − tᵢ) pᵢ). The
    constants gᵢ and the factors M / |pᵢ(tᵢ)| of rows do not change which inequalities are tight together. This leaves
    ±1 / (tₖ − tᵢ) with the sign of −pᵢ(tᵢ). The signs alternate, and the first is +, since d is even.
    """
    R = np.array([[mpq((-1) ** i, k - i) for k in range(d, 2 * d)] for i in range(d)], dtype=object)
    A = np.empty_like(R)
    rows, columns = np.array(label[:d]), np.array(label[d:]) - d
    A[np.ix_(rows, columns)] = R[::-1, ::-1].T
    return A, R
