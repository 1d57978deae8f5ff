"""Verdicts on matrices, the witnesses that prove them, and the inquiry, in which one verdict may imply another."""

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
    """A principal minor: the indices of its rows, which are those of its columns, from 0, ascending; and its value."""

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
    """A vector x that breaks the definition of a class, or that proves membership in the classes M and H.

    Attributes
    ----------
    x : exact vector of n numbers
    minor : Minor | None
        For the classes P and M, a principal minor that is not positive; None for all other classes.
    """

    x: Vector
    minor: Minor | None = None


@dataclass(frozen=True, eq=False)
class Squares(ByValue):
    """The symmetric part as a sum of squares, xᵀM x = Σₖ dₖ (lₖ·x)² with all dₖ > 0: its LDLᵀ factors.

    Attributes
    ----------
    order : tuple of int
        The index that the k-th pivot eliminates; lₖ is 1 at this index and 0 at the indices of earlier pivots.
    d : exact vector, one number per pivot
    l : tuple of exact vectors of n numbers
        The columns of L.
    """

    order: tuple[int, ...]
    d: Vector
    l: tuple[Vector, ...]  # noqa: E741


@dataclass(frozen=True, slots=True)
class Searched:
    """A complete search of ``cases`` cases. No case breaks the definition, and no shorter proof was found."""

    cases: int


@dataclass(frozen=True)
class Implied:
    """Verdicts that imply this one: classes that hold and imply this class, or a class that fails and contains it."""

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
        What proves the verdict; :func:`lemke.linear.matrix_classes.check` checks it.
    """

    name: str
    holds: bool
    witness: Witness

    def __bool__(self) -> bool:
        return self.holds


BETWEEN_CHECKS = 1 << 8
"""Cases between two checks of the limits."""
LARGE = 30
"""From this number of rows on, the limits are checked in every case, as a case takes long."""

Decide: TypeAlias = "Callable[[Inquiry], Verdict]"
"""A function that decides one class."""


class Inquiry:
    """A square matrix M and the verdicts on its classes; each class is decided once, by its function in ``tests``."""

    def __init__(self, M: SparseMatrix, tests: Mapping[str, Decide]) -> None:
        self.M = M
        self._tests = tests
        self._verdicts: dict[str, Verdict] = {}

    @cached_property
    def symmetric_part(self) -> SparseMatrix:
        """(M + Mᵀ)/2, which has the quadratic form of M."""
        total = self.M + self.M.T
        return SparseMatrix.from_entries(total.shape, total.rows, total.columns, total.values / mpq(2))

    def verdict(self, name: str) -> Verdict:
        """Return the verdict on a class."""
        if name not in self._verdicts:
            self._verdicts[name] = self._tests[name](self)
        return self._verdicts[name]

    def implied(self, name: str, *by: str) -> Verdict | None:
        """If a class in ``by`` holds, return the verdict that ``name``, which contains it, holds too; else None."""
        for stronger in by:
            if premise := self.verdict(stronger):
                return Verdict(name, True, Implied((premise,)))
        return None

    def count(self, name: str, cases: int) -> None:
        """Every ``BETWEEN_CHECKS`` cases, report their number and check the limits; for large M, check at each case."""
        if self.M.shape[0] >= LARGE:
            limits.check()
        if not cases % BETWEEN_CHECKS:
            limits.report(lambda: f"class {name}: {cases} cases")
