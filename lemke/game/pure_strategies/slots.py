"""The slots of strategies, a walk that fills them, and the number of ways to complete a partly filled strategy."""

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
"""The content of a slot that is empty or whose set the strategy does not reach; equal to no move."""

PureStrategy: TypeAlias = tuple[int, ...]
"""A move, from 0, or :data:`STAR`, for every slot."""


@dataclass(frozen=True, eq=False)
class Slots(ByValue):
    """The slots of a player's strategies, one per information set.

    ``start`` lists the slots that are reachable before any own move, ``after[slot][move]`` those that a move makes
    reachable, in ascending order. In a forest every slot is in ``start`` or follows a single move, as with perfect
    recall; then it comes after the slot of that move.
    """

    start: list[int]
    after: list[list[list[int]]]
    is_forest: bool

    @classmethod
    def of(cls, first: Integers, lasts: Sequence[Sequence[int]]) -> Slots:
        """Return the slots, given in ``lasts`` the different last own moves on the paths to every slot.

        Moves are numbered 1, 2, … slot by slot; 0 means no move. ``first`` has the number of every slot's first move,
        and last the number of all moves plus 1.
        """
        followers: list[list[int]] = [[] for _ in range(int(first[-1]))]
        for slot, moves in enumerate(lasts):
            for last in moves:
                followers[last].append(slot)
        after = [followers[move:end] for move, end in pairwise(first.tolist())]
        return cls(followers[EMPTY], after, all(len(moves) == 1 for moves in lasts))


class SlotWalk:
    """Fills the slots of a strategy one by one, always the first reachable empty one; can undo the last step.

    With perfect recall this is the order of the slots. Otherwise a move may make a slot before its own reachable.

    ``choice`` has the moves chosen so far, :data:`STAR` elsewhere.
    """

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.choice = [STAR] * len(slots.after)
        self.trail: list[int] = []  # the filled slots in the order of filling
        self.reached = [0] * len(slots.after)  # how many chosen moves (or the start) make each slot reachable
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
        """Fill the slot that :meth:`next` returned with a move."""
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
"""Cases counted between two checks of the limits."""
MAX_STATES = 10**5
"""The most cases that counting the strategies of a player without perfect recall may take."""


class TreeCounts:
    """Counts of completions where every slot follows a single move: slots form trees, and subtrees are independent.

    count(slot) = Σ_c Π_{h after c} count(h), over the moves c at the slot.
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
        """Return for every move at the next slot the number of ways to fill the slots below."""
        return self._weights[slot]


class GraphCounts:
    """Counts of completions where some slots follow several moves; groups that no moves link are independent."""

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
        """Return for every move at the next slot the number of ways to fill the open slots linked to it."""
        return self._group[slot].ways(walk)


class _SlotGraph:
    """A group of slots linked by moves; completions are counted by dynamic programming over the open slots.

    A set of slots is an integer: bit k is the k-th member. A state is a pair: the pending members, reachable and empty,
    and the filled ones. The pending members split into parts that share no later slot. Each part is counted once, and
    the counts are multiplied. The number of different parts may grow exponentially with what the player forgets.
    """

    def __init__(self, slots: Slots, members: list[int]) -> None:
        self.members = members
        place = {slot: k for k, slot in enumerate(members)}
        self._after = [[_mask(map(place.__getitem__, after)) for after in slots.after[slot]] for slot in members]
        self._below = self._closures()
        self._known: dict[tuple[int, int], mpz] = {}

    def count(self, walk: SlotWalk) -> mpz:
        """Return the number of ways to fill the pending members and all that they make reachable."""
        return self._count(*self._state(walk))

    def ways(self, walk: SlotWalk) -> list[mpz]:
        """Return for every move at the first pending member the number of ways to fill the rest of its part."""
        pending, filled = self._state(walk)
        first = next(part for part in self._parts(pending, filled) if part[0] & pending & -pending)
        return [self._count(*state) for state in self._successors(*first)]

    def _state(self, walk: SlotWalk) -> tuple[int, int]:
        """Return the pending members, reachable and empty, and the filled ones."""
        filled = _mask(k for k, slot in enumerate(self.members) if walk.choice[slot] != STAR)
        reached = _mask(k for k, slot in enumerate(self.members) if walk.reached[slot])
        return reached & ~filled, filled

    def _closures(self) -> list[int]:
        """Return for every member the members that may become reachable from it, itself included."""
        below = [1 << k for k in range(len(self.members))]
        changed = True
        while changed:  # two rounds, the second without changes, unless moves lead back to earlier slots
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
        """Return the pending and the filled members after every move at the first pending member."""
        lowest = pending & -pending
        still_pending, filled = pending ^ lowest, filled | lowest
        return [(still_pending | after & ~filled, filled) for after in self._after[lowest.bit_length() - 1]]

    def _parts(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Split the pending members into parts without a common later slot, each with the filled members below it."""
        parts: list[tuple[int, int]] = []  # pending members, and all members below them
        seen = 0  # all members below any part
        while pending:
            lowest = pending & -pending
            pending ^= lowest
            merged, below = lowest, self._below[lowest.bit_length() - 1]
            if seen & below:  # merge the new part with all parts that share a later slot
                disjoint = []
                for part, part_below in parts:
                    if part_below & below:
                        merged, below = merged | part, below | part_below
                    else:
                        disjoint.append((part, part_below))
                parts = disjoint
            parts.append((merged, below))
            seen |= below
        return [(part, filled & below) for part, below in parts]

    def _count(self, pending: int, filled: int) -> mpz:
        """Return the number of ways to fill the pending members and all below, with an explicit stack of states."""
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
    """Return the slots linked to one directly or indirectly, itself included, in ascending order."""
    connected, pending = {slot}, [slot]
    while pending:
        new = set(linked[pending.pop()]) - connected
        connected |= new
        pending += new
    return sorted(connected)


def _mask(places: Iterable[int]) -> int:
    """Return the integer with these bits set; through bytes, since adding bits one by one takes quadratic time."""
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
    """Return the product by pairs: of n numbers of equal length this writes n log n digits, not n²."""
    while len(numbers) > 1:
        numbers = [prod(numbers[k : k + 2], start=mpz(1)) for k in range(0, len(numbers), 2)]
    return numbers[0] if numbers else mpz(1)
