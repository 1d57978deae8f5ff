"""What a node is worth if its player takes the default action from there on, and the opponent answers best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gmpy2 import mpq

from lemke.game import CHANCE
from lemke.implicit import State
from lemke.rational import ONE, ZERO, exact
from lemke.solvers.double_oracle.strategies import DEFAULT
from lemke.watch import Watch


@dataclass(slots=True)
class _Frame:
    """A node whose value is being computed: a sum of weighted values, or the best of them."""

    children: list[tuple[State, mpq]]
    is_sum: bool
    values: list[mpq] = field(default_factory=list)


def secured(state: State, player: int, payoff: Callable[[State], mpq], watch: Watch) -> mpq:
    """Return player 1's payoff if a player, 0 or 1, plays by default below a state and the other one answers best.

    The answer may depend on everything, so that it is at least as good as any that the opponent can give: as payoff of
    ``player`` the value is a lower bound.

    Parameters
    ----------
    state : State
    player : int
    payoff : callable
        From a state at the end to player 1's payoff.
    watch : Watch
    """
    best = max if player == 1 else min
    stack = [_Frame([(state, ONE)], True)]
    while True:
        watch.check()
        top = stack[-1]
        if len(top.values) == len(top.children):
            value = (
                sum((weight * each for (_, weight), each in zip(top.children, top.values, strict=True)), start=ZERO)
                if top.is_sum
                else best(top.values)
            )
            stack.pop()
            if not stack:
                return value
            stack[-1].values.append(value)
            continue
        below = top.children[len(top.values)][0]
        if below.is_terminal():
            top.values.append(payoff(below))
        elif (mover := below.player()) == CHANCE:
            stack.append(_Frame([(below.child(action), exact(p)) for action, p in below.chance() if p], True))
        elif mover == player:
            stack.append(_Frame([(below.child(below.actions()[DEFAULT]), ONE)], True))
        else:
            stack.append(_Frame([(below.child(action), ONE) for action in below.actions()], False))
