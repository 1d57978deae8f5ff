"""The project's own files agree with each other."""

import re
import tomllib
from pathlib import Path

from lowest import FILE, constraints

REPOSITORY = Path(__file__).parents[1]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_lower_bounds_that_are_tested_are_those_of_the_project() -> None:
    assert FILE.read_text(encoding="utf-8") == constraints(), "run: python tests/lowest.py"


def test_the_citation_names_this_version() -> None:
    (version,) = re.findall(r"^version: (.*)$", (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert version == PROJECT["version"]


def test_the_extras_that_pages_name_exist() -> None:
    files = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *(REPOSITORY / "docs").rglob("*.md")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    named = {name.strip() for names in re.findall(r"(?:lemke|\.)\[([a-z, ]+)\]", text) for name in names.split(",")}
    assert named and named <= set(PROJECT["optional-dependencies"])
