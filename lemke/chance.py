"""Chance moved to the ends of a game: leaves weighted with it, probabilities propagated, silent chance nodes removed.

Probabilities of chance are fixed, so they may as well stand in the payoffs; and a chance node that reveals nothing
before the end of the game may as well be drawn at the end, that is, be replaced by an expectation (O. Kubíček 2023,
slides 'Solving imperfect information EFGs').
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, Game, GameBuilder, Outcome
from lemke.game.builder import Node
from lemke.game.tree import Integers
from lemke.rational import ONE
from lemke.recall import Histories, histories, weighted_payoffs
from lemke.sparse import Vector, summed
from lemke.strategy import Profile, check_profile
from lemke.watch import Watch


@dataclass(frozen=True, eq=False)
class WeightedLeaves:
    """The leaves of a game and what chance makes of them: the terms of Kubíček's extended utility g.

    Attributes
    ----------
    leaves : int64 array
        The terminal nodes, in breadth-first order; the vectors below have one number for each.
    chance : exact vector
        C(z), the product of the chance probabilities on the path to the leaf.
    payoffs : tuple of exact vectors, one per player
        C(z) u_i(z), in units of payoff.
    """

    leaves: Integers
    chance: Vector
    payoffs: tuple[Vector, ...]


def weighted_leaves(game: Game, watch: Watch | None = None) -> WeightedLeaves:
    """Return C(z) and C(z) u_i(z) for every leaf z of a game of any number of players and any recall.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> found = weighted_leaves(builder.build())
    >>> found.chance, found.payoffs[0]
    (array([mpq(1,3), mpq(2,3)], dtype=object), array([mpq(0,1), mpq(4,1)], dtype=object))
    """
    behind = histories(game, watch)
    terms = (weighted_payoffs(game, behind, player) for player in range(len(game.players)))
    return WeightedLeaves(game.leaves, behind.chance[game.leaves], tuple(values[number] for number, values in terms))


def propagated(game: Game, watch: Watch | None = None) -> Game:
    """Return the same tree with uniform chance, the probabilities propagated to the payoffs.

    A chance node of k branches draws each with 1/k, and a leaf pays u(z) C(z) Π k, the product taken over the chance
    nodes on its path. Information sets, labels and numbers stay. All payoffs stand at leaves, those that never come
    about pay 0; equal ones share an outcome. The matrices E, F, A, B of the sequence form are the same, entry by entry,
    so the equilibria are; beliefs at information sets are not. A zero-sum game stays one, a constant sum does not.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> game = propagated(builder.build())
    >>> game.information_sets[0].probabilities, game.leaf_payoffs(0)
    ((mpq(1,2), mpq(1,2)), array([mpq(0,1), mpq(8,1)], dtype=object))
    """
    chance = [each.probabilities for each in game.information_sets]  # empty at the players' sets
    # factors p k in place of probabilities p: where chance is uniform already, no number grows
    factors = _reweighted(game, (tuple(p * len(moves) for p in moves) for moves in chance))
    uniform = _reweighted(game, (tuple(mpq(1, len(moves)) for _ in moves) for moves in chance))
    return _paying(uniform, weighted_leaves(factors, watch).payoffs)


@dataclass(frozen=True, eq=False)
class Pruned:
    """A game without silent chance nodes, and the way between it and the game that it was made from.

    Attributes
    ----------
    source : Game
        The game that was pruned.
    game : Game
        What is left. A player's information sets keep their numbers, labels and moves.
    origin : tuple of tuples of int, one per node of ``game``
        The nodes of ``source`` that it stands for; together all but the silent ones, each once.
    weights : tuple of tuples of mpq
        The probability of each of them given that one of them is reached, which is the product of the probabilities of
        silent chance on the path to it, whatever the players do. Those of one node sum to 1.
    sets : int64 array, one number per information set of ``source``
        Its index among the information sets of ``game``, whose breadth-first order may be another; :data:`NONE` for a
        set of chance that is gone.
    """

    source: Game
    game: Game
    origin: tuple[tuple[int, ...], ...]
    weights: tuple[tuple[mpq, ...], ...]
    sets: Integers

    def profile(self, original: Profile) -> Profile:
        """Return a profile of the source as one of the pruned game.

        Raises
        ------
        ProfileError, ProbabilityError
            If it does not fit the source.
        """
        check_profile(self.source, original)
        return _reordered(original, self._orders())

    def original(self, profile: Profile) -> Profile:
        """Return a profile of the pruned game as one of the source; payoffs and regrets are the same.

        Raises
        ------
        ProfileError, ProbabilityError
            If it does not fit the pruned game.
        """
        check_profile(self.game, profile)
        return _reordered(profile, [np.argsort(order) for order in self._orders()])

    def _orders(self) -> list[Integers]:
        """Return for every player the positions of its sets in the source, in the order that they have now."""
        return [np.argsort(self.sets[self.source.sets_of(player)]) for player in range(len(self.source.players))]


def prune(game: Game, watch: Watch | None = None) -> Pruned:
    """Return the game without the chance nodes that reveal nothing before the end, in linear time.

    A chance node is silent if all its branches are isomorphic: of the same shape, corresponding decision nodes in the
    same information set, corresponding chance nodes with the same probabilities; payoffs may differ, and silent chance
    nodes within a branch do not count. Silent nodes go, corresponding nodes become one, and corresponding leaves one
    with the expected payoffs. All payoffs then stand at leaves.

    The game may have any number of players and any recall. Nodes that become one are reached by the same moves at the
    same information sets, so every strategy, pure, mixed or behavior, has the payoffs that it had, and perfect recall
    stays perfect. This holds with absent-mindedness too: a set met twice on a path is met as often on the corresponding
    paths, so the players' part of the probability is the same for all of them.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> blind = builder.information_set(0, ["take", "leave"])
    >>> for envelope, content in zip(builder.chance(builder.root, {"full": "1/3", "empty": "2/3"}), (30, 0)):
    ...     builder.pay(builder.decide(envelope, blind)[0], content, 0)
    >>> pruned = prune(builder.build())
    >>> pruned.game.size, pruned.game.leaf_payoffs(0)
    (3, array([mpq(10,1), mpq(0,1)], dtype=object))
    >>> pruned.origin[0], pruned.weights[0]
    ((1, 2), (mpq(1,3), mpq(2,3)))
    """
    silent = _silent(game)
    if watch:
        watch.check()
    origin = _corresponding(game, silent)
    if watch:
        watch.check()
    tree = _tree(game, origin)
    weighted = _silent_alone(game, silent)
    behind = histories(weighted, watch)
    return Pruned(
        game,
        _paying(tree, _expected_payoffs(weighted, behind, origin)),
        origin,
        tuple(tuple(behind.products[behind.product[list(nodes)]]) for nodes in origin),
        _new_sets(game, tree, origin),
    )


def _silent(game: Game) -> NDArray[np.bool_]:
    """Return for every node whether it is a silent chance node.

    From the last node to the first, every node gets the number of its class, equal for isomorphic nodes: leaves, or
    (information set or probabilities, classes of the children). A silent node has the class of its children.
    """
    distributions: dict[tuple[mpq, ...], int] = {}
    kinds = [
        distributions.setdefault(each.probabilities, index) if each.player == CHANCE else index
        for index, each in enumerate(game.information_sets)
    ] + [NONE]  # the last one: of leaves
    silent = np.zeros(game.size, dtype=bool)
    classes = [0] * game.size
    numbers: dict[tuple[int, ...], int] = {}
    is_chance, kind = (game.player == CHANCE).tolist(), np.array(kinds)[game.information_set].tolist()
    first_child, moves = game.first_child.tolist(), _moves(game)
    for node in range(game.size - 1, -1, -1):
        below = classes[first_child[node] : first_child[node] + moves[node]]
        if is_chance[node] and below.count(below[0]) == len(below):
            silent[node], classes[node] = True, below[0]
        else:
            classes[node] = numbers.setdefault((kind[node], *below), len(numbers))
    return silent


def _corresponding(game: Game, silent: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """Return the nodes that become one, for every new node in breadth-first order.

    They are isomorphic and not silent, and each node is met once. The first of each group lies below the first of the
    group above.
    """
    first_child, moves, goes = game.first_child.tolist(), _moves(game), silent.tolist()

    def beneath_silence(nodes: list[int]) -> tuple[int, ...]:
        """Replace silent nodes by their children, until there are none."""
        found, stack = [], nodes[::-1]
        while stack:
            node = stack.pop()
            if goes[node]:
                stack.extend(range(first_child[node] + moves[node] - 1, first_child[node] - 1, -1))
            else:
                found.append(node)
        return tuple(found)

    groups = [beneath_silence([0])]
    for nodes in groups:
        groups.extend(beneath_silence([first_child[node] + k for node in nodes]) for k in range(moves[nodes[0]]))
    return tuple(groups)


def _tree(game: Game, origin: Sequence[Sequence[int]]) -> Game:
    """Return the game without payoffs whose nodes stand for these; a label that they do not share is dropped."""
    builder = GameBuilder(game.players, game.title, game.comment)
    builder.strategic = game.strategic
    handles = [
        builder.chance_set(each.actions, each.probabilities, each.label, each.number)
        if each.player == CHANCE
        else builder.information_set(each.player, each.actions, each.label, each.number)
        for each in game.information_sets
    ]
    information_set = game.information_set.tolist()
    for number, nodes in enumerate(origin):  # in breadth-first order, so the builder numbers them alike
        labels = {game.node_labels[node] for node in nodes}
        builder.label(Node(number), labels.pop() if len(labels) == 1 else "")
        if information_set[nodes[0]] != NONE:
            builder.decide(Node(number), handles[information_set[nodes[0]]])
    return builder.build()


def _silent_alone(game: Game, silent: NDArray[np.bool_]) -> Game:
    """Return the game with weights 1 at all other chance nodes, so that silent ones alone count in products."""
    sets = game.information_sets
    certain = tuple(replace(each, probabilities=(ONE,) * len(each.probabilities)) for each in sets)
    others = (game.player == CHANCE) & ~silent
    return replace(game, information_set=game.information_set + others * len(sets), information_sets=(*sets, *certain))


def _expected_payoffs(weighted: Game, behind: Histories, origin: Sequence[Sequence[int]]) -> list[Vector]:
    """Return every player's expected payoffs at the new leaves, in breadth-first order."""
    place = np.full(weighted.size, NONE)
    place[list(chain.from_iterable(origin))] = np.repeat(np.arange(len(origin)), [len(nodes) for nodes in origin])
    terms = (weighted_payoffs(weighted, behind, player) for player in range(len(weighted.players)))
    return [summed(place[weighted.leaves], number, values)[1] for number, values in terms]


