"""Release notes from the fragments, and what a citation says."""

import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from distributions import REPOSITORY, run

PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
KINDS = {kind["directory"]: kind["name"] for kind in PYPROJECT["tool"]["towncrier"]["type"]}
START = PYPROJECT["tool"]["towncrier"]["start_string"]


def towncrier(folder: Path, *words: str) -> str:
    return run(sys.executable, "-m", "towncrier", "build", *words, cwd=folder)


def paragraph(text: str) -> str:
    """All of it on one line."""
    return " ".join(text.split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the changelog and the fragments, with one more fragment of each kind."""
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, tmp_path)
    shutil.copytree(REPOSITORY / "changelog.d", tmp_path / "changelog.d")
    for kind in KINDS:
        text = f"One more line of the kind {kind}.\nIt goes on: [a page](README.md).\n"
        (tmp_path / "changelog.d" / f"one-more.{kind}.md").write_text(text, encoding="utf-8")
    return tmp_path


def fragments(folder: Path) -> dict[str, str]:
    """The text of every fragment by its name, on one line."""
    paths = sorted((folder / "changelog.d").glob("*.md"))
    return {path.name: paragraph(path.read_text(encoding="utf-8")) for path in paths}


def test_the_fragments_of_the_repository_have_a_known_kind() -> None:
    towncrier(REPOSITORY, "--draft", "--version", "9.8.7")
    assert {name.split(".")[-2] for name in fragments(REPOSITORY)} <= set(KINDS)


def test_notes_have_every_fragment_below_the_heading_of_its_kind(folder: Path) -> None:
    notes = towncrier(folder, "--draft", "--version", "9.8.7", "--date", "2001-02-03")
    notes = notes[notes.index("## 9.8.7 (2001-02-03)\n\n") :]
    sections = dict(re.findall(r"^### (\w+)\n\n(.*?)(?=\n### |\Z)", notes, re.MULTILINE | re.DOTALL))
    assert list(sections) == list(KINDS.values())
    for name, text in fragments(folder).items():
        assert f"- {text}" in paragraph(sections[KINDS[name.split(".")[-2]]]), name


def test_notes_are_good_markdown(folder: Path) -> None:
    notes = towncrier(folder, "--draft", "--version", "9.8.7").partition("## 9.8.7")[2]
    lines = notes.splitlines()
    for before, line, after in zip(lines, lines[1:], lines[2:]):
        if line.startswith("#"):
            assert (before, after) == ("", ""), line
        elif line:
            assert re.match(r"- \S|  +\S", line), line
        else:
            assert before, "two empty lines"


def test_a_release_moves_the_fragments_into_the_changelog_above_the_release_before(folder: Path) -> None:
    texts = fragments(folder).values()
    before = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    towncrier(folder, "--yes", "--version", "9.8.7")
    assert [path.name for path in (folder / "changelog.d").iterdir()] == ["template.md.jinja"]
    (folder / "changelog.d" / "more.fixed.md").write_text("More.\n", encoding="utf-8")
    towncrier(folder, "--yes", "--version", "9.9.0", "--date", "2001-02-03")
    after = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    head = before[: before.index(START) + len(START)]
    assert after.startswith(f"{head}\n## 9.9.0 (2001-02-03)\n\n### Fixed\n\n- More.\n\n## 9.8.7 (")
    assert after.endswith(before[len(head) :])
    assert "\n\n\n" not in after
    assert all(text in paragraph(after) for text in texts)


def test_the_changelog_has_a_section_of_the_version() -> None:
    version = re.escape(PYPROJECT["project"]["version"])
    text = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {version} \(\d{{4}}-\d\d-\d\d\)$", text, re.MULTILINE)


def test_the_citation_file_is_valid_and_says_what_to_cite(tmp_path: Path) -> None:
    def cffconvert(*words: str) -> str:
        program = Path(sys.executable).with_name("cffconvert")
        return run(program, "-i", REPOSITORY / "CITATION.cff", *words, cwd=tmp_path)

    cffconvert("--validate")
    assert "title = {lemke: exact Nash equilibria" in cffconvert("-f", "bibtex")
