"""Chance moves propagated into payoffs, silent chance nodes removed, and profiles converted between both games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.game import CHANCE, NONE, Game, GameBuilder, Outcome
from lemke.game.reach import along_paths, numbers_of_moves
from lemke.game.recall import histories, weighted_payoffs
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector, exact_sum, vector

BETWEEN_CHECKS = 1 << 10
"""Nodes or steps between two checks of the limits."""


@dataclass(frozen=True, eq=False)
class WeightedLeaves:
    """The leaves of a game weighted by chance: the terms of Kubíček's extended utility g.

    Attributes
    ----------
    leaves : int64 array
        The terminal nodes, in breadth-first order; the vectors below have one number for each leaf.
    chance : exact vector
        C(z), the product of the chance probabilities on the path to the leaf.
    payoffs : tuple of exact vectors, one per player
        C(z) u_i(z), in units of payoff.
    """

    leaves: Integers
    chance: Vector
    payoffs: tuple[Vector, ...]


def weighted_leaves(game: Game) -> WeightedLeaves:
    """Return C(z) and C(z) u_i(z) for every leaf z of a game of any number of players and any recall.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> weighted = weighted_leaves(builder.build(unpaid="zero"))
    >>> weighted.chance, weighted.payoffs[0]
    (array([mpq(1,3), mpq(2,3)], dtype=object), array([mpq(0,1), mpq(4,1)], dtype=object))
    """
    behind = histories(game)
    terms = (weighted_payoffs(game, behind, player) for player in range(len(game.players)))
    return WeightedLeaves(game.leaves, behind.chance[game.leaves], tuple(values[number] for number, values in terms))


def propagated(game: Game) -> Game:
    """Return the same tree with uniform chance and its probabilities moved into the payoffs.

    A chance node with k branches draws each with probability 1/k. A leaf z pays u(z) C(z) Π k, with the product over
    the chance nodes on its path. Information sets, labels and numbers stay. All payoffs are at leaves, and leaves with
    equal payoffs share an outcome; leaves that chance never reaches pay 0. The matrices E, F, A, B of the sequence form
    stay equal entry by entry, so the equilibria are the same; beliefs at information sets change. A zero-sum game stays
    zero-sum, but a constant-sum game may lose its constant sum. The comment, if there is one, mentions the propagation.
    The result is a plain :class:`~lemke.Game`, without what a subclass adds.

    Subgame-perfect equilibria stay subgame perfect. The converse needs positive probabilities: behind a probability of
    zero everything pays 0 in the new game, so any moves are optimal there.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> game = propagated(builder.build(unpaid="zero"))
    >>> game.information_sets[0].probabilities, game.leaf_payoffs(0)
    ((mpq(1,2), mpq(1,2)), array([mpq(0,1), mpq(8,1)], dtype=object))
    """
    scaled = (
        [p * len(information_set.actions) for p in information_set.probabilities]
        or [ONE] * len(information_set.actions)
        for information_set in game.information_sets
    )
    by_chance = game.player[game.parent] == CHANCE
    by_chance[0] = False
    # Factors p k, not p and k apart: where chance is uniform they are 1, and no number grows.
    factors = along_paths(game, by_chance, numbers_of_moves(game, scaled))[game.leaves]
    payoffs = [factors * game.leaf_payoffs(player) for player in range(len(game.players))]
    table: dict[tuple[mpq, ...], int] = {}
    paid = np.full(game.size, NONE)
    rows = zip(*payoffs, strict=True) if payoffs else ((),) * len(factors)
    paid[game.leaves] = [table.setdefault(row, len(table)) for row in rows]
    # No instance of a subclass: its further facts may not hold for the new game.
    plain = Game(**{field.name: getattr(game, field.name) for field in fields(Game)})
    sets = (
        replace(
            information_set, probabilities=(mpq(1, len(information_set.actions)),) * len(information_set.probabilities)
        )
        for information_set in plain.information_sets
    )
    outcomes = tuple(Outcome(number, "", row) for number, row in enumerate(table, 1))
    return replace(plain, comment=_comment(game), outcome=paid, outcomes=outcomes, information_sets=tuple(sets))


def _comment(game: Game) -> str:
    """Return the game's comment, with a remark on the propagation if chance moves; an empty comment stays empty."""
    if not game.comment or all(information_set.player != CHANCE for information_set in game.information_sets):
        return game.comment
    stop = "." if game.comment.endswith(".") else ""
    return f"{game.comment.removesuffix(stop)}; chance propagated into the payoffs{stop}"


