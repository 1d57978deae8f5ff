"""Texts: at the nodes and edges of a tree, the title and legend above a picture, and the description for the blind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lemke.errors import one_line
from lemke.game import CHANCE, Game
from lemke.game.reach import expected_payoffs
from lemke.game.strategy import Profile
from lemke.ground.rational import short
from lemke.ground.words import count
from lemke.show.drawing.excerpt import DrawnNode
from lemke.show.drawing.marks import SHADES, Marks
from lemke.show.drawing.picture import (
    Area,
    Curve,
    Item,
    Line,
    Marker,
    Picture,
    Run,
    Text,
    bounds,
    moved,
    player_shape,
    player_style,
)
from lemke.show.drawing.words import ASCENT, SIZE, label, number, shortened, width

EdgeWeight: TypeAlias = Literal["played", "plain", "never"]
"""How an edge is drawn: reached by a profile; without a profile or not reached; a move of probability 0."""

MARGIN = 8.0
LEAST = 300.0
"""The width that titles and legends may take in any picture."""
HEADING = 11.0
LINE = 15.0
KEY = 20.0
"""The width of the symbol before a text in the legend."""
QUICK = 20_000
"""The most nodes of a game for which the legend has expected payoffs."""


@dataclass(frozen=True, slots=True)
class Captions:
    """The texts of an excerpt, by the indices of its nodes."""

    # at the edge that leads to the node: the label of the move (none for a rest), and its probability if it is known
    moves: tuple[tuple[Run, ...], ...]
    weights: tuple[EdgeWeight, ...]  # of that edge
    ends: tuple[tuple[Run, ...], ...]  # payoffs at leaves, numbers of folded nodes or moves; empty at other nodes
    sets: Mapping[int, Run]  # the name of an information set, at its first node only
    tips: tuple[str, ...]


def captions(game: Game, drawn: Sequence[DrawnNode], sets: Mapping[int, Sequence[int]]) -> Captions:
    """Return the texts of an excerpt, given the drawn nodes of every information set."""
    return Captions(
        tuple(_move(game, drawn, node) for node in drawn),
        tuple(map(_weight, drawn)),
        tuple(_end(game, drawn, node) for node in drawn),
        {members[0]: name for index, members in sets.items() if (name := _set_name(game, index)).words},
        tuple(_tip(game, node) for node in drawn),
    )


def _weight(node: DrawnNode) -> EdgeWeight:
    return "never" if node.step == 0 else "played" if node.reach else "plain"


def _move(game: Game, drawn: Sequence[DrawnNode], node: DrawnNode) -> tuple[Run, ...]:
    if node.above < 0:
        return ()
    information_set = game.information_sets[game.information_set[drawn[node.above].node]]
    never, player, runs = _weight(node) == "never", information_set.player, []
    if node.kind != "rest":
        runs.append(Run(label(information_set.actions[node.move]) or f"#{node.move + 1}", "muted" if never else "ink"))
    if node.step is not None:
        share = f"= {number(node.step)}" if runs else number(node.step)
        runs.append(Run(share, "muted" if never or player == CHANCE else f"{player_style(player)}-text", italic=True))
    return tuple(runs)


def _end(game: Game, drawn: Sequence[DrawnNode], node: DrawnNode) -> tuple[Run, ...]:
    match node.kind:
        case "folded":
            return (Run(_many(node.hidden, "node"), "muted"),)
        case "rest":
            shown = sum(sibling.above == node.above for sibling in drawn) - 1  # without the mark of the rest itself
            return (Run(_many(len(game.children(node.node)) - shown, "more move"), "muted"),)
        case "leaf":
            return tuple(Run(number(paid), f"{player_style(i)}-text") for i, paid in enumerate(node.payoffs))
    return ()


def _set_name(game: Game, index: int) -> Run:
    player, name = game.information_sets[index].player, label(game.information_sets[index].label)
    if player == CHANCE:
        return Run(name, "muted")
    return Run(name or str(game.information_sets[index].number), f"{player_style(player)}-text")


def _tip(game: Game, node: DrawnNode) -> str:
    """Return the text that a pointer on a node shows."""
    reached = "" if node.reach is None else f", reached with probability {short(node.reach)}"
    if node.kind in ("folded", "rest"):
        return f"{_many(node.hidden, 'node')} not drawn{reached}"
    if node.kind == "leaf":
        paid = ", ".join(f"player {i} gets {short(payoff)}" for i, payoff in enumerate(node.payoffs, 1))
        return f"node {node.node}: {paid or 'the end'}{reached}"
    name = one_line(game.node_labels[node.node])
    where = game.set_name(game.information_set[node.node])
    return f"node {node.node}{f' {name!r}' if name else ''}: {where}{reached}"


def _many(number: int, noun: str) -> str:
    r"""Return a number with its noun, the digits in groups of three.

    >>> _many(12345, "node"), _many(1, "node")
    ('12\u2009345 nodes', '1 node')
    """
    return count(number, noun).replace(str(number), f"{number:,}".replace(",", "\N{THIN SPACE}"), 1)


def framed(
    game: Game, profile: Profile | None, drawn: Sequence[DrawnNode], items: Sequence[Item], marked: Marks
) -> Picture:
    """Return the picture of a tree with title and legend; the tree's ``items`` may be anywhere, they are moved."""
    box = bounds(items)
    wide = max(box.right - box.left, LEAST)
    title = one_line(game.title)
    head, top = titled(title, wide)
    legend, top = _legend(_keys(game, profile, drawn, items, marked), wide, top)
    head += legend
    tree = moved(items, MARGIN - box.left, top + 4.0 - box.top)
    right = max(bounds(head).right if head else 0.0, box.right - box.left + MARGIN)
    height = top + 4.0 + box.bottom - box.top + MARGIN
    return Picture(right + MARGIN, height, title or "Game tree", _description(game, profile, drawn), (*head, *tree))


