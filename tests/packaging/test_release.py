"""The changelog and the citation of this version."""

import re
import sys
import tomllib
from pathlib import Path

from distributions import REPOSITORY, run

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_changelog_has_a_section_of_the_version() -> None:
    text = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])} \(\d{{4}}-\d\d-\d\d\)$", text, re.MULTILINE)


def test_the_citation_file_is_valid_and_says_what_to_cite(tmp_path: Path) -> None:
    def cffconvert(*words: str) -> str:
        program = Path(sys.executable).with_name("cffconvert")
        return run(program, "-i", REPOSITORY / "CITATION.cff", *words, cwd=tmp_path)

    cffconvert("--validate")
    assert "title = {lemke: exact Nash equilibria" in cffconvert("-f", "bibtex")
