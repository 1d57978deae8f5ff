"""From an approximate profile to an exact equilibrium near it.

An equilibrium is discrete but for its numbers: which sequences are played, which are best replies. An approximate
profile tells that better than it tells the numbers. So supports are guessed from it, the numbers come from exact linear
programs, and what is proved is then moved as near to the given profile as equilibria allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import ceil
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans, Report
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import LONGEST, Distribution, Profile
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.document import Block, Document
from lemke.ground.rational import ZERO, bits, short
from lemke.ground.sparse import Vector
from lemke.ground.tables import page_table
from lemke.ground.words import count, near, player_name
from lemke.solvers import check_options, judged, solve
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.sequence_lcp import GRAIN
from lemke.studies.polish.halves import Found, Half
from lemke.studies.polish.supports import guesses

METHOD = "polish"

Way: TypeAlias = Literal["given", "support", "program", "path"]
WAYS: dict[Way, str] = {
    "given": "It is the given profile, which is an equilibrium.",
    "support": "Way: support. Guess {guesses} of the supports was right.",
    "program": "Way: program. Guess {guesses}, a linear program weighted with the profile, was right.",
    "path": "Way: path. None of {guesses} guesses was right; Lemke's path from the profile as prior led to it.",
}
Pair: TypeAlias = tuple[Found, Found]


@dataclass(frozen=True, eq=False)
class Polished:
    """An exact equilibrium, and how it was found from a profile.

    Attributes
    ----------
    equilibrium : Equilibrium
    way : ``"given"``, ``"support"``, ``"program"`` or ``"path"``
        The profile was an equilibrium; from its supports; from its numbers as weights in a linear program; by Lemke's
        path from it as prior, after all guesses were wrong.
    guesses : int
        How many were tried, the right one included.
    distance : mpq
        The largest ``|x̂(σ) − x(σ)|`` over all sequences σ of both players, x̂ being the plans of the given profile: a
        probability.
    moved_near : pair of bool
        Whether each player's plan was moved as near to the given one as equilibria with the other's allow. False where
        HiGHS led to no proved plan, so that the one found first stays, which may be far.
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
    def payoff_changes(self) -> tuple[mpq, mpq]:
        """What each player gets in the equilibrium, less what it got in the given profile."""
        (a, b), (before_a, before_b) = self.equilibrium.payoffs, self.given.payoffs
        return a - before_a, b - before_b

    def document(self) -> Document:
        """Return the equilibrium, the verdict on the given profile, and how far it moved; JSON has the first alone."""
        document = self.equilibrium.document()
        return Document(lambda: chain(document.blocks(), self._blocks()), document.format, document.members)

    def _blocks(self) -> Iterator[Block]:
        game, missed = self.equilibrium.game, self.given.normalization
        names = [player_name(game.players, player) for player in (0, 1)]
        yield from ("", "The profile as given", self.given.named_table(game.players))
        if missed is not None and missed.sets:
            yield f"Divided by their exact sums, which were not 1 at {count(missed.sets, 'information set')}."
        moved = [("probability of a sequence, at most", self.distance)]
        moved += [(f"payoff of {name}", change) for name, change in zip(names, self.payoff_changes, strict=True)]
        yield from ("", "Moved by")
        yield page_table([[name, change, near(change, LONGEST)] for name, change in moved], longest=LONGEST)
        yield from ("", WAYS[self.way].format(guesses=self.guesses))
        for name, moved_near in zip(names, self.moved_near, strict=True):
            if not moved_near:
                yield f"Not moved near: {name}; a nearer plan may go with the other's."

    def __repr__(self) -> str:
        return f"<Polished by {self.way}, distance {short(self.distance)}: {self.equilibrium!r}>"


