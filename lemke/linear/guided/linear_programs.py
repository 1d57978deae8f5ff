"""Exact linear programming: HiGHS proposes a basis in floats; its solution is computed and checked exactly.

One factorization of the basis gives both the primal and the dual solution.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Indices, SparseMatrix, Vector, exact_sum, vector, zeros
from lemke.linear.exact import optimal
from lemke.linear.guided.highs import Solver
from lemke.linear.guided.kernels import lemke
from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution, column
from lemke.linear.lcp import check as check_lcp
from lemke.linear.lp import LP, Basis, Infeasible, Optimal, Unbounded, check

REFINEMENTS = 4
"""The most refinements; each adds about as many correct bits as a float has."""
EXPONENTS = (1, mpq(1, 2), mpq(1, 4))
"""The magnification of a residual is raised to these powers in turn. After a large magnification, HiGHS may take a
number that it needs for infinite, and call the program unbounded; a smaller power prevents that."""
GROWTH = mpq(1 << 20)
"""If the primal (dual) residual violates no bound, its magnification grows by this factor in the next refinement."""


def solve_lp(program: LP) -> Optimal | Infeasible | Unbounded:
    """Solve a linear program exactly; every outcome has a witness, which has passed the exact check.

    HiGHS proposes a basis; HiGHS begins at the program's start if there is one. If the basis is not optimal in exact
    arithmetic, HiGHS solves the program of the magnified residual (Gleixner, Steffy, Wolter 2016). If HiGHS calls the
    program infeasible or unbounded, the optimal solution of an auxiliary program proves it. If no outcome passes the
    check, Lemke's algorithm decides.

    Raises LimitError, and NotProvedError if no outcome passes the check.

    >>> program = LP.of([[1, 2], [3, 1]], [1, 1], [1, 1])
    >>> optimal = solve_lp(program)
    >>> optimal.value
    mpq(3,5)
    >>> solve_lp(replace(program, start=optimal.basis)).pivots
    0
    >>> solve_lp(LP.of([[1]], [1], [-1])).direction
    array([mpq(1,1)], dtype=object)
    >>> solve_lp(LP.of([[-1]], [1], [0])).y
    array([mpq(1,1)], dtype=object)
    """
    for outcome in _outcomes(program):
        if check(program, outcome) is None:
            return outcome
    raise NotProvedError("no outcome of the linear program is proved, neither from HiGHS nor from Lemke's algorithm")


def _outcomes(program: LP) -> Iterator[Optimal | Infeasible | Unbounded]:
    """Yield outcomes that are still to be checked, from HiGHS and then from Lemke's algorithm."""
    status = yield from optima(program)
    if status in ("infeasible", "unbounded"):
        with suppress(NotProvedError):  # Lemke's algorithm is next
            yield from _without_optimum(program)
    yield from _by_lemke(program)


def optima(program: LP, method: str = "auto") -> Generator[Optimal, None, str]:
    """Yield the exact solutions of bases that HiGHS proposes: from the program's start, if any, then from scratch.

    ``method`` is the method of HiGHS from scratch, as in :class:`~lemke.linear.guided.highs.Solver`. The caller has yet
    to check all solutions. The generator returns HiGHS's verdict on the program when solved from scratch.
    """
    tries = count(1)
    if program.start is not None:
        yield from proposals(program, tries)
        program = replace(program, start=None)
    return (yield from proposals(program, tries, method))


def proposals(program: LP, tries: Iterator[int], method: str = "auto") -> Generator[Optimal, None, str]:
    """Yield the exact solution of the basis that HiGHS proposes, then of the bases to which refinement leads.

    HiGHS begins at the program's start, if there is one. The generator returns HiGHS's first verdict; unless this
    verdict is ``optimal``, it yields nothing.
    """
    solver = Solver(program, method)
    verdict, basis = solver.propose()
    method = solver.method
    if verdict != "optimal" or basis is None:
        return verdict
    n, inequalities = program.A.shape[1], np.flatnonzero(program.senses)
    equations: LP | None = None
    primal = dual = ONE
    for refinements in range(REFINEMENTS + 1):
        try:
            solution = optimal(program, basis)
        except InputError:  # a singular basis
            break
        kernel = "refined" if refinements else "highs"
        yield replace(solution, kernel=kernel, tries=next(tries), pivots=solver.pivots(), method=method)
        if equations is None:  # inequalities become equations with slacks: A x ∓ s = b and s ≥ 0
            cost, equal = np.append(program.c, zeros(len(inequalities))), np.zeros_like(program.senses)
            equations = _with_columns(program, inequalities, -program.senses[inequalities], cost, equal)
            solver = Solver(equations)
        x = np.append(solution.x, ((program.A @ solution.x - program.b) * program.senses)[inequalities])
        reduced = equations.c - equations.A.T @ solution.y
        primal = _magnification(-x[~equations.free], primal)
        dual = _magnification(-reduced[~equations.free], dual)
        # the slacks of inequalities are columns of the equations
        start = Basis(np.append(basis.columns, basis.rows[inequalities]), basis.rows & (program.senses == 0))
        previous_basis = basis
        for exponent in EXPONENTS:
            solver.shift(x, solution.y, _power(primal, exponent), _power(dual, exponent), start)
            status, refined = solver.propose()
            if status == "optimal" and refined is not None:
                rows = refined.rows.copy()
                rows[inequalities] |= refined.columns[n:]  # the slacks are rows of the program again
                basis = Basis(refined.columns[:n], rows)
                if basis != previous_basis:
                    break
        if basis == previous_basis:
            break
    return verdict


