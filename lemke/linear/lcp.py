"""Linear complementarity problems over the rationals, their outcomes, and the exact check of outcomes.

A problem is w = q + M z with zᵢ ≥ 0, wᵢ ≥ 0, zᵢ wᵢ = 0 (Cottle, Pang, Stone 1992). It may be *mixed*: if index i is
free, zᵢ may be negative and wᵢ must be 0. Lemke's algorithm (Lemke 1965) follows the path of

    w = q + M z + d z0

from large z0, or from a given start, to z0 = 0. d is the covering vector.

Matrices of other libraries are recognized by their methods; the libraries are not imported here. Of a sparse matrix of
scipy or sympy, only the nonzero entries are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, require_type, type_name
from lemke.ground.rational import binary, exact, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, exact_dot, vector, zeros
from lemke.ground.table import Table

if TYPE_CHECKING:
    import sympy

_NO_LISTS = (str, bytes, bytearray, Mapping, Set)
"""Types with a length or an iterator that are no lists of numbers."""


@dataclass(frozen=True)
class StartBasis:
    """A basis from which a path may start.

    ``basic`` has the indices i, from 0, whose zᵢ is basic, among them every free index. At all other indices wᵢ is
    basic. ``z0`` is the value of z0, which is nonbasic, at the start. There, all basic variables that are not free must
    be ≥ 0.
    """

    basic: frozenset[int]
    z0: mpq


@dataclass(frozen=True, eq=False)
class LCP(ByValue, Result):
    """A (mixed) linear complementarity problem, n variables.

    Attributes
    ----------
    M : SparseMatrix, n x n
    q, d : exact vectors of n numbers
        d is the covering vector.
    free : bool array of n
        True where zᵢ may be negative and wᵢ = 0.
    start : StartBasis | None
        Where the path starts. Without a start, the path begins at z = 0 and large z0. This requires d ≥ 0, and dᵢ > 0
        if qᵢ < 0. With free variables, Lemke's path needs a start.

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> problem.size
    2
    """

    M: SparseMatrix
    q: Vector
    d: Vector
    free: NDArray[np.bool_]
    start: StartBasis | None = None

    def __post_init__(self) -> None:
        require_type(self.M, SparseMatrix, "a SparseMatrix; LCP.of accepts other matrices", "M")
        n, sizes = len(self.q), [len(self.q), len(self.d), len(self.free)]
        if self.M.shape != (n, n) or sizes != [n] * 3:
            rows, columns = self.M.shape
            found = f"M of {rows} x {columns}, and q, d and free of {', '.join(map(str, sizes))} numbers"
            raise InputError(f"{found}, expected a square M and vectors of its size")
        for name in ("q", "d"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        if self.start is not None:
            object.__setattr__(self, "start", StartBasis(self.start.basic, exact(self.start.z0)))
            if not set(np.flatnonzero(self.free).tolist()) <= self.start.basic <= set(range(n)):
                raise InputError(
                    f"a start basis of {sorted(self.start.basic)}, expected all free indices, all below {n}"
                )
        super().__post_init__()

    @classmethod
    def of(cls, M: object, q: object = None, d: object = None, *, floats: bool = False) -> LCP:
        """Return a problem without free variables; by default the covering vector is (1, …, 1).

        Parameters
        ----------
        M : n x n numbers, or an LCP
            Nested lists, a SparseMatrix, or a matrix of numpy, sympy or scipy.sparse. An LCP is returned as it is.
        q, d : n numbers
            Lists or vectors, also matrices of one row or one column.
        floats : bool
            If True, a float is accepted as its exact binary value; by default floats are refused.

        Raises
        ------
        InputError, NumberError
            Sizes that do not fit, floats, a missing q, or q or d together with an LCP.

        >>> import numpy as np
        >>> LCP.of(np.eye(2), np.array([[-0.5], [1.0]]), floats=True).q
        array([mpq(-1,2), mpq(1,1)], dtype=object)
        """
        if isinstance(M, LCP) != (q is None) or (isinstance(M, LCP) and d is not None):
            raise InputError("an LCP with q or d, or a matrix without q; expected an LCP alone, or M and q")
        if isinstance(M, LCP):
            return M
        matrix, constant = given_matrix("M", M, floats), given_vector("q", q, floats)
        cover = given_vector("d", [1] * len(constant) if d is None else d, floats)
        return cls(matrix, constant, cover, np.zeros(len(constant), dtype=bool))

    @property
    def size(self) -> int:
        """The number n of pairs of variables."""
        return len(self.q)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix, sympy.Matrix]:
        """Return M and, as columns, q and d, with sympy's exact rationals."""
        return self.M.to_sympy(), column(self.q).to_sympy(), column(self.d).to_sympy()

    def to_table(self) -> Table:
        """Return a row per index: the row of M, then q and d."""
        title = f"w = q + M z, with the covering vector d; {self.size} pairs of variables"
        columns = [f"z{k}" for k in range(1, self.size + 1)]
        rows = [
            (f"w{k}", *row, q, d)
            for k, (row, q, d) in enumerate(zip(self.M.to_lists(), self.q, self.d, strict=True), 1)
        ]
        return Table(["", *columns, "q", "d"], rows, title, index=1)

    def variable(self, code: int) -> str:
        """Return the name of a variable: codes 0 … n−1 are z, n … 2n−1 are w, 2n is z0.

        >>> problem = LCP.of([[1]], [-1])
        >>> problem.variable(0), problem.variable(1), problem.variable(2)
        ('z1', 'w1', 'z0')
        """
        if code == 2 * self.size:
            return "z0"
        return f"z{code + 1}" if code < self.size else f"w{code - self.size + 1}"


