"""Record what the command line prints, writes and returns, before and after a change; a script, not a test.

Usage::

    python tests/record_outputs.py OUT_DIR                   # record, with the lemke of the current folder
    python tests/record_outputs.py OUT_DIR --only draw lp    # only commands whose file has one of these words
    python tests/record_outputs.py --compare BEFORE AFTER    # status 1 if anything differs

Every command runs in a folder for scratch, in a process of its own: a fork of one that has loaded everything, so that a
thousand commands take a minute. Commands named ``cold`` run as ``python -m lemke`` in a new process. A file of
``OUT_DIR`` has one command: its words, status, stdout, stderr and the files that it wrote. What depends on the clock or
on memory is left out or replaced by N.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import gc
import hashlib
import importlib
import json
import os
import pkgutil
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

ENVIRONMENT = {
    "COLUMNS": "100",
    "LINES": "40",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
INHERITED = ("HOME", "PATH", "TMPDIR", "LD_LIBRARY_PATH", "MPLCONFIGDIR")
PACKAGES = (
    "highspy",
    "jinja2",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "networkx",
    "rich.table",
    "scipy.optimize",
    "scipy.sparse.linalg",
    "sympy",
)
"""Loaded before the first fork, where they are installed, beside all of lemke."""
COMMANDS = re.findall(
    r"\S+",
    "solve enumerate explore polish lcp verify values challenge info draw report path strategies subgames "
    "sequence-form normal-form examples generate convert dominance lp sweep matrix-class exact-values completion ",
)
FAMILIES = re.findall(
    r"\S+",
    "all-ties border-patrol coordination few-payoffs goofspiel hard-to-solve hard-unit-vector inspection kuhn "
    "leduc liars-dice many-equilibria near-zero-sum no-limit-kuhn random-bimatrix random-unit-vector ranking sgc "
    "signaling tournament two-components von-stengel-6x6 winkels ",
)
SECONDS = 10
"""Of processor time, which a command may take."""

KERNELS = ("exact", "guided")
REFINEMENTS = ("subgame-perfect", "quasi-perfect", "normal-form-perfect")
PROGRAMS = ("best-response", "best-response-dual", "primal", "dual", "information-set", "information-set-min")
STUDIED = ("kuhn3", "tracing_2002", "lecture9_imperfect", "winkels_1979", "centipede6", "sequence_lecture_with_chance")
"""The games on which the options that draw or print much are tried too."""
LARGE = ("kuhn4", "kuhn5")
"""The games whose strategic forms are too large for this."""


def main() -> int:
    """Record, or compare two records; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="where to record")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="only commands with one of these words")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"))
    parser.add_argument("--lines", type=int, default=8, help="how many lines of a difference to print")
    options = parser.parse_args()
    if options.compare:
        return compare(*options.compare, words=options.only, lines=options.lines)
    if options.folder is None:
        parser.error("a folder to record to, or --compare")
    if any(os.environ.get(name) != value for name, value in ENVIRONMENT.items()):
        kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment = {**kept, **ENVIRONMENT, "PYTHONPATH": os.getcwd()}
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)
    return record(options.folder.absolute(), options.only)


def record(folder: Path, words: Sequence[str]) -> int:
    """Run all commands and write a file for each."""
    started = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    sys.path[0] = os.getcwd()  # not tests/, whose modules have everyday names
    load_everything()
    with tempfile.TemporaryDirectory(prefix="record-") as scratch:
        recorder = Recorder(folder, Path(scratch).resolve(), words)
        for scenario in SCENARIOS:
            scenario(recorder)
    slowest = sorted(recorder.seconds, reverse=True)[:8]
    print(
        f"{recorder.written} commands in {time.monotonic() - started:.0f} s, "
        f"{processor_time() + time.process_time():.0f} s of the processor, in {folder}"
    )
    print("slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest))
    return 0


def load_everything() -> None:
    """Load what commands load when they need it, so that forks need not."""
    for name in PACKAGES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    package = importlib.import_module("lemke")
    for module in pkgutil.walk_packages(package.__path__, "lemke."):
        if not module.name.endswith("__main__") and ".interop." not in module.name:
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


class Recorder:
    """Runs commands in folders for scratch, and writes down what they do."""

    def __init__(self, folder: Path, scratch: Path, words: Sequence[str]) -> None:
        self._folder, self._scratch, self._words = folder, scratch, words
        self._counter = 0
        self._names: set[str] = set()
        self.place = scratch
        self.scenario = ""
        self.is_studied = False
        self.written = 0
        self.seconds: list[tuple[float, str]] = []

    def enter(self, scenario: str) -> None:
        """Go to a new folder."""
        self.scenario, self.place = scenario, self._scratch / scenario
        self.place.mkdir()

    def write(self, name: str, text: str) -> str:
        """Write a file that commands read."""
        (self.place / name).write_text(text, encoding="utf-8")
        return name

    def __call__(self, *words: str, stdin: str = "", setup: bool = False, cold: bool = False) -> None:
        """Run a command; one for ``setup``, which writes files that others read, is never left out."""
        name = self._name(("cold", *words) if cold else words)
        wanted = not self._words or any(word in name for word in self._words)
        if not (wanted or setup):
            return
        before, started = self._files(), processor_time()
        status, out, err = (run_cold if cold else run_forked)(words, stdin, self.place)
        self.seconds.append((processor_time() - started, name))
        if not wanted:
            return
        parts = [f"$ lemke {' '.join(map(repr, words))}\n"]
        parts += [f"<<< {stdin!r}\n"] if stdin else []
        parts += [f"=== status {status}\n", "=== stdout\n", shown(out), "=== stderr\n", shown(err)]
        for path, stamp in sorted(self._files().items()):
            if before.get(path) != stamp:
                parts += [f"=== file {path.relative_to(self.place)}\n", shown(path.read_bytes())]
        text = "".join(parts).replace(str(self._scratch), "SCRATCH").replace(os.getcwd(), "HERE")
        (self._folder / name).write_text(neutral(text), encoding="utf-8", errors="surrogateescape")
        self.written += 1

    def studied(self, *words: str) -> None:
        """Run a command if the game is one of those on which everything is tried."""
        if self.is_studied:
            self(*words)

    def _files(self) -> dict[Path, tuple[int, int]]:
        files = [path for path in self.place.rglob("*") if path.is_file()]
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in files}

    def _name(self, words: Sequence[str]) -> str:
        self._counter += 1
        plain = " ".join((self.scenario, *words)).replace(f"example:{self.scenario}", "").replace("--", "")
        slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:100]
        name, k = slug, 1
        while name in self._names:
            k += 1
            name = f"{slug}-{k}"
        self._names.add(name)
        return f"{self._counter:04d}-{name}.txt"


