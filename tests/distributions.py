"""Building and running what users install, away from this checkout; for `packaging/`."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
MADE = ("__pycache__", ".hypothesis", "build")

# Variables that would lead a program to this checkout or to another environment instead of the installed package.
LEADS_ASTRAY = ("PIP_CONSTRAINT", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")


@dataclass(frozen=True)
class Built:
    """A source distribution, and the wheel made from it."""

    sdist: Path
    wheel: Path


@dataclass(frozen=True)
class Installed:
    """An environment that holds the wheel, its requirements, and nothing else."""

    python: Path
    lemke: Path


def run(*words: object, cwd: Path, **variables: object) -> str:
    """Run a program, which must succeed, and return what it prints on standard output."""
    environment = {name: value for name, value in os.environ.items() if name not in LEADS_ASTRAY}
    environment |= {name: str(value) for name, value in variables.items()}
    command = [str(word) for word in words]
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, timeout=600, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(folder: Path) -> Built:
    """Build the source distribution from the checkout, and the wheel from the source distribution."""
    run(sys.executable, "-m", "build", "--outdir", folder, REPOSITORY, cwd=folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Built(sdist, wheel)


def pipx(home: Path, *words: object) -> str:
    """Run pipx with all of its folders below this one."""
    folders = {"PIPX_HOME": "home", "PIPX_BIN_DIR": "bin", "PIPX_MAN_DIR": "man", "PIPX_SHARED_LIBS": "shared"}
    variables = {variable: home / name for variable, name in folders.items()}
    return run(sys.executable, "-m", "pipx", *words, cwd=home, **variables)


def files_in(*folders: str) -> Iterator[str]:
    """The paths of all files in some folders of the checkout, from its top; no caches, and nothing built."""
    for folder in folders:
        for path in (REPOSITORY / folder).rglob("*"):
            relative = path.relative_to(REPOSITORY)
            made = any(name in MADE or name.endswith("_cache") for name in relative.parts)
            if path.is_file() and not made:
                yield relative.as_posix()
