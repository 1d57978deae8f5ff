"""The gallery shows every picture of the documentation, and its commands make these pictures again."""

import re
from pathlib import Path

import pytest

from documented_pages import DOCS, POSIX, Command, Folder, saved, steps

GALLERY = (DOCS / "gallery.md").read_text(encoding="utf-8")
PICTURE = re.compile(r"^!\[[^\]]+\]\(pictures/([\w.]+)\)$", re.MULTILINE)
SHOWN = PICTURE.findall(GALLERY)
ELSEWHERE = {"house.svg", "refinements.svg"}
"""Another test checks that these pictures are up to date."""
PHOTOGRAPHED = {"report.png": "report.html"}
"""Pictures of web pages in a browser."""


def command(picture: str) -> Command:
    """The command before a picture."""
    before = GALLERY[: GALLERY.index(f"(pictures/{picture})")]
    *_, last = (step for step in steps(before) if isinstance(step, Command))
    return last


def texts(picture: Path) -> list[str]:
    """The texts in a picture, without their places, which depend on the version of matplotlib."""
    written = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)|<!-- (.*) -->", picture.read_text(encoding="utf-8"))
    assert written
    return ["".join(parts) for parts in written]


def test_every_picture_is_in_the_gallery_once() -> None:
    assert sorted(SHOWN) == sorted(picture.name for picture in (DOCS / "pictures").iterdir())


@POSIX
@pytest.mark.parametrize("picture", [name for name in SHOWN if name not in ELSEWHERE])
def test_the_command_before_a_picture_makes_it(picture: str, tmp_path: Path) -> None:
    folder, made = Folder(tmp_path), PHOTOGRAPHED.get(picture, picture)
    for file in saved():
        (tmp_path / file.name).write_text(file.text, encoding="utf-8")
    line = command(picture).line
    assert line.endswith(f" {made}")
    done = folder.done(line, timeout=900)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / made).stat().st_size > 1000
    if picture not in PHOTOGRAPHED:
        assert texts(tmp_path / made) == texts(DOCS / "pictures" / picture)
