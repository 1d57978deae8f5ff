"""The subgames of a game as a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lemke.game import Game, NodeNames
from lemke.game.subgames.forests import Subgame
from lemke.game.subgames.proper import subtree_totals
from lemke.game.tree import Integers
from lemke.ground.document import Block, Document, Format
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

SUBGAMES = Format(
    "lemke-subgames/1",
    """
title, players | text, list of texts |
proper | list | `root`; `history`, the moves that lead there; how many `nodes` and `information_sets` it has
minimal | list | imperfect-information subgames without smaller ones inside: lists of `roots` and `nodes`
containing | object | with `--containing`: such a subgame
augmented | list of lists | with `--augmented`: per player, the nodes of every augmented information set of more
    than one
""",
)
SHOWN = 4
"""Nodes of a set that are named in the text; there may be very many."""


def subgames_document(
    game: Game,
    proper: Integers | None = None,
    minimal: Sequence[Subgame] | None = None,
    containing: Subgame | None = None,
    augmented: Sequence[Integers] | None = None,
) -> Document:
    """Return what was asked about the subgames of a game; in the text nodes are named by the moves that lead there.

    ``proper`` are the roots of the proper subgames, ``containing`` is the smallest subgame with given nodes, and
    ``augmented`` are the augmented information sets, per player; None for what was not asked.
    """
    names = NodeNames(game)
    members: dict[str, object] = {"title": game.title, "players": game.players}
    blocks: list[Block] = []
    if proper is not None:
        members["proper"] = roots = list(_proper(game, names, proper))
        rows = [
            [f"@{own['root']}", own["nodes"], own["information_sets"], own["history"] or "the root"] for own in roots
        ]
        table = page_table(rows, ["root", "nodes", "information sets", "after"], right={1, 2})
        blocks += ["", f"Proper subgames: {len(rows)}", *([table] if rows else [])]
    if minimal is not None:
        members["minimal"] = [vars(subgame) for subgame in minimal]
        blocks += ["", f"Minimal imperfect-information subgames: {len(minimal)}", _table(minimal, names)]
    if containing is not None:
        members["containing"] = vars(containing)
        blocks += ["", "Smallest imperfect-information subgame", _table([containing], names)]
    if augmented is not None:
        members["augmented"] = larger = list(map(_larger_sets, augmented))
        for player, sets in enumerate(larger, 1):
            heading = f"Player {player}: {count(len(sets), 'augmented information set')} of more than one node"
            table = page_table([[len(nodes), _several(nodes, names)] for nodes in sets], ["nodes", ""], right={0})
            blocks += ["", heading, *([table] if sets else [])]
    return Document(lambda: blocks[1:], SUBGAMES, lambda: members)


def _proper(game: Game, names: NodeNames, roots: Integers) -> Iterator[dict[str, Any]]:
    """Yield what is said of proper subgames; an information set is counted below its first node."""
    firsts = np.zeros(game.size, dtype=np.int64)
    first_nodes = game.first_nodes()
    firsts[first_nodes[game.player[first_nodes] >= 0]] = 1
    nodes, sets = subtree_totals(game, np.ones(game.size, dtype=np.int64)), subtree_totals(game, firsts)
    for root in roots.tolist():
        sizes = {"nodes": int(nodes[root]), "information_sets": int(sets[root])}
        yield {"root": root, "history": names.name(root)} | sizes


def _table(subgames: Sequence[Subgame], names: NodeNames) -> Table:
    rows = [[len(subgame.nodes), len(subgame.roots), _several(subgame.roots, names)] for subgame in subgames]
    return page_table(rows, ["nodes", "roots", ""], right={0, 1})


def _several(nodes: Integers, names: NodeNames) -> str:
    """Return the names of some nodes, and how many more there are."""
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*map(names.place, nodes[:SHOWN].tolist()), *more])


def _larger_sets(labels: Integers) -> list[Integers]:
    """Return the nodes of every set that has more than one, in the order of the sets' numbers."""
    order = np.argsort(labels, kind="stable")
    sets = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return [nodes for nodes in sets if len(nodes) > 1]
