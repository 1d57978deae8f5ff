"""Subgames: proper ones, imperfect-information ones, stages, subgames as games, and the test of subgame perfection.

A *proper subgame* is a subtree that contains all nodes or no node of every information set of a player, and whose root
is the only node in its information set (Selten 1965). Information sets of chance do not matter.

An *imperfect-information subgame* is a forest that contains all descendants and augmented information sets of its
nodes. A player who knows the strategies up to such a forest can continue within the forest without the rest of the game
(Burch, Johanson, Bowling 2014). Here it must also contain all information sets of its nodes. With perfect recall this
is no further condition, since an information set is then contained in an augmented information set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count as count_from
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError, InputError, NumberError
from lemke.game import CHANCE, NONE, TERMINAL, Game, GameBuilder, NodeNames
from lemke.game.builder import check_distribution
from lemke.game.reach import move_probabilities, node_values, reach
from lemke.game.recall import EMPTY, Histories, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO, exact
from lemke.ground.sparse import exact_sum
from lemke.ground.table import Table

if TYPE_CHECKING:
    import scipy.sparse

SHOWN = 4
"""Texts and messages name at most this many nodes of a set."""


def proper_subgames(game: Game) -> Integers:
    """Return the roots of all proper subgames, in breadth-first order and linear time.

    A root is an inner node, so a game of one leaf has no proper subgame. Every other game is a proper subgame of
    itself, even if the root is not the only node in its information set (absent-mindedness). The game may have any
    number of players and any recall.
    """
    position, end = game.spans()
    sets = len(game.information_sets)  # every leaf and every chance node counts as a set of its own
    set_number = np.where(game.player >= 0, game.information_set, sets + np.arange(game.size))
    lowest, highest = np.full(sets + game.size, game.size), np.zeros(sets + game.size, dtype=np.int64)
    np.minimum.at(lowest, set_number, position)
    np.maximum.at(highest, set_number, position)
    # for every subtree, the lowest and highest position of nodes in its sets; a parent comes after its children
    low, high = lowest[set_number].tolist(), highest[set_number].tolist()
    for node, parent in zip(range(game.size - 1, 0, -1), game.parent[:0:-1].tolist(), strict=True):
        low[parent] = min(low[parent], low[node])
        high[parent] = max(high[parent], high[node])
    contains_its_sets = (np.array(low) >= position) & (np.array(high) < end)
    is_singleton = np.bincount(set_number)[set_number] == 1
    is_singleton[0] = True  # the whole game is a proper subgame in any case
    return np.flatnonzero(contains_its_sets & is_singleton & (game.player != TERMINAL))


# ---------------------------------------------------------------------- stages and subgame perfection


@dataclass(frozen=True, eq=False)
class Stages:
    """The stages of a game. A stage is a proper subgame without the proper subgames inside it.

    The roots of the proper subgames inside are ends of the stage, as leaves are. So every move belongs to exactly one
    stage, the moves at all nodes of a player's information set belong to the same stage, and the stages together have
    the size of the tree and of the roots below the first one.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order, so that a stage comes before the stages below it.
    stage : int64 array, one number per node
        At an inner node, the stage of its move, as an index into ``roots``; at a leaf, the stage of its parent.
    ends : bool array, one per node
        Whether the node is an end of its parent's stage: a leaf, or the root of another stage.
    """

    roots: Integers
    stage: Integers
    ends: NDArray[np.bool_]

    def sets(self, game: Game) -> list[list[int]]:
        """Return the indices of the players' information sets in every stage, in breadth-first order."""
        by_stage: list[list[int]] = [[] for _ in self.roots]
        for index, stage in enumerate(self.stage[game.first_nodes()].tolist()):
            if game.information_sets[index].player != CHANCE:
                by_stage[stage].append(index)
        return by_stage

    def nodes(self, game: Game) -> list[list[int]]:
        """Return the nodes of every stage in depth-first order, ends included."""
        if not len(self.roots):
            return []
        inner_roots = self.roots[1:]  # roots of their own stage, and ends of the stage above
        position, _ = game.spans()
        nodes = np.concatenate([np.arange(game.size), inner_roots])
        stage = np.concatenate([self.stage, self.stage[game.parent[inner_roots]]])
        nodes = nodes[np.lexsort((position[nodes], stage))]
        bounds = np.cumsum(np.bincount(stage, minlength=len(self.roots)))
        return [members.tolist() for members in np.split(nodes, bounds[:-1])]


