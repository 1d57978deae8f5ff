"""The wheel in an empty environment, used from an empty folder, installed by pip and by pipx."""

import subprocess
from pathlib import Path

import pytest

from distributions import REPOSITORY, Installed, run

GAMES = sorted(path.stem for path in (REPOSITORY / "examples" / "games").iterdir() if path.suffix in (".efg", ".nfg"))


def test_the_package_is_the_one_that_was_installed(installed: Installed, nowhere: Path) -> None:
    where = run(installed.python, "-c", "import lemke; print(lemke.__file__)", cwd=nowhere)
    assert Path(where.strip()).is_relative_to(installed.python.parents[1])
    version = run(installed.lemke, "--version", cwd=nowhere)
    assert run(installed.python, "-m", "lemke", "--version", cwd=nowhere) == version


def test_bundled_games_are_listed_and_copied(installed: Installed, nowhere: Path) -> None:
    text = run(installed.lemke, "examples", cwd=nowhere)
    assert all(name in text for name in GAMES)
    kuhn = run(installed.lemke, "examples", "show", "kuhn3", cwd=nowhere)
    assert kuhn == (REPOSITORY / "examples" / "games" / "kuhn3.efg").read_text(encoding="utf-8")
    run(installed.lemke, "examples", "copy", "games", cwd=nowhere)
    assert {path.stem for path in (nowhere / "games").iterdir()} >= set(GAMES)


def test_a_game_is_solved_and_the_certificate_verified(installed: Installed, nowhere: Path) -> None:
    assert "Proved exactly" in run(installed.lemke, "solve", "example:kuhn3", cwd=nowhere)
    run(installed.lemke, "solve", "example:kuhn3", "--format", "json", "-o", "kuhn3.json", cwd=nowhere)
    assert "An equilibrium" in run(installed.lemke, "verify", "example:kuhn3", "kuhn3.json", cwd=nowhere)
    out = run(installed.python, "-m", "lemke", "solve", "example:kuhn3", "--method", "lp", cwd=nowhere)
    assert "-1/18" in out and "Proved exactly; method lp," in out


@pytest.mark.parametrize(
    ("name", "begins"), [("k.svg", b"<"), ("k.png", b"\x89PNG\r\n\x1a\n"), ("k.pdf", b"%PDF-"), ("k.tex", b"")]
)
def test_a_game_is_drawn(name: str, begins: bytes, installed: Installed, nowhere: Path) -> None:
    run(installed.lemke, "draw", "example:kuhn3", "-o", name, cwd=nowhere)
    drawn = (nowhere / name).read_bytes()
    assert drawn.startswith(begins)
    assert len(drawn) > 1000


def test_a_report_is_one_page_that_loads_nothing(installed: Installed, nowhere: Path) -> None:
    run(installed.lemke, "report", "example:kuhn3", "-o", "r.html", cwd=nowhere)
    page = (nowhere / "r.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "-1/18" in page and "<svg" in page and "<script" in page and "<style" in page
    assert [path.name for path in nowhere.iterdir()] == ["r.html"]


def test_what_is_installed_is_consistent(by_pip: Installed, nowhere: Path) -> None:
    assert run(by_pip.python, "-m", "pip", "check", cwd=nowhere) == "No broken requirements found.\n"


def test_a_missing_extra_is_named(by_pip: Installed, nowhere: Path) -> None:
    done = subprocess.run(
        [by_pip.lemke, "solve", "openspiel:kuhn_poker"], cwd=nowhere, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("expected it: pip install 'lemke[openspiel]'\n")