def run_forked(words: Sequence[str], stdin: str, folder: Path) -> tuple[str, bytes, bytes]:
    """Run a command in a fork of this process."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source.write(stdin.encode())
        source.seek(0)
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            for descriptor, file in enumerate((source, out, err)):
                os.dup2(file.fileno(), descriptor)
            os.chdir(folder)
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            run_here(words)
        _, code = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return str(os.waitstatus_to_exitcode(code)), out.read(), err.read()


def run_here(words: Sequence[str]) -> None:
    """Run a command as ``python -m lemke`` does, and end this process."""
    status: object = 1
    try:
        sys.argv = ["lemke", *words]
        from lemke.cli import main as lemke_main

        lemke_main()
        status = 0
    except SystemExit as ended:
        status = ended.code
    except BaseException:
        traceback.print_exc()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 0 if status is None else 1)


def run_cold(words: Sequence[str], stdin: str, folder: Path) -> tuple[str, bytes, bytes]:
    """Run a command in a new process."""
    command = [sys.executable, "-m", "lemke", *words]
    ran = subprocess.run(command, input=stdin.encode(), cwd=folder, capture_output=True, check=False)
    return str(ran.returncode), ran.stdout, ran.stderr


def processor_time() -> float:
    """Return the seconds that ended commands have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shown(content: bytes) -> str:
    """Return a text, or what tells two binary files apart."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return f"{len(content)} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}\n"
    return text if text.endswith("\n") or not text else text + "\n=== no newline at the end\n"


def neutral(text: str) -> str:
    """Replace what depends on the machine's memory."""
    return re.sub(r"\([0-9]+ MiB (in use|needed)\)", r"(N MiB \1)", text)


# What is recorded.


def record_help(run: Recorder) -> None:
    """``--help`` everywhere, and each command once in a new process."""
    run.enter("help")
    run()
    run("--help", cold=True)
    run("--version", cold=True)
    run("help")
    run("help", "solve")
    run("solve", "-h")
    for name in COMMANDS:
        run(name, "--help")
        run(name)
    for family in FAMILIES:
        run("generate", family, "--help")
    for name in ("show", "copy"):
        run("examples", name, "--help")
    for shell in ("bash", "zsh", "fish"):
        run("completion", shell)
    run.enter("first")
    run.write("eq.ne", "NE,0,1,0,1/3,1,0,0,1,1/3,2/3,1,0\n")
    run.write("half.ne", "NE," + ",".join(["1/2"] * 24) + "\n")
    game = "example:kuhn3"
    for words in (
        ("solve", game),
        ("enumerate", game),
        ("explore", game, "--starts", "3"),
        ("polish", game, "half.ne"),
        ("verify", game, "half.ne"),
        ("values", game, "half.ne"),
        ("info", game),
        ("draw", game),
        ("report", game, "-o", "report.html"),
        ("path", game),
        ("strategies", game, "--player", "1"),
        ("subgames", game),
        ("sequence-form", game),
        ("normal-form", game),
        ("examples",),
        ("generate", "kuhn"),
        ("convert", game),
        ("dominance", game),
        ("lp", game),
        ("sweep", "example:kuhn3_parametric", "--set", "r=0", "--from", "0", "--to", "1"),
    ):
        run(*words, cold=True)
    run("lcp", "-", stdin="n= 2 M= 2 1 1 2 q= -5 -6", cold=True)
    run("matrix-class", "-", stdin="n= 2 M= 2 1 1 2 q= -5 -6", cold=True)


