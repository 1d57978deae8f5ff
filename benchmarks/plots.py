"""Plots of time against size, one for each ladder."""

from __future__ import annotations

from pathlib import Path

from benchmarks.tables import Record, points


def plot(name: str, title: str, records: list[Record], folder: Path) -> None:
    """Write an SVG: seconds of the solver call against sequences of both players, a line per tool, axes logarithmic.

    Where a tool was stopped it has no point.
    """
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.4))
    for tool, curve in points(records).items():
        axes.loglog(*zip(*curve, strict=True), marker="o", markersize=4, label=tool)
    axes.set(title=title, xlabel="sequences", ylabel="seconds")
    axes.grid(True, which="major", linewidth=0.3)
    axes.legend()
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / f"{name}.svg", bbox_inches="tight")
    pyplot.close(figure)
