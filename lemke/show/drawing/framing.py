"""The frame of a tree's picture: margins, the title, the legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lemke.errors import one_line
from lemke.game import CHANCE, Game
from lemke.game.reach import expected_payoffs
from lemke.game.strategy import Profile
from lemke.ground.words import count
from lemke.show.drawing.excerpt import Drawn
from lemke.show.drawing.fonts import ASCENT, shortened, width
from lemke.show.drawing.palette import player_shape, player_style
from lemke.show.drawing.picture import SIZE, Curve, Dots, Edges, Item, Line, Marker, Picture, Run, Text
from lemke.show.drawing.words import label, number

MARGIN = 8.0
LEAST = 300.0
"""Width that titles and legends may take, however narrow the tree."""
HEADING = 11.0
LINE = 15.0
KEY = 20.0
"""Width of what stands before a text in the legend."""
QUICK = 20_000
"""Nodes up to which expected payoffs are worth their time."""


def framed(game: Game, profile: Profile | None, drawn: Sequence[Drawn], items: Sequence[Item]) -> Picture:
    """Return the picture of a tree, given all that belongs to it, wherever that stands."""
    box = bounds(items)
    wide = max(box.right - box.left, LEAST)
    title = one_line(game.title)
    head, top = titled(title, wide)
    legend, top = _legend(_keys(game, profile, drawn, items), wide, top)
    head += legend
    tree = moved(items, MARGIN - box.left, top + 4.0 - box.top)
    right = max(bounds(head).right if head else 0.0, box.right - box.left + MARGIN)
    height = top + 4.0 + box.bottom - box.top + MARGIN
    return Picture(right + MARGIN, height, title or "Game tree", _description(game, profile, drawn), (*head, *tree))


def titled(title: str, wide: float) -> tuple[list[Item], float]:
    """Return the lines of a title, and where they end."""
    found: list[Item] = []
    top = MARGIN
    for words in wrapped(title, wide) if title else []:
        found.append(Text(MARGIN, top + ASCENT * HEADING, (Run(words),), size=HEADING, bold=True))
        top += LINE
    return found, top + (3.0 if title else 0.0)


def wrapped(title: str, wide: float) -> list[str]:
    """Return a title as one or two lines, cut at the end of the second.

    >>> wrapped("a title that has more words than fit", 130)
    ['a title that has more', 'words than fit']
    """
    words, first = title.split(" "), ""
    while words and width(f"{first} {words[0]}".strip(), HEADING, True) <= wide:
        first = f"{first} {words.pop(0)}".strip()
    if not first:  # a single word that is too long
        return [shortened(title, HEADING, wide, True)]
    return [first, shortened(" ".join(words), HEADING, wide, True)] if words else [first]


def _keys(
    game: Game, profile: Profile | None, drawn: Sequence[Drawn], items: Sequence[Item]
) -> list[tuple[list[Item], Run]]:
    """Return what is explained: what it looks like, around (0, 0), and its name."""
    gains = expected_payoffs(game, profile) if profile is not None and game.size <= QUICK else ()
    found: list[tuple[list[Item], Run]] = []
    for player, name in enumerate(game.players):
        style = player_style(player)
        words = label(name) or f"player {player + 1}"
        if gains:
            words += f": {number(gains[player])}"
        found.append(([Marker(KEY / 2, -3, player_shape(player), style, 3.4)], Run(words, f"{style}-text")))
    if any(each.kind == "decision" and game.player[each.node] == CHANCE for each in drawn):
        found.append(([Marker(KEY / 2, -3, "diamond", "chance", 4.2)], Run("chance", "muted")))
    lines = [item for item in items if isinstance(item, Line | Curve)]
    if any(line.dashed for line in lines):
        found.append(([Line(((2, -3), (KEY - 2, -3)), "muted", 1.1, dashed=True)], Run("information set", "muted")))
    if profile is not None:
        for style, wide, words in (("line", 2.0, "played"), ("pale", 0.8, "never played")):
            if any(line.width == wide and (line.style == "pale") == (style == "pale") for line in lines):
                found.append(([Line(((2, -3), (KEY - 2, -3)), style, wide)], Run(words, "muted")))
    return found


def _legend(keys: Iterable[tuple[list[Item], Run]], wide: float, top: float) -> tuple[list[Item], float]:
    """Return the explanations in rows, and where they end."""
    found: list[Item] = []
    left, base = 0.0, top + ASCENT * SIZE
    any_key = False
    for items, run in keys:
        any_key = True
        long = KEY + 2 + width(run.words, SIZE)
        if left and left + long > wide:
            left, base = 0.0, base + LINE
        found += moved(items, MARGIN + left, base)
        found.append(Text(MARGIN + left + KEY + 2, base, (run,)))
        left += long + 12
    return found, base + 8.0 if any_key else top


def _description(game: Game, profile: Profile | None, drawn: Sequence[Drawn]) -> str:
    hidden = sum(each.hidden for each in drawn)
    shown = f", of which {count(len(drawn), 'place')} are drawn and the rest folded" if hidden else ""
    parts = [f"A game tree of {count(game.size, 'node')}{shown}."]
    for player, name in enumerate(game.players):
        sets = count(len(game.sets_of(player)), "information set")
        parts.append(f"{one_line(name) or f'Player {player + 1}'} has {sets}.")
    if profile is not None:
        parts.append("Moves have their probabilities under a profile; thick lines are played, pale ones never.")
    return " ".join(parts)


def bounds(items: Iterable[Item]) -> Edges:
    """Return the box around items."""
    found = [_edges(item) for item in items]
    return Edges(
        min(each.left for each in found),
        min(each.top for each in found),
        max(each.right for each in found),
        max(each.bottom for each in found),
    )


def _edges(item: Item) -> Edges:
    match item:
        case Line(points) | Curve(points):
            across, down = zip(*points, strict=True)
            half = item.width / 2
            return Edges(min(across) - half, min(down) - half, max(across) + half, max(down) + half)
        case Dots(places, wide, high):
            across, down = zip(*places, strict=True)
            return Edges(min(across), min(down), max(across) + wide, max(down) + high)
    return item.edges


def moved(items: Iterable[Item], right: float, down: float) -> list[Item]:
    """Return the items elsewhere."""
    found: list[Item] = []
    for item in items:
        match item:
            case Line(points) | Curve(points):
                found.append(replace(item, points=tuple((x + right, y + down) for x, y in points)))
            case Dots(places):
                found.append(replace(item, places=tuple((x + right, y + down) for x, y in places)))
            case _:
                found.append(replace(item, x=item.x + right, y=item.y + down))
    return found
