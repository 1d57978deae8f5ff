"""Measure one method on one general-sum game: ``python -m benchmarks.general_child KIND SIZE SEED TOOL LIMIT``.

A measurement has a process of its own; the signal SIGPROF ends it at the limit. Seconds are processor time, including
the proof; the time to build the sequence form and to load libraries is not counted.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable

import numpy as np

import lemke
from benchmarks.general_games import KINDS, Problem
from benchmarks.lemke_calls import warm_up
from benchmarks.tables import Record
from lemke import NormalForm
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.generators import leduc_state
from lemke.linear.guided import Solver


def lemke_solver(method: str) -> Callable[[Problem], Record]:
    """Return a tool that solves by a method; ``stuck`` says that it proved nothing."""

    def solve(problem: Problem) -> Record:
        try:
            how = lemke.solve(problem, method=method).how
        except NotProvedError:
            return {"stuck": True}
        return {"won": "path" if how.method == "lcp" else how.method, "how": how.words()}

    return solve


def quantecon(problem: Problem) -> Record:
    """Follow a Lemke-Howson path in floats; nothing is proved."""
    import quantecon.game_theory as theory

    assert isinstance(problem, NormalForm)
    game = theory.NormalFormGame(
        [theory.Player(np.array(payoffs, dtype=float)) for payoffs in (problem.payoffs[0], problem.payoffs[1].T)]
    )
    information = theory.lemke_howson(game, max_iter=10**7, full_output=True)[1]
    return {"pivots": int(information.num_iter), "stuck": not information.converged}


def highs(problem: Problem) -> Record:
    """Solve the program of the same poker without rake, in floats."""
    assert isinstance(problem, SequenceForm)
    return {"verdict": Solver(problem.lp()).propose()[0]}


TOOLS: dict[str, Callable[[Problem], Record]] = {
    "race": lemke_solver("auto"),
    "learn": lemke_solver("learn"),
    "path": lemke_solver("lcp"),
    "QuantEcon": quantecon,
    "HiGHS without rake": highs,
}
"""By name; those of ``lemke`` first."""


def main(kind: str, size: str, seed: str, tool: str, limit: str) -> None:
    """Print the figures in the last line."""
    warm_up()
    problem = KINDS[kind].make(int(size), int(seed))
    if tool == "QuantEcon":
        TOOLS[tool](NormalForm.of([[1, 0], [0, 1]], [[1, 0], [0, 1]]))  # it is compiled when it is first called
    if tool == "HiGHS without rake":
        problem = lemke.sequence_form(leduc_state(ranks=int(size)))
    signal.setitimer(signal.ITIMER_PROF, float(limit))
    begin = time.process_time()
    record = TOOLS[tool](problem)
    seconds = time.process_time() - begin
    signal.setitimer(signal.ITIMER_PROF, 0)
    sequences = list((problem.payoffs[0] if isinstance(problem, NormalForm) else problem.A).shape)
    print(json.dumps({"seconds": seconds, "sequences": sequences, **record}))


if __name__ == "__main__":
    main(*sys.argv[1:])
