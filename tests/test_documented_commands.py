"""Every command in README and documentation prints what is shown there; ``...`` stands for lines, ``…`` within one."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
PROMPT = "    $ "


def commands(page: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands of a page in turn, each with the lines shown below it."""
    command, shown = "", []
    for line in [*page.read_text(encoding="utf-8").splitlines(), "."]:
        if command and not line.startswith(PROMPT) and (line.startswith("    ") or not line):
            shown.append(line.removeprefix("    ").rstrip())
            continue
        if command:
            yield command, "\n".join(shown).rstrip().split("\n")
        command, shown = line.removeprefix(PROMPT) if line.startswith(PROMPT) else "", []


def pattern(shown: list[str]) -> str:
    """A regular expression for the lines shown."""
    parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line).replace("…", ".*") + r"\n" for line in shown]
    return "".join(parts)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the documentation speaks to a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    lemke = tmp_path / "bin" / "lemke"
    lemke.parent.mkdir()
    lemke.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lemke "$@"\n')
    lemke.chmod(0o755)
    python = lemke.with_name("python")
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    environment = os.environ | {"PATH": f"{lemke.parent}{os.pathsep}{os.environ['PATH']}"}
    for command, shown in commands(page):
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        printed = "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).rstrip().splitlines())
        assert re.fullmatch(pattern(shown), printed or "\n"), f"$ {command}\n{printed}"


def test_pages_are_read_as_they_are_meant(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("text\n\n    $ one\n    a\n    ...\n\n    b\n\nmore\n\n    $ two\n    $ three\n    c\n")
    assert list(commands(page)) == [("one", ["a", "...", "", "b"]), ("two", [""]), ("three", ["c"])]
    assert re.fullmatch(pattern(["a", "...", "", "b"]), "a\nx\ny\n\nb\n")
    assert not re.fullmatch(pattern(["a", "b"]), "a\n\nb\n")
    assert re.fullmatch(pattern(["a … c"]), "a b c\n") and not re.fullmatch(pattern(["a … c"]), "a b\nc\n")
