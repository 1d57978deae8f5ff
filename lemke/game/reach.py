"""Reach probabilities of nodes under a profile, by player and chance, with beliefs and values at the nodes.

π(h) = Π_i π_i(h) · π_c(h): the probability of a history is the product of the contributions of every player and of
chance (notes on imperfect information, section "Extensive form"). The game may have any number of players and any
recall. Time is linear in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import mul
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError, UndefinedError
from lemke.game import CHANCE, NONE, TERMINAL, Game, NodeNames
from lemke.game.strategy import (
    Distribution,
    Profile,
    check_profile,
    identity,
    named_sets,
    normalization_object,
    origin_lines,
)
from lemke.game.tree import Integers, unique_names
from lemke.ground import limits
from lemke.ground.brief import brief
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, exact_sum, vector, zeros
from lemke.ground.tables import Table, page_table

NODE_VALUES = Format(
    "lemke-node-values/1",
    """
game, normalization, filled | | as in [`lemke-report/1`](#lemke-report1)
nodes | list | in depth-first order
- node, parent | whole, from 0 | numbers in breadth-first order; the parent of the root is null
- action | text, null | the move that leads to the node
- information_set | object, null | its `player`, `index`, `number`, `label`; null for chance and leaves
- reached | number | the product of `by_players`, a list, and `by_chance`
- belief | number, null | the probability of the node at its information set; null if the profile does not reach the
    set
- values | list of numbers | the expected payoff of each player from the node on
""",
)
LONGEST = 40
"""Characters of the longest exact number in the text; longer ones, as at the ends of long paths, are approximate."""
UNDEFINED = "-"
"""Printed where a condition has probability zero."""
WIDE = 16
"""Number of terms from which on adding them by halves is faster."""


@dataclass(frozen=True, eq=False)
class Reach(Tabular):
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
        π_c(h), the same for the moves of chance.
    """

    game: Game
    profile: Profile
    steps: Vector
    players: tuple[Vector, ...]
    chance: Vector

    __repr__ = brief

    def document(self) -> Document:
        """Return all nodes with their probabilities, beliefs and values, as ``lemke values --nodes`` prints them."""
        return node_values_document(self)

    def to_table(self) -> Table:
        """Return the same for programs: a row for every node, in depth-first order; None where there is no value."""
        players = range(1, len(self.players) + 1)
        shares = (*(f"player {k}" for k in players), "chance", "belief", *(f"value {k}" for k in players))
        rows = []
        for values in _nodes(self):
            place = values["information_set"] or {}
            head = (values["node"], values["parent"], values["action"], place.get("player"), place.get("number"))
            shares_here = *values["by_players"], values["by_chance"], values["belief"], *values["values"]
            rows.append((*head, values["reached"], *shares_here))
        columns = ("node", "parent", "action", "player", "information set", "reached", *shares)
        return Table(columns, tuple(rows), index=1)

    @cached_property
    def nodes(self) -> Vector:
        """π(h), the probability of every node: the product of all contributions."""
        return reduce(mul, self.players, self.chance)

    def others(self, player: int) -> Vector:
        """Return π_{−i}(h) for every node: all contributions but the player's, chance's included."""
        self.game.check_player(player)
        return reduce(mul, (contribution for k, contribution in enumerate(self.players) if k != player), self.chance)

    def between(self, node: int, below: int) -> mpq:
        """Return π(h, h′), the probability of reaching h′ from h; 0 if h is not on the path to h′.

        It does not depend on whether h is reached.
        """
        for endpoint in (node, below):
            if not 0 <= endpoint < self.game.size:
                raise GameError(f"node {endpoint}, expected one from 0 to {self.game.size - 1}")
        product = ONE
        while below > node:  # a parent comes before its children
            product *= self.steps[below]
            below = int(self.game.parent[below])
        return product if below == node else ZERO

    @cached_property
    def sets(self) -> Vector:
        """π(I) for every information set: the sum of π(h) over its nodes h.

        It is the probability of reaching the set, or with absent-mindedness the expected number of visits.
        """
        return vector(exact_sum(self.nodes[members]) for members in self._members)

    def moves(self, information_set: int) -> Distribution:
        """Return π(I, a), the probability of every action a at an information set I of a player or chance."""
        player = self.game.information_sets[information_set].player
        if player == CHANCE:
            return self.game.information_sets[information_set].probabilities
        return self.profile.behavior[player][self._position[information_set]]

    def beliefs(self, information_set: int) -> tuple[mpq, ...]:
        """Return π(h)/π(I) for the nodes h of an information set, in breadth-first order.

        Raises UndefinedError if the profile does not reach the set: then it does not determine the beliefs there.
        """
        return tuple(map(self.belief, self._members[information_set].tolist()))

    def belief(self, node: int) -> mpq:
        """Return π(h)/π(I) for a node h of an information set I.

        Raises UndefinedError if the profile does not reach the set, GameError for a leaf.
        """
        index = int(self.game.information_set[node])
        if index == NONE:
            raise GameError(f"the belief at node {node}, a leaf, expected a node of an information set")
        if not self.sets[index]:
            name = self.game.set_name(index)
            raise UndefinedError(f"beliefs at {name}, which the profile does not reach, expected a set that it reaches")
        return mpq(self.nodes[node] / self.sets[index])

    def values(self, player: int) -> Vector:
        """Return u_i at every node h, Σ π(h, z) u_i(z) over the leaves z below: the expected payoff from there on.

        In units of payoff; it does not depend on whether h is reached. At the root it is the expected payoff u_i(σ).
        """
        self.game.check_player(player)
        return node_values(self.game, self.steps, player)

    @property
    def payoffs(self) -> tuple[mpq, ...]:
        """u_i(σ), the expected payoff of every player: Σ π(z) u_i(z) over the leaves z."""
        reached = self.nodes[self.game.leaves]
        return tuple(exact_sum(reached * self.game.leaf_payoffs(player)) for player in range(len(self.players)))

    @cached_property
    def _members(self) -> list[Integers]:
        return self.game.nodes_by_set()

    @cached_property
    def _position(self) -> dict[int, int]:
        return {index: h for i in range(len(self.players)) for h, index in enumerate(self.game.sets_of(i))}


def reach(game: Game, profile: Profile) -> Reach:
    """Return the exact probabilities of all nodes under a profile, for any number of players and any recall.

    Raises
    ------
    ProfileError, ProbabilityError
        If the profile does not fit the game.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> l, r = builder.move(right, 1, ["l", "r"])
    >>> builder.pay(r, 6, 3)
    >>> game = builder.build(unpaid="zero")
    >>> reached = reach(game, Profile.of(game, [[["1/3", "2/3"]], [["1/2", "1/2"]]]))
    >>> reached.nodes.tolist()
    [mpq(1,1), mpq(1,3), mpq(2,3), mpq(1,3), mpq(1,3)]
    >>> reached.players[1].tolist()
    [mpq(1,1), mpq(1,1), mpq(1,1), mpq(1,2), mpq(1,2)]
    >>> reached.payoffs, reached.values(0)[2]
    ((mpq(2,1), mpq(1,1)), mpq(3,1))
    """
    check_profile(game, profile)
    steps = move_probabilities(game, profile)
    mover = game.player[game.parent]
    mover[0] = TERMINAL  # nobody moved to the root
    players = tuple(along_paths(game, mover == player, steps) for player in range(len(game.players)))
    return Reach(game, profile, steps, players, along_paths(game, mover == CHANCE, steps))


def expected_payoffs(game: Game, profile: Profile) -> tuple[mpq, ...]:
    """Return u_i(σ), the expected payoff of every player.

    With :meth:`Profile.replaced <lemke.game.strategy.Profile.replaced>`, u_i((σ′_i, σ_{−i})).

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> builder.pay(builder.move(builder.root, 0, ["L", "R"])[1], 3)
    >>> game = builder.build(unpaid="zero")
    >>> half = Profile.of(game, [[["1/2", "1/2"]]])
    >>> expected_payoffs(game, half), expected_payoffs(game, half.replaced(game, {0: [[0, 1]]}))
    ((mpq(3,2),), (mpq(3,1),))
    """
    return reach(game, profile).payoffs


def move_probabilities(game: Game, profile: Profile) -> Vector:
    """Return for every node the probability of the move that leads to it, 1 for the root; the profile is unchecked."""
    # A player's sets occur among all sets in the order of the player's strategy.
    strategies = [iter(strategy) for strategy in profile.behavior]
    return numbers_of_moves(
        game,
        (
            information_set.probabilities or next(strategies[information_set.player])
            for information_set in game.information_sets
        ),
    )


def reached_sets(game: Game, profile: Profile) -> set[int]:
    """Return the indices of the information sets that a profile reaches; the profile is unchecked.

    A node is reached unless a move on its path has probability 0, so no products are needed.
    """
    blocked = (move_probabilities(game, profile) == 0).astype(bool)
    reached = game.information_set[~blocked[game.nearest(blocked)]]
    return set(reached.tolist()) - {NONE}


def numbers_of_moves(game: Game, numbers: Iterable[Sequence[mpq]]) -> Vector:
    """Return for every node the number given to the move that leads there; 1 for the root.

    ``numbers`` has the numbers of the moves at every information set.
    """
    table = list(numbers)
    first = list(accumulate(map(len, table), initial=0))
    number = np.array(first)[game.information_set[game.parent]] + game.move
    number[0] = first[-1]
    return vector([*chain(*table), ONE])[number]


def node_values(game: Game, steps: Vector, player: int) -> Vector:
    """Return a player's expected payoff from every node on, given :func:`move_probabilities`, by backward induction."""
    worth = [ZERO] * game.size
    for leaf, payoff in zip(game.leaves.tolist(), game.leaf_payoffs(player), strict=True):
        worth[leaf] = payoff
    steps_to, parent = steps.tolist(), game.parent.tolist()
    end = game.size
    while end > 1:  # the children of a node are neighbours
        above = parent[end - 1]
        first = int(game.first_child[above])
        terms = [steps_to[node] * worth[node] for node in range(first, end) if steps_to[node]]
        worth[above] = sum(terms, ZERO) if len(terms) < WIDE else exact_sum(vector(terms))
        end = first
    return vector(worth)


def along_paths(game: Game, marked: NDArray[np.bool_], steps: Vector) -> Vector:
    """Return for every node the product of ``steps`` at the marked nodes on its path, itself included."""
    last = game.nearest(marked)
    marked_nodes = np.flatnonzero(marked)
    products = zeros(game.size)
    products[0] = ONE
    columns = marked_nodes.tolist(), last[game.parent[marked_nodes]].tolist(), steps[marked_nodes].tolist()
    for node, before, step in limits.checked(zip(*columns, strict=True)):
        products[node] = products[before] * step
    return products[last]


def origin(reach: Reach) -> dict[str, object]:
    """Return the members of a document that identify the game and describe how the profile was completed."""
    normalization = normalization_object(reach.profile.normalization)
    return {"game": identity(reach.game), "normalization": normalization, "filled": sum(map(len, reach.profile.filled))}


def node_values_document(reach: Reach) -> Document:
    """Return every node with its probability, the contributions of players and chance, its belief and values.

    Nodes are in depth-first order. In the text ``@N`` is the N-th node in breadth-first order, from 0, and ``from`` its
    parent. ``set`` is the information set at the node, ``PLAYER:NUMBER``. A dash means undefined.
    """

    def blocks() -> Iterator[Block]:
        game, players = reach.game, range(1, len(reach.players) + 1)
        names, moves = ["node", "from", "by", "set", "reached"], NodeNames(game)
        columns = [*names, *(f"player {k}" for k in players), "chance", "belief", *(f"value {k}" for k in players)]
        rows = []
        for values in _nodes(reach):
            node, above, where = values["node"], values["parent"], values["information_set"]
            by = "" if above is None else moves.moves(game.information_set[above])[game.move[node]]
            place, belief = ("", "") if where is None else (f"{where['player']}:{where['number']}", values["belief"])
            shares = values["reached"], *values["by_players"], values["by_chance"]
            way = [f"@{node}", "" if above is None else f"@{above}", by, place]
            rows.append([*way, *shares, belief, *values["values"]])
        yield page_table(rows, columns, indent="", longest=LONGEST, missing=UNDEFINED)
        yield from origin_lines(reach.profile)

    return Document(blocks, NODE_VALUES, lambda: chain(origin(reach).items(), [("nodes", _nodes(reach))]))


def _nodes(reach: Reach) -> Iterator[dict[str, Any]]:
    """Yield the nodes in depth-first order."""
    game = reach.game
    worth = [reach.values(player) for player in range(len(reach.players))]
    sets = {
        player_sets[h]: {"player": player} | names
        for player, player_sets in enumerate(map(game.sets_of, range(len(game.players))), 1)
        for h, _, names in named_sets(game, player - 1)
    }
    beliefs = {
        node: belief
        for index, nodes in enumerate(game.nodes_by_set())
        if index in sets and reach.sets[index]
        for node, belief in zip(nodes.tolist(), reach.beliefs(index), strict=True)
    }
    actions = [unique_names(information_set.actions) for information_set in game.information_sets]
    for node in game.preorder():
        limits.check()
        above = None if game.parent[node] == NONE else int(game.parent[node])
        yield {
            "node": node,
            "parent": above,
            "action": None if above is None else actions[game.information_set[above]][game.move[node]],
            "information_set": sets.get(int(game.information_set[node])),
            "reached": reach.nodes[node],
            "by_players": [plan[node] for plan in reach.players],
            "by_chance": reach.chance[node],
            "belief": beliefs.get(node),
            "values": [payoffs[node] for payoffs in worth],
        }
