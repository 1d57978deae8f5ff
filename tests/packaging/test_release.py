"""Release notes from the fragments, and what a citation says."""

import re
import shutil
import sys
import tomllib
from pathlib import Path

from distributions import REPOSITORY, run

PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
KINDS = {kind["directory"]: kind["name"] for kind in PYPROJECT["tool"]["towncrier"]["type"]}
START = PYPROJECT["tool"]["towncrier"]["start_string"]
FRAGMENTS = sorted((REPOSITORY / "changelog.d").glob("*.md"))


def towncrier(folder: Path, *words: str) -> str:
    return run(sys.executable, "-m", "towncrier", "build", *words, cwd=folder)


def paragraph(text: str) -> str:
    """All of it on one line."""
    return " ".join(text.split())


def a_copy(folder: Path) -> Path:
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, folder)
    shutil.copytree(REPOSITORY / "changelog.d", folder / "changelog.d")
    return folder


def test_notes_have_every_fragment_below_the_heading_of_its_kind() -> None:
    notes = towncrier(REPOSITORY, "--draft", "--version", "9.8.7", "--date", "2001-02-03")
    notes = notes[notes.index("## 9.8.7 (2001-02-03)\n\n") :]
    sections = dict(re.findall(r"^### (\w+)\n\n(.*?)(?=\n### |\Z)", notes, re.MULTILINE | re.DOTALL))
    assert list(sections) == [name for kind, name in KINDS.items() if list(REPOSITORY.glob(f"changelog.d/*.{kind}.md"))]
    for fragment in FRAGMENTS:
        kind = KINDS[fragment.name.split(".")[-2]]
        assert f"- {paragraph(fragment.read_text(encoding='utf-8'))}" in paragraph(sections[kind]), fragment.name


def test_notes_are_good_markdown() -> None:
    notes = towncrier(REPOSITORY, "--draft", "--version", "9.8.7").partition("## 9.8.7")[2]
    lines = notes.splitlines()
    for before, line, after in zip(lines, lines[1:], lines[2:]):
        if line.startswith("#"):
            assert (before, after) == ("", ""), line
        elif line:
            assert re.match(r"- \S|  +\S", line), line
        else:
            assert before, "two empty lines"


def test_a_release_moves_the_fragments_into_the_changelog_above_the_release_before(tmp_path: Path) -> None:
    folder = a_copy(tmp_path)
    before = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    towncrier(folder, "--yes", "--version", "9.8.7")
    assert [path.name for path in (folder / "changelog.d").iterdir()] == ["template.md.jinja"]
    (folder / "changelog.d" / "more.fixed.md").write_text("More.\n", encoding="utf-8")
    towncrier(folder, "--yes", "--version", "9.9.0", "--date", "2001-02-03")
    after = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    head = before[: before.index(START) + len(START)]
    assert after.startswith(f"{head}\n## 9.9.0 (2001-02-03)\n\n### Fixed\n\n- More.\n\n## 9.8.7 (")
    assert "\n\n\n" not in after
    assert all(paragraph(fragment.read_text(encoding="utf-8")) in paragraph(after) for fragment in FRAGMENTS)


def test_the_citation_file_is_valid_and_says_what_to_cite(tmp_path: Path) -> None:
    def cffconvert(*words: str) -> str:
        program = Path(sys.executable).with_name("cffconvert")
        return run(program, "-i", REPOSITORY / "CITATION.cff", *words, cwd=tmp_path)

    cffconvert("--validate")
    assert "title = {lemke: exact Nash equilibria" in cffconvert("-f", "bibtex")
