"""Verdicts on profiles and on all claims about them, as documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lemke.certificate.comparison import Comparison
from lemke.certificate.judge import Claim, Judge
from lemke.certificate.proved import Equilibrium
from lemke.certificate.report import REPORT, Report
from lemke.errors import require_type
from lemke.game import Game
from lemke.game.strategy import (
    LONGEST,
    Profile,
    identity,
    origin_lines,
)
from lemke.ground.document import Block, Document


def verify(game: Game, profile: Profile | Equilibrium) -> Report:
    """Judge a profile, or the profile of an equilibrium, exactly, by backward induction on the tree, in linear time.

    Raises
    ------
    InputError
        If ``game`` is no game.
    RecallError
        Unless all players have perfect recall; any number of players is allowed.
    ProfileError, NumberError
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
    """Yield the verdicts on many profiles of one game, which is prepared once; errors as in :func:`verify`.

    >>> from gmpy2 import mpq
    >>> from lemke.game import GameBuilder
    >>> from lemke.game.strategy import Profile
    >>> builder = GameBuilder(["Ann", "Bob"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> game = builder.build(unpaid="zero")
    >>> mixed = ([[[mpq(k, 4), mpq(4 - k, 4)]], []] for k in range(5))
    >>> [str(report.nash_conv) for report in verify_all(game, (Profile.of(game, behavior) for behavior in mixed))]
    ['1', '3/4', '1/2', '1/4', '0']
    """
    judge = Judge.of_any(game)
    require_type(profiles, Iterable, "profiles in a list", "profiles")
    for profile in profiles:
        yield judge.judge(Claim(profile))[0]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a profile and on a claim about it, with a comparison with all equilibria if it was asked for."""

    game: Game
    claim: Claim
    report: Report
    comparison: Comparison | None = None

    def blocks(self) -> Iterator[Block]:
        """Yield exact payoffs, best response values and regrets, how players gain, and whether the claim holds."""
        yield from self.report.blocks()
        if self.comparison is not None:
            yield from self.comparison.blocks()
            yield ""
        yield from origin_lines(self.claim.profile)
        yield self.report.sentence(LONGEST)
        yield from self.report.remarks()

    def members(self) -> dict[str, Any]:
        """Return the verdict as a JSON object."""
        return self.report.members() | {"against_all": self.comparison and self.comparison.members()}


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