def _with_columns(program: LP, rows: Indices, values: Indices, cost: Vector, senses: Indices) -> LP:
    """Return the program with further nonnegative variables, and other costs and senses.

    The k-th further column has a single entry: ``values[k]`` in row ``rows[k]``.
    """
    m, n = program.A.shape
    further = SparseMatrix.from_entries((m, len(rows)), rows, np.arange(len(rows)), vector(values))
    A = SparseMatrix.of_blocks((m, n + len(rows)), [(0, 0, program.A), (0, n, further)])
    return LP(A, program.b, cost, senses, np.append(program.free, np.zeros(len(rows), dtype=bool)))


def _magnification(violations: Vector, last: mpq) -> mpq:
    """Return the power of two that makes the largest violation about 1; if none is positive, ``last · GROWTH``."""
    worst = max(violations, default=ZERO)
    if worst <= 0:
        return last * GROWTH
    return mpq(2) ** (worst.denominator.bit_length() - worst.numerator.bit_length())


def _power(scale: mpq, exponent: mpq | int) -> mpq:
    """Return ``scale ** exponent`` rounded towards 1 to a power of two, where ``scale`` is a power of two."""
    logarithm = scale.numerator.bit_length() - scale.denominator.bit_length()  # to base 2
    return mpq(2) ** int(logarithm * exponent)


def _without_optimum(program: LP) -> Iterator[Infeasible | Unbounded]:
    """Prove that no feasible x exists, or find a feasible x and a direction in which the objective falls."""
    point = _phase_one(program)
    if isinstance(point, Infeasible):
        yield point
        return
    m, n = program.A.shape
    # minimize c·d over directions d with c·d ≥ −1: an unbounded program has the optimum −1
    rows = SparseMatrix.of_blocks((m + 1, n), [(0, 0, program.A), (m, 0, column(program.c).T)])
    right = np.append(zeros(m), -ONE)
    fall = _optimum(LP(rows, right, program.c, np.append(program.senses, 1), program.free))
    yield Unbounded(point, fall.x)


def _phase_one(program: LP) -> Vector | Infeasible:
    """Minimize the sum of violations t ≥ 0 in A x ± t ≥, = or ≤ b: return x if Σ t = 0, else a Farkas witness."""
    up, down = np.flatnonzero(program.senses >= 0), np.flatnonzero(program.senses <= 0)
    n, violations = program.A.shape[1], len(up) + len(down)
    cost = np.append(zeros(n), np.full(violations, ONE))
    signs = np.append(np.ones_like(up), -np.ones_like(down))
    least = _optimum(_with_columns(program, np.append(up, down), signs, cost, program.senses))
    return Infeasible(least.y) if least.value > 0 else least.x[:n]


def _optimum(program: LP) -> Optimal:
    """Return the optimal solution of a program that has one, checked exactly."""
    for outcome in chain(optima(program), _by_lemke(program)):
        if isinstance(outcome, Optimal) and check(program, outcome) is None:
            return outcome
    raise NotProvedError("no optimum of an auxiliary linear program is proved, although it has one")


def _by_lemke(program: LP) -> Iterator[Optimal | Infeasible | Unbounded]:
    """Solve the optimality conditions as an LCP; a ray is a witness against the program or its dual."""
    outcome = lemke(program.lcp(), "exact").outcome
    if isinstance(outcome, Solution):
        x, y = program.x_and_y(outcome.z)
        yield Optimal(x, y, exact_sum(program.c * x), "exact")
    elif isinstance(outcome, Ray):
        direction, y = program.x_and_y(outcome.direction)
        if exact_sum(program.b * y) > 0:
            yield Infeasible(y)
        else:
            point = _phase_one(program)
            yield point if isinstance(point, Infeasible) else Unbounded(point, direction)


def lcp_feasibility(problem: LCP) -> Feasible | Infeasibility:
    """Return z ≥ 0 and w = q + M z ≥ 0, or multipliers which prove by Farkas' lemma that there are none.

    If index i is free, zᵢ may be negative and (q + M z)ᵢ must be 0. The outcome is checked exactly. If M is positive
    semidefinite, copositive-plus or row sufficient, a feasible problem has a solution (Cottle, Pang, Stone 1992,
    chapter 3).

    Raises NotProvedError if neither a feasible point nor a proof of infeasibility passes the check.

    >>> lcp_feasibility(LCP.of([[0, 1], [-1, 0]], [0, -1])).multipliers
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> lcp_feasibility(LCP.of([[2, 1], [1, 2]], [-5, -6])).w >= 0
    array([ True,  True])
    """
    senses = np.where(problem.free, 0, 1)
    program_outcome = solve_lp(LP(problem.M, -problem.q, zeros(problem.size), senses, problem.free))
    outcome: Feasible | Infeasibility
    if isinstance(program_outcome, Infeasible):
        outcome = Infeasibility(program_outcome.y)
    else:  # the program is not unbounded, as the objective is 0
        outcome = Feasible(program_outcome.x, problem.q + problem.M @ program_outcome.x)
    if (defect := check_lcp(problem, outcome)) is not None:
        raise NotProvedError(f"neither a feasible point nor a proof of infeasibility passes the check: {defect}")
    return outcome
