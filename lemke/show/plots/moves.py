"""Plots of the probabilities of moves, with a row for every move: in profiles, or over all equilibria of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gmpy2 import mpq

from lemke.certificate import EquilibriumRanges, Interval
from lemke.errors import InputError, ProfileError, ShapeError, type_name
from lemke.game import Game
from lemke.game.reach import reach
from lemke.game.strategy import Profile, check_profile, named_sets
from lemke.game.tree import unique_names
from lemke.ground.rational import approximate, short
from lemke.ground.words import count, player_name
from lemke.show.plots.figures import COLORS, LABEL_LENGTH, plain_label, titled_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROWS = 200
"""The largest number of moves drawn."""
DIGITS = 11
"""The largest number of characters of an exact number beside a row; longer numbers are shown as decimals."""
FILL = 0.8
"""The fraction of a row's height that the bars of all profiles fill."""
SHADES = (1.0, 0.55, 0.3, 0.15)
"""The opacity of the bars of several profiles."""


class _Played(Protocol):
    """A result with a game and a profile: an equilibrium, or a learned profile."""

    @property
    def game(self) -> Game: ...
    @property
    def profile(self) -> Profile: ...


class _Row(NamedTuple):
    """The row of a move: with an interval in a plot of ranges, or with a probability per profile."""

    player: int
    information_set: int  # its number
    label: str
    text: str  # to the right of the row
    interval: Interval | None = None
    probabilities: tuple[mpq, ...] = ()
    unreached: tuple[bool, ...] = ()  # for each profile, whether it does not reach the information set

    @property
    def width(self) -> mpq:
        """The width of the range; −1, less than all widths, for a move without a range."""
        return mpq(-1) if self.interval is None else self.interval.greatest - self.interval.least


def strategies(*results: _Played, labels: Sequence[str] = ()) -> Figure:
    """Draw the probability of every move in one or more profiles, grouped by information sets.

    Each move has a row with the labels of the information set and of the move, a bar for every profile, and the
    probabilities to the right, exact or, if long, as decimals. A bar is only an outline if the profile does not reach
    the information set. If there are more than 200 moves, the first 200 are drawn.

    Parameters
    ----------
    *results : Equilibrium, LearnedProfile, …
        One to four results with a ``profile``, of one ``game``; or profiles, as :func:`lemke.profile` returns them.
    labels : one per result
        The labels in the legend.

    Returns
    -------
    matplotlib.figure.Figure
        The figure has an Axes for each player who has a row.

    Raises
    ------
    InputError, ShapeError, ProfileError
        There is no result or more than four, a result has another type or game, or the number of labels is wrong.

    >>> import lemke
    >>> first, second = strategies(lemke.solve(lemke.example("kuhn3"))).axes
    >>> [text.get_text() for text in first.get_yticklabels()][:3], [text.get_text() for text in first.texts][:3]
    (['J  pass', 'J  bet', 'J:pb  fold'], ['2/3', '1/3', '1'])
    """
    if not 1 <= len(results) <= len(SHADES):
        raise InputError(f"{count(len(results), 'result')}, expected 1 to {len(SHADES)}")
    for number, result in enumerate(results, 1):
        if not (isinstance(getattr(result, "game", None), Game) and isinstance(_profile(result), Profile)):
            raise InputError(f"an object of type {type_name(result)}, expected a result with a game and a profile")
        try:
            check_profile(results[0].game, _profile(result))
        except ProfileError as error:
            error.message = f"result {number} in the game of result 1: {error.message}"
            raise
    if labels and len(labels) != len(results):
        raise ShapeError(f"{count(len(labels), 'label')}, expected {len(results)}, one per result")
    game, profiles = results[0].game, [*map(_profile, results)]
    rows = list(_profile_rows(game, profiles))
    figure, panels_axes = _panels(game, rows[:ROWS], _draw_profiles)
    remark = f" (the first {ROWS} of {count(len(rows), 'move')})" if len(rows) > ROWS else ""
    panels_axes[-1].set_xlabel(f"probability{remark}")
    if labels:
        from matplotlib.patches import Patch

        patches = [Patch(color="0", alpha=shade) for shade in SHADES[: len(labels)]]
        names = [plain_label(label) for label in labels]
        figure.legend(patches, names, loc="outside lower center", ncols=len(labels), fontsize="small")
    return titled_figure(figure, game.title)


