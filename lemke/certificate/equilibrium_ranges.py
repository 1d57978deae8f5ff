"""What all equilibria of a game have in common: the least and the greatest weight and probability of every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lemke.certificate.described_set import Overview, named_moves
from lemke.certificate.equilibrium_sets import EquilibriumSets
from lemke.certificate.intervals import MoveRange
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.by_set import BySet
from lemke.game.strategy import statement
from lemke.game.tree import InformationSet
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, player_name

RANGES = Format(
    "lemke-ranges/1",
    """
game | a game |
claim, program | texts | as in `lemke-enumeration/1`
stopped | text | `done`: the ranges hold for all equilibria; `limit` or `interrupt`: only for those that were found
unique | true, false, null | whether there is only one equilibrium, in realization plans; null if not known
payoffs | two ranges | `least` and `greatest` payoff of player 1, and of player 2
moves | list | the moves that you asked for; information sets in depth-first order; empty if no equilibrium was found
- player | whole | the player who moves
- sequence, action, number, label, weight, probability | | as in `lemke-enumeration/1`
- played | text, null | whether `every`, `some` or `no` equilibrium plays the move; null if not known
equilibria | object | the sets of equilibria, with the proof: [`lemke-enumeration/1`](#lemke-enumeration1)
""",
)


@dataclass(frozen=True, eq=False)
class EquilibriumRanges(ByValue, BySet[MoveRange | None], Tabular):
    """The ranges of moves over all equilibria of a game, by information set and move.

    A range is None if it was not asked for or not computed.

    Attributes
    ----------
    equilibria : EquilibriumSets
        The maximal sets of equilibria, with the proofs.
    sequences : (tuple of int, tuple of int)
        The sequences of player 1 and of player 2 that were asked for.
    """

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

    def to_table(self) -> Table:
        """Return the moves with their least and greatest weights and probabilities, and which equilibria play them."""
        bounds = ("least weight", "greatest weight", "least probability", "greatest probability")
        rows = []
        for player, sequence, information_set, name, move_range in self._moves():
            head = (player + 1, information_set.number, information_set.label, name)
            rows.append((*head, self.overview.played(player, sequence), *MoveRange.ends_of(move_range)))
        columns = ("player", "information set", "label", "action", "played", *bounds)
        return Table(columns, tuple(rows), caption=repr(self)[1:-1], index=4)  # the caption has no angle brackets

    def document(self) -> Document:
        """Return the moves; the JSON has the equilibria with the proof as well."""
        return Document(self._blocks, RANGES, lambda: dict(self._members()))

    def _moves(self) -> Iterator[tuple[int, int, InformationSet, str, MoveRange | None]]:
        """Yield player, sequence, set, name and range of the moves that were asked for; nothing without equilibria."""
        for player, sequences in enumerate(self.equilibria.sequences if self.equilibria.sets else ()):
            requested = set(self.sequences[player])
            for sequence, information_set, name in named_moves(self.game, sequences):
                if sequence in requested:
                    yield player, sequence, information_set, name, self.overview.moves[player][sequence]

    def _members(self) -> Iterator[tuple[str, object]]:
        yield from statement(self.game, "ranges of moves over sets of equilibria; all sets if stopped is done").items()
        yield "stopped", self.equilibria.stopped
        yield "unique", self.overview.is_unique
        yield "payoffs", [interval and interval.object() for interval in self.overview.payoffs]
        yield (
            "moves",
            [
                {
                    "player": player + 1,
                    "sequence": sequence,
                    "number": information_set.number,
                    "label": information_set.label,
                    "action": name,
                    "played": self.overview.played(player, sequence),
                }
                | MoveRange.object_of(move_range)
                for player, sequence, information_set, name, move_range in self._moves()
            ],
        )
        yield "equilibria", self.equilibria.document()

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        yield self._summary()
        for player in (0, 1):
            rows = list(self._rows(player))
            if rows:
                yield ""
                yield player_name(self.game.players, player)
                columns = ["set", "", "move", "played in", "weight", "probability"]
                yield page_table(rows, columns[2:] if self.game.strategic else columns, longest=40)
        yield ""
        yield self.equilibria.proof_line()

    def _summary(self) -> str:
        sets, stopped = count(len(self.equilibria.sets), "maximal set"), self.equilibria.stopped
        if not self.equilibria.sets:
            return f"no equilibrium so far ({stopped})"
        payoffs = ", ".join("not computed" if payoff is None else str(payoff) for payoff in self.overview.payoffs)
        if self.overview.is_unique:
            return f"The game has one equilibrium; payoffs {payoffs}"
        return f"Equilibria in {sets}{'' if self.equilibria.is_complete else f' so far ({stopped})'}; payoffs {payoffs}"

    def _rows(self, player: int) -> Iterator[list[object]]:
        number = None  # of the information set in the previous row
        for mover, sequence, information_set, name, move_range in self._moves():
            if mover != player:
                continue
            head: list[object] = [information_set.number, information_set.label]
            if information_set.number == number:  # only the first row of a set names it
                head = ["", ""]
            number = information_set.number
            weight: object = "not computed"
            probability: object = "not computed"
            if move_range is not None:
                weight = move_range.weight.cell
                probability = "not reached" if move_range.probability is None else move_range.probability.cell
            row = [name, self.overview.played(player, sequence) or "not known", weight, probability]
            yield row if self.game.strategic else [*head, *row]

    def __repr__(self) -> str:
        moves = sum(map(len, self.sequences))
        return f"<EquilibriumRanges of {self.game!r}: {count(moves, 'move')}, {self.equilibria.stopped}>"
