"""HiGHS proposes points and proofs for the faces of a cone, from one basis to the next. It proves nothing.

The program of :mod:`lemke.linear.guided.cone` has two columns for every variable z = t + p, with 0 ≤ t ≤ 1 and p ≥ 0.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.masks import flags_of
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Floats, Indices, SparseMatrix, Vector, mantissas_and_exponents, scaled, vector
from lemke.linear.exact import System, evened_entries
from lemke.linear.guided.highs import BRIEF, run, silent


class FaceBasis:
    """A basis of HiGHS's program: exact (z, w) with every other t at the bound where HiGHS has it, and multipliers.

    Parameters
    ----------
    matrix : SparseMatrix
        N and G, side by side.
    columns, rows : index arrays
        The basic columns, as columns of the matrix, and the rows without a basic slack.
    raised : exact vector
        (z, w) with the columns that are not basic at their upper bounds, and 0 elsewhere.
    """

    def __init__(self, matrix: SparseMatrix, columns: Indices, rows: Indices, raised: Vector) -> None:
        self.matrix, self.columns, self.rows, self.raised = matrix, columns, rows, raised

    @cached_property
    def _system(self) -> System:
        if len(self.columns) != len(self.rows):
            raise InputError("a basis of another size than the program, expected as many variables as rows")
        return System(self.matrix.part(self.rows, self.columns))

    def solution(self) -> Vector | None:
        """Return the exact (z, w); None where the basis is singular."""
        bound = np.flatnonzero(self.raised)
        right = -(self.matrix.part(self.rows, bound) @ self.raised[bound])
        solution = self.raised.copy()
        try:
            np.add.at(solution, self.columns, self._system.solve(right))
        except InputError:  # a singular basis
            return None
        return solution

    def multipliers(self, cost: Vector) -> Vector | None:
        """Return the exact multipliers of the rows for costs of the basic columns; None where the basis is singular."""
        multipliers = np.full(self.matrix.shape[0], ZERO)
        try:
            multipliers[self.rows] = self._system.solve(cost, transposed=True)
        except InputError:  # a singular basis
            return None
        return multipliers


class FaceProgram:
    """HiGHS with the program of a cone {z ≥ 0: N z + G w = 0}, whose bounds and costs change.

    Rows and columns are in units of powers of two, as for :class:`~lemke.linear.guided.highs.Solver`.

    Parameters
    ----------
    matrix : SparseMatrix
        N and G, side by side.
    size : int
        Number of variables z.
    """

    def __init__(self, matrix: SparseMatrix, size: int) -> None:
        import highspy
        from scipy.sparse import csc_array

        self.matrix, self.size = matrix, size
        self._highspy = highspy
        self._row, self._column, entries = evened_entries(matrix)
        self._zeros = 0  # the variables whose bounds are 0
        self._maximised = -1  # those that count in the costs; none if the costs are those of `minimise`
        self._highs: Any = None  # stays None where entries are no floats: HiGHS proposes nothing then
        if entries is None:
            return
        m, width = matrix.shape
        total = size + width
        single = csc_array((entries, (matrix.rows, matrix.columns)), shape=matrix.shape)
        columns = csc_array(single[:, np.append(np.arange(size), np.arange(width))])
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
        self._brief = len(columns.data) < BRIEF

    def maximise(self, zeros: int, variables: int) -> bool:
        """Maximise Σ t over a set of variables where those in ``zeros`` are 0; return whether there is an optimum."""
        if self._highs is None:
            return False
        self._close(zeros)
        if variables != self._maximised:
            cost = np.where(flags_of(variables, self.size), -1.0, 0.0)
            self._highs.changeColsCost(self.size, np.arange(self.size, dtype=np.int32), cost)
            self._maximised = variables
        return self._solved()

    def minimise(self, zeros: int, objective: Vector, reference: int) -> tuple[FaceBasis, Vector] | None:
        """Minimise a·z where a reference variable is 1, in HiGHS's units; return a basis and the costs of its columns.

        None where HiGHS finds no optimum. Whether the basis has one remains to be checked.
        """
        highs, n = self._highs, self.size
        if highs is None:
            return None
        self._close(zeros)
        mantissas, exponents = mantissas_and_exponents(objective)
        largest = int((exponents + self._column[:n])[mantissas != 0].max(initial=0))
        cost = scaled(objective, self._column[:n] - largest)
        places, pair = np.arange(2 * n, dtype=np.int32), np.array([reference, n + reference], dtype=np.int32)
        highs.changeColsCost(2 * n, places, np.append(cost, cost))
        highs.changeColsBounds(2, pair, np.array([1.0, 0.0]), np.array([1.0, 0.0]))
        self._maximised = 0
        try:
            if not self._solved():
                return None
            basis = self._basis()[0]
            return basis, np.append(objective, np.full(self.matrix.shape[1] - n, ZERO))[basis.columns]
        finally:
            highs.changeColsCost(n, places[n:], np.zeros(n))
            highs.changeColsBounds(2, pair, np.zeros(2), np.array([1.0, self._highspy.kHighsInf]))

    def values(self) -> Floats:
        """Return (z, w) as HiGHS has them."""
        n, columns = self.size, np.array(self._highs.getSolution().col_value)
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(np.ldexp(np.append(columns[:n] + columns[n : 2 * n], columns[2 * n :]), self._column))

    def scaled_values(self) -> Floats:
        """Return z in HiGHS's units, in which t is 0 or 1 at an optimum of :meth:`maximise`."""
        columns = np.array(self._highs.getSolution().col_value)
        return np.asarray(columns[: self.size] + columns[self.size : 2 * self.size])

    def multipliers(self) -> Floats:
        """Return the multipliers of the rows as HiGHS has them."""
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(np.ldexp(np.array(self._highs.getSolution().row_dual), self._row))

    def basic_point(self) -> Vector | None:
        """Return the exact (z, w) of the basis; None where it is singular."""
        return self._basis()[0].solution()

    def basic_multipliers(self, variables: int) -> Vector | None:
        """Return the exact multipliers of the basis, if a set of variables was maximised; None where it is singular."""
        basis, columns = self._basis()
        maximised = flags_of(variables, self.size)
        cost = vector(-int(column < self.size and maximised[column]) for column in columns.tolist())
        return basis.multipliers(cost)

    def _solved(self) -> bool:
        run(self._highs, brief=self._brief)
        return bool(self._highs.getModelStatus() == self._highspy.HighsModelStatus.kOptimal)

    def _close(self, zeros: int) -> None:
        """Fix a set of variables at 0, and no others."""
        changed = zeros ^ self._zeros
        if not changed:
            return
        places = np.flatnonzero(flags_of(changed, self.size)).astype(np.int32)
        closed, count = flags_of(zeros, self.size)[places], 2 * len(places)
        upper = np.concatenate([np.where(closed, 0.0, 1.0), np.where(closed, 0.0, self._highspy.kHighsInf)])
        self._highs.changeColsBounds(count, np.append(places, self.size + places), np.zeros(count), upper)
        self._zeros = zeros

    def _basis(self) -> tuple[FaceBasis, Indices]:
        """Return HiGHS's basis, and its basic columns as HiGHS counts them."""
        basis, basic = self._highs.getBasis(), self._highspy.HighsBasisStatus.kBasic
        statuses = basis.col_status, basis.row_status  # each access copies the list
        columns = np.flatnonzero([status == basic for status in statuses[0]])
        rows = np.flatnonzero([status != basic for status in statuses[1]])
        n, raised = self.size, np.full(self.matrix.shape[1], ZERO)
        upper = np.flatnonzero(np.array(self._highs.getSolution().col_value[:n]) > 0.5)  # t is at 0 or at 1
        bound = np.setdiff1d(upper, columns, assume_unique=True)
        raised[bound] = vector(mpq(2) ** int(exponent) for exponent in self._column[bound])
        return FaceBasis(self.matrix, np.where(columns < n, columns, columns - n), rows, raised), columns
