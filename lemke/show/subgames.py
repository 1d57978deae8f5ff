"""Subgames for people and as JSON, ``"format": "lemke-subgames/1"``.

In text a node is named by the moves that lead to it (:mod:`lemke.game.names`). The JSON object has the ``title`` and
the labels of the ``players``, and what was asked for: ``proper`` (``root``, ``history``, numbers of ``nodes`` and
``information_sets``), ``minimal`` and ``containing`` (``roots``, ``nodes``), ``augmented`` (per player, the nodes of
every set of more than one). There a node is its number in breadth-first order, from 0 for the root.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lemke.game import Game, NodeNames
from lemke.game.subgames import Subgame, subtree_totals
from lemke.game.tree import Integers, count
from lemke.show.table import columns

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


def subgames_text(found: Found) -> str:
    """Return what was found as tables."""
    return "\n".join("\n".join(part) + "\n" for part in _parts(found))


def _parts(found: Found) -> Iterator[list[str]]:
    names = NodeNames(found.game)
    if found.proper is not None:
        nodes, sets = _sizes(found.game)
        rows = [[f"@{root}", str(nodes[root]), str(sets[root]), names.place(root)] for root in found.proper.tolist()]
        table = columns([["root", "nodes", "information sets", "after"], *rows], right=frozenset([1, 2]))
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
    shown = [names.place(node) for node in nodes[:SHOWN].tolist()]
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


def subgames_document(found: Found) -> dict[str, object]:
    """Return what was found as a JSON object."""
    document: dict[str, object] = {"format": FORMAT, "title": found.game.title, "players": list(found.game.players)}
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
    return document


def _subgame(subgame: Subgame) -> dict[str, list[int]]:
    return {"roots": subgame.roots.tolist(), "nodes": subgame.nodes.tolist()}
