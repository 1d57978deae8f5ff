"""Linear complementarity problems over the rationals, their outcomes, and the exact check of both.

A problem is w = q + M z with zᵢ ≥ 0, wᵢ ≥ 0, zᵢ wᵢ = 0 (Cottle, Pang, Stone 1992). It may be *mixed*: where index i is
free, zᵢ has no sign and wᵢ = 0 is an equation. Lemke's algorithm (Lemke 1965) follows the path of

    w = q + M z + d z0

from large z0 (or from a given start) to z0 = 0; d is the covering vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, ShapeError
from lemke.rational import ZERO, exact, text
from lemke.sparse import SparseMatrix, Vector, vector


@dataclass(frozen=True, slots=True)
class Start:
    """A basis from which a path may start.

    Attributes
    ----------
    basic : frozenset of int
        The indices i whose zᵢ is basic; for the others wᵢ is. Contains every free index.
    z0 : mpq
        The path's parameter there, nonbasic; all basic variables are nonnegative at this value.
    """

    basic: frozenset[int]
    z0: mpq


@dataclass(frozen=True, eq=False)
class LCP:
    """A (mixed) linear complementarity problem, n variables.

    Attributes
    ----------
    M : SparseMatrix, n x n
    q, d : exact vectors of n numbers
        d is the covering vector.
    free : bool array of n
        Where zᵢ is free and wᵢ = 0.
    start : Start | None
        Where the path starts; without one, at z = 0 and large z0, which needs d ≥ 0, and d > 0 wherever q < 0. A path
        with free variables needs a start.

    Raises
    ------
    ShapeError, NumberError, InputError
        Sizes that do not fit, floats, or a start basis without the free variables.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> problem.size
    2
    """

    M: SparseMatrix
    q: Vector
    d: Vector
    free: NDArray[np.bool_]
    start: Start | None = None

    def __post_init__(self) -> None:
        n = len(self.q)
        if self.M.shape != (n, n):
            raise ShapeError(f"M of {self.M.shape[0]} x {self.M.shape[1]}, expected {n} x {n} as q has {n} numbers")
        if len(self.d) != n or len(self.free) != n:
            raise ShapeError(f"d of {len(self.d)} and free of {len(self.free)} numbers, expected {n} as in q")
        for name in ("q", "d"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        if self.start is not None:
            object.__setattr__(self, "start", Start(self.start.basic, exact(self.start.z0)))
            free = set(np.flatnonzero(self.free).tolist())
            if not free <= self.start.basic <= set(range(n)):
                raise InputError(f"a start basis beyond the {n} variables or without free ones, expected all the free")

    @classmethod
    def of(
        cls, M: SparseMatrix | Sequence[Sequence[object]], q: Iterable[object], d: Iterable[object] | None = None
    ) -> LCP:
        """Return the problem without free variables; the covering vector is all ones unless given."""
        constant = vector(q)
        matrix = M if isinstance(M, SparseMatrix) else SparseMatrix.from_dense(M)
        cover = vector([1] * len(constant)) if d is None else vector(d)
        return cls(matrix, constant, cover, np.zeros(len(constant), dtype=bool))

    @property
    def size(self) -> int:
        """Number n of pairs of variables."""
        return len(self.q)

    def variable(self, code: int) -> str:
        """Return the name of a variable: codes 0 … n−1 are z, n … 2n−1 are w, 2n is z0.

        >>> problem = LCP.of([[1]], [-1])
        >>> problem.variable(0), problem.variable(1), problem.variable(2)
        ('z1', 'w1', 'z0')
        """
        if code == 2 * self.size:
            return "z0"
        return f"z{code + 1}" if code < self.size else f"w{code - self.size + 1}"


@dataclass(frozen=True, eq=False)
class Solution:
    """z and w that solve a problem.

    Attributes
    ----------
    z, w : exact vectors of n numbers
    basis : tuple of int
        Codes of the basic variables (see :meth:`LCP.variable`), ascending.
    pivots : int
        Length of the path.
    bits : int
        From the kernel ``exact``, the size of the largest basis determinant met on the path, that of the scaled
        integer tableau; from others that of the longest denominator of z.
    """

    z: Vector
    w: Vector
    basis: tuple[int, ...]
    pivots: int
    bits: int


@dataclass(frozen=True, eq=False)
class Ray:
    """The path ended in a ray: (z, z0) + t (direction, direction_z0) is complementary and feasible for all t ≥ 0.

    If M is copositive-plus and d > 0, a ray proves that q + M z ≥ 0, z ≥ 0 has no solution (Lemke 1965).
    """

    z: Vector
    z0: mpq
    direction: Vector
    direction_z0: mpq
    pivots: int
    bits: int


@dataclass(frozen=True, slots=True)
class Defect:
    """A condition that an alleged outcome breaks: which, at which index (from 0), and the number found there."""

    condition: str
    index: int
    value: mpq

    def __str__(self) -> str:
        return f"{self.condition} fails at index {self.index + 1}: {text(self.value)}"


def check(problem: LCP, outcome: Solution | Ray) -> Defect | None:
    """Test every condition of a solution or of a ray, in exact arithmetic; return the first one broken, or None.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> check(problem, Solution(vector(["4/3", "7/3"]), vector([0, 0]), (0, 1), 2, 2)) is None
    True
    >>> print(check(problem, Solution(vector([1, 3]), vector([0, 1]), (0, 1), 2, 2)))
    zw = 0 fails at index 2: 3
    """
    if isinstance(outcome, Solution):
        return _check_solution(problem, outcome)
    return _check_ray(problem, outcome)


def _check_solution(problem: LCP, outcome: Solution) -> Defect | None:
    if len(outcome.z) != problem.size or len(outcome.w) != problem.size:
        return Defect("the number of variables", 0, mpq(len(outcome.z)))
    z, w = vector(outcome.z), vector(outcome.w)  # no float gets in here
    residual = problem.q + problem.M @ z - w
    constrained = ~problem.free
    return (
        _first("w = q + Mz", residual != 0, residual)
        or _first("w = 0 of an equation", problem.free & (w != 0), w)
        or _first("z >= 0", constrained & (z < 0), z)
        or _first("w >= 0", constrained & (w < 0), w)
        or _first("zw = 0", constrained & (z * w != 0), z * w)
    )


def _check_ray(problem: LCP, ray: Ray) -> Defect | None:
    if len(ray.z) != problem.size or len(ray.direction) != problem.size:
        return Defect("the number of variables", 0, mpq(len(ray.z)))
    free, constrained = problem.free, ~problem.free
    z, direction, z0, step = vector(ray.z), vector(ray.direction), exact(ray.z0), exact(ray.direction_z0)
    w = problem.q + problem.M @ z + problem.d * z0
    dw = problem.M @ direction + problem.d * step
    if z0 <= 0 or step < 0:  # at z0 = 0 the point would be a solution
        return Defect("z0 > 0 along the ray", 0, min(z0, step))
    if not np.any(direction != 0) and (step == 0 or not np.any(z != 0)):
        # a point; or the ray on which paths begin
        return Defect("a direction, and z or its direction not zero", 0, ZERO)
    for name, part, slack in (("the point", z, w), ("the direction", direction, dw)):
        defect = (
            _first(f"w = 0 of an equation at {name}", free & (slack != 0), slack)
            or _first(f"z >= 0 at {name}", constrained & (part < 0), part)
            or _first(f"w >= 0 at {name}", constrained & (slack < 0), slack)
        )
        if defect:
            return defect
    product = (z + direction) * (w + dw)  # of nonnegative terms, so 0 iff all four products are
    return _first("zw = 0 along the ray", constrained & (product != 0), product)


def _first(condition: str, broken: NDArray[np.bool_], values: Vector) -> Defect | None:
    places = np.flatnonzero(broken)
    return Defect(condition, int(places[0]), values[places[0]]) if len(places) else None
