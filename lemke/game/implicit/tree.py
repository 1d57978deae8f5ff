"""Conversions of a state to a game tree or to the data of the sequence form, and of a game tree to a state."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.errors import RecallError
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder, InformationSet
from lemke.game.builder import Node, OutcomeHandle, SetHandle
from lemke.game.implicit.state import (
    Progress,
    State,
    available,
    draws,
    knowledge,
    mover,
    require_same_actions,
    results,
)
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """The data that all states of a tree share, in lists with one entry per node: lists are read faster than arrays."""

    game: Game
    player: list[int]
    information_set: list[int]
    first_child: list[int]
    child_count: list[int]
    payoff_index: list[int]  # into `payoffs`
    index_range: list[tuple[int, int]]  # the least and the greatest payoff index at the leaves below
    payoffs: list[tuple[mpq, ...]]  # sorted by player 1's payoff, so that an index range bounds this payoff

    @classmethod
    def of(cls, game: Game) -> _Tree:
        table_index, table = game.payoffs()
        order = sorted(range(len(table)), key=lambda k: table[k][:1])  # a slice, empty in a game without players
        payoff_index = np.argsort(order)[table_index].tolist()
        first_child = game.first_child.tolist()
        child_count = np.bincount(game.parent[1:], minlength=len(first_child)).tolist()
        index_range = [(index, index) for index in payoff_index]
        for node in range(len(payoff_index) - 1, -1, -1):
            if child_count[node]:
                child_ranges = index_range[first_child[node] : first_child[node] + child_count[node]]
                index_range[node] = min(low for low, _ in child_ranges), max(high for _, high in child_ranges)
        payoffs = [table[k] for k in order]
        players, sets = game.player.tolist(), game.information_set.tolist()
        return cls(game, players, sets, first_child, child_count, payoff_index, index_range, payoffs)


@dataclass(frozen=True, slots=True)
class TreeState:
    """A node of a game tree as a state. Actions are indices of moves, and information states are indices of sets.

    It is a :class:`~lemke.game.implicit.BoundedState`, since the whole tree is known.

    Attributes
    ----------
    node : int
        The number of the node in breadth-first order; 0 is the root.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(right, 1, -1)
    >>> root = TreeState.root(builder.build(unpaid="zero"))
    >>> root.bounds(), root.child(1).payoffs()
    ((mpq(0,1), mpq(1,1)), (mpq(1,1), mpq(-1,1)))
    """

    tree: _Tree
    node: int

    @classmethod
    def root(cls, game: Game) -> TreeState:
        """Return the state at the root."""
        return cls(_Tree.of(game), 0)

    def is_terminal(self) -> bool:
        """Return whether the node is a leaf."""
        return self.tree.player[self.node] == TERMINAL

    def player(self) -> int:
        """Return the player to move, or CHANCE."""
        return self.tree.player[self.node]

    def information_state(self) -> int:
        """Return the index of the information set in ``game.information_sets``."""
        return self.tree.information_set[self.node]

    def actions(self) -> range:
        """Return the indices of the moves."""
        return range(self.tree.child_count[self.node])

    def chance(self) -> list[tuple[int, mpq]]:
        """Return the indices of the moves of chance with their probabilities."""
        return list(enumerate(self.tree.game.information_sets[self.information_state()].probabilities))

    def child(self, action: int, /) -> TreeState:
        """Return the state after a move."""
        return TreeState(self.tree, self.tree.first_child[self.node] + action)

    def payoffs(self) -> tuple[mpq, ...]:
        """Return the payoffs at a leaf."""
        return self.tree.payoffs[self.tree.payoff_index[self.node]]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 at the leaves below."""
        low, high = self.tree.index_range[self.node]
        return self.tree.payoffs[low][0], self.tree.payoffs[high][0]


ChanceMove: TypeAlias = tuple[SetHandle, int]
"""The last move of chance on the path to a node: its information set, and the number of the move."""


