"""The judge: verdicts on profiles by passes over the tree, and what else is claimed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq

from lemke.certificate.proved import Equilibrium
from lemke.certificate.report import Report
from lemke.certificate.trembles import Trembles
from lemke.errors import ProfileError
from lemke.game import Game
from lemke.game.best_response import Deviation, best_response, plan_value, sequence_values
from lemke.game.recall import Histories, Sequences, constant_sum, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile, realization_plan
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.rational import text
from lemke.ground.sparse import Vector


def verify(game: Game, profile: Profile | Equilibrium) -> Report:
    """Judge a profile, or that of an equilibrium, exactly: by backward induction on the tree, in time linear in it.

    Raises
    ------
    InputError
        For what is no game; a strategic form has :meth:`~lemke.NormalForm.regrets` of its own.
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError, ProbabilityError
        If the profile does not fit the game.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> report = verify(builder.build(), Profile.of(builder.build(), [[["1/3", "2/3"]], []]))
    >>> report.payoffs, report.regrets, report.is_equilibrium
    ((mpq(1,3), mpq(2,3)), (mpq(2,3), mpq(0,1)), False)
    """
    stated = profile.profile if isinstance(profile, Equilibrium) else profile
    return Judge.of(game).judge(Claim(stated))[0]


def verify_all(game: Game, profiles: Iterable[Profile]) -> Iterator[Report]:
    """Yield the verdicts on many profiles of one game, which is prepared once; raises what :func:`verify` does.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann", "Bob"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> game = builder.build()
    >>> mixed = ([[[mpq(k, 4), mpq(4 - k, 4)]], []] for k in range(5))
    >>> [str(report.nash_conv) for report in verify_all(game, (Profile.of(game, each) for each in mixed))]
    ['1', '3/4', '1/2', '1/4', '0']
    """
    judge = Judge.of(game)
    for profile in profiles:
        limits.check()
        yield judge.judge(Claim(profile))[0]


@dataclass(frozen=True, eq=False)
class Judge:
    """A judge of profiles of one two-player game with perfect recall; holds what depends on the game alone."""

    game: Game
    behind: Histories
    sequences: tuple[Sequences, ...]

    @cached_property
    def total(self) -> mpq | None:
        """What both players get together, if that is always the same."""
        return constant_sum(self.game, self.behind)

    @classmethod
    def of(cls, game: Game) -> Judge:
        """Return the judge of a game.

        Raises
        ------
        InputError
            For what is no game.
        PlayersError, RecallError
            Unless the game has two players with perfect recall.
        """
        require_game(game)
        game.require_two_players()
        behind = histories(game)
        return cls(game, behind, require_perfect_recall(game, behind))

    def plans(self, profile: Profile) -> list[Vector]:
        """Return the realization plans of a profile, after checking that it fits the game."""
        check_profile(self.game, profile)
        return list(map(realization_plan, self.sequences, profile.behavior))

    def values(self, player: int, plans: list[Vector]) -> Vector:
        """Return the payoffs of the player's sequences against the other's plan."""
        return sequence_values(self.game, self.behind, player, plans)

    def judge(self, claim: Claim) -> tuple[Report, list[str]]:
        """Return the verdict on a profile and, in words, every other statement of the claim that is not true.

        Its method is left to :mod:`lemke.solvers.refinements`.
        """
        plans = self.plans(claim.profile)
        values = [self.values(0, plans), self.values(1, plans)]
        best = list(map(best_response, self.sequences, values))
        payoff = plan_value(plans[0], values[0])
        payoffs = (payoff, plan_value(plans[1], values[1]) if self.total is None else self.total - payoff)
        report = Report(
            payoffs,
            (best[0].value, best[1].value),
            self.total is not None,
            tuple(map(Deviation, self.sequences, claim.profile.behavior, plans, values, best)),
            claim.profile.normalization,
        )
        return report, self._objections(claim, plans, values, report)

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
            expected = "none in a general-sum game" if implied is None else " to ".join(map(text, implied))
            found.append(f"the interval {' to '.join(map(text, claim.interval))}, expected {expected}")
        return found

    def interval(self, report: Report) -> tuple[mpq, mpq] | None:
        """Return the bounds of the value of a constant-sum game that a verdict implies; None for other games."""
        upper, other = report.best_values
        return None if self.total is None else (self.total - other, upper)


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
            found = type(self.profile).__name__
            raise ProfileError(f"an object of type {found}, expected a Profile (lemke.profile makes one)")
        players = len(self.profile.behavior)
        for name in ("payoffs", "plans", "duals", "regrets"):
            if (stated := len(getattr(self, name))) not in (0, players):
                raise ProfileError(f"{name} of {stated} players, expected {players} or none")


def _bounds(sequences: Sequences, values: Vector, duals: Vector, payoff: mpq) -> bool:
    """Return whether u is feasible for min eᵀu, Eᵀu ≥ values, with objective u₀ = payoff: no reply gets more."""
    if len(duals) != len(sequences.sets) + 1 or duals[0] != payoff:
        return False
    slack = -values
    slack[0] += duals[0]
    for h, dual in enumerate(duals[1:]):
        moves = sequences.moves(h)
        slack[moves.start : moves.stop] += dual
        slack[sequences.parent[h]] -= dual
    return not np.any(slack < 0)
