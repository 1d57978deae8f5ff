"""The verdict on one profile: payoffs, regrets, how each player gains by deviating, and which refinements it has."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.game import Game
from lemke.game.best_response import Deviation
from lemke.game.canonical import identified_game
from lemke.game.played import LONGEST, behavior_object, named_sets, origin_lines
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.listing import Listing
from lemke.ground.rational import ZERO, approximated, short
from lemke.ground.results import Result
from lemke.ground.table import Table
from lemke.ground.words import count, player_name

if TYPE_CHECKING:
    from lemke.certificate.dominated import Dominated
    from lemke.certificate.equilibrium_sets import Comparison

NORMAL_FORM_PERFECT = "normal-form-perfect"
QUASI_PERFECT = "quasi-perfect"
EXTENSIVE_FORM_PERFECT = "extensive-form-perfect"
SEQUENTIAL = "sequential"
SUBGAME_PERFECT = "subgame-perfect"
PROOFS = {
    QUASI_PERFECT: (QUASI_PERFECT,),
    NORMAL_FORM_PERFECT: (NORMAL_FORM_PERFECT, QUASI_PERFECT),
    EXTENSIVE_FORM_PERFECT: (EXTENSIVE_FORM_PERFECT,),
    SEQUENTIAL: (SEQUENTIAL, QUASI_PERFECT, EXTENSIVE_FORM_PERFECT),
}
"""Refinement → refinements whose proofs, plans near an equilibrium, suffice for it: itself, and stronger ones."""


RefinementStanding: TypeAlias = Literal["holds", "refuted", "not proved", "open"]
"""Whether a refinement holds.

