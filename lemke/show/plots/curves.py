"""Plots of regrets and of the distance from an equilibrium, by number of iterations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Verdict
from lemke.ground.rational import approximate
from lemke.ground.words import player_name
from lemke.show.plots.figures import COLORS, STYLES, add_legend, axes_of_new_figure, plain_label, set_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 200
"""The largest number of points of a curve."""


def learning(learned: Any, ax: Axes | None = None) -> Figure:
    """Draw both players' regrets while they learn, in units of payoff, for the average and the last strategies.

    Both scales are logarithmic. Regrets that are not positive, or too small or too large for floats, are left out.

    Parameters
    ----------
    learned : LearnedProfile
        The result of :func:`lemke.learn`; its steps have the regrets, computed in floats.
    ax : matplotlib.axes.Axes | None
        By default the only Axes of a new figure.

    >>> import lemke
    >>> axes, = learning(lemke.learn(lemke.example("kuhn3"), 8)).axes
    >>> [text.get_text() for text in axes.get_legend().get_texts()][:2]
    ['average: Player 1', 'average: Player 2']
    """
    axes = axes_of_new_figure(8.0, 4.5) if ax is None else ax
    iterations = [step.iterations for step in learned.steps]
    for style, kind in zip(STYLES, ("average", "last"), strict=False):
        for player, color in zip((0, 1), COLORS, strict=False):
            label = f"{kind}: {plain_label(player_name(learned.game.players, player))}"
            _draw_curve(axes, iterations, [getattr(step, kind)[player] for step in learned.steps], style, color, label)
    _finish(axes, 2, "approximate regret", "strategies")
    return set_title(axes, learned.game.title)


def convergence(
    solvers: Mapping[str, Sequence[Verdict] | Mapping[int, Verdict]], *, title: str = "", ax: Axes | None = None
) -> Figure:
    """Draw the exact distance of solvers from an equilibrium over the iterations; both scales are logarithmic.

    The height is NashConv / 2, half of the sum of all players' regrets, in units of payoff. In a zero-sum game this is
    the exploitability. Heights 0 are left out.

    Parameters
    ----------
    solvers : mapping
        From the name of a solver to the exact verdicts on its profiles: a list after 1, 2, 3, … iterations,
        as :func:`lemke.verify` returns them, or a mapping from numbers of iterations to reports. If a solver has more
        than 200 reports, at most 200 are drawn.
    title : str
        The title of the plot.
    ax : matplotlib.axes.Axes | None
        By default the only Axes of a new figure.

    >>> import lemke
    >>> game = lemke.example("kuhn3")
    >>> numbers = (1, 2, 4, 8, 16)
    >>> verify = lambda n, rule: lemke.verify(game, lemke.learn(game, n, rule=rule))
    >>> reports = {rule: {n: verify(n, rule) for n in numbers} for rule in ("cfr", "cfr+")}
    >>> axes, = convergence(reports, title="Kuhn poker").axes
    >>> [line.get_label() for line in axes.get_lines()], float(axes.get_lines()[0].get_ydata()[0])
    (['cfr', 'cfr+'], 0.4583333333333333)
    """
    axes = axes_of_new_figure(8.0, 4.5) if ax is None else ax
    for number, (name, reports) in enumerate(solvers.items()):
        items = list(reports.items() if isinstance(reports, Mapping) else enumerate(reports, 1))
        if len(items) > POINTS:
            # points at about equal distances on the logarithmic scale: numbers from 1, so minus 1 for indices
            indices = np.unique(np.geomspace(1, len(items), POINTS).round().astype(int)) - 1
            items = [items[index] for index in indices]
        heights = [report.nash_conv / 2 for _, report in items]
        color, style = COLORS[number % len(COLORS)], STYLES[number // len(COLORS) % len(STYLES)]
        _draw_curve(axes, [iterations for iterations, _ in items], heights, style, color, plain_label(name))
    _finish(axes, 10, "exploitability, NashConv / 2", "solver")
    return set_title(axes, title)


def _draw_curve(
    axes: Axes, iterations: Sequence[int], values: Sequence[mpq], style: str, color: str, label: str
) -> None:
    """Draw a curve with a gap at every value that a logarithmic scale cannot show."""
    heights = [height if 0 < height < np.inf else np.nan for height in map(approximate, values)]
    marker = "o" if len(heights) < POINTS / 4 else ""
    axes.plot(iterations, heights, style, color=color, marker=marker, markersize=3, label=label)


def _finish(axes: Axes, base: int, ylabel: str, legend: str) -> None:
    """Make the scales logarithmic, and add labels and the legend."""
    axes.set_xscale("log", base=base)
    # without a positive height matplotlib cannot draw a logarithmic scale
    if any(np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any() for line in axes.get_lines()):
        axes.set_yscale("log")
    axes.set(xlabel="iterations", ylabel=ylabel)
    if axes.get_lines():
        add_legend(axes, legend)
