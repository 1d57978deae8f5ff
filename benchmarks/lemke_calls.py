"""Measure the parts of a call of ``lemke``: the sequence form, the proposal, the exact solution, the judge.

In the measuring process, functions with a clock replace the functions that propose in floating point: the guided
kernel's path and every run of HiGHS. The remaining time of a solver call is that of the exact part.
"""

from __future__ import annotations

import importlib
from typing import Any

import lemke
from benchmarks.clock import Stopwatch, best, peak_memory, timed
from benchmarks.ladders import Case
from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import TreeForm
from lemke.game.strategy import behavior, centroid
from lemke.generators import kuhn
from lemke.linear import guided
from lemke.linear.guided import highs


def solver_call(case: Case, **options: Any) -> dict[str, Any]:
    """Measure ``lemke``: the sequence form, the solver call with its parts, and the judge on the tree."""
    warm_up()
    proposal = Stopwatch()
    proposal.watch(guided, "propose")
    proposal.watch(highs.Solver, "propose")
    game = case.game()
    form, build = timed(lambda: lemke.sequence_form(game))

    def call() -> tuple[ProvedPlans, float]:
        proposal.seconds = 0.0
        return lemke.solve(form, **options), proposal.seconds

    (proved, proposed), seconds = best(call, case.limit)
    memory = peak_memory()
    fresh, answer = case.game(), profile(form, proved)
    report, judge = timed(lambda: lemke.verify(fresh, answer))
    if not report.is_equilibrium or report.payoffs != proved.payoffs:
        raise RuntimeError("not what was proved, according to the judge")
    names = ("method", "kernel", "prior", "pivots", "tries", "bits")
    return {
        "seconds": seconds,
        "proposal": proposed,
        "exact": seconds - proposed,
        "build": build,
        "judge": judge,
        "MiB": memory,
        "nodes": game.size,
        "sequences": [side.size for side in form.sequences],
        "value": float(proved.payoffs[0]),
        "has_value": form.total is not None,
        **{name: getattr(proved.how, name, None) for name in names},
    }


def warm_up() -> None:
    """Solve a small game and load the modules that a first solver call loads: that is start-up, not solving."""
    lemke.solve(kuhn(3))
    for module in ("highspy", "scipy.sparse.csgraph", "scipy.sparse.linalg"):
        importlib.import_module(module)


def profile(form: TreeForm, proved: ProvedPlans) -> lemke.Profile:
    """Return behavior strategies with these plans, uniform where a plan leaves the moves open."""
    strategies = [
        [reached or even for reached, even in zip(behavior(side, plan), centroid(side), strict=True)]
        for side, plan in zip(form.sequences, proved.plans, strict=True)
    ]
    return lemke.Profile.of(form.game, strategies)
