"""Every command in the documentation prints what is shown there; ``...`` stands for lines, ``…`` within one.

A page is followed in a folder of its own, the tutorial from its first page to its last in one.
"""

import re
from pathlib import Path

import pytest

from documented_pages import POSIX, REPOSITORY, TUTORIAL, Folder, steps, tutorial

PAGES = [page for page in sorted((REPOSITORY / "docs").rglob("*.md")) if page.parent != TUTORIAL]


@POSIX
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    Folder(tmp_path).follow(page.read_text(encoding="utf-8"))


@POSIX
def test_the_tutorial_can_be_followed_from_its_first_page_to_its_last(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for page in tutorial():
        folder.follow(page.read_text(encoding="utf-8"))
    for drawn, shown in (("cafe.svg", "cafe.svg"), ("solved.svg", "cafe_solved.svg")):
        assert texts(tmp_path / drawn) == texts(REPOSITORY / "docs" / "pictures" / shown)


def texts(picture: Path) -> list[str]:
    """What is written in a picture; places may differ by the version of matplotlib."""
    found = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)", picture.read_text(encoding="utf-8"))
    assert found
    return found


def test_the_tutorial_lists_its_pages() -> None:
    assert sorted([TUTORIAL / "index.md", *tutorial()]) == sorted(TUTORIAL.glob("*.md"))
    assert not list(steps((TUTORIAL / "index.md").read_text(encoding="utf-8")))
