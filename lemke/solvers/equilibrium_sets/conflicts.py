"""The conflicts that a search has learned, and their direct consequences.

A state fixes some variables to be 0, and some to be positive. A state is excluded if it has all statements of a
conflict. If it has all but one, the opposite of that one follows (Davis, Putnam 1960).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lemke.certificate import Conflict

BITS = 64
START = 256
"""Conflicts for which there is room at first."""


class LearnedConflict(NamedTuple):
    """A conflict and the number of the step that proves it."""

    conflict: Conflict
    step: int


class Consequence(NamedTuple):
    """A consequence of a learned conflict: a variable is positive, and its partner 0; or the variable is 0."""

    variable: int
    positive: bool
    reason: LearnedConflict


class Conflicts:
    """Learned conflicts, none of which contains another.

    Each is a column of bits, first for variables that are 0, then for positive ones. Row k of the matrix has word k of
    all conflicts, so that operations on all conflicts are array operations.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.words = -(-2 * variables // BITS)
        self.columns: NDArray[np.uint64] = np.zeros((self.words, START), dtype=np.uint64)
        self.learned: list[LearnedConflict] = []

    def learn(self, learned: LearnedConflict) -> None:
        """Add a conflict unless it contains a learned one; those that contain it are removed."""
        column = self._column(learned.conflict)
        used = self._used
        common = used & column
        if (common == used).all(axis=0).any():
            return
        for number in np.flatnonzero((common == column).all(axis=0))[::-1].tolist():
            last = self.learned.pop()
            if number < len(self.learned):
                self.learned[number] = last
                self.columns[:, number] = self.columns[:, len(self.learned)]
        self._put(len(self.learned), column)
        self.learned.append(learned)

    def take(self, learned: Iterable[LearnedConflict]) -> None:
        """Replace all conflicts by these, none of which contains another."""
        self.learned = list(learned)
        for number, (conflict, _) in enumerate(self.learned):
            self._put(number, self._column(conflict))

    def steps(self) -> list[int]:
        """Return the numbers of the steps that prove the conflicts."""
        return [learned.step for learned in self.learned]

    def follow(self, state: Conflict) -> LearnedConflict | list[Consequence]:
        """Return a conflict that the state contains; if there is none, the consequences of those it almost contains."""
        missing = self._used & ~self._column(state)
        joined = np.bitwise_or.reduce(missing, axis=0)
        if len(contained := np.flatnonzero(joined == 0)):
            return self.learned[int(contained[0])]
        # words with at most one bit between them; whether that is in one word is asked below
        numbers = np.flatnonzero((joined & (joined - np.uint64(1))) == 0)
        opposite = self._column(Conflict(state.positive, state.zero))  # if the last statement is false, nothing follows
        columns = missing[:, numbers]
        single = ((columns != 0).sum(axis=0) == 1) & ~(columns & opposite).any(axis=0)
        following: dict[int, Consequence] = {}
        for number in numbers[single].tolist():
            place = int.from_bytes(missing[:, number].tobytes(), "little").bit_length() - 1
            positive = place < self.variables
            variable = place if positive else place - self.variables
            following.setdefault(place, Consequence(variable, positive, self.learned[number]))
        return list(following.values())

    @property
    def _used(self) -> NDArray[np.uint64]:
        return self.columns[:, : len(self.learned)]

    def _put(self, number: int, column: NDArray[np.uint64]) -> None:
        if number == self.columns.shape[1]:
            self.columns = np.concatenate([self.columns, np.zeros_like(self.columns)], axis=1)
        self.columns[:, number] = column[:, 0]

    def _column(self, conflict: Conflict) -> NDArray[np.uint64]:
        bits = conflict.zero | conflict.positive << self.variables
        return np.frombuffer(bits.to_bytes(self.words * BITS // 8, "little"), dtype="<u8").reshape(-1, 1)
