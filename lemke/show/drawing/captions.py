"""Texts of a picture: at the nodes and edges of a tree, the title and the legend, and a description in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lemke.errors import one_line
from lemke.game import CHANCE, Game
from lemke.game.reach import reach
from lemke.game.strategy import Distribution, Profile
from lemke.ground.rational import short
from lemke.ground.words import count
from lemke.show.drawing.layout import DrawnNode
from lemke.show.drawing.picture import (
    ASCENT,
    SIZE,
    Area,
    Item,
    Line,
    Marker,
    Picture,
    Run,
    Text,
    bounds,
    fit_text,
    label,
    number,
    player_shape,
    player_style,
    rectangle,
    translate,
    width,
)

EdgeWeight: TypeAlias = Literal["played", "plain", "unplayed"]
"""How an edge is drawn. ``unplayed``: the move has probability 0; ``played``: the profile reaches the node after the
move; ``plain``: any other edge."""

MARGIN = 8.0
"""The margin around a picture, in points."""
MIN_WIDTH = 300.0
"""The width that titles and legends may take in any picture."""
TITLE_SIZE = 11.0
LINE_HEIGHT = 15.0
SYMBOL_WIDTH = 20.0
"""The width of the symbol before a text in the legend."""


@dataclass(frozen=True, slots=True)
class Captions:
    """The texts of an excerpt, by the indices of its nodes."""

    # at the edge to the node: the label of the move, and the probability if it is known
    moves: tuple[tuple[Run, ...], ...]
    weights: tuple[EdgeWeight, ...]  # of the edge to the node
    # after the node: payoffs at leaves, numbers of folded nodes; empty at other nodes
    ends: tuple[tuple[Run, ...], ...]
    sets: Mapping[int, Run]  # the name of an information set, at its first node only, and beliefs at all nodes
    tips: tuple[str, ...]  # the text that appears when the mouse is on the node


def captions(
    game: Game,
    drawn: Sequence[DrawnNode],
    sets: Mapping[int, Sequence[int]],
    assessment: Mapping[int, Distribution] | None = None,
) -> Captions:
    """Return the texts of an excerpt, given the drawn nodes of every information set and perhaps beliefs at sets."""
    return Captions(
        tuple(_move(game, drawn, node) for node in drawn),
        tuple(map(_edge_weight, drawn)),
        tuple(map(_end, drawn)),
        _set_texts(game, drawn, sets, assessment or {}),
        tuple(_tip(game, node) for node in drawn),
    )


def _edge_weight(node: DrawnNode) -> EdgeWeight:
    if node.move_probability == 0:
        return "unplayed"
    return "played" if node.reach else "plain"


def _move(game: Game, drawn: Sequence[DrawnNode], node: DrawnNode) -> tuple[Run, ...]:
    """Return the text at the edge to a node."""
    if node.parent < 0:
        return ()
    information_set = game.information_sets[game.information_set[drawn[node.parent].node]]
    is_unplayed, player = _edge_weight(node) == "unplayed", information_set.player
    move_label = label(information_set.actions[node.move]) or f"#{node.move + 1}"
    runs = [Run(move_label, "muted" if is_unplayed else "ink")]
    if node.move_probability is not None:
        style = "muted" if is_unplayed or player == CHANCE else f"{player_style(player)}-text"
        runs.append(Run(f"= {number(node.move_probability)}", style, italic=True))
    return tuple(runs)


def _end(node: DrawnNode) -> tuple[Run, ...]:
    """Return the text after a node."""
    if node.kind == "folded":
        return (Run(_count_text(node.size, "node"), "muted"),)
    if node.kind == "leaf":
        return tuple(Run(number(payoff), f"{player_style(i)}-text") for i, payoff in enumerate(node.payoffs))
    return ()


def _set_name(game: Game, index: int) -> Run:
    """Return the name of an information set: its label or, for a player's set without a label, its number."""
    player, name = game.information_sets[index].player, label(game.information_sets[index].label)
    if player == CHANCE:
        return Run(name, "muted")
    return Run(name or str(game.information_sets[index].number), f"{player_style(player)}-text")


def _set_texts(
    game: Game,
    drawn: Sequence[DrawnNode],
    sets: Mapping[int, Sequence[int]],
    assessment: Mapping[int, Distribution],
) -> dict[int, Run]:
    """Return, by node, names of information sets, and the belief, in brackets, at each node of a set of several."""
    texts = {members[0]: name for index, members in sets.items() if (name := _set_name(game, index)).words}
    nodes_by_set = game.nodes_by_set()
    for index in sets.keys() & assessment.keys():
        beliefs = dict(zip(nodes_by_set[index].tolist(), assessment[index], strict=True))
        for node in sets[index] if len(beliefs) > 1 else ():
            name = texts.get(node, Run("", f"{player_style(game.information_sets[index].player)}-text"))
            texts[node] = Run(f"{name.words} [{number(beliefs[drawn[node].node])}]".lstrip(), name.style)
    return texts


def _tip(game: Game, node: DrawnNode) -> str:
    """Return the text that appears when the mouse is on a node."""
    reach = "" if node.reach is None else f", reached with probability {short(node.reach)}"
    if node.kind == "folded":
        return f"{_count_text(node.size, 'node')} not drawn{reach}"
    if node.kind == "leaf":
        payoffs = ", ".join(f"player {i} gets {short(payoff)}" for i, payoff in enumerate(node.payoffs, 1))
        return f"node {node.node}: {payoffs or 'the end'}{reach}"
    name = one_line(game.node_labels[node.node])
    set_name = game.set_name(game.information_set[node.node])
    return f"node {node.node}{f' {name!r}' if name else ''}: {set_name}{reach}"