def stages(game: Game) -> Stages:
    """Return the stages of a game of any number of players and any recall; a game of one leaf has none."""
    roots = proper_subgames(game)
    is_root = np.zeros(game.size, dtype=bool)
    is_root[roots] = True
    ends = is_root | (game.player == TERMINAL)
    ends[0] = False
    return Stages(roots, np.searchsorted(roots, game.nearest(is_root)), ends)


@dataclass(frozen=True, eq=False)
class SubgameRegrets:
    """Payoffs and regrets of a profile in every proper subgame.

    Attributes
    ----------
    roots : int64 array
        Roots of the proper subgames, in breadth-first order.
    payoffs : tuple of tuples of mpq, per root, per player
        The expected payoffs from the root on, including all outcomes on the path to the root.
    regrets : tuple of tuples of mpq, per root, per player
        How much a player can gain by other moves in the stage, that is, in the subgame but not in the proper subgames
        inside it, if play begins at the root; never negative.
    """

    roots: Integers
    payoffs: tuple[tuple[mpq, ...], ...]
    regrets: tuple[tuple[mpq, ...], ...]

    @property
    def is_subgame_perfect(self) -> bool:
        """Whether no player can gain in any stage; equivalently, whether no player can gain in any proper subgame."""
        return not any(map(any, self.regrets))

    @property
    def worst(self) -> tuple[int, int, mpq] | None:
        """Root, player and size of the largest gain, on ties the first one; None if no player can gain."""
        by_root = zip(self.roots.tolist(), self.regrets, strict=True)
        gains = ((root, player, gain) for root, row in by_root for player, gain in enumerate(row) if gain)
        return max(gains, key=itemgetter(2), default=None)


def subgame_regrets(game: Game, profile: Profile) -> SubgameRegrets:
    """Return the exact payoffs and regrets of a profile in every proper subgame.

    Time is linear in the tree for numbers of bounded length. The regrets are computed stage by stage: proper subgames
    inside a stage are replaced by the profile's payoffs there. That is enough for subgame perfection (Selten 1965; the
    one-shot deviation principle with stages as shots): if no player gains in any stage, then, by induction from the
    last subgames, no player can get more in an inner subgame than the profile's payoff there, so a deviation pays at
    most as much as its part in the stage alone. Conversely, a gain in a stage is a gain in its subgame if the player
    follows the profile in the subgames inside. The game may have any number of players.

    Raises RecallError unless all players have perfect recall; ProfileError or NumberError if the profile does not fit.

    An empty threat: player 2 would answer an entry with a fight, so player 1 stays out. This profile is an equilibrium,
    but not subgame perfect.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> out, entry = builder.move(builder.root, 0, ["out", "in"])
    >>> share, fight = builder.move(entry, 1, ["share", "fight"])
    >>> for leaf, payoffs in ((out, (1, 5)), (share, (2, 2)), (fight, (0, 0))):
    ...     builder.pay(leaf, *payoffs)
    >>> game = builder.build()
    >>> verdict = subgame_regrets(game, Profile.of(game, [[[1, 0]], [[0, 1]]]))
    >>> verdict.is_subgame_perfect, verdict.worst
    (False, (2, 1, mpq(2,1)))
    """
    check_profile(game, profile)
    game_histories = histories(game)
    sequences = require_perfect_recall(game, game_histories)
    game_stages = stages(game)
    steps = move_probabilities(game, profile)
    roots = game_stages.roots.tolist()
    gains, payoffs = [], []
    for player_sequences in sequences:
        values = node_values(game, steps, player_sequences.player).tolist()
        best = _best_values(game, game_histories, game_stages, player_sequences, steps.tolist(), values)
        payoffs.append([values[root] for root in roots])
        gains.append([best_payoff - payoff for best_payoff, payoff in zip(best, payoffs[-1], strict=True)])
    # from lists per player to tuples per root; without players, a zip would lose the roots
    by_root = [tuple(tuple(values[k] for values in rows) for k in range(len(roots))) for rows in (payoffs, gains)]
    return SubgameRegrets(game_stages.roots, *by_root)


