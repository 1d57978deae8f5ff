"""Faces of a polyhedral cone: which variables can be positive when others are 0, with exact proofs.

The cone is {z ≥ 0: N z + G w = 0 for some w}. On a face, where the variables in a set Z are 0, there is a point at
which all variables are positive that can be. The program

    max Σ t    subject to    N (t + p) + G w = 0,    0 ≤ t ≤ 1,    p ≥ 0,    t = p = 0 on Z

finds it: at an optimum every t is 0 or 1 (Freund, Roundy, Todd 1985). Its dual solution π proves that no more can be
positive: with c = −Nᵀπ and Gᵀπ = 0 every point of the cone has Σ c z = 0, so if c is negative on Z alone, all variables
outside of Z with c > 0 are 0 on the face.

HiGHS proposes points and proofs, from one basis to the next as Z changes; both are solved for and checked exactly.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, NotProvedError
from lemke.ground.masks import flags_of, mask_where
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import (
    Indices,
    SparseMatrix,
    Vector,
    exact_dot,
    mantissas_and_exponents,
    scaled,
    vector,
)
from lemke.linear.exact import evened_entries, solve_systems
from lemke.linear.guided.highs import silent
from lemke.linear.guided.linear_programs import solve_lp
from lemke.linear.lp import LP, Optimal

Floats = NDArray[np.float64]

POSITIVE = 1e-7
"""Above this HiGHS proposes that a variable is positive."""
MULTIPLES = (1, 2, 3, 4, 6, 12, 60)
"""If all multipliers are whole multiples of such a part of the least, they are read off the floats."""
NEAR = 1e-7
"""How far from whole numbers such multiples may be; an exact check follows."""
WORD = 1 << 62


class Proof(NamedTuple):
    """Multipliers π of the rows with Gᵀπ = 0: variables in ``zero`` are 0 where all in ``core`` are.

    Attributes
    ----------
    multipliers : exact vector
        One per row.
    core, zero : sets, as bits
        The variables with c < 0, and with c > 0.
    """

    multipliers: Vector
    core: int
    zero: int


class Point(NamedTuple):
    """An exact point of the cone.

    Attributes
    ----------
    z, w : exact vectors
    positive : set, as bits
        The variables with z > 0.
    """

    z: Vector
    w: Vector
    positive: int


class Extreme(NamedTuple):
    """The least value a·z on the points of a face at which a reference variable is 1.

    Attributes
    ----------
    value : mpq
    multipliers : exact vector
        π with Gᵀπ = 0 and d = a − Nᵀπ nonnegative but for the reference and what is 0 on the face; that of the
        reference is the value: a·z = d·z.
    point : Point
        Where it is attained, up to a factor.
    """

    value: mpq
    multipliers: Vector
    point: Point


class Support(NamedTuple):
    """What HiGHS proposes for a face: the variables that can be positive, and a point at which they are."""

    positive: int
    values: Floats


class Cone:
    """The cone {z ≥ 0: N z + G w = 0 for some w}, and its faces.

    Parameters
    ----------
    N, G : SparseMatrix
        m rows; n columns of nonnegative variables z, and those of the free variables w.
    """

    def __init__(self, N: SparseMatrix, G: SparseMatrix) -> None:
        import highspy
        from scipy.sparse import csc_array

        m, self.size = N.shape
        self.matrix = SparseMatrix.of_blocks((m, self.size + G.shape[1]), [(0, 0, N), (0, self.size, G)])
        self.transposed = self.matrix.T
        self.programs = 0
        self._highspy = highspy
        self._row, self._column, entries = evened_entries(self.matrix)
        self._known: dict[int, Support] = {}
        self._zeros = 0  # where HiGHS's bounds are 0
        self._wanted = -1  # what its costs ask for; 0 for something else
        self._highs: Any = None  # stays None where entries are no floats: all is left to exact programs then
        if entries is None:
            return
        whole = csc_array((entries, (self.matrix.rows, self.matrix.columns)), shape=self.matrix.shape)
        n, total = self.size, self.size + self.matrix.shape[1]
        columns = np.append(np.arange(n), np.arange(self.matrix.shape[1]))
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = m, total
        doubled = csc_array(whole[:, columns])
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_, model.a_matrix_.index_ = doubled.indptr, doubled.indices
        model.a_matrix_.value_ = doubled.data
        model.row_lower_ = model.row_upper_ = np.zeros(m)
        infinity = highspy.kHighsInf
        model.col_lower_ = np.where(np.arange(total) < 2 * n, 0.0, -infinity)
        model.col_upper_ = np.where(np.arange(total) < n, 1.0, infinity)
        model.col_cost_ = np.where(np.arange(total) < n, -1.0, 0.0)
        self._highs = silent()
        self._highs.setOptionValue("presolve", "off")
        self._highs.setOptionValue("simplex_scale_strategy", 0)
        self._highs.passModel(model)

    def support(self, zeros: int) -> Support:
        """Return what HiGHS proposes as positive where a set of variables is 0; nothing proves it."""
        if zeros not in self._known:
            everything = (1 << self.size) - 1
            if self._solved(zeros, everything):
                values = np.array(self._highs.getSolution().col_value)
                with np.errstate(over="ignore", under="ignore"):
                    z = values[: self.size] + values[self.size : 2 * self.size]
                    support = Support(mask_where(z > POSITIVE), np.ldexp(z, self._column[: self.size]))
            else:
                support = self._exact_support(zeros)
            self._known[zeros] = support
        return self._known[zeros]

    def proof(self, zeros: int, wanted: int) -> Proof | Support:
        """Return a proof that wanted variables are 0 where a set of others is, or a support with one of them.

        That support is exact, and known to :meth:`support` from then on.
        """
        if self._solved(zeros, wanted):
            duals = np.array(self._highs.getSolution().row_dual)
            with np.errstate(over="ignore", under="ignore"):
                proof = self._proved(_read_off(np.ldexp(duals, self._row)), zeros, wanted)
            if proof is None:
                proof = self._proved(self._dual_of_basis(wanted), zeros, wanted)
            if proof is not None:
                return proof
        outcome = self._exact(zeros, wanted)
        proof = self._proved(outcome.y[:-1], zeros, wanted)
        if proof is not None:
            return proof
        self._known[zeros] = self._exact_support(zeros)
        return self._known[zeros]

    def point(self, zeros: int) -> Point:
        """Return an exact point of the face on which a set of variables is 0, positive wherever a variable can be."""
        everything = (1 << self.size) - 1
        if self._solved(zeros, everything):
            values = np.array(self._highs.getSolution().col_value)
            n = self.size
            whole = np.append(values[:n] + values[n : 2 * n], values[2 * n :])
            with np.errstate(over="ignore", under="ignore"):
                simple = _read_off(np.ldexp(whole, self._column))
            point = None if simple is None else self._point(simple)
            if point is not None and not point.positive & zeros and point.positive == mask_where(whole[:n] > POSITIVE):
                return point
            with suppress(InputError):  # a singular basis
                columns, rows = self._basis()
                point = self._point(self._solutions(columns, rows, None)[0])
                if point is not None and not point.positive & zeros:
                    return point
        return self._exact_point(zeros)

    def least(self, zeros: int, objective: Vector, reference: int) -> Extreme:
        """Return the least a·z where a reference variable, which is positive somewhere on the face, is 1.

        So a ratio of linear functions is minimised (Charnes, Cooper 1962). The objective has to be bounded.
        """
        extreme = self._least_of_basis(zeros, objective, reference)
        return self._exact_least(zeros, objective, reference) if extreme is None else extreme

    def _least_of_basis(self, zeros: int, objective: Vector, reference: int) -> Extreme | None:
        """Return what HiGHS's basis leads to; None unless it is proved."""
        highs, n = self._highs, self.size
        if highs is None:
            return None
        self._close(zeros)
        exponents = self._column[:n]
        mantissas, powers = mantissas_and_exponents(objective)
        largest = int((powers + exponents)[mantissas != 0].max(initial=0))
        cost = scaled(objective, exponents - largest)
        places = np.arange(2 * n, dtype=np.int32)
        highs.changeColsCost(2 * n, places, np.append(cost, cost))
        pair = np.array([reference, n + reference], dtype=np.int32)
        highs.changeColsBounds(2, pair, np.array([1.0, 0.0]), np.array([1.0, 0.0]))
        self._wanted = 0
        self.programs += 1
        try:
            highs.run()
            if highs.getModelStatus() != self._highspy.HighsModelStatus.kOptimal:
                return None
            columns, rows = self._basis()
            basic = np.append(objective, np.full(self.matrix.shape[1] - n, ZERO))[self._variable(columns)]
            return self._proved_least(zeros, objective, reference, *self._solutions(columns, rows, basic))
        except InputError:  # a singular basis
            return None
        finally:
            highs.changeColsCost(n, places[n:], np.zeros(n))
            highs.changeColsBounds(2, pair, np.zeros(2), np.array([1.0, self._highspy.kHighsInf]))

    def _proved_least(
        self, zeros: int, objective: Vector, reference: int, solution: Vector, multipliers: Vector
    ) -> Extreme | None:
        point = self._point(solution)
        if point is None or point.positive & zeros or not point.positive >> reference & 1:
            return None
        value = exact_dot(objective, point.z) / point.z[reference]
        combined = self.transposed @ multipliers
        reduced = objective - combined[: self.size]
        negative = mask_where(reduced < 0) & ~(zeros | 1 << reference)
        if negative or np.any(combined[self.size :] != 0) or reduced[reference] != value:
            return None
        return Extreme(value, multipliers, point)

    def _exact_least(self, zeros: int, objective: Vector, reference: int) -> Extreme:
        """Solve the same program exactly."""
        rows, width = self.matrix.shape
        kept = self._kept(zeros)
        cost = np.append(objective, np.full(width - self.size, ZERO))
        unit = SparseMatrix.from_entries((1, width), [0], [reference], [ONE])
        A = SparseMatrix.of_blocks((rows + 1, width), [(0, 0, self.matrix), (rows, 0, unit)])
        right = np.append(np.full(rows, ZERO), ONE)
        senses = np.zeros(rows + 1, dtype=np.int64)
        outcome = solve_lp(LP(A.part(np.arange(rows + 1), kept), right, cost[kept], senses, kept >= self.size))
        assert isinstance(outcome, Optimal)  # the reference is positive somewhere, and the objective is bounded
        solution = np.full(width, ZERO)
        solution[kept] = outcome.x
        extreme = self._proved_least(zeros, objective, reference, solution, outcome.y[:-1])
        if extreme is None:
            raise NotProvedError("the least value of a linear function on a face could not be proved")
        return extreme

    # ------------------------------------------------------------------ HiGHS

    def _solved(self, zeros: int, wanted: int) -> bool:
        """Let HiGHS solve max Σ t over wanted variables; return whether it found an optimum."""
        highs, n = self._highs, self.size
        if highs is None:
            return False
        self._close(zeros)
        if wanted != self._wanted:
            highs.changeColsCost(n, np.arange(n, dtype=np.int32), np.where(flags_of(wanted, n), -1.0, 0.0))
            self._wanted = wanted
        self.programs += 1
        highs.run()
        return bool(highs.getModelStatus() == self._highspy.HighsModelStatus.kOptimal)

    def _close(self, zeros: int) -> None:
        """Let HiGHS's bounds of a set of variables be 0, and no others."""
        if changed := zeros ^ self._zeros:
            n = self.size
            places = np.flatnonzero(flags_of(changed, n)).astype(np.int32)
            closed = flags_of(zeros, n)[places]
            upper = np.concatenate([np.where(closed, 0.0, 1.0), np.where(closed, 0.0, self._highspy.kHighsInf)])
            self._highs.changeColsBounds(
                2 * len(places), np.append(places, n + places), np.zeros(2 * len(places)), upper
            )
            self._zeros = zeros

    def _basis(self) -> tuple[Indices, Indices]:
        """Return the basic columns, as HiGHS counts them, and the rows without a basic slack."""
        basis = self._highs.getBasis()
        basic = self._highspy.HighsBasisStatus.kBasic
        columns, rows = basis.col_status, basis.row_status  # each access copies the list
        return (
            np.flatnonzero([status == basic for status in columns]),
            np.flatnonzero([status != basic for status in rows]),
        )

    def _variable(self, columns: Indices) -> Indices:
        """Return the columns of the matrix that HiGHS's columns t, p and w are."""
        return np.where(columns < self.size, columns, columns - self.size)

    def _dual_of_basis(self, wanted: int) -> Vector | None:
        """Return the exact multipliers of HiGHS's basis; None where it is singular."""
        columns, rows = self._basis()
        asked = flags_of(wanted, self.size)
        cost = vector(-ONE if column < self.size and asked[column] else ZERO for column in columns.tolist())
        try:
            return self._solutions(columns, rows, cost)[1]
        except InputError:  # a singular basis
            return None

    def _solutions(self, columns: Indices, rows: Indices, cost: Vector | None) -> tuple[Vector, Vector]:
        """Return the exact (z, w) of a basis, with every other t at the bound where HiGHS has it, and its multipliers.

        ``cost`` is that of the basic variables; without it there are no multipliers.
        """
        if len(columns) != len(rows):
            raise InputError("a basis of another size than the program, expected as many variables as rows")
        variables = self._variable(columns)
        values = np.array(self._highs.getSolution().col_value[: self.size])
        bound = np.setdiff1d(np.flatnonzero(values > 0.5), columns, assume_unique=True)
        solution, multipliers = np.full(self.matrix.shape[1], ZERO), np.full(self.matrix.shape[0], ZERO)
        # a bound of 1 in HiGHS's units
        solution[bound] = vector(mpq(2) ** int(exponent) for exponent in self._column[bound])
        right = -(self.matrix.part(rows, bound) @ solution[bound])
        kernel = self.matrix.part(rows, variables)
        found = solve_systems(kernel, [right], [] if cost is None else [cost])
        np.add.at(solution, variables, found[0])
        if cost is not None:
            multipliers[rows] = found[1]
        return solution, multipliers

    # ------------------------------------------------------------------ exact

    def _proved(self, multipliers: Vector | None, zeros: int, wanted: int) -> Proof | None:
        """Return the proof that multipliers are; None unless they are one."""
        if multipliers is None:
            return None
        combined = self.transposed @ multipliers
        if np.any(combined[self.size :] != 0):
            return None
        proof = Proof(multipliers, mask_where(combined[: self.size] > 0), mask_where(combined[: self.size] < 0))
        return None if proof.core & ~zeros or wanted & ~proof.zero else proof

    def _point(self, solution: Vector) -> Point | None:
        """Return the point of the cone that a solution is; None unless it is one."""
        z, w = solution[: self.size], solution[self.size :]
        if np.any(z < 0) or np.any(self.matrix @ solution != 0):
            return None
        return Point(z, w, mask_where(z > 0))

    def _exact(self, zeros: int, wanted: int) -> Optimal:
        """Solve max Σ z over wanted variables, a sum of at most 1, exactly; if it is 0 the dual solution is a proof."""
        rows, width = self.matrix.shape
        asked = np.flatnonzero(flags_of(wanted, self.size))
        kept = self._kept(zeros)
        cost = np.full(width, ZERO)
        cost[asked] = -ONE
        bound = SparseMatrix.from_entries((1, width), [0] * len(asked), asked, [ONE] * len(asked))
        A = SparseMatrix.of_blocks((rows + 1, width), [(0, 0, self.matrix), (rows, 0, bound)])
        right = np.append(np.full(rows, ZERO), ONE)
        senses = np.append(np.zeros(rows, dtype=np.int64), -1)
        outcome = solve_lp(LP(A.part(np.arange(rows + 1), kept), right, cost[kept], senses, kept >= self.size))
        assert isinstance(outcome, Optimal)  # 0 is feasible, and the sum is at most 1
        solution = np.full(width, ZERO)
        solution[kept] = outcome.x
        return Optimal(solution, outcome.y, outcome.value)

    def _kept(self, zeros: int) -> Indices:
        """Return the columns but for those of variables that are 0."""
        free = self.matrix.shape[1] - self.size
        return np.flatnonzero(np.append(~flags_of(zeros, self.size), np.ones(free, dtype=bool)))

    def _exact_point(self, zeros: int) -> Point:
        """Return the sum of exact points at each of which a further variable is positive, until none is left."""
        total = np.full(self.matrix.shape[1], ZERO)
        left = ((1 << self.size) - 1) & ~zeros
        while left:
            outcome = self._exact(zeros, left)
            if outcome.value == 0:
                break
            total = total + outcome.x
            left &= ~mask_where(total[: self.size] > 0)
        point = self._point(total)
        assert point is not None  # a sum of points of the cone
        return point

    def _exact_support(self, zeros: int) -> Support:
        point = self._exact_point(zeros)
        largest = max(point.z, default=ZERO) or ONE
        return Support(point.positive, np.array([float(value / largest) for value in point.z]))


def _read_off(multipliers: Floats) -> Vector | None:
    """Return numbers proportional to floats that are whole multiples of a simple part of the least; None for others."""
    sizes = np.abs(multipliers)
    sizes[sizes < POSITIVE * sizes.max(initial=0)] = 0
    if not np.isfinite(sizes).all() or not sizes.any():
        return None
    least = sizes[sizes > 0].min()
    for part in MULTIPLES:
        numbers = np.where(sizes > 0, multipliers, 0.0) * (part / least)
        whole = np.rint(numbers)
        if np.abs(whole).max() < WORD and (np.abs(numbers - whole) < NEAR * part).all():
            return vector(whole.astype(np.int64).tolist())
    return None
