"""Pictures, by matplotlib, which is imported when one is drawn.

A picture shows the nearest floats of exact numbers; nothing is decided by it.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from gmpy2 import mpq

from lemke.certificate import EquilibriumRanges, Interval
from lemke.errors import InputError, ShapeError, one_line, type_name
from lemke.forms.sequence_form import TracingPath, plan_columns
from lemke.ground.rational import approximate, short
from lemke.ground.words import count, player_name

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
ROWS = 200
"""Moves with their ranges at most, of those whose ranges are widest."""
DIGITS = 11
"""Characters of an exact number beside a range; one that has more is shown as a decimal."""
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


def plot_ranges(ranges: EquilibriumRanges) -> Figure:
    """Draw the least and the greatest probability of every move over all equilibria of a game.

    A row for each move, in the order of the table: a bar from the least to the greatest probability where the player's
    plan reaches the information set, and the exact numbers beside it; a dot for the same probability in all
    equilibria; the words "not reached" where no equilibrium reaches the set. Between the ends of a bar there may be
    numbers that no equilibrium plays. Of more than 200 moves, those with the widest ranges are drawn.

    Parameters
    ----------
    ranges : EquilibriumRanges
        Of :func:`lemke.ranges`.

    Returns
    -------
    matplotlib.figure.Figure
        With axes for each player who has a row.

    Raises
    ------
    InputError
        For an object of another type.
    """
    from matplotlib.figure import Figure

    if not isinstance(ranges, EquilibriumRanges):
        raise InputError(f"an object of type {type_name(ranges)}, expected EquilibriumRanges")
    rows = _rows(ranges)
    left = len(rows) - ROWS
    if left > 0:
        widest = sorted(range(len(rows)), key=lambda k: -rows[k].width)[:ROWS]
        rows = [rows[k] for k in sorted(widest)]
    panels = {player: [row for row in rows if row.player == player] for player in (0, 1)}
    panels = {player: drawn for player, drawn in panels.items() if drawn} or {0: []}
    height = 1.2 + sum(0.35 + 0.2 * len(drawn) for drawn in panels.values())
    figure = Figure(figsize=(8.0, height), layout="constrained")
    shares = [len(drawn) + 1 for drawn in panels.values()]
    several = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=shares)[:, 0]
    for axes, (player, drawn) in zip(several, panels.items(), strict=True):
        _draw_ranges(axes, drawn, COLORS[player])
        name = player_name(ranges.game.players, player) if drawn else "no moves"
        axes.set_title(_plain(name, 3 * WIDE), loc="left", fontsize="medium")
    whose = "all equilibria" if ranges.equilibria.is_complete else "the equilibria found so far"
    more = f" ({count(left, 'narrower range')} left out)" if left > 0 else ""
    several[-1].set_xlabel(f"least to greatest probability over {whose}{more}")
    figure.suptitle(_plain(one_line(ranges.game.title), 3 * WIDE), fontsize="medium")
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


class _Row(NamedTuple):
    """A move with its range; None and a reason in ``words`` where there is none."""

    player: int
    information_set: int
    label: str
    interval: Interval | None
    words: str

    @property
    def width(self) -> mpq:
        """How far the range extends; less than any for a move without one."""
        return mpq(-1) if self.interval is None else self.interval.greatest - self.interval.least


def _rows(ranges: EquilibriumRanges) -> list[_Row]:
    """Return a row for each move; a set is named by its label, after its number where that is not enough."""
    table: Any = ranges.to_table().rows
    sets = {(player, number): label for player, number, label, *_ in table}
    alike = Counter((player, label) for (player, _), label in sets.items())
    rows = []
    for player, number, label, action, _, weight, _, least, greatest in table:
        names = [] if label and alike[player, label] == 1 else [str(number)]
        names = [action] if ranges.game.strategic else [*names, label, action]
        interval = None if least is None else Interval(least, greatest)
        words = "not computed" if weight is None else "not reached"
        if interval is not None:
            words = " to ".join(short(end, DIGITS) for end in dict.fromkeys(interval))
        rows.append(_Row(player - 1, number, "  ".join(filter(None, map(_plain, names))), interval, words))
    return rows


def _draw_ranges(axes: Axes, rows: Sequence[_Row], color: str) -> None:
    """Draw the ranges of a player's moves, the first one on top; every other information set on a grey ground."""
    sets = {row.information_set: k for k, row in reversed(list(enumerate(rows)))}
    starts = [*sorted(sets.values()), len(rows)]
    for first, end in zip(starts[::2], starts[1::2], strict=False):
        axes.axhspan(first - 0.5, end - 0.5, color="0.94", linewidth=0, zorder=0)
    for k, (*_, interval, words) in enumerate(rows):
        axes.text(1.02, k, words, transform=axes.get_yaxis_transform(), va="center", fontsize="small")
        if interval is None:
            continue
        ends = [approximate(end) for end in interval]
        if interval.least == interval.greatest:
            axes.plot(ends[:1], [k], "o", color=color, markersize=5)
        else:  # the marks show the ends of a range that is too narrow for a bar
            bar: dict[str, Any] = {"linewidth": 6, "solid_capstyle": "butt", "marker": "|", "markersize": 9}
            axes.plot(ends, [k, k], "-", color=color, **bar)
    axes.set_yticks(range(len(rows)), [row.label for row in rows], fontsize="small")
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)


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
