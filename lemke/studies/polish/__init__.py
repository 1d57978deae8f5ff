"""From an approximate profile to an exact equilibrium near it.

An equilibrium has a discrete part: which sequences are played, and which are best replies. An approximate profile shows
this part better than the numbers. So supports are guessed from it, and exact linear programs give the numbers. The
proved equilibrium is then moved as near to the given profile as equilibria allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import ceil
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans, Report
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.played import Played
from lemke.game.strategy import LONGEST, Distribution, Profile
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.document import Block, Document
from lemke.ground.rational import ZERO, bits, short
from lemke.ground.sparse import Vector, floats
from lemke.ground.steps import Steps, done, first_proof
from lemke.ground.tables import page_table
from lemke.ground.words import count, near, player_name
from lemke.solvers import check_options, judged, race, restricted, sequence_lcp
from lemke.solvers.alternation import Alternation
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.crash import nearly_zero_sum
from lemke.solvers.halves import Half, of_supports
from lemke.solvers.learning import LearnedPoint, Learning, Mask
from lemke.solvers.sequence_lcp import starting_point
from lemke.studies.polish.supports import guesses

METHOD = "polish"
GRAIN = 1 << 20
"""Probabilities of a path's prior are multiples of about 1/GRAIN."""
LEAD = 20_000_000
"""Nanoseconds of work for the path, before the game restricted to the profile's moves is solved beside it."""

Way: TypeAlias = Literal["given", "support", "program", "path", "restricted"]
WAYS: dict[Way, str] = {
    "given": "The given profile is an equilibrium; nothing was changed.",
    "support": "The profile shows which moves are played (guess {guesses}); "
    "their probabilities were solved for exactly.",
    "program": "Linear programs led from the profile to it (guess {guesses}).",
    "path": "Lemke's path led from the profile to it, after {guesses} wrong guesses.",
    "restricted": "The game of the moves in the profile grew until its equilibrium was one of the whole game, after "
    "{guesses} wrong guesses.",
}


@dataclass(frozen=True, eq=False)
class Polished(Played):
    """An exact equilibrium, and how it was found from a profile.

    Attributes
    ----------
    equilibrium : Equilibrium
    way : ``"given"``, ``"support"``, ``"program"``, ``"path"`` or ``"restricted"``
        How it was found: the profile was an equilibrium; from its supports; by alternating linear programs with its
        numbers as weights; or, after all guesses were wrong, by Lemke's path from the profile as prior, or from the
        game restricted to the profile's moves.
    guesses : int
        The number of guesses tried, with the right one.
    distance : mpq
        The largest ``|x̂(σ) − x(σ)|`` over all sequences σ of both players, where x̂ are the plans of the given profile:
        a probability.
    moved_near : pair of bool
        For each player, whether the plan was moved as near to the given one as equilibria with the opponent's plan
        allow. False if HiGHS led to no proved plan: then the plan found first stays, and it may be far.
    given : Report
        The verdict on the given profile.
    """

    equilibrium: Equilibrium
    way: Way
    guesses: int
    distance: mpq
    moved_near: tuple[bool, bool]
    given: Report

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
        (a, b), (before_a, before_b) = self.equilibrium.payoffs, self.given.payoffs
        return a - before_a, b - before_b

    def document(self) -> Document:
        """Return the equilibrium, the verdict on the given profile, and the distance; JSON has the first only."""
        document = self.equilibrium.document()
        return Document(lambda: chain(document.blocks(), self._blocks()), document.format, document.members)

    def _blocks(self) -> Iterator[Block]:
        game, missed = self.equilibrium.game, self.given.normalization
        names = [player_name(game.players, player) for player in (0, 1)]
        yield from ("", "The profile as given", self.given.named_table(game.players))
        if missed is not None and missed.sets:
            sets = count(missed.sets, "information set")
            yield f"Probabilities at {sets} did not sum to 1 and were divided by their exact sum."
        moved = [("largest change of a sequence's weight", self.distance)]
        moved += [
            (f"change of the payoff of {name}", change) for name, change in zip(names, self.payoff_changes, strict=True)
        ]
        yield from ("", "How near it is")
        yield page_table([[name, change, near(change, LONGEST)] for name, change in moved], longest=LONGEST)
        for name, moved_near in zip(names, self.moved_near, strict=True):
            if not moved_near:
                yield f"The plan of {name} may not be the nearest to the given one: no nearest plan was proved."
        if all(self.moved_near) and self.way != "given":
            yield "Each plan is the nearest to the given one among all that are in equilibrium with the other plan."
        yield from ("", f"How it was found: {WAYS[self.way].format(guesses=self.guesses)}")

    def __repr__(self) -> str:
        return f"<Polished by {self.way}, distance {short(self.distance)}: {self.equilibrium!r}>"


