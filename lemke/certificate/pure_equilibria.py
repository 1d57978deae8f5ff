"""The pure equilibria of a two-player game, one for each outcome that has one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import PlayedProfile, named_sets
from lemke.game.reach import reach
from lemke.game.tree import unique_names
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count


@dataclass(frozen=True, eq=False)
class PureEquilibria(ByValue, Listing[PlayedProfile], Result):
    """One pure equilibrium for every outcome that has any; for some of these outcomes unless ``stopped`` is ``done``.

    Attributes
    ----------
    game : Game
    profiles : tuple of PlayedProfile
        Examples of all pure equilibria with the same outcome, the same moves on the path. Best replies are ``filled``
        in at sets that the player's own plan does not reach.
    stopped : str
        ``done``, ``limit``, ``interrupt``, or ``first`` (after as many equilibria as were asked for).
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    """

    game: Game
    profiles: tuple[PlayedProfile, ...]
    stopped: EnumerationStop
    reason: str

    @property
    def parts(self) -> tuple[PlayedProfile, ...]:
        """The equilibria."""
        return self.profiles

    @property
    def is_complete(self) -> bool:
        """Whether no other outcome has a pure equilibrium."""
        return self.stopped == "done"

    def to_table(self) -> Table:
        """Return the moves of all equilibria, at the information sets that the player's own plan reaches."""
        rows = [
            (number, *profile.expected(), *row)
            for number, profile in enumerate(self.profiles, 1)
            for row in self._rows(profile)
        ]
        columns = ("outcome", "payoff 1", "payoff 2", "player", "information set", "label", "action", "on path")
        more = "" if self.is_complete else f" so far; there may be more ({self.stopped})"
        title = f"{count(len(self.profiles), 'outcome')} of pure equilibria{more}"
        note = "The search is not finished."
        if self.is_complete:
            note = f"An exact search found no {'other outcome' if self.profiles else 'pure equilibrium'}."
        notes = [f"Proved: each listed equilibrium. {note}" if self.profiles else note]
        return Table(columns, rows, f"{one_line(self.game.title)}: {title}" if self.game.title else title, notes, 1)

    def _rows(self, profile: PlayedProfile) -> Iterator[tuple[object, ...]]:
        """Yield player, set, label, move and whether it is on the path, for the sets that the player's plan reaches."""
        reached = reach(self.game, profile).sets
        for player, strategy in enumerate(profile.behavior):
            numbers = self.game.sets_of(player)
            for h, information_set, _ in named_sets(self.game, player):
                if h not in profile.filled[player]:
                    action = unique_names(information_set.actions)[strategy[h].index(ONE)]
                    head = player + 1, information_set.number, information_set.label
                    yield *head, action, bool(reached[numbers[h]])

    def __repr__(self) -> str:
        return f"<PureEquilibria of {self.game!r}: {count(len(self.profiles), 'outcome')}, {self.stopped}>"
