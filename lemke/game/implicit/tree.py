"""From a state to the whole tree below it, and from a tree back to a state."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import PlayersError
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder
from lemke.game.builder import Node, OutcomeHandle, SetHandle
from lemke.game.implicit.state import Progress, State, available, draws, require_same_actions, results


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """What the states of a tree have in common: lists, which are read faster than arrays, one entry per node.

    ``outcome`` and ``span`` refer to ``payoffs``, which are in the order of player 1's.
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
    """A node of a tree. Actions are the moves' places; what a player knows is the information set's place.

    It is a :class:`~lemke.game.implicit.BoundedState`, since the tree is known.

    Attributes
    ----------
    node : int
        In breadth-first order; 0 is the root.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(right, 1, -1)
    >>> root = TreeState.root(builder.build())
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
        """Return the place of the information set in ``game.information_sets``."""
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
        """Return the payoffs at a leaf, those of the nodes on the way added."""
        return self.tree.payoffs[self.tree.outcome[self.node]]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 at the leaves below."""
        low, high = self.tree.span[self.node]
        return self.tree.payoffs[low][0], self.tree.payoffs[high][0]


class ChanceMove(NamedTuple):
    """The last move of chance on the way to a node."""

    chance_set: SetHandle
    move: int


def expand(root: State, title: str = "", players: Sequence[str] = ("Player 1", "Player 2"), comment: str = "") -> Game:
    """Return the game tree below a state.

    Any number of players and any recall. Leaves with equal payoffs share an outcome. Chance nodes with equal
    probabilities, actions and earlier moves of chance share a set, so chance never forgets (Gambit asks for that).
    Information sets are numbered by their first node in breadth-first order.

    Raises
    ------
    PlayersError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For what a state says that no game may be.

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
    return builder.build()
