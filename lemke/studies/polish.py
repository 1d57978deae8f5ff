"""From an approximate profile to an exact equilibrium near it.

An equilibrium has a discrete part: which sequences are played, and which are best replies. An approximate profile shows
this part better than the exact probabilities. So supports are guessed from the profile, and exact linear programs
compute the probabilities. Then player 1's plan is replaced: among the plans in equilibrium with player 2's plan, the
one nearest to the given plan is taken. After that, player 2's plan is replaced in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import ClassVar, Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans, Verdict
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.played import Played, origin_lines
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Distribution, Profile
from lemke.ground import limits
from lemke.ground.rational import ZERO, approximated, bits, short
from lemke.ground.sparse import floats, vector
from lemke.ground.steps import done
from lemke.ground.words import player_name
from lemke.solvers import judged, sequence_lcp
from lemke.solvers.crash import nearly_zero_sum
from lemke.solvers.halves import Alternation, Half, plans_of_supports
from lemke.solvers.learned import grow
from lemke.solvers.learning import Floats, LearnedPoint, Learning, Mask
from lemke.solvers.proposals import PlanPair, Proposal, Proposals, first_proved, prove
from lemke.solvers.sequence_lcp import starting_point

METHOD = "polish"
GRAIN = 1 << 20
"""The probabilities of the prior of Lemke's path are rounded to multiples of about 1/GRAIN."""
LEAD = 20_000_000
"""Estimated nanoseconds that Lemke's path works alone, before it takes turns with the game restricted to the profile's
moves."""
FLOOR = 1e-10
"""Probabilities and losses below this count as equally small."""
LOWEST_GAP = 1.0
"""The assumed width of the gap below all logarithms. A cut in this gap means that all moves are played."""
CUTS = 2
"""The number of gaps between probabilities that are tried as cuts between played and unplayed moves."""

Way: TypeAlias = Literal["given", "support", "program", "path", "restricted"]
WAYS: dict[Way, str] = {
    "given": "The given profile is an equilibrium; nothing was changed.",
    "support": "The profile shows which moves are played (guess {guesses}); "
    "their probabilities were solved for exactly.",
    "program": "Linear programs led from the profile to the equilibrium (guess {guesses}).",
    "path": "Lemke's path led from the profile to the equilibrium, after {guesses} wrong guesses.",
    "restricted": "The game with the moves of the profile only was solved and extended until its equilibrium was one "
    "of the whole game, after {guesses} wrong guesses.",
}
"""How an equilibrium was found, in words, by the attribute ``way``."""


