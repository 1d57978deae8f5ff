"""The conflicts that a search has learned, and what follows from them at once.

A state says of some variables that they are 0, and of some that they are positive. It is excluded if it has all
statements of a conflict; if it has all but one, the opposite of that one follows (Davis, Putnam 1960).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lemke.certificate import Conflict

BITS = 64
START = 256
"""Conflicts for which there is room at first."""


class Learned(NamedTuple):
    """A conflict and the number of the step that proves it."""

    conflict: Conflict
    step: int


class Consequence(NamedTuple):
    """What follows from a learned conflict: that a variable is positive, and its partner 0; or that it is 0."""

    variable: int
    positive: bool
    reason: Learned


class Conflicts:
    """Learned conflicts, without those that contain others, as rows of bits."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.words = -(-2 * variables // BITS)
        self.rows: NDArray[np.uint64] = np.zeros((START, self.words), dtype=np.uint64)
        self.learned: list[Learned] = []

    def learn(self, learned: Learned) -> None:
        """Add a conflict, in place of those that contain it."""
        row = self._words(self._joined(learned.conflict))
        used = self.rows[: len(self.learned)]
        kept = np.flatnonzero(((used & row) != row).any(axis=1))
        if len(kept) < len(used):
            self.rows[: len(kept)] = used[kept]
            self.learned = [self.learned[number] for number in kept.tolist()]
        count = len(self.learned)
        if count == len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        self.rows[count] = row
        self.learned.append(learned)

    def steps(self) -> list[int]:
        """Return the numbers of the steps that prove the conflicts."""
        return [learned.step for learned in self.learned]

    def follow(self, state: Conflict) -> Learned | Consequence | None:
        """Return a conflict that the state contains, or else something that follows from one; None if nothing does."""
        missing = self.rows[: len(self.learned)] & ~self._words(self._joined(state))
        if not len(missing):
            return None
        words = missing != 0
        counts = words.sum(axis=1)
        if len(hits := np.flatnonzero(counts == 0)):
            return self.learned[int(hits[0])]
        single = np.flatnonzero(counts == 1)
        if not len(single):
            return None
        word = missing[single].max(axis=1)
        opposite = self._words(self._joined(Conflict(state.positive, state.zero)))
        unit = (word & (word - np.uint64(1))) == 0
        unit &= ~(missing[single] & opposite).any(axis=1)  # where the opposite is known the conflict says nothing
        if not unit.any():
            return None
        number = int(single[np.argmax(unit)])
        place = int.from_bytes(missing[number].tobytes(), "little").bit_length() - 1
        positive = place < self.variables
        return Consequence(place if positive else place - self.variables, positive, self.learned[number])

    def _joined(self, conflict: Conflict) -> int:
        return conflict.zero | conflict.positive << self.variables

    def _words(self, mask: int) -> NDArray[np.uint64]:
        return np.frombuffer(mask.to_bytes(self.words * BITS // 8, "little"), dtype=np.uint64)
