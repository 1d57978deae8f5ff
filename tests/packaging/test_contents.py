"""The files of the distributions: all that are needed and no others."""

import re
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path, PurePosixPath

from distributions import Built, Installed, build, files_in, run

# The kinds of files in the package and among the games; another kind would be there by mistake.
KINDS = {".css", ".html", ".jinja", ".js", ".json", ".py", ".typed"}
KINDS_OF_GAMES = {".efg", ".json", ".md", ".nfg"}

FOLDERS = (".ci", "benchmarks", "changelog.d", "docs", "examples", "lemke", "proofs", "tests")
TOP = (
    ".gitignore",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
    "tox.ini",
)

# Stand-alone programs that `lemke convert --to bundle` writes.
CHECKERS = ("check.py",)


def in_wheel(built: Built) -> set[str]:
    with zipfile.ZipFile(built.wheel) as archive:
        return set(archive.namelist())


def in_sdist(built: Built) -> set[str]:
    """The paths below the one folder at its top."""
    with tarfile.open(built.sdist) as archive:
        names = [PurePosixPath(member.name) for member in archive if not member.isdir()]
    (top,) = {name.parts[0] for name in names}
    return {name.relative_to(top).as_posix() for name in names}


def kinds(names: set[str]) -> set[str]:
    return {PurePosixPath(name).suffix for name in names}


def test_the_wheel_has_the_package_the_games_and_the_licence(built: Built) -> None:
    names = in_wheel(built)
    package = set(files_in("lemke"))
    games = {f"lemke/bundled_games/{PurePosixPath(name).name}" for name in files_in("examples/games")}
    checkers = {f"lemke/bundled_checkers/{name}" for name in CHECKERS}
    about = {name for name in names if not name.startswith("lemke/")}
    assert names - about == package | games | checkers
    assert {name.partition(".dist-info/")[2] for name in about} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }
    assert {"lemke/py.typed", "lemke/__main__.py", "lemke/bundled_games/kuhn3.efg"} <= names
    assert kinds(package) <= KINDS
    assert kinds(games) <= KINDS_OF_GAMES


def test_the_source_distribution_has_what_builds_tests_and_documents(built: Built) -> None:
    assert in_sdist(built) == {*files_in(*FOLDERS), *TOP, "PKG-INFO"}


def test_a_second_build_has_the_same_bytes(built: Built, tmp_path: Path) -> None:
    again = build(tmp_path)
    for first, second in ((built.sdist, again.sdist), (built.wheel, again.wheel)):
        assert first.name == second.name
        assert sha256(first.read_bytes()).digest() == sha256(second.read_bytes()).digest(), first.name


def test_the_tests_run_from_the_source_distribution_beside_the_wheel(
    built: Built, by_pip: Installed, tmp_path: Path
) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (top,) = tmp_path.iterdir()
    for_tests = tmp_path / "for_tests"
    run(sys.executable, "-m", "pip", "install", "--target", for_tests, "hypothesis", "pytest", cwd=tmp_path)

    def tests(*words: str) -> str:
        # -P: the package that is installed, not the one in this folder
        return run(by_pip.python, "-P", "-m", "pytest", "-q", *words, cwd=top, PYTHONPATH=for_tests)

    assert re.search(r"^\d{4,} tests collected", tests("--collect-only"), re.MULTILINE)
    assert " passed" in tests("tests/test_io_efg.py", "tests/test_project.py")
