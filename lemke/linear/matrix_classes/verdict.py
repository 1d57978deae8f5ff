"""Verdicts on matrices, the witnesses that prove them, and the inquiry in which verdicts rest on each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.sparse import ByValue, SparseMatrix, Vector


@dataclass(frozen=True, slots=True)
class Minor:
    """A principal minor: the indices of its rows and columns, from 0 and ascending, and its value."""

    indices: tuple[int, ...]
    value: mpq


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry with the wrong sign: its row and column, from 0, and its value."""

    row: int
    column: int
    value: mpq


@dataclass(frozen=True, eq=False)
class WitnessVector(ByValue):
    """A vector x that breaks the definition of a class, or for the classes M and H one that proves membership.

    Attributes
    ----------
    x : exact vector of n numbers
    minor : Minor | None
        A principal minor that says the same, where the class is defined by them.
    """

    x: Vector
    minor: Minor | None = None


@dataclass(frozen=True, eq=False)
class Squares(ByValue):
    """The symmetric part as a sum of squares, xᵀM x = Σₖ dₖ (lₖ·x)² with all dₖ > 0: its LDLᵀ factors.

    Attributes
    ----------
    order : tuple of int
        Which index the k-th pivot eliminates; lₖ is 1 there and 0 at those of earlier pivots.
    d : exact vector, one number per pivot
    l : tuple of exact vectors of n numbers
        The columns of L.
    """

    order: tuple[int, ...]
    d: Vector
    l: tuple[Vector, ...]  # noqa: E741


@dataclass(frozen=True, slots=True)
class Searched:
    """No short proof is known: a complete search of ``cases`` cases met none that breaks the definition."""

    cases: int


@dataclass(frozen=True)
class Implied:
    """It follows from other verdicts: their classes together lie in this one and hold, or contain it and fail."""

    verdicts: tuple[Verdict, ...]


Witness: TypeAlias = WitnessVector | Minor | Entry | Squares | Searched | Implied


@dataclass(frozen=True)
class Verdict:
    """Whether a matrix belongs to a class, and what proves it.

    Attributes
    ----------
    name : str
        A key of :data:`lemke.linear.matrix_classes.CLASSES`.
    holds : bool
    witness : WitnessVector | Minor | Entry | Squares | Implied | Searched
        To be checked again by :func:`lemke.linear.matrix_classes.check`.
    """

    name: str
    holds: bool
    witness: Witness

    def __bool__(self) -> bool:
        return self.holds


BETWEEN_CHECKS = 1 << 8
"""Cases between two looks at the limits."""
LARGE = 30
"""Rows of a matrix from which on the limits are checked in each case, since a case takes long."""

Decide: TypeAlias = "Callable[[Inquiry], Verdict]"


class Inquiry:
    """A square matrix M and the verdicts on its classes; each class is decided once."""

    def __init__(self, M: SparseMatrix, tests: Mapping[str, Decide]) -> None:
        self.M = M
        self._tests = tests
        self._verdicts: dict[str, Verdict] = {}

    @cached_property
    def symmetric_part(self) -> SparseMatrix:
        """(M + Mᵀ)/2, which has the same quadratic form."""
        total = self.M + self.M.T
        return SparseMatrix.from_entries(total.shape, total.rows, total.columns, total.values / mpq(2))

    def verdict(self, name: str) -> Verdict:
        """Return the verdict on a class."""
        if name not in self._verdicts:
            self._verdicts[name] = self._tests[name](self)
        return self._verdicts[name]

    def implied(self, name: str, *by: str) -> Verdict | None:
        """Return the verdict that a class holds because a class ``by`` that lies in it holds; None if none does."""
        for stronger in by:
            if premise := self.verdict(stronger):
                return Verdict(name, True, Implied((premise,)))
        return None

    def count(self, name: str, cases: int) -> None:
        """Check the limits, for small matrices now and then, and report how many cases have been searched."""
        if self.M.shape[0] >= LARGE:
            limits.check()
        if not cases % BETWEEN_CHECKS:
            limits.report(lambda: f"class {name}: {cases} cases")
