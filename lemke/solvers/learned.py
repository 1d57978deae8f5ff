"""The method ``learn``: learn in floats which moves matter, solve for these moves, and prove the result.

Learned plans may lead to an equilibrium in three ways. If they are an equilibrium up to rounding, linear programs on
their supports find it (:mod:`~lemke.solvers.halves`). Or the game that is restricted to the moves of the plans is
solved, and grows by best responses (:mod:`~lemke.solvers.restricted`). Or two linear programs, solved in turn, begin at
the plans (:mod:`~lemke.solvers.halves`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from lemke.certificate import How, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, in_units
from lemke.game.recall import EMPTY
from lemke.ground.rational import bits
from lemke.ground.sparse import Vector
from lemke.ground.steps import Steps, done, first_proof, within
from lemke.solvers import restricted, sequence_lcp
from lemke.solvers.answers import proved_by_replies
from lemke.solvers.crash import nearly_zero_sum
from lemke.solvers.halves import Alternation, Half, exact_work, expected_work, plans_of_supports
from lemke.solvers.learning import Floats, LearnedPoint, Learning, Mask
from lemke.solvers.sequence_lcp import PathStart

PlanPair: TypeAlias = tuple[Vector, Vector]

FIRST = 125
"""Iterations of a start in its first round. Every later round doubles the iterations of each start and adds a start."""
SETTLED = 500
"""Iterations of a start after which linear programs are tried. If the regret is below NEAR, or the game is nearly
zero-sum, they are tried earlier. In a nearly zero-sum game restricted games are tried only after more iterations than
this."""
ROUNDS = 9
"""Number of rounds, and so of starts; their seeds are successive numbers."""
STRIDE = 250
"""Largest number of iterations in a step, after which other proposers in a race may have their turn."""
SETUP = 1500
"""Nanoseconds of work before the first start, per payoff."""
PROFILES = 1 << ROUNDS
"""In a matrix game, pure profiles with the least regrets are further starts, at most this many. The seed decides which
profile comes first."""
NEAR = 1e-3
"""With a regret below this share of the largest payoff, linear programs do not wait for SETTLED iterations, nor for
their share of the work."""
CLOSE = 1e-7
"""Learned plans with a smaller regret count as an equilibrium up to rounding, and their supports as its supports."""
PLAYED = 1e-9
"""In plans with a regret below CLOSE, sequences with a larger probability than this count as played."""
LEAD = 60_000_000
"""Nanoseconds of work that Lemke's path gets before learning begins in the same game."""
SMALLER = 0.5
"""If a restricted game has at most this share of the whole game's size, learning is tried on it, too."""


class Candidate(NamedTuple):
    """Learned plans, or a pure profile, from which an attempt to find an equilibrium starts."""

    regret: float  # the larger regret, about as a share of the largest payoff; 1 for a pure profile
    seed: int  # of the start that led to the plans
    x: Floats
    y: Floats
    supports: tuple[Mask, Mask]  # guesses of the sequences that the equilibrium plays


def solve(form: SequenceForm, start: PathStart) -> ProvedPlans:
    """Return an equilibrium that learned plans lead to.

    Raises NotProvedError if none of the starts led to an equilibrium.
    """
    return done(steps(form, start.seed))


