"""Pictures, by matplotlib, which is imported when one is drawn.

A picture shows the nearest floats of exact numbers; nothing is decided by it.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, ShapeError, one_line, type_name
from lemke.forms.sequence_form import TracingPath, plan_columns
from lemke.ground.rational import approximate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Against: TypeAlias = Literal["pivot", "t"]
"""Over the number of the pivot, or over t = 1 − z0, which may turn back."""

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Told apart by nearly everybody (M. Okabe and K. Ito 2002), and one more."""
STYLES = ("-", "--", ":", "-.")
"""Of several paths."""
CURVES = len(COLORS)
"""Sequences of a player at most, of those whose probabilities change most."""
WIDE = 24
"""Characters of a name in a legend."""
DPI = 200
"""Of pixels."""
PLACES = 4
"""Digits of places in a picture, as shares of its size."""


def plot_path(
    *paths: TracingPath[Any],
    labels: Sequence[str] = (),
    against: Against = "pivot",
    title: str | None = None,
) -> Figure:
    """Draw one or more paths of a game: z0, and the probabilities that both players' plans give to sequences.

    The curves are piecewise linear, as the path is. Of each player those sequences are drawn whose probabilities change
    most, eight at most. Several paths are told apart by solid and broken lines.

    Parameters
    ----------
    *paths : TracingPath
        Of one game.
    labels : one per path
        Of the legend; priors and tie rules by default.
    against : ``"pivot"`` or ``"t"``
        The horizontal axis: numbers of pivots, or t = 1 − z0.
    title : str | None
        That of the game by default.

    Returns
    -------
    matplotlib.figure.Figure
        With axes for z0, player 1 and player 2; ``figure.savefig`` writes it, and so does the method ``save`` of
        ``lemke.show.drawing.Drawing(figure)``, which gives the same bytes every time.

    Raises
    ------
    InputError, ShapeError
        No path, paths of different games, more than four, labels of another number, an unknown axis.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    names = _checked(paths, labels, against)
    figure = Figure(figsize=(8.0, 7.0), layout="constrained")
    top, *players = figure.subplots(3, 1, sharex=against == "pivot", height_ratios=(2, 3, 3))
    tables = [path.to_numpy() for path in paths]
    lines: list[Line2D] = []
    for k, (table, name) in enumerate(zip(tables, names, strict=True)):
        place = table["pivot"] if against == "pivot" else 1 - table["z0"]
        heights = table["z0"] if against == "pivot" else table["pivot"]
        lines += top.plot(place, heights, STYLES[k], color="black", marker="o", markersize=3, label=name)
    top.set_ylabel("z0" if against == "pivot" else "pivot")
    _legend(top, "path", lines)
    for player, axes in enumerate(players):
        _draw_player(axes, paths, tables, player, against)
    players[-1].set_xlabel("pivot" if against == "pivot" else "t = 1 − z0, the weight of the reactions")
    if against == "pivot":
        players[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    heading = one_line(paths[0].form.title if title is None else title)
    figure.suptitle(_plain(heading, 3 * WIDE), fontsize="medium")
    return figure


def plot_regrets(
    iterations: Sequence[int], curves: Mapping[str, Sequence[Sequence[mpq]]], players: Sequence[str], title: str
) -> Figure:
    """Draw regrets of players over iterations, both on logarithmic scales.

    Parameters
    ----------
    iterations : sequence of int
    curves : mapping
        From the name of each kind of strategies to a pair of regrets, one per player, for each of the iterations. What
        is not above 0, or beyond the range of floats, is left out.
    players : two texts
    title : text
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: list[Line2D] = []
    for style, (kind, regrets) in zip(STYLES, curves.items(), strict=False):
        for player, color in zip((0, 1), COLORS, strict=False):
            heights = [approximate(pair[player]) for pair in regrets]
            heights = [height if 0 < height < np.inf else np.nan for height in heights]
            label = f"{kind}: {_plain(players[player])}"
            lines += axes.plot(iterations, heights, style, color=color, marker="o", markersize=3, label=label)
    axes.set_xscale("log", base=2)
    if any(np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any() for line in lines):
        axes.set_yscale("log")
    axes.set_xlabel("iterations")
    axes.set_ylabel("regret, about")
    _legend(axes, "strategies", lines)
    figure.suptitle(_plain(one_line(title), 3 * WIDE), fontsize="medium")
    return figure


