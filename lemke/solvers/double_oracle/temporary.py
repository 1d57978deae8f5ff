"""What a node is worth if its player takes the default action from there on, and the opponent answers best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE
from lemke.implicit import State
from lemke.implicit.progress import Progress
from lemke.implicit.state import available, draws
from lemke.rational import ONE
from lemke.solvers.double_oracle.strategies import DEFAULT

Payoffs: TypeAlias = tuple[mpq, mpq]
"""Of both players."""


@dataclass(slots=True)
class _Frame:
    """A node whose value is being computed: the expectation of the values below, or the best of them."""

    children: list[tuple[State, mpq]]
    expected: bool
    values: list[Payoffs] = field(default_factory=list)

    def value(self, responder: int) -> Payoffs:
        if not self.expected:
            return max(self.values, key=lambda payoffs: payoffs[responder])
        if len(self.children) == 1:
            return self.values[0]
        one, two = (
            sum((weight * payoffs[player] for (_, weight), payoffs in zip(self.children, self.values, strict=True)))
            for player in (0, 1)
        )
        return mpq(one), mpq(two)


def secured(state: State, player: int, payoffs: Callable[[State], Payoffs], progress: Progress) -> Payoffs:
    """Return the payoffs if a player, 0 or 1, plays by default below a state and the other one answers best.

    The answer may depend on everything, so that it is at least as good as any that the opponent can give: its payoff is
    an upper bound, and ``player``'s in a zero-sum game a lower one.

    Parameters
    ----------
    state : State
    player : int
    payoffs : callable
        From a state at the end to both players' payoffs.
    progress : Progress
        Told of the states that are visited.
    """
    responder = 1 - player
    stack = [_Frame([(state, ONE)], True)]
    while True:
        top = stack[-1]
        if len(top.values) == len(top.children):
            stack.pop()
            value = top.value(responder)
            if not stack:
                return value
            stack[-1].values.append(value)
            continue
        progress.add(1)
        below = top.children[len(top.values)][0]
        if below.is_terminal():
            top.values.append(payoffs(below))
            continue
        mover = below.player()
        if mover == CHANCE:
            stack.append(_Frame([(below.child(action), p) for action, p in draws(below) if p], True))
        elif mover == player:
            stack.append(_Frame([(below.child(available(below)[DEFAULT]), ONE)], True))
        else:
            stack.append(_Frame([(below.child(action), ONE) for action in available(below)], False))
