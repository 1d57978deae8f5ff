"""Examples in the tutorial find the files that its reader has saved."""

from pathlib import Path

import pytest

from documented_pages import WORKPLACE, saved


@pytest.fixture(autouse=True)
def readers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / WORKPLACE
    folder.mkdir()
    for file in saved():
        (folder / file.name).write_text(file.text, encoding="utf-8")
    monkeypatch.chdir(folder)
