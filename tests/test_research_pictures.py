"""The pictures that scripts in `examples/research/` draw: the same every time, and those of the documentation."""

import runpy
import sys
from pathlib import Path

import pytest

from scripts import script

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "examples" / "research"

pytestmark = pytest.mark.slow


def test_the_picture_of_paths_from_two_priors_is_the_same_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one.svg", "two.svg"):
        monkeypatch.setattr(sys, "argv", ["tracing_path.py", "--output", str(tmp_path / name)])
        runpy.run_path(str(SCRIPTS / "tracing_path.py"), run_name="__main__")
    picture = (tmp_path / "one.svg").read_bytes()
    assert picture == (tmp_path / "two.svg").read_bytes()
    assert b"prior random, seed 3" in picture


def test_the_picture_marks_the_critical_bets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for name in ("one.svg", "two.svg"):
        monkeypatch.setattr(sys, "argv", ["kuhn_bet.py", "--plot", str(tmp_path / name)])
        script("examples/research/kuhn_bet").main()
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert all(f"<!-- b = {critical} -->" in texts[0] for critical in (1, 2))


def test_the_picture_of_basins_has_the_words_of_that_in_the_documentation(tmp_path: Path) -> None:
    script = runpy.run_path(str(SCRIPTS / "basins.py"))
    basins = script["explored"](8)
    for name in ("one.svg", "two.svg"):
        script["draw"](basins, 8, tmp_path / name)
    picture = (tmp_path / "one.svg").read_bytes()
    assert picture == (tmp_path / "two.svg").read_bytes()
    shown = (ROOT / "docs" / "pictures" / "basins.svg").read_bytes()
    for words in (b"Where paths from these priors end", b"q: s at b, in the prior", b"to payoffs 4, 7/3 with s 2/3"):
        assert words in picture and words in shown


def test_the_picture_of_a_string_over_an_obstacle_is_the_same_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = []
    for name in ("one.svg", "two.svg"):
        monkeypatch.setattr(sys, "argv", ["obstacle.py", "--nodes", "15", "--plot", str(tmp_path / name)])
        script("examples/research/obstacle").main()
        figures.append((tmp_path / name).read_text(encoding="utf-8"))
    assert figures[0] == figures[1]
    assert "A string over an obstacle" in figures[0]
