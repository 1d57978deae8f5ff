"""Plots of results, one function for each kind of result. matplotlib is imported when a plot is drawn.

Each function takes one or more results and returns a figure of matplotlib, which you may change further. With ``ax`` it
draws on an Axes of your own figure:

- :func:`strategies` – the moves played in equilibria and other profiles, a bar for every move;
- :func:`ranges` – the least and the greatest probability of every move over all equilibria;
- :func:`path` – z0 and the plans along one or more of Lemke's paths, on three Axes;
- :func:`learning` – both players' regrets while they learn, computed in floats.

``lemke.show.drawing.Drawing(figure).save("figure.pdf")`` writes a figure, with the same bytes every time.

A plot shows exact numbers rounded to floats; no computation uses the rounded numbers.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np

from lemke.certificate import EquilibriumRanges
from lemke.errors import InputError, one_line
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game
from lemke.game.played import named_sets
from lemke.game.reach import reach
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import unique_names
from lemke.ground.rational import approximate, short
from lemke.ground.words import count, player_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Colors that nearly everybody can tell apart (M. Okabe and K. Ito 2002), and one more."""
STYLES = ("-", "--", ":", "-.")
"""Line styles of several curves in one color."""
LABEL_LENGTH = 24
"""The largest number of characters of a line in a legend; a title may have three times as many."""
DPI = 200
DECIMALS = 4
"""Decimals of positions in a figure, as fractions of its size."""
ROWS = 200
"""The largest number of moves drawn."""
DIGITS = 11
"""The largest number of characters of an exact number beside a row; longer numbers are shown as decimals."""
FILL = 0.8
"""The fraction of a row's height that the bars of all profiles fill."""
SHADES = (1.0, 0.55, 0.3, 0.15)
"""The opacity of the bars of several profiles."""
HorizontalAxis: TypeAlias = Literal["pivot", "t"]
"""The number of the pivot, or t = 1 − z0, which may also decrease along the path."""
CURVES = len(COLORS)
"""The largest number of sequences drawn per player: those whose probabilities change most."""


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


def path(
    *paths: TracingPath[Any],
    labels: Sequence[str] = (),
    against: HorizontalAxis = "pivot",
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
    return set_title(top, paths[0].form.title)


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
    axes.set_xscale("log", base=2)
    iterations = [step.iterations for step in learned.steps]
    for style, kind in zip(STYLES, ("average", "last"), strict=False):
        for player, color in zip((0, 1), COLORS, strict=False):
            label = f"{kind}: {plain_label(player_name(learned.game.players, player))}"
            values = (approximate(getattr(step, kind)[player]) for step in learned.steps)
            heights = [value if 0 < value < np.inf else np.nan for value in values]  # others leave a gap
            axes.plot(iterations, heights, style, color=color, marker="o", markersize=3, label=label)
            if np.isfinite(heights).any():  # without a positive height matplotlib cannot draw a logarithmic scale
                axes.set_yscale("log")
    axes.set(xlabel="iterations", ylabel="approximate regret")
    add_legend(axes, "strategies")
    return set_title(axes, learned.game.title)


def axes_of_new_figure(width: float, height: float) -> Axes:
    """Return the only Axes of a new figure, with its size in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").subplots()


def set_title(axes: Axes, title: str) -> Figure:
    """Write a title above an Axes, and return its figure."""
    axes.set_title(plain_label(title, 3 * LABEL_LENGTH), fontsize="medium")
    return cast("Figure", axes.get_figure())


def add_legend(axes: Axes, title: str) -> None:
    """Put a legend to the right of the axes, where it hides no curve, and a grid behind the curves."""
    axes.legend(title=title, fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0)
    axes.grid(color="0.9")


def plain_label(label: str, width: int = LABEL_LENGTH) -> str:
    """Return a label as one line of at most ``width`` characters, which matplotlib prints as it is."""
    line = one_line(label)
    line = (line if len(line) <= width else f"{line[: width - 1]}…").replace("$", r"\$")  # $ starts math
    # legends leave out labels that begin with _, but not if a space of no width precedes the _
    return f"\N{ZERO WIDTH SPACE}{line}" if line.startswith("_") else line


def file_content(
    figure: Figure, form: Literal["svg", "png", "pdf"], title: str | None = None, most_dots: int = DPI
) -> str | bytes:
    """Return a figure as the content of a file, always the same for the same figure. The layout is fixed by this call.

    In SVG, texts are not converted to outlines, so that the viewer can choose a font that has their letters.
    """
    import matplotlib as mpl

    buffer = BytesIO()
    # entries of files that depend on the time or on versions; None leaves them out
    metadata = {"svg": ("Date", "Creator"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}[form]
    entries = dict.fromkeys(metadata) | ({"Title": title} if title and form == "pdf" else {})
    settings: dict[Any, Any] = {"svg.hashsalt": "lemke", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the viewer may have the letters
        if figure.get_layout_engine() is not None:
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
            for axes in figure.axes:  # rounded, as the last bits of the layout differ from run to run
                left, bottom, width, height = (round(fraction, DECIMALS) for fraction in axes.get_position().bounds)
                axes.set_position((left, bottom, width, height))
        figure.savefig(buffer, format=form, metadata=entries, dpi=min(DPI, most_dots))
    if form != "svg":
        return buffer.getvalue()
    return "\n".join(line.rstrip() for line in buffer.getvalue().decode().splitlines()) + "\n"
