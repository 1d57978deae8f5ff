"""Imperfect-information subgames: forests closed under descendants and augmented information sets.

A player who knows that play is in such a forest, and how it was played before, can continue without the rest of the
game (Burch, Johanson, Bowling 2014). Here a subgame is also closed under the players' information sets. With perfect
recall this follows, since an information set then lies in one augmented set.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lemke.errors import InputError, type_name
from lemke.game import CHANCE, NONE, Game, NodeNames
from lemke.game.subgames.proper import subtree_totals
from lemke.game.tree import Integers
from lemke.ground.document import Block, Document, Format
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

if TYPE_CHECKING:
    import scipy.sparse


def augmented_information_sets(game: Game) -> tuple[Integers, ...]:
    """Return, for every player, the number of every node's augmented information set.

    H_i(h) is the sequence of player i's information sets reached and actions taken on the path to h, the set at h
    included if i moves there; I_i(h) = I_i(h') iff H_i(h) = H_i(h') (Burch, Johanson, Bowling 2014; notes on imperfect
    information, section 'Subgames revisited'). Leaves and nodes of chance and other players are in augmented sets too.
    The game may have any number of players and any recall. Time is linear in the tree.

    Returns
    -------
    tuple of int64 arrays, per player, one number per node in breadth-first order
        Nodes with equal numbers are in one augmented information set; 0, 1, … by first appearance.

    Examples
    --------
    Matching pennies in two steps: player 1 never learns player 2's move, so her augmented set after H contains a node
    and both leaves below it.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     ends = builder.decide(node, hidden)
    >>> sets_1, sets_2 = augmented_information_sets(builder.build(unpaid="zero"))
    >>> sets_1.tolist(), sets_2.tolist()
    ([0, 1, 2, 1, 1, 2, 2], [0, 1, 1, 2, 3, 2, 3])
    """
    return tuple(_augmented(game, player) for player in range(len(game.players)))


def _augmented(game: Game, player: int) -> Integers:
    """Return the number of every node's augmented set of one player.

    H_i changes only at the player's own nodes and directly below them. There it gets a number: that of the pair of the
    number before and the action taken or set reached. So equal sequences have equal numbers, whatever other nodes lie
    between.
    """
    moves_here = game.player == player
    moved_above = moves_here[game.parent]
    moved_above[0] = False
    changes = moves_here | moved_above
    nearest = game.nearest(changes)
    places = np.flatnonzero(changes)
    columns = (
        places,
        nearest[game.parent[places]],
        np.where(moved_above, game.move, NONE)[places],
        np.where(moves_here, game.information_set, NONE)[places],
    )
    known: dict[tuple[int, int], int] = {}  # the empty sequence has number 0
    sequence = [0] * game.size
    for node, above, action, reached in zip(*(column.tolist() for column in columns), strict=True):
        past = sequence[above] if node else 0
        if action != NONE:
            past = known.setdefault((past, action), len(known) + 1)
        if reached != NONE:
            past = known.setdefault((past, -1 - reached), len(known) + 1)  # negative keys for sets, others for actions
        sequence[node] = past
    _, first, inverse = np.unique(np.array(sequence)[nearest], return_index=True, return_inverse=True)
    rank: Integers = np.argsort(np.argsort(first))  # numbers by first appearance
    return rank[inverse]


@dataclass(frozen=True, eq=False)
class Subgame:
    """An imperfect-information subgame: its roots, whose parents are outside, and its nodes, in breadth-first order."""

    roots: Integers
    nodes: Integers


def smallest_subgame(game: Game, nodes: Iterable[int]) -> Subgame:
    """Return the smallest imperfect-information subgame that contains these nodes, one or more, in linear time.

    The game may have any number of players and any recall.

    Raises
    ------
    InputError
        For no nodes, or for a value that is no node of the game.

    Examples
    --------
    In matching pennies in two steps, a subgame with a leaf contains both nodes of player 2.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     ends = builder.decide(node, hidden)
    >>> subgame = smallest_subgame(builder.build(unpaid="zero"), [6])
    >>> subgame.roots.tolist(), subgame.nodes.tolist()
    ([1, 2], [1, 2, 3, 4, 5, 6])
    """
    from scipy.sparse.csgraph import breadth_first_order

    start = checked_nodes(game, nodes)
    sources, targets, size = _arrows(game)
    sources = np.concatenate([sources, np.full(len(start), size)])  # one more vertex, with arrows to all these nodes
    graph = _graph(sources, np.concatenate([targets, start]), size + 1)
    reached = breadth_first_order(graph, size, return_predecessors=False)
    inside = np.zeros(game.size + 1, dtype=bool)  # the last place is the root's parent, NONE
    inside[reached[reached < game.size]] = True
    members = np.flatnonzero(inside)
    return Subgame(members[~inside[game.parent[members]]], members)


def minimal_subgames(game: Game) -> tuple[Subgame, ...]:
    """Return all imperfect-information subgames that hold no smaller one, ordered by their first nodes.

    They are the strong components without a way out of the graph node → children, node → its sets → their members.
    Linear in the tree.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node in builder.move(builder.root, 0, ["H", "T"]):
    ...     ends = builder.decide(node, hidden)
    >>> [subgame.roots.tolist() for subgame in minimal_subgames(builder.build(unpaid="zero"))]
    [[1, 2]]
    """
    from scipy.sparse.csgraph import connected_components

    sources, targets, size = _arrows(game)
    number, component = connected_components(_graph(sources, targets, size), directed=True, connection="strong")
    minimal = np.ones(number, dtype=bool)
    minimal[component[sources[component[sources] != component[targets]]]] = False
    component = component[: game.size]
    inside = np.flatnonzero(minimal[component])
    inside = inside[np.argsort(component[inside], kind="stable")]
    enters = component != component[game.parent]
    enters[0] = True
    bounds = np.flatnonzero(np.diff(component[inside])) + 1
    subgames = [Subgame(nodes[enters[nodes]], nodes) for nodes in np.split(inside, bounds)]
    return tuple(sorted(subgames, key=lambda subgame: int(subgame.nodes[0])))


def is_subgame(game: Game, nodes: Iterable[int]) -> bool:
    """Return whether these nodes are an imperfect-information subgame; linear in the tree.

    Raises InputError for no nodes, or for a value that is no node of the game.
    """
    inside = checked_nodes(game, nodes)
    return np.array_equal(smallest_subgame(game, inside.tolist()).nodes, inside)


def _arrows(game: Game) -> tuple[Integers, Integers, int]:
    """Return a graph in which a subgame is a set of nodes closed under reachability: sources, targets, vertices.

    Vertices are first the nodes, then the sets. Arrows go from a node to its children, and both ways between a node and
    its augmented sets and its information set.
    """
    personal = np.where(game.player == CHANCE, NONE, game.information_set)
    sources, targets, size = [game.parent[1:]], [np.arange(1, game.size)], game.size
    for labels in (*augmented_information_sets(game), personal):
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
    """Return nodes in order, each once; raises InputError if there are none, and for a value that is no node."""
    numbers = []
    for node in nodes:
        try:
            numbers.append(operator.index(node))
        except TypeError:
            raise InputError(f"an object of type {type_name(node)}, expected the number of a node") from None
        if not 0 <= numbers[-1] < game.size:
            raise InputError(f"node {numbers[-1]}, expected one from 0 to {game.size - 1}")
    if not numbers:
        raise InputError("no nodes, expected at least one")
    return np.unique(numbers)


SUBGAMES = Format(
    "lemke-subgames/1",
    """