def steps(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Return what :func:`solve` returns, in steps (see :mod:`lemke.ground.steps`)."""
    yield SETUP * (form.A.nnz + form.B.nnz)
    return (yield from _Search(form, seed).steps())


class _Search:
    """Learning from many starts, and attempts to prove equilibria from the learned plans.

    Attempts with restricted games get about twice the work of learning, and so do attempts with linear programs.

    ``is_restricted`` says that the form is a restricted game of another search.
    """

    def __init__(self, form: SequenceForm, seed: int, *, is_restricted: bool = False) -> None:
        self.unscaled, self.is_restricted = form, is_restricted
        self.form, _ = in_units(form)  # plans have no unit of payoff
        self.seed = seed
        self.learning = Learning(self.form)
        # matrix games have many equilibria of few moves, so pure profiles are starts too
        self.is_matrix = all(len(sequences.sets) <= 1 for sequences in form.sequences)
        self.nearly_zero_sum = not is_restricted and nearly_zero_sum(self.form)
        self.spent = dict.fromkeys(("learning", "restricted", "programs"), 0)  # nanoseconds of work
        # by kind of attempt; then by the start's number, and by whether the plans are its last ones, not the average
        self.untried: dict[str, dict[tuple[int, bool], Candidate]] = {"restricted": {}, "programs": {}}
        self.supports: set[bytes] = set()  # pairs of supports of learned plans that were tried
        self.iterations = self.tries = self.pivots = 0
        self.kernel = ""  # the kernel of the last program or path

    @cached_property
    def pure_profiles(self) -> Iterator[tuple[int, int]]:
        """Pairs of sequences in a matrix game, each once; the seed decides which pair comes first."""
        pairs = self.learning.pure_profiles(PROFILES)
        begin = self.seed % max(len(pairs), 1)
        return iter(pairs[begin:] + pairs[:begin])

    @cached_property
    def halves(self) -> tuple[Half, Half]:
        return Half.pair(self.form)

    @cached_property
    def alternation(self) -> Alternation:
        return Alternation(self.form, self.halves, guesses=not self.nearly_zero_sum)

    @property
    def affords_programs(self) -> bool:
        """Whether the work of learning is at least a twentieth of the expected work of linear programs."""
        return expected_work(self.form) <= 20 * self.spent["learning"]

    def steps(self) -> Steps[ProvedPlans]:
        """Return an equilibrium, in steps: learn and try in every round."""
        starts: list[Learning] = []
        for latest in range(ROUNDS):
            starts.append(self.learning.anew(self.seed + latest))
            # as many pure profiles as starts so far; each may take the work of 4, 8, 16, … times FIRST iterations
            for length in range(latest + 1) if self.is_matrix else ():
                proved = yield from self._attempt_from_pure(FIRST << (2 + length))
                if proved is not None:
                    return proved
            for number, start in enumerate(starts):
                last, average = yield from self._learned_candidates(
                    start, FIRST << (latest - number), self.seed + number
                )
                if not self.is_restricted and (not self.nearly_zero_sum or start.iterations > SETTLED):
                    # in a nearly zero-sum game the first plans mix too many moves for a small restricted game
                    self.untried["restricted"][number, True] = last
                for is_last, candidate in ((True, last), (False, average)):
                    settled = start.iterations >= SETTLED or candidate.regret < NEAR
                    if self.nearly_zero_sum or candidate.regret < CLOSE or (settled and self.affords_programs):
                        self.untried["programs"][number, is_last] = candidate
                proved = yield from self._attempts_from_untried()
                if proved is not None:
                    return proved
        raise NotProvedError(f"no equilibrium after {self.tries} attempts from learned plans")

    def _learned_candidates(self, start: Learning, iterations: int, seed: int) -> Steps[tuple[Candidate, Candidate]]:
        """Learn up to this number of iterations; return the last plans and the average plans."""
        while start.iterations < iterations:
            more = min(iterations - start.iterations, STRIDE)
            start.run(more)
            self.iterations += more
            work = more * self.learning.work
            self.spent["learning"] += work
            yield work
        return _candidate(start, start.last, seed), _candidate(start, start.average, seed)

    def _attempt_from_pure(self, iterations: int) -> Steps[ProvedPlans | None]:
        """Return the equilibrium to which restricted games from the next pure profile lead.

        Return None if no profile is left, or if the restricted games need more work than ``iterations`` of learning.
        """
        pair = next(self.pure_profiles, None)
        if pair is None:
            return None
        x, y = (np.isin(np.arange(size), (EMPTY, move)) for size, move in zip(self.form.A.shape, pair, strict=True))
        candidate = Candidate(1.0, self.seed, x.astype(float), y.astype(float), (x, y))
        return (yield from self._attempt("restricted", candidate, iterations * self.learning.work))

    def _attempts_from_untried(self) -> Steps[ProvedPlans | None]:
        """Return an equilibrium from plans that were not tried yet, beginning with the least regret.

        Return None if no attempt is successful, or if attempts have used up their share of the work.
        """
        best = min((candidate.regret for candidate in self.untried["programs"].values()), default=1.0)
        programs_first = best < CLOSE or self.nearly_zero_sum
        proved: ProvedPlans | None
        for kind in ("programs", "restricted") if programs_first else ("restricted", "programs"):
            untried = self.untried[kind]
            while untried:
                best_start = min(untried, key=lambda start: untried[start].regret)
                budget = 2 * self.spent["learning"] - self.spent[kind]
                if budget < 0 and (kind == "restricted" or untried[best_start].regret > NEAR):
                    break
                proved = yield from self._attempt(kind, untried.pop(best_start), budget)
                if proved is not None:
                    return proved
        return None

    def _attempt(self, kind: str, candidate: Candidate, budget: int) -> Steps[ProvedPlans | None]:
        """Return the equilibrium that one attempt proves, or None; count its work."""
        self.tries += 1
        attempt = self._restricted_plans(candidate, budget) if kind == "restricted" else self._program_plans(candidate)
        proof = self._proof(attempt, candidate.seed)
        while True:
            try:
                work = next(proof)
            except StopIteration as end:
                proved: ProvedPlans | None = end.value
                return proved
            except NotProvedError:
                return None
            self.spent[kind] += work
            yield work

    def _proof(self, attempt: Steps[PlanPair | None], seed: int) -> Steps[ProvedPlans | None]:
        """Return the plans of an attempt with their proof; None if there are no plans, or they are no equilibrium."""
        plans = yield from attempt
        if plans is None:
            return None
        with suppress(NotProvedError):
            return proved_by_replies(self.unscaled, plans, self._how(plans, seed))
        yield exact_work(self.form)
        return None

    def _how(self, plans: PlanPair, seed: int) -> How:
        return How(
            method="learn",
            kernel=self.kernel,
            pivots=self.pivots,
            bits=max(map(bits, plans)),
            tries=self.tries,
            iterations=self.iterations,
            seed=seed,
        )

    def _restricted_plans(self, candidate: Candidate, budget: int) -> Steps[PlanPair | None]:
        """Return the plans to which restricted games of a candidate's moves lead; None if the budget is too small."""
        steps = restricted.steps(self.form, candidate.supports, self._restricted_equilibrium)
        return (yield from within(steps, budget))

    def _restricted_equilibrium(self, form: SequenceForm) -> Steps[ProvedPlans]:
        """Return an equilibrium of a restricted game, in steps: by Lemke's path and, in a small game, also by learning.

        The path works alone up to LEAD; then both take turns.
        """
        proposers = {"path": sequence_lcp.short_path_steps(form, self.seed)}
        if form.lcp_size <= SMALLER * self.form.lcp_size:
            proposers["learn"] = _Search(form, self.seed, is_restricted=True).steps()
        proved = yield from first_proof(proposers, handicaps={"learn": LEAD})
        self.pivots += proved.how.pivots
        self.kernel = proved.how.kernel
        return proved

    def _program_plans(self, candidate: Candidate) -> Steps[PlanPair | None]:
        """Return the plans to which linear programs lead; None if the programs do not reach an equilibrium."""
        self.kernel = "highs"
        played = candidate.x > PLAYED, candidate.y > PLAYED
        key = b"".join(np.packbits(mask).tobytes() for mask in played)
        if candidate.regret < CLOSE and key not in self.supports:
            self.supports.add(key)
            supported = plans_of_supports(self.halves, *played, candidate.supports)
            if supported is not None:
                pair, pivots = supported
                self.pivots += pivots
                return pair
            yield exact_work(self.form)
        pivots_before = self.alternation.pivots
        plans = yield from self.alternation.equilibrium(candidate.y, candidate.supports)
        self.pivots += self.alternation.pivots - pivots_before
        return plans


def _candidate(learning: Learning, point: LearnedPoint, seed: int) -> Candidate:
    return Candidate(point.regret, seed, *learning.plans(point), learning.supports(point))
