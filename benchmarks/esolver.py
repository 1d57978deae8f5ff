"""Compare exact linear programs by ``lemke`` and by QSopt_ex's ``esolver``, with and without reading and starting.

The figures are CPU seconds, the least of several runs. ``esolver`` is a process that starts in milliseconds and reads a
linear program from a file; it does not report how long it reads.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import lemke
from benchmarks.ladders import LADDERS, Case
from benchmarks.lemke_calls import warm_up
from benchmarks.peers import lp_text, program_of
from benchmarks.program import ROOT, Run, Tables
from benchmarks.tables import Table, number

REPEATS = 5


def processor_time(call: Callable[[], object], processes: int = resource.RUSAGE_SELF) -> float:
    """Return the least CPU seconds of some calls, in this process or its children."""
    least = float("inf")
    for _ in range(REPEATS):
        before = resource.getrusage(processes)
        call()
        after = resource.getrusage(processes)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def process_time(command: list[str]) -> float:
    """Return the CPU seconds of a process; TimeoutExpired does not happen, as these games are small."""

    def call() -> None:
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    return processor_time(call, resource.RUSAGE_CHILDREN)


def esolver_table(run: Run) -> Table:
    """Return the table of Leduc poker: the solver call, with reading, and whole processes."""
    warm_up()
    rows = []
    for ranks in (3,) if run.quick else (3, 5, 8):
        case = Case(LADDERS["leduc"], ranks, run.limit)
        form = lemke.sequence_form(case.game())
        with tempfile.TemporaryDirectory() as folder:
            program, game, solution = (str(Path(folder, name)) for name in ("game.lp", "game.efg", "game.sol"))
            Path(program).write_text(lp_text(program_of(case)), encoding="ascii")
            Path(game).write_text(lemke.dumps(case.game(), "efg"), encoding="utf-8")
            seconds = [
                processor_time(lambda form=form: lemke.solve(form, method="lp")),
                processor_time(lambda game=game: lemke.solve(lemke.sequence_form(lemke.read(game)), method="lp")),
                process_time([sys.executable, "-m", "lemke", "solve", game, "--method", "lp"]),
            ]
            cells = [number(lemke_seconds) for lemke_seconds in seconds]
            if shutil.which("esolver"):
                peer = process_time(["esolver", "-L", "-O", solution, program])
                cells += [number(peer), " / ".join(f"{peer / lemke_seconds:.2f}" for lemke_seconds in seconds)]
            else:
                cells += ["", ""]
        rows.append([str(ranks), "+".join(str(side.size) for side in form.sequences), *cells])
    headings = ["ranks", "sequences", "lemke, solver call s", "from the `.efg` file s", "whole process s"]
    return Table([*headings, "esolver, whole process s", "how many times each of the three"], rows)


TABLES: Tables = {"esolver": ("Leduc poker, zero-sum, beside esolver, CPU seconds", esolver_table)}
