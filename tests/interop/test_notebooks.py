"""The notebooks in `docs/notebooks` show the texts that are stored in them when they are run again."""

from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest

from scripts import script

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def notebooks() -> ModuleType:
    return script("docs/run_notebooks")


def stored(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def outputs(path: Path) -> list[Any]:
    return [output for cell in stored(path).cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_the_stored_texts(path: Path, notebooks: ModuleType) -> None:
    if "import pyspiel" in path.read_text(encoding="utf-8"):
        pytest.importorskip("pyspiel")
    shown = notebooks.texts(notebooks.run(path))
    assert shown == notebooks.texts(stored(path))
    assert sum(map(len, shown)) > 10


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stored_notebook_has_outputs_and_nothing_else(path: Path) -> None:
    kinds = {kind for output in outputs(path) for kind in output.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= kinds <= {"text/html", "image/svg+xml", "text/plain"}
    assert all(output.output_type != "error" and output.get("name") != "stderr" for output in outputs(path))
    assert path.stat().st_size < 250_000
    assert all(not cell.metadata for cell in stored(path).cells)
