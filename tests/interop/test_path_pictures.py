"""Pictures of paths, where matplotlib is installed: all of `test_plots.py`, and the script that draws the page's."""

import runpy
import sys
from pathlib import Path

import pytest

from test_plots import *  # noqa: F403

SCRIPT = Path(__file__).parents[2] / "examples" / "research" / "tracing_path.py"


def test_the_script_draws_the_same_picture_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one.svg", "two.svg"):
        monkeypatch.setattr(sys, "argv", [SCRIPT.name, "--output", str(tmp_path / name)])
        runpy.run_path(str(SCRIPT), run_name="__main__")
    one = (tmp_path / "one.svg").read_bytes()
    assert one == (tmp_path / "two.svg").read_bytes()
    assert b"prior random, seed 3" in one
