"""Faces of a polyhedral cone: which variables can be positive when a set of variables is 0, with exact proofs.

The cone is {z ≥ 0: N z + G w = 0 for some w}. On a face the variables in a set Z are 0. At some point of the face all
variables that can be positive are positive. The program

    max Σ t    subject to    N (t + p) + G w = 0,    0 ≤ t ≤ 1,    p ≥ 0,    t = p = 0 on Z

finds this point as z = t + p: at an optimum every t is 0 or 1 (Freund, Roundy, Todd 1985). The dual solution π proves
that no further variable can be positive: with c = −Nᵀπ and Gᵀπ = 0, every point of the cone has Σ c z = 0. So if c is
negative only on Z, all variables with c > 0 are 0 on the face.

HiGHS proposes points and proofs (:class:`FaceProgram`), which are checked exactly. If a proposal fails the check, an
exact program decides. A set of variables is an integer: bit j is 1 if variable j is in the set.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground.masks import flags_of, mask_where
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import (
    Floats,
    Indices,
    SparseMatrix,
    Vector,
    exact_dot,
    mantissas_and_exponents,
    scaled,
    vector,
)
from lemke.linear.exact import System, scaled_entries
from lemke.linear.guided.highs import run, silent
from lemke.linear.guided.linear_programs import solve_lp
from lemke.linear.lp import LP, Optimal

POSITIVE = 1e-7
"""Variables above this are proposed as positive, in units in which t is 0 or 1. Floats of HiGHS below this share of the
largest are taken for 0. A wrong proposal does no harm: each zero variable has a proof."""
MULTIPLES = (1, 2, 3, 4, 6, 12, 60)
"""Let l be the least float of HiGHS that is not 0. If all floats are whole multiples of l/k, where k is one of these
numbers, the multiples are used."""
NEAR = 1e-7
"""The floats may differ from these multiples by at most l · NEAR. A wrong multiple does no harm: a check follows."""
WORD = 1 << 62
"""Multiples must be below this, as they are converted to ``int64``."""
REMEMBERED = 10_000
"""The most faces whose supports are remembered; after that all are forgotten."""


class FaceProgram:
    """HiGHS with the program above, which goes from one basis to the next when bounds and costs change.

    ``matrix`` is N and G, side by side; ``size`` is the number of variables z. There are two columns for every
    z = t + p. HiGHS adds a slack, fixed at 0, to every row. Rows and columns are scaled by powers of two, as in
    :class:`~lemke.linear.guided.highs.Solver`; "HiGHS's units" are those of the scaled program.
    """

    def __init__(self, matrix: SparseMatrix, size: int) -> None:
        import highspy
        from scipy.sparse import csc_array

        self.matrix, self.size = matrix, size
        self._highspy = highspy
        self._row, self._column, entries = scaled_entries(matrix)
        self._zeros = 0  # the set of variables whose bounds are 0
        # the variables whose t have the cost −1; −1, which is no set, if the costs are not those of `maximise`
        self._maximised = -1
        self._highs: Any = None  # stays None if entries leave the range of floats: HiGHS then proposes nothing
        if entries is None:
            return
        m, width = matrix.shape
        total = size + width
        scaled_matrix = csc_array((entries, (matrix.rows, matrix.columns)), shape=matrix.shape)
        # each column of z is there twice, for t and for p
        columns = csc_array(scaled_matrix[:, np.append(np.arange(size), np.arange(width))])
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = m, total
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_, model.a_matrix_.index_ = columns.indptr, columns.indices
        model.a_matrix_.value_ = columns.data
        model.row_lower_ = model.row_upper_ = np.zeros(m)
        place, infinity = np.arange(total), highspy.kHighsInf  # the columns are t, then p, then w
        model.col_lower_ = np.where(place < 2 * size, 0.0, -infinity)
        model.col_upper_ = np.where(place < size, 1.0, infinity)
        model.col_cost_ = np.where(place < size, -1.0, 0.0)
        self._highs = silent()
        self._highs.setOptionValue("presolve", "off")
        self._highs.setOptionValue("simplex_scale_strategy", 0)
        self._highs.passModel(model)

    def maximise(self, zeros: int, variables: int) -> bool:
        """Maximize Σ t over ``variables`` on the face where ``zeros`` are 0; return whether HiGHS finds an optimum."""
        if self._highs is None:
            return False
        self._fix_zeros(zeros)
        if variables != self._maximised:
            cost = np.where(flags_of(variables, self.size), -1.0, 0.0)
            self._highs.changeColsCost(self.size, np.arange(self.size, dtype=np.int32), cost)
            self._maximised = variables
        return self._solved()

    def minimise(
        self, zeros: int, objective: Vector, reference: int
    ) -> tuple[Vector, Callable[[], Vector | None]] | None:
        """Minimize a·z where a reference variable is 1 in HiGHS's units; a is ``objective``.

        Return the exact multipliers of HiGHS's basis, and a function that computes its (z, w), None if that fails. The
        reference must not be in ``zeros``. If HiGHS finds no optimum, or a singular basis, return None. The caller has
        yet to check that the basis is optimal.
        """
        highs, n = self._highs, self.size
        if highs is None:
            return None
        self._fix_zeros(zeros)
        mantissas, exponents = mantissas_and_exponents(objective)
        largest = int((exponents + self._column[:n])[mantissas != 0].max(initial=0))
        cost = scaled(objective, self._column[:n] - largest)
        # the reference is fixed by t = 1 and p = 0; both bounds are restored at the end
        places, pair = np.arange(2 * n, dtype=np.int32), np.array([reference, n + reference], dtype=np.int32)
        highs.changeColsCost(2 * n, places, np.append(cost, cost))
        highs.changeColsBounds(2, pair, np.array([1.0, 0.0]), np.array([1.0, 0.0]))
        self._maximised = -1
        try:
            if not self._solved():
                return None
            system, columns, rows, at_bounds = self._basis()
            costs = np.append(objective, np.full(self.matrix.shape[1] - n, ZERO))[self._variables(columns)]
            solution = partial(self._solution, system, columns, rows, at_bounds)
            return self._multipliers(system, rows, costs), solution
        except InputError:  # a singular basis
            return None
        finally:
            highs.changeColsCost(n, places[n:], np.zeros(n))
            highs.changeColsBounds(2, pair, np.zeros(2), np.array([1.0, self._highspy.kHighsInf]))

    def values(self) -> Floats:
        """Return HiGHS's (z, w) in floats, in the units of the cone."""
        n, columns = self.size, np.array(self._highs.getSolution().col_value)
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(np.ldexp(np.append(columns[:n] + columns[n : 2 * n], columns[2 * n :]), self._column))

    def scaled_values(self) -> Floats:
        """Return z in HiGHS's units, in which t is 0 or 1 at an optimum of :meth:`maximise`."""
        columns = np.array(self._highs.getSolution().col_value)
        return np.asarray(columns[: self.size] + columns[self.size : 2 * self.size])

    def multipliers(self) -> Floats:
        """Return HiGHS's multipliers of the rows in floats, in the units of the cone."""
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(np.ldexp(np.array(self._highs.getSolution().row_dual), self._row))

    def basic_point(self) -> Vector | None:
        """Return the exact (z, w) of HiGHS's basis; None if the basis is singular."""
        with suppress(InputError):  # a singular basis
            return self._solution(*self._basis())
        return None

    def basic_multipliers(self, variables: int) -> Vector | None:
        """Return the exact multipliers of HiGHS's basis after :meth:`maximise`; None if the basis is singular."""
        maximised = flags_of(variables, self.size)
        with suppress(InputError):  # a singular basis
            system, columns, rows, _ = self._basis()
            # the t of the maximized variables cost −1; columns before n are the t
            cost = vector(-int(column < self.size and maximised[column]) for column in columns.tolist())
            return self._multipliers(system, rows, cost)
        return None

    def _multipliers(self, system: System, rows: Indices, cost: Vector) -> Vector:
        """Return the exact multipliers of the rows for the costs of a basis's columns; InputError if it is singular."""
        multipliers = np.full(self.matrix.shape[0], ZERO)
        multipliers[rows] = system.solve(cost, transposed=True)
        return multipliers

    def _solution(self, system: System, columns: Indices, rows: Indices, at_bounds: Vector) -> Vector | None:
        """Return the exact (z, w) of a basis; None if the basis is singular."""
        nonzero = np.flatnonzero(at_bounds)
        right = -(self.matrix.part(rows, nonzero) @ at_bounds[nonzero])
        solution = at_bounds.copy()
        with suppress(InputError):
            # added, not assigned: z = t + p may have a nonbasic t = 1 and a basic p
            np.add.at(solution, self._variables(columns), system.solve(right))
            return solution
        return None

    def _variables(self, columns: Indices) -> Indices:
        """Return the numbers among (z, w) of HiGHS's columns, which are t, then p, then w, where z = t + p."""
        return np.where(columns < self.size, columns, columns - self.size)

    def _solved(self) -> bool:
        """Run HiGHS and return whether it found an optimum."""
        run(self._highs)
        return bool(self._highs.getModelStatus() == self._highspy.HighsModelStatus.kOptimal)

    def _fix_zeros(self, zeros: int) -> None:
        """Fix the variables of a set at 0, release all others, and send only the bounds that change to HiGHS."""
        changed = zeros ^ self._zeros
        if not changed:
            return
        places = np.flatnonzero(flags_of(changed, self.size)).astype(np.int32)
        is_zero, count = flags_of(zeros, self.size)[places], 2 * len(places)
        upper = np.concatenate([np.where(is_zero, 0.0, 1.0), np.where(is_zero, 0.0, self._highspy.kHighsInf)])
        self._highs.changeColsBounds(count, np.append(places, self.size + places), np.zeros(count), upper)
        self._zeros = zeros

    def _basis(self) -> tuple[System, Indices, Indices, Vector]:
        """Return the system of HiGHS's basis, its columns in HiGHS, its rows, and what nonbasic t = 1 add to (z, w).

        The rows are those whose slack is not basic. A nonbasic t is at the bound, 0 or 1, at which HiGHS has it. Raises
        InputError if there are not as many columns as rows.
        """
        basis, basic = self._highs.getBasis(), self._highspy.HighsBasisStatus.kBasic
        statuses = basis.col_status, basis.row_status  # each access copies the list
        columns = np.flatnonzero([status == basic for status in statuses[0]])
        rows = np.flatnonzero([status != basic for status in statuses[1]])
        n, at_bounds = self.size, np.full(self.matrix.shape[1], ZERO)
        upper = np.flatnonzero(np.array(self._highs.getSolution().col_value[:n]) > 0.5)  # t is at 0 or at 1
        nonbasic = np.setdiff1d(upper, columns, assume_unique=True)
        at_bounds[nonbasic] = vector(mpq(2) ** int(exponent) for exponent in self._column[nonbasic])  # t = 1, unscaled
        return System(self.matrix.part(rows, self._variables(columns))), columns, rows, at_bounds


