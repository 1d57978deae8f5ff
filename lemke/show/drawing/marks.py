"""Marks in a tree beside information sets: shaded subgames, and links of augmented information sets.

A subgame is closed under descendants, so its roots describe it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lemke.errors import InputError
from lemke.game import CHANCE, Game, NodeNames
from lemke.game.subgames import augmented_information_sets, proper_subgames, smallest_subgame
from lemke.show.drawing.excerpt import DrawnNode, drawn_sets

SHADES = {"subgame": "proper subgame", "forest": "smallest subgame"}
"""Styles of shaded areas, and their meanings."""


@dataclass(frozen=True)
class Marks:
    """The marks of a picture.

    Attributes
    ----------
    roots : mapping
        From a style of SHADES to the roots of subgames.
    augmented : int | None
        The player whose augmented information sets are linked, instead of all players' information sets.
    """

    roots: Mapping[str, frozenset[int]] = field(default_factory=dict)
    augmented: int | None = None

    @property
    def link(self) -> str:
        """The meaning of a link."""
        return "information set" if self.augmented is None else "augmented information set"


def marks(game: Game, subgames: bool, containing: Sequence[int | str], augmented: int | None) -> Marks:
    """Return marks: all proper subgames except the game itself, and the smallest subgame that contains given nodes.

    Raises InputError for an unknown node, history or player.
    """
    roots = {"subgame": frozenset(proper_subgames(game).tolist()) - {0}} if subgames else {}
    if containing:
        held = [NodeNames(game).node(node) if isinstance(node, str) else node for node in containing]
        roots["forest"] = frozenset(smallest_subgame(game, held).roots.tolist())
    if augmented is not None and augmented not in range(len(game.players)):
        raise InputError(f"player {augmented}, expected one from 0 to {len(game.players) - 1}")
    return Marks(roots, augmented)


def linked(game: Game, drawn: Sequence[DrawnNode], marked: Marks) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return for every set the indices of the nodes to link, and the player of every set."""
    if marked.augmented is None:
        players = {index: game.information_sets[index].player for index in drawn_sets(game, drawn)}
        sets = {index: members for index, members in drawn_sets(game, drawn).items() if players[index] != CHANCE}
        return sets, players
    numbers = augmented_information_sets(game)[marked.augmented].tolist()
    members: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind in ("decision", "leaf"):
            members[numbers[node.node]].append(index)
    return dict(members), dict.fromkeys(members, marked.augmented)


def trees(drawn: Sequence[DrawnNode], roots: frozenset[int]) -> dict[int, list[int]]:
    """Return for every drawn root the indices of the nodes at and below it, by the root's index.

    >>> from lemke.generators import kuhn
    >>> from lemke.show.drawing.excerpt import excerpt
    >>> drawn = excerpt(kuhn(2), None, 99, 9)
    >>> {index: len(members) for index, members in trees(drawn, frozenset([1, 4])).items()}
    {1: 9, 4: 3}
    """
    above: list[list[int]] = []  # the drawn roots at or above a node
    members: dict[int, list[int]] = {}
    for index, node in enumerate(drawn):
        tops = above[node.above] if node.above >= 0 else []
        if node.node in roots and node.kind != "rest":
            tops = [*tops, index]
            members[index] = []
        above.append(tops)
        for top in tops:
            members[top].append(index)
    return members