def record_games(run: Recorder) -> None:
    """Every command on every bundled game."""
    for name in games():
        run.enter(name)
        run.is_studied = name in STUDIED
        game = f"example:{name}"
        run("examples", "show", name)
        run("examples", "copy", name)
        run.write("uniform.json", "{}")
        run("info", game)
        run("info", game, "--format", "json")
        record_solve(run, game)
        record_judge(run, game)
        record_starts(run, game)
        record_path(run, game)
        record_sequences(run, game)
        record_conversions(run, game)
        if name not in LARGE:
            record_strategic_form(run, game)
        record_programs(run, game)
        record_pictures(run, game)


def record_solve(run: Recorder, game: str) -> None:
    """Methods, kernels, refinements, formats."""
    run("solve", game)
    run("solve", game, "--format", "json", "-o", "eq.json", setup=True)
    run("solve", game, "-o", "eq.ne", "--format", "gambit", setup=True)
    for kernel in KERNELS:
        run("solve", game, "--kernel", kernel, "--format", "json")
    run("solve", game, "--method", "lp")
    run("solve", game, "--method", "lp", "--format", "json")
    run("solve", game, "--method", "lcp", "--prior", "random", "--seed", "7")
    run("solve", game, "--prior", "random", "--seed", "8", "--kernel", "guided", "--format", "json")
    run.studied("solve", game, "--prior", "eq.ne", "--format", "json")
    run("solve", game, "--method", "double-oracle")
    run("solve", game, "--method", "double-oracle", "--format", "json")
    run("solve", game, "--method", "double-oracle", "--gap", "1/10", "--expand", "larger")
    run("solve", game, "--method", "double-oracle", "--gap", "1/2", "--format", "json", "-o", "near.json")
    for refinement in REFINEMENTS:
        run("solve", game, "--refine", refinement)
        run("solve", game, "--refine", refinement, "--format", "json", "-o", f"{refinement}.json", setup=True)


def record_judge(run: Recorder, game: str) -> None:
    """Verdicts on certificates, tampered ones and wrong profiles; values; polishing."""
    run("verify", game, "eq.json")
    run("verify", game, "eq.json", "--format", "json")
    run.studied("verify", game, "eq.ne")
    run("verify", game, "near.json")
    run("verify", game, "uniform.json", "--missing", "uniform")
    run("verify", game, "uniform.json", "--missing", "uniform", "--format", "json")
    for refinement in REFINEMENTS:
        run("verify", game, f"{refinement}.json")
        run.studied("verify", game, f"{refinement}.json", "--format", "json")
        run("verify", game, "eq.json", "--refine", refinement)
    run("values", game, "eq.json")
    run.studied("values", game, "eq.json", "--nodes")
    run.studied("values", game, "uniform.json", "--missing", "uniform", "--format", "json")
    run("values", game, "uniform.json", "--missing", "uniform", "--nodes", "--format", "json")
    run("polish", game, "uniform.json", "--missing", "uniform")
    for name, text in near_profiles(run.place).items():
        run.write(name, text)
        run.studied("verify", game, name)
    run.studied("verify", game, "rounded.ne", "--normalize")
    run.studied("polish", game, "rounded.ne", "--normalize")
    run("polish", game, "rounded.ne", "--normalize", "--format", "json")


def near_profiles(folder: Path) -> dict[str, str]:
    """Return profiles near those in ``eq.json`` and ``eq.ne``, by file."""
    if not (folder / "eq.json").exists():
        return {}
    line = (folder / "eq.ne").read_text(encoding="utf-8").split("\n")[0]
    numbers = [Fraction(word) for word in line.split(",")[1:]]
    files = {
        "rounded.ne": "NE," + ",".join(str(Decimal(round(1000 * number)) / 1000) for number in numbers) + "\n",
        "reversed.ne": "NE," + ",".join(map(str, reversed(numbers))) + "\n",
        "short.ne": "NE," + ",".join(map(str, numbers[1:])) + "\n",
        "several.ne": line + "\n" + line + "\n",
    }
    document = json.loads((folder / "eq.json").read_text(encoding="utf-8"))
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], str):
            files[f"tampered-{key}.json"] = json.dumps({**document, key: ["17/3", *value[1:]]})
        elif isinstance(value, str):
            files[f"tampered-{key}.json"] = json.dumps({**document, key: value + "0"})
        elif isinstance(value, dict):
            files[f"tampered-{key}.json"] = json.dumps({**document, key: {}})
        files[f"without-{key}.json"] = json.dumps({name: kept for name, kept in document.items() if name != key})
    return files


def record_starts(run: Recorder, game: str) -> None:
    """Equilibria found from many starts."""
    run.studied("explore", game, "--starts", "5")
    run("explore", game, "--starts", "4", "--seed", "3", "--format", "json", "--results", "found.jsonl")
    run.studied("explore", game, "--starts", "5", "--seed", "3", "--format", "gambit", "--results", "found.jsonl")


