"""Compare how ``lemke`` and pygambit load small games of OpenSpiel.

    python -m benchmarks.openspiel_games [--quick]

``lemke`` converts a game itself; pygambit reads OpenSpiel's own export (``export_gambit``) in a process of its own.
There is one line for each game: the nodes and seconds of ``lemke``, and the result of pygambit.
"""

from __future__ import annotations

import importlib
import io
import json
import signal
import sys
import time

from benchmarks.program import QUICK_LIMIT, Run, figures
from benchmarks.tables import Record, Table
from lemke.interop.openspiel import from_openspiel
from tests.spiel_games import SMALL, in_turn

MODULE = "benchmarks.openspiel_games"


def table(run: Run) -> Table:
    """Return the table; its last row counts the games that each program loads."""
    rows: list[list[str]] = []
    loaded = 0
    names = SMALL[:6] if run.quick else SMALL
    for name in names:
        start = time.perf_counter()
        game = from_openspiel(name)
        seconds = time.perf_counter() - start
        peer = figures(MODULE, "--peer", name, str(run.limit))
        outcome = peer.get("failed") or ("loaded" if peer["seconds"] is not None else "not done")
        loaded += outcome == "loaded"
        took = "" if peer["seconds"] is None else f"{peer['seconds']:.2f}"
        rows.append([f"`{name}`", str(game.size), f"{seconds:.2f}", str(outcome), took])
    rows.append([f"{len(rows)} of {len(names)} games", "", "", f"{loaded} loaded", ""])
    return Table(["game", "nodes", "s", "pygambit, from OpenSpiel's export", "s"], rows)


def peer(name: str, limit: float) -> Record:
    """Return how pygambit reads OpenSpiel's export of a game; the process ends at the limit."""
    export = importlib.import_module("open_spiel.python.algorithms.gambit").export_gambit
    pygambit = importlib.import_module("pygambit")
    importlib.import_module("open_spiel.python.games")
    signal.setitimer(signal.ITIMER_REAL, limit)
    start = time.perf_counter()
    try:
        pygambit.read_efg(io.BytesIO(export(in_turn(name)).encode()))
    except (ValueError, pygambit.GameStructureChangedError) as error:
        return {"seconds": None, "failed": " ".join(str(error).split())[:80]}
    return {"seconds": time.perf_counter() - start}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        print(json.dumps(peer(sys.argv[2], float(sys.argv[3]))))
        sys.exit()
    importlib.import_module("open_spiel.python.games")
    run = Run(QUICK_LIMIT, quick=True) if sys.argv[1:] == ["--quick"] else Run()
    print("\n".join(table(run).lines()))