def expand(root: State, title: str = "", players: Sequence[str] = ("Player 1", "Player 2"), comment: str = "") -> Game:
    """Return the game tree below a state.

    The game may have any number of players and any recall. Leaves with equal payoffs share an outcome. Chance nodes
    with equal actions, probabilities and earlier moves of chance share an information set; so chance has perfect
    recall, which Gambit requires. Information sets are numbered by their first node in breadth-first order.

    Raises GameError, NumberError if the values that a state
    returns violate a rule of the extensive form.

    >>> from lemke.generators import leduc, leduc_state
    >>> expand(leduc_state(ranks=2), "Leduc poker with two ranks")
    <Game 'Leduc poker with two ranks': 2 players, 513 nodes>
    """
    builder, progress = GameBuilder(players, title, comment), Progress("tree")
    sets: dict[tuple[int, Hashable], SetHandle] = {}
    chance_sets: dict[tuple[ChanceMove | None, tuple[tuple[Hashable, mpq], ...]], SetHandle] = {}
    outcomes: dict[tuple[mpq, ...], OutcomeHandle] = {}
    pending: deque[tuple[State, Node, ChanceMove | None]] = deque([(root, builder.root, None)])
    while pending:
        state, node, last = pending.popleft()
        if state.is_terminal():
            payoffs = results(state, len(players))
            if payoffs not in outcomes:
                outcomes[payoffs] = builder.outcome(payoffs)
            builder.attach(node, outcomes[payoffs])
            continue
        player = state.player()
        actions: Sequence[Hashable]
        if player == CHANCE:
            distribution = tuple(draws(state, progress))
            actions = [action for action, _ in distribution]
            key = last, distribution
            if key not in chance_sets:
                probabilities = [probability for _, probability in distribution]
                chance_sets[key] = builder.chance_set(list(map(str, actions)), probabilities)
            handle = chance_sets[key]
        else:
            actions = available(state)
            progress.add(len(actions))
            information_state = knowledge(state)
            if (player, information_state) not in sets:
                labels = list(map(str, actions))
                sets[player, information_state] = builder.information_set(player, labels, str(information_state))
            handle = sets[player, information_state]
            require_same_actions(builder.sets[handle], actions)
        for move, (action, child) in enumerate(zip(actions, builder.decide(node, handle), strict=True)):
            pending.append((state.child(action), child, (handle, move) if player == CHANCE else last))
    return builder.build(unpaid="zero")


def traverse(
    root: State,
) -> tuple[tuple[Sequences, Sequences], Integers, Integers, tuple[Vector, Vector], mpq | None]:
    """Visit all states below a state of a two-player game with perfect recall; return the data of the sequence form.

    These are the sequences of both players; for every pair of sequences that leads to a leaf which chance reaches, the
    numbers of both sequences and, for each player, the sum of payoff times probability of chance over the leaves; and
    the sum of both players' payoffs if it is the same at all leaves that chance reaches, otherwise None.

    The tree is not kept in memory, only the information sets, the payoffs per pair of sequences, and the states next to
    one path. Branches with probability zero are visited, too, since their information sets belong to the game.

    Raises
    ------
    GameError, NumberError
        If the values that a state returns violate a rule of a two-player game.
    RecallError
        If a player does not have perfect recall; the message names an information set with different last moves.
    """
    players = _Numbering(0), _Numbering(1)
    sums: dict[tuple[int, int], list[mpq]] = {}  # of weighted payoffs, by pair of sequences
    pending: list[tuple[State, tuple[int, int], mpq, int]] = [(root, (EMPTY, EMPTY), ONE, 0)]
    totals: set[mpq] = set()
    progress = Progress("sequence form")
    while pending:
        state, pair, reach, depth = pending.pop()  # `reach` is the probability of chance
        if state.is_terminal():
            payoff_1, payoff_2 = results(state, 2)
            if not reach:
                continue
            if len(totals) < 2:  # two different totals already refute a constant sum
                totals.add(payoff_1 + payoff_2)
            entry = sums.setdefault(pair, [ZERO, ZERO])
            entry[0] += reach * payoff_1
            entry[1] += reach * payoff_2
            continue
        player = mover(state)
        depth += 1
        if player == CHANCE:
            children = [(state.child(action), pair, reach * share, depth) for action, share in draws(state, progress)]
        else:
            actions = available(state)
            progress.add(len(actions))
            first = players[player].visit(knowledge(state), actions, pair[player], depth)
            new_sequences = range(first, first + len(actions))
            pairs = [(pair[0], sequence) if player else (sequence, pair[1]) for sequence in new_sequences]
            children = [
                (state.child(action), new_pair, reach, depth) for action, new_pair in zip(actions, pairs, strict=True)
            ]
        children.reverse()  # so that the stack returns the first child first
        pending += children
    (sequences_1, rows), (sequences_2, columns) = (numbering.finish() for numbering in players)
    old_numbers = np.array(list(sums), dtype=np.int64).reshape(-1, 2)
    payoffs = vector(entry[0] for entry in sums.values()), vector(entry[1] for entry in sums.values())
    total = totals.pop() if len(totals) == 1 else None
    return (sequences_1, sequences_2), rows[old_numbers[:, 0]], columns[old_numbers[:, 1]], payoffs, total


