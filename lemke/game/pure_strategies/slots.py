"""Slots of pure strategies, a walk that fills them with moves, and the number of completions of a partial strategy.

The module :mod:`~lemke.game.pure_strategies.strategies` explains slots and when a slot is reachable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import prod
from typing import TypeAlias

from gmpy2 import mpz

from lemke.errors import GameError
from lemke.game.recall import EMPTY
from lemke.game.tree import Integers
from lemke.ground import limits, masks
from lemke.ground.sparse import ByValue

STAR = -1
"""The content of an empty slot, and of a slot whose information set the strategy does not reach."""

PureStrategy: TypeAlias = tuple[int, ...]
"""For every slot, a move, from 0, or :data:`STAR`."""


@dataclass(frozen=True, eq=False)
class Slots(ByValue):
    """The slots of a player's strategies, one per information set.

    Attributes
    ----------
    start : list of int
        The slots that are reachable before the player has moved.
    after : nested lists
        ``after[slot][move]`` lists, in ascending order, the slots that this move makes reachable.
    is_forest : bool
        Whether every slot is either in ``start`` or made reachable by exactly one move, as with perfect recall. The
        slot of this move is then an earlier slot.
    """

    start: list[int]
    after: list[list[list[int]]]
    is_forest: bool

    @classmethod
    def of(cls, first: Integers, last_moves_of_sets: Sequence[Sequence[int]]) -> Slots:
        """Return the slots of information sets.

        ``last_moves_of_sets`` has, for every set, the player's last moves on the paths to the nodes of the set. Moves
        are numbered 1, 2, … slot by slot; 0 means no move. ``first`` has the number of every slot's first move, and as
        last entry the number of all moves plus 1.
        """
        followers: list[list[int]] = [[] for _ in range(int(first[-1]))]
        for slot, moves in enumerate(last_moves_of_sets):
            for move in moves:
                followers[move].append(slot)
        after = [followers[start:end] for start, end in pairwise(first.tolist())]
        return cls(followers[EMPTY], after, all(len(moves) == 1 for moves in last_moves_of_sets))


class SlotWalk:
    """Fills the slots of a strategy one by one, always the first slot that is reachable and empty; can undo steps.

    With perfect recall the slots are filled in their order. Otherwise a move may make an earlier slot reachable.

    ``choice`` has the move of every filled slot, and :data:`STAR` for the other slots.
    """

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.choice = [STAR] * len(slots.after)
        self.trail: list[int] = []  # the filled slots in the order of filling
        self.reached = [0] * len(slots.after)  # for every slot, the number of chosen moves that make it reachable
        for slot in slots.start:
            self.reached[slot] = 1  # reachable without a move, which counts like one move
        self._first_candidate = 0  # no earlier slot is reachable and empty

    def next(self) -> int | None:
        """Return the first slot that is reachable and empty; None if the strategy is complete."""
        for slot in range(self._first_candidate, len(self.choice)):
            if self.reached[slot] and self.choice[slot] == STAR:
                return slot
        return None

    def choose(self, slot: int, move: int) -> None:
        """Put a move into the slot that :meth:`next` returned."""
        self.choice[slot] = move
        self.trail.append(slot)
        self._first_candidate = slot + 1
        for follower in self.slots.after[slot][move]:
            self.reached[follower] += 1
            if self.choice[follower] == STAR:
                self._first_candidate = min(self._first_candidate, follower)

    def undo(self) -> tuple[int, int]:
        """Empty the slot that was filled last; return the slot and its former move."""
        slot = self.trail.pop()
        move, self.choice[slot] = self.choice[slot], STAR
        for follower in self.slots.after[slot][move]:
            self.reached[follower] -= 1
        self._first_candidate = slot  # when it was filled, no earlier slot was reachable and empty
        return slot, move


MAX_STATES = 10**5
"""The most states that are counted for one group of slots in :class:`GraphCounts`; beyond, counting is refused."""


class TreeCounts:
    """Numbers of completions if :attr:`Slots.is_forest`: slots form trees, and disjoint subtrees are independent.

    count(slot) = Σ_c Π_h count(h), where c runs through the moves at the slot, and h through the slots after c.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._counts = [mpz(0)] * len(slots.after)
        self._counts_by_move: list[list[mpz]] = [[]] * len(slots.after)
        for slot in range(len(slots.after) - 1, -1, -1):
            self._counts_by_move[slot] = [
                _product([self._counts[follower] for follower in after]) for after in slots.after[slot]
            ]
            self._counts[slot] = sum(self._counts_by_move[slot], mpz(0))

    def all(self) -> mpz:
        """Return the number of all strategies."""
        return _product([self._counts[slot] for slot in self._slots.start])

    def ways(self, walk: SlotWalk, slot: int) -> list[mpz]:
        """Return for every move at the next slot the number of ways to fill the slots after this move."""
        return self._counts_by_move[slot]


