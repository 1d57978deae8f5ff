"""Optional marks in the picture of a tree: shaded subgames, and links of augmented information sets.

A subgame contains all descendants of its nodes, so a subgame is stored as its roots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral

from lemke.errors import InputError, type_name
from lemke.game import CHANCE, Game, NodeNames
from lemke.game.subgames import augmented_information_sets, proper_subgames, smallest_subgame
from lemke.ground.rational import shown
from lemke.show.drawing.excerpt import DrawnNode, drawn_sets

SHADES = {"subgame": "proper subgame", "forest": "smallest subgame"}
"""From the style of a shaded area to its meaning in the legend."""


@dataclass(frozen=True)
class Marks:
    """The marks of a picture.

    Attributes
    ----------
    roots : mapping
        From a style in :data:`SHADES` to the roots of the subgames shaded in it.
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
    """Return marks from the arguments of :func:`lemke.draw`.

    The proper subgames do not include the game itself. Raises InputError for an unknown node, history or player.
    """
    roots = {"subgame": frozenset(proper_subgames(game).tolist()) - {0}} if subgames else {}
    containing = () if containing is None else containing
    if isinstance(containing, str) or not isinstance(containing, Iterable):
        raise InputError(f"containing of type {type_name(containing)}, expected nodes or histories in a list")
    names = NodeNames(game)
    if nodes := [names.node(node) if isinstance(node, str) else node for node in containing]:
        roots["forest"] = frozenset(smallest_subgame(game, nodes).roots.tolist())
    if augmented is not None and not (isinstance(augmented, Integral) and 0 <= augmented < len(game.players)):
        expected = f"a player from 0 to {len(game.players) - 1}" if game.players else "a game with players"
        raise InputError(f"augmented={shown(augmented)}, expected {expected}")
    return Marks(roots, augmented)


def linked_sets(
    game: Game, drawn: Sequence[DrawnNode], tree_marks: Marks
) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return two dicts by information set: the nodes to link, as indices in the excerpt, and the player of the set."""
    if tree_marks.augmented is None:
        players = {index: game.information_sets[index].player for index in drawn_sets(game, drawn)}
        sets = {index: members for index, members in drawn_sets(game, drawn).items() if players[index] != CHANCE}
        return sets, players
    numbers = augmented_information_sets(game)[tree_marks.augmented].tolist()
    members: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(drawn):
        if node.kind in ("decision", "leaf"):
            members[numbers[node.node]].append(index)
    return dict(members), dict.fromkeys(members, tree_marks.augmented)


def trees(drawn: Sequence[DrawnNode], roots: frozenset[int]) -> dict[int, list[int]]:
    """Return, by the index of every drawn root, the indices of this root and of all drawn nodes below it.

    >>> from lemke.generators import kuhn
    >>> from lemke.show.drawing.excerpt import excerpt
    >>> drawn = excerpt(kuhn(2), None, 99, 9)
    >>> {index: len(members) for index, members in trees(drawn, frozenset([1, 4])).items()}
    {1: 9, 4: 3}
    """
    roots_above: list[list[int]] = []  # for every node, the drawn roots among the node and its ancestors
    members: dict[int, list[int]] = {}
    for index, node in enumerate(drawn):
        node_roots = roots_above[node.parent] if node.parent >= 0 else []
        if node.node in roots and node.kind != "omitted":
            node_roots = [*node_roots, index]
            members[index] = []
        roots_above.append(node_roots)
        for root in node_roots:
            members[root].append(index)
    return members
