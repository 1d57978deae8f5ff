"""Imperfect-information subgames: forests that contain all descendants and augmented information sets of their nodes.

A player who knows the strategies up to such a forest can continue within the forest without the rest of the game
(Burch, Johanson, Bowling 2014). Here a subgame must also contain all information sets of its nodes. With perfect
recall this is no further condition, since an information set is then contained in an augmented information set.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lemke.errors import InputError, require_type, type_name
from lemke.game import CHANCE, NONE, Game, NodeNames
from lemke.game.subgames.proper import subtree_totals
from lemke.game.tree import Integers
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import shown
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

if TYPE_CHECKING:
    import scipy.sparse


def augmented_information_sets(game: Game) -> tuple[Integers, ...]:
    """Return, for every player, the number of every node's augmented information set.

    Let H_i(h) be the sequence of player i's information sets reached and actions taken on the path to h; if i moves at
    h, H_i(h) includes the information set of h. The nodes h and h' are in the same augmented information set of player
    i iff H_i(h) = H_i(h') (Burch, Johanson, Bowling 2014; notes on imperfect information, section 'Subgames
    revisited'). Leaves, chance nodes and nodes of other players are in augmented sets, too. The game may have any
    number of players and any recall. Time is linear in the tree.

    Returns
    -------
    tuple of int64 arrays, per player, one number per node in breadth-first order
        Nodes with equal numbers are in one augmented information set. The numbers are 0, 1, … by first appearance.

    Examples
    --------
    Matching pennies, in which player 2 moves second: player 1 never learns player 2's move, so player 1's augmented set
    after H contains a node and both leaves below it.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     leaves = builder.decide(node, hidden)
    >>> sets_1, sets_2 = augmented_information_sets(builder.build(unpaid="zero"))
    >>> sets_1.tolist(), sets_2.tolist()
    ([0, 1, 2, 1, 1, 2, 2], [0, 1, 1, 2, 3, 2, 3])
    """
    return tuple(_augmented(game, player) for player in range(len(game.players)))


def _augmented(game: Game, player: int) -> Integers:
    """Return the number of every node's augmented set of one player.

    The sequence H_i changes only at the player's nodes and at their children. There the new sequence is identified by
    the number of the previous sequence and the action taken or the set reached. So equal sequences get equal numbers,
    whatever other nodes are on the paths.
    """
    moves_here = game.player == player
    moved_before = moves_here[game.parent]
    moved_before[0] = False  # the root has no parent
    changes = moves_here | moved_before
    nearest = game.nearest(changes)
    nodes = np.flatnonzero(changes)
    columns = (
        nodes,
        nearest[game.parent[nodes]],
        np.where(moved_before, game.move, NONE)[nodes],
        np.where(moves_here, game.information_set, NONE)[nodes],
    )
    numbers: dict[tuple[int, int], int] = {}  # the empty sequence has number 0
    sequence = [0] * game.size
    for node, previous, action, information_set in zip(*(column.tolist() for column in columns), strict=True):
        number = sequence[previous] if node else 0
        if action != NONE:
            number = numbers.setdefault((number, action), len(numbers) + 1)
        if information_set != NONE:  # with negative keys, since the keys of actions are 0, 1, …
            number = numbers.setdefault((number, -1 - information_set), len(numbers) + 1)
        sequence[node] = number
    _, first, inverse = np.unique(np.array(sequence)[nearest], return_index=True, return_inverse=True)
    rank: Integers = np.argsort(np.argsort(first))  # renumbers by first appearance
    return rank[inverse]


@dataclass(frozen=True, eq=False)
class Subgame:
    """An imperfect-information subgame."""

    roots: Integers  # the nodes whose parents are outside the subgame, in breadth-first order
    nodes: Integers  # all nodes, in breadth-first order


def smallest_subgame(game: Game, nodes: Iterable[int]) -> Subgame:
    """Return the smallest imperfect-information subgame that contains the given nodes, in linear time.

    The game may have any number of players and any recall.

    Raises
    ------
    InputError
        For no nodes, or for a value that is no node of the game.

    Examples
    --------
    In matching pennies, if player 2 moves second, a subgame with a leaf contains both nodes of player 2.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     leaves = builder.decide(node, hidden)
    >>> subgame = smallest_subgame(builder.build(unpaid="zero"), [6])
    >>> subgame.roots.tolist(), subgame.nodes.tolist()
    ([1, 2], [1, 2, 3, 4, 5, 6])
    """
    from scipy.sparse.csgraph import breadth_first_order

    start_nodes = checked_nodes(game, nodes)
    sources, targets, size = _edges(game)
    # the search begins at a new vertex, number `size`, with edges to all given nodes
    sources = np.concatenate([sources, np.full(len(start_nodes), size)])
    graph = _graph(sources, np.concatenate([targets, start_nodes]), size + 1)
    reached = breadth_first_order(graph, size, return_predecessors=False)
    inside = np.zeros(game.size + 1, dtype=bool)  # the last entry is for the root's parent, NONE = -1
    inside[reached[reached < game.size]] = True
    members = np.flatnonzero(inside)
    return Subgame(members[~inside[game.parent[members]]], members)


def minimal_subgames(game: Game) -> tuple[Subgame, ...]:
    """Return all imperfect-information subgames that contain no smaller subgame, ordered by their first nodes.

    These subgames are the strongly connected components without outgoing edges of the graph of :func:`_edges`. Time is
    linear in the tree.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     leaves = builder.decide(node, hidden)
    >>> [subgame.roots.tolist() for subgame in minimal_subgames(builder.build(unpaid="zero"))]
    [[1, 2]]
    """
    from scipy.sparse.csgraph import connected_components

    sources, targets, size = _edges(game)
    number, component = connected_components(_graph(sources, targets, size), directed=True, connection="strong")
    minimal = np.ones(number, dtype=bool)
    minimal[component[sources[component[sources] != component[targets]]]] = False  # components with an outgoing edge
    component = component[: game.size]
    inside = np.flatnonzero(minimal[component])
    inside = inside[np.argsort(component[inside], kind="stable")]
    is_root = component != component[game.parent]
    is_root[0] = True
    bounds = np.flatnonzero(np.diff(component[inside])) + 1
    subgames = [Subgame(nodes[is_root[nodes]], nodes) for nodes in np.split(inside, bounds)]
    return tuple(sorted(subgames, key=lambda subgame: int(subgame.nodes[0])))


def is_subgame(game: Game, nodes: Iterable[int]) -> bool:
    """Return whether the given nodes are all nodes of an imperfect-information subgame, in linear time.

    Raises InputError for no nodes, or for a value that is no node of the game.
    """
    inside = checked_nodes(game, nodes)
    return np.array_equal(smallest_subgame(game, inside.tolist()).nodes, inside)


def _edges(game: Game) -> tuple[Integers, Integers, int]:
    """Return a directed graph in which a subgame is a set of nodes that no path leaves.

    The vertices are the nodes of the game, followed by all augmented information sets and information sets. Edges go
    from every node to its children, and in both directions between a node and the sets that contain it. The graph is
    returned as sources of edges, targets of edges, and the number of vertices.
    """
    players_set = np.where(game.player == CHANCE, NONE, game.information_set)
    sources, targets, size = [game.parent[1:]], [np.arange(1, game.size)], game.size
    for labels in (*augmented_information_sets(game), players_set):
        members = np.flatnonzero(labels != NONE)
        vertices = size + labels[members]
        sources += [members, vertices]
        targets += [vertices, members]
        size += 1 + int(labels.max())
    return np.concatenate(sources), np.concatenate(targets), size


def _graph(sources: Integers, targets: Integers, size: int) -> scipy.sparse.csr_array:
    import scipy.sparse

    return scipy.sparse.csr_array((np.ones(len(sources), dtype=np.int8), (sources, targets)), shape=(size, size))


def checked_nodes(game: Game, nodes: Iterable[int]) -> Integers:
    """Return the nodes sorted and without duplicates; raise InputError for no nodes, or a value that is no node."""
    require_type(nodes, Iterable, "numbers of nodes", "nodes")
    numbers = []
    for node in nodes:
        try:
            numbers.append(operator.index(node))
        except TypeError:
            raise InputError(f"an object of type {type_name(node)}, expected the number of a node") from None
        if not 0 <= numbers[-1] < game.size:
            raise InputError(f"node {shown(numbers[-1])}, expected one from 0 to {game.size - 1}")
    if not numbers:
        raise InputError("no nodes, expected at least one")
    return np.unique(numbers)


SUBGAMES = Format(
    "lemke-subgames/1",
    """
title, players | text, list of texts | the title of the game, and the labels of the players
proper | list | the proper subgames, the game itself included: `root`; `history`, the moves that lead there (of a long
    path the last ones); the numbers of `nodes` and of players' `information_sets`
minimal | list | the [imperfect-information subgames](../glossary.md#subgame) that contain no smaller one: lists of
    `roots` and `nodes`
containing | object | with `--containing`: `roots` and `nodes` of the smallest such subgame with the given nodes
augmented | list per player | with `--augmented`: for every [augmented information
    set](../glossary.md#augmented-information-set) with more than one node the list of its nodes
""",
)
SHOWN = 4
"""Texts and messages name at most this many nodes of a set."""


def subgames_document(
    game: Game,
    proper: Integers | None = None,
    minimal: Sequence[Subgame] | None = None,
    containing: Subgame | None = None,
    augmented: Sequence[Integers] | None = None,
) -> Document:
    """Return a document of a game's subgames; a part is left out if its parameter is None.

    Parameters
    ----------
    game : Game
    proper : int64 array | None
        The roots of the proper subgames.
    minimal : sequence of Subgame | None
        The :func:`minimal_subgames`.
    containing : Subgame | None
        The :func:`smallest_subgame` that contains certain nodes.
    augmented : sequence of int64 arrays | None
        The :func:`augmented_information_sets`.
    """
    names = NodeNames(game)
    members: dict[str, object] = {"title": game.title, "players": game.players}
    blocks: list[Block] = []
    if proper is not None:
        members["proper"] = roots = list(_proper_objects(game, names, proper))
        rows = [
            [f"@{root['root']}", root["nodes"], root["information_sets"], root["history"] or "the root"]
            for root in roots
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
        members["augmented"] = sets_by_player = list(map(_larger_sets, augmented))
        for player, sets in enumerate(sets_by_player, 1):
            heading = f"Player {player}: {count(len(sets), 'augmented information set')} of more than one node"
            table = page_table([[len(nodes), several(nodes, names)] for nodes in sets], ["nodes", ""], right={0})
            blocks += ["", heading, *([table] if sets else [])]
    return Document(lambda: blocks[1:], SUBGAMES, lambda: members)  # without the empty line before the first part


def _proper_objects(game: Game, names: NodeNames, roots: Integers) -> Iterator[dict[str, Any]]:
    """Yield a JSON object for every proper subgame."""
    sets_here = np.zeros(game.size, dtype=np.int64)  # an information set is counted at its first node
    first_nodes = game.first_nodes()
    sets_here[first_nodes[game.player[first_nodes] >= 0]] = 1
    nodes, sets = subtree_totals(game, np.ones(game.size, dtype=np.int64)), subtree_totals(game, sets_here)
    for root in roots.tolist():
        sizes = {"nodes": int(nodes[root]), "information_sets": int(sets[root])}
        yield {"root": root, "history": names.name(root)} | sizes


def _table(subgames: Sequence[Subgame], names: NodeNames) -> Table:
    rows = [[len(subgame.nodes), len(subgame.roots), several(subgame.roots, names)] for subgame in subgames]
    return page_table(rows, ["nodes", "roots", ""], right={0, 1})


def several(nodes: Sequence[int] | Integers, names: NodeNames) -> str:
    """Return a text with the names of the first nodes and the number of the others."""
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*map(names.place, map(int, nodes[:SHOWN])), *more])


def _larger_sets(labels: Integers) -> list[Integers]:
    """Return the nodes of every set with more than one node, in the order of the sets' numbers."""
    order = np.argsort(labels, kind="stable")
    sets = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return [nodes for nodes in sets if len(nodes) > 1]