class GraphCounts:
    """Numbers of completions without perfect recall, where several moves may make a slot reachable.

    A move links its slot to the slots that it makes reachable. Groups of slots without links between them are
    independent.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._group: dict[int, _SlotGraph] = {}  # by slot
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
        groups = dict.fromkeys(self._group.values())  # every group once, in the order of the slots
        return _product([group.count(*group.state(walk)) for group in groups])

    def ways(self, walk: SlotWalk, slot: int) -> list[mpz]:
        """Return for every move at the next slot the number of ways to fill the slots that depend on this slot."""
        return self._group[slot].ways(walk)


class _SlotGraph:
    """A group of slots linked by moves; its completions are counted by dynamic programming.

    The slots of the group are its members. A set of members is an integer: bit k stands for the k-th member. A state is
    a pair of sets: the pending members, which are reachable and empty, and the filled members. The pending members
    are split into independent parts: no slot can become reachable from two parts. The completions of every part are
    counted once, and the counts are multiplied. The number of different parts may grow exponentially if the player
    forgets much.
    """

    def __init__(self, slots: Slots, members: list[int]) -> None:
        self.members = members
        index = {slot: k for k, slot in enumerate(members)}
        self._after = [[_mask(map(index.__getitem__, after)) for after in slots.after[slot]] for slot in members]
        self._descendants = self._closures()
        self._counts: dict[tuple[int, int], mpz] = {}  # by state

    def ways(self, walk: SlotWalk) -> list[mpz]:
        """Return for every move at the first pending member the number of ways to go on in this member's part."""
        pending, filled = self.state(walk)
        first_member = pending & -pending  # the lowest bit
        first_part = next(part for part in self._parts(pending, filled) if part[0] & first_member)
        return [self.count(*state) for state in self._successors(*first_part)]

    def state(self, walk: SlotWalk) -> tuple[int, int]:
        """Return the sets of pending and of filled members."""
        filled = _mask(k for k, slot in enumerate(self.members) if walk.choice[slot] != STAR)
        reached = _mask(k for k, slot in enumerate(self.members) if walk.reached[slot])
        return reached & ~filled, filled

    def _closures(self) -> list[int]:
        """Return for every member its descendants: the member, and the members that can become reachable from it."""
        descendants = [1 << k for k in range(len(self.members))]
        changed = True
        while changed:  # the second round changes nothing, unless moves make earlier slots reachable
            changed = False
            for k in range(len(descendants) - 1, -1, -1):
                union = descendants[k]
                for after in self._after[k]:
                    for follower in masks.members(after):
                        union |= descendants[follower]
                changed |= union != descendants[k]
                descendants[k] = union
        return descendants

    def _successors(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Return the state after every move at the first pending member."""
        first_member = pending & -pending  # the lowest bit
        still_pending, filled = pending ^ first_member, filled | first_member
        return [(still_pending | after & ~filled, filled) for after in self._after[first_member.bit_length() - 1]]

    def _parts(self, pending: int, filled: int) -> list[tuple[int, int]]:
        """Return the states of the independent parts: pending members without common descendants.

        In the state of a part, only descendants of its pending members count as filled.
        """
        parts: list[tuple[int, int]] = []  # pending members and their descendants
        all_descendants = 0  # of all parts
        while pending:
            member = pending & -pending  # the lowest bit
            pending ^= member
            part, descendants = member, self._descendants[member.bit_length() - 1]
            if all_descendants & descendants:  # merge the new part with all parts that have a common descendant
                disjoint_parts = []
                for old_part, old_descendants in parts:
                    if old_descendants & descendants:
                        part, descendants = part | old_part, descendants | old_descendants
                    else:
                        disjoint_parts.append((old_part, old_descendants))
                parts = disjoint_parts
            parts.append((part, descendants))
            all_descendants |= descendants
        return [(part, filled & descendants) for part, descendants in parts]

    def count(self, pending: int, filled: int) -> mpz:
        """Return the number of ways to fill the pending members and the slots that become reachable.

        The recursion over states uses an explicit stack.
        """
        parts = self._parts(pending, filled)
        stack = list(parts)
        while stack:
            state = stack[-1]
            limits.check()
            if state in self._counts:
                stack.pop()
                continue
            parts_by_move = [self._parts(*successor) for successor in self._successors(*state)]
            if uncounted := [part for part in chain(*parts_by_move) if part not in self._counts]:
                stack += uncounted  # the state stays on the stack, and is counted after them
                continue
            ways = (_product([self._counts[part] for part in move_parts]) for move_parts in parts_by_move)
            self._counts[state] = sum(ways, mpz(0))
            if len(self._counts) > MAX_STATES:
                raise GameError(
                    f"more than {MAX_STATES} cases to count the reduced strategies of a player without perfect recall, "
                    "expected fewer; leave out --reduced (in Python: reduced=False) to count all pure strategies"
                )
        return _product([self._counts[part] for part in parts])


def _connected(linked: list[list[int]], slot: int) -> list[int]:
    """Return a slot and all slots linked to it directly or indirectly, in ascending order."""
    connected, pending = {slot}, [slot]
    while pending:
        new = set(linked[pending.pop()]) - connected
        connected |= new
        pending += new
    return sorted(connected)


def _mask(bits: Iterable[int]) -> int:
    """Return the integer with these bits set; by way of bytes, since setting bits one by one takes quadratic time."""
    octets = bytearray()
    for bit in bits:
        octets.extend(bytes(max(0, bit // 8 + 1 - len(octets))))
        octets[bit // 8] |= 1 << bit % 8
    return int.from_bytes(octets, "little")


def _product(numbers: list[mpz]) -> mpz:
    """Return the product of n numbers: products of pairs have O(n log n) digits in all, one after the other O(n²)."""
    while len(numbers) > 1:
        numbers = [prod(numbers[k : k + 2], start=mpz(1)) for k in range(0, len(numbers), 2)]
    return numbers[0] if numbers else mpz(1)