@dataclass(frozen=True, eq=False)
class Pruned:
    """A game without silent chance nodes, the game from which it was made, and conversions of profiles between them.

    Attributes
    ----------
    source : Game
        The game that was pruned.
    game : Game
        The game without them. The players' information sets keep their numbers, labels and moves.
    silent : bool array, one per node of ``source``
        Whether it is a silent chance node, which is removed.
    sets : int64 array, one number per information set of ``source``
        Its index among the information sets of ``game``, where the breadth-first order may differ; :data:`NONE` for a
        removed set of chance.
    """

    source: Game
    game: Game
    silent: NDArray[np.bool_]
    sets: Integers

    @property
    def origin(self) -> tuple[tuple[int, ...], ...]:
        """The nodes of ``source`` that were merged into every node of ``game``: all but the silent ones, each once.

        They are computed on demand, together with their weights.
        """
        return self._correspondence[0]

    @property
    def weights(self) -> tuple[tuple[mpq, ...], ...]:
        """The weight of each node of ``origin``: the product of the probabilities of silent chance on its path.

        The weights of one node of ``game`` sum to 1. A weight is the node's share of the probability of reaching the
        merged node, whatever the players do. On a long path of silent chance the weights are long numbers.
        """
        return self._correspondence[1]

    @cached_property
    def _correspondence(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[mpq, ...], ...]]:
        """The nodes merged into one, and their weights, computed on demand from the root downwards."""
        first_child, moves = self.source.first_child.tolist(), _moves(self.source)
        groups = [self._beneath_silence([(0, ONE)])]
        for group in groups:
            for k in range(moves[group[0][0]]):
                groups.append(self._beneath_silence([(first_child[node] + k, weight) for node, weight in group]))
        origin, weights = zip(*(zip(*group, strict=True) for group in groups), strict=True)
        return origin, weights

    def _beneath_silence(self, group: list[tuple[int, mpq]]) -> list[tuple[int, mpq]]:
        """Replace silent nodes by their children, until no silent node is left."""
        not_silent, stack = [], group[::-1]
        while stack:
            node, weight = stack.pop()
            if self.silent[node]:
                probabilities = self.source.information_sets[self.source.information_set[node]].probabilities
                children = zip(self.source.children(node), probabilities, strict=True)
                stack.extend([(child, weight * probability) for child, probability in children][::-1])
            else:
                not_silent.append((node, weight))
        return not_silent

    def profile(self, original: Profile) -> Profile:
        """Return the profile of the pruned game for one of the source; errors as in :meth:`original`."""
        check_profile(self.source, original)
        return _reordered(original, self._orders())

    def original(self, profile: Profile) -> Profile:
        """Return the profile of the source for one of the pruned game; payoffs and regrets are the same.

        Raises ProfileError or ProbabilityError if the profile does not fit the pruned game.
        """
        check_profile(self.game, profile)
        return _reordered(profile, [np.argsort(order) for order in self._orders()])

    def _orders(self) -> list[Integers]:
        """Return for every player the positions of its sets in the source, in the order of the pruned game."""
        return [np.argsort(self.sets[self.source.sets_of(player)]) for player in range(len(self.source.players))]


def prune(game: Game) -> Pruned:
    """Return the game without the chance nodes that reveal nothing before the end, in linear time.

    A chance node is silent if all its branches are isomorphic. They then have the same shape, corresponding decision
    nodes are in the same information set, and corresponding chance nodes have the same probabilities. Payoffs may
    differ, and silent chance nodes within a branch are ignored. Silent nodes are removed, corresponding nodes are
    merged, and a merged leaf has the expected payoffs. All payoffs are then at leaves. If corresponding chance nodes
    are in different sets, the first branch's set gives label, number and moves. A merged node has a label if its nodes
    share it.

    The game may have any number of players and any recall. Merged nodes are reached by the same moves at the same
    information sets, so every pure, mixed or behavior strategy keeps its payoffs, and perfect recall stays perfect.
    This includes absent-mindedness: corresponding paths visit a set equally often, so the players' part of the
    probability is the same on all of them.

    A subgame-perfect equilibrium of the pruned game gives a subgame-perfect one of the source. The converse fails,
    since pruning adds proper subgames: an empty threat behind a silent coin is subgame perfect only with the coin.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> blind = builder.information_set(0, ["take", "leave"])
    >>> for envelope, content in zip(builder.chance(builder.root, {"full": "1/3", "empty": "2/3"}), (30, 0)):
    ...     builder.pay(builder.decide(envelope, blind)[0], content, 0)
    >>> pruned = prune(builder.build(unpaid="zero"))
    >>> pruned.game.size, pruned.game.leaf_payoffs(0)
    (3, array([mpq(10,1), mpq(0,1)], dtype=object))
    >>> pruned.origin[0], pruned.weights[0]
    ((1, 2), (mpq(1,3), mpq(2,3)))
    """
    silent = _silent(game)
    merged = _Merged(game)
    for node in np.flatnonzero(silent)[::-1].tolist():  # from below, so that branches contain no silent nodes
        merged.remove(node)
    limits.check()
    pruned = merged.tree()
    new = {
        (information_set.player, information_set.number): index
        for index, information_set in enumerate(pruned.information_sets)
    }
    sets = np.array(
        [new.get((information_set.player, information_set.number), NONE) for information_set in game.information_sets],
        dtype=np.int64,
    )
    return Pruned(game, pruned, silent, sets)