def record_path(run: Recorder, game: str) -> None:
    """Lemke's path: priors, tie rules, comparisons."""
    run("path", game)
    run("path", game, "--format", "json")
    run.studied("path", game, "--format", "csv")
    run("path", game, "--prior", "random", "--seed", "3", "--plot", "path.svg")
    run.studied("path", game, "--prior", "eq.ne")
    run.studied("path", game, "--tie-rule", "descending")
    run.studied("path", game, "--tie-rule", "least-index")
    run.studied("path", game, "--compare-prior", "random", "--compare-seed", "2")
    run("path", game, "--compare-prior", "random", "--compare-seed", "2", "--format", "json")
    run.studied("path", game, "--compare-tie-rule", "descending", "--format", "csv", "--plot", "paths.svg")


def record_sequences(run: Recorder, game: str) -> None:
    """The sequence form, strategies one by one, subgames."""
    run.studied("sequence-form", game)
    run("sequence-form", game, "--format", "json")
    run("sequence-form", game, "--format", "latex")
    for player in ("1", "2"):
        run.studied("strategies", game, "--player", player, "--count")
        run.studied("strategies", game, "--player", player, "--reduced")
        run("strategies", game, "--player", player, "--reduced", "--format", "json")
        run.studied("strategies", game, "--player", player, "--nth", "2")
        run.studied("strategies", game, "--player", player, "--reduced", "--nth", "2", "--format", "json")
    run.studied("subgames", game)
    run("subgames", game, "--format", "json")
    run("subgames", game, "--augmented")
    run.studied("subgames", game, "--containing", "@1")
    run.studied("subgames", game, "--containing", "#1", "--containing", "", "--format", "json")


def record_conversions(run: Recorder, game: str) -> None:
    """Formats of trees, there and back; chance moved."""
    for suffix in ("efg", "json"):
        run("convert", game, f"game.{suffix}", setup=True)
        run.studied("info", f"game.{suffix}")
        run.studied("verify", f"game.{suffix}", "eq.json")
    run.studied("convert", "game.json", "--to", "efg")
    run("convert", game, "--chance", "propagate")
    run("convert", game, "--chance", "prune", "--to", "json")


def record_strategic_form(run: Recorder, game: str) -> None:
    """What lists pure strategies: Lemke-Howson paths, all equilibria, the strategic form, dominance."""
    run("solve", game, "--method", "lemke-howson")
    run.studied("solve", game, "--method", "lemke-howson", "--label", "2", "--format", "json")
    run.studied("solve", game, "--method", "lemke-howson", "--all-labels")
    run("solve", game, "--method", "lemke-howson", "--all-labels", "--format", "json")
    run.studied("solve", game, "--method", "lemke-howson", "--reachable", "--format", "gambit")
    if game != "example:kuhn3_raked":  # which takes a minute
        run("enumerate", game)
        run("enumerate", game, "--format", "json")
        run.studied("enumerate", game, "--format", "gambit")
    for format_ in ("text", "latex", "nfg"):
        run.studied("normal-form", game, "--reduced", "--format", format_)
    run("normal-form", game, "--reduced", "--format", "json")
    run.studied("normal-form", game)
    for format_ in ("text", "json", "nfg"):
        run.studied("dominance", game, "--format", format_)
    run.studied("dominance", game, "--weak")
    run("dominance", game, "--weak", "--format", "json")
    run.studied("dominance", game, "--pure", "--rounds", "1")
    run("convert", game, "game.nfg")
    run.studied("info", "game.nfg")
    run.studied("convert", "game.nfg", "--to", "json")
    run.studied("convert", "game.efg", "--to", "nfg")
    run.studied("solve", "game.nfg")
    run("solve", "game.nfg", "--format", "json")


def record_programs(run: Recorder, game: str) -> None:
    """Linear programs by name, written and solved."""
    for form in PROGRAMS:
        for player in ("1", "2"):
            run.studied("lp", game, "--form", form, "--player", player)
            run.studied("lp", game, "--form", form, "--player", player, "--solve", "--format", "json")
    run("lp", game)
    run("lp", game, "--form", "primal", "--player", "2", "--solve", "--format", "json")
    run.studied("lp", game, "--solve")
    run.studied("lp", game, "--bounds", "--format", "json")
    run("lp", game, "--form", "best-response", "--against", "eq.json", "--solve")


def record_pictures(run: Recorder, game: str) -> None:
    """Pictures and reports."""
    run("draw", game, "-o", "tree.svg")
    run("draw", game, "eq.json", "--down", "-o", "tree.tex")
    run("report", game, "-o", "report.html")
    run.studied("draw", game, "-o", "tree.tex")
    run.studied("draw", game, "--solve", "--nodes", "12", "-o", "solved.svg")
    run.studied("draw", game, "--depth", "2")
    run.studied("draw", game, "--format", "pdf", "-o", "tree.pdf")
    run.studied("draw", game, "--matrix", "-o", "matrix.svg")
    run.studied("draw", game, "--path", "-o", "path.svg")
    run.studied("report", game, "eq.json", "-o", "judged.html")
    run.studied("report", game, "uniform.json", "--missing", "uniform", "-o", "wrong.html")
    run.studied("report", game, "--method", "double-oracle", "-o", "oracle.html")
    run.studied("report", game, "--method", "lemke-howson", "-o", "howson.html")
    run.studied("report", game, "--kernel", "guided", "--seed", "3", "-o", "guided.html")
    for refinement in REFINEMENTS:
        run.studied("report", game, "--refine", refinement, "-o", f"{refinement}.html")


