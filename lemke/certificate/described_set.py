"""What is proved about a maximal set of equilibria, and about all sets together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from lemke.certificate.conditions import Combination
from lemke.certificate.in_words import statements
from lemke.certificate.ranges import PAYOFF, Interval, MoveRange, MoveRow, PlanRanges, RangeProof
from lemke.certificate.resolution import EquilibriumSet
from lemke.game import Game
from lemke.game.recall import Sequences
from lemke.game.strategy import named_sets
from lemke.game.tree import InformationSet, unique_names
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.ground.words import player_name

Quantity: TypeAlias = Literal["every", "some", "no"]
SHOWN = 8
"""A table shows the vertices of a set of plans if there are at most so many."""


def named_moves(game: Game, sequences: Sequences) -> Iterator[tuple[int, InformationSet, str]]:
    """Yield (sequence, set of the move, name of the move) for every move of a player; sets in depth-first order."""
    for h, information_set, _ in named_sets(game, sequences.player):
        for sequence, name in zip(sequences.moves(h), unique_names(information_set.actions), strict=True):
            yield sequence, information_set, name


class SetMembers(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A maximal set X × Y in JSON: its definition and proofs, and what follows from them.

    Attributes
    ----------
    plans : pair of vectors
        The *inner points*: realization plans in the relative interiors of X and Y.
    values : pair of vectors
        The payoff, then the values of the information sets: of player 2 against player 1's plan, then of player 1.
    maximal : pair of combinations
        The proofs that X and Y are maximal, and the plans inner points; null in place of one that is not needed.
    payoffs : pair of intervals
        Of player 1, and of player 2.
    dimensions : pair of whole numbers
        Of X, and of Y; null in place of one that was not computed.
    pure : bool
        Whether the set is one equilibrium in pure strategies.
    ranges : pair of objects
        Proofs of the equations and bounds that hold in X, and in Y.
    moves : pair of lists
        The moves of player 1, and of player 2; information sets in depth-first order.
    vertices : pair of lists of vectors
        The realization plans that are vertices of X, and of Y; left out unless asked for.
    """

    plans: tuple[Vector, Vector]
    values: tuple[Vector, Vector]
    maximal: tuple[Combination | None, Combination | None]
    payoffs: tuple[Interval | None, Interval | None]
    dimensions: tuple[int | None, int | None]
    pure: bool
    ranges: tuple[RangeProof, RangeProof]
    moves: tuple[tuple[MoveRow, ...], tuple[MoveRow, ...]]
    vertices: tuple[tuple[Vector, ...], tuple[Vector, ...]] | None = None


