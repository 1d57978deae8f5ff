"""The judge: verdicts on profiles, and on further claims about them, by passes over the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq

from lemke.certificate.verdict import Verdict
from lemke.game import Game
from lemke.game.best_response import Deviation, best_response, complete, sequence_values
from lemke.game.played import PlayedProfile
from lemke.game.recall import (
    Histories,
    Sequences,
    constant_sum,
    histories,
    require_perfect_recall,
    spread,
    weighted_payoffs,
)
from lemke.game.strategy import Distribution, Profile, behavior, centroid, check_profile, realization_plan
from lemke.ground.rational import ZERO, text
from lemke.ground.sparse import SparseMatrix, Vector, exact_dot

if TYPE_CHECKING:
    from lemke.certificate.refined import Trembles


@dataclass(frozen=True, eq=False)
class Judge:
    """A judge of profiles of one game with perfect recall; it keeps what depends on the game only.

    ``histories`` has the players' last moves and the probability of chance's moves, for every node. ``sequences`` has
    the sequences of each player.
    """

    game: Game
    histories: Histories
    sequences: tuple[Sequences, ...]

    @cached_property
    def total(self) -> mpq | None:
        """The sum of all players' payoffs, if it is the same at all leaves that chance reaches; None otherwise."""
        return constant_sum(self.game, self.histories)

    @classmethod
    def of(cls, game: Game) -> Judge:
        """Return the judge of a game; GameError, RecallError unless it has two players with perfect recall."""
        game.require_two_players()
        return cls.of_any(game)

    @classmethod
    def of_any(cls, game: Game) -> Judge:
        """Return the judge of a game of any number of players; RecallError unless they have perfect recall."""
        game_histories = histories(game)
        return cls(game, game_histories, require_perfect_recall(game, game_histories))

    def plans(self, profile: Profile) -> list[Vector]:
        """Return the realization plans of a profile, after checking that it fits the game."""
        check_profile(self.game, profile)
        return list(map(realization_plan, self.sequences, profile.behavior))

    def completed(self, plans: Sequence[Vector]) -> PlayedProfile:
        """Return plans as a profile with best replies off the path; among several, the best against the centroid."""
        values = [self.values(player, list(plans)) for player in (0, 1)]
        strategies = map(complete, self.sequences, map(behavior, self.sequences, plans), values, self._centroid_values)
        return PlayedProfile.of_game(self.game, Profile(*zip(*strategies, strict=True)))

    @cached_property
    def _centroid_values(self) -> list[Vector]:
        plans = [realization_plan(sequences, centroid(sequences)) for sequences in self.sequences]
        return [self.values(player, plans) for player in (0, 1)]

    def values(self, player: int, plans: list[Vector], payoffs_of: int | None = None) -> Vector:
        """Return the payoffs of a player's sequences against the opponents' plans: to the player, or to ``payoffs_of``.

        The plan of the player, ``plans[player]``, is not used.
        """
        return sequence_values(self.game, self.histories, player, plans, payoffs_of)

    def pair_payoffs(self, player: int) -> SparseMatrix:
        """Return a player's payoffs in a two-player game: the player's sequences as rows, the opponent's as columns."""
        leaves, opponent = self.game.leaves, 1 - player
        number, terms = weighted_payoffs(self.game, self.histories, player)
        rows, columns = (self.histories.last_move[mover][leaves] for mover in (player, opponent))
        shape = self.sequences[player].size, self.sequences[opponent].size
        return SparseMatrix.from_entries(shape, rows, columns, terms[number])

    def judge(self, claim: Claim) -> tuple[Verdict, list[str]]:
        """Return the verdict on a profile and, in words, every further statement of the claim that is not true.

        A refinement and beliefs that the claim states are judged by :mod:`lemke.solvers.refinements`.
        """
        plans = self.plans(claim.profile)
        values = [self.values(player, plans) for player in range(len(plans))]
        best = list(map(best_response, self.sequences, values))
        verdict = Verdict(
            self.game,
            claim.profile,
            self._payoffs(plans, values),
            tuple(response.value for response in best),
            self.total is not None,
            tuple(map(Deviation, self.sequences, claim.profile.behavior, plans, values, best)),
            regrets_claimed=bool(claim.regrets),
        )
        objections = self._objections(claim, plans, values, verdict)
        return replace(verdict, objections=None if claim.is_bare else tuple(objections)), objections

    def _payoffs(self, plans: list[Vector], values: list[Vector]) -> tuple[mpq, ...]:
        """Return the expected payoffs; in a constant-sum game the last one is the sum minus the others."""
        if self.total is None or not plans:
            return tuple(map(exact_dot, plans, values))
        payoffs = tuple(map(exact_dot, plans[:-1], values[:-1]))
        return (*payoffs, self.total - sum(payoffs, ZERO))

    def _objections(self, claim: Claim, plans: list[Vector], values: list[Vector], verdict: Verdict) -> list[str]:
        objections = []
        for player, sequences in enumerate(self.sequences):
            name, payoff = f"player {player + 1}", verdict.payoffs[player]
            if claim.regrets and verdict.regrets[player] != claim.regrets[player]:
                stated, regret = text(claim.regrets[player]), text(verdict.regrets[player])
                objections.append(f"the regret {stated} of {name}, expected {regret}")
            if claim.payoffs and payoff != claim.payoffs[player]:
                objections.append(f"the payoff {text(claim.payoffs[player])} of {name}, expected {text(payoff)}")
            if claim.plans and not np.array_equal(claim.plans[player], plans[player]):
                objections.append(f"the realization plan of {name} does not follow from the behavior strategy")
            if claim.duals and not _is_dual_proof(sequences, values[player], claim.duals[player], payoff):
                objections.append(f"the duals of {name} do not prove that {text(payoff)} is the best payoff")
        if claim.interval and claim.interval != (implied := self.interval(verdict)):
            reason = "none, because this is not a constant-sum game of two players"
            expected = " to ".join(map(text, implied)) if implied else reason
            objections.append(f"the interval {' to '.join(map(text, claim.interval))}, expected {expected}")
        return objections

    def interval(self, verdict: Verdict) -> tuple[mpq, mpq] | None:
        """Return the bounds of the value that a verdict implies in a two-player constant-sum game; None in others."""
        if self.total is None or len(verdict.best_values) != 2:
            return None
        upper, opponent_best = verdict.best_values
        return self.total - opponent_best, upper