def record_generated(run: Recorder) -> None:
    """Every family, small."""
    small = {
        "border-patrol": ("--rows", "2", "--turns", "2"),
        "goofspiel": ("--cards", "3"),
        "leduc": ("--ranks", "2", "--raises", "1", "--rake", "1/20"),
        "liars-dice": ("--faces", "3"),
        "no-limit-kuhn": ("--stack", "2"),
        "inspection": ("--rounds", "2", "--sites", "2"),
    }
    run.enter("families")
    for family in FAMILIES:
        words = ("generate", family, *small.get(family, ()))
        run(*words, "-o", f"{family}.efg", setup=True)
        run(*words, "--to", "nfg")
        run(*words, "--to", "json")
        for command in ("info", "solve", "enumerate", "dominance"):
            run(command, f"{family}.efg")
        run("solve", f"{family}.efg", "--method", "double-oracle", "--format", "json")
        run("solve", f"{family}.efg", "--kernel", "guided", "--format", "json")
    for words in (
        ("goofspiel", "--cards", "3", "--prizes", "descending", "--returns", "points", "--seen", "winner"),
        ("kuhn", "--cards", "4", "--rake", "0.05"),
        ("leduc", "--ranks", "2", "--suits", "3", "--bets", "1", "2", "--ante", "1/2", "--distinct", "--raises", "1"),
        ("few-payoffs", "--rows", "3", "--columns", "4", "--values", "3", "--seed", "5"),
        ("kuhn", "--cards", "1"),
        ("leduc", "--rake", "2"),
        ("hard-to-solve", "--d", "5"),
        ("tournament", "--n", "2", "--k", "3"),
        ("kuhn", "--cards", "3", "-o", "kuhn.txt"),
    ):
        run("generate", *words)


def record_complementarity(run: Recorder) -> None:
    """LCPs and classes of matrices."""
    run.enter("lcp")
    problems = {
        "solved.lcp": "n= 2 M= 2 1 1 2 q= -5 -6",
        "covered.lcp": "n= 3\nM= 1 2 2\n0 1 2\n0 0 1\nq= -8 -12 -14\nd= 1 2 3\n",
        "skew.lcp": "n= 2 M= 0 1 -1 0 q= 0 -1",
        "feasible.lcp": "n= 2 M= -1 2 3 -1 q= -1 -1",
        "hidden.lcp": "n= 2 M= -1 2 1/2 -1 q= -1 -1",
        "trivial.lcp": "n= 2 M= 1 0 0 1 q= 1 0.5",
        "semidefinite.lcp": "n= 3 M= 2 1 0 1 2 0 0 0 0 q= -1 -4 2",
        "problem.json": '{"M": [["2", "1"], ["1", "2"]], "q": ["-5", "-1/3"], "d": ["1", "2"]}',
        "M.mtx": "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2.5\n1 2 1\n2 2 2\n",
        "short.lcp": "n= 2 M= 2 1 1 q= -5 -6",
        "word.lcp": "n= 2 M= 2 1 1 x q= -5 -6",
        "keys.json": '{"M": [["2", "1"], ["1", "2"]], "p": [1]}',
        "ragged.json": '{"M": [["2", "1"], ["1"]], "q": ["-5", "-1/3"]}',
        "bad.mtx": "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
    }
    for name, text in problems.items():
        run.write(name, text)
        options = ("--q", "-5,-6") if name == "M.mtx" else ()
        for method in ("lemke", "murty", "cottle-dantzig"):
            run("lcp", name, *options, "--method", method)
            run("lcp", name, *options, "--method", method, "--format", "json")
        run("lcp", name, *options, "--kernel", "guided", "--format", "json")
        for format_ in ("plain", "json", "mtx"):
            run("lcp", name, *options, "--to", format_)
        run("matrix-class", name)
        run("matrix-class", name, "--format", "json")
    run("lcp", "M.mtx")
    run("lcp", "M.mtx", "--q", "-5,-6", "--d", "1,1/2", "--to", "plain", "-o", "problem.lcp")
    run("lcp", "M.mtx", "--q", "-5", "--d", "1,1/2")
    run("lcp", "solved.lcp", "--q", "1,2")
    run("matrix-class", "solved.lcp", "--class", "P", "--class", "copositive-plus")
    run("matrix-class", "skew.lcp", "--class", "P", "--class", "PSD", "--format", "json")
    run("matrix-class", "solved.lcp", "--class", "Q")


