"""Linear programs over the rationals, their three outcomes with witnesses, and the exact check of each.

    minimise c·x    subject to    A x ≥, = or ≤ b row by row,    x ≥ 0 except where it is free

and its dual, max b·y with yᵢ ≥ 0, free or ≤ 0 in turn, and c − Aᵀy ≥ 0, or = 0 where x is free. A pair of feasible x
and y with c·x = b·y is optimal; by Farkas' lemma (1902) there is a witness in the other cases too (Schrijver 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, ShapeError
from lemke.lcp import Defect
from lemke.rational import exact, quoted
from lemke.sparse import SparseMatrix, Vector, exact_sum, vector

SENSES = {">=": 1, "=": 0, "<=": -1}


@dataclass(frozen=True, eq=False)
class Basis:
    """Which of the n variables x and of the m slacks A x − b are basic, m in all.

    The others are 0: x solves the rows without a basic slack as equations in the basic variables.

    Attributes
    ----------
    columns : bool array of n
        Which variables are basic.
    rows : bool array of m
        Which rows have a basic slack.
    """

    columns: NDArray[np.bool_]
    rows: NDArray[np.bool_]

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", np.array(self.columns, dtype=bool))
        object.__setattr__(self, "rows", np.array(self.rows, dtype=bool))


@dataclass(frozen=True, eq=False)
class LP:
    """A linear program with m rows and n columns.

    Attributes
    ----------
    A : SparseMatrix, m x n
    b : exact vector of m numbers
    c : exact vector of n numbers
    senses : int array of m
        1 for ≥, 0 for =, −1 for ≤.
    free : bool array of n
        Which variables have no sign.
    start : Basis | None
        Where to look for an optimum first, such as the basis of a program that differs little. It need not be feasible;
        one that is singular or of another number than m is repaired. Every outcome is proved, whatever the start.

    Raises
    ------
    ShapeError, NumberError
        Sizes that do not fit, floats.
    """

    A: SparseMatrix
    b: Vector
    c: Vector
    senses: NDArray[np.int64]
    free: NDArray[np.bool_]
    start: Basis | None = None

    def __post_init__(self) -> None:
        m, n = self.A.shape
        for name, expected in (("b", m), ("c", n), ("senses", m), ("free", n)):
            if len(getattr(self, name)) != expected:
                raise ShapeError(f"{name} of {len(getattr(self, name))} numbers, expected {expected} as A is {m} x {n}")
        for name in ("b", "c"):
            object.__setattr__(self, name, vector(getattr(self, name)))
        wrong = np.flatnonzero(~np.isin(self.senses, list(SENSES.values())))
        if len(wrong):
            raise InputError(f"the sense {self.senses[wrong[0]]}, expected 1 for >=, 0 for = or -1 for <=")
        object.__setattr__(self, "senses", np.array(self.senses, dtype=np.int64))
        object.__setattr__(self, "free", np.array(self.free, dtype=bool))
        if self.start is not None and (self.start.columns.shape, self.start.rows.shape) != ((n,), (m,)):
            found = f"{self.start.columns.size} columns and {self.start.rows.size} rows"
            raise ShapeError(f"a start basis of {found}, expected {n} and {m} as A is {m} x {n}")

    @classmethod
    def of(
        cls,
        A: SparseMatrix | Sequence[Sequence[object]],
        b: Iterable[object],
        c: Iterable[object],
        senses: Iterable[str] | None = None,
        free: Iterable[int] = (),
    ) -> LP:
        """Return the program min c·x, A x (senses) b, x ≥ 0.

        Parameters
        ----------
        A : exact matrix, m x n
        b, c : m and n exact numbers
        senses : m of ">=", "=", "<="
            ">=" in all rows unless given.
        free : indices of the variables without a sign

        >>> LP.of([[1, 1]], [1], [2, 3]).A.shape
        (1, 2)
        """
        cost, right = vector(c), vector(b)
        matrix = A if isinstance(A, SparseMatrix) else SparseMatrix.from_dense(A, len(cost))
        words = [">="] * len(right) if senses is None else list(senses)
        if wrong := [word for word in words if word not in SENSES]:
            raise InputError(f"the sense {quoted(str(wrong[0]))}, expected one of {', '.join(SENSES)}")
        mask = np.zeros(len(cost), dtype=bool)
        for index in free:
            if index not in range(len(cost)):
                raise InputError(f"the free variable {index}, expected one from 0 to {len(cost) - 1}")
            mask[index] = True
        return cls(matrix, right, cost, np.array([SENSES[word] for word in words], dtype=np.int64), mask)


@dataclass(frozen=True, eq=False)
class Optimal:
    """x and y, feasible and of equal objective value.

    Attributes
    ----------
    x : exact vector of n numbers
    y : exact vector of m numbers
        The dual solution.
    value : mpq
    kernel : str
        What proposed the basis: ``highs``, ``refined`` (HiGHS on the scaled residual) or a kernel of Lemke's path.
    tries : int
        Proposals needed, this one included.
    pivots : int
        Iterations of the simplex method, crossover's included, for the last of them.
    basis : Basis | None
        That of which x and y are the solutions; None from Lemke's algorithm.
    """

    x: Vector
    y: Vector
    value: mpq
    kernel: str = ""
    tries: int = 1
    pivots: int = 0
    basis: Basis | None = None


@dataclass(frozen=True, eq=False)
class Infeasible:
    """y combines the rows into a contradiction: of the signs of a dual solution with c = 0, and b·y > 0."""

    y: Vector


@dataclass(frozen=True, eq=False)
class Unbounded:
    """x is feasible, and stays so along a direction in which the objective falls for ever."""

    x: Vector
    direction: Vector


def check(program: LP, outcome: Optimal | Infeasible | Unbounded) -> Defect | None:
    """Test every condition of an outcome in exact arithmetic; return the first one broken, or None.

    >>> program = LP.of([[1, 1]], [1], [2, 3])
    >>> check(program, Optimal(vector([1, 0]), vector([2]), mpq(2))) is None
    True
    >>> print(check(program, Optimal(vector([0, 1]), vector([2]), mpq(3))))
    c.x = b.y fails at index 1: 1
    """
    if isinstance(outcome, Optimal):
        x, y = vector(outcome.x), vector(outcome.y)
        return (
            _primal(program, x, program.b, "x")
            or _dual(program, y, program.c)
            or _zero("c.x = b.y", exact_sum(program.c * x) - exact_sum(program.b * y))
            or _zero("the value", exact_sum(program.c * x) - exact(outcome.value))
        )
    if isinstance(outcome, Infeasible):
        y = vector(outcome.y)
        return _dual(program, y, program.c * 0) or _negative("-b.y < 0", -exact_sum(program.b * y))
    x, direction = vector(outcome.x), vector(outcome.direction)
    return (
        _primal(program, x, program.b, "x")
        or _primal(program, direction, program.b * 0, "the direction")
        or _negative("c.direction < 0", exact_sum(program.c * direction))
    )


def complementary_slackness(program: LP, x: Vector, y: Vector) -> Defect | None:
    """Test x_j (c − Aᵀy)_j = 0 and y_i (A x − b)_i = 0 for all j and i exactly; return the first one broken, or None.

    Feasible x and y are optimal iff it holds (Schrijver 1986, section 7.9). Feasibility is for :func:`check` to test.

    Parameters
    ----------
    program : LP
    x, y : exact vectors of n and m numbers

    Raises
    ------
    ShapeError
        For vectors of other sizes.

    >>> program = LP.of([[1, 1]], [1], [2, 3])
    >>> complementary_slackness(program, vector([1, 0]), vector([2])) is None
    True
    >>> print(complementary_slackness(program, vector(["1/2", "1/2"]), vector([2])))
    x(c - A'y) = 0 fails at index 2: 1/2
    """
    x, y = vector(x), vector(y)
    reduced, slack = program.c - program.A.T @ y, program.A @ x - program.b
    return _first("x(c - A'y) = 0", x * reduced, equation=True) or _first("y(Ax - b) = 0", y * slack, equation=True)


def _primal(program: LP, x: Vector, right: Vector, name: str) -> Defect | None:
    if len(x) != program.A.shape[1]:
        return Defect(f"the number of variables of {name}", 0, mpq(len(x)))
    slack = (program.A @ x - right) * np.where(program.senses < 0, -1, 1)
    return _first(f"{name} >= 0", x, ignored=program.free) or _first(
        f"the row of {name}", slack, equation=program.senses == 0
    )


def _dual(program: LP, y: Vector, cost: Vector) -> Defect | None:
    if len(y) != program.A.shape[0]:
        return Defect("the number of dual variables", 0, mpq(len(y)))
    sign = np.where(program.senses < 0, -1, 1)
    return _first("the sign of y", y * sign, ignored=program.senses == 0) or _first(
        "c - A'y >= 0", cost - program.A.T @ y, equation=program.free
    )


def _first(
    condition: str,
    values: Vector,
    equation: NDArray[np.bool_] | bool = False,
    ignored: NDArray[np.bool_] | None = None,
) -> Defect | None:
    """Return the first number that is negative, or is not 0 where an equation is asked for."""
    broken = (values < 0).astype(bool)
    broken |= equation & (values != 0).astype(bool)
    if ignored is not None:
        broken &= ~ignored
    places = np.flatnonzero(broken)
    return Defect(condition, int(places[0]), values[places[0]]) if len(places) else None


def _zero(condition: str, value: mpq) -> Defect | None:
    return Defect(condition, 0, value) if value else None


def _negative(condition: str, value: mpq) -> Defect | None:
    return None if value < 0 else Defect(condition, 0, value)
