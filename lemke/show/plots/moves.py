"""Plots of the probabilities of moves, with a row for every move: in profiles, or over all equilibria of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lemke.certificate import EquilibriumRanges
from lemke.errors import InputError
from lemke.game import Game
from lemke.game.reach import reach
from lemke.game.strategy import Profile, check_profile, named_sets
from lemke.game.tree import unique_names
from lemke.ground.rational import approximate, short
from lemke.ground.words import count, player_name
from lemke.show.plots.figures import COLORS, LABEL_LENGTH, axes_of_new_figure, plain_label, set_title

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


class _Move(NamedTuple):
    """A move, which has a row."""

    player: int
    number: int  # of the information set
    set_label: str
    label: str
    numbers: Sequence[Any]  # its probabilities in profiles, or the ends of its range
    text: str  # to the right of the row


def strategies(*results: Any, labels: Sequence[str] = (), ax: Axes | None = None) -> Figure:
    """Draw the probability of every move in one or more profiles, grouped by players and information sets.

    Each move has a row with the labels of the information set and of the move, a bar for every profile, and the
    probabilities to the right, exact or, if long, as decimals. A bar is only an outline if the profile does not reach
    the information set. If there are more than 200 moves, the first 200 are drawn.

    Parameters
    ----------
    *results : Equilibrium, LearnedProfile, …
        One to four results with a ``profile``, of one ``game``; or profiles, as :func:`lemke.profile` returns them.
    labels : one per result
        The labels in the legend.
    ax : matplotlib.axes.Axes | None
        By default the only Axes of a new figure.

    Raises
    ------
    InputError, ProfileError
        There is no result or more than four, a result is of another game, or the number of labels is wrong.

    >>> import lemke
    >>> axes, = strategies(lemke.solve(lemke.example("kuhn3"))).axes
    >>> [text.get_text() for text in axes.get_yticklabels()][:3], [text.get_text() for text in axes.texts][:3]
    (['J  pass', 'J  bet', 'J:pb  fold'], ['2/3', '1/3', '1'])
    """
    if not 1 <= len(results) <= len(SHADES) or len(labels) not in (0, len(results)):
        counts = f"{len(results)} results and {len(labels)} labels"
        raise InputError(f"{counts}, expected 1 to {len(SHADES)} results, and a label for each or none")
    profiles: list[Any] = [result if isinstance(result, Profile) else result.profile for result in results]
    game = results[0].game
    for profile in profiles:
        check_profile(game, profile)
    reached = [reach(game, profile).sets for profile in profiles]
    moves, outlined = [], []
    for player in range(len(game.players)):
        for h, information_set, _ in named_sets(game, player):
            for move, name in enumerate(unique_names(information_set.actions)):
                numbers = [profile.behavior[player][h][move] for profile in profiles]
                text = ", ".join(short(number, DIGITS) for number in numbers)
                moves.append(_Move(player, information_set.number, information_set.label, name, numbers, text))
                outlined.append([not sets[game.sets_of(player)[h]] for sets in reached])
    axes, places = _draw_rows(ax, game, moves[:ROWS])
    height = FILL / len(profiles)
    for row, is_outlined, place in zip(moves, outlined, places, strict=False):
        for k, (number, outline, shade) in enumerate(zip(row.numbers, is_outlined, SHADES, strict=False)):
            color = COLORS[row.player % len(COLORS)]
            properties: dict[str, Any] = {"facecolor": "none" if outline else color, "edgecolor": color, "alpha": shade}
            axes.barh(place - FILL / 2 + (k + 0.5) * height, approximate(number), height, **properties)
    axes.set_xlabel(f"probability{f' (the first {ROWS} of {len(moves)} moves)' if len(moves) > ROWS else ''}")
    if labels:
        from matplotlib.patches import Patch

        patches = [Patch(color="0", alpha=shade, label=plain_label(label)) for shade, label in zip(SHADES, labels)]
        axes.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.01, 0.0), fontsize="small")
    return set_title(axes, game.title)


def ranges(ranges: EquilibriumRanges, ax: Axes | None = None) -> Figure:
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
    ax : matplotlib.axes.Axes | None
        By default the only Axes of a new figure.
    """
    moves = []
    table: Any = ranges.to_table().rows  # (player, number, label, action, played, bounds of weight and of probability)
    for player, number, set_label, label, _, weight, _, *ends in table:
        known = [] if ends[0] is None else ends
        text = " to ".join(short(end, DIGITS) for end in dict.fromkeys(known))  # once if both ends are equal
        text = text or ("not computed" if weight is None else "not reached")
        moves.append(_Move(player - 1, number, set_label, label, known, text))
    omitted = max(0, len(moves) - ROWS)
    widest = sorted(
        range(len(moves)), key=lambda k: -(moves[k].numbers[1] - moves[k].numbers[0]) if moves[k].numbers else 1
    )
    moves = [moves[k] for k in sorted(widest[:ROWS])]
    axes, places = _draw_rows(ax, ranges.game, moves)
    for row, place in zip(moves, places, strict=True):
        color, ends = COLORS[row.player % len(COLORS)], sorted(set(map(approximate, row.numbers)))
        if len(ends) == 1:
            axes.plot(ends, [place], "o", color=color, markersize=5)
        elif ends:  # the marks show the ends of a range that is too narrow for a bar
            bar: dict[str, Any] = {"linewidth": 6, "solid_capstyle": "butt", "marker": "|", "markersize": 9}
            axes.plot(ends, [place, place], "-", color=color, **bar)
    equilibria = "all equilibria" if ranges.equilibria.is_complete else "the equilibria found so far"
    remark = f" ({count(omitted, 'narrower range')} left out)" if omitted else ""
    axes.set_xlabel(f"least to greatest probability over {equilibria}{remark}")
    return set_title(axes, ranges.game.title)


