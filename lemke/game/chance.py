"""Silent chance nodes removed, and the way between what is left and the game that it was made from."""

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
"""Nodes or steps between two looks at the limits."""


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


def weighted_leaves(game: Game) -> WeightedLeaves:
    """Return C(z) and C(z) u_i(z) for every leaf z of a game of any number of players and any recall.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> found = weighted_leaves(builder.build(unpaid="zero"))
    >>> found.chance, found.payoffs[0]
    (array([mpq(1,3), mpq(2,3)], dtype=object), array([mpq(0,1), mpq(4,1)], dtype=object))
    """
    behind = histories(game)
    terms = (weighted_payoffs(game, behind, player) for player in range(len(game.players)))
    return WeightedLeaves(game.leaves, behind.chance[game.leaves], tuple(values[number] for number, values in terms))


def propagated(game: Game) -> Game:
    """Return the same tree with uniform chance, the probabilities propagated to the payoffs.

    A chance node of k branches draws each with 1/k, and a leaf pays u(z) C(z) Π k, the product taken over the chance
    nodes on its path. Information sets, labels and numbers stay. All payoffs stand at leaves, those that never come
    about pay 0; equal ones share an outcome. The matrices E, F, A, B of the sequence form are the same, entry by entry,
    so the equilibria are; beliefs at information sets are not. A zero-sum game stays one, a constant sum does not. The
    comment, if there is one, says what was done. What a subclass of :class:`~lemke.Game` adds is not kept.

    Subgame-perfect equilibria stay so, too. Conversely, those of the new game are subgame perfect in the old one only
    where no probability is zero: behind one that is, everything pays 0, and any moves will do.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> rain, sun = builder.chance(builder.root, {"rain": "1/3", "sun": "2/3"})
    >>> builder.pay(sun, 6, 1)
    >>> game = propagated(builder.build(unpaid="zero"))
    >>> game.information_sets[0].probabilities, game.leaf_payoffs(0)
    ((mpq(1,2), mpq(1,2)), array([mpq(0,1), mpq(8,1)], dtype=object))
    """
    shares = (
        [p * len(each.actions) for p in each.probabilities] or [ONE] * len(each.actions)
        for each in game.information_sets
    )
    by_chance = game.player[game.parent] == CHANCE
    by_chance[0] = False
    factors = along_paths(game, by_chance, numbers_of_moves(game, shares))[game.leaves]  # no number grows where p k = 1
    payoffs = [factors * game.leaf_payoffs(player) for player in range(len(game.players))]
    table: dict[tuple[mpq, ...], int] = {}
    paid = np.full(game.size, NONE)
    rows = zip(*payoffs, strict=True) if payoffs else ((),) * len(factors)
    paid[game.leaves] = [table.setdefault(row, len(table)) for row in rows]
    # Not of a subclass: what that knows of the game may not be so any longer.
    plain = Game(**{each.name: getattr(game, each.name) for each in fields(Game)})
    sets = (
        replace(own, probabilities=(mpq(1, len(own.actions)),) * len(own.probabilities))
        for own in plain.information_sets
    )
    outcomes = tuple(Outcome(number, "", row) for number, row in enumerate(table, 1))
    return replace(plain, comment=_comment(game), outcome=paid, outcomes=outcomes, information_sets=tuple(sets))


def _comment(game: Game) -> str:
    """Return the comment, which says what was done if there was chance; none stays none."""
    if not game.comment or all(each.player != CHANCE for each in game.information_sets):
        return game.comment
    stop = "." if game.comment.endswith(".") else ""
    return f"{game.comment.removesuffix(stop)}; chance propagated into the payoffs{stop}"


@dataclass(frozen=True, eq=False)
class Pruned:
    """A game without silent chance nodes, and the way between it and the game that it was made from.

    Attributes
    ----------
    source : Game
        The game that was pruned.
    game : Game
        What is left. A player's information sets keep their numbers, labels and moves.
    silent : bool array, one per node of ``source``
        Whether it is a silent chance node, which is gone.
    sets : int64 array, one number per information set of ``source``
        Its index among the information sets of ``game``, whose breadth-first order may be another; :data:`NONE` for a
        set of chance that is gone.
    """

    source: Game
    game: Game
    silent: NDArray[np.bool_]
    sets: Integers

    @property
    def origin(self) -> tuple[tuple[int, ...], ...]:
        """The nodes of ``source`` that every node of ``game`` stands for: together all but the silent, each once.

        Found with their weights when either is asked for.
        """
        return self._correspondence[0]

    @property
    def weights(self) -> tuple[tuple[mpq, ...], ...]:
        """The weight of each node of ``origin``: the product of silent chance's probabilities on its path.

        Those of one node of ``game`` sum to 1. Of the probability of reaching it, a node of ``source`` has this part,
        whatever the players do. On a long path of silent chance they are long numbers.
        """
        return self._correspondence[1]

    @cached_property
    def _correspondence(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[mpq, ...], ...]]:
        """The nodes that became one, and their weights, found from the root downwards when somebody asks."""
        first_child, moves = self.source.first_child.tolist(), _moves(self.source)
        groups = [self._beneath_silence([(0, ONE)])]
        for group in groups:
            for k in range(moves[group[0][0]]):
                groups.append(self._beneath_silence([(first_child[node] + k, weight) for node, weight in group]))
        origin, weights = zip(*(zip(*group, strict=True) for group in groups), strict=True)
        return origin, weights

    def _beneath_silence(self, group: list[tuple[int, mpq]]) -> list[tuple[int, mpq]]:
        """Replace silent nodes by their children, until there are none."""
        found, stack = [], group[::-1]
        while stack:
            node, weight = stack.pop()
            if self.silent[node]:
                probabilities = self.source.information_sets[self.source.information_set[node]].probabilities
                children = zip(self.source.children(node), probabilities, strict=True)
                stack.extend([(child, weight * probability) for child, probability in children][::-1])
            else:
                found.append((node, weight))
        return found

    def profile(self, original: Profile) -> Profile:
        """Return a profile of the source as one of the pruned game; errors as in :meth:`original`."""
        check_profile(self.source, original)
        return _reordered(original, self._orders())

    def original(self, profile: Profile) -> Profile:
        """Return a profile of the pruned game as one of the source; payoffs and regrets are the same.

        A ProfileError or ProbabilityError if it does not fit the pruned game.
        """
        check_profile(self.game, profile)
        return _reordered(profile, [np.argsort(order) for order in self._orders()])

    def _orders(self) -> list[Integers]:
        """Return for every player the positions of its sets in the source, in the order that they have now."""
        return [np.argsort(self.sets[self.source.sets_of(player)]) for player in range(len(self.source.players))]