def _best_values(
    game: Game,
    game_histories: Histories,
    game_stages: Stages,
    sequences: Sequences,
    probability: list[mpq],
    values: list[mpq],
) -> list[mpq]:
    """Return a player's best payoff in every stage; every end of a stage, a node k, pays ``values[k]``.

    The computation is the backward induction of :mod:`lemke.game.best_response`, but every stage has its own empty
    sequence, with number ``sequences.size`` plus the number of the stage. By perfect recall, all nodes of a set have
    the same last move of the player within their stage. ``probability`` has for every node the probability of the move
    that leads to it.
    """
    totals = [ZERO] * (sequences.size + len(game_stages.roots))
    is_root = np.zeros(game.size, dtype=bool)
    is_root[game_stages.roots] = True
    player_moved = game.player[game.parent] == sequences.player
    own_move = np.where(player_moved, game_histories.last_move[sequences.player], EMPTY)  # EMPTY: another player moved
    empty_sequence = np.where(is_root, sequences.size + game_stages.stage, EMPTY)  # at roots of stages
    # for every node, within its stage: the reach of the other players and chance, and the player's sequence
    reached, sequence = [ONE] * game.size, [EMPTY] * game.size
    columns = game.parent[1:], own_move[1:], game_stages.ends[1:], empty_sequence[1:]
    sequence[0] = int(empty_sequence[0])
    for node, (parent, move, end, empty) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        if move:
            node_reach, node_sequence = reached[parent], move
        else:
            node_reach, node_sequence = reached[parent] * probability[node], sequence[parent]
        if end and node_reach and values[node]:
            totals[node_sequence] += node_reach * values[node]
        # the root of another stage is an end of this stage, and then the start of its own
        reached[node], sequence[node] = (ONE, empty) if empty else (node_reach, node_sequence)
    first_node = game.first_nodes()[list(sequences.sets)].tolist()
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = sequences.moves(h)
        totals[sequence[first_node[h]]] += max(totals[moves.start : moves.stop])
    return totals[sequences.size :]


# ---------------------------------------------------------------------- imperfect-information subgames


def augmented_information_sets(game: Game) -> tuple[Integers, ...]:
    """Return, for every player, the number of every node's augmented information set, by first appearance from 0.

    Let H_i(h) be the sequence of player i's information sets reached and actions taken on the path to h; if i moves at
    h, H_i(h) includes the information set of h. The nodes h and h' are in the same augmented information set of player
    i iff H_i(h) = H_i(h') (Burch, Johanson, Bowling 2014; notes on imperfect information, section 'Subgames
    revisited'). Leaves, chance nodes and nodes of other players are in augmented sets, too. The game may have any
    number of players and any recall. Time is linear in the tree.

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

    The game may have any number of players and any recall. Raises InputError for no nodes, or for a value that is no
    node of the game.
    """
    from scipy.sparse.csgraph import breadth_first_order

    graph = _graph(game, _check_nodes(game, nodes))
    reached = breadth_first_order(graph, graph.shape[0] - 1, return_predecessors=False)
    inside = np.zeros(game.size + 1, dtype=bool)  # the last entry is for the root's parent, NONE = -1
    inside[reached[reached < game.size]] = True
    members = np.flatnonzero(inside)
    return Subgame(members[~inside[game.parent[members]]], members)


def minimal_subgames(game: Game) -> tuple[Subgame, ...]:
    """Return all imperfect-information subgames that contain no smaller subgame, ordered by their first nodes.

    These subgames are the strongly connected components without outgoing edges of the graph of :func:`_graph`. Time is
    linear in the tree.
    """
    from scipy.sparse.csgraph import connected_components

    graph = _graph(game)
    number, component = connected_components(graph, directed=True, connection="strong")
    sources, targets = graph.nonzero()
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


