"""The verdict on one profile: payoffs, regrets, and how each player gains by deviating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from lemke.game import Game
from lemke.game.best_response import Deviation
from lemke.game.strategy import (
    LONGEST,
    Normalization,
    exact_and_decimal,
    identity,
    lines_of_origin,
    named_sets,
    normalization_object,
)
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import ZERO, short
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, decimal_beside, player_name

if TYPE_CHECKING:
    from lemke.certificate.dominated import Dominated
    from lemke.certificate.dominated_moves import DominatedMoves
    from lemke.certificate.finding import RefinementStanding

REPORT = Format(
    "lemke-report/1",
    """
game | a game |
profiles | list | a verdict on each profile, in their order
- payoffs, best_response_values, regrets | numbers, per player | each number is an object: `exact` as text, and a
    `decimal` near it
- nash_conv | such a number | the sum of the regrets
- exploitability | such a number, null | half of `nash_conv`; only in constant-sum games of two players
- max_counterfactual_regret | such a number | the largest `counterfactual_regret` in `deviations`
- is_equilibrium | true, false | whether all regrets are exactly 0
- normalization | object, null | with `--normalize`: `sets`, how many sets had a wrong sum (a wrong weight of the empty
    sequence counts like a set); `largest`, the largest error of a sum, as `exact` and `decimal`; `place`, where it is,
    empty if no sum was wrong
- filled | whole | how many information sets were filled in, by `--missing uniform` or, from Python, by a solver
- objections | list of texts, null | the false claims of a certificate, without the claims that the profile is an
    equilibrium or has a refinement; null if the file has only the profile
- refinements | object | for each refinement that was asked for or claimed a list of texts: which player gains where, or
    what is not proved; empty if the refinement holds
- standing | object | for each of these refinements `holds`, `refuted` or `not proved`; for `sequential` also `open`:
    nothing refutes it, but beliefs are not known, or not known to be consistent
- dominated | object | for each refinement that is refuted because a plan, or the moves at a set, are weakly dominated,
    an object:
- - player | whole | the player with the dominated plan or moves
- - from | object, null | the information set where the compared plans begin; null: whole plans
- - gain | such a number | how much more the dominating plan or moves get if all moves of the other player are equally
    likely, and, where `plan` is null, all later moves of the player as well; with `from`, times the probability that
    chance and the other player lead to this set
- - changes | list | each information set where the dominating plan or moves differ from what is played; `actions` has
    the dominating probabilities
- - plan | a plan, null | the dominating plan, or null if only the moves at the set are compared; with `from`, a plan
    from this set on: it has the weight 1 at the sequence that leads to the set, and 0 at all other sequences without a
    move there or later