``not proved``: nothing refutes it, but its proof is missing or fails. ``open``, only for ``sequential``: nothing
refutes it, but the beliefs that would prove it are not known, or not known to be consistent.
"""


class RefinementFinding(NamedTuple):
    """The objections to a refinement, in words; none if it holds.

    ``dominated`` is the weak dominance that refutes it; None if it holds, is not proved, or is refuted in another way.
    """

    objections: Sequence[str]
    standing: RefinementStanding
    dominated: Dominated | None = None


SHOWN = 10
"""The text lists at most so many information sets of a best response."""


@dataclass(frozen=True, repr=False)
class Verdict(Result):
    """The verdict on a profile; payoffs in units of the game, index 0 for player 1.

    Attributes
    ----------
    game : Game
    profile : Profile
    payoffs : tuple of mpq
        Expected payoff of each player.
    best_values : tuple of mpq
        The payoff of each player's best response to the strategies of the other players.
    constant_sum : bool
        Whether the players' payoffs have the same sum at all leaves that chance reaches.
    deviations : tuple of Deviation, one per player
        A best response, the loss against it at each information set, and counterfactual regrets. Losses and regrets are
        computed when they are first read.
    objections : tuple of str | None
        The claims that are not true, in words, apart from those of an equilibrium or a refinement; None if only the
        strategies were judged.
    refinements : mapping
        Name of a refinement that was asked for or claimed → objections in words, none if it holds.
    standing : mapping
        Name of a refinement → ``holds``, ``refuted``, ``not proved`` or ``open``, as in
        :data:`~lemke.certificate.verdict.RefinementStanding`.
    dominated : mapping
        Name of a refinement that a weak dominance refutes → the plan, or the moves, that dominate what is played.
    regrets_claimed : bool
        Whether regrets are claimed; then the claim may hold although the profile is no equilibrium.
    comparison : Comparison | None
        The profile compared with all equilibria; None unless that was asked for.
    """

    json_format: ClassVar[str] = "lemke-verdict/2"

    game: Game = field(compare=False)
    profile: Profile = field(compare=False)
    payoffs: tuple[mpq, ...]
    best_values: tuple[mpq, ...]
    constant_sum: bool = field(default=False, compare=False)
    deviations: tuple[Deviation, ...] = field(default=(), compare=False)
    objections: tuple[str, ...] | None = field(default=None, compare=False)
    refinements: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    standing: Mapping[str, RefinementStanding] = field(default_factory=dict, hash=False)
    dominated: Mapping[str, Dominated] = field(default_factory=dict, hash=False)
    regrets_claimed: bool = field(default=False, compare=False)
    comparison: Comparison | None = None

    @property
    def regrets(self) -> tuple[mpq, ...]:
        """Best response value minus payoff, per player; never negative."""
        return tuple(map(operator.sub, self.best_values, self.payoffs))

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
        """Return payoff, best response and regret of each player; how players gain and what is not true are notes."""
        names = (player_name(self.game.players, player) for player in range(len(self.payoffs)))
        rows = tuple(zip(names, self.payoffs, self.best_values, self.regrets, strict=True))
        columns = "player", "payoff", "best response", "regret"
        return Table(columns, rows, self.game.title, tuple(self._notes()), index=1)

    def _notes(self) -> Iterator[str]:
        measures = {"NashConv": self.nash_conv, "exploitability": self.exploitability}
        measures["largest counterfactual regret"] = self.max_counterfactual_regret
        stated = (f"{name} {approximated(value)}" for name, value in measures.items() if value is not None)
        yield f"{', '.join(stated)}."
        for deviation, regret in zip(self.deviations, self.regrets, strict=True):
            if regret:
                yield from self._gain(deviation, regret)
        if self.comparison is not None:
            yield from self.comparison.notes(self.game)
        yield from origin_lines(self.profile)
        yield self.sentence(LONGEST)
        yield from self.remarks()

    def _gain(self, deviation: Deviation, regret: mpq) -> Iterator[str]:
        """Yield how a player gains with a best response, the sets with the largest loss first."""
        sequences, losing = deviation.sequences, deviation.worst()
        shown_sets = losing + sorted(set(deviation.plays) - set(losing))
        yield f"{player_name(self.game.players, sequences.player)} gains {approximated(regret)} with a best response:"
        for h in shown_sets[:SHOWN]:
            information_set = sequences.information_sets[h]
            move = unique_names(information_set.actions)[deviation.response.moves[h]]
            yield f"- {move!r} at {information_set.name}; lost there: {approximated(deviation.losses[h])}"
        if len(shown_sets) > SHOWN:
            yield f"- and {count(len(shown_sets) - SHOWN, 'more set')}, in the JSON format"

    def json_members(self) -> dict[str, object]:
        """Return the game, and the verdict in a list of one."""
        return {"game": identified_game(self.game), "profiles": [self.members()]}

    def members(self) -> dict[str, Any]:
        """Return the verdict as a JSON object, without the game; members without a value are left out."""
        members = {
            "behavior": behavior_object(self.game, self.profile),
            "payoffs": self.payoffs,
            "best_response_values": self.best_values,
            "regrets": self.regrets,
            "nash_conv": self.nash_conv,
            "exploitability": self.exploitability,
            "max_counterfactual_regret": self.max_counterfactual_regret,
            "is_equilibrium": self.is_equilibrium,
            "regrets_claimed": self.regrets_claimed,
            "normalization": self.profile.normalization,
            "objections": self.objections,
            "refinements": self.refinements,
            "standing": self.standing,
            "dominated": {name: dominance.members(self.game) for name, dominance in self.dominated.items()},
            "deviations": [
                {"player": deviation.sequences.player + 1, "information_sets": list(self._deviation(deviation))}
                for deviation in self.deviations
            ],
            "against_all": self.comparison,
        }
        return {name: value for name, value in members.items() if value is not None}

    def _deviation(self, deviation: Deviation) -> Iterator[dict[str, Any]]:
        played = set(deviation.plays)
        for h, information_set, names in named_sets(self.game, deviation.sequences.player):
            yield names | {
                "action": unique_names(information_set.actions)[deviation.response.moves[h]],
                "played": h in played,
                "loss": deviation.losses[h],
                "counterfactual_regret": deviation.counterfactual_regrets[h],
            }

    @property
    def fault(self) -> str:
        """Why not all that is claimed is true, in words; empty if it is."""
        if self.holds or self.objections:
            return "" if self.holds else (self.objections or ("",))[0]
        refinements = ((name, objections[0]) for name, objections in self.refinements.items() if objections)
        name, objection = next(refinements, ("", self.sentence(longest=40)))
        return f"not proved {name}: {objection}" if name else objection

    def sentence(self, longest: int, holds: str = "An equilibrium") -> str:
        """Say whether the profile is an equilibrium; a regret of more than ``longest`` characters is rounded."""
        if self.is_equilibrium:
            regrets = {1: "the regret is", 2: "both regrets are"}.get(len(self.regrets), "all regrets are")
            return f"{holds}: {regrets} exactly 0."
        head = "As stated, not" if self.regrets_claimed and not self.objections else "Not"
        return f"{head} an equilibrium: the largest regret is {approximated(max(self.regrets), longest)}."

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

    def __repr__(self) -> str:
        payoffs, regrets = (", ".join(map(short, numbers)) for numbers in (self.payoffs, self.regrets))
        return f"<Verdict: payoffs {payoffs}, regrets {regrets}>"


@dataclass(frozen=True)
class Verdicts(Listing[Verdict], Result):
    """The verdicts on several profiles of one game.

    Attributes
    ----------
    verdicts : tuple of Verdict
        At least one.
    """

    json_format: ClassVar[str] = Verdict.json_format

    verdicts: tuple[Verdict, ...]

    @property
    def parts(self) -> tuple[Verdict, ...]:
        """The verdicts."""
        return self.verdicts

    def to_table(self) -> Table:
        """Return the rows and notes of all verdicts, with the number of the profile, from 1."""
        tables = [verdict.to_table() for verdict in self.verdicts]
        rows = tuple((number, *row) for number, table in enumerate(tables, 1) for row in table.rows)
        notes = (f"{number}: {note}" for number, table in enumerate(tables, 1) for note in table.notes)
        return Table(("profile", *tables[0].columns), rows, tables[0].title, tuple(notes), index=2)

    def json_members(self) -> dict[str, object]:
        """Return the game, and a list of the verdicts."""
        profiles = [verdict.members() for verdict in self.verdicts]
        return {"game": identified_game(self.verdicts[0].game), "profiles": profiles}
