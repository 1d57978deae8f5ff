"""Imperfect-information subgames: forests that contain all descendants and augmented information sets of their nodes.

A player who knows the strategies up to such a forest can continue within the forest without the rest of the game
(Burch, Johanson, Bowling 2014). Here a subgame must also contain all information sets of its nodes. With perfect
recall this is no further condition, since an information set is then contained in an augmented information set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lemke.errors import GameError
from lemke.game import CHANCE, NONE, Game, NodeNames
from lemke.game.subgames.proper import proper_subgames, subtree_totals
from lemke.game.tree import Integers
from lemke.ground.table import Table

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
    """Return the nodes sorted and without duplicates; raise GameError for a number that is no node, or for no nodes."""
    numbers = np.unique(list(map(game.check_node, nodes)))
    if not len(numbers):
        raise GameError("no nodes, expected one or more")
    return numbers


SHOWN = 4
"""Texts and messages name at most this many nodes of a set."""


def subgames(game: Game) -> Table:
    """Return a row for every proper subgame, and for every one of the :func:`minimal_subgames`."""
    names = NodeNames(game)
    sets_here = np.zeros(game.size, dtype=np.int64)  # an information set is counted at its first node
    first_nodes = game.first_nodes()
    sets_here[first_nodes[game.player[first_nodes] >= 0]] = 1
    nodes, sets = subtree_totals(game, np.ones(game.size, dtype=np.int64)), subtree_totals(game, sets_here)
    rows: list[tuple[object, ...]] = [
        ("proper subgame", int(nodes[root]), int(sets[root]), names.place(root))
        for root in proper_subgames(game).tolist()
    ]
    rows += [
        ("imperfect-information subgame", len(subgame.nodes), None, several(subgame.roots, names))
        for subgame in minimal_subgames(game)
    ]
    return Table(("", "nodes", "information sets", "roots"), rows, game.title)


def several(nodes: Sequence[int] | Integers, names: NodeNames) -> str:
    """Return a text with the names of the first nodes and the number of the others."""
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*map(names.place, map(int, nodes[:SHOWN])), *more])
