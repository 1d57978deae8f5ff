"""Best responses in a game that is given by its states, by pruned backward induction over information states.

All nodes that a player reaches by the same own moves, weighted with the probabilities of chance and of the opponent,
are expanded together: those at which the player moves next fall into groups, one per information state, which are
independent of each other, since the player remembers. So what is held is the states beside one sequence of own moves,
and what is visited is what the opponent's strategy reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE
from lemke.implicit import State
from lemke.implicit.state import BoundedState, results
from lemke.rational import ONE, ZERO, exact
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.watch import Watch

Weighted: TypeAlias = list[tuple[State, mpq]]
Moves: TypeAlias = list[tuple[Hashable, int, "Moves"]]
"""Information states, the place of the best action there, and the same below it."""


@dataclass(frozen=True, slots=True)
class Response:
    """A best response to a strategy.

    Attributes
    ----------
    value : mpq
        What the player gets.
    moves : Moves
        What it plays at the information states that it reaches with positive probability.
    """

    value: mpq
    moves: Moves


@dataclass(frozen=True, slots=True)
class Aim:
    """Whose payoffs are meant.

    Attributes
    ----------
    player : int
        0 or 1.
    total : mpq | None
        What both players get together, where that is always the same. Bounds of player 1's payoffs say something of
        player 2's only then.
    """

    player: int
    total: mpq | None

    def payoff(self, state: State) -> mpq:
        """Return the player's payoff at the end."""
        return results(state, 2)[self.player]

    def most(self, state: State) -> mpq | None:
        """Return a bound of the player's payoffs below a state, if it tells one."""
        if not isinstance(state, BoundedState):
            return None
        low, high = map(exact, state.bounds())
        if self.player == 0:
            return high
        return None if self.total is None else self.total - low


def best_response(
    root: State, aim: Aim, opponent: PartialStrategy, likely: Callable[[Hashable], Sequence[int]], watch: Watch
) -> Response:
    """Return a best response of a player in the whole game.

    Parameters
    ----------
    root : State
    aim : Aim
        Whose response.
    opponent : PartialStrategy
    likely : callable
        Places of actions at an information state to be tried first. The better they are, the more others can be left
        out: an action is not followed if the bounds of the payoffs below it say that it cannot be better.
    watch : Watch
    """
    induction = _Induction(aim, opponent, likely, watch)
    stack = [induction.expanded([(root, ONE)])]
    while True:
        top = stack[-1]
        if top.done():
            stack.pop()
            if not stack:
                return Response(top.value, top.moves)
            stack[-1].take(top.value, top.moves)
        elif (following := top.following(aim)) is not None:
            stack.append(induction.expanded(following))


@dataclass(slots=True)
class _Step:
    """What is known of the value after some own moves: of the groups before the current one, and of its actions."""

    value: mpq
    groups: list[tuple[Hashable, Weighted, list[int]]]
    moves: Moves = field(default_factory=list)
    number: int = 0
    tried: int = 0
    best: tuple[mpq, int, Moves] | None = None

    def done(self) -> bool:
        return self.number == len(self.groups)

    def following(self, aim: Aim) -> Weighted | None:
        """Return the nodes after the next action of the current group that may be the best; None after the last."""
        key, group, order = self.groups[self.number]
        while self.tried < len(order):
            place = order[self.tried]
            children = [(state.child(state.actions()[place]), weight) for state, weight in group]
            if self.best is None or _may_exceed(children, self.best[0], aim):
                return children
            self.tried += 1
        assert self.best is not None
        value, place, below = self.best
        self.value += value
        self.moves.append((key, place, below))
        self.number, self.tried, self.best = self.number + 1, 0, None
        return None

    def take(self, value: mpq, moves: Moves) -> None:
        """Take the value of the action that was followed."""
        if self.best is None or value > self.best[0]:
            self.best = value, self.groups[self.number][2][self.tried], moves
        self.tried += 1


@dataclass(frozen=True, slots=True)
class _Induction:
    aim: Aim
    opponent: PartialStrategy
    likely: Callable[[Hashable], Sequence[int]]
    watch: Watch

    def expanded(self, nodes: Weighted) -> _Step:
        """Follow chance and the opponent to the ends of the game and to the player's next moves."""
        self.watch.check()
        value = ZERO
        groups: dict[Hashable, Weighted] = {}
        pending = list(nodes)
        while pending:
            state, weight = pending.pop()
            if state.is_terminal():
                value += weight * self.aim.payoff(state)
            elif (mover := state.player()) == CHANCE:
                pending += [(state.child(action), weight * exact(p)) for action, p in state.chance() if p]
            elif mover == self.aim.player:
                groups.setdefault(state.information_state(), []).append((state, weight))
            else:
                actions = state.actions()
                choice = self.opponent(state.information_state())
                pending += [(state.child(actions[place]), weight * share) for place, share in choice]
        return _Step(value, [(key, group, self._order(key, group)) for key, group in groups.items()])

    def _order(self, key: Hashable, group: Weighted) -> list[int]:
        first = list(self.likely(key))
        return first + [place for place in range(len(group[0][0].actions())) if place not in first]


def _may_exceed(nodes: Weighted, value: mpq, aim: Aim) -> bool:
    """Return whether the player may get more than a value at nodes, as far as their bounds say."""
    most = ZERO
    for state, weight in nodes:
        bound = aim.most(state)
        if bound is None:
            return True
        most += weight * bound
    return bool(most > value)
