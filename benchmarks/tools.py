"""The table of the tools that are measured: ``lemke`` with several options, and other programs.

A tool is a function from a case to its figures, which include ``seconds``. ``value`` is player 1's payoff; in a
zero-sum game all tools must agree on it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from benchmarks.lemke_calls import solver_call
from benchmarks.peers import esolver, gambit, highs, lrsnash, openspiel


@dataclass(frozen=True)
class Tool:
    """A tool: what it runs, and the packages or programs that it needs."""

    run: Callable[..., Any]
    packages: tuple[str, ...] = ()
    program: str = ""

    def missing(self) -> list[str]:
        """Return what is not installed."""
        absent = [name for name in self.packages if find_spec(name) is None]
        return [*absent, self.program] if self.program and not shutil.which(self.program) else absent


TOOLS = {
    "lemke": Tool(solver_call),
    "lemke centroid": Tool(partial(solver_call, prior="centroid")),
    "lemke lcp": Tool(partial(solver_call, method="lcp")),
    "lemke exact": Tool(partial(solver_call, kernel="exact")),
    "Gambit lcp": Tool(partial(gambit, solver="lcp_solve"), ("pygambit",)),
    "Gambit lp": Tool(partial(gambit, solver="lp_solve"), ("pygambit",)),
    "Gambit Lemke-Howson": Tool(partial(gambit, solver="lcp_solve", use_strategic=True, stop_after=1), ("pygambit",)),
    "HiGHS": Tool(partial(highs, solver="choose")),
    "HiGHS ipm": Tool(partial(highs, solver="ipm")),
    "OpenSpiel": Tool(openspiel, ("pyspiel", "cvxpy", "ecos")),
    "esolver": Tool(esolver, program="esolver"),
    "lrsnash": Tool(lrsnash, program="lrsnash"),
}
"""The tools, by name. Those of ``lemke`` differ in their options."""