@dataclass(frozen=True, eq=False)
class Claim:
    """What is claimed about a profile, beyond that it is an equilibrium; an empty field claims nothing.

    ``plans`` are x and y, ``duals`` are u and v, as in :class:`~lemke.certificate.ProvedPlans`. A claim with regrets
    does not claim that the profile is an equilibrium. ``interval`` has the bounds that the strategies guarantee for the
    value of a constant-sum game of two players. ``method`` says how the profile was found; it is a claim only if it is
    the name of a refinement. ``refinement`` is the proof of the refinement that it names. ``beliefs`` has, by index of
    information set, a probability for each node of the set; a profile with beliefs is an assessment (Kreps and Wilson
    1982).
    """

    profile: Profile
    payoffs: tuple[mpq, ...] = ()
    plans: tuple[Vector, ...] = ()
    duals: tuple[Vector, ...] = ()
    method: str = ""
    regrets: tuple[mpq, ...] = ()
    interval: tuple[mpq, ...] = ()
    refinement: Trembles | None = None
    beliefs: Mapping[int, Distribution] | None = None

    @property
    def is_bare(self) -> bool:
        """Whether the claim has nothing but the profile, and beliefs perhaps."""
        stated = self.payoffs, self.plans, self.duals, self.method, self.regrets, self.interval
        return not any(stated) and self.refinement is None


def _is_dual_proof(sequences: Sequences, values: Vector, duals: Vector, payoff: mpq) -> bool:
    """Return whether duals u prove that no reply gets more than a payoff.

    That is so if u₀ is the payoff and u is feasible for the dual program min u₀, Eᵀu ≥ values.
    """
    if len(duals) != len(sequences.sets) + 1 or duals[0] != payoff:
        return False
    return not np.any(spread(sequences, duals) < values)