def _graph(game: Game, start: Integers | None = None) -> scipy.sparse.csr_array:
    """Return a directed graph in which a subgame is a set of nodes that no path leaves.

    The vertices are the nodes of the game, then all augmented information sets and information sets, and last a vertex
    with edges to the nodes ``start``. Edges go from every node to its children, and in both directions between a node
    and the sets that contain it.
    """
    import scipy.sparse

    players_set = np.where(game.player == CHANCE, NONE, game.information_set)
    sources, targets, size = [game.parent[1:]], [np.arange(1, game.size)], game.size
    for labels in (*augmented_information_sets(game), players_set):
        members = np.flatnonzero(labels != NONE)
        vertices = size + labels[members]
        sources += [members, vertices]
        targets += [vertices, members]
        size += 1 + int(labels.max())
    if start is not None:
        sources.append(np.full(len(start), size))
        targets.append(start)
    edges = np.concatenate(sources), np.concatenate(targets)
    return scipy.sparse.csr_array((np.ones(len(edges[0]), dtype=np.int8), edges), shape=(size + 1, size + 1))


def _check_nodes(game: Game, nodes: Iterable[int]) -> Integers:
    """Return the nodes sorted and without duplicates; raise GameError for a number that is no node, or for no nodes."""
    numbers = np.unique(list(map(game.check_node, nodes)))
    if not len(numbers):
        raise GameError("no nodes, expected one or more")
    return numbers


def subgames(game: Game) -> Table:
    """Return a row for every proper subgame, and for every one of the :func:`minimal_subgames`."""
    names = NodeNames(game)
    position, end = game.spans()
    first_nodes = game.first_nodes()  # an information set is counted at its first node
    counted = position[first_nodes[game.player[first_nodes] >= 0]]
    sets_before = np.append(0, np.cumsum(np.bincount(counted, minlength=game.size)))
    sets = sets_before[end] - sets_before[position]
    rows: list[tuple[object, ...]] = [
        ("proper subgame", int(end[root] - position[root]), int(sets[root]), names.place(root))
        for root in proper_subgames(game).tolist()
    ]
    rows += [
        ("imperfect-information subgame", len(subgame.nodes), None, _several(subgame.roots.tolist(), names))
        for subgame in minimal_subgames(game)
    ]
    return Table(("", "nodes", "information sets", "roots"), rows, game.title)


