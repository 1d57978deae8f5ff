"""The distributions, built once, and the wheel installed by pip and by pipx; all is removed at the end."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from distributions import Built, Installed, build, pipx, run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def by_pip(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    home = tmp_path_factory.mktemp("by_pip")
    run(sys.executable, "-m", "venv", home / "venv", cwd=home)
    programs = home / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", built.wheel, cwd=home)
    yield Installed(programs / "python", programs / "lemke")
    run(programs / "python", "-m", "pip", "uninstall", "--yes", "lemke", cwd=home)
    assert not list(home.rglob("*lemke*"))


@pytest.fixture(scope="session")
def by_pipx(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    home = tmp_path_factory.mktemp("by_pipx")
    pipx(home, "install", built.wheel)
    yield Installed(home / "home" / "venvs" / "lemke" / "bin" / "python", home / "bin" / "lemke")
    pipx(home, "uninstall", "lemke")
    assert not [*(home / "bin").iterdir(), *(home / "home" / "venvs").glob("*/")]


@pytest.fixture(scope="session", params=["pip", "pipx"])
def installed(request: pytest.FixtureRequest) -> Installed:
    return request.getfixturevalue(f"by_{request.param}")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """An empty folder to work in."""
    assert not list(tmp_path.iterdir())
    return tmp_path