class ConePoint(NamedTuple):
    """An exact point (z, w) of the cone; ``positive`` is the set of the variables with z > 0."""

    z: Vector
    w: Vector
    positive: int


Extreme: TypeAlias = tuple[mpq, Vector, ConePoint | None]
"""The least value of a linear function a·z on a face where a reference variable is 1; multipliers that prove it; and a
positive multiple of a point at which a·z has this value, None if the caller knows such a point.

The multipliers are π with Gᵀπ = 0. Let d = a − Nᵀπ, so that a·z = d·z on the cone. The entry of d at the reference is
the value. Other entries of d are nonnegative, except at variables that are 0 on the face."""


Support: TypeAlias = tuple[int, Floats]
"""The variables that can be positive on a face, and the floats z of a point at which they all are positive."""


class Cone:
    """The cone {z ≥ 0: N z + G w = 0 for some w}, and its faces.

    ``matrix`` is N and G, side by side. N has the columns of the ``size`` nonnegative variables z, G those of the free
    variables w.
    """

    def __init__(self, matrix: SparseMatrix, size: int) -> None:
        self.matrix, self.size = matrix, size
        self.transposed = matrix.T
        self._program = FaceProgram(self.matrix, self.size)
        self._supports: dict[int, Support] = {}

    def support(self, zeros: int) -> Support:
        """Return the variables that can be positive where ``zeros`` are 0, by HiGHS; if it fails, by :meth:`settle`."""
        if zeros not in self._supports:
            if not self._program.maximise(zeros, self._all):
                return self.settle(zeros)
            values = self._program.values()[: self.size]
            self._remember(zeros, (self._proposed_positive(zeros), values))
        return self._supports[zeros]

    def settle(self, zeros: int) -> Support:
        """Find exactly which variables can be positive where ``zeros`` are 0; :meth:`support` then returns them too."""
        point = self.exact_point(zeros)
        largest = max(point.z, default=ZERO) or ONE
        values = np.array([float(value / largest) for value in point.z])
        self._remember(zeros, (point.positive, values))
        return self._supports[zeros]

    def proof(self, zeros: int, variables: int) -> Vector | None:
        """Return a proof that ``variables`` are 0 where ``zeros`` are 0; None if one of these can be positive.

        The proof has multipliers π of the rows with Gᵀπ = 0. Let c = −Nᵀπ: only ``zeros`` have c < 0, and
        ``variables`` have c > 0.
        """
        if self._program.maximise(zeros, variables):
            proof = self._as_proof(_whole_numbers(self._program.multipliers()), zeros, variables)
            if proof is None:
                proof = self._as_proof(self._program.basic_multipliers(variables), zeros, variables)
            if proof is not None:
                return proof
        return self._as_proof(self._exact_face(zeros, variables).y, zeros, variables)

    def point(self, zeros: int) -> ConePoint:
        """Return an exact point where ``zeros`` are 0: HiGHS's solution, the point of its basis, or an exact program's.

        If floats mislead, a variable that HiGHS proposes as positive may be 0 at the point, or another one positive.
        Only :meth:`proof` shows that a variable cannot be positive.
        """
        if self._program.maximise(zeros, self._all):
            point = self._as_point(_whole_numbers(self._program.values()), zeros)
            if point is None or point.positive != self._proposed_positive(zeros):
                point = self._as_point(self._program.basic_point(), zeros)
            if point is not None:
                return point
        return self.exact_point(zeros)

    def exact_point(self, zeros: int) -> ConePoint:
        """Return an exact point where ``zeros`` are 0, and all variables that can then be positive are positive.

        It is a sum of points, each of which makes a further variable positive.
        """
        total = np.full(self.matrix.shape[1], ZERO)
        undecided = self._all & ~zeros
        while undecided:
            optimum = self._exact_face(zeros, undecided)
            if optimum.value == 0:
                break
            total = total + optimum.x
            undecided &= ~mask_where(total[: self.size] > 0)
        point = self._as_point(total, zeros)
        assert point is not None  # a sum of points of the face
        return point

    def least(
        self, zeros: int, objective: Vector, reference: int, attained: Callable[[mpq], bool] = lambda value: False
    ) -> Extreme:
        """Minimize a·z on a face where a reference variable is 1; a is ``objective``.

        This minimizes a·z divided by the reference variable (Charnes, Cooper 1962). The reference must be positive at
        some point of the face, and a·z bounded below; otherwise a NotProvedError is raised. If ``attained`` is true of
        the least value, the caller knows a point with this value, and none is computed.
        """
        extreme = None
        if (proposed := self._program.minimise(zeros, objective, reference)) is not None:
            multipliers, solution = proposed
            bound = self._proved_bound(zeros, objective, reference, multipliers)
            if bound is not None and attained(bound):
                return bound, multipliers, None
            extreme = self._as_extreme(zeros, objective, reference, solution(), multipliers)
        if extreme is None:
            optimum = self._optimum(zeros, objective, mask=1 << reference, sense=0)
            extreme = self._as_extreme(zeros, objective, reference, optimum.x, optimum.y)
        if extreme is None:
            raise NotProvedError("the least value of a linear function on a face could not be proved")
        return extreme

    def bounding(self, zeros: int, objective: Vector, reference: int) -> Vector | None:
        """Return multipliers that prove a lower bound of a·z on a face where a reference variable is 1.

        Return None if those of HiGHS's basis prove none.
        """
        if (proposed := self._program.minimise(zeros, objective, reference)) is None:
            return None
        multipliers, _ = proposed
        proved = self._proved_bound(zeros, objective, reference, multipliers) is not None
        return multipliers if proved else None

    @property
    def _all(self) -> int:
        return (1 << self.size) - 1

    def _proposed_positive(self, zeros: int) -> int:
        """Return the variables that HiGHS proposes as positive; ``zeros`` are 0, even if rounding makes them larger."""
        return mask_where(self._program.scaled_values() > POSITIVE) & ~zeros

    def _remember(self, zeros: int, support: Support) -> None:
        if len(self._supports) >= REMEMBERED:
            self._supports.clear()
        self._supports[zeros] = support

    def _as_proof(self, multipliers: Vector | None, zeros: int, variables: int) -> Vector | None:
        """Return multipliers as a proof that ``variables`` are 0 where ``zeros`` are; None if they prove less."""
        if multipliers is None:
            return None
        combined = self.transposed @ multipliers  # −c, then Gᵀπ
        if np.any(combined[self.size :] != 0):
            return None
        core, zero = mask_where(combined[: self.size] > 0), mask_where(combined[: self.size] < 0)
        return None if core & ~zeros or variables & ~zero else multipliers

    def _as_point(self, solution: Vector | None, zeros: int) -> ConePoint | None:
        """Return a solution (z, w) as a point of the face where ``zeros`` are 0; None if it is not on this face."""
        if solution is None or np.any(solution[: self.size] < 0) or np.any(self.matrix @ solution != 0):
            return None
        positive = mask_where(solution[: self.size] > 0)
        return None if positive & zeros else ConePoint(solution[: self.size], solution[self.size :], positive)

    def _proved_bound(self, zeros: int, objective: Vector, reference: int, multipliers: Vector) -> mpq | None:
        """Return the lower bound of a·z, where the reference is 1, that multipliers prove; None if they prove none."""
        combined = self.transposed @ multipliers
        reduced = objective - combined[: self.size]
        negative = mask_where(reduced < 0) & ~(zeros | 1 << reference)
        return None if negative or np.any(combined[self.size :] != 0) else reduced[reference]

    def _as_extreme(
        self, zeros: int, objective: Vector, reference: int, solution: Vector | None, multipliers: Vector
    ) -> Extreme | None:
        """Return a solution and its value of a·z if the multipliers prove that this value is the least; else None."""
        point = self._as_point(solution, zeros)
        if point is None or not point.positive >> reference & 1:
            return None
        value = exact_dot(objective, point.z) / point.z[reference]
        proved = self._proved_bound(zeros, objective, reference, multipliers) == value
        return (value, multipliers, point) if proved else None

    def _exact_face(self, zeros: int, variables: int) -> Optimal:
        """Minimize −Σ z, where Σ z over ``variables`` is at most 1; if the least value is 0, the dual proves that."""
        return self._optimum(zeros, np.where(flags_of(variables, self.size), -ONE, ZERO), mask=variables, sense=-1)

    def _optimum(self, zeros: int, objective: Vector, mask: int, sense: int) -> Optimal:
        """Minimize a·z exactly on a face where the sum of the variables in ``mask`` is 1, or at most 1 if sense is −1.

        The dual solution has one number per row of the cone.
        """
        rows, width = self.matrix.shape
        summed = np.flatnonzero(flags_of(mask, self.size))
        variables = np.flatnonzero(np.append(~flags_of(zeros, self.size), np.ones(width - self.size, dtype=bool)))
        bound = SparseMatrix.from_entries((1, width), [0] * len(summed), summed, [ONE] * len(summed))
        A = SparseMatrix.of_blocks((rows + 1, width), [(0, 0, self.matrix), (rows, 0, bound)])
        cost = np.append(objective, np.full(width - self.size, ZERO))
        right, senses = np.append(np.full(rows, ZERO), ONE), np.append(np.zeros(rows, dtype=np.int64), sense)
        A = A.part(np.arange(rows + 1), variables)
        optimum = solve_lp(LP(A, right, cost[variables], senses, variables >= self.size))
        if not isinstance(optimum, Optimal):  # the caller's assumption about the face is wrong
            raise NotProvedError("a face that is empty, or on which the function is unbounded, expected a least value")
        solution = np.full(width, ZERO)
        solution[variables] = optimum.x
        return Optimal(solution, optimum.y[:-1], optimum.value)


def _whole_numbers(numbers: Floats) -> Vector | None:
    """Return whole numbers proportional to floats; None if the floats are no multiples of least float / MULTIPLES."""
    sizes = np.abs(numbers)
    sizes[sizes < POSITIVE * sizes.max(initial=0)] = 0
    if not np.isfinite(sizes).all() or not sizes.any():
        return None
    least = sizes[sizes > 0].min()
    for part in MULTIPLES:
        multiples = np.where(sizes > 0, numbers, 0.0) * (part / least)
        rounded = np.rint(multiples)
        if np.abs(rounded).max() < WORD and (np.abs(multiples - rounded) < NEAR * part).all():
            return vector(rounded.astype(np.int64).tolist())
    return None