@dataclass(frozen=True, eq=False)
class DescribedSet(ByValue, Result):
    """A maximal set X × Y of equilibria, and what is proved about it.

    Attributes
    ----------
    game : Game
    equilibrium_set : EquilibriumSet
    ranges : (PlanRanges, PlanRanges)
        What is proved about X, and about Y.
    vertices : (tuple of Vector, tuple of Vector) | None
        The vertices of X and of Y, as realization plans; None if they were not asked for. Every pair of a vertex of X
        and a vertex of Y is an extreme equilibrium.
    """

    game: Game
    equilibrium_set: EquilibriumSet
    ranges: tuple[PlanRanges, PlanRanges]
    vertices: tuple[tuple[Vector, ...], tuple[Vector, ...]] | None = None

    def __repr__(self) -> str:
        payoffs = ", ".join("?" if payoff is None else str(payoff) for payoff in self.payoffs)
        return f"<{type(self).__name__} of dimension {self.dimension_text}: payoffs {payoffs}>"

    def _compared(self) -> list[str]:
        return ["game", "equilibrium_set", "proofs", "vertices"]

    @property
    def proofs(self) -> tuple[RangeProof, RangeProof]:
        """The proofs of what holds for all plans of X, and of Y."""
        return self.ranges[0].proof, self.ranges[1].proof

    @cached_property
    def payoffs(self) -> tuple[Interval | None, Interval | None]:
        """The ranges of the payoffs of players 1 and 2; None for a range not proved. Every pair in them occurs."""
        # every plan of X is a best reply to every plan of Y, so player 1's payoff depends on the plan in Y only
        return self.ranges[1].interval(PAYOFF), self.ranges[0].interval(PAYOFF)

    @property
    def dimensions(self) -> tuple[int | None, int | None]:
        """The dimensions of X and Y, as sets of realization plans; None for one that is not proved."""
        return self.ranges[0].dimension, self.ranges[1].dimension

    @property
    def dimension_text(self) -> str:
        """The dimensions of X and Y as text, such as ``1 + 0``."""
        return " + ".join("?" if size is None else str(size) for size in self.dimensions)

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange | None, ...], tuple[MoveRange | None, ...]]:
        """The range of every sequence of player 1 and of player 2, the empty one first; None for one not proved."""
        first, second = (tuple(map(ranges.move, range(len(ranges.plan)))) for ranges in self.ranges)
        return first, second

    @property
    def is_pure(self) -> bool:
        """Whether it is proved that the set is one equilibrium in pure strategies."""
        return self.dimensions == (0, 0) and self.equilibrium_set.is_pure

    def statements(self, player: int) -> tuple[str, ...]:
        """Return what describes the player's plans of the set: fixed moves, equations and inequalities, in words."""
        return tuple(statements(self.game, self.ranges[player]))

    def to_table(self) -> Table:
        """Return the ranges of the moves' probabilities, and vertices if there are few.

        The notes have the inequalities that describe the set: it may be smaller than the product of the ranges.
        """
        vertices = [part if 1 < len(part) <= SHOWN else () for part in self.vertices or ((), ())]
        width = max(map(len, vertices))
        rows = []
        for player, ranges in enumerate(self.ranges):
            sequences = ranges.conditions.sequences
            for sequence, information_set, name in named_moves(self.game, sequences):
                move, parent = self.moves[player][sequence], sequences.shorter[sequence]
                probability: object = "not computed" if move is None else "not reached"
                if move is not None and move.probability is not None:
                    probability = move.probability.cell
                shares = [plan[sequence] / plan[parent] if plan[parent] else None for plan in vertices[player]]
                head = player + 1, information_set.number, information_set.label, name
                rows.append((*head, probability, *shares, *[None] * (width - len(shares))))
        payoffs = ", ".join("not computed" if payoff is None else str(payoff) for payoff in self.payoffs)
        columns = ("player", "information set", "label", "action", "probability")
        return Table(
            (*columns, *(f"vertex {k}" for k in range(1, width + 1))),
            rows,
            f"Equilibria of dimension {self.dimension_text}; payoffs {payoffs}",
            [
                f"{player_name(self.game.players, player)}: {statement}"
                for player in (0, 1)
                if self.dimensions[player]
                for statement in self.statements(player)
            ],
            index=4,
        )

    def members(self) -> SetMembers:
        """Return the members of the JSON object."""
        first, second = (
            tuple(
                MoveRow(**row_members(sequence, information_set, name, moves[sequence]))
                for sequence, information_set, name in named_moves(self.game, ranges.conditions.sequences)
            )
            for ranges, moves in zip(self.ranges, self.moves, strict=True)
        )
        return SetMembers(
            plans=self.equilibrium_set.plans,
            values=self.equilibrium_set.values,
            maximal=self.equilibrium_set.maximal,
            payoffs=self.payoffs,
            dimensions=self.dimensions,
            pure=self.is_pure,
            ranges=self.proofs,
            moves=(first, second),
            vertices=self.vertices,
        )


def row_members(sequence: int, information_set: InformationSet, name: str, move: MoveRange | None) -> dict[str, Any]:
    """Return the fields of a :class:`MoveRow` of a move and its range."""
    weight, probability = (None, None) if move is None else move
    names = {"number": information_set.number, "label": information_set.label, "action": name}
    return {"sequence": sequence, **names, "weight": weight, "probability": probability}


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

    def played(self, player: int, sequence: int) -> Quantity | None:
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
