"""Every command in the documentation prints what its page shows; ``...`` stands for lines, ``…`` for part of a line.

A page is followed in a folder of its own, the tutorial from its first page to its last in one.
"""

from pathlib import Path

import pytest

from documented_pages import DOCS, POSIX, REPOSITORY, TUTORIAL, WORKPLACE, Folder, tutorial

GALLERY = DOCS / "gallery.md"  # test_gallery.py runs its commands
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page != GALLERY and page.parent != TUTORIAL]


@POSIX
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    Folder(tmp_path).follow(page.read_text(encoding="utf-8"))


@POSIX
def test_the_tutorial_can_be_followed_from_its_first_page_to_its_last(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    before = {*tmp_path.iterdir(), tmp_path / WORKPLACE}
    for page in tutorial():
        folder.follow(page.read_text(encoding="utf-8"))
    assert folder.path == tmp_path / WORKPLACE and {*tmp_path.iterdir()} == before
