"""Measure one tool on one game: ``python -m benchmarks.double_oracle_child TOOL FAMILY PARAMETERS LIMIT``.

FAMILY is one of :data:`lemke.generators.FAMILIES`, PARAMETERS are JSON. A measurement has a process of its own, so that
it can be stopped and its memory is that of one game. The signal SIGALRM ends a call that takes longer than LIMIT. The
figures are printed as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any

import lemke
from benchmarks.clock import Stopwatch, best, peak_memory, timed
from benchmarks.lemke_calls import warm_up
from lemke.certificate import ProvedPlans
from lemke.game import CHANCE
from lemke.game.implicit import State, draws
from lemke.generators import FAMILIES
from lemke.ground.limits import limits
from lemke.ground.rational import text
from lemke.linear.guided import highs
from lemke.solvers.double_oracle import DoubleOracle, Expansion, RestrictedGame


@dataclass(frozen=True)
class Case:
    """A game, and the seconds that a call is given."""

    family: str
    parameters: dict[str, Any]
    limit: float

    def root(self) -> State:
        """Return the first state, made anew."""
        make = FAMILIES[self.family].state
        assert make is not None
        return make(**self.parameters)


def size(case: Case) -> dict[str, Any]:
    """Count the leaves and both players' sequences on a walk that holds information states and no tree."""
    leaves, sequences = 0, [1, 1]
    seen: tuple[dict[Hashable, None], dict[Hashable, None]] = ({}, {})
    pending = [case.root()]
    while pending:
        state = pending.pop()
        if state.is_terminal():
            leaves += 1
        elif (player := state.player()) == CHANCE:
            pending += [state.child(action) for action, _ in draws(state)]
        else:
            actions = state.actions()
            if (key := state.information_state()) not in seen[player]:
                seen[player][key] = None
                sequences[player] += len(actions)
            pending += [state.child(action) for action in actions]
    return {"leaves": leaves, "sequences": sequences}


def double_oracle(expand: Expansion, case: Case) -> dict[str, Any]:
    """Measure a double oracle from the first state until it ends or reaches the limit, with the gap that is left."""

    def call() -> DoubleOracle[Any]:
        with limits(time=case.limit):
            return lemke.double_oracle(case.root(), expand=expand)

    result, seconds = best(call, 2 * case.limit)  # the time limit is checked between the steps
    return {
        "seconds": None if result.gap else seconds,
        "gap": float(result.gap),
        "value": text(result.last.restricted_payoffs[0]),
        "iterations": result.last.number,
        "sizes": result.last.sizes,
    }


def full(case: Case) -> dict[str, Any]:
    """Measure the linear program of the whole game: from the first state to proved plans, and the solver call."""

    def call() -> tuple[ProvedPlans, float]:
        form, build = timed(lambda: lemke.sequence_form(case.root()))
        return lemke.solve(form, method="lp"), build

    (proved, build), seconds = best(call, case.limit)
    return {"seconds": seconds, "solver": seconds - build, "value": text(proved.payoffs[0])}


def steps(case: Case) -> dict[str, Any]:
    """Measure the steps of a double oracle once: timed functions replace those of the library."""
    watched = {
        "program": (RestrictedGame, "equilibrium"),
        "HiGHS": (highs.Solver, "propose"),
        "form": (RestrictedGame, "form"),
        "temporary leaves": (RestrictedGame, "settle"),
        "responses": (RestrictedGame, "responses"),
        "growing": (RestrictedGame, "grow"),
    }
    watches = {name: Stopwatch() for name in watched}
    for name, (owner, function) in watched.items():
        watches[name].watch(owner, function)
    with limits(time=case.limit):
        result, seconds = timed(lambda: lemke.double_oracle(case.root()))
    parts = {name: watch.seconds for name, watch in watches.items()}
    parts["exact"] = parts.pop("program") - parts["HiGHS"] - parts["form"]
    parts["form"] -= parts["temporary leaves"]
    parts["rest"] = seconds - sum(parts.values())
    return {"seconds": None if result.gap else seconds, "iterations": result.last.number, **parts}


TOOLS: dict[str, Callable[[Case], dict[str, Any]]] = {
    "size": size,
    "both": partial(double_oracle, "both"),
    "larger": partial(double_oracle, "larger"),
    "lp": full,
    "steps": steps,
}


def main(tool: str, family: str, parameters: str, limit: str) -> None:
    """Print the figures of one tool on one game, with the peak memory."""
    warm_up()
    figures = TOOLS[tool](Case(family, json.loads(parameters), float(limit)))
    print(json.dumps({"wrong": False, "MiB": peak_memory(), **figures}))


if __name__ == "__main__":
    main(*sys.argv[1:])