def record_parametric(run: Recorder) -> None:
    """Equilibria while a parameter changes."""
    run.enter("sweep")
    game = "example:kuhn3_parametric"
    run("sweep", game, "--set", "r=0", "--parameter", "b", "--from", "0", "--to", "4")
    run("sweep", game, "--set", "r=0", "--from", "0", "--to", "2", "--format", "json")
    run("sweep", game, "--set", "b=1/2", "--from", "0", "--to", "0.25", "--parameter", "r")
    run("sweep", game, "--from", "0", "--to", "1")
    run("sweep", game, "--set", "r=0", "--from", "2", "--to", "1")
    run("sweep", game, "--set", "x=0", "--from", "0", "--to", "1")
    run("sweep", game, "--set", "r=0", "--parameter", "c", "--from", "0", "--to", "1")
    run("sweep", "example:kuhn3", "--from", "0", "--to", "1")
    text = {
        "format": "lemke-parametric-game/1",
        "parameters": ["t"],
        "players": ["1", "2"],
    }
    run.write("no-nodes.json", json.dumps(text))
    run("sweep", "no-nodes.json", "--from", "0", "--to", "1")


def record_values(run: Recorder) -> None:
    """The table of proved values."""
    run.enter("table")
    run("exact-values")
    run("exact-values", "--format", "json")
    run("exact-values", "leduc-3", "kuhn")
    run("exact-values", "nothing")


HEAD = 'EFG 2 R "" { "1" "2" }\n'
TWO = HEAD + 'p "" 1 1 "" { "a" "b" } 0\n'
BAD_GAMES = {
    "recall.efg": TWO + 'p "" 1 2 "" { "x" "y" } 0\nt "" 0\nt "" 0\np "" 1 2 "" { "x" "y" } 0\nt "" 0\nt "" 0\n',
    "absent.efg": HEAD + 'p "" 1 1 "" { "on" "off" } 0\np "" 1 1 "" { "on" "off" } 0\nt "" 0\nt "" 0\nt "" 0\n',
    "one.efg": 'EFG 2 R "" { "1" }\np "" 1 1 "" { "a" } 0\nt "" 0\n',
    "three.efg": 'EFG 2 R "" { "1" "2" "3" }\np "" 3 1 "" { "a" "b" } 0\nt "" 1 "" { 1 2 3 }\nt "" 2 "" { 3 2 1/2 }\n',
    "negative.efg": HEAD + 'c "" 1 "" { "a" -1/2 "b" 3/2 } 0\nt "" 0\nt "" 0\n',
    "sum.efg": HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/3 } 0\nt "" 0\nt "" 0\n',
    "undefined.efg": TWO + 't "" 5 "nowhere"\nt "" 0\n',
    "redefined.efg": TWO + 't "" 1 "x" { 1, 2 }\nt "" 1 "x" { 1, 3 }\n',
    "money.efg": TWO + 't "" 1 "x" { 1, money }\nt "" 0\n',
    "zero.efg": TWO + 't "" 1 "x" { 1, 1/0 }\nt "" 0\n',
    "truncated.efg": TWO + 't "" 0\n',
    "header.efg": 'EFG 2 R "',
    "many.efg": TWO + 't "" 0\nt "" 0\nt "" 0\n',
    "version.efg": 'EFG 7 R "" { "1" "2" }\nt "" 0\n',
    "hello.efg": "hello\n",
    "empty.efg": "",
    "other.json": '{"format": "other"}',
    "broken.json": '{"format": "lemke-game/1",\n "nodes": [',
    "twice.json": '{"format": "lemke-game/1", "format": "lemke-game/1"}',
    "short.nfg": 'NFG 1 R "" { "1" "2" } { 2 2 }\n1 2 3\n',
    "three.nfg": 'NFG 1 R "" { "1" "2" "3" } { 1 2 2 }\n' + " ".join(map(str, range(12))) + "\n",
    "outcomes.nfg": (
        'NFG 1 R "" { "1" "2" }\n{ { "T" "B" }\n{ "L" "R" }\n}\n""\n{\n{ "" 1, 2 }\n{ "" 0.5, 1/3 }\n}\n1 2 2 0\n'
    ),
    "bidi.nfg": 'NFG 1 D "t" { "A" "B" } { 2 2 }\n\n1 1 0 0 0 0 1 1\n',
    "leaf.efg": HEAD + 't "" 1 "" { 3, 4 }\n',
}
BAD_PROFILES = {
    "sum.ne": "NE,1/2,1/2,1/3,1/3",
    "rounded.ne": "NE,0.3333,0.6666,1,0",
    "negative.ne": "NE,-1/2,3/2,1,0",
    "few.ne": "NE,1/2,1/2,1",
    "many.ne": "NE,1/2,1/2,1,0,0",
    "word.ne": "NE,1/2,1/2,one,0",
    "kind.ne": "CE,1/2,1/2,1,0",
    "empty.ne": "",
    "nothing.json": "{}",
    "number.json": '{"behavior": 3}',
    "sets.json": '{"behavior": [{"information_sets": []}, {"information_sets": []}]}',
    "floats.json": '{"1": {"1": {"H": 0.1, "T": 0.8}}, "2": {"1": {"H": 1, "T": 0}}}',
    "mapping.json": '{"1": {"1": {"H": 0.5, "T": 0.5}}, "2": {"1": {"H": 1, "T": 0}}}',
    "partial.json": '{"1": {"1": {"H": 0.5, "T": 0.5}}}',
    "action.json": '{"1": {"1": {"X": 1}}, "2": {"1": {"H": 1, "T": 0}}}',
    "table.csv": "player,information set,action,probability\n1,1,H,0.5\n1,1,T,1/2\n2,1,H,1\n2,1,T,0\n",
    "columns.csv": "player,set,action,probability\n1,1,H,0.5\n",
    "two.ne": "NE,1/2,1/2,1/2,1/2\nNE,1,0,1,0\n",
    "equilibrium.ne": "NE,1/2,1/2,1/2,1/2",
}