def column(values: Vector) -> SparseMatrix:
    """Return numbers as a matrix of one column."""
    return SparseMatrix.from_dense([[value] for value in values], 1)


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

    z and w are exact vectors of n numbers; :func:`lemke.linear.pivoting.follow` returns arrays with n rows instead,
    which have the coefficients of 1, ε, …, εᴷ. ``basis`` has the codes of the basic variables (see
    :meth:`LCP.variable`), ascending. ``bits`` is the size of the largest basis determinant on the path, in the scaled
    integer tableau; from the guided kernel, of the longest denominator of z.
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
class NoOutcome:
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
    """
    claim = Infeasibility(ray.direction)
    return claim if check(problem, claim) is None else None


def given_matrix(name: str, values: object, floats: bool = False, width: int | None = None) -> SparseMatrix:
    """Return a matrix of any library, which messages call ``name``, as an exact sparse one.

    Entries of a sparse matrix at the same place are added. With ``floats``, a float is accepted as its exact binary
    value. ``width`` is the number of columns if there are no rows; 0 by default.

    >>> given_matrix("M", [[2, "1/3"], [0, 1]]).entries
    [(0, 0, mpq(2,1)), (0, 1, mpq(1,3)), (1, 1, mpq(1,1))]
    """
    if isinstance(values, SparseMatrix):
        return values
    number = binary if floats else exact
    if (sparse := _entries(values)) is not None:
        shape, places, entries = sparse
        if len(shape) != 2:
            raise InputError(f"{name} in an array of {len(shape)} dimensions, expected 2")
        return SparseMatrix.from_entries((shape[0], shape[1]), places[0], places[1], map(number, entries))
    table = listed(name, values)
    if any(isinstance(row, _NO_LISTS) or not hasattr(row, "__len__") for row in table):
        raise InputError(f"{name} with a row that is no list of numbers, expected a table of rows")
    if floats:
        table = [[number(value) for value in row] for row in table]
    return SparseMatrix.from_dense(table, width if not table else None)


def given_vector(name: str, values: object, floats: bool = False) -> Vector:
    """Return the numbers of a vector of any library; ``values`` may also be a matrix of one column or one row.

    ``name`` and ``floats`` are as in :func:`given_matrix`.

    >>> given_vector("q", [1, "1/3"]), given_vector("q", [[1], [2]])
    (array([mpq(1,1), mpq(1,3)], dtype=object), array([mpq(1,1), mpq(2,1)], dtype=object))
    """
    number = binary if floats else exact
    if (sparse := _entries(values)) is not None:
        shape, places, entries = sparse
        if sorted(shape)[:-1] not in ([], [1]):  # all dimensions but the largest: a vector, or a matrix with one line
            raise InputError(f"{name} of {' x '.join(map(str, shape))}, expected one row or one column")
        dense = [exact(0)] * max(shape)
        for place, value in zip(zip(*places, strict=True), entries, strict=True):
            dense[max(place)] += number(value)  # all other indices are 0; entries at the same place are added
        return vector(dense)
    numbers = listed(name, values)
    if nested := [row for row in numbers if isinstance(row, list | tuple)]:
        # several rows must be a column: one number in each
        if len(numbers) > 1 and not len(numbers) == len(nested) == sum(map(len, nested)):
            raise InputError(f"{name} in rows of several numbers, expected one row or one column")
        numbers = [value for row in nested for value in row]
    return vector(map(number, numbers))


def _entries(values: Any) -> tuple[tuple[int, ...], list[list[int]], list[Any]] | None:
    """Return the shape of a sparse matrix or vector, the indices of its entries in each dimension, and their values.

    Sparse matrices are a SparseMatrix, and those of scipy and sympy. For all other objects, return None.
    """
    if isinstance(values, SparseMatrix):
        return values.shape, [values.rows.tolist(), values.columns.tolist()], values.values.tolist()
    if hasattr(values, "tocoo"):
        coo = values.tocoo()
        indices = coo.coords if hasattr(coo, "coords") else (coo.row, coo.col)  # older versions have no coords
        return coo.shape, [index.tolist() for index in indices], coo.data.tolist()
    if hasattr(values, "todok"):
        dok = values.todok()  # (row, column) → value
        return values.shape, [[place[axis] for place in dok] for axis in (0, 1)], list(dok.values())
    return None


def listed(name: str, values: Any, expected: str = "a matrix or vector, or nested lists") -> list[Any]:
    """Return the rows or numbers of a list of any library; for a text or a single value, raise an InputError."""
    for method in ("to_numpy", "tolist"):  # pandas has to_numpy; the array that it returns has tolist
        if hasattr(values, method):
            values = getattr(values, method)()
    if isinstance(values, _NO_LISTS) or not isinstance(values, Iterable):
        raise InputError(f"{name} of type {type_name(values)}, expected {expected}")
    return list(values)
