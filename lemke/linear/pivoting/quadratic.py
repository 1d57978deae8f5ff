"""Convex quadratic programs by Lemke's algorithm: every outcome has passed the exact check."""

from __future__ import annotations

from dataclasses import replace

from lemke.errors import InputError, NotProvedError
from lemke.ground.rational import quoted, short
from lemke.ground.sparse import Vector, exact_sum
from lemke.linear.lcp import Ray, Solution
from lemke.linear.lp import Infeasible, Optimal, Unbounded
from lemke.linear.matrix_classes import Point, matrix_class
from lemke.linear.pivoting import linear
from lemke.linear.pivoting.kernels import lemke, required_options
from lemke.linear.qp import QP, check


def solve(program: QP, kernel: str = "auto", seed: int = 0) -> Optimal | Infeasible | Unbounded:
    """Solve a convex quadratic program exactly; the outcome has passed the exact check, with a witness in each case.

    The Karush–Kuhn–Tucker conditions are an LCP with a positive semidefinite matrix, so Lemke's path ends in a solution
    or in a ray that proves that there is none: y is a Farkas witness, or x a direction in which the objective falls for
    ever, if the program is feasible, which a linear program decides.

    Parameters
    ----------
    program : QP
    kernel, watch, seed
        As in :func:`lemke.solve_lcp`.

    Raises
    ------
    InputError
        If Q is not positive semidefinite; the message has a vector x with xᵀQ x < 0.
    LimitError
        If a limit is reached.
    NotProvedError
        If no way leads to an outcome that passes the check.

    >>> optimal = solve(QP.of([[2, 0], [0, 2]], [-2, -5], [[1, 1]], [2], ["<="]))
    >>> optimal.x, optimal.y, optimal.value
    (array([mpq(1,4), mpq(7,4)], dtype=object), array([mpq(-3,2)], dtype=object), mpq(-49,8))
    >>> solve(QP.of([[1, -1], [-1, 1]], [-1, 0])).direction
    array([mpq(1,1), mpq(1,1)], dtype=object)
    """
    if not isinstance(program, QP):
        raise InputError(f"an object of type {type(program).__name__}, expected a QP, such as QP.of(Q, c)")
    seed = required_options(kernel, seed)
    _require_convex(program)
    if not program.Q.nnz:
        return linear.solve(program.linear)
    proved = lemke(program.lcp(), kernel, seed)
    outcome: Optimal | Infeasible | Unbounded
    if isinstance(proved.outcome, Solution):
        x, y = program.point(proved.outcome.z), program.multipliers(proved.outcome.z)
        outcome = Optimal(x, y, program.objective(x), proved.kernel, proved.tries, proved.outcome.pivots)
    elif isinstance(proved.outcome, Ray):
        outcome = _without_optimum(program, proved.outcome.direction)
    else:
        raise NotProvedError("Lemke's algorithm ended without a solution or a ray")
    if (defect := check(program, outcome)) is not None:
        raise NotProvedError(f"Lemke's algorithm led to no outcome of the quadratic program that is proved: {defect}")
    return outcome


def _require_convex(program: QP) -> None:
    witness = matrix_class(program.Q, "PSD").witness
    if isinstance(witness, Point):
        x = witness.x
        value = exact_sum(x * (program.Q @ x))
        point = quoted(", ".join(map(short, x)))[1:-1]
        raise InputError(f"x'Qx = {short(value)} at x = ({point}), expected a convex program, Q positive semidefinite")


def _without_optimum(program: QP, direction: Vector) -> Infeasible | Unbounded:
    """Return what a ray proves: in its direction Q x = 0, A x ≥ 0, Aᵀy ≤ 0 and c·x < b·y."""
    x, y = program.point(direction), program.multipliers(direction)
    if exact_sum(program.linear.b * y) > 0:
        return Infeasible(y)
    feasible = _feasible(program)
    return feasible if isinstance(feasible, Infeasible) else Unbounded(feasible, x)


def _feasible(program: QP) -> Vector | Infeasible:
    """Return a feasible point: an optimum for the costs 0."""
    outcome = linear.solve(replace(program.linear, c=program.linear.c * 0, start=None))
    if isinstance(outcome, Unbounded):
        raise NotProvedError("a linear program without costs was found unbounded")
    return outcome if isinstance(outcome, Infeasible) else outcome.x