def saved(figure: Figure, form: Literal["svg", "png", "pdf"]) -> str | bytes:
    """Return a figure as the content of a file, the same for the same picture; its layout is fixed by that.

    In SVG texts stay texts, so that whoever shows the picture chooses a font that has their letters.
    """
    import matplotlib as mpl

    target = BytesIO()
    metadata = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}[form]
    settings: dict[Any, Any] = {"svg.hashsalt": "lemke", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a reader of SVG may have them
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for axes in figure.axes:  # the last bits of the layout differ from run to run
            left, bottom, width, height = (round(share, PLACES) for share in axes.get_position().bounds)
            axes.set_position((left, bottom, width, height))
        figure.savefig(target, format=form, metadata=dict.fromkeys(metadata), dpi=DPI)
    if form != "svg":
        return target.getvalue()
    return "\n".join(line.rstrip() for line in target.getvalue().decode().splitlines()) + "\n"


def _checked(paths: Sequence[TracingPath[Any]], labels: Sequence[str], against: str) -> list[str]:
    """Return the labels of the paths, after checking everything."""
    if not 1 <= len(paths) <= len(STYLES):
        raise InputError(f"{len(paths)} paths, expected 1 to {len(STYLES)}")
    for path in paths:
        if not isinstance(path, TracingPath):
            raise InputError(f"an object of type {type_name(path)}, expected a TracingPath")
        if path.columns != paths[0].columns:
            raise InputError("paths of games with different sequences, expected paths of one game")
    if against not in get_args(Against):
        raise InputError(f"the axis {against!r}, expected pivot or t")
    if labels and len(labels) != len(paths):
        raise ShapeError(f"{len(labels)} labels, expected {len(paths)}, one per path")
    return ["\n".join(wrap(_plain(label, 3 * WIDE), WIDE)) for label in (labels or [path.label for path in paths])]


def _draw_player(
    axes: Axes, paths: Sequence[TracingPath[Any]], tables: Sequence[np.ndarray], player: int, against: str
) -> None:
    """Draw the probabilities of a player's sequences."""
    own = plan_columns(paths[0].form, player)[1:]
    spread = [max(np.ptp(table[name]) for table in tables) for name in own]
    chosen = sorted(sorted(range(len(own)), key=lambda k: -spread[k])[:CURVES])
    first: list[Line2D] = []
    for color, k in zip(COLORS, chosen, strict=False):
        label = _plain(own[k].partition(": ")[2])
        for style, table in zip(STYLES, tables, strict=False):
            place = table["pivot"] if against == "pivot" else 1 - table["z0"]
            look: dict[str, Any] = {"color": color, "marker": "o", "markersize": 3, "alpha": 0.9}
            lines = axes.plot(place, table[own[k]], style, label=label, **look)
            first += lines if table is tables[0] else []
    axes.set_ylim(-0.04, 1.04)
    axes.set_ylabel(f"player {player + 1}: probability")
    if own:
        left = len(own) - len(chosen)
        _legend(axes, f"sequence ({left} more)" if left else "sequence", first)


def _legend(axes: Axes, title: str, lines: Sequence[Line2D]) -> None:
    """Put the legend beside the curves, where it hides none."""
    # matplotlib leaves out labels that begin with _, but not after a space
    names = [re.sub("^_", "\N{ZERO WIDTH SPACE}_", str(line.get_label())) for line in lines]
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    axes.legend(lines, names, title=title, fontsize="small", **place)
    axes.grid(color="0.9")


def _plain(label: str, width: int = WIDE) -> str:
    """Return a label on one line, short, and with no sign that matplotlib takes for mathematics."""
    line = one_line(label)
    return (line if len(line) <= width else f"{line[: width - 1]}…").replace("$", r"\$")
