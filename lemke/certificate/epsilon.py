"""ε-equilibria: profiles in which no player gains more than ε by deviating; their JSON is a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from lemke.certificate.growth import Growth
from lemke.certificate.judge import Claim
from lemke.certificate.report import Report
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import Played, strategies
from lemke.game.strategy import Profile, behavior_object, statement
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import page_table
from lemke.ground.words import decimal_beside

EPSILON_EQUILIBRIUM = Format(
    "lemke-epsilon-equilibrium/1",
    """
format | text | `lemke-epsilon-equilibrium/1` | checked
game.title | text | the game's title | informs
game.players[] | text | the players' names | informs
game.sha256 | text | as above | checked
claim | text | as above | informs
program | text | as above | informs
payoffs[] | number | expected payoff of each player | checked
regrets[] | number | the most that each player can gain by deviating | checked
interval | list or null | a list is possible only in a constant-sum game; null if nothing is stated | checked
interval[] | number | the lower and the upper bound that the two strategies guarantee for the value, the payoff of
    player 1 in equilibrium | checked
behavior[].player | whole number | as above | checked
behavior[].information_sets[].index | whole number | as above | checked
behavior[].information_sets[].number | whole number | as above | informs
behavior[].information_sets[].label | text | as above | informs
behavior[].information_sets[].actions.NAME | number | as above | checked
behavior[].information_sets[].filled | truth value | with `double-oracle`, whether the player's own plan does not reach
    this set; false with `learn` | informs
reason | text | why the search stopped | informs
method | text | `double-oracle` or `learn` | informs
growth | object or null | as above; null with the method `learn` | informs
growth.iterations | whole number | as above | informs
growth.sizes[] | whole number | as above | informs
growth.whole[] | whole number | as above | informs
growth.rounds[].number | whole number | as above | informs
growth.rounds[].added[][] | text | as above | informs
growth.rounds[].sizes[] | whole number | as above | informs
growth.rounds[].restricted_payoffs[] | number | as above | informs
growth.rounds[].best_responses[] | number | as above | informs
growth.rounds[].interval | list or null | as above | informs
growth.rounds[].interval[] | number | as above | informs
growth.rounds[].gap | number | as above | informs
learned.iterations | whole number | number of iterations; `learned` is present only with the method `learn` | informs
learned.seed | whole number | the seed of the first regrets; 0: all moves were equally likely at first | informs
learned.rule | text | `predictive`, `cfr+` or `cfr` | informs
learned.kept | text | `average` or `last`: the average of the strategies of all iterations, or the last strategies |
    informs
learned.steps[].iterations | whole number | number of iterations so far: 1, 2, 4, 8, …, and at the end all | informs
learned.steps[].average[] | number | each player's regret with the average strategies so far: a float's exact value |
    informs
learned.steps[].last[] | number | each player's regret with the last strategies | informs
""",
)


@dataclass(frozen=True, eq=False)
class EpsilonEquilibrium(ByValue, Played):
    """A profile in which no player gains more than ε, judged on the tree: the result of a search that stopped early.

    Attributes
    ----------
    game : Game
    profile : Profile
        Information sets that the player's own plan does not reach are marked as filled in.
    plans : (exact vector, exact vector)
    report : Report
    interval : (mpq, mpq) | None
        In a constant-sum game the lower and the upper bound that the two strategies guarantee for the value, player 1's
        payoff in equilibrium. None for other games.
    stopped : ``"gap"``, ``"limit"`` or ``"interrupt"``
        Why the search stopped: the gap is small enough, a limit was reached, or the user interrupted it.
    reason : str
        Why the search stopped, as text for people.
    growth : Growth
    """

    game: Game
    profile: Profile
    plans: tuple[Vector, Vector]
    report: Report
    interval: tuple[mpq, mpq] | None
    stopped: str
    reason: str
    growth: Growth

    @property
    def epsilon(self) -> mpq:
        """The greatest regret."""
        return max(self.report.regrets)

    @property
    def claim(self) -> Claim:
        """What the certificate states, for the judge."""
        return epsilon_claim(self.profile, self.report, self.interval)

    def document(self) -> Document:
        """Return bounds, regrets and strategies; the JSON is the certificate."""
        return epsilon_document(self)

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<EpsilonEquilibrium{title}: regrets {', '.join(map(short, self.report.regrets))}>"


def epsilon_document(answer: EpsilonEquilibrium) -> Document:
    """Return the strategies with the bounds of the value, the proved regrets, and why the search stopped."""

    def blocks() -> Iterator[Block]:
        if answer.game.title:
            yield one_line(answer.game.title)
        if answer.interval is not None:
            lower, upper = answer.interval
            bounds = (("at least", lower), ("at most", upper), ("gap", upper - lower))
            yield "Value of the game, for player 1"
            yield page_table([[name, bound, decimal_beside(bound)] for name, bound in bounds])
            yield ""
        yield answer.report.named_table(answer.game.players)
        yield from strategies(answer.game, answer.profile)
        yield from answer.growth.blocks()
        growth = ", ".join(["method double-oracle", *answer.growth.words()])
        yield f"No equilibrium yet: {answer.reason}. Proved exactly; {growth}."

    return Document(blocks, EPSILON_EQUILIBRIUM, lambda: epsilon_certificate(answer))


def epsilon_certificate(answer: EpsilonEquilibrium) -> dict[str, Any]:
    """Return the members of the certificate."""
    search = {"reason": answer.reason, "method": "double-oracle", "growth": answer.growth.members()}
    return epsilon_members(answer.game, answer.profile, answer.report, answer.interval) | search


def epsilon_claim(profile: Profile, report: Report, interval: tuple[mpq, mpq] | None) -> Claim:
    """Return what a certificate states about a profile."""
    return Claim(profile, report.payoffs, regrets=report.regrets, interval=interval or ())


def epsilon_members(game: Game, profile: Profile, report: Report, interval: tuple[mpq, mpq] | None) -> dict[str, Any]:
    """Return the members of a certificate that describe a profile; the caller adds how the profile was found."""
    return {
        **statement(game, "payoffs and regrets of a profile"),
        "payoffs": report.payoffs,
        "regrets": report.regrets,
        "interval": interval,
        "behavior": behavior_object(game, profile),
    }