- deviations | list, per player | `player`, and `information_sets`: each with the `action` of a best response, whether
    this response reaches the set (`played`), the `loss` (the part of the player's regret that arises at the set), and
    the `counterfactual_regret` ([definition](../textbook/imperfect_information.md#counterfactual-values))
- against_all | object, null | with `--against-all`; null also if a limit or an interrupt stopped the comparison:
- - sets | whole | the number of maximal sets of equilibria
- - distances | such numbers, per player | the sum of absolute differences between the player's plan and the plan in
    `nearest`
- - nearest | a plan, per player | an equilibrium for which the sum of the distances is least
- - moves | list | at information sets that the player's plan reaches, the moves whose `probability` occurs in no
    equilibrium whose plan reaches the set; `equilibria`: the ranges of the move's probability in the maximal sets with
    such equilibria, equal ranges once
""",
)
SHOWN = 10
"""The text lists at most so many information sets of a best response."""


@dataclass(frozen=True, repr=False)
class Report(Tabular):
    """The verdict on a profile; payoffs in units of the game, index 0 for player 1.

    Attributes
    ----------
    payoffs : tuple of mpq
        Expected payoff of each player.
    best_values : tuple of mpq
        The payoff of each player's best response to the strategies of the other players.
    constant_sum : bool
        Whether the players' payoffs have the same sum at all leaves that chance reaches.
    deviations : tuple of Deviation, one per player
        A best response, the loss against it at each information set, and counterfactual regrets. Losses and regrets are
        computed when they are first read.
    normalization : Normalization | None
        How far the stated numbers were from distributions; None if they were not normalized.
    game : Game | None
        The game of the profile; None if only numbers are known.
    filled : int
        How many information sets the profile marks as filled in. The rule ``missing`` fills in sets that a profile
        leaves out; a solver fills in sets that the player's plan does not reach.
    objections : tuple of str | None
        The claims that are not true, in words, apart from those of an equilibrium or a refinement; None if only the
        strategies were judged.
    refinements : mapping
        Name of a refinement that was asked for or claimed → objections in words, none if it holds.
    standing : mapping
        Name of a refinement → ``holds``, ``refuted``, ``not proved`` or ``open``, as in
        :data:`~lemke.certificate.finding.RefinementStanding`.
    dominated : mapping
        Name of a refinement that a weak dominance refutes → the plan, or the moves, that dominate what is played.
    regrets_claimed : bool
        Whether regrets are claimed; then the claim may hold although the profile is no equilibrium.
    """

    payoffs: tuple[mpq, ...]
    best_values: tuple[mpq, ...]
    constant_sum: bool = field(default=False, compare=False)
    deviations: tuple[Deviation, ...] = field(default=(), compare=False)
    normalization: Normalization | None = field(default=None, compare=False)
    game: Game | None = field(default=None, compare=False)
    filled: int = field(default=0, compare=False)
    objections: tuple[str, ...] | None = field(default=None, compare=False)
    refinements: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    standing: Mapping[str, RefinementStanding] = field(default_factory=dict, compare=False)
    dominated: Mapping[str, Dominated | DominatedMoves] = field(default_factory=dict, compare=False)
    regrets_claimed: bool = field(default=False, compare=False)

    @property
    def regrets(self) -> tuple[mpq, ...]:
        """Best response value minus payoff, per player; never negative."""
        return tuple(best - payoff for best, payoff in zip(self.best_values, self.payoffs, strict=True))

    @property
    def is_equilibrium(self) -> bool:
        """Whether no player can gain, exactly."""
        return not any(self.regrets)

    @property
    def holds(self) -> bool:
        """Whether all that is claimed is true. Being an equilibrium is claimed, unless regrets are claimed instead."""
        claimed = self.is_equilibrium or self.regrets_claimed
        return claimed and not self.objections and not any(self.refinements.values())

    @property
    def exit_status(self) -> int:
        """0 if all that is claimed is true, 4 if only an open refinement prevents that, otherwise 1."""
        if self.holds:
            return 0
        broken = {name for name, objections in self.refinements.items() if objections}
        is_open = broken and all(self.standing.get(name) == "open" for name in broken)
        return 4 if is_open and self.is_equilibrium and not self.objections else 1

    @property
    def nash_conv(self) -> mpq:
        """The sum of all regrets (M. Lanctot et al. 2017)."""
        return sum(self.regrets, ZERO)

    @property
    def exploitability(self) -> mpq | None:
        """Half of NashConv in constant-sum games of two players: what best responses win on average; otherwise None."""
        return self.nash_conv / 2 if self.constant_sum and len(self.payoffs) == 2 else None

    @cached_property
    def max_counterfactual_regret(self) -> mpq:
        """The largest counterfactual regret of any information set of any player."""
        return max((deviation.largest_counterfactual_regret for deviation in self.deviations), default=ZERO)

    def to_table(self) -> Table:
        """Return payoff, best response and regret of each player."""
        numbers = range(1, len(self.payoffs) + 1)
        rows = zip(numbers, self.payoffs, self.best_values, self.regrets, strict=True)
        columns, caption = ("player", "payoff", "best response", "regret"), repr(self)[1:-1]  # without angle brackets
        return Table(columns, tuple(rows), caption=caption, index=1, longest=LONGEST)

    def named_table(self, players: Sequence[str]) -> Table:
        """Return the table of :meth:`to_table` with the names of the players, for a page."""
        names = [player_name(players, player) for player in range(len(self.payoffs))]
        rows = list(zip(names, self.payoffs, self.best_values, self.regrets, strict=True))
        return page_table(rows, ["", "payoff", "best response", "regret"], "", longest=LONGEST)

    def document(self) -> Document:
        """Return the verdict as a page: payoffs, how each player gains by deviating, and whether the claim holds."""

        def blocks() -> Iterator[Block]:
            yield from self.blocks()
            yield from lines_of_origin(self.filled, self.normalization)
            yield self.sentence(LONGEST)
            yield from self.remarks()

        return Document(
            blocks, REPORT, lambda: {"game": self.game and identity(self.game), "profiles": [self.members()]}
        )

    def members(self) -> dict[str, Any]:
        """Return the verdict as a JSON object."""
        number = exact_and_decimal
        return {
            "payoffs": list(map(number, self.payoffs)),
            "best_response_values": list(map(number, self.best_values)),
            "regrets": list(map(number, self.regrets)),
            "nash_conv": number(self.nash_conv),
            "exploitability": None if self.exploitability is None else number(self.exploitability),
            "max_counterfactual_regret": number(self.max_counterfactual_regret),
            "is_equilibrium": self.is_equilibrium,
            "normalization": normalization_object(self.normalization),
            "filled": self.filled,
            "objections": self.objections,
            "refinements": self.refinements,
            "standing": self.standing,
            "dominated": {name: plan.members(self.game) for name, plan in self.dominated.items()} if self.game else {},
            "deviations": [
                {"player": deviation.sequences.player + 1, "information_sets": list(self._deviation(deviation))}
                for deviation in self.deviations
            ],
            "against_all": None,
        }

    def _deviation(self, deviation: Deviation) -> Iterator[dict[str, Any]]:
        if self.game is None:
            return
        played = set(deviation.plays)
        for h, information_set, names in named_sets(self.game, deviation.sequences.player):
            yield names | {
                "action": unique_names(information_set.actions)[deviation.response.moves[h]],
                "played": h in played,
                "loss": exact_and_decimal(deviation.losses[h]),
                "counterfactual_regret": exact_and_decimal(deviation.counterfactual_regrets[h]),
            }

    def sentence(self, longest: int, holds: str = "An equilibrium") -> str:
        """Say whether the profile is an equilibrium; a regret of more than ``longest`` characters is rounded."""
        if self.is_equilibrium:
            regrets = {1: "the regret is", 2: "both regrets are"}.get(len(self.regrets), "all regrets are")
            return f"{holds}: {regrets} exactly 0."
        worst = max(self.regrets)
        about = f", about {beside}" if (beside := decimal_beside(worst, longest)) else ""
        head = "As stated, not" if self.regrets_claimed and not self.objections else "Not"
        return f"{head} an equilibrium: the largest regret is {short(worst, longest)}{about}."

    def remarks(self) -> Iterator[str]:
        """Yield a sentence for every further claim that is not true, and for every refinement that was judged."""
        yield from (f"Not true: {objection}." for objection in self.objections or ())
        for name, gains in self.refinements.items():
            if self.standing.get(name) == "open":
                sentence = "; ".join(gains)
                yield f"{sentence[:1].upper()}{sentence[1:]}."
            else:
                negation = "Not proved" if self.standing.get(name) == "not proved" else "Not"
                yield f"{negation} {name}: {'; '.join(gains)}." if gains else f"It is {name}."

    def blocks(self) -> Iterator[Block]:
        """Yield exact payoffs, best response values and regrets, and how each player gains by deviating."""
        players = ("",) * len(self.payoffs) if self.game is None else self.game.players
        yield self.named_table(players)
        measures = {"NashConv": self.nash_conv, "exploitability": self.exploitability}
        measures["largest counterfactual regret"] = self.max_counterfactual_regret
        rows = [[name, value, decimal_beside(value, LONGEST)] for name, value in measures.items() if value is not None]
        yield page_table(rows, indent="", longest=LONGEST)
        yield ""
        for deviation, regret in zip(self.deviations, self.regrets, strict=True):
            if regret:
                name = player_name(players, deviation.sequences.player)
                yield f"{name} gains {short(regret, LONGEST)} with a best response:"
                yield from _best_response(deviation)
                yield ""

    def __repr__(self) -> str:
        payoffs, regrets = (", ".join(map(short, numbers)) for numbers in (self.payoffs, self.regrets))
        return f"<Report: payoffs {payoffs}, regrets {regrets}>"


def _best_response(deviation: Deviation) -> Iterator[Block]:
    """Yield a best response as a table, the sets with the largest loss first."""
    sequences, losing = deviation.sequences, deviation.worst()
    shown_sets = losing + sorted(set(deviation.plays) - set(losing))
    rows = []
    for h in shown_sets[:SHOWN]:
        information_set, loss = sequences.information_sets[h], deviation.losses[h]
        move = unique_names(information_set.actions)[deviation.response.moves[h]]
        rows.append([information_set.number, information_set.label, move, loss, decimal_beside(loss, LONGEST)])
    yield page_table(rows, ["set", "", "best move", "lost there", ""], longest=LONGEST)
    if len(shown_sets) > SHOWN:
        yield f"  ... and {count(len(shown_sets) - SHOWN, 'more set')}, in the JSON format"
