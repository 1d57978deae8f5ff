"""Verdicts on profiles and on all that is claimed of them, as documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lemke.certificate.comparison import Comparison
from lemke.certificate.judge import Claim, Judge, Report
from lemke.certificate.proved import Equilibrium
from lemke.certificate.refined import PROOFS
from lemke.errors import require_type
from lemke.game import Game
from lemke.game.best_response import Deviation
from lemke.game.strategy import (
    LONGEST,
    Profile,
    exact_and_decimal,
    identity,
    named_sets,
    normalization_object,
    origin_lines,
)
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format

REPORT = Format(
    "lemke-report/1",
    """
game | a game |
profiles | list | a verdict on each profile in turn
- payoffs, best_response_values, regrets | a list of numbers, one per player | each an object: `exact` as text, and a
    `decimal` near it
- nash_conv | such a number | the sum of the regrets
- exploitability | such a number, null | half of that, in constant-sum games of two players only
- max_counterfactual_regret | such a number | the largest of all information sets
- is_equilibrium | true, false | whether all regrets are exactly 0
- normalization | object, null | with `--normalize`: `sets`, at how many the sum was not 1, the `largest` defect and its
    `place`
- filled | whole | information sets of which nothing was stated (`--missing uniform`)
- objections | list of texts | what else the file claims and is not true
- refinements | object | by name of a refinement who gains where; empty lists where it holds
- against_all | object, null | with `--against-all`: how many maximal `sets` of equilibria there are; the `distances` of
    both plans, Σ of absolute differences, to the `nearest` plans in equilibrium; the `moves` that no equilibrium plays
    with this `probability`, and their probabilities in `equilibria`, a range for every set that reaches them
- deviations | list, per player | `player`; `information_sets`, and at each the `action` of a best response, whether
    that reaches the set (`played`), the `loss` there, and the `counterfactual_regret`
""",
)


def verify(game: Game, profile: Profile | Equilibrium) -> Report:
    """Judge a profile, or that of an equilibrium, exactly: by backward induction on the tree, in time linear in it.

    Raises
    ------
    InputError
        For what is no game; a strategic form has :meth:`~lemke.NormalForm.regrets` of its own.
    RecallError
        Unless all players have perfect recall; their number does not matter.
    ProfileError, ProbabilityError
        If the profile does not fit the game.

    >>> from lemke.game import GameBuilder
    >>> from lemke.game.strategy import Profile
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> report = verify(builder.build(unpaid="zero"), Profile.of(builder.build(unpaid="zero"), [[["1/3", "2/3"]], []]))
    >>> report.payoffs, report.regrets, report.is_equilibrium
    ((mpq(1,3), mpq(2,3)), (mpq(2,3), mpq(0,1)), False)
    """
    stated = profile.profile if isinstance(profile, Equilibrium) else profile
    return Judge.of_any(game).judge(Claim(stated))[0]


def verify_all(game: Game, profiles: Iterable[Profile]) -> Iterator[Report]:
    """Yield the verdicts on many profiles of one game, which is prepared once; raises what :func:`verify` does.

    >>> from gmpy2 import mpq
    >>> from lemke.game import GameBuilder
    >>> from lemke.game.strategy import Profile
    >>> builder = GameBuilder(["Ann", "Bob"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> game = builder.build(unpaid="zero")
    >>> mixed = ([[[mpq(k, 4), mpq(4 - k, 4)]], []] for k in range(5))
    >>> [str(report.nash_conv) for report in verify_all(game, (Profile.of(game, each) for each in mixed))]
    ['1', '3/4', '1/2', '1/4', '0']
    """
    judge = Judge.of_any(game)
    require_type(profiles, Iterable, "profiles in a list", "profiles")
    for profile in profiles:
        limits.check()
        yield judge.judge(Claim(profile))[0]


@dataclass(frozen=True)
class Verdict:
    """What the judge says of a profile and of what else is claimed."""

    game: Game
    claim: Claim  # the profile, and what is stated of it
    report: Report
    objections: Sequence[str]  # what else is claimed and not true
    # by name of a refinement that was asked for or claimed, who gains where; none where it holds
    refined: Mapping[str, Sequence[str]]
    comparison: Comparison | None = None  # with all equilibria

    @property
    def holds(self) -> bool:
        """Whether all that is claimed is true: that it is an equilibrium, unless regrets are stated instead."""
        stated = self.report.is_equilibrium or bool(self.claim.regrets)
        return stated and not self.objections and not any(self.refined.values())

    def sentence(self, longest: int, holds: str = "An equilibrium") -> str:
        """Return whether it is an equilibrium; of a longer regret than so many characters a decimal."""
        head = "As stated, not" if self.claim.regrets and not self.objections else "Not"
        return self.report.sentence(longest, holds, f"{head} an equilibrium")

    def remarks(self) -> Iterator[str]:
        """Yield a sentence for everything else that is claimed and not true, and for every refinement in question."""
        yield from (f"Not true: {objection}." for objection in self.objections)
        for name, gains in self.refined.items():
            proof = "proved " if name in PROOFS else ""  # where a proof is needed no more than this is known to fail
            yield f"Not {proof}{name}: {'; '.join(gains)}." if gains else f"It is {name}."

    def blocks(self) -> Iterator[Block]:
        """Yield exact payoffs, best response values and regrets, who gains how, and whether the claim holds."""
        yield from self.report.blocks()
        if self.comparison is not None:
            yield from self.comparison.blocks()
            yield ""
        yield from origin_lines(self.claim.profile)
        yield self.sentence(LONGEST)
        yield from self.remarks()

    def members(self) -> dict[str, Any]:
        """Return the verdict as a JSON object."""
        report, number = self.report, exact_and_decimal
        return {
            "payoffs": map(number, report.payoffs),
            "best_response_values": map(number, report.best_values),
            "regrets": map(number, report.regrets),
            "nash_conv": number(report.nash_conv),
            "exploitability": None if report.exploitability is None else number(report.exploitability),
            "max_counterfactual_regret": number(report.max_counterfactual_regret),
            "is_equilibrium": report.is_equilibrium,
            "normalization": normalization_object(report.normalization),
            "filled": sum(map(len, self.claim.profile.filled)),
            "objections": self.objections,
            "refinements": self.refined,
            "deviations": [
                {"player": deviation.sequences.player + 1, "information_sets": self._deviation(deviation)}
                for deviation in report.deviations
            ],
            "against_all": self.comparison and self.comparison.members(),
        }

    def _deviation(self, deviation: Deviation) -> Iterator[dict[str, Any]]:
        played = set(deviation.plays)
        for h, information_set, names in named_sets(self.game, deviation.sequences.player):
            yield names | {
                "action": unique_names(information_set.actions)[deviation.response.moves[h]],
                "played": h in played,
                "loss": exact_and_decimal(deviation.losses[h]),
                "counterfactual_regret": exact_and_decimal(deviation.counterfactual_regrets[h]),
            }


def verdicts_document(game: Game, verdicts: Sequence[Verdict]) -> Document:
    """Return the verdicts on profiles of one game."""

    def blocks() -> Iterator[Block]:
        for number, verdict in enumerate(verdicts, 1):
            if len(verdicts) > 1:
                yield f"Profile {number}"
            yield from verdict.blocks()

    return Document(
        blocks,
        REPORT,
        lambda: {"game": identity(game), "profiles": [verdict.members() for verdict in verdicts]},
    )