@dataclass(frozen=True, eq=False)
class Polished(Played):
    """An exact equilibrium, and how it was found from a profile.

    Attributes
    ----------
    equilibrium : Equilibrium
    way : ``"given"``, ``"support"``, ``"program"``, ``"path"`` or ``"restricted"``
        How the equilibrium was found. ``given``: it is the given profile. ``support``: from the profile's supports.
        ``program``: by alternating linear programs that begin at one of the profile's plans. ``path``: by Lemke's path
        from the profile as prior, when all guesses were wrong. ``restricted``: from the game restricted to the
        profile's moves, when all guesses were wrong.
    guesses : int
        The number of guesses tried, including the right one; 0 if ``way`` is ``given``.
    distance : mpq
        The largest difference ``|x̂(σ) − x(σ)|`` over all sequences σ of both players, where x̂ is a plan of the given
        profile and x the same player's plan in the equilibrium.
    moved_near : pair of bool
        For each player, whether the plan is proved to be the nearest to the given one among the plans in equilibrium
        with the opponent's plan. For player 1 the opponent's plan is the one that was found first; for player 2 it is
        player 1's new plan. False if HiGHS did not lead to a proof: the plan that was found first remains, and may be
        far from the given one. True for both players if ``way`` is ``"given"``.
    given : Verdict
        The verdict on the given profile.
    """

    json_format: ClassVar[str] = Equilibrium.json_format

    equilibrium: Equilibrium
    way: Way
    guesses: int
    distance: mpq
    moved_near: tuple[bool, bool]
    given: Verdict

    @property
    def game(self) -> Game:
        """The game."""
        return self.equilibrium.game

    @property
    def profile(self) -> Profile:
        """The exact equilibrium's profile."""
        return self.equilibrium.profile

    @property
    def claim(self) -> Claim:
        """The claim of the equilibrium's certificate, for the judge."""
        return self.equilibrium.claim

    @property
    def payoff_changes(self) -> tuple[mpq, mpq]:
        """Each player's payoff in the equilibrium, minus the payoff in the given profile."""
        (payoff_1, payoff_2), (given_payoff_1, given_payoff_2) = self.equilibrium.payoffs, self.given.payoffs
        return payoff_1 - given_payoff_1, payoff_2 - given_payoff_2

    def json_members(self) -> Mapping[str, object]:
        """Return the members of the certificate of the equilibrium."""
        return self.equilibrium.json_members()

    def _notes(self) -> Iterator[str]:
        """Yield the notes of the equilibrium, the verdict on the given profile, and how far it is from that profile."""
        yield from self.equilibrium._notes()
        names, given = [player_name(self.game.players, player) for player in (0, 1)], self.given
        yield "The profile as given:"
        for name, payoff, regret in zip(names, given.payoffs, given.regrets, strict=True):
            yield f"- {name}: payoff {approximated(payoff)}, regret {approximated(regret)}"
        yield from origin_lines(given.profile)
        yield f"Largest change of a sequence's weight: {approximated(self.distance)}"
        changes = (f"{name} {approximated(change)}" for name, change in zip(names, self.payoff_changes, strict=True))
        yield f"Changes of the payoffs: {', '.join(changes)}"
        for name, moved_near in zip(names, self.moved_near, strict=True):
            if not moved_near:
                yield f"The plan of {name} may not be the nearest to the given one: no nearest plan was proved."
        if all(self.moved_near) and self.way != "given":
            yield (
                "Player by player, each plan was replaced by the plan nearest to the given one, among all in "
                "equilibrium with the other."
            )
        yield f"How it was found: {WAYS[self.way].format(guesses=self.guesses)}"

    def __repr__(self) -> str:
        return f"<Polished by {self.way}, distance {short(self.distance)}: {self.equilibrium!r}>"


def polish(game: Game, profile: Profile, seed: int = 0) -> Polished:
    """Return an exact equilibrium of a two-player game near an approximate one, proved.

    1. If both regrets of the profile are 0, it is returned as it is.
    2. Supports are guessed from the profile (:func:`guesses`). Exact linear programs decide
       whether they are the supports of an equilibrium (:mod:`lemke.solvers.halves`).
    3. Two more guesses are the plans at which alternating linear programs end (:mod:`lemke.solvers.halves`). The
       programs begin at player 2's plan in the profile, then at a reply to player 1's plan in the profile.
    4. If no guess was right, two methods take turns until one of them finds an equilibrium: Lemke's path from the
       profile as prior; and the game restricted to the profile's moves, which grows (:mod:`lemke.solvers.restricted`).
    5. Player 1's plan is replaced: among the plans in equilibrium with the opponent's plan, the one nearest to the
       given plan is taken. Then player 2's plan is replaced in the same way. A plan stays as it is if HiGHS does not
       lead to a proof (``moved_near``). Distance is the sum of the absolute differences over the player's sequences.

    Numbers stay short: programs round given plans with long denominators to multiples of 2⁻³⁰, and the prior is rounded
    to multiples of about 2⁻²⁰.

    The equilibrium need not be the nearest of all. In constant-sum games it is the nearest in the distance of step 5,
    up to this rounding, if ``moved_near`` is true for both players.
    """
    form = sequence_form(game)
    judge = Judge(game, form.behind, form.sequences)
    verdict, _ = judge.judge(Claim(profile))
    x, y = judge.plans(profile)
    given_plans = x, y
    if verdict.is_equilibrium:
        plain = prove(form, _proposal(given_plans, "given"))
        assert plain is not None  # the judge has found no regret
        equilibrium = Equilibrium(**vars(plain), game=game, profile=profile)
        return Polished(equilibrium, "given", 0, ZERO, (True, True), verdict)
    prior = _in_grains(profile)
    halves = Half.pair(form)
    way, number, proved = _first_equilibrium(form, halves, profile, given_plans, prior, seed)
    plans, moved_near = list(proved.plans), [False, False]
    for player, half in enumerate(halves):
        opponent_plan = plans[1 - player]
        values = half.A @ opponent_plan
        slack = half.E.T @ best_response(form.sequences[player], values).dual - values
        # the new plan may play best replies only (slack 0), and the opponent's moves must be best replies to it
        nearest = half.nearest(slack == 0, opponent_plan != 0, given_plans[player])
        if nearest is not None:
            plans[player], moved_near[player] = nearest[0], True
    plans_near = plans[0], plans[1]
    near = prove(form, Proposal(plans_near, replace(proved.how, method=METHOD, bits=max(map(bits, plans_near)))))
    assert near is not None  # both plans passed the check of their programs
    equilibrium = judged(form, [near], prior)[0]
    distance = max(max(abs(given_plan - plan)) for given_plan, plan in zip(given_plans, equilibrium.plans, strict=True))
    return Polished(equilibrium, way, number, distance, (moved_near[0], moved_near[1]), verdict)


