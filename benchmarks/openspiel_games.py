"""Small games of OpenSpiel: loaded by us, and by pygambit from OpenSpiel's own export.

    python -m benchmarks.openspiel_games

One line for each game: nodes and seconds here, and what becomes of ``export_gambit`` there, in a process of its own.
"""

from __future__ import annotations

import importlib
import io
import json
import signal
import sys
import time
from collections.abc import Iterator

from benchmarks.program import Run, figures, print_tables
from benchmarks.tables import Record, table
from lemke.interop.openspiel import from_openspiel
from tests.spiel_games import SMALL, in_turn

MODULE = "benchmarks.openspiel_games"


def lines(run: Run) -> Iterator[str]:
    """The table, and how many games each of us loads."""
    rows: list[list[str]] = []
    theirs = 0
    names = SMALL[:6] if run.quick else SMALL
    for name in names:
        start = time.perf_counter()
        game = from_openspiel(name)
        seconds = time.perf_counter() - start
        peer = figures(MODULE, "--peer", name, str(run.limit))
        found = peer.get("failed") or ("loaded" if peer["seconds"] is not None else "not done")
        theirs += found == "loaded"
        took = "" if peer["seconds"] is None else f"{peer['seconds']:.2f}"
        rows.append([f"`{name}`", str(game.size), f"{seconds:.2f}", str(found), took])
    yield from table(["game", "nodes", "s", "pygambit, from OpenSpiel's export", "s"], rows)
    yield ""
    yield f"Loaded here: {len(rows)} of {len(names)}; by pygambit: {theirs}."


def peer(name: str, limit: float) -> Record:
    """What pygambit makes of OpenSpiel's export of a game; the process ends at the limit."""
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
    sys.exit(print_tables("openspiel_games", __doc__, {"games": ("Small games of OpenSpiel", lines)}, Run))
