"""Compare the two methods of HiGHS, and both at once, on the linear programs of zero-sum games.

``python -m benchmarks.lp_methods GAME METHOD LIMIT`` measures one of them, from the sequence form to the proof. The
times are those of the clock, since both methods at once use two cores: measure on a machine that does nothing else.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import lemke
from benchmarks.program import Run, Tables, figures
from benchmarks.tables import Record, Table, number
from lemke.forms.sequence_form import sequence_form
from lemke.game.implicit import State
from lemke.generators import goofspiel_state, leduc_state, liars_dice_state

GAMES: dict[str, Callable[[], State]] = {
    **{f"leduc {ranks}": partial(leduc_state, ranks=ranks) for ranks in (5, 8, 10, 13)},
    **{f"goofspiel {cards}": partial(goofspiel_state, cards) for cards in (4, 5, 6)},
    **{f"liars_dice {faces}": partial(liars_dice_state, faces=faces) for faces in (4, 5, 6)},
}
QUICK = ("leduc 5", "goofspiel 4", "liars_dice 4")
METHODS = ("simplex", "ipm", "both")


def measure(game: str, method: Any) -> Record:
    """Return the seconds of a solve, the rows of its program, and the method that proposed the basis."""
    form = sequence_form(GAMES[game]())
    begin = time.monotonic()
    how = (lemke.solve(form, "lp") if method == "both" else lemke.solve(form, "lp", lp_method=method)).how
    seconds = time.monotonic() - begin
    rows = len(form.f) + form.A.shape[0]
    return {"seconds": seconds, "rows": rows, "won": how.lp_method or "simplex", "pivots": how.pivots}


def lp_methods(run: Run) -> Table:
    """Return a row for each game: the seconds of either method, of both at once, and the method that was quicker."""
    rows = []
    for game in QUICK if run.quick else GAMES:
        records = {method: figures("benchmarks.lp_methods", game, method, str(10 * run.limit)) for method in METHODS}
        size = next((record["rows"] for record in records.values() if "rows" in record), None)
        seconds = [number(record["seconds"]) for record in records.values()]
        rows.append([game, str(size or ""), *seconds, records["both"].get("won", "")])
    return Table(["game", "rows", *(f"{method} s" for method in METHODS), "won"], rows)


LONG: Tables = {"lp-methods": ("the two methods of HiGHS, and both at once", lp_methods)}

if __name__ == "__main__":
    signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
    print(json.dumps(measure(*sys.argv[1:3])))
