"""One matrix under test: its numbers, and the verdicts so far, on which others rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias

from gmpy2 import mpq

from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix
from lemke.linear.matrix_classes.verdict import Implied, Verdict

BETWEEN_CHECKS = 1 << 8
"""Cases between two looks at the limits."""
LARGE = 30
"""Rows of a matrix from which a case takes so long that the limits are looked at in each."""

Decide: TypeAlias = "Callable[[Inquiry], Verdict]"


class Inquiry:
    """A square matrix M of which classes are asked for; each is decided once."""

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
        """Return that a class holds since one of these does, which lie in it; None if none holds."""
        for each in by:
            if found := self.verdict(each):
                return Verdict(name, True, Implied((found,)))
        return None

    def count(self, name: str, cases: int) -> None:
        """Look at the limits, for small matrices now and then, and tell how many cases have been searched."""
        if self.M.shape[0] >= LARGE:
            limits.check()
        if not cases % BETWEEN_CHECKS:
            limits.report(lambda: f"class {name}: {cases} cases")
