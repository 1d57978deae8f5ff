"""What is written at the nodes and edges of a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lemke.errors import one_line
from lemke.game import CHANCE, Game
from lemke.ground.rational import short
from lemke.ground.words import count
from lemke.show.drawing.excerpt import Drawn
from lemke.show.drawing.palette import player_style
from lemke.show.drawing.picture import Run
from lemke.show.drawing.words import label, number

Weight: TypeAlias = Literal["played", "plain", "never"]
"""Of an edge: on the path of a profile; neither; a move of probability 0."""


@dataclass(frozen=True, slots=True)
class Captions:
    """The texts of an excerpt, by the places of its nodes.

    Attributes
    ----------
    moves : runs of letters per node
        Of the edge that leads there: the move, but for the rest of the moves, then the probability where it is known.
    weights : Weight per node
        Of that edge.
    ends : lines of runs per node
        Payoffs at leaves, what is folded away; empty at other nodes.
    sets : text by node
        The name of an information set, at its first node only.
    tips : text per node
    """

    moves: tuple[tuple[Run, ...], ...]
    weights: tuple[Weight, ...]
    ends: tuple[tuple[Run, ...], ...]
    sets: Mapping[int, Run]
    tips: tuple[str, ...]


def captions(game: Game, drawn: Sequence[Drawn], sets: Mapping[int, Sequence[int]]) -> Captions:
    """Return what is written, given the drawn nodes of every information set."""
    weights = tuple(map(_weight, drawn))
    return Captions(
        tuple(_move(game, drawn, each, weight) for each, weight in zip(drawn, weights, strict=True)),
        weights,
        tuple(_end(game, drawn, each) for each in drawn),
        {members[0]: name for index, members in sets.items() if (name := _set(game, index)).words},
        tuple(_tip(game, each) for each in drawn),
    )


def _weight(each: Drawn) -> Weight:
    if each.step is not None and not each.step:
        return "never"
    return "played" if each.reach else "plain"


def _move(game: Game, drawn: Sequence[Drawn], each: Drawn, weight: Weight) -> tuple[Run, ...]:
    if each.above < 0:
        return ()
    owner = game.information_sets[game.information_set[drawn[each.above].node]]
    never = weight == "never"
    runs = []
    if each.kind != "rest":
        runs.append(Run(label(owner.actions[each.move]) or f"#{each.move + 1}", "muted" if never else "ink"))
    if each.step is not None:
        style = "muted" if never or owner.player == CHANCE else f"{player_style(owner.player)}-text"
        runs.append(Run(number(each.step), style))
    return tuple(runs)


def _end(game: Game, drawn: Sequence[Drawn], each: Drawn) -> tuple[Run, ...]:
    match each.kind:
        case "folded":
            return (Run(_many(each.hidden, "node"), "muted"),)
        case "rest":
            shown = sum(other.above == each.above for other in drawn) - 1
            return (Run(_many(len(game.children(each.node)) - shown, "more move"), "muted"),)
        case "leaf":
            return tuple(Run(number(paid), f"{player_style(i)}-text") for i, paid in enumerate(each.payoffs))
    return ()


def _set(game: Game, index: int) -> Run:
    each = game.information_sets[index]
    if each.player == CHANCE:
        return Run(label(each.label), "muted")
    return Run(label(each.label) or str(each.number), f"{player_style(each.player)}-text")


def _tip(game: Game, each: Drawn) -> str:
    """Return what a pointer on a node is told."""
    reached = "" if each.reach is None else f", reached with probability {short(each.reach)}"
    if each.kind in ("folded", "rest"):
        return f"{_many(each.hidden, 'node')} not drawn{reached}"
    if each.kind == "leaf":
        paid = ", ".join(f"player {i} gets {short(payoff)}" for i, payoff in enumerate(each.payoffs, 1))
        return f"node {each.node}: {paid or 'the end'}{reached}"
    name = one_line(game.node_labels[each.node])
    return f"node {each.node}{f' {name!r}' if name else ''}: {game.set_name(game.information_set[each.node])}{reached}"


def _many(number: int, noun: str) -> str:
    r"""Return a number, its digits in groups, with its noun.

    >>> _many(12345, "node"), _many(1, "node")
    ('12\u2009345 nodes', '1 node')
    """
    return count(number, noun).replace(str(number), f"{number:,}".replace(",", "\N{THIN SPACE}"), 1)
