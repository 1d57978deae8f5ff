"""Gambit's exact LCP solver in a process of its own, so that it can be stopped."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

_CHILD = """
import json, sys, time
import pygambit
game = pygambit.read_efg(sys.argv[1])
begin = time.perf_counter()
result = pygambit.nash.lcp_solve(game, rational=True)
seconds = time.perf_counter() - begin
print(json.dumps({"seconds": seconds, "found": len(result.equilibria)}))
"""


def seconds(efg: str, limit: float) -> float | None:
    """Return the seconds that ``lcp_solve(rational=True)`` takes, without reading; None beyond the limit."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.efg")
        path.write_text(efg, encoding="utf-8")
        try:
            run = subprocess.run(
                [sys.executable, "-c", _CHILD, str(path)], capture_output=True, text=True, timeout=limit, check=True
            )
        except subprocess.TimeoutExpired:
            return None
    measured = json.loads(run.stdout)
    if not measured["found"]:
        raise RuntimeError("Gambit found no equilibrium")
    return float(measured["seconds"])
