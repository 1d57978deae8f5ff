"""Reach probabilities, beliefs and expected payoffs at the nodes of a game under a profile.

π(h) = π_c(h) · Π_i π_i(h): the probability of a history h is the product of the contributions of chance and of every
player (notes on imperfect information, section "Extensive form"). The game may have any number of players and any
recall. Time is linear in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import mul

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError, InputError
from lemke.game import CHANCE, NONE, TERMINAL, Game
from lemke.game.strategy import Distribution, Profile, check_profile
from lemke.game.tree import unique_names
from lemke.ground.brief import brief
from lemke.ground.rational import ONE, ZERO
from lemke.ground.results import Result
from lemke.ground.sparse import Vector, exact_sum, vector, zeros
from lemke.ground.table import Table

WIDE = 16
"""For this many children or more, :func:`~lemke.ground.sparse.exact_sum` is faster than adding one by one."""


@dataclass(frozen=True, eq=False)
class Reach(Result):
    """The probabilities of a game's nodes under a profile, made by :func:`reach`.

    Attributes
    ----------
    game : Game
    profile : Profile
    steps : exact vector, one probability per node
        The probability of the move that leads to the node, 1 for the root.
    players : tuple of exact vectors, one per player
        π_i(h) for every node h: the product of the probabilities of the player's own moves on the path.
    chance : exact vector
        π_c(h) for every node h: the product of the probabilities of the moves of chance on the path.
    """

    game: Game
    profile: Profile
    steps: Vector
    players: tuple[Vector, ...]
    chance: Vector

    __repr__ = brief

    def to_table(self) -> Table:
        """Return a row for every node, in depth-first order; ``set`` is ``PLAYER:NUMBER``."""
        game, players = self.game, range(len(self.players))
        values = [self.values(player) for player in players]
        actions = [unique_names(information_set.actions) for information_set in game.information_sets]
        rows = []
        for node in game.preorder():
            parent, index, player = int(game.parent[node]), int(game.information_set[node]), int(game.player[node])
            by = (None, None) if parent == NONE else (parent, actions[game.information_set[parent]][game.move[node]])
            place = f"{player + 1}:{game.information_sets[index].number}" if player >= 0 else None
            contributions = [*(contribution[node] for contribution in self.players), self.chance[node]]
            belief = self.nodes[node] / self.sets[index] if place and self.sets[index] else None
            rows.append(
                (node, *by, place, self.nodes[node], *contributions, belief, *(numbers[node] for numbers in values))
            )
        names = [f"player {player + 1}" for player in players]
        columns = ("node", "parent", "move", "set", "reached", *names, "chance", "belief")
        return Table((*columns, *(f"value {player + 1}" for player in players)), rows, index=1)

    @cached_property
    def nodes(self) -> Vector:
        """π(h) for every node h: the probability of reaching it."""
        return reduce(mul, self.players, self.chance)

    def others(self, player: int) -> Vector:
        """Return π_{−i}(h) for every node h: the product of the contributions of chance and all other players."""
        self.game.check_player(player)
        return reduce(mul, (contribution for k, contribution in enumerate(self.players) if k != player), self.chance)

    def between(self, node: int, below: int) -> mpq:
        """Return π(h, h′), the probability of reaching h′ = ``below`` if play begins at h = ``node``.

        The probability is 0 if h is not on the path to h′. The profile need not reach h.
        """
        for endpoint in (node, below):
            self.game.check_node(endpoint)
        product = ONE
        while below > node:  # a parent comes before its children
            product *= self.steps[below]
            below = int(self.game.parent[below])
        return product if below == node else ZERO

    @cached_property
    def sets(self) -> Vector:
        """π(I) for every information set I: the sum of π(h) over the nodes h of the set.

        This is the probability of reaching the set, or with absent-mindedness the expected number of visits.
        """
        return vector(exact_sum(self.nodes[members]) for members in self.game.nodes_by_set())

    def moves(self, information_set: int) -> Distribution:
        """Return π(I, a), the probability of every action a at an information set I of a player or chance."""
        of_set, h = self.game.information_sets[information_set], self.game.positions[information_set]
        return of_set.probabilities or self.profile.behavior[of_set.player][h]

    def beliefs(self, information_set: int) -> tuple[mpq, ...]:
        """Return π(h)/π(I) for the nodes h of an information set, in breadth-first order.

        Raises InputError if the profile does not reach the set and so determines no beliefs there.
        """
        return tuple(map(self.belief, self.game.nodes_by_set()[information_set].tolist()))

    def belief(self, node: int) -> mpq:
        """Return π(h)/π(I) for a node h of an information set I.

        Raises InputError if the profile does not reach the set, GameError for a leaf or if there is no such node.
        """
        self.game.check_node(node)
        index = int(self.game.information_set[node])
        if index == NONE:
            raise GameError(f"the belief at node {node}, a leaf, expected a node of an information set")
        if not self.sets[index]:
            name = self.game.set_name(index)
            raise InputError(f"undefined beliefs at {name}: the profile does not reach this set")
        return mpq(self.nodes[node] / self.sets[index])

    def values(self, player: int) -> Vector:
        """Return a player's expected payoff at every node h if play begins there: Σ π(h, z) u_i(z) over the leaves z.

        The profile need not reach h. The value at the root is the expected payoff u_i(σ).
        """
        self.game.check_player(player)
        return node_values(self.game, self.steps, player)

    @property
    def payoffs(self) -> tuple[mpq, ...]:
        """u_i(σ), the expected payoff of every player: Σ π(z) u_i(z) over the leaves z."""
        reached = self.nodes[self.game.leaves]
        return tuple(exact_sum(reached * self.game.leaf_payoffs(player)) for player in range(len(self.players)))


def reach(game: Game, profile: Profile) -> Reach:
    """Return the exact probabilities of all nodes under a profile, for any number of players and any recall.

    Raises ProfileError or NumberError if the profile does not fit the game.
    """
    check_profile(game, profile)
    steps = move_probabilities(game, profile)
    mover = game.player[game.parent]  # the player or chance whose move leads to the node
    mover[0] = TERMINAL  # no move leads to the root
    players = tuple(along_paths(game, mover == player, steps) for player in range(len(game.players)))
    return Reach(game, profile, steps, players, along_paths(game, mover == CHANCE, steps))


def move_probabilities(game: Game, profile: Profile) -> Vector:
    """Return for every node the probability of the move that leads to it, 1 for the root; the profile is unchecked."""
    strategies = [iter(strategy) for strategy in profile.behavior]  # each lists the sets in the order of all sets
    sets = game.information_sets
    return numbers_of_moves(game, (of_set.probabilities or next(strategies[of_set.player]) for of_set in sets))


def reached_sets(game: Game, profile: Profile) -> set[int]:
    """Return the indices of the information sets that a profile reaches; the profile is unchecked.

    A node is reached unless a move on its path has probability 0, so no products are computed.
    """
    after_zero = (move_probabilities(game, profile) == 0).astype(bool)  # nodes after a move with probability 0
    reached = game.information_set[~after_zero[game.nearest(after_zero)]]
    return set(reached.tolist()) - {NONE}


def numbers_of_moves(game: Game, numbers: Iterable[Sequence[mpq]]) -> Vector:
    """Return for every node the number that the move to this node has in ``numbers``; 1 for the root.

    ``numbers`` has, for every information set, a number for each move.
    """
    table = list(numbers)
    first = list(accumulate(map(len, table), initial=0))  # the position of every set's first move among all moves
    position = np.array(first)[game.information_set[game.parent]] + game.move
    position[0] = first[-1]  # no move leads to the root, so it gets the 1 at the end
    return vector([*chain(*table), ONE])[position]


def node_values(game: Game, steps: Vector, player: int) -> Vector:
    """Return a player's expected payoff at every node if play begins there, by backward induction.

    ``steps`` are the :func:`move_probabilities`.
    """
    values = [ZERO] * game.size
    for leaf, payoff in zip(game.leaves.tolist(), game.leaf_payoffs(player), strict=True):
        values[leaf] = payoff
    probability, parents = steps.tolist(), game.parent.tolist()
    end = game.size
    while end > 1:  # the last nodes before `end` are the children of one parent
        parent = parents[end - 1]
        first = int(game.first_child[parent])
        terms = [probability[node] * values[node] for node in range(first, end) if probability[node]]
        values[parent] = sum(terms, ZERO) if len(terms) < WIDE else exact_sum(vector(terms))
        end = first
    return vector(values)


def along_paths(game: Game, marked: NDArray[np.bool_], steps: Vector) -> Vector:
    """Return for every node the product of ``steps`` over the marked nodes on the path from the root to this node."""
    last_marked = game.nearest(marked)
    marked_nodes = np.flatnonzero(marked)
    products = zeros(game.size)
    products[0] = ONE
    columns = marked_nodes.tolist(), last_marked[game.parent[marked_nodes]].tolist(), steps[marked_nodes].tolist()
    for node, previous, step in zip(*columns, strict=True):
        products[node] = products[previous] * step
    return products[last_marked]