@dataclass(slots=True)
class _VisitedSet:
    """An information set in a :class:`_Numbering`."""

    information_set: InformationSet
    actions: Sequence[Hashable]
    first: int  # the first sequence that ends with a move at the set
    parent: int  # the player's sequence that leads to the set
    depth: int  # the least depth of a node of the set so far
    rank: int  # the number of the first visit to a node of this depth


class _Numbering:
    """A player's information sets and sequences, numbered in the order of the search; :meth:`finish` renumbers them."""

    def __init__(self, player: int) -> None:
        self._player = player
        self._sets: dict[Hashable, _VisitedSet] = {}  # by information state
        self._visits = 0
        self._size = 1  # number of sequences, the empty one included

    def visit(self, key: Hashable, actions: Sequence[Hashable], parent: int, depth: int) -> int:
        """Note a node of an information set; return the first sequence that ends with a move at the set.

        ``key`` is the information state, and ``parent`` the player's sequence that leads to the node.
        """
        self._visits += 1
        visited = self._sets.get(key)
        if visited is None:
            information_set = InformationSet(self._player, len(self._sets) + 1, str(key), tuple(map(str, actions)))
            visited = _VisitedSet(information_set, actions, self._size, parent, depth, self._visits)
            self._sets[key] = visited
            self._size += len(actions)
            return visited.first
        if actions is not visited.actions:  # the same object needs no comparison
            require_same_actions(visited.information_set, actions)
        if parent != visited.parent:
            moves = f"{self._last_move(visited.parent)} | {self._last_move(parent)}"
            raise RecallError(f"imperfect recall at {visited.information_set.name} ({moves}), expected perfect recall")
        if depth < visited.depth:
            visited.depth, visited.rank = depth, self._visits
        return visited.first

    def _last_move(self, sequence: int) -> str:
        """Return a phrase for the last move of a sequence, for a message."""
        for visited in self._sets.values():
            if visited.first <= sequence < visited.first + len(visited.actions):
                information_set = visited.information_set
                return f"after {information_set.actions[sequence - visited.first]} at {information_set.label!r}"
        return "no own move before"

    def finish(self) -> tuple[Sequences, Integers]:
        """Return the sequences with sets in breadth-first order, and the final number of every sequence.

        Among nodes of equal depth, depth-first and breadth-first order agree. So the first node of a set in
        breadth-first order is the first node of least depth in the search. A prefix of a sequence gets a smaller
        number, since it ends at smaller depth.
        """
        ordered = sorted(self._sets.values(), key=attrgetter("depth", "rank"))
        first = np.cumsum([1, *(len(visited.actions) for visited in ordered)])[:-1]
        new_numbers = np.zeros(self._size, dtype=np.int64)
        for number, visited in zip(first.tolist(), ordered, strict=True):
            size = len(visited.actions)
            new_numbers[visited.first : visited.first + size] = np.arange(number, number + size)
        parent = new_numbers[np.array([visited.parent for visited in ordered], dtype=np.int64)]
        sets = tuple(replace(visited.information_set, number=number) for number, visited in enumerate(ordered, 1))
        return Sequences(self._player, tuple(range(len(sets))), first, parent, self._size, sets), new_numbers