def _count_text(number: int, noun: str) -> str:
    r"""Return a number with its noun, the digits in groups of three.

    >>> _count_text(12345, "node"), _count_text(1, "node")
    ('12\u2009345 nodes', '1 node')
    """
    return count(number, noun).replace(str(number), f"{number:,}".replace(",", "\N{THIN SPACE}"), 1)


def picture_with_captions(
    game: Game, profile: Profile | None, drawn: Sequence[DrawnNode], items: Sequence[Item], link: str
) -> Picture:
    """Return the picture of a tree with title and legend. The ``items`` of the tree are moved below the legend.

    ``link`` is the meaning of a link between nodes.
    """
    box = bounds(items)
    text_width = max(box.right - box.left, MIN_WIDTH)
    title = one_line(game.title)
    head, top = title_lines(title, text_width)
    legend, top = _legend(_legend_entries(game, profile, drawn, items, link), text_width, top)
    head += legend
    tree = translate(items, MARGIN - box.left, top + 4.0 - box.top)
    right = max(bounds(head).right if head else 0.0, box.right - box.left + MARGIN)
    height = top + 4.0 + box.bottom - box.top + MARGIN
    return Picture(right + MARGIN, height, title or "Game tree", _description(game, profile, drawn), (*head, *tree))


def title_lines(title: str, text_width: float) -> tuple[list[Item], float]:
    """Return the lines of a title, and the height at which they end."""
    lines: list[Item] = []
    top = MARGIN
    for words in _wrapped(title, text_width) if title else []:
        lines.append(Text(MARGIN, top + ASCENT * TITLE_SIZE, (Run(words),), size=TITLE_SIZE, bold=True))
        top += LINE_HEIGHT
    return lines, top + (3.0 if title else 0.0)


def _wrapped(title: str, text_width: float) -> list[str]:
    """Return a title as one or two lines; the last line is cut if it is too long.

    >>> _wrapped("a title that has more words than fit", 130)
    ['a title that has more', 'words than fit']
    """
    words, first_line = title.split(" "), ""
    while words and width(f"{first_line} {words[0]}".strip(), TITLE_SIZE, True) <= text_width:
        first_line = f"{first_line} {words.pop(0)}".strip()
    if not first_line:  # the first word is too long
        return [fit_text(title, TITLE_SIZE, text_width, True)]
    return [first_line, fit_text(" ".join(words), TITLE_SIZE, text_width, True)] if words else [first_line]


def _legend_entries(
    game: Game, profile: Profile | None, drawn: Sequence[DrawnNode], items: Sequence[Item], link: str
) -> Iterator[tuple[Item, Run]]:
    """Yield the entries of the legend: a symbol, drawn near (0, 0), and its meaning."""
    payoffs = () if profile is None else reach(game, profile).payoffs
    for player, name in enumerate(game.players):
        style = player_style(player)
        words = label(name) or f"player {player + 1}"
        if payoffs:
            words += f": {number(payoffs[player])}"
        yield Marker(SYMBOL_WIDTH / 2, -3, player_shape(player), style, 3.4), Run(words, f"{style}-text")
    if any(node.kind == "decision" and game.player[node.node] == CHANCE for node in drawn):
        yield Marker(SYMBOL_WIDTH / 2, -3, "diamond", "chance", 4.2), Run("chance", "muted")
    stroke, lines = ((2, -3), (SYMBOL_WIDTH - 2, -3)), [item for item in items if isinstance(item, Line)]
    if any(line.dashed for line in lines):
        yield Line(stroke, "muted", 1.1, dashed=True), Run(link, "muted")
    if any(isinstance(item, Area) for item in items):
        yield Area((rectangle(2, -9, SYMBOL_WIDTH - 4, 10),), "subgame", 0.4), Run("proper subgame", "muted")
    if profile is not None:
        # only the entries for edges that the picture has; a played edge has the color of its player
        for style, thickness, words in (("line", 2.0, "played"), ("pale", 0.8, "never played")):
            if any(line.width == thickness and (line.style == "pale") == (style == "pale") for line in lines):
                yield Line(stroke, style, thickness), Run(words, "muted")


def _legend(entries: Iterable[tuple[Item, Run]], legend_width: float, top: float) -> tuple[list[Item], float]:
    """Return the legend in rows, and the height at which it ends."""
    legend: list[Item] = []
    left, baseline = 0.0, top + ASCENT * SIZE
    for symbol, run in entries:
        entry_width = SYMBOL_WIDTH + 2 + width(run.words)
        if left and left + entry_width > legend_width:
            left, baseline = 0.0, baseline + LINE_HEIGHT
        legend += translate([symbol], MARGIN + left, baseline)
        legend.append(Text(MARGIN + left + SYMBOL_WIDTH + 2, baseline, (run,)))
        left += entry_width + 12
    return legend, baseline + 8.0 if legend else top


def _description(game: Game, profile: Profile | None, drawn: Sequence[DrawnNode]) -> str:
    """Return the content of the picture in words, for readers who do not see it."""
    is_excerpt = any(node.kind == "folded" for node in drawn)
    remark = f"; {count(len(drawn), 'place')} are drawn and the others are folded" if is_excerpt else ""
    parts = [f"A game tree of {count(game.size, 'node')}{remark}."]
    for player, name in enumerate(game.players):
        sets = count(len(game.sets_of(player)), "information set")
        parts.append(f"{one_line(name) or f'Player {player + 1}'} has {sets}.")
    if profile is not None:
        parts.append("Moves have their probabilities in a profile; thick lines are played, pale lines are not.")
    return " ".join(parts)
