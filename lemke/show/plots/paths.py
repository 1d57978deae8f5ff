"""Plots of Lemke's path over the number of the pivot, or over t = 1 − z0."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from lemke.errors import InputError, ShapeError, type_name
from lemke.forms.sequence_form import TracingPath, plan_columns
from lemke.ground.rational import shown
from lemke.ground.words import count
from lemke.show.plots.figures import COLORS, LABEL_LENGTH, STYLES, add_legend, plain_label, titled_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

HorizontalAxis: TypeAlias = Literal["pivot", "t"]
"""The number of the pivot, or t = 1 − z0, which may also decrease along the path."""
CURVES = len(COLORS)
"""The largest number of sequences drawn per player: those whose probabilities change most."""


def path(
    *paths: TracingPath[Any],
    labels: Sequence[str] = (),
    against: HorizontalAxis = "pivot",
    title: str | None = None,
) -> Figure:
    """Draw one or more paths of a game: z0, and the probabilities of sequences in both players' plans.

    The curves are piecewise linear, as the path is. For each player, at most eight sequences are drawn: those whose
    probabilities change most. Different paths have different line styles.

    Parameters
    ----------
    *paths : TracingPath
        Paths of one game.
    labels : one per path
        The labels in the legend; by default the prior of each path, and the tie rule unless that is ``ascending``.
    against : ``"pivot"`` or ``"t"``
        The horizontal axis: numbers of pivots, or t = 1 − z0.
    title : str | None
        By default the title of the game.

    Returns
    -------
    matplotlib.figure.Figure
        The figure has an Axes for z0 (for the number of the pivot, if the horizontal axis is t), one for player 1 and
        one for player 2. ``lemke.show.drawing.Drawing(figure).save`` writes the figure to a file, with the same bytes
        every time.

    Raises
    ------
    InputError, ShapeError
        No path or more than four, paths of different games, a wrong number of labels, or an unknown axis.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    names = _labels(paths, labels, against)
    figure = Figure(figsize=(8.0, 7.0), layout="constrained")
    top, *players = figure.subplots(3, 1, sharex=against == "pivot", height_ratios=(2, 3, 3))
    tables = [path.to_numpy() for path in paths]
    lines: list[Line2D] = []
    for k, (table, name) in enumerate(zip(tables, names, strict=True)):
        x = table["pivot"] if against == "pivot" else 1 - table["z0"]
        y = table["z0"] if against == "pivot" else table["pivot"]
        lines += top.plot(x, y, STYLES[k], color="black", marker="o", markersize=3, label=name)
    top.set_ylabel("z0" if against == "pivot" else "pivot")
    add_legend(top, "path", lines)
    for player, axes in enumerate(players):
        _draw_player(axes, paths, tables, player, against)
    players[-1].set_xlabel("pivot" if against == "pivot" else "t = 1 − z0, the weight of the reactions")
    if against == "pivot":
        players[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    return titled_figure(figure, paths[0].form.title if title is None else title)


def _labels(paths: Sequence[TracingPath[Any]], labels: Sequence[str], against: str) -> list[str]:
    """Return the labels of the paths for the legend, after checking the arguments of :func:`path`."""
    if not 1 <= len(paths) <= len(STYLES):
        raise InputError(f"{count(len(paths), 'path')}, expected 1 to {len(STYLES)}")
    for path in paths:
        if not isinstance(path, TracingPath):
            raise InputError(f"an object of type {type_name(path)}, expected a TracingPath")
        if path.columns != paths[0].columns:
            raise InputError("paths of games with different sequences, expected paths of one game")
    if against not in get_args(HorizontalAxis):
        raise InputError(f"the axis {shown(against)}, expected 'pivot' or 't'")
    if labels and len(labels) != len(paths):
        raise ShapeError(f"{count(len(labels), 'label')}, expected {len(paths)}, one per path")
    return [
        "\n".join(wrap(plain_label(label, 3 * LABEL_LENGTH), LABEL_LENGTH))
        for label in (labels or [path.label for path in paths])
    ]


def _draw_player(
    axes: Axes, paths: Sequence[TracingPath[Any]], tables: Sequence[np.ndarray], player: int, against: str
) -> None:
    """Draw the probabilities of a player's sequences."""
    columns = plan_columns(paths[0].form, player)[1:]  # without the empty sequence, whose probability is always 1
    changes = [max(np.ptp(table[name]) for table in tables) for name in columns]
    drawn = sorted(sorted(range(len(columns)), key=lambda k: -changes[k])[:CURVES])
    legend_lines: list[Line2D] = []
    for color, k in zip(COLORS, drawn, strict=False):
        label = plain_label(columns[k].partition(": ")[2])  # a column is named "player: sequence"
        for style, table in zip(STYLES, tables, strict=False):
            x = table["pivot"] if against == "pivot" else 1 - table["z0"]
            properties: dict[str, Any] = {"color": color, "marker": "o", "markersize": 3, "alpha": 0.9}
            lines = axes.plot(x, table[columns[k]], style, label=label, **properties)
            legend_lines += lines if table is tables[0] else []  # one line per sequence
    axes.set_ylim(-0.04, 1.04)
    axes.set_ylabel(f"player {player + 1}: probability")
    if columns:
        omitted = len(columns) - len(drawn)
        add_legend(axes, f"sequence ({omitted} more)" if omitted else "sequence", legend_lines)
