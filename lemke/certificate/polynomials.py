"""Polynomials in a small ε > 0, as rows of exact coefficients: column k has those of εᵏ."""

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
    """Return the values at a number of polynomials, given as rows of coefficients.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((coefficient * epsilon**k for k, coefficient in enumerate(row)), ZERO) for row in polynomials)


def is_nonnegative(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether the lowest coefficient outweighs all negative ones at ε₀; then it does for all 0 < ε ≤ ε₀.

    Sufficient, not necessary: positive terms of higher order are not counted.
    """
    order = next((k for k, coefficient in enumerate(polynomial) if coefficient), None)
    return order is None or bool(
        polynomial[order]
        + sum(min(coefficient, ZERO) * epsilon**k for k, coefficient in enumerate(polynomial[order + 1 :], 1))
        >= 0
    )


def nonnegative_up_to(polynomial: Vector) -> mpq:
    """Return a number up to which a polynomial is nonnegative, if it is for small ε; numbers above 1 count as 1.

    It is a/b, if the lowest coefficient is a > 0 and the negative ones have the sum −b.
    """
    first = next((coefficient for coefficient in polynomial if coefficient), ZERO)
    negative = -sum((coefficient for coefficient in polynomial if coefficient < 0), ZERO)
    return first / negative if negative else ONE


def shifted(polynomial: Vector) -> Vector:
    """Return ε times a polynomial, whose last coefficient is 0."""
    return np.append([ZERO], polynomial[:-1])


def widened(polynomials: Vector, width: int) -> Vector:
    """Return polynomials padded with zero coefficients to a width."""
    wide = np.full((len(polynomials), width), ZERO, dtype=object)
    wide[:, : polynomials.shape[1]] = polynomials
    return wide
