"""Completely mixed plans near an equilibrium, which prove that it is refined."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from lemke.errors import ShapeError
from lemke.ground.rational import ZERO, exact
from lemke.ground.sparse import Vector, dense, vector
from lemke.ground.values import ByValue


@dataclass(frozen=True, eq=False)
class Trembles(ByValue):
    """Completely mixed plans x(ε) and y(ε) near those of an equilibrium, for 0 < ε ≤ ε₀, which tend to them as ε → 0.

    That they are completely mixed, and all that they are to prove, is checked together with a profile: of
    ``quasi-perfect`` for all ε up to ε₀, of ``normal-form-perfect`` at ε₀ and 0 alone, as that proves it.

    Attributes
    ----------
    name : str
        Of the refinement that they prove: ``quasi-perfect`` or ``normal-form-perfect``.
    epsilon : mpq
        ε₀.
    plans : (exact array, exact array)
        Polynomials, sequences x (K + 1): column k has the coefficients of εᵏ, so column 0 the limits.

    Raises
    ------
    ShapeError
        Unless there are two plans of two dimensions, with a coefficient at least for every sequence.
    NumberError
        For numbers that are not exact.

    >>> Trembles("quasi-perfect", "1/2", ([[1, 0]], [[1, 0], ["1", -1], [0, 1]])).at("1/3")[1]
    array([mpq(1,1), mpq(2,3), mpq(1,3)], dtype=object)
    """

    name: str
    epsilon: mpq
    plans: tuple[Vector, Vector]

    def __post_init__(self) -> None:
        if len(self.plans) != 2:
            raise ShapeError(f"plans of {len(self.plans)} players near an equilibrium, expected 2")
        object.__setattr__(self, "epsilon", exact(self.epsilon))
        plans = tuple(
            dense(f"the plan of player {k} near an equilibrium", each, 2) for k, each in enumerate(self.plans, 1)
        )
        object.__setattr__(self, "plans", plans)
        super().__post_init__()

    def at(self, epsilon: object) -> tuple[Vector, Vector]:
        """Return both plans at a number ε, which must be exact.

        They are realization plans for 0 < ε ≤ ε₀ if the plans prove an equilibrium to be quasi-perfect, and at 0 and ε₀
        if normal-form perfect.
        """
        number = exact(epsilon)
        one, two = (values(plan, number) for plan in self.plans)
        return one, two


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return polynomials, given as rows of coefficients, at a number.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((each * epsilon**k for k, each in enumerate(row)), ZERO) for row in polynomials)