def _first_equilibrium(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, plans: PlanPair, prior: Profile, seed: int
) -> tuple[Way, int, ProvedPlans]:
    """Return how an equilibrium was found, the number of guesses tried, and the equilibrium (steps 2 to 4)."""
    learning, number = Learning(form), 0
    point = learning.point(*map(floats, plans))
    for number, (way, guessed_plans, pivots) in enumerate(_attempts(form, halves, profile, learning, point), 1):
        if guessed_plans is not None:
            proposal = _proposal(guessed_plans, "highs", pivots, number)
            if (proved := prove(form, proposal)) is not None:
                return way, number, proved
    ways = {
        "path": sequence_lcp.proposals_from(form, starting_point(form, prior, seed, "auto")),
        "restricted": _restricted(form, learning.supports(point), seed),
    }
    proved = done(first_proved(form, ways, LEAD))
    # Lemke's path leaves its own method in ``how``
    return "path" if proved.how.method == "lcp" else "restricted", number, proved


def _attempts(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, learning: Learning, point: LearnedPoint
) -> Iterator[tuple[Way, PlanPair | None, int]]:
    """Yield (way, plans, pivots) for every guess; the plans are None if the guess leads to none.

    For supports, the pivots are those of this guess; for programs, those of all programs so far.
    """
    for support_1, support_2 in guesses(form.sequences, profile, learning, point):
        limits.report(partial("trying supports of {} and {} sequences".format, support_1.sum(), support_2.sum()))
        plans, pivots = plans_of_supports(halves, support_1, support_2) or (None, 0)
        yield "support", plans, pivots
    alternation = Alternation(halves, guesses=not nearly_zero_sum(form))
    x, y = learning.plans(point)
    for player in (1, 0):  # from player 2's plan y, then from a reply to player 1's plan x: programs begin at a plan y
        start = y if player == 1 else alternation.reply(x)
        plans = None if start is None else done(alternation.equilibrium(start, learning.supports(point)))
        yield "program", plans, alternation.pivots


def _restricted(form: SequenceForm, supports: tuple[Mask, Mask], seed: int) -> Proposals:
    """Propose the plans to which the game restricted to two supports grows."""
    plans, kernel, pivots = yield from grow(form, supports, seed)
    assert plans is not None  # the budget is unlimited
    yield _proposal(plans, kernel, pivots)


def _proposal(plans: PlanPair, kernel: str, pivots: int = 0, tries: int = 1) -> Proposal:
    how = How(method=METHOD, kernel=kernel, pivots=pivots, bits=max(map(bits, plans)), tries=tries)
    return Proposal(plans, how)