def ranges(ranges: EquilibriumRanges) -> Figure:
    """Draw the least and the greatest probability of every move over all equilibria of a game.

    Each move has a row, in the order of the table of the result. A bar extends from the least to the greatest
    probability of the move, over the equilibria in which the player's plan reaches the information set. A dot means
    that the two numbers are equal. They are to the right of the row, exact or, if long, as decimals. "not reached"
    means that the player's plan reaches the set in no equilibrium, "not computed" that the range is not known. A number
    between the ends of a bar is not always the probability in an equilibrium. If there are more than 200 moves, those
    with the widest ranges are drawn.

    Parameters
    ----------
    ranges : EquilibriumRanges
        The result of :func:`lemke.ranges`.

    Returns
    -------
    matplotlib.figure.Figure
        The figure has an Axes for each player who has a row.

    Raises
    ------
    InputError
        ``ranges`` has another type.
    """
    if not isinstance(ranges, EquilibriumRanges):
        raise InputError(f"an object of type {type_name(ranges)}, expected EquilibriumRanges")
    rows = list(_range_rows(ranges))
    omitted = len(rows) - ROWS
    if omitted > 0:
        widest = sorted(range(len(rows)), key=lambda k: -rows[k].width)[:ROWS]
        rows = [rows[k] for k in sorted(widest)]
    figure, panels_axes = _panels(ranges.game, rows, _draw_ranges)
    equilibria = "all equilibria" if ranges.equilibria.is_complete else "the equilibria found so far"
    remark = f" ({count(omitted, 'narrower range')} left out)" if omitted > 0 else ""
    panels_axes[-1].set_xlabel(f"least to greatest probability over {equilibria}{remark}")
    return titled_figure(figure, ranges.game.title)


def _profile(result: _Played | Profile) -> Profile:
    """Return the profile of a result; the result of :func:`lemke.profile` is a profile that knows its game."""
    return result if isinstance(result, Profile) else result.profile


def _profile_rows(game: Game, profiles: Sequence[Profile]) -> Iterator[_Row]:
    """Yield a row for every move, with its probability in every profile."""
    reached = [reach(game, profile).sets for profile in profiles]
    # (player, number h of the set among the player's sets, number and label of the set, number and label of the move)
    moves = [
        (player, h, information_set.number, information_set.label, move, name)
        for player in range(len(game.players))
        for h, information_set, _ in named_sets(game, player)
        for move, name in enumerate(unique_names(information_set.actions))
    ]
    names = _names(game, [(player, number, label, action) for player, _, number, label, _, action in moves])
    for (player, h, number, _, move, _), name in zip(moves, names, strict=True):
        probabilities = tuple(profile.behavior[player][h][move] for profile in profiles)
        unreached = tuple(not sets[game.sets_of(player)[h]] for sets in reached)
        text = ", ".join(short(probability, DIGITS) for probability in probabilities)
        yield _Row(player, number, name, text, None, probabilities, unreached)


def _range_rows(ranges: EquilibriumRanges) -> Iterator[_Row]:
    """Yield a row for every move, with the range of its probability."""
    table: Any = ranges.to_table().rows  # (player, number, label, action, played, bounds of weight and of probability)
    names = _names(ranges.game, [(player - 1, *move) for player, *move in (row[:4] for row in table)])
    for (player, number, _, _, _, weight, _, least, greatest), name in zip(table, names, strict=True):
        interval = None if least is None else Interval(least, greatest)
        text = "not computed" if weight is None else "not reached"
        if interval is not None:
            text = " to ".join(short(end, DIGITS) for end in dict.fromkeys(interval))  # once if both ends are equal
        yield _Row(player - 1, number, name, text, interval)


