"""The slots of strategies, a walk over them, and in how many ways strategies go on after the moves chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import prod
from typing import TypeAlias

from gmpy2 import mpz

from lemke.errors import GameError
from lemke.game.recall import EMPTY
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import ByValue

STAR = -1
"""What stands in the slot of a set that the strategy does not reach; equal to no move."""

PureStrategy: TypeAlias = tuple[int, ...]
"""A move, from 0, or :data:`STAR`, for every slot."""


@dataclass(frozen=True, eq=False)
class Slots(ByValue):
    """The slots of a player's strategies.

    ``start`` are those that are reachable before any own move, ``after[slot][move]`` those that a move makes reachable,
    in ascending order. In a forest every slot is in ``start`` or follows a single move, as with perfect recall; then it
    stands behind the slot of that move.
    """

    start: list[int]
    after: list[list[list[int]]]
    is_forest: bool

    @classmethod
    def of(cls, first: Integers, lasts: Sequence[Sequence[int]]) -> Slots:
        """Return the slots, given the last own moves on the way to every slot, each once.

        Moves are numbered 1, 2, … slot by slot, with ``first`` as the numbers of first moves; 0 is no move.
        """
        followers: list[list[int]] = [[] for _ in range(int(first[-1]))]
        for slot, moves in enumerate(lasts):
            for last in moves:
                followers[last].append(slot)
        after = [followers[move:end] for move, end in pairwise(first.tolist())]
        return cls(followers[EMPTY], after, all(len(moves) == 1 for moves in lasts))


class SlotWalk:
    """Fills slots one by one, always the first reachable one that is empty; can go back.

    With perfect recall that is the order of the slots. Else a move may make a slot before its own reachable.

    ``choice`` has the moves chosen so far, :data:`STAR` elsewhere.
    """

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.choice = [STAR] * len(slots.after)
        self.trail: list[int] = []  # the slots filled, in turn
        self.reached = [0] * len(slots.after)  # in how many ways the slots are reachable so far
        for slot in slots.start:
            self.reached[slot] = 1
        self._place = 0  # no slot before it is reachable and empty

    def next(self) -> int | None:
        """Return the first slot that is reachable and empty; None if the strategy is complete."""
        for slot in range(self._place, len(self.choice)):
            if self.reached[slot] and self.choice[slot] == STAR:
                return slot
        return None

    def choose(self, slot: int, move: int) -> None:
        """Fill the slot that :meth:`next` has named."""
        self.choice[slot] = move
        self.trail.append(slot)
        self._place = slot + 1
        for follower in self.slots.after[slot][move]:
            self.reached[follower] += 1
            if self.choice[follower] == STAR:
                self._place = min(self._place, follower)

    def undo(self) -> tuple[int, int]:
        """Empty the slot that was filled last; return it and the move that it held."""
        slot = self.trail.pop()
        move, self.choice[slot] = self.choice[slot], STAR
        for follower in self.slots.after[slot][move]:
            self.reached[follower] -= 1
        self._place = slot  # it was the first one when it was filled
        return slot, move


BETWEEN_CHECKS = 1 << 8
"""Cases counted between two looks at the limits."""
MAX_STATES = 10**5
"""Different remainders of strategies beyond which those of a forgetful player are not counted."""


class TreeCounts:
    """Where every slot follows a single move, slots form trees, and what is below different slots is independent.

    A slot has Σ_c Π_{h after c} count(h) ways to go on, c over its moves.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._counts = [mpz(0)] * len(slots.after)
        self._weights: list[list[mpz]] = [[]] * len(slots.after)
        for slot in range(len(slots.after) - 1, -1, -1):
            self._weights[slot] = [
                _product([self._counts[follower] for follower in after]) for after in slots.after[slot]
            ]
            self._counts[slot] = sum(self._weights[slot], mpz(0))

    def all(self) -> mpz:
        """Return the number of all strategies."""
        return _product([self._counts[slot] for slot in self._slots.start])

    def ways(self, walk: SlotWalk, slot: int) -> list[mpz]:
        """Return for every move at the next slot in how many ways what hangs on the slot may go on after it."""
        return self._weights[slot]


