"""Sizes of proofs of an equilibrium, and times of ``lemke verify`` and of checkers that share no code with ``lemke``.

``lemke verify`` and a script check the certificate, another script and ``viprchk`` check the VIPR files, and the
program whose soundness Coq has proved checks the lines of ``lemke-proof/1``. Each checker reads files and has a process
of its own. A program that is not on the PATH, or cannot be built, has a dash.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import lemke
from benchmarks.clock import timed
from benchmarks.program import ROOT, Run, Tables
from benchmarks.tables import Table
from lemke import Game
from lemke.generators import kuhn, leduc, liars_dice

HEADINGS = (
    *("game", "nodes", "solve, s", "certificate, MB", "verify, s", "Python alone, s"),
    *("VIPR, MB", "Python alone, s", "viprchk, s", "lines, MB", "Coq's, s"),
)
EXAMPLES = ROOT / "examples"


def games(quick: bool) -> Iterator[tuple[str, Callable[[], Game]]]:
    """Yield names and ways to make games."""
    yield "tracing example of 2002", partial(lemke.example, "tracing_2002")
    for rake, kind in (("0", ""), ("1/20", ", raked")):
        for cards in (3,) if quick else (3, 6, 13):
            yield f"Kuhn poker, {cards} cards{kind}", partial(kuhn, cards, rake)
        for ranks in (3,) if quick else (3, 5, 8, 13):
            yield f"Leduc poker, {ranks} ranks{kind}", partial(leduc, ranks, rake=rake)
    yield "liar's dice, 3 faces" if quick else "liar's dice, 5 faces", partial(liars_dice, 1, 3 if quick else 5)


def figures(game: Game, folder: Path, coq: Path | None) -> tuple[str, ...]:
    """Return the cells of a row, after checking that every checker accepts."""
    equilibrium, solving = timed(lambda: lemke.solve(game))
    source, certificate = folder / "game.efg", folder / "certificate.json"
    lemke.write(game, source)
    lemke.write(equilibrium, certificate)
    for name in ("proof.vipr", "proof.proof"):
        lemke.write(equilibrium, folder / name)
    vipr = sorted(map(str, folder.glob("*.vipr")))
    viprchk = shutil.which("viprchk")
    python = [sys.executable, "-I"]
    seconds = [
        timed_run([sys.executable, "-m", "lemke", "verify", str(source), str(certificate)]),
        timed_run([*python, str(EXAMPLES / "check.py"), str(certificate)]),
        timed_run(*([*python, str(EXAMPLES / "check.py"), path] for path in vipr)),
        "-" if viprchk is None else timed_run(*([viprchk, path] for path in vipr)),
        "-" if coq is None else timed_run([str(coq), str(folder / "proof.proof")]),
    ]
    verified, alone, vipr_alone, vipr_checked, proved = seconds
    sizes = [sum(map(size, paths)) for paths in ([certificate], vipr, [folder / "proof.proof"])]
    weights = [f"{weight:.2g}" for weight in sizes]
    cells = (weights[0], verified, alone, weights[1], vipr_alone, vipr_checked, weights[2], proved)
    return str(game.size), f"{solving:.2g}", *cells


def size(path: str | Path) -> float:
    """Return the megabytes of a file."""
    return Path(path).stat().st_size / 1e6


def timed_run(*commands: list[str]) -> str:
    """Return the seconds that programs take together; an error if one of them does not accept."""
    _, seconds = timed(lambda: [subprocess.run(command, check=True, capture_output=True) for command in commands])
    return f"{seconds:.2g}"


def proofs_table(run: Run) -> Table:
    """Return the table of proofs and their checkers."""
    rows = []
    with TemporaryDirectory() as folder:
        coq = Path(folder) / "coq" / "check"
        if all(map(shutil.which, ("coqc", "ocamlfind"))):
            subprocess.run([str(ROOT / "proofs" / "build.sh"), str(coq.parent)], check=True, capture_output=True)
        for number, (name, make) in enumerate(games(run.quick)):
            place = Path(folder) / str(number)
            place.mkdir()
            rows.append((name, *figures(make(), place, coq if coq.exists() else None)))
    return Table(HEADINGS, rows)


TABLES: Tables = {"proofs": ("Proofs, and checkers that know nothing of lemke", proofs_table)}
