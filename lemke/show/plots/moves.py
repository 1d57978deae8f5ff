"""Probabilities of moves, a row for every move: in equilibria and other profiles, and over all equilibria of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gmpy2 import mpq

from lemke.certificate import EquilibriumRanges, Interval
from lemke.errors import InputError, ShapeError, type_name
from lemke.game import Game
from lemke.game.reach import reach
from lemke.game.strategy import Profile, check_profile, named_sets
from lemke.game.tree import unique_names
from lemke.ground.rational import approximate, short
from lemke.ground.words import count, player_name
from lemke.show.plots.figures import COLORS, WIDE, entitled, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROWS = 200
"""The most moves drawn; of ranges, the widest."""
DIGITS = 11
"""The most characters of an exact number beside a row; longer numbers are shown as decimals."""
FILL = 0.8
"""The share of a row's height that the bars of all profiles fill."""
SHADES = (1.0, 0.55, 0.3, 0.15)
"""The opacity of the bars of several profiles."""


class _Played(Protocol):
    """A result with a game and a profile: an equilibrium, or a learned profile."""

    @property
    def game(self) -> Game: ...
    @property
    def profile(self) -> Profile: ...


class _Row(NamedTuple):
    """The row of a move, with ``words`` beside it: an interval for ranges, or probabilities (``shares``) of profiles.

    ``hollow`` says for each profile whether it does not reach the information set.
    """

    player: int
    information_set: int
    label: str
    words: str
    interval: Interval | None = None
    shares: tuple[mpq, ...] = ()
    hollow: tuple[bool, ...] = ()

    @property
    def width(self) -> mpq:
        """The width of the range; −1, below all others, for a move without a range."""
        return mpq(-1) if self.interval is None else self.interval.greatest - self.interval.least


def strategies(*results: _Played, labels: Sequence[str] = ()) -> Figure:
    """Draw the probability of every move in one or more profiles, grouped by information sets.

    Each move has a row, with the labels of its information set and of the move. Bars of several profiles are side by
    side, with the exact numbers beside them. At information sets that a profile does not reach, the bar is only an
    outline. If there are more than 200 moves, the first 200 are drawn.

    Parameters
    ----------
    *results : Equilibrium, LearnedProfile, …
        One to four results with a ``profile``, of one ``game``; or profiles, as :func:`lemke.profile` returns them.
    labels : one per result
        The labels in the legend.

    Returns
    -------
    matplotlib.figure.Figure
        With axes for each player who has a move.

    Raises
    ------
    InputError, ShapeError, ProfileError
        No result or more than four, an object of another type or game, or a wrong number of labels.

    >>> import lemke
    >>> first, second = strategies(lemke.solve(lemke.example("kuhn3"))).axes
    >>> [text.get_text() for text in first.get_yticklabels()][:3], [text.get_text() for text in first.texts][:3]
    (['J  pass', 'J  bet', 'J:pb  fold'], ['2/3', '1/3', '1'])
    """
    if not 1 <= len(results) <= len(SHADES):
        raise InputError(f"{len(results)} results, expected 1 to {len(SHADES)}")
    for result in results:
        if not (isinstance(getattr(result, "game", None), Game) and isinstance(_profile(result), Profile)):
            raise InputError(f"an object of type {type_name(result)}, expected a result with a game and a profile")
        check_profile(results[0].game, _profile(result))
    if labels and len(labels) != len(results):
        raise ShapeError(f"{len(labels)} labels, expected {len(results)}, one per result")
    game, profiles = results[0].game, [*map(_profile, results)]
    rows = list(_played(game, profiles))
    figure, panels_axes = _panels(game, rows[:ROWS], _draw_shares)
    more = f" (the first {ROWS} of {count(len(rows), 'move')})" if len(rows) > ROWS else ""
    panels_axes[-1].set_xlabel(f"probability{more}")
    if labels:
        from matplotlib.patches import Patch

        patches = [Patch(color="0", alpha=shade) for shade in SHADES[: len(labels)]]
        names = [plain(label) for label in labels]
        figure.legend(patches, names, loc="outside lower center", ncols=len(labels), fontsize="small")
    return entitled(figure, game.title)


def ranges(ranges: EquilibriumRanges) -> Figure:
    """Draw the least and the greatest probability of every move over all equilibria of a game.

    Each move has a row, in the order of the table. A bar extends from the least to the greatest probability, over the
    equilibria in which the player's plan reaches the information set; the exact numbers are beside it. A dot means the
    same probability in all of them, and "not reached" that no plan reaches the set. Not every number between the ends
    of a bar need be played in an equilibrium. If there are more than 200 moves, those with the widest ranges are drawn.

    Parameters
    ----------
    ranges : EquilibriumRanges
        The result of :func:`lemke.ranges`.

    Returns
    -------
    matplotlib.figure.Figure
        With axes for each player who has a row.

    Raises
    ------
    InputError
        It is an object of another type.
    """
    if not isinstance(ranges, EquilibriumRanges):
        raise InputError(f"an object of type {type_name(ranges)}, expected EquilibriumRanges")
    rows = list(_ranged(ranges))
    left = len(rows) - ROWS
    if left > 0:
        widest = sorted(range(len(rows)), key=lambda k: -rows[k].width)[:ROWS]
        rows = [rows[k] for k in sorted(widest)]
    figure, panels_axes = _panels(ranges.game, rows, _draw_ranges)
    equilibria = "all equilibria" if ranges.equilibria.is_complete else "the equilibria found so far"
    more = f" ({count(left, 'narrower range')} left out)" if left > 0 else ""
    panels_axes[-1].set_xlabel(f"least to greatest probability over {equilibria}{more}")
    return entitled(figure, ranges.game.title)