def polish(game: Game, profile: Profile, seed: int = 0) -> Polished:
    """Return an exact equilibrium of a two-player game near an approximate one, proved.

    1. If both regrets of the profile are 0, it is returned as it is.
    2. Supports are guessed from its numbers (:mod:`lemke.studies.polish.supports`). Exact linear programs decide
       whether they are the supports of an equilibrium (:mod:`lemke.solvers.halves`).
    3. The next guesses are the ends of alternating linear programs from its plans (:mod:`lemke.solvers.alternation`).
    4. If no guess was right, Lemke's path from the profile as prior, or the game restricted to the profile's moves
       (:mod:`lemke.solvers.restricted`), ends at an equilibrium.
    5. Each player's plan is moved as near to the given one as equilibria with the opponent's plan allow, in the sum of
       differences over the sequences, unless HiGHS leads to no proved plan (``moved_near``).

    Numbers stay short: programs round given plans with long denominators to multiples of 2⁻³⁰, and the prior consists
    of multiples of about 2⁻²⁰.

    The equilibrium need not be the nearest of all. In constant-sum games it is, up to that rounding and in the sum of
    differences, if both plans were moved near.

    Parameters
    ----------
    game : Game
        For a strategic form, its :meth:`~lemke.NormalForm.tree`.
    profile : Profile
        For floats, use :meth:`Profile.of` with ``floats=True``.
    seed : int
        The seed of the guided kernel's perturbations, if a path is followed.

    Raises
    ------
    InputError
        It is no game.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    ProfileError, ProbabilityError
        The profile does not fit the game.
    LimitError
        A limit is reached.
    NotProvedError
        No guess was right, and step 4 ended without a proof.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> polished = polish(game, Profile.of(game, [[["1/2", "1/2"]] * 6] * 2))
    >>> polished.equilibrium.payoffs, polished.way
    ((mpq(-1,18), mpq(1,18)), 'program')
    """
    require_game(game)
    check_options("lcp", "auto", seed)
    form = sequence_form(game)
    judge = Judge(game, form.behind, form.sequences)
    report, _ = judge.judge(Claim(profile))
    given_plans = judge.plans(profile)
    limits.check()
    if report.is_equilibrium:
        plain = _proved(form, given_plans, How(method=METHOD, kernel="given", pivots=0, bits=0))
        equilibrium = Equilibrium(**vars(plain), game=game, profile=profile)
        return Polished(equilibrium, "given", 0, ZERO, (True, True), report)
    prior = _in_grains(profile)
    halves = Half.pair(form)
    way, number, proved = _proved_near(form, halves, profile, given_plans, prior, seed)
    plans, near = list(proved.plans), [False, False]
    for player, half in enumerate(halves):
        # the plan must play only best replies (slack 0), and keep the sequences that the opponent plays best replies
        limits.report(partial("the nearest plan of player {} is sought".format, player + 1))
        opposing = plans[1 - player]
        values = half.A @ opposing
        slack = half.E.T @ best_response(form.sequences[player], values).dual - values
        nearest = half.nearest(slack == 0, opposing != 0, given_plans[player])
        if nearest is not None:
            plans[player], near[player] = nearest.plan, True
    equilibrium = judged(form, [_proved(form, plans, proved.how)], prior)[0]
    distance = max(max(abs(before - after)) for before, after in zip(given_plans, equilibrium.plans, strict=True))
    return Polished(equilibrium, way, number, distance, (near[0], near[1]), report)


def _proved_near(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, near: Sequence[Vector], prior: Profile, seed: int
) -> tuple[Way, int, ProvedPlans]:
    """Return how an equilibrium was found, the number of guesses tried, and the equilibrium."""
    learning, number = Learning(form), 0
    point = learning.point(*map(floats, near))
    for number, (way, plans, pivots) in enumerate(_guessed(form, halves, profile, learning, point), 1):
        if plans is not None:
            how = How(method=METHOD, kernel="highs", pivots=pivots, bits=0, tries=number)
            with suppress(NotProvedError):
                return way, number, _proved(form, plans, how)
    limits.report(lambda: "no guess was right; a path from the profile as prior")
    ways = {
        "path": sequence_lcp.steps(form, starting_point(form, prior, seed, "auto")),
        "restricted": _restricted(form, learning.supports(point), seed),
    }
    proved = done(first_proof(ways, {"restricted": LEAD}))
    return "path" if proved.how.method == "lcp" else "restricted", number, proved


def _guessed(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, learning: Learning, point: LearnedPoint
) -> Iterator[tuple[Way, Sequence[Vector] | None, int]]:
    """Yield for every guess its kind, the plans to which it leads or None, and the pivots."""
    for support_1, support_2 in guesses(form.sequences, profile, learning, point):
        limits.report(partial("supports of {} and {} sequences are tried".format, support_1.sum(), support_2.sum()))
        pair = of_supports(halves, support_1, support_2)
        plans = None if pair is None else (pair[0].plan, pair[1].plan)
        yield "support", plans, 0 if pair is None else pair[0].pivots + pair[1].pivots
    alternation = Alternation(form, halves, guesses=not nearly_zero_sum(form))
    x, y = learning.plans(point)
    for player in (1, 0):
        limits.report(lambda: "plans of least regret against the given ones are sought")
        start = y if player == 1 else alternation.reply(x)
        plans = None if start is None else done(alternation.equilibrium(start, learning.supports(point)))
        yield "program", plans, alternation.pivots


def _restricted(form: SequenceForm, supports: tuple[Mask, Mask], seed: int) -> Steps[ProvedPlans]:
    """Return the equilibrium that the game restricted to two supports reaches as it grows."""
    parts: list[How] = []

    def solve_part(part: SequenceForm) -> Steps[ProvedPlans]:
        proved = yield from race.first_proved_steps(part, seed)
        parts.append(proved.how)
        return proved

    plans = yield from restricted.steps(form, supports, solve_part)
    pivots = sum(how.pivots for how in parts)
    return _proved(form, plans, How(method=METHOD, kernel=parts[-1].kernel, pivots=pivots, bits=0, tries=len(parts)))


def _proved(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return proved plans with how they were found before they were moved; the method is ``polish``."""
    return proved_by_replies(form, plans, replace(how, method=METHOD, bits=max(map(bits, plans))))


def _in_grains(profile: Profile) -> Profile:
    """Return the profile with probabilities rounded to multiples of about 2⁻²⁰; positive ones stay positive."""

    def rounded(distribution: Distribution) -> Distribution:
        grains = [ceil(probability * GRAIN) for probability in distribution]
        return tuple(mpq(grain, sum(grains)) for grain in grains)

    return Profile(tuple(tuple(map(rounded, behavior)) for behavior in profile.behavior))
