"""The picture of `examples/research/basins.py`: drawn, the same again, and that of the documentation."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

ROOT = Path(__file__).parents[2]


def test_the_picture_is_drawn_and_the_same_again(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "examples" / "research" / "basins.py"))
    found = script["explored"](8)
    for name in ("one.svg", "two.svg"):
        script["draw"](found, 8, tmp_path / name)
    one = (tmp_path / "one.svg").read_bytes()
    assert one == (tmp_path / "two.svg").read_bytes()
    shown = (ROOT / "docs" / "pictures" / "basins.svg").read_bytes()
    for words in (b"Where paths from these priors end", b"q: s at b, in the prior", b"to payoffs 4, 7/3 with s 2/3"):
        assert words in one and words in shown
