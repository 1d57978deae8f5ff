"""In how many ways strategies go on after the moves chosen so far: exact big integers, nothing is generated."""

from __future__ import annotations

from math import prod
from typing import TypeAlias

from gmpy2 import mpz

from lemke.errors import GameError
from lemke.pure_strategies.slots import Slots, Walk

MAX_STATES = 10**5
"""Different remainders of strategies beyond which those of a forgetful player are not counted."""


class Trees:
    """Where every slot follows a single move, slots form trees, and what is below different slots is independent.

    A slot has Σ_c Π_{h after c} count(h) ways to go on, c over its moves.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._counts = [mpz(0)] * slots.size
        self._weights = [mpz(1)] * len(slots.followers)
        for slot in range(slots.size - 1, -1, -1):
            moves = range(slots.first[slot], slots.first[slot + 1])
            for move in moves:
                self._weights[move] = _product([self._counts[each] for each in slots.followers[move]])
            self._counts[slot] = mpz(sum(self._weights[moves.start : moves.stop]))

    def all(self) -> mpz:
        """Return the number of all strategies."""
        return _product([self._counts[slot] for slot in self._slots.start])

    def options(self, walk: Walk, slot: int, total: mpz) -> list[mpz]:
        """Return for every move at the next slot the number of strategies that go on with it; their sum is total."""
        others = total // self._counts[slot]  # ways to fill the other slots, of which this one does not speak
        return [others * weight for weight in self._weights[self._slots.first[slot] : self._slots.first[slot + 1]]]


class Graph:
    """Where a slot follows several moves, by dynamic programming over what is still to be filled.

    Sets of slots are bits of integers. What is open falls into parts that share no slot later on; they are counted once
    each and multiplied. The number of different parts may grow exponentially with what the player forgets.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._after = [_mask(followers) for followers in slots.followers]
        self._below = self._closures()
        self._known: dict[tuple[int, int], mpz] = {}

    def all(self) -> mpz:
        """Return the number of all strategies."""
        return self._count(_mask(self._slots.start), 0)

    def options(self, walk: Walk, slot: int, total: mpz) -> list[mpz]:
        """Return for every move at the next slot the number of strategies that go on with it; their sum is total."""
        filled = _mask(walk.trail)
        pending = _mask([each for each in range(slot, self._slots.size) if walk.reached[each]]) & ~filled
        return [self._count(*state) for state in self._successors(pending, filled)]

    def _closures(self) -> list[int]:
        """Return for every slot all slots that may become reachable from it, itself included."""
        below = [1 << slot for slot in range(self._slots.size)]
        changed = True
        while changed:  # once, and once more to see it, unless moves lead back to earlier slots
            changed = False
            for slot in range(self._slots.size - 1, -1, -1):
                wider = below[slot]
                for move in range(self._slots.moves(slot)):
                    for follower in self._slots.after(slot, move):
                        wider |= below[follower]
                changed |= wider != below[slot]
                below[slot] = wider
        return below

    def _successors(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Return what is open and what is filled after every move at the first open slot."""
        lowest = pending & -pending
        slot = lowest.bit_length() - 1
        rest, filled = pending ^ lowest, filled | lowest
        moves = range(self._slots.first[slot], self._slots.first[slot + 1])
        return [(rest | self._after[move] & ~filled, filled) for move in moves]

    def _parts(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Split what is open into parts without a common later slot, each with what is filled among its slots."""
        parts: list[tuple[int, int]] = []
        while pending:
            lowest = pending & -pending
            pending ^= lowest
            mine, below = lowest, self._below[lowest.bit_length() - 1]
            apart = []
            for part, reach in parts:
                if reach & below:
                    mine, below = mine | part, below | reach
                else:
                    apart.append((part, reach))
            parts = [*apart, (mine, below)]
        return [(part, filled & below) for part, below in parts]

    def _count(self, pending: int, filled: int) -> mpz:
        parts = self._parts(pending, filled)
        stack = list(parts)
        while stack:
            state = stack[-1]
            if state in self._known:
                stack.pop()
                continue
            ways = [self._parts(*successor) for successor in self._successors(*state)]
            if unknown := [part for way in ways for part in way if part not in self._known]:
                stack += unknown
                continue
            self._known[state] = mpz(sum(prod((self._known[part] for part in way), start=mpz(1)) for way in ways))
            if len(self._known) > MAX_STATES:
                raise GameError(
                    f"reduced strategies of a player without perfect recall that fall into more than {MAX_STATES} "
                    "cases, expected fewer for counting or numbering them"
                )
        return prod((self._known[part] for part in parts), start=mpz(1))


Completions: TypeAlias = Trees | Graph


def _mask(slots: list[int]) -> int:
    mask = 0
    for slot in slots:
        mask |= 1 << slot
    return mask


def _product(numbers: list[mpz]) -> mpz:
    """Return the product, halves first: of n numbers this takes n log n digits, not n²."""
    while len(numbers) > 1:
        numbers = [prod(numbers[k : k + 2], start=mpz(1)) for k in range(0, len(numbers), 2)]
    return numbers[0] if numbers else mpz(1)
