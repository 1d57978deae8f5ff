"""The figure of the example `examples/research/obstacle.py`, which needs matplotlib."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "examples" / "research" / "obstacle.py"


def test_the_figure_is_the_same_every_time(tmp_path: Path) -> None:
    figures = []
    for name in ("one.svg", "two.svg"):
        command = [sys.executable, str(SCRIPT), "--nodes", "15", "--plot", name]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=120)
        figures.append((tmp_path / name).read_text(encoding="utf-8"))
    assert figures[0] == figures[1]
    assert "A string over an obstacle" in figures[0]
