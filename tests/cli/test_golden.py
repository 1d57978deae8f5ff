"""One golden file per command: what it prints on a small game. `python tests/cli/test_golden.py` writes them again."""

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from lemke.cli import run

GOLDEN = Path(__file__).parent / "golden"
TRACING, ENTRY, PENNIES = "example:tracing_2002", "example:entry_deterrence", "example:matching_pennies"
CASES = {
    "solve": "solve example:kuhn3",
    "solve_refined": "solve example:kuhn3_raked --refine quasi-perfect",
    "solve_labels": f"solve {TRACING} --method lemke-howson --all-labels",
    "solve_gap": "solve example:kuhn3 --method double-oracle --gap 1/2",
    "verify": f"verify {ENTRY} threat.ne --refine subgame-perfect --against-all",
    "verify_proof": f"verify {TRACING} sets.json",
    "enumerate": f"enumerate {TRACING}",
    "enumerate_strategies": f"enumerate {TRACING} --by strategies",
    "enumerate_pure": f"enumerate {TRACING} --by pure",
    "enumerate_best": f'enumerate {TRACING} --best "u1 + u2"',
    "ranges": "ranges example:kuhn3 --player 1",
    "explore": f"explore {TRACING} --starts 5",
    "learn": f"learn {ENTRY} --iterations 4",
    "polish": "polish example:battle_of_the_sexes near.ne",
    "sweep": "sweep example:kuhn3_parametric --from 0 --to 4",
    "path": f"path {TRACING} --prior random --seed 2",
    "lcp": "lcp problem.lcp",
    "show": f"show {ENTRY}",
    "show_sequence_form": "show example:lecture9_imperfect sequence-form",
    "show_normal_form": f"show {TRACING} normal-form --reduced",
    "show_strategies": f"show {TRACING} strategies --player 2 --reduced",
    "show_subgames": "show example:centipede6 subgames",
    "show_values": f"show {ENTRY} values threat.ne",
    "show_programs": f"show {PENNIES} programs dual --format lp",
    "show_dominance": f"show {ENTRY} dominance --weak",
    "convert": f"convert {ENTRY}",
    "generate": "generate coordination --n 2",
    "examples": "examples",
}
"""Calls by the names of their golden files; those that end with status 1 are in NO."""
NO = {"verify"}
FILES = {
    "threat.ne": "NE,1,0,0,1\n",
    "near.ne": "NE,0.599,0.401,0.402,0.598\n",
    "problem.lcp": "n= 2 M= 2 1 1 2 q= -5 -6\n",
}


def prepare(folder: Path) -> None:
    """Write the files that the calls read, and make their folder the working directory."""
    os.chdir(folder)
    for name, text in FILES.items():
        Path(name).write_text(text)
    assert run(["enumerate", TRACING, "-o", "sets.json"]) == 0


def call(words: str) -> tuple[int, str]:
    """Return the status of a command, and what it prints."""
    with redirect_stdout(StringIO()) as out:
        status = run(shlex.split(words))
    return status, out.getvalue()


@pytest.fixture(scope="module", autouse=True)
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = Path.cwd()
    prepare(tmp_path_factory.mktemp("golden"))
    yield
    os.chdir(before)


@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_its_golden_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = call(CASES[name])
    assert (status, capsys.readouterr().err) == (int(name in NO), "")
    assert out == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["solve", "enumerate_best", "ranges", "sweep", "show_sequence_form", "show_normal_form"]
)
def test_latex_has_the_same_result(name: str) -> None:
    status, out = call(f"{CASES[name]} --format latex")
    assert status == 0 and r"\begin{" in out and not re.search(r"(?<!\\)#", out)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        prepare(Path(temporary))
        for _name, _words in CASES.items():
            (GOLDEN / f"{_name}.txt").write_text(call(_words)[1], encoding="utf-8")
