"""What the distributions say about themselves."""

import email
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.specifiers import SpecifierSet

from distributions import REPOSITORY, Built, run

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def member(built: Built, name: str) -> bytes:
    with zipfile.ZipFile(built.wheel) as archive:
        (path,) = (path for path in archive.namelist() if path.endswith(f".dist-info/{name}"))
        return archive.read(path)


@pytest.fixture
def metadata(built: Built) -> Metadata:
    return Metadata.from_email(member(built, "METADATA"), validate=True)


@pytest.mark.parametrize(
    "checker",
    [("twine", "check", "--strict", "sdist", "wheel"), ("check_wheel_contents", "wheel")],
    ids=lambda checker: checker[0],
)
def test_checkers_of_distributions_find_nothing(checker: tuple[str, ...], built: Built, tmp_path: Path) -> None:
    run(sys.executable, "-m", *(getattr(built, word, word) for word in checker), cwd=tmp_path)


def test_pyproject_is_valid(tmp_path: Path) -> None:
    run(sys.executable, "-m", "validate_pyproject", REPOSITORY / "pyproject.toml", cwd=tmp_path)


def test_the_metadata_are_those_of_pyproject_and_the_page_is_the_readme(metadata: Metadata) -> None:
    assert (metadata.name, str(metadata.version)) == ("lemke", PROJECT["version"])
    assert metadata.summary == PROJECT["description"]
    assert str(metadata.license_expression) == "MIT"
    assert metadata.license_files == ["LICENSE"]
    assert metadata.description_content_type == "text/markdown"
    assert metadata.description == (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert metadata.requires_python == SpecifierSet(">=3.11")
    assert set(metadata.provides_extra) == set(PROJECT["optional-dependencies"])


def test_it_runs_on_any_machine_that_has_python(built: Built) -> None:
    wheel = email.message_from_bytes(member(built, "WHEEL"))
    assert (wheel["Root-Is-Purelib"], wheel["Tag"]) == ("true", "py3-none-any")
    assert member(built, "entry_points.txt").decode().split() == ["[console_scripts]", "lemke", "=", "lemke.cli:main"]


def test_versions_of_packages_have_no_upper_bound(metadata: Metadata) -> None:
    """Newer versions of packages may be installed beside lemke, except where an extra says why not."""
    for requirement in metadata.requires_dist:
        if requirement.marker is None:
            assert [specifier.operator for specifier in requirement.specifier] == [">="], requirement
