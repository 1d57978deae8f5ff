"""The pure equilibria of a two-player game, one for each outcome that has one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gmpy2 import mpq

from lemke.certificate.equilibrium_sets import LISTED, EnumerationStop
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.strategy import identity, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, short
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

PURE = Format(
    "lemke-pure/1",
    """
game | a game |
stopped | text | `done`: no other outcome has a pure equilibrium; otherwise `limit` or `interrupt`, or `first`: as many
    were found as were asked for
equilibria | list | at most one for each outcome
- payoffs | two numbers | per player
- moves | list | the moves of player 1, then of player 2, at the information sets that the player's own plan reaches, in
    depth-first order
- - player, number, label, action | whole, whole, texts | the player, the information set and the move
- - on_path | true, false | whether play reaches the set with positive probability
""",
)


@dataclass(frozen=True, eq=False)
class PureEquilibrium(ByValue):
    """A pure equilibrium, as an example of all pure equilibria with the same outcome: the same moves on the path.

    Attributes
    ----------
    payoffs : (mpq, mpq)
    profile : PlayedProfile
        The pair of plans, with best replies ``filled`` in at sets that the player's own plan does not reach.
    on_path : frozenset of int
        The information sets that are reached with positive probability, as indices into ``game.information_sets``.
    """

    payoffs: tuple[mpq, mpq]
    profile: PlayedProfile
    on_path: frozenset[int]

    def __repr__(self) -> str:
        return f"<PureEquilibrium: payoffs {', '.join(map(short, self.payoffs))}>"


@dataclass(frozen=True, eq=False)
class PureEquilibria(ByValue, Listing[PureEquilibrium], Tabular):
    """One pure equilibrium for every outcome that has any; for some of these outcomes unless ``stopped`` is ``done``.

    Attributes
    ----------
    game : Game
    equilibria : tuple of PureEquilibrium
    stopped : str
        ``done``, ``limit``, ``interrupt``, or ``first`` (after as many equilibria as were asked for).
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    """

    game: Game
    equilibria: tuple[PureEquilibrium, ...]
    stopped: EnumerationStop
    reason: str

    @property
    def parts(self) -> tuple[PureEquilibrium, ...]:
        """The equilibria."""
        return self.equilibria

    @property
    def is_complete(self) -> bool:
        """Whether no other outcome has a pure equilibrium."""
        return self.stopped == "done"

    @property
    def profiles(self) -> tuple[PlayedProfile, ...]:
        """The equilibria as behavior strategies, to be read by name."""
        return tuple(equilibrium.profile for equilibrium in self.equilibria)

    def to_table(self) -> Table:
        """Return the moves of all equilibria."""
        rows = [
            (number, *row) for number, equilibrium in enumerate(self.equilibria, 1) for row in self._rows(equilibrium)
        ]
        columns = ("equilibrium", "player", "information set", "label", "action", "on path")
        return Table(columns, rows, caption=repr(self)[1:-1], index=5)  # the caption has no angle brackets

    def document(self) -> Document:
        """Return the equilibria."""
        return Document(self._blocks, PURE, lambda: dict(self._members()))

    def _rows(self, equilibrium: PureEquilibrium) -> Iterator[tuple[object, ...]]:
        """Yield player, set, label, move and whether it is on the path, for the sets that the player's plan reaches."""
        for player, strategy in enumerate(equilibrium.profile.behavior):
            numbers = self.game.sets_of(player)
            for h, information_set, _ in named_sets(self.game, player):
                if h not in equilibrium.profile.filled[player]:
                    action = unique_names(information_set.actions)[strategy[h].index(ONE)]
                    head = player + 1, information_set.number, information_set.label
                    yield *head, action, numbers[h] in equilibrium.on_path

    def _members(self) -> Iterator[tuple[str, object]]:
        yield "game", identity(self.game)
        yield "stopped", self.stopped
        names = "player", "number", "label", "action", "on_path"
        objects = []
        for equilibrium in self.equilibria:
            moves = [dict(zip(names, row, strict=True)) for row in self._rows(equilibrium)]
            objects.append({"payoffs": equilibrium.payoffs, "moves": moves})
        yield "equilibria", objects

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        more = "" if self.is_complete else f" so far; there may be more ({self.stopped})"
        yield f"{count(len(self.equilibria), 'outcome')} of pure equilibria{more}"
        for number, equilibrium in enumerate(self.equilibria[:LISTED], 1):
            yield ""
            yield f"Outcome {number}: payoffs {', '.join(map(short, equilibrium.payoffs))}"
            rows = [[*row, "" if on_path else "off the path"] for *row, on_path in self._rows(equilibrium)]
            yield page_table(rows, ["player", "set", "", "move", ""])
        if len(self.equilibria) > LISTED:
            yield ""
            yield f"and {len(self.equilibria) - LISTED} more outcomes, all in --format json"
        yield ""
        proved = "Proved: each listed equilibrium. " if self.equilibria else ""
        if not self.is_complete:
            yield f"{proved}The search is not finished."
        else:
            yield f"{proved}An exact search found no {'other outcome' if self.equilibria else 'pure equilibrium'}."

    def __repr__(self) -> str:
        return f"<PureEquilibria of {self.game!r}: {count(len(self.equilibria), 'outcome')}, {self.stopped}>"
