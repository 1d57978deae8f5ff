"""Best responses in a game that is given by its states, by pruned backward induction over information states.

All nodes that a player reaches by the same own moves, weighted with the probabilities of chance and of the opponent,
are expanded together: those at which the player moves next fall into groups, one per information state, which are
independent of each other, since the player remembers. So what is held is the states beside one sequence of own moves,
and what is visited is what the opponent's strategy reaches.

An action matters only if it gets more than the ones tried before, the restricted game's first. Where the states tell
bounds of what is below them, what cannot matter is passed over: each sequence of own moves has a *floor* that it must
exceed, and a *hope*, the sum of what is known of it and of bounds of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import CHANCE
from lemke.game.implicit import State
from lemke.game.implicit.progress import Progress
from lemke.game.implicit.state import available, draws, mover, other_actions
from lemke.ground.rational import ONE, ZERO, short
from lemke.solvers.double_oracle.aims import Aim, Weighted
from lemke.solvers.double_oracle.strategies import PartialStrategy

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


def best_response(
    root: State, aim: Aim, opponent: PartialStrategy, likely: Callable[[Hashable], Sequence[int]], progress: Progress
) -> Response:
    """Return a best response of a player in the whole game.

    Parameters
    ----------
    root : State
    aim : Aim
        Whose response.
    opponent : PartialStrategy
    likely : callable
        Places of actions at an information state to be tried first. The better they are, the more of the others can be
        passed over.
    progress : Progress
        Told of the states that are visited.
    """
    induction = _Induction(aim, opponent, likely, progress)
    stack = [induction.expanded([(root, ONE)], None)]
    while True:
        top = stack[-1]
        if top.futile() or top.done():
            stack.pop()
            if not stack:
                return Response(top.value, top.moves)
            stack[-1].take(top)
        elif (following := top.following(aim, progress)) is not None:
            stack.append(induction.expanded(*following))


@dataclass(slots=True)
class _Step:
    """What is known of the value after some own moves: of the groups before the current one, and of its actions."""

    value: mpq
    groups: list[_Group]
    floor: mpq | None
    hope: mpq | None
    moves: Moves = field(default_factory=list)
    number: int = 0
    tried: int = 0
    best: tuple[mpq, int, Moves] | None = None

    def done(self) -> bool:
        return self.number == len(self.groups)

    def futile(self) -> bool:
        """Return whether the value cannot exceed the floor."""
        return self.floor is not None and self.hope is not None and self.hope <= self.floor

    def following(self, aim: Aim, progress: Progress) -> tuple[Weighted, mpq | None] | None:
        """Return the nodes after the next action of the current group that may matter, with what it must exceed.

        None is returned after the group's last action, when the best is taken.
        """
        group = self.groups[self.number]
        floor = self.best[0] if self.best else None
        if self.floor is not None and self.hope is not None and group.most is not None:
            needed = self.floor - self.hope + group.most
            floor = needed if floor is None else max(floor, needed)
        while self.tried < len(group.order):
            action = group.actions[group.order[self.tried]]
            children = [(state.child(action), weight) for state, weight in group.nodes]
            progress.add(len(children))
            if floor is None or (most := aim.most(children)) is None or most > floor:
                return children, floor
            self.tried += 1
        self._close(group)
        return None

    def _close(self, group: _Group) -> None:
        if self.best is None:  # no action of the group gets enough
            self.hope = self.floor
            return
        value, place, below = self.best
        if group.most is not None and value > group.most:
            raise InputError(
                f"payoffs of {short(value)} where bounds of states admit {short(group.most)}, expected bounds that hold"
            )
        self.value += value
        if self.hope is not None and group.most is not None:
            self.hope += value - group.most
        self.moves.append((group.key, place, below))
        self.number, self.tried, self.best = self.number + 1, 0, None

    def take(self, below: _Step) -> None:
        """Take what is known of the action that was followed."""
        if not below.futile() and (self.best is None or below.value > self.best[0]):
            self.best = below.value, self.groups[self.number].order[self.tried], below.moves
        self.tried += 1


class _Group(NamedTuple):
    """The nodes of one information state that are reached by the same own moves; the order of actions; a bound."""

    key: Hashable
    actions: tuple[Hashable, ...]
    nodes: Weighted
    order: list[int]
    most: mpq | None


@dataclass(frozen=True, slots=True)
class _Induction:
    aim: Aim
    opponent: PartialStrategy
    likely: Callable[[Hashable], Sequence[int]]
    progress: Progress

    def expanded(self, nodes: Weighted, floor: mpq | None) -> _Step:
        """Follow chance and the opponent to the ends of the game and to the player's next moves."""
        player = self.aim.player
        value = ZERO
        found: dict[Hashable, tuple[tuple[Hashable, ...], Weighted]] = {}
        pending = list(nodes)
        while pending:
            self.progress.add(1)
            state, weight = pending.pop()
            if state.is_terminal():
                value += weight * self.aim.payoffs(state)[player]
            elif (moving := mover(state)) == CHANCE:
                pending += [(state.child(action), weight * p) for action, p in draws(state) if p]
            elif moving == player:
                key, actions = state.information_state(), tuple(available(state))
                known, group = found.setdefault(key, (actions, []))
                if actions != known:
                    raise other_actions(repr(str(key)), actions, known)
                group.append((state, weight))
            else:
                pending += [(child, weight * share) for child, share in self.opponent.followed(state)]
        groups = [
            _Group(key, actions, group, self._order(key, len(actions)), self.aim.most(group))
            for key, (actions, group) in found.items()
        ]
        hope: mpq | None = value
        for each in groups:
            hope = None if hope is None or each.most is None else hope + each.most
        return _Step(value, groups, floor, hope)

    def _order(self, key: Hashable, actions: int) -> list[int]:
        """Return the places of all actions, those to be tried first in front."""
        return list(dict.fromkeys([*self.likely(key), *range(actions)]))