def titled(title: str, wide: float) -> tuple[list[Item], float]:
    """Return the lines of a title, and the height at which they end."""
    lines: list[Item] = []
    top = MARGIN
    for words in _wrapped(title, wide) if title else []:
        lines.append(Text(MARGIN, top + ASCENT * HEADING, (Run(words),), size=HEADING, bold=True))
        top += LINE
    return lines, top + (3.0 if title else 0.0)


def _wrapped(title: str, wide: float) -> list[str]:
    """Return a title as one or two lines, cut at the end of the second.

    >>> _wrapped("a title that has more words than fit", 130)
    ['a title that has more', 'words than fit']
    """
    words, first = title.split(" "), ""
    while words and width(f"{first} {words[0]}".strip(), HEADING, True) <= wide:
        first = f"{first} {words.pop(0)}".strip()
    if not first:  # a single word that is too long
        return [shortened(title, HEADING, wide, True)]
    return [first, shortened(" ".join(words), HEADING, wide, True)] if words else [first]


def _keys(
    game: Game, profile: Profile | None, drawn: Sequence[DrawnNode], items: Sequence[Item], marked: Marks
) -> Iterator[tuple[Item, Run]]:
    """Yield the entries of the legend: a symbol, drawn near (0, 0), and its meaning."""
    payoffs = expected_payoffs(game, profile) if profile is not None and game.size <= QUICK else ()
    for player, name in enumerate(game.players):
        style = player_style(player)
        words = label(name) or f"player {player + 1}"
        if payoffs:
            words += f": {number(payoffs[player])}"
        yield Marker(KEY / 2, -3, player_shape(player), style, 3.4), Run(words, f"{style}-text")
    if any(node.kind == "decision" and game.player[node.node] == CHANCE for node in drawn):
        yield Marker(KEY / 2, -3, "diamond", "chance", 4.2), Run("chance", "muted")
    stroke, lines = ((2, -3), (KEY - 2, -3)), [item for item in items if isinstance(item, Line | Curve)]
    if any(line.dashed for line in lines):
        yield Line(stroke, "muted", 1.1, dashed=True), Run(marked.link, "muted")
    for style in sorted({item.style for item in items if isinstance(item, Area)}, reverse=True):
        yield Area(((2, -9), (KEY - 2, -9), (KEY - 2, 1), (2, 1)), style, 0.4), Run(SHADES[style], "muted")
    if profile is not None:
        for style, wide, words in (("line", 2.0, "played"), ("pale", 0.8, "never played")):
            if any(line.width == wide and (line.style == "pale") == (style == "pale") for line in lines):
                yield Line(stroke, style, wide), Run(words, "muted")


def _legend(keys: Iterable[tuple[Item, Run]], wide: float, top: float) -> tuple[list[Item], float]:
    """Return the legend in rows, and the height at which it ends."""
    legend: list[Item] = []
    left, base = 0.0, top + ASCENT * SIZE
    for key, run in keys:
        long = KEY + 2 + width(run.words)
        if left and left + long > wide:
            left, base = 0.0, base + LINE
        legend += moved([key], MARGIN + left, base)
        legend.append(Text(MARGIN + left + KEY + 2, base, (run,)))
        left += long + 12
    return legend, base + 8.0 if legend else top


def _description(game: Game, profile: Profile | None, drawn: Sequence[DrawnNode]) -> str:
    folded = any(node.hidden for node in drawn)
    shown = f"; {count(len(drawn), 'place')} are drawn and the rest is folded" if folded else ""
    parts = [f"A game tree of {count(game.size, 'node')}{shown}."]
    for player, name in enumerate(game.players):
        sets = count(len(game.sets_of(player)), "information set")
        parts.append(f"{one_line(name) or f'Player {player + 1}'} has {sets}.")
    if profile is not None:
        parts.append("Moves have their probabilities under a profile; thick lines are played, pale ones never.")
    return " ".join(parts)
