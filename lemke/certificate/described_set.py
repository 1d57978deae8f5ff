"""What is proved about a maximal set of equilibria, and about all sets together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from lemke.certificate.intervals import Interval, MoveRange
from lemke.certificate.ranges import PAYOFF, PlanRanges
from lemke.certificate.resolution import EquilibriumSet
from lemke.game import Game
from lemke.game.recall import Sequences
from lemke.game.strategy import named_sets
from lemke.game.tree import InformationSet, unique_names
from lemke.ground.sparse import ByValue, Vector


def named_moves(game: Game, sequences: Sequences) -> Iterator[tuple[int, InformationSet, str]]:
    """Yield (sequence, set of the move, name of the move) for every move of a player; sets in depth-first order."""
    for h, information_set, _ in named_sets(game, sequences.player):
        for sequence, name in zip(sequences.moves(h), unique_names(information_set.actions), strict=True):
            yield sequence, information_set, name


@dataclass(frozen=True, eq=False)
class DescribedSet(ByValue):
    """A maximal set X × Y of equilibria, and what is proved about it.

    Attributes
    ----------
    equilibrium_set : EquilibriumSet
    ranges : (PlanRanges, PlanRanges)
        What is proved about X, and about Y.
    vertices : (tuple of Vector, tuple of Vector) | None
        The vertices of X and of Y, as realization plans; None if they were not asked for. Every pair of a vertex of X
        and a vertex of Y is an extreme equilibrium.
    """

    equilibrium_set: EquilibriumSet
    ranges: tuple[PlanRanges, PlanRanges]
    vertices: tuple[tuple[Vector, ...], tuple[Vector, ...]] | None = None

    def __repr__(self) -> str:
        dimensions = " + ".join("?" if size is None else str(size) for size in self.dimensions)
        payoffs = ", ".join("?" if payoff is None else str(payoff) for payoff in self.payoffs)
        return f"<{type(self).__name__} of dimension {dimensions}: payoffs {payoffs}>"

    @cached_property
    def payoffs(self) -> tuple[Interval | None, Interval | None]:
        """The ranges of the payoffs of players 1 and 2; None for a range not proved. Every pair in them occurs."""
        # every plan of X is a best reply to every plan of Y, so player 1's payoff depends on the plan in Y only
        return self.ranges[1].interval(PAYOFF), self.ranges[0].interval(PAYOFF)

    @property
    def dimensions(self) -> tuple[int | None, int | None]:
        """The dimensions of X and Y, as sets of realization plans; None for one that is not proved."""
        return self.ranges[0].dimension, self.ranges[1].dimension

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange | None, ...], tuple[MoveRange | None, ...]]:
        """The range of every sequence of player 1 and of player 2, the empty one first; None for one not proved."""
        first, second = (tuple(map(ranges.move, range(len(ranges.plan)))) for ranges in self.ranges)
        return first, second

    @property
    def is_pure(self) -> bool:
        """Whether it is proved that the set is one equilibrium in pure strategies."""
        return self.dimensions == (0, 0) and self.equilibrium_set.is_pure

    def members(self) -> dict[str, object]:
        """Return the members of a JSON object, without the moves."""
        members = self.equilibrium_set.object() | {
            "payoffs": [interval and interval.object() for interval in self.payoffs],
            "dimensions": self.dimensions,
            "pure": self.is_pure,
            "ranges": [ranges.proof.object() for ranges in self.ranges],
        }
        return members if self.vertices is None else members | {"vertices": self.vertices}


@dataclass(frozen=True, eq=False)
class Overview(ByValue):
    """What holds in the equilibria of all listed sets together.

    Attributes
    ----------
    sets : tuple of DescribedSet
    is_complete : bool
        Whether the sets contain all equilibria of the game.
    """

    sets: tuple[DescribedSet, ...]
    is_complete: bool

    @property
    def is_unique(self) -> bool | None:
        """Whether all equilibria have the same realization plans; None if not known."""
        dimensions = [described.dimensions for described in self.sets]
        if len(self.sets) > 1 or any(map(any, dimensions)):  # any() skips a dimension that is not proved: None
            return False
        return True if self.is_complete and dimensions == [(0, 0)] else None

    @cached_property
    def payoffs(self) -> tuple[Interval | None, Interval | None]:
        """The ranges of the payoffs of player 1 and of player 2 over all listed sets; None for one not proved."""
        first, second = (_union([described.payoffs[player] for described in self.sets]) for player in (0, 1))
        return first, second

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange | None, ...], tuple[MoveRange | None, ...]]:
        """The range of every sequence of player 1 and of player 2 over all listed sets; None for one not proved.

        Both tuples are empty if there is no set.
        """
        first, second = (
            tuple(map(_joint_range, zip(*(described.moves[player] for described in self.sets), strict=True)))
            for player in (0, 1)
        )
        return first, second

    def played(self, player: int, sequence: int) -> str | None:
        """Return whether ``every``, ``some`` or ``no`` equilibrium plays a sequence; None if not proved."""
        move = self.moves[player][sequence]
        if not self.is_complete or move is None:
            return None
        if move.weight.least:
            return "every"
        return "some" if move.weight.greatest else "no"


def _union(intervals: Sequence[Interval | None]) -> Interval | None:
    """Return the least interval that contains all intervals; None if one is not proved, or if there are none."""
    proved = [interval for interval in intervals if interval is not None]
    return reduce(Interval.union, proved) if proved and len(proved) == len(intervals) else None


def _joint_range(ranges: Sequence[MoveRange | None]) -> MoveRange | None:
    """Return the range of a move over several sets of equilibria; None if any set lacks a proved range.

    Sets of equilibria in which no plan reaches the move's information set do not count for its probability.
    """
    proved = [move for move in ranges if move is not None]
    weight = _union([move and move.weight for move in ranges])
    probability = _union([move.probability for move in proved if move.probability is not None])
    return None if weight is None else MoveRange(weight, probability)
