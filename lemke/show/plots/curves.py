"""How far solvers are from an equilibrium, by iterations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Report
from lemke.errors import InputError, type_name
from lemke.game import Game
from lemke.ground.rational import approximate
from lemke.ground.words import player_name
from lemke.show.plots.figures import COLORS, STYLES, entitled, legend_beside, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

POINTS = 200
"""The most points of a curve."""


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

    Both scales are logarithmic. Regrets that are not positive, or beyond the range of floats, are left out.

    Parameters
    ----------
    learned : LearnedProfile
        The result of :func:`lemke.learn`; its steps have the regrets, computed in floats.

    Returns
    -------
    matplotlib.figure.Figure
        With one axes.

    >>> import lemke
    >>> axes, = learning(lemke.learn(lemke.example("kuhn3"), 8)).axes
    >>> [text.get_text() for text in axes.get_legend().get_texts()][:2]
    ['average: Player 1', 'average: Player 2']
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: list[Line2D] = []
    for style, kind in zip(STYLES, ("average", "last"), strict=False):
        for player, color in zip((0, 1), COLORS, strict=False):
            heights = [getattr(step, kind)[player] for step in learned.steps]
            label = f"{kind}: {plain(player_name(learned.game.players, player))}"
            lines += axes.plot(
                [step.iterations for step in learned.steps],
                list(map(_shown, heights)),
                style,
                color=color,
                marker="o",
                markersize=3,
                label=label,
            )
    _logarithmic(axes, lines, 2)
    axes.set_ylabel("regret, about")
    legend_beside(axes, "strategies", lines)
    return entitled(figure, learned.game.title)


def convergence(solvers: Mapping[str, Sequence[Report] | Mapping[int, Report]], *, title: str = "") -> Figure:
    """Draw the exact distance of solvers from an equilibrium over the iterations; both scales are logarithmic.

    The height is half of NashConv, in units of payoff; in a zero-sum game this is the exploitability. 0 is left out.

    Parameters
    ----------
    solvers : mapping
        From the name of each solver to the exact verdicts on its profiles after 1, 2, 3, … iterations, as
        :func:`lemke.verify_all` returns them, or to a mapping from numbers of iterations to verdicts.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        With one axes.

    Raises
    ------
    InputError
        An object is not a verdict.

    >>> import lemke
    >>> game = lemke.example("kuhn3")
    >>> numbers = (1, 2, 4, 8, 16)
    >>> judged = {rule: {n: lemke.learn(game, n, rule=rule).report for n in numbers} for rule in ("cfr", "cfr+")}
    >>> axes, = convergence(judged, title="Kuhn poker").axes
    >>> [line.get_label() for line in axes.get_lines()], float(axes.get_lines()[0].get_ydata()[0])
    (['cfr', 'cfr+'], 0.4583333333333333)
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: list[Line2D] = []
    for number, (name, reports) in enumerate(solvers.items()):
        items = list(reports.items() if isinstance(reports, Mapping) else enumerate(reports, 1))
        if wrong := [report for _, report in items if not isinstance(report, Report)]:
            raise InputError(f"an object of type {type_name(wrong[0])}, expected the Report of a profile")
        if len(items) > POINTS:
            places = np.unique(np.geomspace(1, len(items), POINTS).round().astype(int)) - 1
            items = [items[place] for place in places]
        heights = [_shown(report.nash_conv / 2) for _, report in items]
        color, marker = COLORS[number % len(COLORS)], "o" if len(items) < POINTS / 4 else ""
        look = STYLES[number // len(COLORS) % len(STYLES)]
        numbers = [iterations for iterations, _ in items]
        lines += axes.plot(numbers, heights, look, color=color, marker=marker, markersize=3, label=plain(name))
    _logarithmic(axes, lines, 10)
    axes.set_ylabel("exploitability, NashConv / 2")
    legend_beside(axes, "solver", lines)
    return entitled(figure, title)


def _shown(height: mpq) -> float:
    """Return the nearest float, or NaN, a gap in the curve, if a logarithmic scale cannot show it."""
    near = approximate(height)
    return near if 0 < near < np.inf else np.nan


def _logarithmic(axes: Axes, lines: Sequence[Line2D], base: int) -> None:
    axes.set_xscale("log", base=base)
    if any(np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any() for line in lines):
        axes.set_yscale("log")
    axes.set_xlabel("iterations")
