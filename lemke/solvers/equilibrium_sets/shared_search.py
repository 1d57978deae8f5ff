"""The search for all equilibria, shared among the workers of an executor.

Every worker searches from the start for a while, with the known conflicts: they close at once all states searched
before. It sends back its sets and proved steps, which this process checks and adds to its ledger. Workers take the
branches in different orders; one of them always takes the order of a search without workers. The first worker that
closes all states ends the search (Hamadi, Jabbour, Sais 2009: solvers of logic that share conflicts).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from itertools import count as naturals
from typing import NamedTuple, NoReturn

from lemke.certificate import Combination, EquilibriumSet, Excluded, Inside, Judge, Ledger, ProofStep, Resolved
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.crew import Crew, Done
from lemke.ground.limits import Limits, entered
from lemke.ground.words import count
from lemke.ground.workers import check_stop, packed, unpacked
from lemke.solvers.equilibrium_sets.conflicts import LearnedConflict
from lemke.solvers.equilibrium_sets.faces import HalfCone
from lemke.solvers.equilibrium_sets.search import Search
from lemke.solvers.equilibrium_sets.steps import needed_steps

SLICE, SHARE = 2.0, 0.1
"""A task takes this number of seconds, or this share of the time since the start, if that is longer: the work that
every task repeats also grows. These times decide which worker does what, but no result.
"""
MORE = 4
"""Tasks per known worker during which one more task is sent, to find further workers: executors do not say how many."""


@dataclass(eq=False)
class SearchedGame:
    """A game with the judge and the programs that every task needs, made once in a worker."""

    game: Game
    form: SequenceForm

    @cached_property
    def judge(self) -> Judge:
        """The judge, with rows built from the game."""
        return Judge.of(self.game)

    @cached_property
    def halves(self) -> tuple[HalfCone, HalfCone]:
        """The conditions of both players' plans, and their programs."""
        return HalfCone(self.form, 0), HalfCone(self.form, 1)


class SearchTask(NamedTuple):
    """Which branches come first, for how many seconds, and the known sets, and conflicts with their steps."""

    lane: int
    seconds: float
    sets: tuple[EquilibriumSet, ...]
    learned: tuple[LearnedConflict, ...]


class Contribution(NamedTuple):
    """The proofs of a worker, on top of known sets and steps, and how many branches it has left open."""

    known_sets: int
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    known: tuple[int, ...]
    steps: tuple[ProofStep, ...]
    open_branches: int


def shared_sets(search: Search, form: SequenceForm, executor: Executor, first: int | None = None) -> Iterator[int]:
    """Search as :meth:`Search.sets` does, by an executor's workers; yield every set's number, ``first`` at most."""
    ledger, begin = search.ledger, time.monotonic()
    problem = packed(SearchedGame(ledger.judge.game, form.plain()))

    def tasks() -> Iterator[SearchTask]:
        while True:
            at_work = {task.lane for task in chain(crew.suspects, *crew.sent.values())}
            lane = next(lane for lane in naturals() if lane not in at_work)
            seconds = max(SLICE, SHARE * (time.monotonic() - begin))
            yield SearchTask(lane, seconds, tuple(ledger.sets), tuple(search.conflicts.learned))

    crew = Crew(partial(searched, problem, limits.current()), tasks(), 0 if ledger.is_complete else 1, executor, _lost)
    for parts, part in enumerate(crew.outcomes(), 1):
        known = len(ledger.sets)
        sets = [new for new in part.sets if ledger.listed(new) is None]
        if first is not None and known + len(sets) >= first:
            yield from map(ledger.include, sets[: first - known])
            return
        _add(search, part)
        yield from range(known, len(ledger.sets))
        search.open_branches = part.open_branches
        if ledger.is_complete:
            return
        limits.report(lambda: f"{count(len(ledger.sets), 'set')}, {count(len(ledger.steps), 'step')}")
        workers = len(crew.workers)
        if parts < MORE * (workers + 1):
            workers += 1
        crew.left = max(0, workers - len(crew.sent))


def searched(problem: bytes, block: Limits, name: str, tasks: tuple[SearchTask, ...]) -> Done[Contribution]:
    """Search in a worker; every task has a new name."""
    begin = time.monotonic()
    work = unpacked(problem)
    with entered(replace(block, progress=None, stop=check_stop)):
        return Done.since(begin, [_part(work, task) for task in tasks])


def _part(problem: SearchedGame, task: SearchTask) -> Contribution:
    ledger, halves, form = Ledger(problem.judge), problem.halves, problem.form
    for equilibrium_set in task.sets:
        ledger.include(equilibrium_set)
    ledger.conflicts += [conflict for conflict, _ in task.learned]
    search = Search(form, ledger, halves)
    search.conflicts.take([LearnedConflict(conflict, number) for number, conflict in enumerate(ledger.conflicts)])
    search.lane = task.lane
    for _ in search.sets(time.monotonic() + task.seconds):
        pass
    known = tuple(step for _, step in task.learned)
    ends = [step for step in search.conflicts.steps() if step >= len(known)]
    steps, combinations = needed_steps(ledger, ends, list(range(len(ledger.sets))))
    return Contribution(
        len(task.sets), tuple(ledger.sets[len(task.sets) :]), combinations, known, steps, search.open_branches
    )


def _add(search: Search, part: Contribution) -> None:
    """Check a worker's proofs again and add them to a search."""
    ledger = search.ledger
    sets = list(range(part.known_sets))
    sets += [ledger.include(new) if (known := ledger.listed(new)) is None else known for new in part.sets]
    combinations = [ledger.combine(combination) for combination in part.combinations]
    numbers = list(part.known)
    for step in limits.checked(part.steps):
        if isinstance(step, Resolved):
            step = step._replace(zero=numbers[step.zero], positive=numbers[step.positive])
        elif isinstance(step, Excluded):
            step = step._replace(combination=combinations[step.combination])
        elif isinstance(step, Inside):
            step = Inside(sets[step.equilibrium_set], tuple(combinations[number] for number in step.combinations))
        numbers.append(ledger.add(step))
        search.conflicts.learn(LearnedConflict(ledger.conflicts[numbers[-1]], numbers[-1]))


def _lost(task: SearchTask, reason: str) -> NoReturn:
    known = count(len(task.learned), "conflict")
    raise InputError(f"the search for equilibria, from {known}: {reason}, expected a result")