def _several(nodes: Sequence[int], names: NodeNames) -> str:
    """Return a text with the names of the first nodes and the number of the others."""
    more = [f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else []
    return " | ".join([*map(names.place, nodes[:SHOWN]), *more])


# ---------------------------------------------------------------------- subgames as games


def subgame(
    game: Game, roots: int | Iterable[int] | Subgame, probabilities: Profile | Sequence[object] | None = None
) -> Game:
    """Return a subgame as a game: the subtree of one node, or a forest, of which a first move of chance draws a root.

    Of every information set of a player, the forest must contain all nodes or no node. This holds for proper subgames
    and for imperfect-information subgames. Information sets keep their labels and numbers. All payoffs are at leaves,
    where they are the same as in the whole game. The game may have any number of players and any recall; perfect recall
    stays perfect.

    If chance draws every root in proportion to the probability with which a profile reaches it, then for strategies
    that differ from the profile only within the subgame, a player's payoff in the whole game is a positive factor times
    the payoff in the subgame, plus a constant. So moves within the subgame compare as they do in the whole game.

    Parameters
    ----------
    roots : node, nodes, or :class:`Subgame`
        The roots of the subgame. The moves of the first chance node have the order and the names of the roots.
    probabilities : Profile, numbers or None
        The probabilities of the roots, as exact numbers that sum to 1. A profile of the game stands for its
        probabilities of reaching the roots, divided by their sum; None for those of chance alone, divided by their sum.

    Raises InputError for no nodes, a value that is no node, or a root below another root; GameError if an information
    set of a player is only partly in the subgame; NumberError if the numbers are no exact distribution over the roots,
    or the roots are never reached; ProfileError if the profile does not fit the game.

    Player 2's choice in matching pennies, after H with probability 1/3:

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(title="pennies")
    >>> hidden = builder.information_set(1, ["h", "t"])
    >>> for node, sign in zip(builder.move(builder.root, 0, ["H", "T"]), (1, -1)):
    ...     h, t = builder.decide(node, hidden)
    ...     builder.pay(h, sign, -sign)
    ...     builder.pay(t, -sign, sign)
    >>> pennies = builder.build()
    >>> cut = subgame(pennies, [1, 2], ["1/3", "2/3"])
    >>> cut
    <Game 'pennies: subgame at H | T': 2 players, 7 nodes>
    >>> cut.information_sets[0].actions, cut.information_sets[0].probabilities
    (('H', 'T'), (mpq(1,3), mpq(2,3)))
    """
    root_nodes: list[int] = (
        roots.roots.tolist() if isinstance(roots, Subgame) else list(roots) if isinstance(roots, Iterable) else [roots]
    )
    nodes = _nodes_below(game, root_nodes)
    _require_whole_sets(game, root_nodes, nodes)
    shares = _root_probabilities(game, root_nodes, probabilities)
    names = NodeNames(game)
    comment = game.comment and f"A subgame of the game with this comment. {game.comment}"
    builder = GameBuilder(game.players, f"{game.title}: subgame at {_several(root_nodes, names)}", comment)
    draw = None
    if len(root_nodes) > 1:
        used = {information_set.number for information_set in game.information_sets if information_set.player == CHANCE}
        number = next(unused for unused in count_from(1) if unused not in used)
        draw = builder.chance_set(list(map(names.name, root_nodes)), shares, "roots", number)
    index, totals = game.payoffs()
    payoffs = {node: totals[index[node]] for node in nodes if game.player[node] == TERMINAL}
    return builder.build_part(game, nodes, payoffs, game.node_labels, draw)


def _nodes_below(game: Game, roots: list[int]) -> list[int]:
    """Return the nodes of every root's subtree, one subtree after the other, each in depth-first order."""
    _check_nodes(game, roots)
    order, (position, end) = game.preorder(), game.spans()
    for above, below in pairwise(sorted(roots, key=position.__getitem__)):
        if position[below] < end[above]:
            found = f"the root @{below} below the root @{above}" if above != below else f"@{above} twice"
            raise InputError(f"{found}, expected roots of disjoint subtrees")
    return [node for root in roots for node in order[position[root] : end[root]]]


def _require_whole_sets(game: Game, roots: list[int], nodes: list[int]) -> None:
    """Raise GameError if an information set of a player has nodes both in the subgame and outside."""
    sets = len(game.information_sets)
    players_set = np.where(game.player >= 0, game.information_set, sets)  # all leaves and chance nodes as one last set
    inside, everywhere = (np.bincount(members, minlength=sets) for members in (players_set[nodes], players_set))
    cut = np.flatnonzero((inside > 0) & (inside < everywhere))
    if len(cut) and cut[0] < sets:
        whole_roots = smallest_subgame(game, roots).roots.tolist()
        more = ["..."] if len(whole_roots) > SHOWN else []
        shown = " ".join([*(f"@{root}" for root in whole_roots[:SHOWN]), *more])
        hint = f"the smallest imperfect-information subgame with the given roots has the roots {shown}"
        raise GameError(f"{game.set_name(int(cut[0]))} is cut, expected all its nodes or none: {hint}")


def _root_probabilities(
    game: Game, roots: list[int], probabilities: Profile | Sequence[object] | None
) -> Sequence[object]:
    """Return the probabilities with which chance draws the roots."""
    if probabilities is not None and not isinstance(probabilities, Profile):
        shares = list(map(exact, probabilities))
        check_distribution(shares)
        return shares
    if len(roots) == 1:
        return [ONE]
    reached = histories(game).chance if probabilities is None else reach(game, probabilities).nodes
    total = exact_sum(reached[roots])
    if not total:
        mover = "chance" if probabilities is None else "the profile"
        raise NumberError(f"roots that {mover} never reaches, expected probabilities for them")
    return list(reached[roots] / total)
