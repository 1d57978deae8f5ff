"""From an approximate profile to an exact equilibrium near it.

An equilibrium is discrete but for its numbers: which sequences are played, which are best replies. An approximate
profile tells that better than it tells the numbers. So supports are guessed from it, the numbers come from exact linear
programs, and what is proved is then moved as near to the given profile as equilibria allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, How, Judge, ProvedPlans, Report
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import Behavior, Profile
from lemke.game.tree import require_game
from lemke.ground import limits
from lemke.ground.rational import ZERO, bits, short
from lemke.ground.sparse import Vector
from lemke.solvers import check_options, judged, solve
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.priors import GRAIN
from lemke.studies.halves import Found, Half
from lemke.studies.support import Support, guesses

METHOD = "polish"

Way: TypeAlias = Literal["given", "support", "program", "path"]
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

    def __repr__(self) -> str:
        return f"<Polished by {self.way}, distance {short(self.distance)}: {self.equilibrium!r}>"


def polish(game: Game, profile: Profile, seed: int = 0) -> Polished:
    """Return an exact equilibrium of a two-player game near an approximate one, proved.

    If both regrets of the profile are 0, it is returned as it is. Otherwise supports are guessed from its numbers (see
    :mod:`lemke.studies.support`); then plans that leave the least regret against the given ones are. The first guess
    that exact linear programs prove to lead to an equilibrium is taken (:mod:`lemke.studies.halves`). If none does,
    Lemke's path from the profile as prior ends at one. At last each player's plan is moved as near to the given one as
    equilibria with the other's allow, in the sum of differences over the sequences, unless HiGHS leads to no proved
    plan (``moved_near``); programs take given plans with long denominators in multiples of 2⁻³⁰, and the prior consists
    of multiples of about 2⁻²⁰: numbers stay short.

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
        proved = _proved(form, given, _how("given", 0, 1))
        equilibrium = Equilibrium(**vars(proved), game=game, profile=profile)
        return Polished(equilibrium, "given", 0, ZERO, (True, True), report)
    prior = _rounded(profile)
    halves = Half.of(form, 0), Half.of(form, 1)
    way, guessed, found = _found(form, halves, profile, given)
    if found is None:
        limits.report(lambda: "no guess was right; a path from the profile as prior")
        found = solve(form, method="lcp", prior=prior, seed=seed)
    plans, near = list(found.plans), [False, False]
    for player in (0, 1):
        nearest = _nearest(form, halves[player], player, plans[1 - player], given[player])
        if nearest is not None:
            plans[player], near[player] = nearest.plan, True
    equilibrium = judged(form, [_proved(form, plans, found.how)], prior)[0]
    distance = max(max(abs(before - after)) for before, after in zip(given, equilibrium.plans, strict=True))
    return Polished(equilibrium, way, guessed, distance, (near[0], near[1]), report)


def _found(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, given: Sequence[Vector]
) -> tuple[Way, int, ProvedPlans | None]:
    """Return the way and the number of the first guess that is right, and its equilibrium; None where all are wrong."""
    guessed = 0
    for way, pair in _guessed(form, halves, profile, given):
        guessed += 1
        if pair is not None:
            pivots = sum(each.pivots for each in pair)
            return way, guessed, _proved(form, [each.plan for each in pair], _how("highs", pivots, guessed))
    return "path", guessed, None


def _guessed(
    form: TreeForm, halves: tuple[Half, Half], profile: Profile, given: Sequence[Vector]
) -> Iterator[tuple[Way, Pair | None]]:
    """Yield the plans of both players to which guesses lead, player 1's first; None where one leads nowhere."""
    for supports in guesses(form, profile, given):
        yield "support", _of_supports(halves, supports)
    for player in (0, 1):
        pair = _of_program(halves[player], halves[1 - player], given[1 - player])
        yield "program", pair and (pair if player == 0 else pair[::-1])


def _of_supports(halves: tuple[Half, Half], supports: tuple[Support, Support]) -> Pair | None:
    """Return plans of these supports to whose sequences none is better."""
    one, two = supports
    limits.report(lambda: f"supports of {one.sum()} and {two.sum()} sequences are tried")
    x = halves[0].feasible(one, two)
    y = halves[1].feasible(two, one) if x is not None else None
    return None if x is None or y is None else (x, y)


def _of_program(half: Half, other_half: Half, other: Vector) -> Pair | None:
    """Return the plan that leaves the least regret against the other's given one, and one of the other that fits."""
    limits.report(lambda: "a plan of least regret against the given one is sought")
    own = half.against(other)
    fitting = other_half.feasible(own.slack == 0, own.plan != 0) if own is not None else None
    return None if own is None or fitting is None else (own, fitting)


def _nearest(form: SequenceForm, half: Half, player: int, other: Vector, target: Vector) -> Found | None:
    """Return a player's plan, of those in equilibrium with the other's, that is nearest to a target.

    They are those of best replies, sequences with r = 0, against which the sequences that the other plays are best
    replies. None where HiGHS leads to no proved plan.
    """
    limits.report(lambda: f"the nearest plan of player {player + 1} is sought")
    values = half.A @ other
    slack = half.E.T @ best_response(form.sequences[player], values).dual - values
    return half.nearest(slack == 0, other != 0, target)


def _how(kernel: str, pivots: int, tries: int) -> How:
    return How(method=METHOD, kernel=kernel, pivots=pivots, bits=0, tries=tries)


def _proved(form: SequenceForm, plans: Sequence[Vector], how: How) -> ProvedPlans:
    """Return plans with how they were found before they were moved near others; the method is this one."""
    return proved_by_replies(form, plans, replace(how, method=METHOD, bits=max(map(bits, plans))))


def _rounded(profile: Profile) -> Profile:
    """Return the profile with probabilities that are multiples of about 2⁻²⁰, none 0 that was not."""
    return Profile(tuple(map(_in_grains, profile.behavior)))


def _in_grains(behavior: Behavior) -> Behavior:
    grains = [[ceil(probability * GRAIN) for probability in moves] for moves in behavior]
    return tuple(tuple(mpq(grain, sum(own)) for grain in own) for own in grains)
