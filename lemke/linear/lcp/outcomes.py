"""The outcomes of an LCP and their exact checks: solutions, rays, and proofs that the problem is infeasible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.ground.rational import exact, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, exact_dot, vector, zeros
from lemke.ground.table import Table
from lemke.linear.lcp.problem import LCP, column

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, eq=False)
class Feasible(ByValue, Result):
    """z and w = q + M z that meet all conditions of a problem, except perhaps complementarity, zᵢ wᵢ = 0."""

    z: Vector
    w: Vector

    def to_table(self) -> Table:
        """Return z and w, a row per pair."""
        return Table(("", "z", "w"), [*_numbered(self.z, self.w)], index=1)


@dataclass(frozen=True, eq=False)
class Solution(Feasible):
    """z and w that solve a problem.

    Attributes
    ----------
    z, w : exact vectors of n numbers
        :func:`lemke.linear.pivoting.follow`, where q is a polynomial of degree K in a symbol ε, returns arrays with n
        rows instead, which have the coefficients of 1, ε, …, εᴷ.
    basis : tuple of int
        Codes of the basic variables (see :meth:`LCP.variable`), ascending.
    pivots : int
        Number of pivots on the path.
    bits : int
        From exact tableaux: size in bits of the largest basis determinant on the path, in the scaled integer tableau.
        From the guided kernel: size in bits of the longest denominator of z.
    """

    basis: tuple[int, ...]
    pivots: int
    bits: int

    solved = True
    """True for solutions only: a ray also has a z, the point where the ray starts, which is no solution."""

    def to_table(self) -> Table:
        """Return z and w, a row per pair."""
        pivots = f"{self.pivots} pivot{'s' * (self.pivots != 1)}"
        return replace(super().to_table(), notes=[f"Solved and proved exactly; {pivots}."])

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return z and w as columns of sympy's exact rationals."""
        return column(self.z).to_sympy(), column(self.w).to_sympy()


@dataclass(frozen=True, eq=False)
class Infeasibility(ByValue):
    """A proof by Farkas' lemma (1902) that a problem has no solution, as no z satisfies its inequalities.

    The n multipliers v have v ≥ 0, Mᵀv ≤ 0 and q·v < 0. Then v·(q + M z) < 0 for all
    z ≥ 0, so q + M z ≥ 0 is impossible. If index i is free, vᵢ may be negative and (Mᵀv)ᵢ = 0.
    """

    multipliers: Vector


@dataclass(frozen=True, eq=False)
class Ray(ByValue, Result):
    """The path ended in a ray: (z, z0) + t (direction, direction_z0) is complementary and feasible for all t ≥ 0.

    If M is copositive-plus and d > 0, ``direction`` proves that q + M z ≥ 0, z ≥ 0 has no solution (Lemke 1965; Cottle,
    Pang, Stone 1992, section 4.4). For any M, :func:`lemke.linear.lcp.infeasibility` tests whether it is such a proof.
    ``pivots`` and ``bits`` are as in :class:`Solution`; the guided kernel's ``bits`` include the denominator of z0.
    :func:`lemke.solve_lcp` adds the ``proof``: that the problem is infeasible, or a feasible z; with a feasible z, it
    remains open whether there is a solution.
    """

    z: Vector
    z0: mpq
    direction: Vector
    direction_z0: mpq
    pivots: int
    bits: int
    proof: Infeasibility | Feasible | None = None

    solved = False

    def to_table(self) -> Table:
        """Return z and its direction, with z0 in the last row, and the multipliers v or the feasible z of the proof."""
        name, numbers, note = "", zeros(len(self.z)), "The path ended in a ray, which proves nothing by itself."
        if isinstance(self.proof, Infeasibility):
            name, numbers = "v", self.proof.multipliers
            note = "No solution: v >= 0, M'v <= 0 and q.v < 0 prove it; at free indices, M'v = 0 and v has any sign."
        elif isinstance(self.proof, Feasible):
            name, numbers = "feasible z", self.proof.z
            note = "No solution found: the path ended in a ray, which proves nothing by itself; a feasible z exists."
        width = 4 if name else 3
        rows = [*_numbered(self.z, self.direction, numbers), ("z0", self.z0, self.direction_z0, None)]
        return Table(("", "z", "direction", name)[:width], [row[:width] for row in rows], notes=[note], index=1)