def _draw_rows(ax: Axes | None, game: Game, moves: Sequence[_Move]) -> tuple[Axes, list[int]]:
    """Draw everything but the bars, and return the Axes and the positions of the rows, which count from the top.

    Above the rows of each player is the player's name. Every second information set has a grey background.
    """
    players = sorted({move.player for move in moves})
    places = [k + 1 + players.index(move.player) for k, move in enumerate(moves)]
    bottom = max(1, len(moves) + len(players)) - 0.5
    axes = axes_of_new_figure(8.0, 1.2 + 0.22 * bottom) if ax is None else ax
    sets = list(dict.fromkeys((move.player, move.number) for move in moves))
    for move, place in zip(moves, places, strict=True):
        if sets.index((move.player, move.number)) % 2 == 0:
            axes.axhspan(place - 0.5, place + 0.5, color="0.94", linewidth=0, zorder=0)
        axes.text(1.02, place, move.text, transform=axes.get_yaxis_transform(), va="center", fontsize="small")
    for player in players:
        top = places[next(k for k, move in enumerate(moves) if move.player == player)] - 1
        axes.axhspan(top - 0.5, top + 0.5, color="white", linewidth=0, zorder=0.6)  # above the grid
        name = plain_label(player_name(game.players, player), 3 * LABEL_LENGTH)
        axes.text(0, top, name, transform=axes.get_yaxis_transform(), va="center", fontsize="medium")
    axes.set_yticks(places, _row_labels(game, moves), fontsize="small")
    axes.tick_params(axis="y", length=0)
    axes.set(xlim=(-0.02, 1.02), ylim=(bottom, -0.5))
    axes.spines[["left", "top", "right"]].set_visible(False)
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    return axes, places


def _row_labels(game: Game, moves: Sequence[_Move]) -> list[str]:
    """Return the labels of rows: of the information set and of the move; in strategic form only of the move.

    If the label of the set is empty or not unique, the number of the set comes before it.
    """
    frequency = Counter((player, label) for player, _, label in {move[:3] for move in moves})
    labels = []
    for move in moves:
        number = "" if move.set_label and frequency[move.player, move.set_label] == 1 else str(move.number)
        parts = [move.label] if game.strategic else [number, move.set_label, move.label]
        labels.append("  ".join(filter(None, map(plain_label, parts))))
    return labels