def _silent(game: Game) -> NDArray[np.bool_]:
    """Return for every node whether it is a silent chance node.

    From the last node to the first, every node gets the number of its isomorphism class. The class of an inner node is
    given by its information set, or its probabilities if chance moves, and the classes of its children. All leaves have
    one class. A silent node has the class of its children.
    """
    distributions: dict[tuple[mpq, ...], int] = {}
    kinds = [
        distributions.setdefault(information_set.probabilities, index) if information_set.player == CHANCE else index
        for index, information_set in enumerate(game.information_sets)
    ] + [NONE]  # the last place, with index NONE, is for leaves
    silent = np.zeros(game.size, dtype=bool)
    classes = [0] * game.size
    numbers: dict[tuple[int, ...], int] = {}
    is_chance, kind = (game.player == CHANCE).tolist(), np.array(kinds)[game.information_set].tolist()
    first_child, moves = game.first_child.tolist(), _moves(game)
    for node in limits.checked(range(game.size - 1, -1, -1), BETWEEN_CHECKS):
        below = classes[first_child[node] : first_child[node] + moves[node]]
        if is_chance[node] and below.count(below[0]) == len(below):
            silent[node], classes[node] = True, below[0]
        else:
            classes[node] = numbers.setdefault((kind[node], *below), len(numbers))
    return silent


class _Merged:
    """A game from which silent chance nodes are removed, the lowest first, in linear time for all nodes together."""

    def __init__(self, game: Game) -> None:
        index, totals = game.payoffs()
        leaves = game.leaves
        self.game, self.steps = game, 0  # steps counts merges
        self.first_child, self.moves = game.first_child.tolist(), _moves(game)
        self.stand_in = list(range(game.size))  # a silent node is replaced by its first child, merged with the others
        self.payoffs = {leaf: totals[k] for leaf, k in zip(leaves.tolist(), index[leaves].tolist(), strict=True)}
        self.labels = list(game.node_labels)

    def remove(self, silent: int) -> None:
        """Replace a silent node by its first branch, with the expected payoffs of all branches at its leaves."""
        branches = self.below(silent)
        self.stand_in[silent] = branches[0]
        probabilities = vector(self.game.information_sets[self.game.information_set[silent]].probabilities)
        stack = [branches] if len(branches) > 1 else []  # of tuples of corresponding nodes, to be merged
        while stack:
            nodes = stack.pop()
            first = nodes[0]
            self.steps += 1
            if self.steps % BETWEEN_CHECKS == 0:
                limits.check()
            if any(self.labels[node] != self.labels[first] for node in nodes):
                self.labels[first] = ""
            if first in self.payoffs:
                rows = zip(*(self.payoffs.pop(node) for node in nodes), strict=True)
                self.payoffs[first] = tuple(exact_sum(probabilities * vector(row)) for row in rows)
            stack.extend(zip(*map(self.below, nodes), strict=True))

    def below(self, node: int) -> tuple[int, ...]:
        """Return the nodes to which the moves of a node lead, silent ones replaced."""
        first = self.first_child[node]
        return tuple(self.stand_in[first : first + self.moves[node]])

    def tree(self) -> Game:
        """Return the game without silent nodes; equal payoffs share an outcome."""
        builder = GameBuilder(self.game.players, self.game.title, self.game.comment)
        builder.strategic = self.game.strategic
        handles = [*map(builder.declare, self.game.information_sets), NONE]  # the last place is for leaves
        order, stack = [], [self.stand_in[0]]
        while stack:
            order.append(node := stack.pop())
            stack.extend(self.below(node)[::-1])
        table: dict[tuple[mpq, ...], int] = {}
        for node in order:
            if node in self.payoffs and self.payoffs[node] not in table:
                table[self.payoffs[node]] = builder.outcome(self.payoffs[node])
        return builder.build_depth_first(
            [handles[index] for index in self.game.information_set[order].tolist()],
            [table[self.payoffs[node]] if node in self.payoffs else NONE for node in order],
            {place: self.labels[node] for place, node in enumerate(order) if self.labels[node]},
        )


def _moves(game: Game) -> list[int]:
    """Return the number of moves at every node."""
    sizes = [len(information_set.actions) for information_set in game.information_sets]
    moves: list[int] = np.array([*sizes, 0])[game.information_set].tolist()  # the last place, with index NONE: leaves
    return moves


def _reordered(profile: Profile, orders: Sequence[Integers]) -> Profile:
    """Return the profile with every player's information sets reordered: ``orders`` lists their old positions."""
    behavior, filled = [], []
    for strategy, open_sets, order in zip(profile.behavior, profile.filled, orders, strict=True):
        behavior.append(tuple(strategy[h] for h in order))
        filled.append(frozenset(k for k, h in enumerate(order.tolist()) if h in open_sets))
    return replace(profile, behavior=tuple(behavior), filled=tuple(filled))