def record_input(run: Recorder) -> None:
    """Odd and bad games and profiles."""
    run.enter("input")
    for name, text in BAD_GAMES.items():
        run.write(name, text)
        for command in ("solve", "info", "convert", "sequence-form", "subgames"):
            run(command, name)
    for command in ("normal-form", "dominance"):
        for name in ("three.efg", "three.nfg", "recall.efg", "outcomes.nfg"):
            run(command, name)
            run(command, name, "--format", "json")
    for name in ("recall.efg", "three.efg", "leaf.efg", "outcomes.nfg"):
        run("draw", name)
        run("strategies", name, "--player", "1")
        run("enumerate", name)
    game = "example:matching_pennies"
    for name, text in BAD_PROFILES.items():
        run.write(name, text)
        run("verify", game, name)
        run("verify", game, name, "--normalize", "--missing", "uniform", "--format", "json")
        run("values", game, name)
        run("polish", game, name)
    run("solve", game, "--prior", "partial.json")
    run("solve", game, "--prior", "nowhere.ne")
    run("report", game, "negative.ne", "-o", "report.html")
    run("draw", game, "sum.ne")
    run("solve", "-", stdin=BAD_GAMES["outcomes.nfg"])
    run("info", "-", stdin="")
    run("verify", game, "-", stdin="NE,1/2,1/2,1/2,1/2")


def record_errors(run: Recorder) -> None:
    """What was meant, what is not there, what cannot be written; limits."""
    run.enter("errors")
    run("examples", "copy", "kuhn3", setup=True)
    for words in (
        "slove x",
        "Solve x",
        "nash x",
        "solve example:kuhn3 --methd lp",
        "nas x",
        "version",
        "-V",
        "help slove",
        "solve example:kuhn3 --seed x",
        "solve example:kuhn3 --seed -3",
        "solve example:kuhn3 --xyz",
        "solve example:kuhn3 -z",
        "solve example:kuhn3 --kernel gided",
        "solve example:kuhn3 --kernel float",
        "solve example:kuhn3 --method lcpp",
        "solve example:kuhn3 --refine quasiperfect",
        "solve example:kuhn3 --format jsn",
        "solve example:kuhn3 --label 3",
        "solve example:kuhn3 --method lp --label 3",
        "solve example:kuhn3 --method lemke-howson --label 999",
        "solve example:kuhn3 --method lemke-howson --label 1 --all-labels",
        "solve example:kuhn3 --method lemke-howson --prior random",
        "solve example:kuhn3 --method double-oracle --kernel exact",
        "solve example:kuhn3 --method double-oracle --seed 3",
        "solve example:kuhn3 --gap 1/2",
        "solve example:kuhn3 --expand both",
        "solve example:kuhn3 --reachable",
        "solve example:kuhn3 --refine quasi-perfect --method lp",
        "solve example:kuhn3 --refine subgame-perfect --method lemke-howson",
        "solve example:kuhn3 --refine normal-form-perfect --prior centroid",
        "solve example:kuhn3 --refine quasi-perfect --kernel guided",
        "solve example:kuhn3_raked --method lp",
        "solve example:kuhn3 --seed 4",
        "solve example:kuhn3 --method lp --prior random",
        "solve example:kuhn3 --method lp --kernel exact",
        "solve example:knuh3",
        "solve kuhn3",
        "solve kuhn3.egf",
        "solve nowhere.efg",
        "solve nowhere/x.efg",
        "solve .",
        "verify example:kuhn3 nowhere.json",
        "solve example:kuhn3 -o nowhere/out.json",
        "solve example:kuhn3 -o out.xyz",
        "solve example:kuhn3 -o out.ne",
        "solve example:kuhn3 -o out.html",
        "solve example:kuhn3 -o eq.json",
        "solve example:kuhn3 -o eq.json --format text",
        "convert example:kuhn3 out.xyz",
        "convert example:kuhn3 out.efg -o other.efg",
        "convert example:kuhn3 out.efg --to json",
        "convert example:kuhn3 --snap-payoffs",
        "convert example:kuhn3 --chance propagat",
        "draw example:kuhn3 -o out.bmp",
        "draw example:kuhn3 -o out.svg --nodes 0",
        "draw example:kuhn3 --matrix --path",
        "draw example:kuhn3 kuhn3.efg --solve",
        "draw example:kuhn3 --matrix --nodes 5",
        "report example:kuhn3",
        "report example:kuhn3 -o report.pdf",
        "path example:kuhn3 --plot path.xyz",
        "path example:kuhn3 --compare-seed 3",
        "path example:kuhn3 --prior random --seed 1 --compare-seed 3",
        "strategies example:kuhn3 --player 3",
        "strategies example:kuhn3 --player 0",
        "strategies example:kuhn3 --player 1 --nth 0",
        "strategies example:kuhn3 --player 1 --nth 1000",
        "strategies example:kuhn3 --player 1 --count --nth 2",
        "strategies example:kuhn3 --player 1 --rank x",
        "subgames example:kuhn3 --containing nowhere",
        "subgames example:kuhn3 --containing @999",
        "lp example:kuhn3 --form dul",
        "lp example:kuhn3_raked",
        "lp example:kuhn3 --against eq.json",
        "lp example:kuhn3 --player 3",
        "lp example:kuhn3 --form dual --bounds",
        "lp example:kuhn3 --format json",
        "matrix-class - --class copositiv",
        "generate leducc",
        "generate chess",
        "generate goofspiel --prizes ascend",
        "solve",
        "completion bsh",
        "examples show nowhere",
        "examples copy nowhere",
        "examples copy kuhn3",
        "examples copy",
        "examples copy --all games",
        "examples --format json",
        "examples -o list.json",
        "explore example:kuhn3 --starts 0",
        "explore example:kuhn3 --workers 0",
        "explore example:kuhn3 --scheduler nowhere",
        "dominance example:kuhn3 --rounds 0",
        "verify example:kuhn3 eq.json --refine perfect",
        "challenge",
        "challenge false --games nowhere",
        "solve example:kuhn5 --time-limit 0",
        "solve example:kuhn5 --time-limit -1",
        "solve example:kuhn5 --memory-limit 1",
        "solve example:kuhn5 --memory-limit 0",
        "solve example:kuhn3 --refine quasi-perfect --time-limit 0",
        "solve example:kuhn3 --method double-oracle --time-limit 0",
        "solve example:kuhn3 --method lemke-howson --time-limit 0",
        "enumerate example:von_stengel_1999 --time-limit 0",
        "enumerate example:von_stengel_1999 --memory-limit 1",
        "path example:kuhn5 --time-limit 0",
        "explore example:kuhn3 --time-limit 0",
        "dominance example:kuhn4 --time-limit 0",
        "draw example:kuhn5 --time-limit 0",
        "report example:kuhn5 --time-limit 0 -o late.html",
        "lp example:kuhn5 --solve --time-limit 0",
        "values example:kuhn3 eq.json --time-limit 0",
        "generate leduc --time-limit 0",
        "convert example:kuhn5 --time-limit 0",
        "sweep example:kuhn3_parametric --set r=0 --from 0 --to 4 --time-limit 0",
        "solve openspiel:",
        "info openspiel:kuhn_poker",
        "solve openspiel:kuhn_poker",
        "convert openspiel:leduc_poker(players=3)",
        "convert openspiel:kuhn_poker --snap-payoffs",
        "info openspiel:kuhn",
        "info openspiel:kuhn_poker(x=1)",
        "info openspiel:kuhn_poker(players=3)",
    ):
        run(*words.split())


