"""The slots of strategies: which are reachable from the start, and which a move makes reachable; and a walk over them.

Moves of the player are numbered 1, 2, … slot by slot; 0 is no move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from lemke.game.recall import EMPTY
from lemke.game.tree import Integers
from lemke.ground.values import ByValue

STAR = -1
"""What stands in the slot of a set that the strategy does not reach; equal to no move."""

Strategy: TypeAlias = tuple[int, ...]
"""A move, from 0, or :data:`STAR`, for every slot."""


@dataclass(frozen=True, eq=False)
class Slots(ByValue):
    """The slots of a player's strategies.

    Attributes
    ----------
    first : list of int, one more than slots
        The number of every slot's first move; the moves of slot h are ``range(first[h], first[h + 1])``.
    start : list of int
        The slots that are reachable before any own move, in ascending order.
    followers : list of lists of int, one per number of a move
        The slots that the move makes reachable, in ascending order.
    is_forest : bool
        Whether every slot is in ``start`` or follows a single move, as with perfect recall. Then it stands behind the
        slot of that move.
    """

    first: list[int]
    start: list[int]
    followers: list[list[int]]
    is_forest: bool

    @classmethod
    def of(cls, first: Integers, lasts: Integers) -> Slots:
        """Return the slots, given the pairs (slot, last own move on the way there) without duplicates, in order."""
        followers: list[list[int]] = [[] for _ in range(int(first[-1]))]
        for slot, last in lasts.tolist():
            followers[last].append(slot)
        start, followers[EMPTY] = followers[EMPTY], []
        return cls(first.tolist(), start, followers, len(np.unique(lasts[:, 0])) == len(lasts))

    @property
    def size(self) -> int:
        """How many slots there are."""
        return len(self.first) - 1

    def moves(self, slot: int) -> int:
        """Return how many moves there are at a slot."""
        return self.first[slot + 1] - self.first[slot]

    def after(self, slot: int, move: int) -> list[int]:
        """Return the slots that a move, from 0, makes reachable."""
        return self.followers[self.first[slot] + move]


class Walk:
    """Fills slots one by one, always the first reachable one that is empty; can go back.

    With perfect recall that is the order of the slots. Else a move may make a slot before its own reachable.

    Attributes
    ----------
    choice : list of int
        The moves chosen so far, :data:`STAR` elsewhere.
    trail : list of int
        The slots filled, in turn.
    reached : list of int
        In how many ways the slots are reachable so far.
    """

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.choice = [STAR] * slots.size
        self.trail: list[int] = []
        self.reached = [0] * slots.size
        for slot in slots.start:
            self.reached[slot] = 1
        self._place = 0  # no slot before it is reachable and empty

    def next(self) -> int | None:
        """Return the first slot that is reachable and empty; None if the strategy is complete."""
        for slot in range(self._place, self.slots.size):
            if self.reached[slot] and self.choice[slot] == STAR:
                return slot
        return None

    def choose(self, slot: int, move: int) -> None:
        """Fill the slot that :meth:`next` has named."""
        self.choice[slot] = move
        self.trail.append(slot)
        self._place = slot + 1
        for follower in self.slots.after(slot, move):
            self.reached[follower] += 1
            if self.choice[follower] == STAR:
                self._place = min(self._place, follower)

    def undo(self) -> tuple[int, int]:
        """Empty the slot that was filled last; return it and the move that it held."""
        slot = self.trail.pop()
        move, self.choice[slot] = self.choice[slot], STAR
        for follower in self.slots.after(slot, move):
            self.reached[follower] -= 1
        self._place = slot  # it was the first one when it was filled
        return slot, move
