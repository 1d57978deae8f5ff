"""Plots of regrets and of the distance from an equilibrium, by number of iterations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Report
from lemke.errors import InputError, require_type, type_name
from lemke.game import Game
from lemke.ground.rational import approximate
from lemke.ground.words import player_name
from lemke.show.plots.figures import COLORS, STYLES, add_legend, plain_label, titled_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

POINTS = 200
"""The largest number of points of a curve."""


class _LearningStep(Protocol):
    """Both players' regrets after some iterations, for the average and the last strategies."""

    @property
    def iterations(self) -> int: ...
    @property
    def average(self) -> tuple[mpq, mpq]: ...
    @property
    def last(self) -> tuple[mpq, mpq]: ...


class _Learned(Protocol):
    """The result of :func:`lemke.learn`."""

    @property
    def game(self) -> Game: ...
    @property
    def steps(self) -> Sequence[_LearningStep]: ...


def learning(learned: _Learned) -> Figure:
    """Draw both players' regrets while they learn, in units of payoff, for the average and the last strategies.

    Both scales are logarithmic. Regrets that are not positive, or too small or too large for floats, are left out.

    Parameters
    ----------
    learned : LearnedProfile
        The result of :func:`lemke.learn`; its steps have the regrets, computed in floats.

    Returns
    -------
    matplotlib.figure.Figure
        The figure has one Axes.

    Raises
    ------
    InputError
        The object has another type.

    >>> import lemke
    >>> axes, = learning(lemke.learn(lemke.example("kuhn3"), 8)).axes
    >>> [text.get_text() for text in axes.get_legend().get_texts()][:2]
    ['average: Player 1', 'average: Player 2']
    """
    from matplotlib.figure import Figure

    if not hasattr(learned, "steps"):
        raise InputError(f"an object of type {type_name(learned)}, expected a LearnedProfile")
    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: list[Line2D] = []
    for style, kind in zip(STYLES, ("average", "last"), strict=False):
        for player, color in zip((0, 1), COLORS, strict=False):
            regrets = [getattr(step, kind)[player] for step in learned.steps]
            label = f"{kind}: {plain_label(player_name(learned.game.players, player))}"
            lines += axes.plot(
                [step.iterations for step in learned.steps],
                list(map(_height, regrets)),
                style,
                color=color,
                marker="o",
                markersize=3,
                label=label,
            )
    _make_logarithmic(axes, lines, 2)
    axes.set_ylabel("approximate regret")
    add_legend(axes, "strategies", lines)
    return titled_figure(figure, learned.game.title)


def convergence(solvers: Mapping[str, Sequence[Report] | Mapping[int, Report]], *, title: str = "") -> Figure:
    """Draw the exact distance of solvers from an equilibrium over the iterations; both scales are logarithmic.

    The height is NashConv / 2, half of the sum of all players' regrets, in units of payoff. In a zero-sum game this is
    the exploitability. Heights 0 are left out.

    Parameters
    ----------
    solvers : mapping
        From the name of a solver to the exact reports on its profiles: a list after 1, 2, 3, … iterations, as
        :func:`lemke.verify_all` yields them, or a mapping from numbers of iterations to reports. If a solver has more
        than 200 reports, at most 200 are drawn.
    title : str
        The title of the figure.

    Returns
    -------
    matplotlib.figure.Figure
        The figure has one Axes.

    Raises
    ------
    InputError
        ``solvers`` is not a mapping, or a report is not a :class:`~lemke.certificate.Report`.

    >>> import lemke
    >>> game = lemke.example("kuhn3")
    >>> numbers = (1, 2, 4, 8, 16)
    >>> reports = {rule: {n: lemke.learn(game, n, rule=rule).report for n in numbers} for rule in ("cfr", "cfr+")}
    >>> axes, = convergence(reports, title="Kuhn poker").axes
    >>> [line.get_label() for line in axes.get_lines()], float(axes.get_lines()[0].get_ydata()[0])
    (['cfr', 'cfr+'], 0.4583333333333333)
    """
    from matplotlib.figure import Figure

    require_type(solvers, Mapping, "a mapping from names to reports", "solvers")
    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: list[Line2D] = []
    for number, (name, reports) in enumerate(solvers.items()):
        items = list(reports.items() if isinstance(reports, Mapping) else enumerate(reports, 1))
        if unsuitable := [report for _, report in items if not isinstance(report, Report)]:
            raise InputError(f"an object of type {type_name(unsuitable[0])}, expected the Report of a profile")
        if len(items) > POINTS:
            # points at about equal distances on the logarithmic scale: numbers from 1, so minus 1 for indices
            indices = np.unique(np.geomspace(1, len(items), POINTS).round().astype(int)) - 1
            items = [items[index] for index in indices]
        heights = [_height(report.nash_conv / 2) for _, report in items]
        color, marker = COLORS[number % len(COLORS)], "o" if len(items) < POINTS / 4 else ""
        style = STYLES[number // len(COLORS) % len(STYLES)]
        numbers = [iterations for iterations, _ in items]
        lines += axes.plot(numbers, heights, style, color=color, marker=marker, markersize=3, label=plain_label(name))
    _make_logarithmic(axes, lines, 10)
    axes.set_ylabel("exploitability, NashConv / 2")
    add_legend(axes, "solver", lines)
    return titled_figure(figure, title)


def _height(value: mpq) -> float:
    """Return the nearest float, or NaN if a logarithmic scale cannot show the value; NaN is a gap in the curve."""
    height = approximate(value)
    return height if 0 < height < np.inf else np.nan


def _make_logarithmic(axes: Axes, lines: Sequence[Line2D], base: int) -> None:
    axes.set_xscale("log", base=base)
    # without a positive height matplotlib cannot draw a logarithmic scale
    if any(np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any() for line in lines):
        axes.set_yscale("log")
    axes.set_xlabel("iterations")