def _numbered(*vectors: Vector) -> Iterator[tuple[object, ...]]:
    return zip(range(1, len(vectors[0]) + 1), *vectors, strict=True)


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a path, or the basis at the end of a path, led to no outcome; and the number of pivots."""

    reason: str
    pivots: int


@dataclass(frozen=True, slots=True)
class Defect:
    """A condition that an alleged outcome breaks; the index (from 0) where it breaks, if any, and the number there."""

    condition: str
    index: int | None = None
    value: mpq | None = None

    def __str__(self) -> str:
        place = "" if self.index is None else f" at index {self.index + 1}"
        number = "" if self.value is None else f": {text(self.value)}"
        return f"{self.condition} fails{place}{number}"

    @classmethod
    def first(cls, condition: str, broken: NDArray[Any], values: Vector) -> Defect | None:
        """Return the defect, with its value, at the first index where ``broken`` is true; None if it is never true."""
        places = broken.nonzero()[0]
        return cls(condition, int(places[0]), values[places[0]]) if len(places) else None

    @classmethod
    def unless(cls, fulfilled: bool, condition: str, value: mpq | None = None) -> Defect | None:
        """Return the defect of a condition that has no index, unless it is fulfilled."""
        return None if fulfilled else cls(condition, None, value)


def check(problem: LCP, outcome: Feasible | Ray | Infeasibility) -> Defect | None:
    """Test every condition of an outcome in exact arithmetic; return the first broken condition, or None.

    Raises NumberError for floats.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> check(problem, Solution(vector(["4/3", "7/3"]), vector([0, 0]), (0, 1), 2, 2)) is None
    True
    >>> print(check(problem, Solution(vector([1, 3]), vector([0, 1]), (0, 1), 2, 2)))
    zw = 0 fails at index 2: 3
    """
    if isinstance(outcome, Infeasibility):
        first = second = vector(outcome.multipliers)  # `vector` refuses floats
    else:
        first, second = vector(outcome.z), vector(outcome.direction if isinstance(outcome, Ray) else outcome.w)
    if len(first) != problem.size or len(second) != problem.size:
        return Defect("the number of variables", None, mpq(len(first)))
    if isinstance(outcome, Infeasibility):
        return _check_infeasibility(problem, first)
    if isinstance(outcome, Ray):
        return _check_ray(problem, first, exact(outcome.z0), second, exact(outcome.direction_z0))
    residual = problem.q + problem.M @ first - second
    broken = Defect.first("w = q + Mz", residual, residual) or _check_signs(problem, first, second)
    if broken is None and isinstance(outcome, Solution):
        return Defect.first("zw = 0", ~problem.free & first.astype(bool) & second.astype(bool), first * second)
    return broken


def _check_signs(problem: LCP, z: Vector, w: Vector, where: str = "") -> Defect | None:
    """Test z ≥ 0 and w ≥ 0, or w = 0 at free indices; ``where`` is added to the names of the conditions."""
    constrained = ~problem.free
    return (
        Defect.first(f"w = 0 of an equation{where}", problem.free & w.astype(bool), w)
        or Defect.first(f"z >= 0{where}", constrained & (z < 0), z)
        or Defect.first(f"w >= 0{where}", constrained & (w < 0), w)
    )


def _check_infeasibility(problem: LCP, v: Vector) -> Defect | None:
    """Test the conditions of :class:`Infeasibility` on the multipliers v."""
    free, constrained = problem.free, ~problem.free
    combined, constant = problem.M.T @ v, exact_dot(problem.q, v)
    return (
        Defect.first("v >= 0", constrained & (v < 0), v)
        or Defect.first("M'v = 0 of a free variable", free & (combined != 0), combined)
        or Defect.first("M'v <= 0", constrained & (combined > 0), combined)
        or Defect.unless(constant < 0, "q.v < 0", constant)
    )


def _check_ray(problem: LCP, z: Vector, z0: mpq, direction: Vector, direction_z0: mpq) -> Defect | None:
    """Test that all points of a ray are feasible and complementary with z0 > 0, and that paths do not begin on it."""
    w = problem.q + problem.M @ z + problem.d * z0
    direction_w = problem.M @ direction + problem.d * direction_z0
    if z0 <= 0 or direction_z0 < 0:  # at z0 = 0 the point would be a solution
        return Defect("z0 > 0 along the ray", None, min(z0, direction_z0))
    # the ray must not be a single point, nor the ray z = 0 on which paths begin
    if not direction.any() and (direction_z0 == 0 or not z.any()):
        return Defect("direction != 0 or direction_z0 z != 0")
    # z, w and their directions are ≥ 0, so that the product is 0 iff z and direction both are 0, or w and direction_w
    product = (z + direction) * (w + direction_w)
    return (
        _check_signs(problem, z, w, " at the point")
        or _check_signs(problem, direction, direction_w, " at the direction")
        or Defect.first("zw = 0 along the ray", ~problem.free & (product != 0), product)
    )


def infeasibility(problem: LCP, ray: Ray) -> Infeasibility | None:
    """Return a ray's direction v as a proof that the problem is infeasible; None if v is no such proof.

    If M is copositive-plus and d > 0, v is a proof (Lemke 1965; Cottle, Pang, Stone 1992, section 4.4): z0 is constant
    along the ray, so Mv ≥ 0 and vᵀMv = 0. Hence (M + Mᵀ)v = 0, Mᵀv = −Mv ≤ 0, and q·v < 0. This function tests v for
    any M. If it returns None, it remains open whether the problem is feasible.

    >>> from lemke.linear.guided import solve_lcp
    >>> problem = LCP.of([[0, 1], [-1, 0]], [0, -1])
    >>> infeasibility(problem, solve_lcp(problem)).multipliers
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> problem = LCP.of([[-1]], [-1])
    >>> infeasibility(problem, solve_lcp(problem)).multipliers  # M is not copositive, but v is a proof
    array([mpq(1,1)], dtype=object)
    """
    claim = Infeasibility(ray.direction)
    return claim if check(problem, claim) is None else None
