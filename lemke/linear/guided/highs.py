"""HiGHS proposes a basis of a linear program, in floating point (Huangfu and Hall 2018). It proves nothing.

The simplex method and the interior point method with crossover take very different times, and neither is always faster.
So both run on a large program, side by side, until the first of them ends.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import count
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.sparse import Floats, Indices, Vector, mantissas_and_exponents, scaled, zeros
from lemke.linear.exact import scaled_entries
from lemke.linear.lp import LP, Basis

METHODS = ("simplex", "ipm")
"""The methods of HiGHS: the simplex method, and the interior point method with crossover to a basis."""
BOTH = 8000
"""From this number of rows on, both methods run. The interior point method is more than twice as fast on Leduc poker
with 13 ranks and Goofspiel with 6 cards, and slower on liar's dice with 6 faces. Smaller programs take seconds; they
leave all to the simplex method, so that the basis is the same in every run. So do programs with a start basis or
without costs, where the simplex method is far faster."""
TURN = {"simplex_iteration_limit": 10_000, "ipm_iteration_limit": 100}
"""With a single core, the limits of HiGHS in the first turn of each method. Every turn starts anew with twice as many
iterations, so that both turns together take at most about four times as long as the quicker method alone."""
BRIEF = 2000
"""HiGHS runs programs with fewer entries without a thread: they end too soon to be interrupted."""
PATIENCE = 0.1
"""Seconds after which an interrupt is noticed while HiGHS runs."""
PRIMAL = 4
"""HiGHS's number for the primal simplex method."""
LARGE = 1e15
"""Magnified costs are cut to ±LARGE, as HiGHS takes 1e20 for infinite. A variable with a cost of ±LARGE stays at a
bound anyway."""


def load_libraries() -> None:
    """Load HiGHS and SciPy, and let OpenBLAS allocate its buffer; without memory these steps may never end."""
    import highspy  # noqa: F401
    from scipy.linalg.blas import dtrsv

    dtrsv(np.eye(1), np.ones(1))  # any call allocates the buffer


def silent() -> Any:
    """Return a HiGHS object that prints nothing, not even the banner of version 1.16 when callbacks are enabled."""
    import highspy

    class Silent(highspy.Highs):
        def enableCallbacks(self) -> None:
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]  # highspy has no types

    highs: Any = Silent()  # type: ignore[no-untyped-call]  # highspy has no types
    highs.setOptionValue("output_flag", False)  # for versions that do not call enableCallbacks when they start
    return highs


def run(highs: Any) -> None:
    """Run HiGHS until it ends or the time limit is reached; an interrupt stops it.

    Raises MemoryError if HiGHS could not start its threads, and LimitError.
    """
    if highs.getNumNz() >= BRIEF:
        first_to_end({"": highs})
        return
    _prepare(highs)
    try:
        highs.run()
    except RuntimeError as error:
        raise MemoryError("HiGHS could not start its threads") from error
    limits.check()


def first_to_end(programs: Mapping[str, Any]) -> str:
    """Run objects of HiGHS, each in a thread; return the name of the first that has a verdict, and stop the others.

    Python raises no KeyboardInterrupt while its main thread is within HiGHS, so this thread only waits. If none has a
    verdict, return the name of the last. Raises as :func:`run` does.
    """
    for highs in programs.values():
        _prepare(highs)
        highs.HandleUserInterrupt = True  # lets cancelSolve stop the run
    pool = ThreadPoolExecutor(len(programs))
    running: dict[Future[Any], str] = {}
    try:
        for name, highs in programs.items():
            running[pool.submit(highs.run)] = name
        while True:
            ended = wait(running, PATIENCE, FIRST_COMPLETED).done
            limits.check()
            for future in ended:
                name = running.pop(future)
                future.result()
                if not running or verdict_of(programs[name]) != "unknown":
                    return name
    except RuntimeError as error:
        raise MemoryError("HiGHS could not start its threads") from error
    finally:
        for name in running.values():
            programs[name].cancelSolve()
        # a method that was stopped ends its iteration first; only what a race lost is never used again
        pool.shutdown(wait=len(programs) == 1)


def first_in_turns(programs: Mapping[str, Any]) -> str:
    """Do what :func:`first_to_end` does on a single core: run by turns, with growing limits of iterations."""
    import highspy

    left = dict(programs)
    for turn in count():
        for name, highs in list(left.items()):
            for option, iterations in TURN.items():
                highs.setOptionValue(option, iterations << turn)
            run(highs)
            for option in TURN:
                highs.setOptionValue(option, highspy.kHighsIInf)
            if highs.getModelStatus() != highspy.HighsModelStatus.kIterationLimit:
                del left[name]
                if not left or verdict_of(highs) != "unknown":
                    return name
    raise AssertionError  # the turns have no end


