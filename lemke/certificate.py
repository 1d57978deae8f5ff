"""Judging profiles on the tree, and equilibria as certificates.

The judge shares no code with the pivots: expected payoffs and best responses come from passes over the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq

from lemke.best_response import best_response, plan_value, sequence_values
from lemke.errors import InputError, ProfileError
from lemke.game import Game
from lemke.rational import short, text
from lemke.recall import Histories, Sequences, constant_sum, histories, require_perfect_recall
from lemke.sparse import Vector
from lemke.strategy import Profile, check_profile, realization_plan
from lemke.watch import Watch


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a profile; payoffs in units of the game, index 0 for player 1.

    Attributes
    ----------
    payoffs : tuple of mpq
        Expected payoff of each player.
    best_values : tuple of mpq
        What each player's best response to the other would get.
    regrets : tuple of mpq
        The difference, never negative; the profile is an equilibrium iff both are 0.
    """

    payoffs: tuple[mpq, mpq]
    best_values: tuple[mpq, mpq]

    @property
    def regrets(self) -> tuple[mpq, mpq]:
        """Best response value less payoff, per player."""
        (a, b), (best_a, best_b) = self.payoffs, self.best_values
        return best_a - a, best_b - b

    @property
    def is_equilibrium(self) -> bool:
        """Whether no player can gain, exactly."""
        return not any(self.regrets)


@dataclass(frozen=True, slots=True)
class Growth:
    """How far a double oracle went.

    Attributes
    ----------
    iterations : int
        Restricted games that were solved.
    sizes, whole : (int, int)
        Sequences of each player, the empty ones included, in the last restricted game and in the whole game; pure
        strategies where matrices are given.
    """

    iterations: int
    sizes: tuple[int, int]
    whole: tuple[int, int]


@dataclass(frozen=True, eq=False)
class ProvedPlans:
    """Realization plans in equilibrium, proved by the exact conditions of the sequence form, and how they were found.

    Attributes
    ----------
    plans : (exact vector, exact vector)
        x and y, one probability per sequence.
    duals : (exact vector, exact vector)
        u and v, row 0 the payoff, then one value per information set in breadth-first order, in units of payoff.
    payoffs : (mpq, mpq)
    method, kernel : str
    pivots : int
        Steps of the path that was proved.
    tries : int
        Proposals needed.
    prior : str | None
        Where the path started: ``centroid``, ``random``, ``profile`` for a given one, ``zero-sum`` for one near an
        equilibrium of the zero-sum game with payoffs A − B; None where no path was followed.
    seed : int | None
        Of the random prior and of the guided kernel's perturbations, if there were any.
    bits : int
        With the kernel ``exact``, the size of the largest basis determinant met on the path, that of the scaled
        integer tableau; else of the longest denominator of the solution.
    label : int | None
        The missing label of the Lemke–Howson path, from 0: player 1's strategies, then player 2's; None where none was
        followed.
    growth : Growth | None
        Of the double oracle; ``pivots`` is 0 then, since its restricted games are counted.
    """

    plans: tuple[Vector, Vector]
    duals: tuple[Vector, Vector]
    payoffs: tuple[mpq, mpq]
    method: str
    kernel: str
    pivots: int
    tries: int
    prior: str | None
    seed: int | None
    bits: int
    label: int | None
    growth: Growth | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Equilibrium(ProvedPlans):
    """An equilibrium of a game as behavior strategies, judged on the tree as well.

    Attributes
    ----------
    game : Game
    profile : Profile
        Moves off the path are filled in and marked.
    """

    game: Game
    profile: Profile

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<Equilibrium{title}: payoffs {', '.join(map(short, self.payoffs))}>"


@dataclass(frozen=True, eq=False)
class EpsilonEquilibrium:
    """A profile from which nobody gains more than ε, judged on the tree: what a search has proved that was not ended.

    Attributes
    ----------
    game : Game
    profile : Profile
        Moves off a player's own path are marked as filled in.
    plans : (exact vector, exact vector)
    report : Report
    interval : (mpq, mpq) | None
        Bounds of the value of a constant-sum game, for player 1: what both strategies guarantee. None for other games.
    reason : str
        Why the search was not ended.
    growth : Growth
    """

    game: Game
    profile: Profile
    plans: tuple[Vector, Vector]
    report: Report
    interval: tuple[mpq, mpq] | None
    reason: str
    growth: Growth

    @property
    def epsilon(self) -> mpq:
        """The greatest regret."""
        return max(self.report.regrets)

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<EpsilonEquilibrium{title}: regrets {', '.join(map(short, self.report.regrets))}>"


def verify(game: Game, profile: Profile, watch: Watch | None = None) -> Report:
    """Judge a profile exactly, by backward induction on the tree, in time linear in the tree.

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
    if not isinstance(game, Game):
        raise InputError(f"an object of type {type(game).__name__}, expected a Game (a NormalForm has its own regrets)")
    return Judge.of(game, watch).judge(Claim(profile))[0]


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
    def of(cls, game: Game, watch: Watch | None = None) -> Judge:
        """Return the judge of a game; raises :class:`PlayersError` or :class:`RecallError` for other games."""
        game.require_two_players()
        behind = histories(game, watch)
        return cls(game, behind, require_perfect_recall(game, behind))

    def plans(self, profile: Profile) -> list[Vector]:
        """Return the realization plans of a profile, after checking that it fits the game."""
        check_profile(self.game, profile)
        return [realization_plan(own, strategy) for own, strategy in zip(self.sequences, profile.behavior, strict=True)]

    def values(self, player: int, plans: list[Vector]) -> Vector:
        """Return the payoffs of the player's sequences against the other's plan."""
        return sequence_values(self.game, self.behind, player, plans)

    def judge(self, claim: Claim) -> tuple[Report, list[str]]:
        """Return the verdict on a profile and, in words, every other statement of the claim that is not true.

        Its method is left to :mod:`lemke.refinements`.
        """
        plans = self.plans(claim.profile)
        values = [self.values(player, plans) for player in (0, 1)]
        best = [best_response(own, value) for own, value in zip(self.sequences, values, strict=True)]
        payoffs = [plan_value(plan, value) for plan, value in zip(plans, values, strict=True)]
        report = Report((payoffs[0], payoffs[1]), (best[0].value, best[1].value))
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
    equilibrium. ``method`` is how it was found, and states something only if it is the name of a refinement.
    """

    profile: Profile
    payoffs: tuple[mpq, ...] = ()
    plans: tuple[Vector, ...] = ()
    duals: tuple[Vector, ...] = ()
    method: str = ""
    regrets: tuple[mpq, ...] = ()
    interval: tuple[mpq, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.profile, Profile):
            raise ProfileError(f"an object of type {type(self.profile).__name__}, expected a Profile")
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
    for h in range(len(sequences.sets)):
        for sequence in sequences.moves(h):
            slack[sequence] += duals[h + 1]
        slack[sequences.parent[h]] -= duals[h + 1]
    return all(each >= 0 for each in slack)
