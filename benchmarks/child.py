"""Measure one tool on one game and print the figures as JSON: ``python -m benchmarks.child TOOL LADDER SIZE LIMIT``.

A measurement has a process of its own, so that it can be stopped and its memory is that of one game. The signal SIGALRM
ends a call that takes longer than the limit.
"""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.ladders import LADDERS, Case
from benchmarks.tools import TOOLS


def main(tool: str, ladder: str, size: str, limit: str) -> None:
    """Print the figures in the last line; ``seconds`` is null if an external program reached the limit."""
    try:
        figures = TOOLS[tool].run(Case(LADDERS[ladder], int(size), float(limit)))
    except subprocess.TimeoutExpired:
        figures = {"seconds": None}
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