def verdict_of(highs: Any) -> str:
    """Return the verdict of HiGHS's last run: ``optimal``, ``infeasible``, ``unbounded`` or ``unknown``."""
    from highspy import HighsModelStatus as Status

    names = {
        Status.kOptimal: "optimal",
        Status.kInfeasible: "infeasible",
        Status.kUnbounded: "unbounded",
        Status.kUnboundedOrInfeasible: "unbounded",
    }
    return names.get(highs.getModelStatus(), "unknown")


def _prepare(highs: Any) -> None:
    limits.report(lambda: "HiGHS proposes a basis")
    # HiGHS compares the limit with the time of all its runs so far
    highs.setOptionValue("time_limit", highs.getRunTime() + limits.current().seconds_left())


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Solver:
    """HiGHS with one program; HiGHS begins at the program's start basis, if any. Bounds and costs may be changed.

    ``method`` is one of :data:`METHODS`, or ``both`` or ``auto``. Small programs need no choice: these two are then
    ``simplex``. In large programs ``both`` takes the first verdict, and ``auto`` is ``ipm``, the same in every run. If
    a method was asked for, or both have run, :attr:`method` is the one that proposed the last basis; else it is empty.

    Rows, columns, right-hand sides and costs are scaled by powers of two to numbers about 1: HiGHS drops entries below
    1e-9, refuses entries beyond 1e15, and has absolute tolerances.
    """

    def __init__(self, program: LP, method: str = "auto") -> None:
        import highspy
        from scipy.sparse import csc_array

        self.program = program
        self.method = "" if method in ("auto", "both") else method
        self.highspy = highspy
        self.highs = silent()
        self.highs.setOptionValue("simplex_scale_strategy", 0)  # scaled below; a second scaling would cost pivots
        m, n = program.A.shape
        self._row, self._column, entries = scaled_entries(program.A)
        self._representable = entries is not None
        if entries is None:
            return
        matrix = csc_array((entries, (program.A.rows, program.A.columns)), shape=(m, n))
        # HiGHS's x is in units of 2^(column − right), HiGHS's y in units of 2^(row − cost)
        self._right, self._cost = -_exponent(program.b, self._row), -_exponent(program.c, self._column)
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = m, n
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_, model.a_matrix_.index_ = matrix.indptr, matrix.indices
        model.a_matrix_.value_ = matrix.data
        model.col_cost_ = self._costs(program.c)
        model.col_lower_, model.col_upper_ = self._bounds(zeros(n))
        model.row_lower_, model.row_upper_ = self._sides(program.b)
        self.highs.passModel(model)
        is_large = m >= BOTH and bool(program.c.any())
        self._runs_both = method == "both" and is_large
        if self.method or (method == "auto" and is_large):
            self.highs.setOptionValue("solver", self.method or "ipm")
        if program.start is not None:
            self.begin(program.start)

    def propose(self) -> tuple[str, Basis | None]:
        """Return HiGHS's verdict, and its last basis or None.

        The verdict is ``optimal``, ``infeasible``, ``unbounded`` or ``unknown``. An ``unbounded`` program may in fact
        be infeasible. If scaled entries leave the range of floats, the verdict is ``unknown``.
        """
        if not self._representable:
            return "unknown", None
        if self._runs_both:
            self._run_both()
        else:
            run(self.highs)
        basis = self.highs.getBasis()
        # each access to a status list copies it, so each is read once
        statuses, basic = (basis.col_status, basis.row_status), self.highspy.HighsBasisStatus.kBasic
        columns, rows = (np.array([entry == basic for entry in entries], dtype=bool) for entries in statuses)
        return verdict_of(self.highs), Basis(columns, rows) if basis.valid else None

    def _run_both(self) -> None:
        """Run both methods on the program, and keep the HiGHS that has the first verdict."""
        programs = {"simplex": self.highs, "ipm": silent()}
        programs["ipm"].setOptionValue("simplex_scale_strategy", 0)
        programs["ipm"].passModel(self.highs.getLp())
        for method, highs in programs.items():
            highs.setOptionValue("solver", method)
        self.method = (first_to_end if _cores() > 1 else first_in_turns)(programs)
        self.highs = programs[self.method]

    def values(self) -> tuple[Floats, Floats]:
        """Return HiGHS's solution x and dual solution y in floats, in the units of the program."""
        solution = self.highs.getSolution()
        x, y = np.array(solution.col_value), np.array(solution.row_dual)
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(x, self._column - self._right), np.ldexp(y, self._row - self._cost)

    def shift(self, x: Vector, y: Vector, primal: mpq, dual: mpq, basis: Basis) -> None:
        """Change to the program of the magnified differences from nearly optimal x*, y*, and start at a basis.

        ``x`` and ``y`` are x* and y*. The new variables are primal (x − x*) and dual (y − y*). The right-hand sides are
        primal (b − A x*), the lower bounds −primal x*, the costs dual (c − Aᵀy*): the iterative refinement of Gleixner,
        Steffy, Wolter (2016).
        """
        program, highs = self.program, self.highs
        m, n = program.A.shape
        lower, upper = self._bounds(-primal * x)
        highs.changeColsBounds(n, np.arange(n, dtype=np.int32), lower, upper)
        low, high = self._sides(primal * (program.b - program.A @ x))
        for row in range(m):  # there is no call for all rows at once
            highs.changeRowBounds(row, low[row], high[row])
        cost = self._costs(dual * (program.c - program.A.T @ y))
        highs.changeColsCost(n, np.arange(n, dtype=np.int32), np.clip(cost, -LARGE, LARGE))
        self.begin(basis)

    def aim(self, cost: Floats) -> None:
        """Change the costs to ``cost``. If the last basis was optimal, continue from it: it remains feasible."""
        if not self._representable:
            return
        if self.highs.getModelStatus() == self.highspy.HighsModelStatus.kOptimal:
            self._take_simplex()
            self.highs.setOptionValue("simplex_strategy", PRIMAL)
            self.highs.setOptionValue("presolve", "off")
        _, exponents = np.frexp(cost)
        exponents = exponents + self._column
        self._cost = -int(exponents[cost != 0].max(initial=0))
        scaled_cost = np.ldexp(cost, self._column + self._cost)
        self.highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), scaled_cost)

    def pivots(self) -> int:
        """Return the number of iterations of the simplex method and of crossover in the last solve."""
        information = self.highs.getInfo()
        counts = (information.simplex_iteration_count, information.crossover_iteration_count)
        return sum(max(int(count), 0) for count in counts)

    def begin(self, basis: Basis) -> None:
        """Make the simplex method start at a basis. The presolve is off, as it would discard the basis."""
        if not self._representable:
            return
        program = self.program
        self._take_simplex()
        self.highs.setOptionValue("presolve", "off")
        status = self.highspy.HighsBasisStatus
        start = self.highspy.HighsBasis()
        start.col_status = [
            status.kBasic if basic else status.kZero if free else status.kLower
            for basic, free in zip(basis.columns.tolist(), program.free.tolist(), strict=True)
        ]
        start.row_status = [
            status.kBasic if basic else status.kUpper if sense < 0 else status.kLower
            for basic, sense in zip(basis.rows.tolist(), program.senses.tolist(), strict=True)
        ]
        start.valid = True
        start.alien = True  # HiGHS then makes a wrong basis regular instead of refusing it
        self.highs.setBasis(start)

    def _take_simplex(self) -> None:
        self._runs_both = False
        self.highs.setOptionValue("solver", "simplex")

    def _costs(self, cost: Vector) -> Floats:
        """Return costs in HiGHS's units."""
        return scaled(cost, self._column + self._cost)

    def _bounds(self, lower: Vector) -> tuple[Floats, Floats]:
        """Return the lower and upper bounds of the variables in HiGHS's units; free ones have no lower bound."""
        infinity = self.highspy.kHighsInf
        bounds = scaled(lower, self._right - self._column)
        return np.where(self.program.free, -infinity, bounds), np.full(len(bounds), infinity)

    def _sides(self, right: Vector) -> tuple[Floats, Floats]:
        """Return the lower and upper bounds of the rows in HiGHS's units; inequalities have one infinite bound."""
        infinity, senses, sides = self.highspy.kHighsInf, self.program.senses, scaled(right, self._row + self._right)
        return np.where(senses < 0, -infinity, sides), np.where(senses > 0, infinity, sides)


def _exponent(numbers: Vector, exponents: Indices) -> int:
    """Return the largest binary exponent of the numbers times 2^exponents; 0 if all numbers are 0."""
    mantissas, powers = mantissas_and_exponents(numbers)
    return int((powers + exponents)[mantissas != 0].max()) if mantissas.any() else 0
