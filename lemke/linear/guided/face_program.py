"""HiGHS proposes points and proofs for the faces of a cone, from one basis to the next. It proves nothing.

The cone is {z ≥ 0: N z + G w = 0 for some w}. The program of :mod:`lemke.linear.guided.cone` maximizes Σ t. It has two
columns for every variable z = t + p, with 0 ≤ t ≤ 1 and p ≥ 0. HiGHS adds a slack, fixed at 0, to every row.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.masks import flags_of
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Floats, Indices, SparseMatrix, Vector, mantissas_and_exponents, scaled, vector
from lemke.linear.exact import System, scaled_entries
from lemke.linear.guided.highs import run, silent


class FaceProgram:
    """HiGHS with the program of a cone {z ≥ 0: N z + G w = 0 for some w}; the program's bounds and costs change.

    ``matrix`` is N and G, side by side; ``size`` is the number of variables z. Rows and columns are scaled by powers of
    two, as in :class:`~lemke.linear.guided.highs.Solver`. "HiGHS's units" are those of the scaled program. Sets of
    variables are integers, as in :mod:`lemke.linear.guided.cone`.
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
