"""Linear programs over the rationals, their three kinds of outcomes with witnesses, and the exact checks of outcomes.

    minimize c·x    subject to    A x ≥, = or ≤ b row by row,    xⱼ ≥ 0 unless xⱼ is free

The dual program maximizes b·y. If row i is ≥, = or ≤, then yᵢ ≥ 0, yᵢ is free or yᵢ ≤ 0. If xⱼ is free, then
(c − Aᵀy)ⱼ = 0, else (c − Aᵀy)ⱼ ≥ 0. Feasible x and y with c·x = b·y are optimal. Infeasible and unbounded programs have
witnesses too, by Farkas' lemma (1902; Schrijver 1986).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, require_type
from lemke.ground.rational import exact, quoted
from lemke.ground.sparse import ByValue, Indices, SparseMatrix, Vector, exact_sum, vector, zeros
from lemke.linear.lcp import LCP, Defect, given_matrix, given_vector, listed

SENSES = {">=": 1, "=": 0, "<=": -1}
"""The sense of a row → the sign of the row's dual variable; 0 if this variable is free."""


@dataclass(frozen=True, eq=False)
class Basis(ByValue):
    """Which of the n variables x (``columns``) and of the m slacks A x − b (``rows``) are basic, m in all.

    Nonbasic variables and slacks are 0. The rows without a basic slack are equations, which determine the basic x.
    """

    columns: NDArray[np.bool_]
    rows: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for name in ("columns", "rows"):
            object.__setattr__(self, name, np.array(getattr(self, name), dtype=bool))
        super().__post_init__()