title, players | text, list of texts |
proper | list | `root`; `history`, the moves that lead there; the numbers of `nodes` and `information_sets`
minimal | list | imperfect-information subgames without smaller ones inside: lists of `roots` and `nodes`
containing | object | with `--containing`: the smallest subgame that contains those nodes
augmented | list of lists | with `--augmented`: per player, the nodes of every augmented information set with more than
    one node
""",
)
SHOWN = 4
"""The most nodes of a set that the text names; there may be very many."""


def subgames_document(
    game: Game,
    proper: Integers | None = None,
    minimal: Sequence[Subgame] | None = None,
    containing: Subgame | None = None,
    augmented: Sequence[Integers] | None = None,
) -> Document:
    """Return a document of a game's subgames; the text names nodes by the moves that lead there.

    ``proper`` are the roots of the proper subgames, ``containing`` is the smallest subgame with certain nodes, and
    ``augmented`` are the augmented information sets, per player. None leaves a part out.
    """
    names = NodeNames(game)
    members: dict[str, object] = {"title": game.title, "players": game.players}
    blocks: list[Block] = []
    if proper is not None:
        members["proper"] = roots = list(_proper(game, names, proper))
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
        members["augmented"] = larger = list(map(_larger_sets, augmented))
        for player, sets in enumerate(larger, 1):
            heading = f"Player {player}: {count(len(sets), 'augmented information set')} of more than one node"
            table = page_table([[len(nodes), several(nodes, names)] for nodes in sets], ["nodes", ""], right={0})
            blocks += ["", heading, *([table] if sets else [])]
    return Document(lambda: blocks[1:], SUBGAMES, lambda: members)


def _proper(game: Game, names: NodeNames, roots: Integers) -> Iterator[dict[str, Any]]:
    """Yield the members of every proper subgame; an information set is counted at its first node."""
    firsts = np.zeros(game.size, dtype=np.int64)
    first_nodes = game.first_nodes()
    firsts[first_nodes[game.player[first_nodes] >= 0]] = 1
    nodes, sets = subtree_totals(game, np.ones(game.size, dtype=np.int64)), subtree_totals(game, firsts)
    for root in roots.tolist():
        sizes = {"nodes": int(nodes[root]), "information_sets": int(sets[root])}
        yield {"root": root, "history": names.name(root)} | sizes


def _table(subgames: Sequence[Subgame], names: NodeNames) -> Table:
    rows = [[len(subgame.nodes), len(subgame.roots), several(subgame.roots, names)] for subgame in subgames]
    return page_table(rows, ["nodes", "roots", ""], right={0, 1})


def several(nodes: Sequence[int] | Integers, names: NodeNames) -> str:
    """Return the names of the first nodes, and the number of further ones."""
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*map(names.place, map(int, nodes[:SHOWN])), *more])


def _larger_sets(labels: Integers) -> list[Integers]:
    """Return the nodes of every set that has more than one, in the order of the sets' numbers."""
    order = np.argsort(labels, kind="stable")
    sets = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return [nodes for nodes in sets if len(nodes) > 1]
