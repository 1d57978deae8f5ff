"""The pure equilibria of a two-player game, one for each outcome that has one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gmpy2 import mpq

from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.strategy import named_sets
from lemke.game.tree import unique_names
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count


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
class PureEquilibria(ByValue, Listing[PureEquilibrium], Result):
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
        """Return the moves of all equilibria, at the information sets that the player's own plan reaches."""
        rows = [
            (number, *equilibrium.payoffs, *row)
            for number, equilibrium in enumerate(self.equilibria, 1)
            for row in self._rows(equilibrium)
        ]
        columns = ("outcome", "payoff 1", "payoff 2", "player", "information set", "label", "action", "on path")
        more = "" if self.is_complete else f" so far; there may be more ({self.stopped})"
        title = f"{count(len(self.equilibria), 'outcome')} of pure equilibria{more}"
        note = "The search is not finished."
        if self.is_complete:
            note = f"An exact search found no {'other outcome' if self.equilibria else 'pure equilibrium'}."
        notes = [f"Proved: each listed equilibrium. {note}" if self.equilibria else note]
        return Table(columns, rows, f"{one_line(self.game.title)}: {title}" if self.game.title else title, notes, 1)

    def _rows(self, equilibrium: PureEquilibrium) -> Iterator[tuple[object, ...]]:
        """Yield player, set, label, move and whether it is on the path, for the sets that the player's plan reaches."""
        for player, strategy in enumerate(equilibrium.profile.behavior):
            numbers = self.game.sets_of(player)
            for h, information_set, _ in named_sets(self.game, player):
                if h not in equilibrium.profile.filled[player]:
                    action = unique_names(information_set.actions)[strategy[h].index(ONE)]
                    head = player + 1, information_set.number, information_set.label
                    yield *head, action, numbers[h] in equilibrium.on_path

    def __repr__(self) -> str:
        return f"<PureEquilibria of {self.game!r}: {count(len(self.equilibria), 'outcome')}, {self.stopped}>"
