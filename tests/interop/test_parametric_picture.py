"""The figure of ``examples/research/kuhn_bet.py``: written whole, the same every time, critical values marked."""

import sys
from pathlib import Path

import pytest

from parametric_games import example

pytest.importorskip("matplotlib")


def test_the_figure_marks_the_critical_bets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for name in ("one.svg", "two.svg"):
        monkeypatch.setattr(sys, "argv", ["kuhn_bet.py", "--plot", str(tmp_path / name)])
        example("kuhn_bet").main()
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert all(f"<!-- b = {critical} -->" in texts[0] for critical in (1, 2))