def _in_grains(profile: Profile) -> Profile:
    """Return the profile with probabilities rounded to multiples of about 2⁻²⁰; positive ones stay positive."""

    def rounded(distribution: Distribution) -> Distribution:
        grains = [ceil(probability * GRAIN) for probability in distribution]  # up, so that positive ones stay positive
        return tuple(mpq(grain, sum(grains)) for grain in grains)

    return Profile(tuple(tuple(map(rounded, behavior)) for behavior in profile.behavior))


def guesses(
    sequences: tuple[Sequences, ...], profile: Profile, learning: Learning, point: LearnedPoint
) -> Iterator[tuple[Mask, Mask]]:
    """Yield different guesses of both supports, the likeliest first, from the numbers of a profile in floating point.

    A support is a set of sequences of a player. It contains all sequences that an equilibrium plays with positive
    probability, and only best replies. Two numbers show whether a sequence belongs to a support: the probability b and
    the loss r of the sequence's last move. The loss compares the move with the best move at the information set,
    against the opponent's plan, as a share of the absolute payoffs at stake there. Near a strictly complementary
    equilibrium exactly one of b and r is small. So the quotient b/r, the *indicator*, is large if the sequence is
    played, and small otherwise. This is the primal–dual indicator of interior-point methods (El-Bakry, Tapia, Zhang
    1994). All comparisons use decimal logarithms. A guess proves nothing.

    Sequences are divided at the :data:`CUTS` largest gaps between the probabilities of all moves; then at the indicator
    1; then at the largest gap between indicators. ``point`` has the realization plans of the profile.
    """
    probabilities = [
        _logarithms(floats(vector(number for moves in behavior for number in moves))) for behavior in profile.behavior
    ]
    losses = map(_logarithms, learning.losses(point))
    indicators = [probability - loss for probability, loss in zip(probabilities, losses, strict=True)]
    yielded = set()
    for numbers, cuts in (
        (probabilities, _cuts(*probabilities)[:CUTS]),
        (indicators, [0.0, *_cuts(*indicators)[:1]]),  # 0 is the logarithm of the indicator 1
    ):
        for cut in cuts:
            support_1, support_2 = (_support(*pair, cut) for pair in zip(sequences, numbers, strict=True))
            key = support_1.tobytes(), support_2.tobytes()  # arrays cannot be members of a set
            if key not in yielded:
                yielded.add(key)
                yield support_1, support_2


def _support(sequences: Sequences, numbers: Floats, cut: float) -> Mask:
    """Return the sequences of which every move is above the cut, or has the largest number at its information set.

    A sequence has a larger number than its initial segments, so one pass over the information sets is enough.
    """
    inside = np.zeros(sequences.size, dtype=bool)
    inside[EMPTY] = True
    for h, parent in enumerate(sequences.parent.tolist()):
        if inside[parent]:
            moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
            move_numbers = numbers[moves.start - 1 : moves.stop - 1]  # sequence 0, the empty one, has no number
            inside[moves] = (move_numbers > cut) | (move_numbers == move_numbers.max())
    return inside


def _logarithms(numbers: Floats) -> Floats:
    """Return decimal logarithms; numbers below :data:`FLOOR` count as this number."""
    logarithms: Floats = np.log10(np.maximum(numbers, FLOOR))
    return logarithms


def _cuts(*numbers: Floats) -> list[float]:
    """Return cuts between the numbers of both players' moves: the middles of the gaps, the widest gap first.

    The cut −∞, below all numbers, counts as the middle of a gap of width :data:`LOWEST_GAP`.
    """
    ordered = np.unique(np.concatenate(numbers))
    middles = np.append(-np.inf, (ordered[1:] + ordered[:-1]) / 2)
    widths = np.append(LOWEST_GAP, np.diff(ordered))
    return [float(middles[k]) for k in np.argsort(-widths, kind="stable")]
