"""The program in `proofs/`, built, for the tests that run it."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from gmpy2 import mpq

from lemke.certificate import Claim
from lemke.game import Game
from lemke.io import coq

PROOFS = Path(__file__).parents[1] / "proofs"
SLIGHTLY = mpq(1, 10**30)


def missing() -> str | None:
    """The first thing that the build needs and does not find, None if all is there."""
    for program in ("coqc", "ocamlfind"):
        if shutil.which(program) is None:
            return f"no {program}"
    has_zarith = subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode == 0
    return None if has_zarith else "no Zarith for OCaml"


@dataclass(frozen=True)
class Built:
    """What the build leaves, and a folder for files."""

    printed: str
    library: Path
    folder: Path

    def check(self, text: str) -> tuple[int, str]:
        """Return the exit status of the checker on a text, and the line that it prints."""
        path = self.folder / "proof.txt"
        path.write_bytes(text.encode())
        run = subprocess.run([self.library / "check", path], capture_output=True, text=True, check=False)
        assert (run.stdout + run.stderr).count("\n") == 1
        assert bool(run.stderr) == (run.returncode == 2)
        return run.returncode, run.stdout + run.stderr

    def accepts(self, game: Game, claim: Claim) -> bool:
        status, _ = self.check(coq.lines(game, claim))
        assert status in (0, 1)
        return status == 0

    def coqc(self, text: str) -> subprocess.CompletedProcess[str]:
        path = self.folder / "game.v"
        path.write_text(text, encoding="utf-8")
        command = ["coqc", "-q", "-Q", self.library, "LemkeProofs", path]
        return subprocess.run(command, capture_output=True, text=True, check=False)