def _names(game: Game, moves: Sequence[tuple[int, int, str, str]]) -> list[str]:
    """Return the labels of rows, given (player, number and label of the information set, label of the move).

    A row has the labels of the information set and of the move; for a game in strategic form only the label of the
    move. If the label of the set is empty or not unique, the number of the set comes before it.
    """
    frequency = Counter((player, label) for player, _, label in {move[:3] for move in moves})
    names = []
    for player, number, label, action in moves:
        set_number = "" if label and frequency[player, label] == 1 else str(number)
        parts = [action] if game.strategic else [set_number, label, action]
        names.append("  ".join(filter(None, map(plain_label, parts))))
    return names


def _panels(game: Game, rows: Iterable[_Row], draw: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure with an Axes for each player who has a row, and these Axes.

    ``draw(axes, rows, color)`` draws the bars of a player's rows.
    """
    from matplotlib.figure import Figure

    rows_of: dict[int, list[_Row]] = {}
    for row in rows:
        rows_of.setdefault(row.player, []).append(row)
    panels = rows_of or {0: []}  # without any row, an empty panel
    height = 1.2 + sum(0.35 + 0.2 * len(panel) for panel in panels.values())
    figure = Figure(figsize=(8.0, height), layout="constrained")
    ratios = [len(panel) + 1 for panel in panels.values()]
    panels_axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=ratios)[:, 0]
    for axes, (player, panel) in zip(panels_axes, panels.items(), strict=True):
        _draw_rows(axes, panel)
        draw(axes, panel, COLORS[player % len(COLORS)])
        name = player_name(game.players, player) if panel else "no moves"
        axes.set_title(plain_label(name, 3 * LABEL_LENGTH), loc="left", fontsize="medium")
    return figure, list(panels_axes)


def _draw_rows(axes: Axes, rows: Sequence[_Row]) -> None:
    """Draw everything but the bars, the first row on top; every second information set has a grey background."""
    # the first row of every information set: in reversed order the first row is entered last and stays
    first_rows = {row.information_set: k for k, row in reversed(list(enumerate(rows)))}
    starts = [*sorted(first_rows.values()), len(rows)]
    for first, end in zip(starts[::2], starts[1::2], strict=False):
        axes.axhspan(first - 0.5, end - 0.5, color="0.94", linewidth=0, zorder=0)
    for k, row in enumerate(rows):
        axes.text(1.02, k, row.text, transform=axes.get_yaxis_transform(), va="center", fontsize="small")
    axes.set_yticks(range(len(rows)), [row.label for row in rows], fontsize="small")
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)  # row 0 on top
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)


def _draw_profiles(axes: Axes, rows: Sequence[_Row], color: str) -> None:
    """Draw a bar for every move and profile."""
    for k, row in enumerate(rows):
        height = FILL / len(row.probabilities)
        for number, (probability, is_unreached, shade) in enumerate(
            zip(row.probabilities, row.unreached, SHADES, strict=False)
        ):
            middle = k - FILL / 2 + (number + 0.5) * height
            fill = "none" if is_unreached else color
            axes.barh(middle, approximate(probability), height, facecolor=fill, edgecolor=color, alpha=shade)


def _draw_ranges(axes: Axes, rows: Sequence[_Row], color: str) -> None:
    """Draw a bar from the least to the greatest probability of every move, or a dot if they are equal."""
    for k, row in enumerate(rows):
        if row.interval is None:
            continue
        ends = [approximate(end) for end in row.interval]
        if row.interval.least == row.interval.greatest:
            axes.plot(ends[:1], [k], "o", color=color, markersize=5)
        else:  # the marks show the ends of a range that is too narrow for a bar
            bar: dict[str, Any] = {"linewidth": 6, "solid_capstyle": "butt", "marker": "|", "markersize": 9}
            axes.plot(ends, [k, k], "-", color=color, **bar)
