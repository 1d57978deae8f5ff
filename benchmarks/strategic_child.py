"""Measure one tool on games in strategic form: ``python -m benchmarks.strategic_child TOOL LIMIT``.

A measurement has a process of its own, so that it can be stopped; the signal SIGALRM ends a call that takes longer than
the limit. The games are read from standard input as JSON, a list of pairs: the name of a function in
:mod:`benchmarks.strategic_games` that returns matrices, and its parameters. For every game a line of figures is printed
as JSON, as soon as they are known.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import warnings
from typing import Any

from benchmarks import strategic_games
from benchmarks.strategic_tools import STRATEGIC_TOOLS, VERDICTS, WRONG, Pair, verdict, whole_payoffs
from lemke.forms.normal_form import NormalForm


def measure(tool: str, family: str, parameters: dict[str, Any], limit: float) -> dict[str, Any]:
    """Return the figures of one game; ``failed`` with the message if the tool fails."""
    A, B = whole_payoffs(getattr(strategic_games, family)(**parameters))
    try:
        answer = STRATEGIC_TOOLS[tool].run(A, B, limit)
    except (subprocess.TimeoutExpired, TimeoutError):
        return {"seconds": None}
    except Exception as error:  # whatever a peer raises is its answer
        return {"seconds": None, "failed": f"{type(error).__name__}: {error}".splitlines()[0], "verdict": WRONG}
    form = NormalForm.of(A, B)
    verdicts = [verdict(form, pair) for pair in answer.pairs]
    worst = max(verdicts, key=VERDICTS.index, default=WRONG)
    return {
        "seconds": answer.seconds,
        "verdict": worst,
        "count": len(answer.pairs),
        "set": digest(answer.pairs),
        "lengths": answer.lengths,
    }


def digest(pairs: list[Pair]) -> str:
    """Return a digest that two lists share only if they hold the same pairs."""
    texts = sorted({" | ".join(" ".join(map(str, strategy)) for strategy in pair) for pair in pairs})
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def main(tool: str, limit: str) -> None:
    """Print the figures of all games."""
    warnings.simplefilter("ignore")
    for family, parameters in json.load(sys.stdin):
        print(json.dumps(measure(tool, family, parameters, float(limit))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
