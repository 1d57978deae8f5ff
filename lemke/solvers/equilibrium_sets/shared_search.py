"""The search for all equilibria, shared among the workers of an executor.

Every task searches from the start for a while. The known conflicts close at once all states that were searched before.
The worker sends back its sets and proved steps, which this process checks and adds to its ledger. Tasks take the
branches in different orders; one of them always takes the order of a search without workers. The first worker that
closes all states ends the search (as SAT solvers that share conflicts: Hamadi, Jabbour, Sais 2009).
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
"""A task takes SLICE seconds or, if that is longer, SHARE times the time since the start: the work that every task
repeats grows, too. These times decide which worker does what, but they do not change the equilibria."""
MORE = 4
"""Executors do not say how many workers they have. To find further workers, one task more is sent than there are known
workers, until this number of tasks per worker has ended."""


@dataclass(eq=False)
class SearchedGame:
    """A game with the judge and the programs that every task needs; a worker makes them once."""

    game: Game
    form: SequenceForm

    @cached_property
    def judge(self) -> Judge:
        """The judge of the game."""
        return Judge.of(self.game)

    @cached_property
    def halves(self) -> tuple[HalfCone, HalfCone]:
        """The conditions of both players' plans, and their programs."""
        return HalfCone(self.form, 0), HalfCone(self.form, 1)


class SearchTask(NamedTuple):
    """A search from the start, with known sets and known conflicts."""

    lane: int  # which branches come first, as in :class:`Search`
    seconds: float  # the time that the task may take
    sets: tuple[EquilibriumSet, ...]
    learned: tuple[LearnedConflict, ...]


class Contribution(NamedTuple):
    """The new sets and proofs of a worker. New sets and steps are numbered after the known ones of the task."""

    known_sets: int  # how many sets the task had
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    known_steps: tuple[int, ...]  # numbers of the task's steps in the ledger of the sender
    steps: tuple[ProofStep, ...]
    open_branches: int


def shared_sets(search: Search, form: SequenceForm, executor: Executor, first: int | None = None) -> Iterator[int]:
    """Search as :meth:`Search.sets` does, in an executor's workers; yield the number of every new set.

    Stop when the ledger has ``first`` sets.
    """
    ledger, begin = search.ledger, time.monotonic()
    problem = packed(SearchedGame(ledger.judge.game, form.plain()))

    def tasks() -> Iterator[SearchTask]:
        while True:
            # suspects: tasks whose worker may have died, which are sent again
            used_lanes = {task.lane for task in chain(crew.suspects, *crew.sent.values())}
            lane = next(lane for lane in naturals() if lane not in used_lanes)
            seconds = max(SLICE, SHARE * (time.monotonic() - begin))
            yield SearchTask(lane, seconds, tuple(ledger.sets), tuple(search.conflicts.learned))

    task = partial(run_tasks, problem, limits.current())
    crew = Crew(task, tasks(), 0 if ledger.is_complete else 1, executor, _raise_lost)
    for ended, contribution in enumerate(crew.outcomes(), 1):
        known_sets = len(ledger.sets)
        new_sets = [new_set for new_set in contribution.sets if ledger.listed(new_set) is None]
        if first is not None and known_sets + len(new_sets) >= first:
            yield from map(ledger.include, new_sets[: first - known_sets])
            return
        _add(search, contribution)
        yield from range(known_sets, len(ledger.sets))
        search.open_branches = contribution.open_branches
        if ledger.is_complete:
            return
        limits.report(lambda: f"{count(len(ledger.sets), 'set')}, {count(len(ledger.steps), 'step')}")
        workers = len(crew.workers)
        if ended < MORE * (workers + 1):
            workers += 1
        crew.left = max(0, workers - len(crew.sent))


def run_tasks(packed_game: bytes, task_limits: Limits, name: str, tasks: tuple[SearchTask, ...]) -> Done[Contribution]:
    """Search in a worker. ``name`` is new in every call, since a cluster runs equal calls only once."""
    begin = time.monotonic()
    searched_game = unpacked(packed_game)
    with entered(replace(task_limits, progress=None, stop=check_stop)):
        return Done.since(begin, [_contribution(searched_game, task) for task in tasks])


def _contribution(problem: SearchedGame, task: SearchTask) -> Contribution:
    """Return the new sets and proofs of a search for the time of a task."""
    ledger, halves, form = Ledger(problem.judge), problem.halves, problem.form
    for equilibrium_set in task.sets:
        ledger.include(equilibrium_set)
    ledger.conflicts += [conflict for conflict, _ in task.learned]
    search = Search(form, ledger, halves)
    search.conflicts.take([LearnedConflict(conflict, number) for number, conflict in enumerate(ledger.conflicts)])
    search.lane = task.lane
    for _ in search.sets(time.monotonic() + task.seconds):
        pass
    known_steps = tuple(step for _, step in task.learned)
    new_conflicts = [step for step in search.conflicts.steps() if step >= len(known_steps)]
    steps, combinations = needed_steps(ledger, new_conflicts, list(range(len(ledger.sets))))
    new_sets = tuple(ledger.sets[len(task.sets) :])
    return Contribution(len(task.sets), new_sets, combinations, known_steps, steps, search.open_branches)


def _add(search: Search, contribution: Contribution) -> None:
    """Check a worker's proofs again and add them to a search."""
    ledger = search.ledger
    # from the worker's numbers of sets, combinations and steps to the ledger's numbers
    sets = list(range(contribution.known_sets))
    for new_set in contribution.sets:
        listed = ledger.listed(new_set)
        sets.append(ledger.include(new_set) if listed is None else listed)
    combinations = [ledger.combine(combination) for combination in contribution.combinations]
    numbers = list(contribution.known_steps)
    for step in limits.checked(contribution.steps):
        if isinstance(step, Resolved):
            step = step._replace(zero=numbers[step.zero], positive=numbers[step.positive])
        elif isinstance(step, Excluded):
            step = step._replace(combination=combinations[step.combination])
        elif isinstance(step, Inside):
            step = Inside(sets[step.equilibrium_set], tuple(combinations[number] for number in step.combinations))
        numbers.append(ledger.add(step))
        search.conflicts.learn(LearnedConflict(ledger.conflicts[numbers[-1]], numbers[-1]))


def _raise_lost(task: SearchTask, reason: str) -> NoReturn:
    known_conflicts = count(len(task.learned), "conflict")
    raise InputError(f"the search for equilibria, which knew {known_conflicts}, did not end: {reason}")