def prune(game: Game) -> Pruned:
    """Return the game without the chance nodes that reveal nothing before the end, in linear time.

    A chance node is silent if all its branches are isomorphic: of the same shape, corresponding decision nodes in the
    same information set, corresponding chance nodes with the same probabilities; payoffs may differ, and silent chance
    nodes within a branch do not count. Silent nodes go, corresponding nodes become one, and corresponding leaves one
    with the expected payoffs. All payoffs then stand at leaves. Where corresponding chance nodes are of different sets,
    those of the first branch keep their label, number and moves; a node's label stays if they share it.

    The game may have any number of players and any recall. Nodes that become one are reached by the same moves at the
    same information sets, so every strategy, pure, mixed or behavior, has the payoffs that it had, and perfect recall
    stays perfect. This holds with absent-mindedness too: a set met twice on a path is met as often on the corresponding
    paths, so the players' part of the probability is the same for all of them.

    Subgame-perfect equilibria of the pruned game, carried back, are subgame perfect. The converse fails, since there
    are more proper subgames than before: an empty threat behind a silent coin is subgame perfect as long as the coin
    is there.

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
    for node in np.flatnonzero(silent)[::-1].tolist():  # those below come first
        merged.remove(node)
    limits.check()
    found = merged.tree()
    new = {(each.player, each.number): index for index, each in enumerate(found.information_sets)}
    sets = np.array([new.get((each.player, each.number), NONE) for each in game.information_sets], dtype=np.int64)
    return Pruned(game, found, silent, sets)


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
    for node in limits.checked(range(game.size - 1, -1, -1), BETWEEN_CHECKS):
        below = classes[first_child[node] : first_child[node] + moves[node]]
        if is_chance[node] and below.count(below[0]) == len(below):
            silent[node], classes[node] = True, below[0]
        else:
            classes[node] = numbers.setdefault((kind[node], *below), len(numbers))
    return silent


class _Merged:
    """A game from which silent chance nodes are removed, the lowest first, in time linear for all together."""

    def __init__(self, game: Game) -> None:
        index, totals = game.payoffs()
        leaves = game.leaves
        self.game, self.steps = game, 0  # how often several nodes became one
        self.first_child, self.moves = game.first_child.tolist(), _moves(game)
        self.stand_in = list(range(game.size))  # for a silent node the first of those beneath, which became one
        self.payoffs = {leaf: totals[k] for leaf, k in zip(leaves.tolist(), index[leaves].tolist(), strict=True)}
        self.labels = list(game.node_labels)

    def remove(self, silent: int) -> None:
        """Let the first branch of a silent node stand for all of them, with expected payoffs at its leaves."""
        branches = self.below(silent)
        self.stand_in[silent] = branches[0]
        probabilities = vector(self.game.information_sets[self.game.information_set[silent]].probabilities)
        stack = [branches] if len(branches) > 1 else []  # every step makes one node of several
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
        """Return the nodes that stand where the moves of a node lead."""
        first = self.first_child[node]
        return tuple(self.stand_in[first : first + self.moves[node]])

    def tree(self) -> Game:
        """Return the game that is left; equal payoffs share an outcome."""
        builder = GameBuilder(self.game.players, self.game.title, self.game.comment)
        builder.strategic = self.game.strategic
        handles = [*map(builder.declare, self.game.information_sets), NONE]  # the last one: of leaves
        order, stack = [], [self.stand_in[0]]
        while stack:
            order.append(node := stack.pop())
            stack.extend(self.below(node)[::-1])
        table: dict[tuple[mpq, ...], int] = {}
        for node in order:
            if node in self.payoffs and self.payoffs[node] not in table:
                table[self.payoffs[node]] = builder.outcome(self.payoffs[node])
        return builder.build_depth_first(
            [handles[each] for each in self.game.information_set[order].tolist()],
            [table[self.payoffs[node]] if node in self.payoffs else NONE for node in order],
            {place: self.labels[node] for place, node in enumerate(order) if self.labels[node]},
        )


def _moves(game: Game) -> list[int]:
    """Return the number of moves at every node."""
    sizes = np.array([*(len(each.actions) for each in game.information_sets), 0])  # the last place: of leaves
    moves: list[int] = sizes[game.information_set].tolist()
    return moves


def _reordered(profile: Profile, orders: Sequence[Integers]) -> Profile:
    """Return the profile with every player's information sets in the given order of their positions."""
    behavior, filled = [], []
    for strategy, open_sets, order in zip(profile.behavior, profile.filled, orders, strict=True):
        behavior.append(tuple(strategy[h] for h in order))
        filled.append(frozenset(k for k, h in enumerate(order.tolist()) if h in open_sets))
    return replace(profile, behavior=tuple(behavior), filled=tuple(filled))
