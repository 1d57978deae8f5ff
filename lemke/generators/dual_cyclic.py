"""Games whose best-reply polytopes are dual to cyclic polytopes: hard to solve, or with many equilibria.

The polytopes are P = {x ≥ 0: Bᵀ x ≤ 1} and Q = {y ≥ 0: A y ≤ 1}, and equilibria are pairs of vertices that have all
labels together, (0, 0) aside (:mod:`lemke.linear.pivoting.lemke_howson`). A vertex of the polytope dual to the cyclic
one of even dimension d with f vertices is a *Gale string*: facets 0 … f − 1 stand in a circle, and the d of them that
meet in the vertex come in pairs of neighbours (Gale 1963). So everything is known that depends on labels alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.generators.bimatrix import Bimatrix, square


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
        Even, from 2 to 1000.

    Raises
    ------
    InputError
        No such d.

    >>> A, B = hard_to_solve(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,3), mpq(-1,2)], [mpq(1,2), mpq(-1,1)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    inner = [k + (1 if k % 2 else -1) for k in range(1, d - 1)]
    return _two_polytopes(d, [0, *inner, d - 1, *(k ^ 1 for k in range(d, 2 * d))])


def many_equilibria(d: int = 6) -> Bimatrix:
    """Return a nondegenerate d x d game with more than 2^d − 1 equilibria, for d = 6 and beyond.

    It has c(d/2) + c(d/2 − 1) − 1 of them, c(k) = Σᵢ C(k + i, i) C(k, i): 3, 15, 75, 383 for d = 2, 4, 6, 8. Both
    polytopes are dual to the cyclic polytope with 2d vertices; facets 2k − 1 and 2k of the second one swap their
    labels. (B. von Stengel 1999, "New maximal numbers of equilibria in bimatrix games", Discrete and Computational
    Geometry 21.)

    Parameters
    ----------
    d : int
        Even, from 2 to 1000.

    Raises
    ------
    InputError
        No such d.

    >>> A, B = many_equilibria(2)
    >>> A.tolist(), B.tolist()
    ([[mpq(1,2), mpq(-1,1)], [mpq(1,3), mpq(-1,2)]], [[mpq(1,2), mpq(1,3)], [mpq(-1,1), mpq(-1,2)]])
    """
    _even(d)
    return _two_polytopes(d, [k ^ 1 for k in range(2 * d)])


def _even(d: int) -> None:
    """Refuse a number that is odd, less than 2, or makes a game too large."""
    if square("d", d, 2) % 2:
        raise InputError(f"d {d}, expected an even number")


def _two_polytopes(d: int, label: Sequence[int]) -> Bimatrix:
    r"""Return the game of two polytopes dual to the cyclic one of even dimension d with 2d vertices.

    Facet k = 0 … 2d − 1 has the label k in the first, whose vertex on the first d facets is the origin, and
    ``label[k]`` in the second, whose vertex on the last d facets is, as if they were counted from the other end.

    The first is {s ≥ 0: Rᵀ s ≤ 1}, up to constants and positive factors of the rows of R. The polar of the hull of
    points (t, t², …, t^d) for t = 0 … 2d − 1 around their mean is {1 − cₖ·z ≥ 0}. In the slacks sᵢ of the first d
    facets, the others say Σᵢ Rᵢₖ sᵢ ≤ 1 with Rᵢₖ = gᵢ − M / ((tₖ − tᵢ) pᵢ(tᵢ)), pᵢ(t) the product of t − tⱼ over the
    others of the d, and M > 0 (apply cₖ = Σ αᵢ cᵢ to the polynomials pᵢ and (t − tᵢ) pᵢ). The constants gᵢ and the
    factors M / |pᵢ(tᵢ)| of rows do not change which inequalities are tight together. What remains is ±1 / (tₖ − tᵢ),
    the sign that of −pᵢ(tᵢ), which alternates from + on since d is even.
    """
    R = np.array([[mpq((-1) ** i, k - i) for k in range(d, 2 * d)] for i in range(d)], dtype=object)
    A = np.empty_like(R)
    rows, columns = np.array(label[:d]), np.array(label[d:]) - d
    A[np.ix_(rows, columns)] = R[::-1, ::-1].T
    return A, R
