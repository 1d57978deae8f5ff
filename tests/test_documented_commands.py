"""Every command in README and documentation prints what is shown there; ``...`` stands for lines, ``…`` within one.

A page is followed in a folder of its own, the tutorial from its first page to its last in one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from documented_pages import REPOSITORY, TUTORIAL, Command, File, steps, tutorial

README = REPOSITORY / "README.md"
PAGES = [page for page in sorted((REPOSITORY / "docs").rglob("*.md")) if page.parent != TUTORIAL]
POSIX = pytest.mark.skipif(os.name != "posix", reason="the documentation speaks to a POSIX shell")


class Folder:
    """A folder with the examples in it, and a shell that finds ``lemke`` and ``python``."""

    def __init__(self, path: Path) -> None:
        self.path = path
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

    def run(self, command: Command) -> None:
        done = subprocess.run(
            command.line,
            shell=True,
            cwd=self.path,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        printed = "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).rstrip().splitlines())
        assert re.fullmatch(command.pattern(), printed or "\n"), f"$ {command.line}\n{printed}"


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    Folder(tmp_path).follow(page.read_text(encoding="utf-8"))


@pytest.mark.slow
@POSIX
def test_the_tutorial_can_be_followed_from_its_first_page_to_its_last(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for page in tutorial():
        folder.follow(page.read_text(encoding="utf-8"))
    for drawn, shown in (("cafe.svg", "cafe.svg"), ("solved.svg", "cafe_solved.svg")):
        assert texts(tmp_path / drawn) == texts(REPOSITORY / "docs" / "pictures" / shown)


def texts(picture: Path) -> list[str]:
    """What is written in a picture; places may differ by the version of igraph."""
    found = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)", picture.read_text(encoding="utf-8"))
    assert found
    return found


def test_the_tutorial_lists_its_pages() -> None:
    assert sorted([TUTORIAL / "index.md", *tutorial()]) == sorted(TUTORIAL.glob("*.md"))
    assert not list(steps((TUTORIAL / "index.md").read_text(encoding="utf-8")))


@pytest.mark.slow
@POSIX
def test_readme_prints_what_it_shows(tmp_path: Path) -> None:
    """The first command is run from where ``lemke`` is installed; what stands below it is what it prints."""
    text, (first, _) = README.read_text(encoding="utf-8"), set_up_commands()
    solve = first.rpartition(" && ")[2].removeprefix(".venv/bin/")
    assert solve.startswith("lemke solve ")
    Folder(tmp_path).follow(text.replace(f"    {first}\n\n", f"    $ {solve}\n"))


def test_readme_sets_up_by_the_commands_that_ci_runs() -> None:
    shell = (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8")
    run = [line.removeprefix("step ") for line in shell.splitlines() if line.startswith("step ")]
    for here, there in (('"$python"', "python3"), ('"$scratch/venv"', ".venv"), ('"$bin/', ".venv/bin/")):
        run = [line.replace(here, there) for line in run]
    plain = [line.replace('"', "").replace(" --quiet", "") for line in run]
    assert [" && ".join(plain[:3]), " && ".join(plain[3:5])] == set_up_commands()


def set_up_commands() -> list[str]:
    """The commands of README that make and use ``.venv``."""
    return re.findall(r"^    ((?:python3 -m venv )?\.venv.*)$", README.read_text(encoding="utf-8"), re.M)


def test_pages_are_read_as_they_are_meant() -> None:
    page = "text\n\n    $ one\n    a\n    ...\n\n    b\n\nmore\n\n    $ two\n    $ three\n    c\n"
    page += "\nText. Save this as `x y`:\n\n```\nX\n\nY\n```\n"
    one, two, three, saved = steps(page)
    assert (one, two, three) == (Command("one", ["a", "...", "", "b"]), Command("two", [""]), Command("three", ["c"]))
    assert saved == File("x y", "X\n\nY\n")
    assert re.fullmatch(one.pattern(), "a\nx\ny\n\nb\n")
    assert not re.fullmatch(Command("", ["a", "b"]).pattern(), "a\n\nb\n")
    within = Command("", ["a … c"]).pattern()
    assert re.fullmatch(within, "a b c\n") and not re.fullmatch(within, "a b\nc\n")
