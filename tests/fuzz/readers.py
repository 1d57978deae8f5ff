"""Coverage-guided fuzzing of all readers of text, by atheris; a script, run by ``tox -e fuzz``.

Usage::

    python tests/fuzz/readers.py                  # every reader, a minute in all
    python tests/fuzz/readers.py 600 efg json     # ten minutes, two readers
    python tests/fuzz/readers.py --once efg FILE  # what a reader does with one file

A reader gets whatever bytes the fuzzer makes of the corpus, bundled games and ``tests/fuzz/corpus/READER-*``. It
returns, or raises a :class:`LemkeError` of one line; what a game's text says is the same after it is written and read
again. Anything else is a finding: its input is kept in the folder that is named, and the status is 1.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

CHILD = sys.argv[1:2] == ["--child"]
if CHILD:
    import atheris  # only the environment `fuzz` has it

with atheris.instrument_imports(include=["lemke"]) if CHILD else nullcontext():
    import lemke
    from lemke import io
    from lemke.ground import exact_json
    from lemke.io import efg, game_json, lcp_formats, nfg  # noqa: F401
    from lemke.io import profile as profiles

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "examples" / "games"
SECONDS = 60.0
"""Of all readers together."""


def game(suffix: str) -> Callable[[str], object]:
    """Return a reader of games, which writes what it has read and reads that again."""

    def read(text: str) -> None:
        first = io.loads(text, suffix)
        again = io.loads(io.dumps(first, suffix), suffix)
        if suffix != "nfg" or first.strategic:
            assert lemke.sha256(again) == lemke.sha256(first)

    return read


def profile(name: str) -> Callable[[str], object]:
    """Return a reader of profiles of a bundled game."""
    of = lemke.example(name)

    def read(text: str) -> None:
        for options in ({}, {"normalize": True}, {"missing": "uniform"}):
            for claim in profiles.loads(text, of, **options):
                (again,) = profiles.loads(io.dumps(claim.profile, "gambit", of=of), of)
                assert again.profile.behavior == claim.profile.behavior

    return read


def parametric(text: str) -> None:
    """Read a game with a parameter."""
    lemke.ParametricGame.of_json(exact_json.loads(text))


READERS: dict[str, Callable[[str], object]] = {
    "efg": game("efg"),
    "nfg": game("nfg"),
    "json": game("json"),
    "profile": profile("entry_deterrence"),
    "profile-of-kuhn": profile("kuhn3"),
    "parametric": parametric,
    "lcp": lcp_formats.loads_text,
    "lcp-json": lcp_formats.loads_json,
    "exact-json": exact_json.loads,
}


def seeds(reader: str, folder: Path) -> None:
    """Copy the corpus of a reader into a folder."""
    for path in [*GAMES.glob(f"*.{reader}"), *(HERE / "corpus").glob(f"{reader}-*")]:
        if path.stat().st_size < 10_000 and path.name != "index.json":
            shutil.copy(path, folder)


def tried(reader: str, content: bytes) -> None:
    """Let a reader read."""
    try:
        with lemke.limits(time=5):
            READERS[reader](content.decode("utf-8", errors="replace"))
    except lemke.LemkeError as error:
        assert "\n" not in str(error)


def fuzzed(reader: str, seconds: float, findings: Path) -> bool:
    """Fuzz a reader in a process of its own, which ends with its first finding; return whether there is none."""
    with tempfile.TemporaryDirectory() as corpus:
        seeds(reader, Path(corpus))
        words = [f"-max_total_time={max(1, round(seconds))}", "-max_len=4096", f"-artifact_prefix={findings}/{reader}-"]
        command = [sys.executable, __file__, "--child", reader, *words, "-timeout=30", "-rss_limit_mb=4000", corpus]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    told = [line for line in lines if line.startswith("Done ")] or lines[-30:]
    print(f"{reader}: {told[-1] if done.returncode == 0 else chr(10).join(told)}", flush=True)
    return done.returncode == 0


def child(reader: str, words: list[str]) -> None:
    """Fuzz for ever, or as long as the words for libFuzzer say."""
    atheris.Setup([sys.argv[0], *words], lambda content: tried(reader, content))
    atheris.Fuzz()


def main(words: list[str]) -> int:
    """Run the script and return its status."""
    if CHILD:
        child(words[1], words[2:])
        return 0
    if words[:1] == ["--once"]:
        tried(words[1], Path(words[2]).read_bytes())
        return 0
    seconds = float(words[0]) if words else SECONDS
    readers = words[1:] or list(READERS)
    findings = Path(tempfile.mkdtemp(prefix="lemke-fuzz-"))
    failed = [reader for reader in readers if not fuzzed(reader, seconds / len(readers), findings)]
    if failed:
        print(f"findings of {', '.join(failed)} in {findings}")
    else:
        findings.rmdir()
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
