"""Polynomials in a small ε > 0, as rows of exact coefficients: column k has the coefficients of εᵏ."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector


def lowest_terms(polynomials: Vector) -> tuple[Integers, Vector]:
    """Return the order and the coefficient of the lowest term of each row; (0, 0) for the polynomial 0.

    >>> lowest_terms(np.array([[0, mpq(2)], [mpq(-1), 3]], dtype=object))
    (array([1, 0]), array([mpq(2,1), mpq(-1,1)], dtype=object))
    """
    orders = (polynomials != 0).argmax(axis=1)
    return orders, polynomials[np.arange(len(polynomials)), orders]


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return the value of every polynomial at ``epsilon``; polynomials are rows of coefficients.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((coefficient * epsilon**k for k, coefficient in enumerate(row)), ZERO) for row in polynomials)


def is_nonnegative(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether the lowest term outweighs all negative terms at ``epsilon``, and so for all smaller ε > 0, too.

    If so, the polynomial is nonnegative up to ``epsilon``. A polynomial may be nonnegative although this test fails,
    because the test ignores positive terms of higher order. The polynomial 0 passes.
    """
    order = next((k for k, coefficient in enumerate(polynomial) if coefficient), None)
    if order is None:
        return True
    further = enumerate(polynomial[order + 1 :], 1)  # all terms are divided by ε to the lowest order
    return bool(polynomial[order] + sum(min(coefficient, ZERO) * epsilon**k for k, coefficient in further) >= 0)


def nonnegative_up_to(polynomial: Vector) -> mpq:
    """Return an ε₀ such that a polynomial is nonnegative for 0 ≤ ε ≤ min(ε₀, 1); it must be nonnegative for small ε.

    ε₀ is a/b, where a > 0 is the coefficient of the lowest term and −b the sum of all negative coefficients; 1 if none
    is negative.
    """
    first = next((coefficient for coefficient in polynomial if coefficient), ZERO)
    negative = -sum((coefficient for coefficient in polynomial if coefficient < 0), ZERO)
    return first / negative if negative else ONE


def shifted(polynomial: Vector) -> Vector:
    """Return ε times a polynomial whose last coefficient is 0, so that the number of coefficients stays the same."""
    return np.append([ZERO], polynomial[:-1])


def widened(polynomials: Vector, width: int) -> Vector:
    """Return polynomials with ``width`` coefficients each, padded with zeros."""
    padded = np.full((len(polynomials), width), ZERO, dtype=object)
    padded[:, : polynomials.shape[1]] = polynomials
    return padded
