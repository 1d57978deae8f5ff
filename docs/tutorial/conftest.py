"""Examples in the tutorial find the files that its reader has saved."""

from pathlib import Path

import pytest

from documented_pages import REPOSITORY, saved


@pytest.fixture(autouse=True)
def readers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    for file in saved():
        (tmp_path / file.name).write_text(file.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
