"""The search for all equilibria, shared among the workers of an executor.

A worker searches from open states, the deepest first, for a while, with the conflicts that are known. It sends back
the sets that it found, the steps that it proved, and the states that it left open. This process checks the steps and
adds them to its ledger. What was left open goes on as one task, for the second branch of a state often needs what was
learned in the first; the shallowest state is split off where a worker has nothing to do. At the end the learned
conflicts close all states on the way to those sent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple, NoReturn

from lemke.certificate import Combination, Conflict, EquilibriumSet, Excluded, Inside, Judge, Ledger, Resolved, Step
from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.crew import Crew, Done
from lemke.ground.limits import Limits, entered
from lemke.ground.words import count
from lemke.ground.workers import check_stop, packed, unpacked
from lemke.solvers.equilibrium_sets.conflicts import Learned
from lemke.solvers.equilibrium_sets.faces import Half
from lemke.solvers.equilibrium_sets.search import Search
from lemke.solvers.equilibrium_sets.steps import needed_steps

SLICE = 1.5
"""Seconds for which a worker searches. They decide who does what, no result."""


@dataclass(eq=False)
class Problem:
    """A game, and what every task needs of it, made once in a worker."""

    game: Game
    form: SequenceForm

    @cached_property
    def judge(self) -> Judge:
        """What has built rows from the game."""
        return Judge.of(self.game)

    @cached_property
    def halves(self) -> tuple[Half, Half]:
        """The conditions of both players' plans, and their programs."""
        return Half(self.form, 0), Half(self.form, 1)


class Task(NamedTuple):
    """Open states, the shallowest first, and what is known: sets, and conflicts with their steps."""

    states: tuple[Conflict, ...]
    sets: tuple[EquilibriumSet, ...]
    learned: tuple[Learned, ...]


class Part(NamedTuple):
    """What a worker has proved from known steps, and the states that it has left open."""

    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    known: tuple[int, ...]
    steps: tuple[Step, ...]
    open_states: tuple[Conflict, ...]


def shared_sets(search: Search, form: SequenceForm, executor: Executor, first: int | None = None) -> Iterator[int]:
    """Search as :meth:`Search.sets` does, by an executor's workers; yield the number of every set, so many at most."""
    ledger = search.ledger
    waiting: list[tuple[Conflict, ...]] = [(Conflict(),)]
    problem = packed(Problem(ledger.judge.game, form.plain()))

    def tasks() -> Iterator[Task]:
        while True:
            yield Task(waiting.pop(), tuple(ledger.sets), tuple(search.conflicts.learned))

    crew = Crew(partial(searched, problem, limits.current()), tasks(), 1, executor, _lost)
    for part in crew.outcomes():
        known = len(ledger.sets)
        sets = [new for new in part.sets if ledger.listed(new) is None]
        if first is not None and known + len(sets) >= first:
            yield from map(ledger.include, sets[: first - known])
            return
        _add(search, part)
        left = [state for state in part.open_states if not isinstance(search.conflicts.follow(state), Learned)]
        idle = len(crew.workers) + 1 - len(crew.sent) - len(waiting)
        while len(left) > 1 and idle > 1:
            waiting.insert(0, (left.pop(0),))
            idle -= 1
        if left:
            waiting.append(tuple(left))
        crew.left = len(waiting)
        given_out = chain(crew.suspects, *crew.sent.values())
        search.elsewhere = sum(map(len, waiting)) + sum(len(task.states) for task in given_out)
        limits.report(search.progress)
        yield from range(known, len(ledger.sets))
    search.elsewhere = 0
    yield from search.sets()


def searched(problem: bytes, block: Limits, name: str, tasks: tuple[Task, ...]) -> Done[Part]:
    """Search from states in a worker; the name is a new one for every task."""
    begin = time.monotonic()
    work = unpacked(problem)
    with entered(replace(block, progress=None, stop=check_stop)):
        return Done.since(begin, [_part(work, task) for task in tasks])


def _part(problem: Problem, task: Task) -> Part:
    ledger, halves, form = Ledger(problem.judge), problem.halves, problem.form
    for equilibrium_set in task.sets:
        ledger.include(equilibrium_set)
    ledger.conflicts += [conflict for conflict, _ in task.learned]
    search = Search(form, ledger, halves)
    search.conflicts.take([Learned(conflict, number) for number, conflict in enumerate(ledger.conflicts)])
    end = time.monotonic() + SLICE
    states = list(task.states)
    while states and time.monotonic() < end:
        for _ in search.sets(states.pop(), end):
            pass
        states += search.open_states
    known = tuple(step for _, step in task.learned)
    ends = [step for step in search.conflicts.steps() if step >= len(known)]
    steps, combinations = needed_steps(ledger, ends, list(range(len(ledger.sets))))
    return Part(tuple(ledger.sets), combinations, known, steps, tuple(states))


def _add(search: Search, part: Part) -> None:
    """Add what a worker has proved to a search, checked again."""
    ledger = search.ledger
    sets = [ledger.include(new) if (known := ledger.listed(new)) is None else known for new in part.sets]
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
        search.conflicts.learn(Learned(ledger.conflicts[numbers[-1]], numbers[-1]))


def _lost(task: Task, reason: str) -> NoReturn:
    raise InputError(f"the search for equilibria from {count(len(task.states), 'state')}: {reason}, expected a result")