@dataclass(frozen=True, eq=False)
class LP(ByValue):
    """A linear program with m rows and n columns.

    Attributes
    ----------
    A : SparseMatrix, m x n
    b : exact vector of m numbers
    c : exact vector of n numbers
    senses : int array of m
        1 for ≥, 0 for =, −1 for ≤.
    free : bool array of n
        Which variables may be negative.
    start : Basis | None
        The basis from which the search for an optimum starts, such as the optimal basis of a similar program. It may be
        infeasible. A start that is singular, or does not have m basic variables, is repaired. Every outcome is proved,
        whatever the start.
    """

    A: SparseMatrix
    b: Vector
    c: Vector
    senses: NDArray[np.int64]
    free: NDArray[np.bool_]
    start: Basis | None = None

    def __post_init__(self) -> None:
        require_type(self.A, SparseMatrix, "a SparseMatrix; LP.of accepts other matrices", "A")
        m, n = self.A.shape
        lists: list[tuple[str, Any, int]] = [
            ("b", self.b, m),
            ("c", self.c, n),
            ("senses", self.senses, m),
            ("free", self.free, n),
        ]
        if self.start is not None:
            lists += [("start.columns", self.start.columns, n), ("start.rows", self.start.rows, m)]
        for name, entries, expected in lists:
            if len(entries) != expected:
                raise InputError(f"{name} of length {len(entries)}, expected {expected} as A is {m} x {n}")
        for name in ("b", "c"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        invalid = np.flatnonzero(~np.isin(self.senses, list(SENSES.values())))
        if len(invalid):
            raise InputError(f"the sense {self.senses[invalid[0]]}, expected 1 for >=, 0 for = or -1 for <=")
        object.__setattr__(self, "senses", np.array(self.senses, dtype=np.int64))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        super().__post_init__()

    @classmethod
    def of(cls, A: object, b: object, c: object, senses: Iterable[str] | None = None, free: Iterable[int] = ()) -> LP:
        """Return the program min c·x, A x (senses) b, x ≥ 0.

        Parameters
        ----------
        A, b, c : m x n, m and n exact numbers
            Matrices and vectors of any library, as :meth:`LCP.of` takes them.
        senses : m of ">=", "=", "<="
            By default ">=" in all rows.
        free : indices, from 0
            The variables that may be negative.

        Raises
        ------
        InputError, NumberError
            Sizes that do not agree; floats; an unknown sense; an index of a free variable that is not from 0 to n − 1.

        >>> LP.of([[1, 1]], [1], [2, 3]).A.shape
        (1, 2)
        """
        cost, right = given_vector("c", c), given_vector("b", b)
        matrix = given_matrix("A", A, width=len(cost))
        symbols = [">="] * len(right) if senses is None else listed("senses", senses, "a list of " + ", ".join(SENSES))
        if unknown := [symbol for symbol in symbols if not isinstance(symbol, str) or symbol not in SENSES]:
            raise InputError(f"the sense {quoted(unknown[0])}, expected one of {', '.join(SENSES)}")
        numbers = np.array([SENSES[symbol] for symbol in symbols], dtype=np.int64)
        return cls(matrix, right, cost, numbers, _mask(free, len(cost)))

    def lcp(self) -> LCP:
        """Return the optimality conditions as an LCP; :meth:`x_and_y` reads a solution back.

        The variables z of the LCP are x, then y. A free xⱼ is the difference of two variables z, and so is the yᵢ of an
        equation. The yᵢ of a ≤ row is the negative of a variable z. M = (0 −Aᵀ; A 0) is skew-symmetric, so
        copositive-plus: for d > 0, a ray of Lemke's path proves that the program or its dual is infeasible. In the
        direction of the ray, x and y are feasible for both programs with b = 0 and c = 0, and c·x < b·y for the true b
        and c (Lemke 1965; Cottle, Pang, Stone 1992).

        >>> program = LP.of([[1, 1]], [1], [2, 3])
        >>> program.lcp().M.to_lists()[2], program.lcp().q
        ([mpq(1,1), mpq(1,1), mpq(0,1)], array([mpq(2,1), mpq(3,1), mpq(-1,1)], dtype=object))
        >>> program.x_and_y(["1", 0, 2])
        (array([mpq(1,1), mpq(0,1)], dtype=object), array([mpq(2,1)], dtype=object))
        """
        (positive, negative), (up, down) = self._halves()
        # vectors of halves have all x⁺ first, then all x⁻
        q = np.concatenate([self.c[positive], -self.c[negative], -self.b[up], self.b[down]])
        width = len(positive) + len(negative)
        blocks = []
        # a half is (sign, place of the half's first variable in z, indices); a block is A times the signs of two halves
        row_halves = ((1, width, up), (-1, width + len(up), down))
        column_halves = ((1, 0, positive), (-1, len(positive), negative))
        for row_sign, row, row_indices in row_halves:
            for column_sign, column, column_indices in column_halves:
                part = self.A.part(row_indices, column_indices)
                part = part if row_sign == column_sign else -part
                blocks += [(row, column, part), (column, row, -part.T)]
        return LCP.of(SparseMatrix.of_blocks((len(q), len(q)), blocks), q)

    def x_and_y(self, z: Iterable[object]) -> tuple[Vector, Vector]:
        """Return x and y in a solution z of :meth:`lcp`, or in the direction of a ray."""
        numbers, start, joined = vector(z), 0, []
        for size, (positive, negative) in zip(self.A.shape[::-1], self._halves(), strict=True):
            middle, end = start + len(positive), start + len(positive) + len(negative)
            variables = zeros(size)
            variables[positive] = numbers[start:middle]
            variables[negative] -= numbers[middle:end]
            joined.append(variables)
            start = end
        return joined[0], joined[1]

    def _halves(self) -> tuple[tuple[Indices, Indices], tuple[Indices, Indices]]:
        """Return the indices of the x, and those of the y, with a positive and with a negative nonnegative half."""
        return (
            (np.arange(self.A.shape[1]), np.flatnonzero(self.free)),
            (np.flatnonzero(self.senses >= 0), np.flatnonzero(self.senses <= 0)),
        )


def _mask(free: object, size: int) -> NDArray[np.bool_]:
    """Return which variables are free, given their indices."""
    mask = np.zeros(size, dtype=bool)
    for variable in listed("free", free, "a list of indices"):
        if isinstance(variable, bool) or not isinstance(variable, Integral) or not 0 <= int(variable) < size:
            raise InputError(f"the free variable {quoted(variable)}, expected an index, from 0, below {size}")
        mask[int(variable)] = True
    return mask


@dataclass(frozen=True, eq=False)
class Optimal(ByValue):
    """An optimal x of n numbers and a dual solution y of m numbers: both are feasible, with equal objective values.

    ``kernel`` proposed the basis: ``highs``, ``refined`` (HiGHS on the scaled residual) or ``exact`` (Lemke's
    algorithm); empty if unknown. ``tries`` counts the proposals of HiGHS, the optimal one included. ``pivots`` are the
    iterations of the simplex method and of crossover for the last proposal. ``basis`` has the solutions x and y; None
    from Lemke's algorithm, where ``tries`` is 1 and ``pivots`` is 0. ``method`` is the method of HiGHS, ``simplex`` or
    ``ipm``, if there was a choice.
    """

    x: Vector
    y: Vector
    value: mpq
    kernel: str = ""
    tries: int = 1
    pivots: int = 0
    basis: Basis | None = None
    method: str = ""


@dataclass(frozen=True, eq=False)
class Infeasible(ByValue):
    """No x is feasible: y satisfies all conditions of the dual with c = 0, and b·y > 0 (Farkas' lemma)."""

    y: Vector


@dataclass(frozen=True, eq=False)
class Unbounded(ByValue):
    """x + t · direction is feasible for all t ≥ 0, and the objective falls without bound as t grows."""

    x: Vector
    direction: Vector


def check(program: LP, outcome: Optimal | Infeasible | Unbounded) -> Defect | None:
    """Test every condition of an outcome in exact arithmetic; return the first broken condition, or None.

    >>> program = LP.of([[1, 1]], [1], [2, 3])
    >>> check(program, Optimal(vector([1, 0]), vector([2]), mpq(2))) is None
    True
    >>> print(check(program, Optimal(vector([0, 1]), vector([2]), mpq(3))))
    c.x = b.y fails: 1
    """
    if isinstance(outcome, Optimal):
        x, y = vector(outcome.x), vector(outcome.y)  # `vector` refuses floats
        if broken := _primal_defect(program, x, program.b, "x") or _dual_defect(program, y, program.c):
            return broken
        value, dual = exact_sum(program.c * x), exact_sum(program.b * y)
        return Defect.unless(value == dual, "c.x = b.y", value - dual) or Defect.unless(
            value == exact(outcome.value), "the value", value - exact(outcome.value)
        )
    if isinstance(outcome, Infeasible):
        y = vector(outcome.y)
        if broken := _dual_defect(program, y, program.c * 0):
            return broken
        value = -exact_sum(program.b * y)
        return Defect.unless(value < 0, "-b.y < 0", value)
    x, direction = vector(outcome.x), vector(outcome.direction)
    directed = program.b * 0, "the direction"
    if broken := _primal_defect(program, x, program.b, "x") or _primal_defect(program, direction, *directed):
        return broken
    value = exact_sum(program.c * direction)
    return Defect.unless(value < 0, "c.direction < 0", value)


def _primal_defect(program: LP, x: Vector, right: Vector, name: str) -> Defect | None:
    """Return the first broken condition of the program with the right-hand side ``right``; messages call x ``name``."""
    if len(x) != program.A.shape[1]:
        return Defect(f"the number of variables of {name}", None, mpq(len(x)))
    slack = (program.A @ x - right) * np.where(program.senses < 0, -1, 1)  # b − A x in ≤ rows
    broken = (slack < 0) | (program.senses == 0) & (slack != 0)
    return Defect.first(f"{name} >= 0", (x < 0) & ~program.free, x) or Defect.first(f"the row of {name}", broken, slack)


def _dual_defect(program: LP, y: Vector, cost: Vector) -> Defect | None:
    """Return the first broken condition of the dual program with the costs ``cost``."""
    if len(y) != program.A.shape[0]:
        return Defect("the number of dual variables", None, mpq(len(y)))
    signed, reduced = y * program.senses, cost - program.A.T @ y  # y of an equation has no sign: times 0
    broken = (reduced < 0) | program.free & (reduced != 0)
    return Defect.first("the sign of y", signed < 0, signed) or Defect.first("c - A'y >= 0", broken, reduced)
