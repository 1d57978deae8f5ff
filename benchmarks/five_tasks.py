"""Five tasks as a user writes them, with ``lemke`` and with three other packages: lines of code and seconds.

A task is a function for each package. Its lines of code are the lines after ``def``, without empty lines. Its seconds
are the best of many calls, after a first call that loads the packages. Known facts about the games decide whether its
answer is right. If a package cannot do a task, there is a reason instead of a function.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import lemke
from benchmarks.clock import timed
from benchmarks.program import Run, Tables
from benchmarks.tables import Table, number

A, B = [[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]]
"""A game of B. von Stengel (2007), Equilibrium computation for two-player games; it has three equilibria."""
KUHN = "examples/games/kuhn3.efg"
CFR = "NE,.797,.203,1,0,1,0,.462,.538,.388,.612,0,1,1,0,.664,.336,0,1,0,1,.666,.334,1,0"
"""Averages of CFR+ on Kuhn poker with three digits."""
CALLS = 20
AGREED = 1e-6
"""Numbers that differ by more are not roundings of the same number."""


def an_equilibrium_by_lemke() -> Any:
    import lemke

    return [strategy for (strategy,) in lemke.solve(lemke.bimatrix(A, B)).profile.behavior]


def an_equilibrium_by_gambit() -> Any:
    import numpy as np
    import pygambit

    game = pygambit.Game.from_arrays(np.array(A), np.array(B))
    profile = pygambit.nash.lcp_solve(game, rational=True, stop_after=1).equilibria[0]
    return [[profile[strategy] for strategy in player.strategies] for player in game.players]


def an_equilibrium_by_openspiel() -> Any:
    import numpy as np
    from open_spiel.python.algorithms import matrix_nash

    return next(matrix_nash.lemke_howson_solve(np.array(A), np.array(B)))


def an_equilibrium_by_nashpy() -> Any:
    import nashpy

    return nashpy.Game(A, B).lemke_howson(initial_dropped_label=0)


def kuhn_poker_by_lemke() -> Any:
    import lemke

    return lemke.solve(KUHN)["J"]["bet"]


def kuhn_poker_by_gambit() -> Any:
    import pygambit

    return pygambit.nash.lp_solve(pygambit.read_efg(KUHN), rational=True).equilibria[0]["J"]["bet"]


def kuhn_poker_by_openspiel() -> Any:
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    _, _, policy, _ = solve_zero_sum_game(pyspiel.load_game("kuhn_poker"))
    return policy.policy_for_key("0")[1]


def a_verdict_by_lemke() -> Any:
    import lemke

    return max(lemke.verify(KUHN, {}, missing="uniform").regrets)


def a_verdict_by_gambit() -> Any:
    import pygambit

    return pygambit.read_efg(KUHN).mixed_behavior_profile(rational=True).max_regret()


def a_verdict_by_openspiel() -> Any:
    import pyspiel
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.load_game("kuhn_poker")
    verdict = exploitability.nash_conv(game, UniformRandomPolicy(game), return_only_nash_conv=False)
    return max(verdict.player_improvements)


def all_equilibria_by_lemke() -> Any:
    import lemke

    return [(equilibrium.x, equilibrium.y) for equilibrium in lemke.enumerate(lemke.bimatrix(A, B)).equilibria]


def all_equilibria_by_gambit() -> Any:
    import numpy as np
    import pygambit

    game = pygambit.Game.from_arrays(np.array(A), np.array(B))
    profiles = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    return [[[profile[move] for move in player.strategies] for player in game.players] for profile in profiles]


def all_equilibria_by_openspiel() -> Any:
    import numpy as np
    from open_spiel.python.algorithms import matrix_nash

    return list(matrix_nash.lrs_solve(np.array(A), np.array(B), 1000, "lrsnash"))


def all_equilibria_by_nashpy() -> Any:
    import nashpy

    return list(nashpy.Game(A, B).vertex_enumeration())


def floats_made_exact_by_lemke() -> Any:
    import lemke

    return lemke.polish(KUHN, CFR).equilibrium.payoffs


def numbers(answer: Any) -> list[Any]:
    """Return the numbers of a nested answer, in order."""
    if isinstance(answer, Iterable):
        return [number for part in answer for number in numbers(part)]
    return [answer]


def near(answer: Any, *expected: str) -> bool:
    """Return whether an answer has these numbers, up to rounding."""
    pairs = zip(numbers(answer), map(Fraction, expected), strict=True)
    return all(abs(float(value) - float(share)) < AGREED for value, share in pairs)


def is_equilibrium(answer: Any) -> bool:
    """Return whether a pair of mixed strategies of A and B has no regret, up to rounding."""
    floats = [float(share) for strategy in answer for share in strategy]
    return max(lemke.verify(lemke.bimatrix(A, B), floats, normalize=True).regrets) < AGREED


def are_all_equilibria(answer: Any) -> bool:
    """Return whether there are three equilibria of A and B, all different."""
    pairs = sorted([float(share) for share in numbers(pair)] for pair in answer)
    different = all(max(map(abs, map(float.__sub__, a, b))) > AGREED for a, b in pairwise(pairs))
    return len(pairs) == 3 and different and all(map(is_equilibrium, answer))


Answer = Callable[[], Any] | str
"""A function, or the reason why there is none."""
TREES = "no game trees"


@dataclass(frozen=True)
class Task:
    """A task, whether an answer to it is right, the answer of each package, and what packages call for it."""

    title: str
    is_right: Callable[[Any], bool]
    answers: Mapping[str, Answer]
    through: Mapping[str, str]


TASKS = (
    Task(
        "an equilibrium from two payoff matrices",
        is_equilibrium,
        {
            "lemke": an_equilibrium_by_lemke,
            "pygambit": an_equilibrium_by_gambit,
            "OpenSpiel": an_equilibrium_by_openspiel,
            "Nashpy": an_equilibrium_by_nashpy,
        },
        {"OpenSpiel": "Nashpy"},
    ),
    Task(
        "Kuhn poker: how often player 1 bets with the jack",
        lambda answer: -AGREED < float(answer) < 1 / 3 + AGREED,
        {
            "lemke": kuhn_poker_by_lemke,
            "pygambit": kuhn_poker_by_gambit,
            "OpenSpiel": kuhn_poker_by_openspiel,
            "Nashpy": TREES,
        },
        {},
    ),
    Task(
        "the largest regret where all moves in Kuhn poker are equally likely",
        lambda answer: near(answer, "13/24"),
        {
            "lemke": a_verdict_by_lemke,
            "pygambit": a_verdict_by_gambit,
            "OpenSpiel": a_verdict_by_openspiel,
            "Nashpy": TREES,
        },
        {},
    ),
    Task(
        "all equilibria of the two matrices",
        are_all_equilibria,
        {
            "lemke": all_equilibria_by_lemke,
            "pygambit": all_equilibria_by_gambit,
            "OpenSpiel": all_equilibria_by_openspiel,
            "Nashpy": all_equilibria_by_nashpy,
        },
        {"OpenSpiel": "`lrsnash`"},
    ),
    Task(
        "an exact equilibrium from CFR's floats on Kuhn poker",
        lambda answer: near(answer, "-1/18", "1/18"),
        {"lemke": floats_made_exact_by_lemke, "pygambit": "–", "OpenSpiel": "–", "Nashpy": TREES},
        {},
    ),
)


def lines(answer: Callable[[], Any]) -> int:
    """Return how many lines the body of a function has that are not empty."""
    _, *body = inspect.getsource(answer).splitlines()
    return sum(bool(line.strip()) for line in body)


def cell(run: Run, task: Task, tool: str) -> str:
    """Return lines and seconds of an answer, and whether it is in floats; or the reason why there is none."""
    answer = task.answers[tool]
    if isinstance(answer, str):
        return answer
    try:
        result = answer()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        print(f"{task.title}, {tool}: {error}", file=sys.stderr)
        return "not installed"
    if not task.is_right(result):
        run.mistakes.append(f"{task.title}, {tool}: {result}")
    _, seconds = timed(answer, CALLS)
    kind = "floats" if any(isinstance(part, float) for part in numbers(result)) else "exact"
    through = f", through {task.through[tool]}" if tool in task.through else ""
    return f"{lines(answer)} lines, {number(seconds)} s, {kind}{through}"


def five_tasks(run: Run) -> Table:
    """Return the table: a row for every task, a column for every package."""
    tools = list(TASKS[0].answers)
    return Table(["task", *tools], [[task.title, *(cell(run, task, tool) for tool in tools)] for task in TASKS])


TABLES: Tables = {"five-tasks": ("Five tasks as a user writes them, lines of code and seconds", five_tasks)}
