"""Plots of Lemke's path over the number of the pivot, or over t = 1 − z0."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from lemke.errors import InputError
from lemke.forms.sequence_form import TracingPath
from lemke.show.plots.figures import COLORS, LABEL_LENGTH, STYLES, add_legend, plain_label, set_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HorizontalAxis: TypeAlias = Literal["pivot", "t"]
"""The number of the pivot, or t = 1 − z0, which may also decrease along the path."""
CURVES = len(COLORS)
"""The largest number of sequences drawn per player: those whose probabilities change most."""


def path(
    *paths: TracingPath[Any],
    labels: Sequence[str] = (),
    against: HorizontalAxis = "pivot",
    title: str | None = None,
    ax: Sequence[Axes] | None = None,
) -> Figure:
    """Draw one or more paths of a game: z0, and the probabilities of sequences in both players' plans.

    The curves are piecewise linear, as the path is. For each player, at most eight sequences are drawn: those whose
    probabilities change most. Different paths have different line styles.

    Parameters
    ----------
    *paths : TracingPath
        One to four paths of one game.
    labels : one per path
        The labels in the legend; by default the prior of each path, and the tie rule unless that is ``ascending``.
    against : ``"pivot"`` or ``"t"``
        The horizontal axis: numbers of pivots, or t = 1 − z0.
    title : str | None
        By default the title of the game.
    ax : three matplotlib.axes.Axes | None
        One for z0 (for the number of the pivot, if the horizontal axis is t), one for player 1 and one for player 2. By
        default those of a new figure.

    Raises
    ------
    InputError
        No path or more than four, paths of different games, a wrong number of labels, or an unknown axis.
    """
    if not 1 <= len(paths) <= len(STYLES) or any(path.columns != paths[0].columns for path in paths):
        raise InputError(f"{len(paths)} paths, expected 1 to {len(STYLES)} paths of one game")
    names = list(labels) or [path.label for path in paths]
    if against not in ("pivot", "t") or len(names) != len(paths):
        raise InputError(f"against={against!r} and {len(names)} labels, expected 'pivot' or 't', and a label per path")
    if ax is None:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8.0, 7.0), layout="constrained")
        ax = figure.subplots(3, 1, sharex=against == "pivot", height_ratios=(2, 3, 3)).tolist()
    top, *players = ax
    tables = [path.to_numpy() for path in paths]
    for table, name, style in zip(tables, names, STYLES, strict=False):
        x, y = (table["pivot"], table["z0"]) if against == "pivot" else (1 - table["z0"], table["pivot"])
        label = "\n".join(wrap(plain_label(name, 3 * LABEL_LENGTH), LABEL_LENGTH))
        top.plot(x, y, style, color="black", marker="o", markersize=3, label=label)
    top.set_ylabel("z0" if against == "pivot" else "pivot")
    add_legend(top, "path")
    for player, axes in enumerate(players):
        _draw_plans(axes, tables, paths[0].plan_columns(player)[1:], against)  # the empty sequence is always 1
        axes.set_ylabel(f"player {player + 1}: probability")
    players[-1].set_xlabel("pivot" if against == "pivot" else "t = 1 − z0, the weight of the reactions")
    if against == "pivot":
        players[-1].locator_params(axis="x", integer=True)
    return set_title(top, paths[0].form.title if title is None else title)


def _draw_plans(axes: Axes, tables: Sequence[np.ndarray], columns: Sequence[str], against: str) -> None:
    """Draw the probabilities of a player's sequences, which are columns of the tables of paths."""
    changes = [max(np.ptp(table[name]) for table in tables) for name in columns]
    drawn = sorted(sorted(range(len(columns)), key=lambda k: -changes[k])[:CURVES])
    for color, k in zip(COLORS, drawn, strict=False):
        label: str | None = plain_label(columns[k].partition(": ")[2])  # a column is named "player: sequence"
        for style, table in zip(STYLES, tables, strict=False):
            x = table["pivot"] if against == "pivot" else 1 - table["z0"]
            axes.plot(x, table[columns[k]], style, label=label, color=color, marker="o", markersize=3, alpha=0.9)
            label = None  # one line per sequence in the legend
    axes.set_ylim(-0.04, 1.04)
    if columns:
        omitted = len(columns) - len(drawn)
        add_legend(axes, f"sequence ({omitted} more)" if omitted else "sequence")