SCENARIOS = (
    record_help,
    record_errors,
    record_input,
    record_complementarity,
    record_parametric,
    record_values,
    record_generated,
    record_games,
)


def games() -> Iterator[str]:
    """Yield the names of the bundled games."""
    listed = json.loads(Path("examples/games/index.json").read_text(encoding="utf-8"))
    for entry in listed["games"]:
        yield entry["name"]


# Comparing.


def compare(before: Path, after: Path, words: Sequence[str], lines: int) -> int:
    """Print what differs between two records; return 1 if anything does."""
    old, new = ({path.name[5:]: path for path in folder.glob("*.txt")} for folder in (before, after))
    names = [name for name in dict.fromkeys([*old, *new]) if not words or any(word in name for word in words)]
    if not names:
        print(f"nothing to compare in {before} and {after}")
        return 1
    differing = 0
    for name in sorted(names):
        if name not in new or name not in old:
            differing += 1
            print(f"only in {before if name in old else after}: {name}")
        elif (old_text := old[name].read_bytes()) != (new_text := new[name].read_bytes()):
            differing += 1
            print(f"\n{name}: {old_text.decode(errors='replace').splitlines()[0]}")
            for line in difference(old_text, new_text, lines):
                print("  " + line)
    print(f"\n{differing} of {len(names)} differ")
    return 1 if differing else 0


def difference(old: bytes, new: bytes, count: int) -> Iterator[str]:
    """Yield the first lines that differ, from a little before the place where they do."""
    before, after = (text.decode(errors="replace").split("\n") for text in (old, new))
    for tag, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for row in range(max(j - i, m - k)):
            pair = [next(iter(side), None) for side in (before[i + row : j], after[k + row : m])]
            start = 0
            if None not in pair:
                equal = (old_letter == new_letter for old_letter, new_letter in zip(*map(str, pair), strict=False))
                start = max(next((k for k, same in enumerate(equal) if not same), 30) - 30, 0)
            for sign, line in zip("-+", pair, strict=True):
                if line is None:
                    continue
                if count == 0:
                    yield "…"
                    return
                count -= 1
                yield f"{sign}{'…' if start else ''}{line[start : start + 150]}"


if __name__ == "__main__":
    sys.exit(main())