def _profile(result: _Played | Profile) -> Profile:
    """Return the profile of a result; the result of :func:`lemke.profile` is a profile that knows its game."""
    return result if isinstance(result, Profile) else result.profile


def _played(game: Game, profiles: Sequence[Profile]) -> Iterator[_Row]:
    reached = [reach(game, profile).sets for profile in profiles]
    moves = [
        (player, h, information_set.number, information_set.label, move, name)
        for player in range(len(game.players))
        for h, information_set, _ in named_sets(game, player)
        for move, name in enumerate(unique_names(information_set.actions))
    ]
    names = _names(game, [(player, number, label, action) for player, _, number, label, _, action in moves])
    for (player, h, number, _, move, _), name in zip(moves, names, strict=True):
        shares = tuple(profile.behavior[player][h][move] for profile in profiles)
        unreached = tuple(not sets[game.sets_of(player)[h]] for sets in reached)
        yield _Row(player, number, name, ", ".join(short(share, DIGITS) for share in shares), None, shares, unreached)


def _ranged(ranges: EquilibriumRanges) -> Iterator[_Row]:
    table: Any = ranges.to_table().rows
    names = _names(ranges.game, [(player - 1, *move) for player, *move in (row[:4] for row in table)])
    for (player, number, _, _, _, weight, _, least, greatest), name in zip(table, names, strict=True):
        interval = None if least is None else Interval(least, greatest)
        words = "not computed" if weight is None else "not reached"
        if interval is not None:
            words = " to ".join(short(end, DIGITS) for end in dict.fromkeys(interval))
        yield _Row(player - 1, number, name, words, interval)


def _names(game: Game, moves: Sequence[tuple[int, int, str, str]]) -> list[str]:
    """Return the labels of moves. A set has its label, and its number before it if the label is empty or not unique."""
    alike = Counter((player, label) for player, _, label in {move[:3] for move in moves})
    names = []
    for player, number, label, action in moves:
        words = [] if label and alike[player, label] == 1 else [str(number)]
        words = [action] if game.strategic else [*words, label, action]
        names.append("  ".join(filter(None, map(plain, words))))
    return names


def _panels(game: Game, rows: Iterable[_Row], draw: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure with axes for each player who has a row, and these axes."""
    from matplotlib.figure import Figure

    drawn: dict[int, list[_Row]] = {}
    for row in rows:
        drawn.setdefault(row.player, []).append(row)
    panels = drawn or {0: []}
    height = 1.2 + sum(0.35 + 0.2 * len(panel) for panel in panels.values())
    figure = Figure(figsize=(8.0, height), layout="constrained")
    shares = [len(panel) + 1 for panel in panels.values()]
    panels_axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=shares)[:, 0]
    for axes, (player, panel) in zip(panels_axes, panels.items(), strict=True):
        _draw_rows(axes, panel)
        draw(axes, panel, COLORS[player % len(COLORS)])
        name = player_name(game.players, player) if panel else "no moves"
        axes.set_title(plain(name, 3 * WIDE), loc="left", fontsize="medium")
    return figure, list(panels_axes)


def _draw_rows(axes: Axes, rows: Sequence[_Row]) -> None:
    """Draw everything but the bars, the first row on top; every second information set has a grey background."""
    sets = {row.information_set: k for k, row in reversed(list(enumerate(rows)))}
    starts = [*sorted(sets.values()), len(rows)]
    for first, end in zip(starts[::2], starts[1::2], strict=False):
        axes.axhspan(first - 0.5, end - 0.5, color="0.94", linewidth=0, zorder=0)
    for k, row in enumerate(rows):
        axes.text(1.02, k, row.words, transform=axes.get_yaxis_transform(), va="center", fontsize="small")
    axes.set_yticks(range(len(rows)), [row.label for row in rows], fontsize="small")
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)


def _draw_shares(axes: Axes, rows: Sequence[_Row], color: str) -> None:
    for k, row in enumerate(rows):
        height = FILL / len(row.shares)
        for number, (share, hollow, shade) in enumerate(zip(row.shares, row.hollow, SHADES, strict=False)):
            middle = k - FILL / 2 + (number + 0.5) * height
            look: dict[str, Any] = {"facecolor": "none" if hollow else color, "edgecolor": color, "alpha": shade}
            axes.barh(middle, approximate(share), height, **look)


def _draw_ranges(axes: Axes, rows: Sequence[_Row], color: str) -> None:
    for k, row in enumerate(rows):
        if row.interval is None:
            continue
        ends = [approximate(end) for end in row.interval]
        if row.interval.least == row.interval.greatest:
            axes.plot(ends[:1], [k], "o", color=color, markersize=5)
        else:  # the marks show the ends of a range that is too narrow for a bar
            bar: dict[str, Any] = {"linewidth": 6, "solid_capstyle": "butt", "marker": "|", "markersize": 9}
            axes.plot(ends, [k, k], "-", color=color, **bar)
