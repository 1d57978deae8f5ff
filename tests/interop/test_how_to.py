"""The pages in `docs/how-to`: examples that need optional packages are run here, the others by the doctests."""

import re
from pathlib import Path
from typing import Any

import pytest

# What `judging.md` shows is run by `tests/interop/test_examples.py`.
PAGES = [
    page for page in sorted((Path(__file__).parents[2] / "docs" / "how-to").glob("*.md")) if page.stem != "judging"
]


def blocks(page: Path) -> list[str]:
    """The blocks of Python on a page that are no doctests."""
    code_blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in code_blocks if ">>>" not in block]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: page.name)
def test_the_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(Path(__file__).parents[2] / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        exec(block, names)