class GraphCounts:
    """Where some slots follow several moves. Slots that no moves link, however indirectly, are counted apart."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._group: dict[int, _SlotGraph] = {}
        linked: list[list[int]] = [[] for _ in slots.after]
        for slot, moves in enumerate(slots.after):
            for follower in chain(*moves):
                linked[slot].append(follower)
                linked[follower].append(slot)
        for slot in range(len(linked)):
            if slot not in self._group:
                group = _SlotGraph(slots, _connected(linked, slot))
                self._group |= dict.fromkeys(group.members, group)

    def all(self) -> mpz:
        """Return the number of all strategies."""
        walk = SlotWalk(self._slots)
        return _product([group.count(walk) for group in dict.fromkeys(self._group.values())])

    def ways(self, walk: SlotWalk, slot: int) -> list[mpz]:
        """Return for every move at the next slot in how many ways what hangs on the slot may go on after it."""
        return self._group[slot].ways(walk)


class _SlotGraph:
    """Slots that hang together, counted by dynamic programming over what is still to be filled.

    Sets of slots are bits of integers, by the places of the slots among the members. What is open falls into parts that
    share no slot later on; they are counted once each and multiplied. The number of different parts may grow
    exponentially with what the player forgets.
    """

    def __init__(self, slots: Slots, members: list[int]) -> None:
        self.members = members
        place = {slot: k for k, slot in enumerate(members)}
        self._after = [[_mask(map(place.__getitem__, after)) for after in slots.after[slot]] for slot in members]
        self._below = self._closures()
        self._known: dict[tuple[int, int], mpz] = {}

    def count(self, walk: SlotWalk) -> mpz:
        """Return in how many ways the members that are open may be filled, and what they make reachable."""
        return self._count(*self._state(walk))

    def ways(self, walk: SlotWalk) -> list[mpz]:
        """Return the same for every move at the first of them, other parts left out."""
        pending, filled = self._state(walk)
        first = next(part for part in self._parts(pending, filled) if part[0] & pending & -pending)
        return [self._count(*state) for state in self._successors(*first)]

    def _state(self, walk: SlotWalk) -> tuple[int, int]:
        """Return which members are open, reachable and empty, and which are filled."""
        filled = _mask(k for k, slot in enumerate(self.members) if walk.choice[slot] != STAR)
        reached = _mask(k for k, slot in enumerate(self.members) if walk.reached[slot])
        return reached & ~filled, filled

    def _closures(self) -> list[int]:
        """Return for every member all that may become reachable from it, itself included."""
        below = [1 << k for k in range(len(self.members))]
        changed = True
        while changed:  # once, and once more to see it, unless moves lead back to earlier slots
            changed = False
            for k in range(len(below) - 1, -1, -1):
                wider = below[k]
                for after in self._after[k]:
                    for follower in _bits(after):
                        wider |= below[follower]
                changed |= wider != below[k]
                below[k] = wider
        return below

    def _successors(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Return what is open and what is filled after every move at the first open member."""
        lowest = pending & -pending
        still_pending, filled = pending ^ lowest, filled | lowest
        return [(still_pending | after & ~filled, filled) for after in self._after[lowest.bit_length() - 1]]

    def _parts(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Split what is open into parts without a common later slot, each with what is filled among its slots."""
        parts: list[tuple[int, int]] = []
        seen = 0  # whatever is below any part
        while pending:
            lowest = pending & -pending
            pending ^= lowest
            mine, below = lowest, self._below[lowest.bit_length() - 1]
            if seen & below:
                apart = []
                for part, reach in parts:
                    if reach & below:
                        mine, below = mine | part, below | reach
                    else:
                        apart.append((part, reach))
                parts = apart
            parts.append((mine, below))
            seen |= below
        return [(part, filled & below) for part, below in parts]

    def _count(self, pending: int, filled: int) -> mpz:
        limits.check()
        parts = self._parts(pending, filled)
        stack = list(parts)
        while stack:
            state = stack[-1]
            if len(self._known) % BETWEEN_CHECKS == 0:
                limits.check()
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


def _connected(linked: list[list[int]], slot: int) -> list[int]:
    """Return the slots linked to one, however indirectly, itself included, in ascending order."""
    connected, pending = {slot}, [slot]
    while pending:
        new = set(linked[pending.pop()]) - connected
        connected |= new
        pending += new
    return sorted(connected)


def _mask(places: Iterable[int]) -> int:
    digits = bytearray()
    for place in places:
        digits.extend(bytes(max(0, place // 8 + 1 - len(digits))))
        digits[place // 8] |= 1 << place % 8
    return int.from_bytes(digits, "little")


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _product(numbers: list[mpz]) -> mpz:
    """Return the product, halves first: of n numbers this takes n log n digits, not n²."""
    while len(numbers) > 1:
        numbers = [prod(numbers[k : k + 2], start=mpz(1)) for k in range(0, len(numbers), 2)]
    return numbers[0] if numbers else mpz(1)
