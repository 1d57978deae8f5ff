"""The conflicts that a search has learned, and their direct consequences.

A state fixes some variables (:mod:`lemke.certificate.resolution`) to be 0, and some to be positive. A state is excluded
if it has all statements of a conflict. If it has all statements but one, the opposite of this statement follows (Davis,
Putnam 1960).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lemke.certificate import Conflict

BITS = 64  # of a word
CAPACITY = 256
"""The number of conflicts that the first matrix can hold; when it is full, the matrix is doubled."""


class LearnedConflict(NamedTuple):
    """A conflict and the number of the step that proves it."""

    conflict: Conflict
    step: int


class Consequence(NamedTuple):
    """A consequence of a learned conflict: a variable is positive, so that its partner is 0; or the variable is 0."""

    variable: int
    positive: bool
    reason: LearnedConflict


class Conflicts:
    """Learned conflicts, none of which contains another.

    A conflict is a column of bits, first the statements "variable is 0", then the statements "variable is positive".
    Row k of the matrix has word k of all conflicts, so that operations on all conflicts are array operations.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.words = -(-2 * variables // BITS)  # rounded up
        self.columns: NDArray[np.uint64] = np.zeros((self.words, CAPACITY), dtype=np.uint64)
        self.learned: list[LearnedConflict] = []

    def learn(self, learned: LearnedConflict) -> None:
        """Add a conflict unless it contains a learned conflict; remove the learned conflicts that contain it."""
        column = self._column(learned.conflict)
        columns = self._learned_columns
        common = columns & column
        if (common == columns).all(axis=0).any():
            return
        # from the largest number on, so that the last conflict, which fills the gap, is not to be removed itself
        for number in np.flatnonzero((common == column).all(axis=0))[::-1].tolist():
            last = self.learned.pop()
            if number < len(self.learned):
                self.learned[number] = last
                self.columns[:, number] = self.columns[:, len(self.learned)]
        self._set_column(len(self.learned), column)
        self.learned.append(learned)

    def steps(self) -> list[int]:
        """Return the numbers of the steps that prove the conflicts."""
        return [learned.step for learned in self.learned]

    def follow(self, state: Conflict) -> LearnedConflict | list[Consequence]:
        """Return a conflict that the state contains; if there is none, all consequences.

        A conflict has a consequence if the state has all but one of the conflict's statements, and not the opposite of
        that one.
        """
        missing = self._learned_columns & ~self._column(state)
        joined = np.bitwise_or.reduce(missing, axis=0)
        if len(contained := np.flatnonzero(joined == 0)):
            return self.learned[int(contained[0])]
        # x & (x − 1) is x without its lowest bit: the bitwise or of a column's words has one bit if this is 0
        numbers = np.flatnonzero((joined & (joined - np.uint64(1))) == 0)
        opposite = self._column(Conflict(state.positive, state.zero))
        columns = missing[:, numbers]
        # the bit is in one word only, and the state does not have the opposite of this statement
        is_single = ((columns != 0).sum(axis=0) == 1) & ~(columns & opposite).any(axis=0)
        consequences: dict[int, Consequence] = {}
        for number in numbers[is_single].tolist():
            bit = int.from_bytes(missing[:, number].tobytes(), "little").bit_length() - 1
            positive = bit < self.variables  # the missing statement is "variable is 0", so it is positive
            variable = bit if positive else bit - self.variables
            consequences.setdefault(bit, Consequence(variable, positive, self.learned[number]))
        return list(consequences.values())

    @property
    def _learned_columns(self) -> NDArray[np.uint64]:
        return self.columns[:, : len(self.learned)]

    def _set_column(self, number: int, column: NDArray[np.uint64]) -> None:
        if number == self.columns.shape[1]:
            self.columns = np.concatenate([self.columns, np.zeros_like(self.columns)], axis=1)
        self.columns[:, number] = column[:, 0]

    def _column(self, conflict: Conflict) -> NDArray[np.uint64]:
        bits = conflict.zero | conflict.positive << self.variables
        return np.frombuffer(bits.to_bytes(self.words * BITS // 8, "little"), dtype="<u8").reshape(-1, 1)
