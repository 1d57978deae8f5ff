"""Subgames for people and as JSON, ``"format": "lemke-subgames/1"``; names of nodes, there and back.

A node is named by the moves that lead to it, separated by spaces. The JSON object has what was asked for: ``proper``
(``root``, ``history``, numbers of ``nodes`` and ``information_sets``), ``minimal`` and ``containing`` (``roots``,
``nodes``), ``augmented`` (per player, the nodes of every set of more than one). There a node is its number in
breadth-first order, from 0 for the root.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lemke.errors import InputError
from lemke.game import NONE, TERMINAL, Game
from lemke.game.tree import Integers, count
from lemke.rational import quoted
from lemke.recall import LONG_NAME
from lemke.subgames import Subgame, subtree_totals
from lemke.views.table import columns

FORMAT = "lemke-subgames/1"

SHOWN = 4
"""Nodes of a set that are named; there may be very many."""


@dataclass(frozen=True, eq=False)
class Found:
    """What was asked about the subgames of a game; None for what was not.

    Attributes
    ----------
    game : Game
    proper : int64 array | None
        Roots of the proper subgames.
    minimal : tuple of Subgame | None
    containing : Subgame | None
        The smallest one with given nodes.
    augmented : tuple of int64 arrays | None
        Augmented information sets, per player.
    """

    game: Game
    proper: Integers | None = None
    minimal: tuple[Subgame, ...] | None = None
    containing: Subgame | None = None
    augmented: tuple[Integers, ...] | None = None


class NodeNames:
    """Names of nodes by the moves that lead there, and the nodes that such names stand for.

    A move is named by its label, or ``#k``, the k-th at its node, where the label is empty, long, begins with ``#``,
    has blanks in it or belongs to another move there too. The end of a long history stands for all of it.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves: dict[int, list[str]] = {}

    @cached_property
    def _steps(self) -> tuple[list[int], list[int], list[int]]:
        game = self._game
        return game.parent.tolist(), game.information_set.tolist(), game.move.tolist()

    def name(self, node: int) -> str:
        """Return the moves on the path to a node, the last 80 characters or so; nothing for the root."""
        parent, information_set, move = self._steps
        moves: list[str] = []
        length = 0
        while (above := parent[node]) != NONE and length <= LONG_NAME:
            moves.append(self._names(information_set[above])[move[node]])
            length += len(moves[-1]) + 1
            node = above
        if above != NONE:
            moves.append("...")
        return " ".join(reversed(moves))

    def node(self, history: str) -> int:
        """Return the node that these moves lead to; raises :class:`InputError` if there is none."""
        game, node = self._game, 0
        for step in history.split():
            if game.player[node] == TERMINAL:
                raise InputError(f"the move {quoted(step)} at a leaf in {quoted(history)}, expected no more moves")
            index = int(game.information_set[node])
            names = self._names(index)
            places = [f"#{k}" for k in range(1, len(names) + 1)]
            if step not in names and step not in places:
                one_of = quoted(", ".join(names))
                raise InputError(
                    f"the move {quoted(step)} at {game.set_name(index)} in {quoted(history)}, expected one of {one_of}"
                )
            node = game.children(node)[names.index(step) if step in names else places.index(step)]
        return node

    def _names(self, index: int) -> list[str]:
        if index not in self._moves:
            labels = self._game.information_sets[index].actions
            times = Counter(labels)
            self._moves[index] = [
                label if times[label] == 1 and _is_plain(label) else f"#{k}" for k, label in enumerate(labels, 1)
            ]
        return self._moves[index]


def _is_plain(label: str) -> bool:
    return 0 < len(label) <= LONG_NAME and label.isprintable() and " " not in label and not label.startswith("#")


def subgames_text(found: Found) -> str:
    """Return what was found as tables."""
    return "\n".join("\n".join(part) + "\n" for part in _parts(found))


def _parts(found: Found) -> Iterator[list[str]]:
    names = NodeNames(found.game)
    if found.proper is not None:
        nodes, sets = _sizes(found.game)
        rows = [[str(nodes[root]), str(sets[root]), names.name(root) or "the root"] for root in found.proper.tolist()]
        table = columns([["nodes", "information sets", "root"], *rows], right=frozenset([0, 1]))
        yield [f"Proper subgames: {len(rows)}", *(table if rows else [])]
    if found.minimal is not None:
        yield [f"Minimal imperfect-information subgames: {len(found.minimal)}", *_subgames(found.minimal, names)]
    if found.containing is not None:
        yield ["Smallest imperfect-information subgame", *_subgames([found.containing], names)]
    for player, labels in enumerate(found.augmented or ()):
        sets_found = _larger_sets(labels)
        rows = [[str(len(each)), _several(each, names)] for each in sets_found]
        heading = f"Player {player + 1}: {count(len(rows), 'augmented information set')} of more than one node"
        yield [heading, *(columns([["nodes", ""], *rows], right=frozenset([0])) if rows else [])]


def _subgames(subgames: Iterable[Subgame], names: NodeNames) -> list[str]:
    rows = [[str(len(each.nodes)), str(len(each.roots)), _several(each.roots, names)] for each in subgames]
    return columns([["nodes", "roots", ""], *rows], right=frozenset([0, 1]))


def _several(nodes: Integers, names: NodeNames) -> str:
    """Return the names of some nodes, and how many more there are."""
    shown = [names.name(node) or "the root" for node in nodes[:SHOWN].tolist()]
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*shown, *more])


def _sizes(game: Game) -> tuple[list[int], list[int]]:
    """Return the number of nodes and of players' information sets below every node, each set counted at its first."""
    firsts = np.zeros(game.size, dtype=np.int64)
    first_nodes = game.first_nodes()
    firsts[first_nodes[game.player[first_nodes] >= 0]] = 1
    return subtree_totals(game, np.ones(game.size, dtype=np.int64)).tolist(), subtree_totals(game, firsts).tolist()


def _larger_sets(labels: Integers) -> list[Integers]:
    """Return the nodes of every set that has more than one, in the order of the sets' numbers."""
    order = np.argsort(labels, kind="stable")
    sets = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return [each for each in sets if len(each) > 1]


def subgames_json(found: Found) -> str:
    """Return what was found as one JSON object."""
    document: dict[str, object] = {"format": FORMAT}
    if found.proper is not None:
        names = NodeNames(found.game)
        nodes, sets = _sizes(found.game)
        document["proper"] = [
            {"root": root, "history": names.name(root), "nodes": nodes[root], "information_sets": sets[root]}
            for root in found.proper.tolist()
        ]
    if found.minimal is not None:
        document["minimal"] = list(map(_subgame, found.minimal))
    if found.containing is not None:
        document["containing"] = _subgame(found.containing)
    if found.augmented is not None:
        document["augmented"] = [[each.tolist() for each in _larger_sets(labels)] for labels in found.augmented]
    return json.dumps(document, ensure_ascii=False) + "\n"


def _subgame(subgame: Subgame) -> dict[str, list[int]]:
    return {"roots": subgame.roots.tolist(), "nodes": subgame.nodes.tolist()}
