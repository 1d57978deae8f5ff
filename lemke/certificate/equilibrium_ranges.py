"""What all equilibria of a game have in common: the least and the greatest weight and probability of every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from lemke.certificate.described_set import Overview, Quantity, named_moves, row_members
from lemke.certificate.equilibrium_sets import EquilibriumSets, SetsMembers
from lemke.certificate.ranges import Interval, MoveRange, MoveRow
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.by_set import BySet
from lemke.game.members import identified_game
from lemke.game.tree import InformationSet
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count


class PlayedRow(MoveRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in JSON, with its range over all sets.

    Attributes
    ----------
    player : int
        The player who moves.
    played : str | None
        Whether every, some or no equilibrium plays the move; null if not known.
    """

    player: Literal[1, 2]
    played: Quantity | None


class RangesMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ranges over sets of equilibria in JSON, without the game.

    Attributes
    ----------
    unique : bool | None
        Whether there is only one equilibrium, in realization plans; null if not known.
    payoffs : pair of intervals
        Of player 1, and of player 2.
    moves : list of objects
        The moves that were asked for; information sets in depth-first order; empty if no equilibrium was found.
    equilibria : object
        The sets of equilibria, with the proof, as in ``lemke-equilibria/2``.
    """

    unique: bool | None
    payoffs: tuple[Interval | None, Interval | None]
    moves: tuple[PlayedRow, ...]
    equilibria: SetsMembers


@dataclass(frozen=True, eq=False)
class EquilibriumRanges(ByValue, BySet[MoveRange | None], Result):
    """The ranges of moves over all equilibria of a game, by information set and move.

    A range is None if it was not asked for or not computed.

    Attributes
    ----------
    equilibria : EquilibriumSets
        The maximal sets of equilibria, with the proofs.
    sequences : (tuple of int, tuple of int)
        The sequences of player 1 and of player 2 that were asked for.
    """

    json_format = "lemke-ranges/2"

    equilibria: EquilibriumSets
    sequences: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def game(self) -> Game:
        """The game."""
        return self.equilibria.game

    @property
    def overview(self) -> Overview:
        """What holds in the equilibria of all sets that were found."""
        return self.equilibria.overview

    def _per_move(self, player: int, h: int) -> Iterator[MoveRange | None]:
        ranges = {sequence: move_range for mover, sequence, *_, move_range in self._moves() if mover == player}
        return map(ranges.get, self.equilibria.sequences[player].moves(h))

    def _moves(self) -> Iterator[tuple[int, int, InformationSet, str, MoveRange | None]]:
        """Yield player, sequence, set, name and range of the moves that were asked for; nothing without equilibria."""
        for player, sequences in enumerate(self.equilibria.sequences if self.equilibria.sets else ()):
            requested = set(self.sequences[player])
            for sequence, information_set, name in named_moves(self.game, sequences):
                if sequence in requested:
                    yield player, sequence, information_set, name, self.overview.moves[player][sequence]

    def rows(self) -> tuple[PlayedRow, ...]:
        """Return the moves and their ranges for JSON."""
        return tuple(
            PlayedRow(
                player=1 if player == 0 else 2,
                played=self.overview.played(player, sequence),
                **row_members(sequence, information_set, name, move),
            )
            for player, sequence, information_set, name, move in self._moves()
        )

    def members(self) -> RangesMembers:
        """Return the members of the JSON object, without the game."""
        overview, equilibria = self.overview, self.equilibria.members()
        return RangesMembers(
            unique=overview.is_unique, payoffs=overview.payoffs, moves=self.rows(), equilibria=equilibria
        )

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the ranges, and the sets of equilibria with the proofs."""
        return {"game": identified_game(self.game), **asdict(self.members())}

    def to_table(self) -> Table:
        """Return the moves with their least and greatest weights and probabilities, and which equilibria play them."""
        bounds = ("least weight", "greatest weight", "least probability", "greatest probability")
        rows = []
        for player, sequence, information_set, name, move in self._moves():
            weight, probability = (None, None) if move is None else move
            head = (player + 1, information_set.number, information_set.label, name)
            ends = (*(weight or (None, None)), *(probability or (None, None)))
            rows.append((*head, self.overview.played(player, sequence), *ends))
        columns = ("player", "information set", "label", "action", "played", *bounds)
        title = f"{one_line(self.game.title)}: {self._summary()}" if self.game.title else self._summary()
        return Table(columns, rows, title, [self.equilibria.proof_line()], index=4)

    def _summary(self) -> str:
        if not self.equilibria.sets:
            return f"no equilibrium so far ({self.equilibria.stopped})"
        payoffs = ", ".join("not computed" if payoff is None else str(payoff) for payoff in self.overview.payoffs)
        summary = "one equilibrium" if self.overview.is_unique else self.equilibria.summary()
        return f"{summary}; payoffs {payoffs}"

    def __repr__(self) -> str:
        moves = sum(map(len, self.sequences))
        return f"<EquilibriumRanges of {self.game!r}: {count(moves, 'move')}, {self.equilibria.stopped}>"
