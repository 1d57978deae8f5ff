"""Measure one tool on one game and print the figures as JSON: ``python -m benchmarks.child TOOL LADDER SIZE LIMIT``.

A process of its own can be stopped, and its memory is only the game's. A call beyond the limit ends it by the signal
SIGALRM.
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