def _new_sets(game: Game, tree: Game, origin: Sequence[Sequence[int]]) -> Integers:
    """Return the new index of every information set."""
    new = np.full(len(game.information_sets) + 1, NONE)
    new[game.information_set[[nodes[0] for nodes in origin]]] = tree.information_set  # NONE, at leaves, stays NONE
    return new[:-1]


def _moves(game: Game) -> list[int]:
    """Return the number of moves at every node."""
    sizes = np.array([*(len(each.actions) for each in game.information_sets), 0])  # the last place: of leaves
    moves: list[int] = sizes[game.information_set].tolist()
    return moves


def _reweighted(game: Game, weights: Iterable[tuple[mpq, ...]]) -> Game:
    """Return the game with other weights at the chance moves, one tuple for every information set."""
    sets = zip(game.information_sets, weights, strict=True)
    return replace(game, information_sets=tuple(replace(each, probabilities=own) for each, own in sets))


def _paying(game: Game, payoffs: Sequence[Vector]) -> Game:
    """Return the game that pays this at its leaves, one vector per player, and nothing else; outcomes are shared."""
    table: dict[tuple[mpq, ...], int] = {}
    paid = np.full(game.size, NONE)
    rows = zip(*payoffs, strict=True) if payoffs else ((),) * len(game.leaves)
    paid[game.leaves] = [table.setdefault(row, len(table)) for row in rows]
    return replace(game, outcome=paid, outcomes=tuple(Outcome(k, "", row) for k, row in enumerate(table, 1)))


def _reordered(profile: Profile, orders: Sequence[Integers]) -> Profile:
    """Return the profile with every player's information sets in the given order of their positions."""
    behavior, filled = [], []
    for strategy, open_sets, order in zip(profile.behavior, profile.filled, orders, strict=True):
        behavior.append(tuple(strategy[h] for h in order))
        filled.append(frozenset(k for k, h in enumerate(order.tolist()) if h in open_sets))
    return Profile(tuple(behavior), tuple(filled))
