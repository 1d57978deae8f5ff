"""The method ``learn``: learn in floats which moves matter, solve for these moves, and propose the result.

Learned plans may lead to an equilibrium in three ways. If they are an equilibrium up to rounding, linear programs on
their supports find it (:mod:`~lemke.solvers.halves`). Two linear programs, solved in turn, may begin at the plans. Or
the game that is restricted to the moves of the plans is solved, and grows by best responses
(:mod:`~lemke.solvers.restricted`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice
from math import inf
from typing import TypeAlias

import numpy as np

from lemke.certificate import How, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, in_units
from lemke.game.recall import EMPTY
from lemke.ground.rational import bits
from lemke.ground.steps import Steps, done, within
from lemke.ground.words import count
from lemke.solvers import restricted, sequence_lcp
from lemke.solvers.crash import nearly_zero_sum
from lemke.solvers.halves import Alternation, Half, exact_work, expected_work, plans_of_supports
from lemke.solvers.learning import LearnedPoint, Learning, Mask
from lemke.solvers.proposals import PlanPair, Proposal, Proposals, first_proved
from lemke.solvers.sequence_lcp import PathStart

Attempt: TypeAlias = Generator[int, None, tuple[PlanPair | None, str, int]]
"""Yields work; returns plans or None, the kernel that solved for them, and its pivots."""

FIRST = 125
"""Iterations of a start in its first round. Every later round doubles the iterations of each start, and adds a start.
On Leduc poker of 2 to 5 ranks, raked or with random payoffs, and on random trees, these iterations are mostly enough.
With player 2's payoffs times random factors from 1 to 10 it takes four rounds; if each start is only followed once, but
twice as long as the one before, it takes up to forty times as many iterations."""
ROUNDS = 9
"""Number of rounds, and so of starts; their seeds are successive numbers. The first start takes 32 000 iterations."""
SETTLED = 500
"""Iterations of a start after which programs in turn are tried, unless its plans are close. Tried earlier, they took
twice as long in the games with random factors. In a nearly zero-sum game they are tried at once, and restricted games
only after more iterations: early plans mix too many moves for a small restricted game. A random tree of 33 variables
needs them."""
PROFILES = 1 << ROUNDS
"""In a matrix game, pure profiles with the least regrets are further starts, at most this many. From the first of them
random games of 300 to 1000 strategies took 1 to 11 seconds; without them, games of 600 took more than a minute."""
CLOSE = 1e-7
"""Learned plans with a smaller regret, as a share of the largest payoff, count as an equilibrium up to rounding."""
PLAYED = 1e-9
"""In plans with a regret below CLOSE, sequences with a larger probability than this count as played."""
SHARE = 20
"""Programs in turn are not begun from plans that are not close until the work of learning is 1 / SHARE of theirs: in
games with unrelated payoffs these programs mostly end below 0, and restricted games are faster."""


def solve(form: SequenceForm, start: PathStart) -> ProvedPlans:
    """Return an equilibrium that learned plans lead to.

    Raises NotProvedError if none of the starts led to an equilibrium.
    """
    return done(first_proved(form, {"learn": proposals(form, start.seed)}, 0))


def proposals(form: SequenceForm, seed: int) -> Proposals:
    """Propose plans that learning from one start after the other leads to."""
    search, tries = _Search(in_units(form)[0], seed), 0  # plans have no unit of payoff
    for attempt in search.attempts():
        with suppress(NotProvedError):  # no equilibrium of a restricted game is proved
            plans, kernel, pivots = yield from attempt
            if plans is not None:
                tries += 1
                facts = How(method="learn", kernel=kernel, pivots=pivots, bits=max(map(bits, plans)), tries=tries)
                yield Proposal(plans, replace(facts, iterations=search.iterations, seed=search.start_seed))
                yield exact_work(form)
    raise NotProvedError(f"no equilibrium from the plans of {count(search.iterations, 'iteration')} of learning")


class _Search:
    """Learning in a game from several starts, and the ways from learned plans to exact ones."""

    def __init__(self, form: SequenceForm, seed: int) -> None:
        self.form, self.seed, self.start_seed = form, seed, seed
        self.learning, self.iterations = Learning(form), 0
        # matrix games have many equilibria of few moves, so pure profiles are starts too
        self.is_matrix = all(len(sequences.sets) <= 1 for sequences in form.sequences)
        self.nearly_zero_sum = nearly_zero_sum(form)

    @cached_property
    def halves(self) -> tuple[Half, Half]:
        return Half.pair(self.form)

    @cached_property
    def alternation(self) -> Alternation:
        return Alternation(self.halves, guesses=not self.nearly_zero_sum)

    @cached_property
    def pure_profiles(self) -> Iterator[tuple[int, int]]:
        """Pairs of sequences of a matrix game, each once; the seed decides which pair comes first."""
        pairs = self.learning.pure_profiles(PROFILES) if self.is_matrix and not self.nearly_zero_sum else []
        begin = self.seed % max(len(pairs), 1)
        return iter(pairs[begin:] + pairs[:begin])

    def attempts(self) -> Iterator[Attempt]:
        """Yield attempts from pure profiles, and from the last and the average plans of all starts, in every round."""
        starts: list[Learning] = []
        for latest in range(ROUNDS):
            starts.append(self.learning.anew(self.seed + latest))
            self.start_seed = self.seed
            for pair in islice(self.pure_profiles, latest + 1):
                masks = (np.isin(np.arange(n), (EMPTY, k)) for n, k in zip(self.form.A.shape, pair, strict=True))
                yield grow(self.form, (next(masks), next(masks)), self.seed, 4 * (FIRST << latest) * self.learning.work)
            for number, start in enumerate(starts):
                self.start_seed = self.seed + number
                yield self._learn(start, FIRST << (latest - number))
                yield from self._attempts_from(start)

    def _attempts_from(self, start: Learning) -> Iterator[Attempt]:
        points = sorted((start.last, start.average), key=lambda point: point.regret)
        by_programs = [self._by_programs(start, point) for point in points]
        is_close = points[0].regret < CLOSE
        if is_close:
            yield self._from_supports(start, points[0])
        if is_close or self.nearly_zero_sum:
            yield from by_programs
        if not self.nearly_zero_sum or start.iterations > SETTLED:
            yield grow(self.form, start.supports(start.last), self.seed, start.iterations * start.work)
        affords_programs = expected_work(self.form) <= SHARE * self.iterations * start.work
        if not is_close and not self.nearly_zero_sum and start.iterations >= SETTLED and affords_programs:
            yield from by_programs

    def _learn(self, start: Learning, iterations: int) -> Attempt:
        while start.iterations < iterations:
            start.run(FIRST)
            self.iterations += FIRST
            yield FIRST * start.work
        return None, "", 0

    def _from_supports(self, start: Learning, point: LearnedPoint) -> Attempt:
        x, y = (plan > PLAYED for plan in start.plans(point))
        plans, pivots = plans_of_supports(self.halves, x, y, start.supports(point)) or (None, 0)
        yield exact_work(self.form)
        return plans, "highs", pivots

    def _by_programs(self, start: Learning, point: LearnedPoint) -> Attempt:
        pivots_before = self.alternation.pivots
        plans = yield from self.alternation.equilibrium(start.plans(point)[1], start.supports(point))
        return plans, "highs", self.alternation.pivots - pivots_before


def grow(form: SequenceForm, supports: tuple[Mask, Mask], seed: int, budget: float = inf) -> Attempt:
    """Solve the game of the moves in two supports by paths, extend it by best responses, and so on, within a budget."""
    kernel, pivots = "", 0

    def solve_part(part: SequenceForm) -> Steps[ProvedPlans]:
        nonlocal kernel, pivots
        proved = yield from first_proved(part, {"lcp": sequence_lcp.proposals(part, seed)}, 0)
        kernel, pivots = proved.how.kernel, pivots + proved.how.pivots
        return proved

    plans = yield from within(restricted.steps(form, supports, solve_part), budget)
    return plans, kernel, pivots
