"""The steps on a page: files to save, commands to type, and what they print."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
DOCS = REPOSITORY / "docs"
TUTORIAL = DOCS / "tutorial"
PROMPT = "    $ "
SAVE = re.compile(r"\bSave (?:this|it) as `([^`/]+)`:$")


@dataclass(frozen=True)
class File:
    """The fenced block after ``Save this as `NAME`:``."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line that begins with ``    $ ``, and the indented lines below it."""

    line: str
    shown: list[str]

    def pattern(self) -> str:
        """A regular expression for the output: ``...`` matches any lines, ``…`` any part of one line."""
        parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line).replace("…", ".*") + r"\n" for line in self.shown]
        return "".join(parts)


def steps(text: str) -> Iterator[File | Command]:
    """The files and commands of a page in turn."""
    lines = iter([*text.splitlines(), "."])
    line: str | None = next(lines)
    while line is not None:
        if match := SAVE.search(line):
            assert next(lines) == "" and next(lines).startswith("```"), f"{line!r}, expected a fenced block after it"
            yield File(match[1], "".join(f"{saved}\n" for saved in iter(lambda: next(lines), "```")))
        elif line.startswith(PROMPT):
            command, shown = line.removeprefix(PROMPT), []
            line = next(lines)
            while not line.startswith(PROMPT) and (line.startswith("    ") or not line):
                shown.append(line.removeprefix("    ").rstrip())
                line = next(lines)
            yield Command(command, "\n".join(shown).rstrip().split("\n"))
            continue
        line = next(lines, None)


def tutorial() -> list[Path]:
    """The pages of the tutorial in the order of its index."""
    index = (TUTORIAL / "index.md").read_text(encoding="utf-8")
    names = re.findall(r"^\d+\. \[[^\]]+\]\(([a-z0-9-]+\.md)\)$", index, re.M)
    return [TUTORIAL / name for name in names]


WORKPLACE = "lemke-tutorial"
"""The folder that the tutorial makes, in which its reader works."""


def saved() -> Iterator[File]:
    """The files that the tutorial asks its reader to save."""
    for page in tutorial():
        yield from (step for step in steps(page.read_text(encoding="utf-8")) if isinstance(step, File))


POSIX = pytest.mark.skipif(os.name != "posix", reason="the documentation speaks to a POSIX shell")


class Folder:
    """A folder with the examples, and a shell that finds ``lemke`` and ``python`` and keeps its folder after ``cd``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = path / "bin" / ".place"
        (path / "examples").symlink_to(REPOSITORY / "examples")
        (path / "bin").mkdir()
        for name, call in (("lemke", '-m lemke "$@"'), ("python", '"$@"')):
            (path / "bin" / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {call}\n')
            (path / "bin" / name).chmod(0o755)
        self.environment = os.environ | {"PATH": f"{path / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def follow(self, page: str) -> None:
        """Save the files, run the commands, and compare what they print."""
        for step in steps(page):
            if isinstance(step, File):
                (self.path / step.name).write_text(step.text, encoding="utf-8")
            else:
                self.run(step)

    def done(self, line: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            f"{line}\nstatus=$?; pwd > {shlex.quote(str(self.place))}; exit $status",
            shell=True,
            cwd=self.path,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        self.path = Path(self.place.read_text(encoding="utf-8").rstrip("\n"))
        return done

    def run(self, command: Command) -> None:
        done = self.done(command.line)
        printed = "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).rstrip().splitlines())
        assert re.fullmatch(command.pattern(), printed or "\n"), f"$ {command.line}\n{printed}"
