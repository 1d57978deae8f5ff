"""Elements of sympy's field of fractions of ℤ[t, …]: what is needed of them beside arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.ground.rational import ZERO

Function: TypeAlias = Any
"""A rational function: numerator and denominator in lowest terms, with whole coefficients."""
Polynomial: TypeAlias = Any
"""A numerator or denominator: an element of the ring of polynomials."""
Place: TypeAlias = tuple[mpq, ...]
"""A value for every parameter, in their order."""


def rational(coefficient: Any) -> mpq:
    """Return a coefficient, whatever sympy holds it as."""
    return mpq(int(coefficient))


def evaluate(polynomial: Polynomial, place: Sequence[mpq]) -> mpq:
    """Return the value of a polynomial at a place, exact."""
    if len(place) == 1:
        (at,) = place
        total = ZERO
        for coefficient in polynomial.to_dense():
            total = total * at + coefficient
        return total
    total = ZERO
    for powers, coefficient in polynomial.terms():
        term = mpq(coefficient)
        for value, power in zip(place, powers, strict=True):
            if power:
                term *= value**power
        total += term
    return total


def product(polynomial: Polynomial) -> Any:
    """Return a polynomial as a product of its irreducible factors, an expression of sympy."""
    import sympy

    if not polynomial:
        return sympy.Integer(0)
    coefficient, factors = polynomial.factor_list()
    whole = sympy.Integer(int(coefficient))
    return sympy.Mul(whole, *(sympy.Pow(factor.as_expr(), power) for factor, power in factors))


def is_constant(function: Function) -> bool:
    """Return whether a function depends on no parameter."""
    return bool(function.numer.is_ground and function.denom.is_ground)
