"""Polynomials in a small ε > 0, as rows of exact coefficients: column k has those of εᵏ."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector


def lowest_terms(polynomials: Vector) -> tuple[Integers, Vector]:
    """Return of polynomials, given as rows of coefficients, the lowest powers with a coefficient and these; 0, 0 of 0.

    >>> lowest_terms(np.array([[0, mpq(2)], [mpq(-1), 3]], dtype=object))
    (array([1, 0]), array([mpq(2,1), mpq(-1,1)], dtype=object))
    """
    orders = (polynomials != 0).argmax(axis=1)
    return orders, polynomials[np.arange(len(polynomials)), orders]


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return polynomials, given as rows of coefficients, at a number.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((coefficient * epsilon**k for k, coefficient in enumerate(row)), ZERO) for row in polynomials)


def is_nonnegative(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether the first coefficient outweighs all negative ones at ε₀: so it does for all 0 < ε ≤ ε₀."""
    order = next((k for k, coefficient in enumerate(polynomial) if coefficient), None)
    return order is None or bool(
        polynomial[order]
        + sum(min(coefficient, ZERO) * epsilon**k for k, coefficient in enumerate(polynomial[order + 1 :], 1))
        >= 0
    )


def nonnegative_up_to(polynomial: Vector) -> mpq:
    """Return a bound up to which a polynomial is nonnegative, if it is so for small ε.

    If its first coefficient a > 0 is followed by negative ones of sum −b it is so up to min(1, a/b).
    """
    first = next((coefficient for coefficient in polynomial if coefficient), ZERO)
    negative = -sum((coefficient for coefficient in polynomial if coefficient < 0), ZERO)
    return first / negative if negative else ONE


def shifted(polynomial: Vector) -> Vector:
    """Return ε times a polynomial, whose last coefficient is 0."""
    return np.append([ZERO], polynomial[:-1])


def widened(polynomials: Vector, width: int) -> Vector:
    """Return polynomials with further coefficients that are 0."""
    wide = np.full((len(polynomials), width), ZERO, dtype=object)
    wide[:, : polynomials.shape[1]] = polynomials
    return wide
