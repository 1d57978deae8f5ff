"""Verdicts on profiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gmpy2 import mpq

from lemke.game.best_response import Deviation
from lemke.game.strategy import LONGEST, Normalization
from lemke.ground.document import Tabular
from lemke.ground.rational import ZERO, short
from lemke.ground.tables import Table, page_table
from lemke.ground.words import player_name


@dataclass(frozen=True, repr=False)
class Report(Tabular):
    """The verdict on a profile; payoffs in units of the game, index 0 for player 1.

    Attributes
    ----------
    payoffs : tuple of mpq
        Expected payoff of each player.
    best_values : tuple of mpq
        What each player's best response to the other would get.
    constant_sum : bool
        Whether both players together get the same at all leaves that chance reaches.
    deviations : tuple of Deviation, one per player
        A best response, what is lost against it where, and counterfactual regrets; worked out when asked for.
    normalization : Normalization | None
        How far the numbers that were given missed being distributions; None if they had to be some.
    """

    payoffs: tuple[mpq, mpq]
    best_values: tuple[mpq, mpq]
    constant_sum: bool = field(default=False, compare=False)
    deviations: tuple[Deviation, ...] = field(default=(), compare=False)
    normalization: Normalization | None = field(default=None, compare=False)

    @property
    def regrets(self) -> tuple[mpq, mpq]:
        """Best response value less payoff, per player; never negative."""
        (a, b), (best_a, best_b) = self.payoffs, self.best_values
        return best_a - a, best_b - b

    @property
    def is_equilibrium(self) -> bool:
        """Whether no player can gain, exactly."""
        return not any(self.regrets)

    @property
    def nash_conv(self) -> mpq:
        """The sum of both regrets (M. Lanctot et al. 2017)."""
        return sum(self.regrets, ZERO)

    @property
    def exploitability(self) -> mpq | None:
        """Half of that in constant-sum games, what best responses win on average; None in others."""
        return self.nash_conv / 2 if self.constant_sum else None

    @cached_property
    def max_counterfactual_regret(self) -> mpq:
        """The largest counterfactual regret of any information set of either player."""
        return max((each.largest_counterfactual_regret for each in self.deviations), default=ZERO)

    def to_table(self) -> Table:
        """Return payoff, best response and regret of each player."""
        rows = zip((1, 2), self.payoffs, self.best_values, self.regrets, strict=True)
        return Table(("player", "payoff", "best response", "regret"), tuple(rows), repr(self)[1:-1], 1, longest=LONGEST)

    def named_table(self, players: Sequence[str]) -> Table:
        """Return the same for a page that says who the players are."""
        names = [player_name(players, player) for player in (0, 1)]
        rows = list(zip(names, self.payoffs, self.best_values, self.regrets, strict=True))
        return page_table(rows, ["", "payoff", "best response", "regret"], "", longest=LONGEST)

    def __repr__(self) -> str:
        payoffs, regrets = (", ".join(map(short, each)) for each in (self.payoffs, self.regrets))
        return f"<Report: payoffs {payoffs}, regrets {regrets}>"