def polish(game: Game, profile: Profile, seed: int = 0) -> Polished:
    """Return an exact equilibrium of a two-player game near an approximate one, proved.

    If both regrets of the profile are 0, it is returned as it is. Otherwise supports are guessed from its numbers
    (:mod:`lemke.studies.polish.supports`); the next guesses are plans that leave the least regret against the given
    ones. The first guess that exact linear programs prove to lead to an equilibrium is taken
    (:mod:`lemke.studies.polish.halves`). If none does, Lemke's path from the profile as prior ends at one. At last each
    player's plan is moved as near to the given one as equilibria with the other's allow, in the sum of differences over
    the sequences, unless HiGHS leads to no proved plan (``moved_near``); programs take given plans with long
    denominators in multiples of 2⁻³⁰, and the prior consists of multiples of about 2⁻²⁰: numbers stay short.

    The equilibrium need not be the nearest of all, except in constant-sum games: there it is, up to that rounding, in
    the sum of differences, if both plans were moved near.

    Parameters
    ----------
    game : Game
        For a strategic form its :meth:`~lemke.NormalForm.tree`.
    profile : Profile
        Floats are to be taken in by :meth:`Profile.of` (``floats=True``).
    seed : int
        Of the guided kernel's perturbations, if a path is followed.

    Raises
    ------
    InputError
        For what is no game.
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError, ProbabilityError
        If the profile does not fit the game.
    LimitError
        If a limit is reached.
    NotProvedError
        If no guess was right, and no kernel could prove the end of the path.

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
    given = judge.plans(profile)
    limits.check()
    if report.is_equilibrium:
        plain = _proved(form, given, How(method=METHOD, kernel="given", pivots=0, bits=0))
        equilibrium = Equilibrium(**vars(plain), game=game, profile=profile)
        return Polished(equilibrium, "given", 0, ZERO, (True, True), report)
    prior = _in_grains(profile)
    halves = Half.of(form, 0), Half.of(form, 1)
    way, number, proved = _first_right(form, halves, profile, given)
    if proved is None:
        limits.report(lambda: "no guess was right; a path from the profile as prior")
        proved = solve(form, method="lcp", prior=prior, seed=seed)
    plans, near = list(proved.plans), [False, False]
    for player, half in enumerate(halves):
        # of best replies, so of sequences with r = 0, against which those that the opponent plays are best replies
        limits.report(partial("the nearest plan of player {} is sought".format, player + 1))
        opposing = plans[1 - player]
        values = half.A @ opposing
        slack = half.E.T @ best_response(form.sequences[player], values).dual - values
        nearest = half.nearest(slack == 0, opposing != 0, given[player])
        if nearest is not None:
            plans[player], near[player] = nearest.plan, True
    equilibrium = judged(form, [_proved(form, plans, proved.how)], prior)[0]
    distance = max(max(abs(before - after)) for before, after in zip(given, equilibrium.plans, strict=True))
    return Polished(equilibrium, way, number, distance, (near[0], near[1]), report)


def _first_right(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, plans: Sequence[Vector]
) -> tuple[Way, int, ProvedPlans | None]:
    """Return the way and the number of the first guess that is right, and its equilibrium; None where all are wrong."""
    number = 0
    for number, (way, pair) in enumerate(_guessed(form, halves, profile, plans), 1):
        if pair is not None:
            x, y = pair
            how = How(method=METHOD, kernel="highs", pivots=x.pivots + y.pivots, bits=0, tries=number)
            return way, number, _proved(form, [x.plan, y.plan], how)
    return "path", number, None


def _guessed(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, plans: Sequence[Vector]
) -> Iterator[tuple[Way, Pair | None]]:
    """Yield the plans of both players to which guesses lead, player 1's first; None where one leads nowhere."""
    for support_1, support_2 in guesses(form, profile, plans):
        limits.report(partial("supports of {} and {} sequences are tried".format, support_1.sum(), support_2.sum()))
        x = halves[0].feasible(support_1, support_2)
        y = halves[1].feasible(support_2, support_1) if x is not None else None
        yield "support", None if x is None or y is None else (x, y)
    for player in (0, 1):
        # the plan that leaves the least regret against the other's, and one of the other that fits
        limits.report(lambda: "a plan of least regret against the given one is sought")
        least = halves[player].against(plans[1 - player])
        fitting = None if least is None else halves[1 - player].feasible(least.slack == 0, least.plan != 0)
        if least is None or fitting is None:
            yield "program", None
        else:
            yield "program", (least, fitting) if player == 0 else (fitting, least)


def _proved(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return plans with how they were found before they were moved near others; the method is this one."""
    return proved_by_replies(form, plans, replace(how, method=METHOD, bits=max(map(bits, plans))))


def _in_grains(profile: Profile) -> Profile:
    """Return the profile with probabilities that are multiples of about 2⁻²⁰, none 0 that was not."""

    def rounded(distribution: Distribution) -> Distribution:
        grains = [ceil(probability * GRAIN) for probability in distribution]
        return tuple(mpq(grain, sum(grains)) for grain in grains)

    return Profile(tuple(tuple(map(rounded, behavior)) for behavior in profile.behavior))
