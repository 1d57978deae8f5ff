"""From a state to the tree below it, or to the data of its sequence form; and from a tree to a state."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import PlayersError, RecallError
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder, InformationSet
from lemke.game.builder import Node, OutcomeHandle, SetHandle
from lemke.game.implicit.state import Progress, State, available, draws, mover, require_same_actions, results
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """The data that all states of a tree share, as lists with one entry per node: faster to read than arrays.

    ``outcome`` and ``span`` are indices into ``payoffs``, which ascend in player 1's payoff. So the least and the
    greatest index below a node, its ``span``, bound player 1's payoff there.
    """

    game: Game
    player: list[int]
    information_set: list[int]
    first_child: list[int]
    children: list[int]
    outcome: list[int]
    span: list[tuple[int, int]]
    payoffs: list[tuple[mpq, ...]]

    @classmethod
    def of(cls, game: Game) -> _Tree:
        numbers, totals = game.payoffs()
        order = sorted(range(len(totals)), key=lambda number: totals[number][:1])
        outcome = np.argsort(order)[numbers].tolist()
        first = game.first_child.tolist()
        children = np.bincount(game.parent[1:], minlength=len(first)).tolist()
        spans = [(least, least) for least in outcome]
        for node in range(len(outcome) - 1, -1, -1):
            if children[node]:
                below = spans[first[node] : first[node] + children[node]]
                spans[node] = min(low for low, _ in below), max(high for _, high in below)
        payoffs = [totals[number] for number in order]
        return cls(game, game.player.tolist(), game.information_set.tolist(), first, children, outcome, spans, payoffs)


@dataclass(frozen=True, slots=True)
class TreeState:
    """A node of a tree as a state. Actions are the indices of moves, information states those of information sets.

    It is a :class:`~lemke.game.implicit.BoundedState`, since the whole tree is known.

    Attributes
    ----------
    node : int
        In breadth-first order; 0 is the root.

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
        """Return who moves."""
        return self.tree.player[self.node]

    def information_state(self) -> int:
        """Return the index of the information set in ``game.information_sets``."""
        return self.tree.information_set[self.node]

    def actions(self) -> range:
        """Return the moves."""
        return range(self.tree.children[self.node])

    def chance(self) -> list[tuple[int, mpq]]:
        """Return the moves of chance with their probabilities."""
        return list(enumerate(self.tree.game.information_sets[self.information_state()].probabilities))

    def child(self, action: int, /) -> TreeState:
        """Return the node after a move."""
        return TreeState(self.tree, self.tree.first_child[self.node] + action)

    def payoffs(self) -> tuple[mpq, ...]:
        """Return the payoffs at a leaf, with those of the nodes on the path added."""
        return self.tree.payoffs[self.tree.outcome[self.node]]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 at the leaves below."""
        low, high = self.tree.span[self.node]
        return self.tree.payoffs[low][0], self.tree.payoffs[high][0]


class ChanceMove(NamedTuple):
    """The last move of chance on the path to a node."""

    chance_set: SetHandle
    move: int


def expand(root: State, title: str = "", players: Sequence[str] = ("Player 1", "Player 2"), comment: str = "") -> Game:
    """Return the game tree below a state.

    The game may have any number of players and any recall. Leaves with equal payoffs share an outcome. Chance nodes
    with equal probabilities, actions and earlier moves of chance share a set, so chance never forgets, which Gambit
    requires. Information sets are numbered by their first node in breadth-first order.

    Raises PlayersError, InformationSetError, ProbabilityError, OutcomeError or NumberError if a state's answers break
    a rule of the extensive form.

    >>> from lemke.generators import leduc, leduc_state
    >>> expand(leduc_state(ranks=2), "Leduc poker with two ranks")
    <Game 'Leduc poker with two ranks': 2 players, 513 nodes>
    """
    builder, progress = GameBuilder(players, title, comment), Progress("tree")
    sets: dict[tuple[int, Hashable], SetHandle] = {}
    chances: dict[tuple[ChanceMove | None, tuple[tuple[Hashable, mpq], ...]], SetHandle] = {}
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
            drawn = tuple(draws(state, progress))
            actions = [action for action, _ in drawn]
            if (last, drawn) not in chances:
                chances[last, drawn] = builder.chance_set(list(map(str, actions)), [share for _, share in drawn])
            handle = chances[last, drawn]
        else:
            if player not in range(len(players)):
                raise PlayersError(f"the player {player} to move, expected one from 0 to {len(players) - 1} or chance")
            actions = available(state)
            progress.add(len(actions))
            place = player, state.information_state()
            if place not in sets:
                sets[place] = builder.information_set(player, list(map(str, actions)), str(place[1]))
            handle = sets[place]
            require_same_actions(builder.sets[handle], actions)
        for move, (action, child) in enumerate(zip(actions, builder.decide(node, handle), strict=True)):
            pending.append((state.child(action), child, ChanceMove(handle, move) if player == CHANCE else last))
    return builder.build(unpaid="zero")


@dataclass(frozen=True, eq=False)
class Leaves:
    """The leaves of a two-player game, added up where they have the same pair of sequences, a row and a column.

    Payoffs are weighted with chance probabilities. ``total`` is the sum of both players' payoffs, if it is the same at
    all leaves that chance reaches; otherwise None.
    """

    sequences: tuple[Sequences, Sequences]
    rows: Integers
    columns: Integers
    payoffs: tuple[Vector, Vector]
    total: mpq | None


def traverse(root: State) -> Leaves:
    """Visit all states below a state of a two-player game with perfect recall, without a tree in memory.

    Only the information sets, the payoffs per pair of sequences, and the states beside one path are in memory. Branches
    of probability zero are visited too, since their information sets belong to the game.

    Raises
    ------
    PlayersError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        If a state's answers break a rule of a two-player game.
    RecallError
        If a player reaches an information set by different own last moves; the message names the set.
    """
    players = _Numbering(0), _Numbering(1)
    merged: dict[tuple[int, int], list[mpq]] = {}
    pending: list[tuple[State, tuple[int, int], mpq, int]] = [(root, (EMPTY, EMPTY), ONE, 0)]
    totals: set[mpq] = set()
    progress = Progress("sequence form")
    while pending:
        state, last, reach, depth = pending.pop()
        if state.is_terminal():
            payoff_1, payoff_2 = results(state, 2)
            if not reach:
                continue
            if len(totals) < 2:  # two different ones refute a constant sum
                totals.add(payoff_1 + payoff_2)
            entry = merged.setdefault(last, [ZERO, ZERO])
            entry[0] += reach * payoff_1
            entry[1] += reach * payoff_2
            continue
        player = mover(state)
        depth += 1
        if player == CHANCE:
            children = [(state.child(action), last, reach * share, depth) for action, share in draws(state, progress)]
        else:
            actions = available(state)
            progress.add(len(actions))
            first = players[player].visit(state.information_state(), actions, last[player], depth)
            sequences = range(first, first + len(actions))
            lasts = [(last[0], sequence) if player else (sequence, last[1]) for sequence in sequences]
            children = [(state.child(action), pair, reach, depth) for action, pair in zip(actions, lasts, strict=True)]
        children.reverse()  # the stack gives the last one first
        pending += children
    (sequences_1, rows), (sequences_2, columns) = (numbering.finish() for numbering in players)
    pairs = np.array(list(merged), dtype=np.int64).reshape(-1, 2)
    payoffs = vector(entry[0] for entry in merged.values()), vector(entry[1] for entry in merged.values())
    total = totals.pop() if len(totals) == 1 else None
    return Leaves((sequences_1, sequences_2), rows[pairs[:, 0]], columns[pairs[:, 1]], payoffs, total)


@dataclass(slots=True)
class _SeenSet:
    """An information set as the search found it; ``rank`` is the number of the visit to its first node of least depth.

    ``parent`` is the player's sequence that leads there, ``first`` the first sequence that ends there.
    """

    information_set: InformationSet
    actions: Sequence[Hashable]
    first: int
    parent: int
    depth: int
    rank: int


class _Numbering:
    """A player's information sets and sequences, numbered in the order of the search until :meth:`finish`."""

    def __init__(self, player: int) -> None:
        self._player = player
        self._known: dict[Hashable, _SeenSet] = {}
        self._visits = 0
        self._size = 1

    def visit(self, key: Hashable, actions: Sequence[Hashable], parent: int, depth: int) -> int:
        """Return the first sequence that ends in the information set at a node; ``parent`` leads to the node."""
        self._visits += 1
        seen = self._known.get(key)
        if seen is None:
            information_set = InformationSet(self._player, len(self._known) + 1, str(key), tuple(map(str, actions)))
            seen = self._known[key] = _SeenSet(information_set, actions, self._size, parent, depth, self._visits)
            self._size += len(actions)
            return seen.first
        if actions is not seen.actions:
            require_same_actions(seen.information_set, actions)
        if parent != seen.parent:
            moves = f"{self._last_move(seen.parent)} | {self._last_move(parent)}"
            raise RecallError(f"imperfect recall at {seen.information_set.name} ({moves}), expected perfect recall")
        if depth < seen.depth:
            seen.depth, seen.rank = depth, self._visits
        return seen.first

    def _last_move(self, sequence: int) -> str:
        for seen in self._known.values():
            if seen.first <= sequence < seen.first + len(seen.actions):
                return f"after {seen.information_set.actions[sequence - seen.first]} at {seen.information_set.label!r}"
        return "no own move before"

    def finish(self) -> tuple[Sequences, Integers]:
        """Return the sequences with sets in breadth-first order, and the final number of every sequence.

        Among nodes of equal depth the depth-first order is the breadth-first order. So a set's first node is its first
        node of least depth in the search. A prefix comes before longer sequences, since it ends at smaller depth.
        """
        ordered = sorted(self._known.values(), key=attrgetter("depth", "rank"))
        first = np.cumsum([1, *(len(seen.actions) for seen in ordered)])[:-1]
        renumbered = np.zeros(self._size, dtype=np.int64)
        for new, seen in zip(first.tolist(), ordered, strict=True):
            renumbered[seen.first : seen.first + len(seen.actions)] = np.arange(new, new + len(seen.actions))
        parent = renumbered[np.array([seen.parent for seen in ordered], dtype=np.int64)]
        sets = tuple(replace(seen.information_set, number=number) for number, seen in enumerate(ordered, 1))
        return Sequences(self._player, tuple(range(len(sets))), first, parent, self._size, sets), renumbered
