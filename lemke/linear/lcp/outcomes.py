"""What becomes of a problem: solutions, rays, and proofs that nothing is feasible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gmpy2 import mpq

from lemke.ground.document import Tabular
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table, sympy_number
from lemke.ground.values import ByValue

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, eq=False)
class Solution(ByValue, Tabular):
    """z and w that solve a problem.

    Attributes
    ----------
    z, w : exact vectors of n numbers
    basis : tuple of int
        Codes of the basic variables (see :meth:`LCP.variable`), ascending.
    pivots : int
        Length of the path.
    bits : int
        From exact tableaux, the size of the largest basis determinant met on the path, that of the scaled integer
        tableau; from the guided kernel that of the longest denominator of z.
    """

    z: Vector
    w: Vector
    basis: tuple[int, ...]
    pivots: int
    bits: int

    @property
    def solved(self) -> bool:
        """True, as of no other outcome: a ray's z is where it starts, and solves nothing."""
        return True

    def to_table(self) -> Table:
        """Return z and w, a row per pair."""
        return _pairs(self.z, self.w)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return z and w as columns of sympy's exact rationals."""
        return _column(self.z), _column(self.w)


@dataclass(frozen=True, eq=False)
class Ray(ByValue, Tabular):
    """The path ended in a ray: (z, z0) + t (direction, direction_z0) is complementary and feasible for all t ≥ 0.

    If M is copositive-plus and d > 0, its direction proves that q + M z ≥ 0, z ≥ 0 has no solution (Lemke 1965;
    Cottle, Pang, Stone 1992, section 4.4); :func:`lemke.linear.lcp.infeasibility` tests whether it does, whatever M is.
    """

    z: Vector
    z0: mpq
    direction: Vector
    direction_z0: mpq
    pivots: int
    bits: int

    @property
    def solved(self) -> bool:
        """False."""
        return False

    def to_table(self) -> Table:
        """Return z and its direction, z0 in the last row."""
        rows = zip(range(1, len(self.z) + 1), self.z, self.direction, strict=True)
        return Table(("", "z", "direction"), (*rows, ("z0", self.z0, self.direction_z0)), index=1)


@dataclass(frozen=True, eq=False)
class Infeasibility(ByValue):
    """No z fulfils the inequalities of a problem, so it has no solution: a proof by Farkas' lemma (1902).

    The multipliers v have v ≥ 0, Mᵀv ≤ 0 and q·v < 0; then v·(q + M z) < 0 for all z ≥ 0, and q + M z ≥ 0 is
    impossible. Where index i is free, vᵢ has no sign and (Mᵀv)ᵢ = 0.

    Attributes
    ----------
    multipliers : exact vector of n numbers
    pivots : int
        Made before they were found.
    """

    multipliers: Vector
    pivots: int = 0

    @property
    def solved(self) -> bool:
        """False."""
        return False


@dataclass(frozen=True, eq=False)
class Feasible(ByValue, Tabular):
    """z and w = q + M z that fulfil all conditions of a problem but complementarity, zᵢ wᵢ = 0."""

    z: Vector
    w: Vector

    def to_table(self) -> Table:
        """Return z and w, a row per pair."""
        return _pairs(self.z, self.w)


@dataclass(frozen=True, slots=True)
class Defect:
    """A condition that an alleged outcome breaks: which, at which index (from 0), and the number found there."""

    condition: str
    index: int
    value: mpq

    def __str__(self) -> str:
        return f"{self.condition} fails at index {self.index + 1}: {text(self.value)}"


def _pairs(z: Vector, w: Vector) -> Table:
    return Table(("", "z", "w"), tuple(zip(range(1, len(z) + 1), z, w, strict=True)), index=1)


def _column(values: Vector) -> sympy.Matrix:
    import sympy

    return sympy.Matrix([sympy_number(value) for value in values])
