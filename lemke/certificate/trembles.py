"""Completely mixed plans near an equilibrium, which prove that it is refined."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from lemke.rational import ZERO
from lemke.sparse import Vector, vector
from lemke.values import ByValue


@dataclass(frozen=True, eq=False)
class Trembles(ByValue):
    """Completely mixed plans x(ε) and y(ε) for 0 < ε ≤ ε₀, which tend to those of an equilibrium as ε → 0.

    Attributes
    ----------
    name : str
        Of the refinement that they prove: ``quasi-perfect`` or ``normal-form-perfect``.
    epsilon : mpq
        ε₀.
    plans : (exact array, exact array)
        Polynomials, sequences x (K + 1): column k has the coefficients of εᵏ, so column 0 the limits.
    """

    name: str
    epsilon: mpq
    plans: tuple[Vector, Vector]

    def at(self, epsilon: mpq) -> tuple[Vector, Vector]:
        """Return both plans at a number ε."""
        one, two = (values(plan, epsilon) for plan in self.plans)
        return one, two


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return polynomials, given as rows of coefficients, at a number.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((each * epsilon**k for k, each in enumerate(row)), ZERO) for row in polynomials)
