"""Which quick tests see twelve mistakes in solving: `python tests/mutants_of_solving.py [WORDS]` prints a table.

Each mistake, or each whose name has the words, is made in a copy of the tree, where the tests then run. A file is left
at its first failure; a test that takes longer than LIMIT seconds has failed. The first row has no mistake, so no test
may fail there.

A snippet that the package does not have exactly once is an error: name the new snippet here when the code changes.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
COPIED = ("docs", "examples", "lemke", "tests", "pyproject.toml")
LIMIT = 20

TESTS = (
    *(f"tests/test_pivoting{part}.py" for part in ("", "_exact_solve", "_guided", "_linear", "_residues")),
    *(f"tests/test_{name}.py" for name in ("lcp", "lp", "solvers", "sequence_form", "chance", "best_response")),
    *("tests/test_certificate.py", "tests/properties", "tests/notes"),
)
LETTERS = "ABCDEFGHIJKLMN"


@dataclass(frozen=True)
class Mutant:
    """A mistake: in the one place of the package that has the text ``right``, ``wrong`` replaces it."""

    name: str
    right: str
    wrong: str

    def apply(self, package: Path) -> None:
        """Make the mistake in a package."""
        places = [path for path in package.rglob("*.py") if self.right in path.read_text("utf-8")]
        if len(places) != 1 or places[0].read_text("utf-8").count(self.right) != 1:
            raise SystemExit(f"{self.name}: {self.right!r} is not in one place of the package: {places}")
        places[0].write_text(places[0].read_text("utf-8").replace(self.right, self.wrong), "utf-8")


PIVOT = "table, denominator = self.table, self.denominators[row]"
EXCHANGE = "block, left = self.blocks[index], self.basic(leaving)"
MUTANTS = (
    Mutant("no mistake", PIVOT, PIVOT),
    Mutant("every exact pivot raises", PIVOT, f"assert not self.rows; {PIVOT}"),
    Mutant(
        "the fourth exact pivot of a path raises",
        EXCHANGE,
        f'self.pivots = getattr(self, "pivots", 0) + 1; assert self.pivots != 4; {EXCHANGE}',
    ),
    Mutant(
        "the ratio test looks at the other sign",
        "column = -column if decreasing else column",
        "column = column if decreasing else -column",
    ),
    Mutant(
        "ties go to the first row, not to the lexicographic rule",
        "codes = self._perturbing([*tied], self.rank) if len(tied) > 1 else []",
        "codes = []",
    ),
    Mutant("the LP of a zero-sum game has -A for A", "(m2, 0, -self.A)", "(m2, 0, self.A)"),
    Mutant("the LCP of a game has -A for A", "blocks = [(0, y, -self.A)", "blocks = [(0, y, self.A)"),
    Mutant(
        "the payoff matrices are not weighted by chance",
        "payoffs = [terms[number] for number, terms in map(partial(weighted_payoffs, game, game_histories), (0, 1))]",
        "payoffs = [game.leaf_payoffs(player) for player in (0, 1)]",
    ),
    Mutant(
        "only the last chance move of a path counts",
        "reach = table[product[previous_node]] * probabilities[move]",
        "reach = probabilities[move]",
    ),
    Mutant(
        "the check of an LP ignores the sign of reduced costs",
        "broken = (reduced < 0) | program.free & (reduced != 0)",
        "broken = program.free & (reduced != 0)",
    ),
    Mutant(
        "the check of an LCP ignores complementarity",
        "if broken is None and isinstance(outcome, Solution):",
        "if broken is None and not isinstance(outcome, Solution):",
    ),
    Mutant("the best response is the worst", "set_values[h] = max(move_values)", "set_values[h] = min(move_values)"),
    Mutant(
        "a reconstructed solution is not tested",
        "elif np.array_equal(self.times(solution[0]), right * solution[1]):",
        "else:",
    ),
)


class LeaveFileAtFailure:
    """A plugin of pytest: skips the rest of a file after a failure, limits the time of a test, and prints the files."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        def stop(*_: object) -> None:
            pytest.fail(f"more than {LIMIT} s")

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, LIMIT, LIMIT)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if item.nodeid.split("::")[0] in self.failed:
            pytest.skip("the file has seen the mistake")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.split("::")[0])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.split("::")[0])

    def pytest_sessionfinish(self) -> None:
        Path("failed.txt").write_text("\n".join(sorted(self.failed)), "utf-8")


def run(mutant: Mutant) -> set[str]:
    """Return the files and folders of TESTS that see a mistake."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in COPIED:
            source = REPOSITORY / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
        mutant.apply(tree / "lemke")
        call = [sys.executable, str(tree / "tests" / Path(__file__).name), "--pytest"]
        environment = {"LEMKE_HYPOTHESIS_PROFILE": "brief"} | os.environ | {"PYTHONPATH": folder}
        subprocess.run(call, cwd=tree, env=environment, stdout=subprocess.DEVNULL, check=False)
        failed = (tree / "failed.txt").read_text("utf-8").split()
    return {test for test in TESTS if any(name.startswith(test) for name in failed)}


def main(words: str) -> None:
    """Print a row per mistake: which files see it, and how many do."""
    width = max(len(mutant.name) for mutant in MUTANTS)
    for letter, test in zip(LETTERS, TESTS, strict=True):
        print(letter, "=", test)
    print(f"\n{'':{width}}  {' '.join(LETTERS)}  files  seconds")
    for mutant in MUTANTS:
        if words in mutant.name:
            start = time.monotonic()
            seen = run(mutant)
            marks = " ".join("x" if test in seen else "." for test in TESTS)
            print(f"{mutant.name:{width}}  {marks}  {len(seen):5}  {time.monotonic() - start:7.0f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--pytest"]:
        sys.exit(
            pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", *TESTS], plugins=[LeaveFileAtFailure()])
        )
    main(" ".join(sys.argv[1:]))
