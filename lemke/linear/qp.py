"""Quadratic programs over the rationals, and the exact check of their outcomes.

    minimise ½ xᵀQ x + c·x    subject to    A x ≥, = or ≤ b row by row,    x ≥ 0 except where it is free

x and y are a Karush–Kuhn–Tucker pair if both have the right signs, Q x + c − Aᵀy is ≥ 0, or = 0 where x is free, and
both complementary products are 0. Where Q is positive semidefinite, that is an optimum; linear programs are the case
Q = 0 (Cottle, Pang, Stone 1992, chapter 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, ShapeError
from lemke.ground.rational import exact
from lemke.ground.sparse import SparseMatrix, Vector, exact_sum, vector
from lemke.ground.values import ByValue
from lemke.linear import lp
from lemke.linear.lcp import LCP, Defect, given_matrix
from lemke.linear.lp import LP, Infeasible, Optimal, Unbounded


@dataclass(frozen=True, eq=False)
class QP(ByValue):
    """A quadratic program with m rows and n columns.

    Attributes
    ----------
    Q : SparseMatrix, n x n
        Symmetric.
    linear : LP
        The rows, signs, and the linear part c of the objective.

    Raises
    ------
    ShapeError, InputError
        A matrix Q of another size, or one that is not symmetric.
    """

    Q: SparseMatrix
    linear: LP

    def __post_init__(self) -> None:
        n = len(self.linear.c)
        if self.Q.shape != (n, n):
            raise ShapeError(f"Q of {self.Q.shape[0]} x {self.Q.shape[1]}, expected {n} x {n} as c has {n} numbers")
        for i, j, value in (self.Q + -self.Q.T).entries:
            raise InputError(f"Q with {value} more at row {i + 1}, column {j + 1} than across, expected it symmetric")

    @classmethod
    def of(
        cls,
        Q: object,
        c: object,
        A: object = (),
        b: object = (),
        senses: Iterable[str] | None = None,
        free: Iterable[int] | Iterable[bool] = (),
    ) -> QP:
        """Return the program min ½ xᵀQ x + c·x, A x (senses) b, x ≥ 0.

        Parameters
        ----------
        Q : SparseMatrix, n rows of n exact numbers, or a matrix of numpy, sympy or scipy
            Symmetric.
        c : n exact numbers
        A, b, senses, free
            As in :meth:`LP.of`; no rows unless given.

        >>> QP.of([[2, 0], [0, 2]], [-2, -5], [[1, 1]], [2], ["<="]).linear.A.shape
        (1, 2)
        """
        linear = LP.of(A, b, c, senses, free)
        return cls(given_matrix("Q", Q), linear)

    def objective(self, x: Iterable[object]) -> mpq:
        """Return ½ xᵀQ x + c·x.

        >>> QP.of([[2]], [-3]).objective([1])
        mpq(-2,1)
        """
        point = vector(x)
        return exact_sum(point * (self.Q @ point)) / 2 + exact_sum(self.linear.c * point)

    def lcp(self) -> LCP:
        """Return the Karush–Kuhn–Tucker conditions as an LCP; :meth:`point` and :meth:`multipliers` read them back.

        M = (Q −Aᵀ; A 0), with the halves of :meth:`LP.lcp`, is positive semidefinite if Q is: then Lemke's path ends in
        a solution, or in a ray along which Q x = 0, A x ≥ 0, Aᵀy ≤ 0 and c·x < b·y.

        >>> QP.of([[2]], [-3], [[1]], [1]).lcp().M.to_lists()
        [[mpq(2,1), mpq(-1,1)], [mpq(1,1), mpq(0,1)]]
        """
        problem = self.linear.lcp()
        columns, _ = self.linear.halves()
        quadratic = SparseMatrix.of_blocks(problem.M.shape, [(0, 0, lp.halved(self.Q, columns, columns))])
        return replace(problem, M=problem.M + quadratic)

    def point(self, z: Iterable[object]) -> Vector:
        """Return the x in a solution z of :meth:`lcp`, or in the direction of a ray."""
        return self.linear.point(z)

    def multipliers(self, z: Iterable[object]) -> Vector:
        """Return the y in a solution z of :meth:`lcp`, or in the direction of a ray."""
        return self.linear.multipliers(z)


def check(program: QP, outcome: Optimal | Infeasible | Unbounded) -> Defect | None:
    """Test every condition of an outcome in exact arithmetic; return the first one broken, or None.

    For ``Optimal`` these are the Karush–Kuhn–Tucker conditions and the value: they prove an optimum if Q is positive
    semidefinite (:func:`lemke.matrix_class`). ``Unbounded`` needs a direction along which Q x = 0.

    >>> program = QP.of([[2, 0], [0, 2]], [-2, -5], [[1, 1]], [2], ["<="])
    >>> outcome = Optimal(vector(["1/4", "7/4"]), vector(["-3/2"]), mpq(-49, 8))
    >>> check(program, outcome) is None
    True
    >>> print(check(program, replace(outcome, y=vector([-1]))))
    Qx + c - A'y >= 0 fails at index 1: -1/2
    """
    linear = program.linear
    if isinstance(outcome, Infeasible):
        return lp.check(linear, outcome)
    if isinstance(outcome, Unbounded):
        defect = lp.check(linear, outcome)
        return defect or _zero("Qx = 0 along the direction", program.Q @ outcome.direction)
    x = vector(outcome.x)
    if len(x) != len(linear.c):
        return Defect("the number of variables", 0, mpq(len(x)))
    gradient = program.Q @ x + linear.c
    tangent = replace(linear, c=gradient, start=None)
    return (
        lp.infeasibility(tangent, x, vector(outcome.y), "Qx + c - A'y >= 0")
        or lp.complementary_slackness(tangent, x, outcome.y)
        or _zero("the value", vector([program.objective(x) - exact(outcome.value)]))
    )


def _zero(condition: str, values: Vector) -> Defect | None:
    places = np.flatnonzero(values)
    return Defect(condition, int(places[0]), values[places[0]]) if len(places) else None
