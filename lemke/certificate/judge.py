"""The judge: verdicts on profiles by passes over the tree, and what else is claimed of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq

from lemke.errors import ProfileError, type_name
from lemke.game import Game
from lemke.game.best_response import Deviation, best_response, plan_value, sequence_values
from lemke.game.recall import Histories, Sequences, constant_sum, histories, require_perfect_recall, spread
from lemke.game.strategy import LONGEST, Normalization, Profile, check_profile, realization_plan
from lemke.game.tree import require_game, unique_names
from lemke.ground.document import Block, Document, Tabular
from lemke.ground.rational import ZERO, short, text
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, near, player_name

if TYPE_CHECKING:
    from lemke.certificate.refined import Trembles

SHOWN = 10
"""Information sets of a best response that are listed."""


@dataclass(frozen=True, repr=False)
class Report(Tabular):
    """The verdict on a profile; payoffs in units of the game, index 0 for player 1.

    Attributes
    ----------
    payoffs : tuple of mpq
        Expected payoff of each player.
    best_values : tuple of mpq
        What each player's best response to the others would get.
    constant_sum : bool
        Whether all players together get the same at all leaves that chance reaches.
    deviations : tuple of Deviation, one per player
        A best response, what is lost against it where, and counterfactual regrets; worked out when asked for.
    normalization : Normalization | None
        How far the numbers that were given missed being distributions; None if they had to be some.
    game : Game | None
        Of the profile; None where only numbers were given.
    """

    payoffs: tuple[mpq, ...]
    best_values: tuple[mpq, ...]
    constant_sum: bool = field(default=False, compare=False)
    deviations: tuple[Deviation, ...] = field(default=(), compare=False)
    normalization: Normalization | None = field(default=None, compare=False)
    game: Game | None = field(default=None, compare=False)

    @property
    def regrets(self) -> tuple[mpq, ...]:
        """Best response value less payoff, per player; never negative."""
        return tuple(best - payoff for best, payoff in zip(self.best_values, self.payoffs, strict=True))

    @property
    def is_equilibrium(self) -> bool:
        """Whether no player can gain, exactly."""
        return not any(self.regrets)

    @property
    def nash_conv(self) -> mpq:
        """The sum of all regrets (M. Lanctot et al. 2017)."""
        return sum(self.regrets, ZERO)

    @property
    def exploitability(self) -> mpq | None:
        """Half of that in constant-sum games of two, what best responses win on average; None in others."""
        return self.nash_conv / 2 if self.constant_sum and len(self.payoffs) == 2 else None

    @cached_property
    def max_counterfactual_regret(self) -> mpq:
        """The largest counterfactual regret of any information set of any player."""
        return max((each.largest_counterfactual_regret for each in self.deviations), default=ZERO)

    def to_table(self) -> Table:
        """Return payoff, best response and regret of each player."""
        numbers = range(1, len(self.payoffs) + 1)
        rows = zip(numbers, self.payoffs, self.best_values, self.regrets, strict=True)
        return Table(("player", "payoff", "best response", "regret"), tuple(rows), repr(self)[1:-1], 1, longest=LONGEST)

    def named_table(self, players: Sequence[str]) -> Table:
        """Return the same for a page that says who the players are."""
        names = [player_name(players, player) for player in range(len(self.payoffs))]
        rows = list(zip(names, self.payoffs, self.best_values, self.regrets, strict=True))
        return page_table(rows, ["", "payoff", "best response", "regret"], "", longest=LONGEST)

    def document(self) -> Document:
        """Return the same with the names of the players, who gains how, and the verdict."""
        return Document(lambda: chain(self.blocks(), [self.sentence(LONGEST)]))

    def sentence(self, longest: int, holds: str = "An equilibrium", fails: str = "Not an equilibrium") -> str:
        """Return whether it is an equilibrium; of a longer regret than so many characters a decimal."""
        if self.is_equilibrium:
            regrets = {1: "the regret is", 2: "both regrets are"}.get(len(self.regrets), "all regrets are")
            return f"{holds}: {regrets} exactly 0."
        worst = max(self.regrets)
        about = f", about {beside}" if (beside := near(worst, longest)) else ""
        return f"{fails}: the largest regret is {short(worst, longest)}{about}."

    def blocks(self) -> Iterator[Block]:
        """Yield exact payoffs, best response values and regrets, and who gains how."""
        players = ("",) * len(self.payoffs) if self.game is None else self.game.players
        yield self.named_table(players)
        measures = {"NashConv": self.nash_conv, "exploitability": self.exploitability}
        measures["largest counterfactual regret"] = self.max_counterfactual_regret
        rows = [[name, value, near(value, LONGEST)] for name, value in measures.items() if value is not None]
        yield page_table(rows, indent="", longest=LONGEST)
        yield ""
        for deviation, regret in zip(self.deviations, self.regrets, strict=True):
            if regret:
                name = player_name(players, deviation.sequences.player)
                yield f"{name} gains {short(regret, LONGEST)} with a best response:"
                yield from _best_response(deviation)
                yield ""

    def __repr__(self) -> str:
        payoffs, regrets = (", ".join(map(short, each)) for each in (self.payoffs, self.regrets))
        return f"<Report: payoffs {payoffs}, regrets {regrets}>"


@dataclass(frozen=True, eq=False)
class Judge:
    """A judge of profiles of one game with perfect recall; holds what depends on the game alone."""

    game: Game
    behind: Histories
    sequences: tuple[Sequences, ...]

    @cached_property
    def total(self) -> mpq | None:
        """What all players get together, if that is always the same."""
        return constant_sum(self.game, self.behind)

    @classmethod
    def of(cls, game: Game) -> Judge:
        """Return the judge of a game of two players, for those who cannot do with more.

        Raises InputError for what is no game; PlayersError, RecallError unless the game has two players with perfect
        recall.
        """
        require_game(game)
        game.require_two_players()
        return cls.of_any(game)

    @classmethod
    def of_any(cls, game: Game) -> Judge:
        """Return the judge of a game of any number of players; errors as :meth:`of`, but for their number."""
        require_game(game)
        behind = histories(game)
        return cls(game, behind, require_perfect_recall(game, behind))

    def plans(self, profile: Profile) -> list[Vector]:
        """Return the realization plans of a profile, after checking that it fits the game."""
        check_profile(self.game, profile)
        return list(map(realization_plan, self.sequences, profile.behavior))

    def values(self, player: int, plans: list[Vector]) -> Vector:
        """Return the payoffs of the player's sequences against the others' plans."""
        return sequence_values(self.game, self.behind, player, plans)

    def judge(self, claim: Claim) -> tuple[Report, list[str]]:
        """Return the verdict on a profile and, in words, every other statement of the claim that is not true.

        Its method is left to :mod:`lemke.solvers.refinements`.
        """
        plans = self.plans(claim.profile)
        values = [self.values(player, plans) for player in range(len(plans))]
        best = list(map(best_response, self.sequences, values))
        report = Report(
            self._payoffs(plans, values),
            tuple(response.value for response in best),
            self.total is not None,
            tuple(map(Deviation, self.sequences, claim.profile.behavior, plans, values, best)),
            claim.profile.normalization,
            self.game,
        )
        return report, self._objections(claim, plans, values, report)

    def _payoffs(self, plans: list[Vector], values: list[Vector]) -> tuple[mpq, ...]:
        """Return the expected payoffs; the last one is what is left of a constant sum."""
        if self.total is None or not plans:
            return tuple(map(plan_value, plans, values))
        payoffs = tuple(map(plan_value, plans[:-1], values[:-1]))
        return (*payoffs, self.total - sum(payoffs, ZERO))

    def _objections(self, claim: Claim, plans: list[Vector], values: list[Vector], report: Report) -> list[str]:
        found = []
        for player, own in enumerate(self.sequences):
            who, payoff = f"player {player + 1}", report.payoffs[player]
            if claim.regrets and report.regrets[player] != claim.regrets[player]:
                stated, regret = text(claim.regrets[player]), text(report.regrets[player])
                found.append(f"the regret {stated} of {who}, expected {regret}")
            if claim.payoffs and payoff != claim.payoffs[player]:
                found.append(f"the payoff {text(claim.payoffs[player])} of {who}, expected {text(payoff)}")
            if claim.plans and not np.array_equal(claim.plans[player], plans[player]):
                found.append(f"the realization plan of {who} is not that of the behavior strategy")
            if claim.duals and not _bounds(own, values[player], claim.duals[player], payoff):
                found.append(f"the duals of {who} do not prove that {text(payoff)} is the best payoff")
        if claim.interval and claim.interval != (implied := self.interval(report)):
            expected = " to ".join(map(text, implied)) if implied else "none but in a constant-sum game of two players"
            found.append(f"the interval {' to '.join(map(text, claim.interval))}, expected {expected}")
        return found

    def interval(self, report: Report) -> tuple[mpq, mpq] | None:
        """Return the bounds of the value of a constant-sum game of two that a verdict implies; None for other games."""
        if self.total is None or len(report.best_values) != 2:
            return None
        upper, other = report.best_values
        return self.total - other, upper


@dataclass(frozen=True, eq=False)
class Claim:
    """What somebody states of a profile, beyond that it is an equilibrium; empty where nothing is stated.

    Who states regrets, or the bounds of the value that they imply in a constant-sum game, does not state that it is an
    equilibrium. ``method`` is how it was found, and states something only if it is the name of a refinement;
    ``refinement`` is the proof of that, if it needs one.
    """

    profile: Profile
    payoffs: tuple[mpq, ...] = ()
    plans: tuple[Vector, ...] = ()
    duals: tuple[Vector, ...] = ()
    method: str = ""
    regrets: tuple[mpq, ...] = ()
    interval: tuple[mpq, ...] = ()
    refinement: Trembles | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.profile, Profile):
            found = type_name(self.profile)
            raise ProfileError(f"an object of type {found}, expected a Profile (lemke.profile makes one)")
        players = len(self.profile.behavior)
        for name in ("payoffs", "plans", "duals", "regrets"):
            if (stated := len(getattr(self, name))) not in (0, players):
                raise ProfileError(f"{name} of {stated} players, expected {players} or none")


def _best_response(deviation: Deviation) -> Iterator[Block]:
    """Yield a best response, sets where the most is lost first."""
    sequences, losing = deviation.sequences, deviation.worst()
    listed = losing + sorted(set(deviation.plays) - set(losing))
    rows = []
    for h in listed[:SHOWN]:
        information_set, loss = sequences.information_sets[h], deviation.losses[h]
        move = unique_names(information_set.actions)[deviation.response.moves[h]]
        rows.append([information_set.number, information_set.label, move, loss, near(loss, LONGEST)])
    yield page_table(rows, ["set", "", "best move", "lost there", ""], longest=LONGEST)
    if len(listed) > SHOWN:
        yield f"  ... and {count(len(listed) - SHOWN, 'more set')}, in the JSON format"


def _bounds(sequences: Sequences, values: Vector, duals: Vector, payoff: mpq) -> bool:
    """Return whether u is feasible for min eᵀu, Eᵀu ≥ values, with objective u₀ = payoff: no reply gets more."""
    if len(duals) != len(sequences.sets) + 1 or duals[0] != payoff:
        return False
    return not np.any(spread(sequences, duals) < values)
